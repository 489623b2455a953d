# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The types of options and arguments. They call the parsers of other modules, and complete words in the shell."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable
from contextlib import suppress
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
    """A parameter type with one-line errors and shell completion."""

    many = False  # whether the option takes a list, separated by commas

    def words(self) -> tuple[str, ...]:
        """Return the words that the shell offers for an empty value."""
        return ()

    def continuations(self, word: str) -> Iterable[str]:
        """Return the possible completions of `word`."""
        return self.words()

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        """Complete the value, or the last word of a list. Words already in the list are not offered again."""
        from click.shell_completion import CompletionItem

        before, comma, word = incomplete.rpartition(",") if self.many else ("", "", incomplete)
        offered = [other for other in self.continuations(word) if other not in before.split(",")]
        return [CompletionItem(before + comma + other) for other in offered if other.startswith(word)]


class SubjectType(WordType):
    """An authenticator: ALGORITHM[@IMPLEMENTATION[/KERNEL]]."""

    name = "subject"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Subject:
        from wirerate.authenticators.subjects import Subject, parse_subject

        if isinstance(value, Subject):
            return value
        try:
            return parse_subject(value)
        except UsageError as error:
            if fix := _option_for(value, ctx):
                raise UsageError(str(error), fix=fix) from error
            raise

    def words(self) -> tuple[str, ...]:
        from wirerate.authenticators.subjects import ALGORITHMS

        return tuple(ALGORITHMS)

    def continuations(self, word: str) -> Iterable[str]:
        algorithm, at, _ = word.partition("@")
        return _implementations(algorithm) if at else self.words()


def _implementations(algorithm: str) -> Iterable[str]:
    """Yield the subjects of an algorithm, with every implementation and kernel; nothing for an unknown algorithm."""
    from wirerate.authenticators.subjects import KERNELS, parse_subject

    with suppress(UsageError):
        for implementation in parse_subject(algorithm).facts.implementations:
            yield f"{algorithm}@{implementation}"
            for kernel in KERNELS.get(implementation, ()):
                with suppress(UsageError):
                    yield str(parse_subject(f"{algorithm}@{implementation}/{kernel}"))


def _option_for(word: str, ctx: click.Context | None) -> str:
    """Return the fix for an implementation, link, packet mix or protocol typed in place of a subject, else ""."""
    from wirerate.authenticators.subjects import IMPLEMENTATIONS
    from wirerate.catalogue import PROTOCOLS
    from wirerate.links import link_names, packet_names

    if word.partition("/")[0] in IMPLEMENTATIONS:
        return f"put an algorithm before it: hmac-md5@{word}"
    words_by_option = {"--link": link_names(), "--packet": packet_names(), "--protocol": tuple(PROTOCOLS)}
    options = {spelling for param in (ctx.command.params if ctx else ()) for spelling in param.opts}
    fitting = (option for option, words in words_by_option.items() if option in options and word in words)
    return next((f"type {option} {word}" for option in fitting), "")


WHOLE_COMMANDS = "wirerate.whole_commands"  # key in the context's metadata that is set if both sides are command lines


class SideType(SubjectType):
    """One side of a comparison: subjects, a run file, or a command line after --.

    A library needs an algorithm before it (md5@./old.so), except on the second side, where @./new.so repeats the
    algorithms of the first.
    """

    name = "subject or run"
    many = True

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        from wirerate.authenticators.subjects import is_library_path, parse_subjects

        if not isinstance(value, str) or (ctx and ctx.meta.get(WHOLE_COMMANDS)):
            return value
        file = value.endswith((".jsonl", ".json")) or (is_library_path(value) and "@" not in value)
        if file or Path(value).is_file():
            return Path(value)
        first = ctx.params.get("a") if ctx else None
        return parse_subjects(value, first if isinstance(first, tuple) else ())

    def continuations(self, word: str) -> Iterable[str]:
        from wirerate.authenticators.subjects import IMPLEMENTATIONS

        return [f"@{name}" for name in IMPLEMENTATIONS] if word.startswith("@") else super().continuations(word)


class NumberType(WordType):
    """A whole number, decimal or 0x hexadecimal."""

    name = "number"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        try:
            return int(value, 0) if isinstance(value, str) else int(value)
        except ValueError as error:
            raise UsageError(f"{value!r} is not a number", fix="type it like 4096 or 0x1000") from error


