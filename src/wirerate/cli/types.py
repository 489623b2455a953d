# SPDX-License-Identifier: Apache-2.0 OR MIT
"""What options and arguments accept, read by the parsers of the package that owns each word."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from wirerate.errors import UsageError, unknown

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

    from wirerate.authenticators.subjects import Subject

    _ParamType = click.ParamType[Any]
else:
    _ParamType = click.ParamType  # generic from click 8.4 on


class WordType(_ParamType):
    """A parameter type whose parser raises wirerate's own one-line errors."""

    many = False  # whether it takes a list with commas

    def words(self) -> tuple[str, ...]:
        """The words that shell completion offers."""
        return ()

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        from click.shell_completion import CompletionItem

        return [CompletionItem(word) for word in self.words() if word.startswith(incomplete)]


class SubjectType(WordType):
    name = "subject"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Subject:
        from wirerate.authenticators.subjects import Subject, parse_subject

        if isinstance(value, Subject):
            return value
        try:
            return parse_subject(value)
        except UsageError as error:
            if fix := _meant_for_an_option(value, ctx):
                raise UsageError(str(error), fix=fix) from error
            raise

    def words(self) -> tuple[str, ...]:
        from wirerate.authenticators.subjects import ALGORITHMS

        return tuple(ALGORITHMS)


def _meant_for_an_option(word: str, ctx: click.Context | None) -> str:
    """What to type of a word that is no algorithm and something else here; empty where it is nothing."""
    from wirerate.authenticators.subjects import IMPLEMENTATIONS
    from wirerate.catalogue import PROTOCOLS
    from wirerate.links import link_names, packet_names

    if word.partition("/")[0] in IMPLEMENTATIONS:
        return f"name what it computes: hmac-md5@{word}"
    found = (("--link", link_names()), ("--packet", packet_names()), ("--protocol", tuple(PROTOCOLS)))
    known = {spelled for each in (ctx.command.params if ctx else ()) for spelled in each.opts}
    return next((f"type {option} {word}" for option, words in found if option in known and word in words), "")


WHOLE_COMMANDS = "wirerate.whole_commands"  # set where both sides are commands


class SideType(SubjectType):
    """Subjects, a run file, or a command as it was typed after --. A library is a subject only with an algorithm before
    it, md5@./old.so, or on the second side, where @./new.so is what the first side names."""

    name = "subject or run"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        from wirerate.authenticators.subjects import is_library_path, parse_subjects

        if not isinstance(value, str) or (ctx and ctx.meta.get(WHOLE_COMMANDS)):
            return value
        file = value.endswith((".jsonl", ".json")) or (is_library_path(value) and "@" not in value)
        if file or Path(value).is_file():
            return Path(value)
        first = ctx.params.get("a") if ctx else None
        return parse_subjects(value, first if isinstance(first, tuple) else ())


class NumberType(WordType):
    """A whole number, decimal or 0x hexadecimal."""

    name = "number"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        try:
            return int(value, 0) if isinstance(value, str) else int(value)
        except ValueError as error:
            raise UsageError(f"{value!r} is no number", fix="type it like 4096 or 0x1000") from error


class ReferenceType(SubjectType):
    """A subject, or an implementation alone: each subject's own algorithm by it."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        return value if value in self._implementations() else super().convert(value, param, ctx)

    def words(self) -> tuple[str, ...]:
        return (*self._implementations(), *super().words())

    def _implementations(self) -> tuple[str, ...]:
        from wirerate.authenticators.subjects import IMPLEMENTATIONS

        return IMPLEMENTATIONS


class PositiveType(WordType):
    """A finite number above zero; click's own range lets `nan` and `inf` through."""

    name = "number"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        option = f"{param.opts[0]} " if param else ""
        try:
            number = float(value)
        except ValueError as error:
            raise UsageError(f"{option}{value!r} is no number", fix="type it like 0.4 or 100") from error
        if not 0 < number < math.inf:
            raise UsageError(f"{option}{value!r} is not above zero and finite", fix="type it like 0.4 or 100")
        return number