class ReferenceType(SubjectType):
    """A reference subject, or only an implementation, which then computes the algorithm of every subject."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        return value if value in self._implementations() else super().convert(value, param, ctx)

    def words(self) -> tuple[str, ...]:
        return (*self._implementations(), *super().words())

    def _implementations(self) -> tuple[str, ...]:
        from wirerate.authenticators.subjects import IMPLEMENTATIONS

        return IMPLEMENTATIONS


class PositiveType(WordType):
    """A finite number above zero. (click's FloatRange accepts `nan` and `inf`.)"""

    name = "number"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        option = f"{param.opts[0]} " if param else ""
        try:
            number = float(value)
        except ValueError as error:
            raise UsageError(f"{option}{value!r} is not a number", fix="type it like 0.4 or 100") from error
        if not 0 < number < math.inf:
            raise UsageError(f"{option}{value!r} is not above zero and finite", fix="type it like 0.4 or 100")
        return number


class FractionType(PositiveType):
    """A finite number above zero, or a quotient of two: 512/66."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        numerator, slash, denominator = str(value).partition("/")
        number = super().convert(numerator, param, ctx)
        return number / super().convert(denominator, param, ctx) if slash else number


class LinksType(WordType):
    """A link or a list of links: 10G,25G."""

    many = True
    name = "link"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> tuple[str, ...]:
        from wirerate.links import parse_link

        return value if isinstance(value, tuple) else tuple(parse_link(word).name for word in value.split(","))

    def words(self) -> tuple[str, ...]:
        from wirerate.links import link_names

        return link_names()


class CheckedType(WordType):
    """Text that is checked by a parser and passed on unchanged: packets, frames, messages per second."""

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
    from wirerate import links

    return links


PACKETS = CheckedType("packets", lambda text: _links().parse_packets(text), lambda: _links().packet_names())
PACKET_LIST = CheckedType(
    "packets", lambda text: _links().parse_packet_list(text), lambda: _links().packet_names(), many=True
)
RECORD_LIST = CheckedType("bytes", lambda text: _links().parse_record_list(text), many=True)
FRAMES = CheckedType("bytes", lambda text: _links().parse_frames(text), many=True)
MESSAGES = CheckedType("messages", lambda text: _links().parse_messages(text))


class ProtocolType(WordType):
    """A protocol, with variants behind slashes: esp-gcm/transport/esn."""

    name = "protocol"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        from wirerate.catalogue import protocol

        return protocol(value).name

    def words(self) -> tuple[str, ...]:
        from wirerate.catalogue import PROTOCOLS

        return tuple(PROTOCOLS)

    def continuations(self, word: str) -> Iterable[str]:
        from wirerate.catalogue import PROTOCOLS

        before, slash, _ = word.rpartition("/")
        name, *variants = before.split("/")
        if not slash or name not in PROTOCOLS:
            return self.words()
        return [f"{before}/{variant}" for variant in PROTOCOLS[name].variants if variant not in variants]


class OverType(WordType):
    """An encapsulation, or a list of them from the outermost inwards: vlan,vxlan."""

    many = True
    name = "encapsulation"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> tuple[str, ...]:
        from wirerate.links import parse_over

        return value if isinstance(value, tuple) else parse_over(value)

    def words(self) -> tuple[str, ...]:
        from wirerate.links import OVER

        return tuple(OVER)


class SizesType(WordType):
    """A size in bytes or a list of sizes: 64,1500,64Ki."""

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
            raise UsageError(f"{value!r} is a list; give one size", fix="type it like 512Mi")
        return parse_size(value)


class ChoiceType(WordType):
    """A word from a fixed set. The error for any other word suggests the most similar one."""

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
    """A name from a table that is loaded only when needed."""

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
    """A list of words from a fixed set; repeated words count once."""

    many = True

    def get_metavar(self, param: click.Parameter, ctx: click.Context) -> str:
        return ",".join(self.choices)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        if isinstance(value, tuple):
            return value
        return tuple(dict.fromkeys(super(ListType, self).convert(word, param, ctx) for word in value.split(",")))


class HostsType(WordType):
    """A list of hosts, each as ssh accepts it; repeated hosts count once."""

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
    """A time in seconds: 10, 10s, 500ms, 2min."""

    name = "seconds"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        if isinstance(value, float):
            return value
        match = re.fullmatch(r"(\d+(?:\.\d+)?)\s*([a-z]*)", value.strip())
        if not match or match[2] not in _SECONDS:
            raise UsageError(f"time {value!r} is not a number of seconds", fix="type it like 10s or 500ms")
        seconds = float(match[1]) * _SECONDS[match[2]]
        if seconds <= 0:
            raise UsageError(f"time {value!r} must be above zero", fix="type it like 10s")
        return seconds


_PERCENT = 0.01


class ShareType(WordType):
    """A share between 0 and 1: 5% or 0.05."""

    name = "share"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        if isinstance(value, float):
            return value
        text = value.strip()
        match = re.fullmatch(r"(\d+(?:\.\d+)?)(%?)", text)
        share = float(match[1]) * (_PERCENT if match[2] else 1) if match else 0.0
        if not 0 < share < 1:
            raise UsageError(f"threshold {value!r} is not a share between 0 and 100 %", fix="type it like 5%")
        return share


class NumbersType(WordType):
    """A list of whole numbers: 4 or 2,4,6. `singular` and `example` are for the error message."""

    many = True

    def __init__(self, name: str, singular: str, example: str) -> None:
        self.name = name
        self._singular, self._example = singular, example

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> tuple[int, ...]:
        if isinstance(value, tuple):
            return value
        words = value.split(",")
        if not all(word.strip().isdecimal() for word in words):
            raise UsageError(
                f"{value!r} is not a {self._singular} or a list of them", fix=f"type it like {self._example}"
            )
        return tuple(int(word) for word in words)