class FractionType(PositiveType):
    """The same, or a quotient: 512/66."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        above, stroke, below = str(value).partition("/")
        number = super().convert(above, param, ctx)
        return number / super().convert(below, param, ctx) if stroke else number


class LinksType(WordType):
    """10G or a list, 10G,25G."""

    many = True
    name = "link"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> tuple[str, ...]:
        from wirerate.links import parse_link

        return value if isinstance(value, tuple) else tuple(parse_link(word).name for word in value.split(","))

    def words(self) -> tuple[str, ...]:
        from wirerate.links import link_names

        return link_names()


class CheckedType(WordType):
    """What is kept as typed once `check` has found it good, for the question is asked in these words: packets, frames,
    messages a second."""

    def __init__(
        self,
        name: str,
        check: Callable[[str], object],
        words: Callable[[], tuple[str, ...]] = tuple,
        *,
        many: bool = False,
    ) -> None:
        self.name = name
        self.many = many
        self._check, self._words = check, words

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        self._check(value)
        return str(value)

    def words(self) -> tuple[str, ...]:
        return self._words()


def _links() -> Any:
    from wirerate import links  # loaded when it is needed

    return links


PACKETS = CheckedType("packets", lambda text: _links().parse_packets(text), lambda: _links().packet_names())
PACKET_LIST = CheckedType(
    "packets", lambda text: _links().parse_packet_list(text), lambda: _links().packet_names(), many=True
)
RECORD_LIST = CheckedType("bytes", lambda text: _links().parse_record_list(text), many=True)
FRAMES = CheckedType("bytes", lambda text: _links().parse_frames(text), many=True)
MESSAGES = CheckedType("messages", lambda text: _links().parse_messages(text))


class ProtocolType(WordType):
    name = "protocol"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        from wirerate.catalogue import protocol

        return protocol(value).name

    def words(self) -> tuple[str, ...]:
        from wirerate.catalogue import PROTOCOLS

        return tuple(PROTOCOLS)


class OverType(WordType):
    """vlan, or a list from the link inward: vlan,vxlan."""

    many = True
    name = "encapsulation"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> tuple[str, ...]:
        from wirerate.links import parse_over

        return value if isinstance(value, tuple) else parse_over(value)

    def words(self) -> tuple[str, ...]:
        from wirerate.links import OVER

        return tuple(OVER)


class SizesType(WordType):
    """A size in bytes or a list: 64,1500,64Ki."""

    many = True
    name = "bytes"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> tuple[int, ...]:
        from wirerate.links import parse_size

        return value if isinstance(value, tuple) else tuple(parse_size(word) for word in value.split(","))


class SizeType(WordType):
    """One size in bytes: 512Mi."""

    name = "bytes"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        from wirerate.links import parse_size

        if isinstance(value, int):
            return value
        if "," in value:
            raise UsageError(f"{value!r} is a list, and there is one size", fix="type it like 512Mi")
        return parse_size(value)


class ChoiceType(WordType):
    """One of a few words; a wrong one is answered with the nearest."""

    def __init__(self, name: str, *choices: str) -> None:
        self.name = name
        self.choices = choices

    def get_metavar(self, param: click.Parameter, ctx: click.Context) -> str:
        return "|".join(self.choices)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        if value not in self.choices:
            raise unknown(self.name, value, self.choices)
        return str(value)

    def words(self) -> tuple[str, ...]:
        return self.choices


class NameType(WordType):
    """One of the names of a table, which is loaded when it is needed."""

    def __init__(self, name: str, table: Callable[[], Iterable[str]]) -> None:
        self.name = name
        self._table = table

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        if value not in self.words():
            raise unknown(self.name, value, self.words())
        return str(value)

    def words(self) -> tuple[str, ...]:
        return tuple(self._table())


class ListType(ChoiceType):
    """Some of a few words, with commas; each once."""

    many = True

    def get_metavar(self, param: click.Parameter, ctx: click.Context) -> str:
        return ",".join(self.choices)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        if isinstance(value, tuple):
            return value
        return tuple(dict.fromkeys(super(ListType, self).convert(word, param, ctx) for word in value.split(",")))


class HostsType(WordType):
    """Hosts as ssh takes them, with commas; each once."""

    name = "hosts"
    many = True

    def get_metavar(self, param: click.Parameter, ctx: click.Context) -> str:
        return "A,B,C"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> tuple[str, ...]:
        if isinstance(value, tuple):
            return value
        hosts = tuple(dict.fromkeys(host.strip() for host in value.split(",")))
        for host in hosts:
            if not host or host.startswith("-") or len(host.split()) > 1:
                raise UsageError(f"{host!r} is not a host name", fix="type: --hosts a,b,c")
        return hosts


_SECONDS = {"": 1.0, "s": 1.0, "ms": 1e-3, "us": 1e-6, "min": 60.0}


class TimeType(WordType):
    """Seconds: 10, 10s, 500ms, 2min."""

    name = "seconds"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        if isinstance(value, float):
            return value
        found = re.fullmatch(r"(\d+(?:\.\d+)?)\s*([a-z]*)", value.strip())
        if not found or found[2] not in _SECONDS:
            raise UsageError(f"time {value!r} is not a number of seconds", fix="type it like 10s or 500ms")
        seconds = float(found[1]) * _SECONDS[found[2]]
        if seconds <= 0:
            raise UsageError(f"time {value!r} must be above zero", fix="type it like 10s")
        return seconds


_PERCENT = 0.01


class ShareType(WordType):
    """A share: 5% or 0.05."""

    name = "share"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        if isinstance(value, float):
            return value
        text = value.strip()
        found = re.fullmatch(r"(\d+(?:\.\d+)?)(%?)", text)
        share = float(found[1]) * (_PERCENT if found[2] else 1) if found else 0.0
        if not 0 < share < 1:
            raise UsageError(f"threshold {value!r} is not a share between 0 and 100 %", fix="type it like 5%")
        return share


class NumbersType(WordType):
    """A whole number or a list of them: 4 or 2,4,6. Which of them can be depends on the question."""

    many = True

    def __init__(self, name: str, what: str, like: str) -> None:
        self.name = name
        self._what, self._like = what, like

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> tuple[int, ...]:
        if isinstance(value, tuple):
            return value
        words = value.split(",")
        if not all(word.strip().isdecimal() for word in words):
            raise UsageError(f"{value!r} is not a {self._what} or a list of them", fix=f"type it like {self._like}")
        return tuple(int(word) for word in words)
