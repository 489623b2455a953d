# SPDX-License-Identifier: Apache-2.0 OR MIT
"""What can go wrong, with the exit status it means and what to type next. No traceback reaches a user."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

from wirerate.meanings import meaning

_FRIEND = 0.65  # of the letters of two words in common: "opensl" and openssl, not "wolfssl"

EXIT_OK = 0
EXIT_NO = 1  # falls short, regressed, mismatch
EXIT_USAGE = 2
EXIT_CANNOT_TELL = 3
EXIT_MISSING = 4  # a tool, peer or host is missing or failed
EXIT_OUTPUT = 5  # output or internal failure
EXIT_INTERRUPTED = 130

_FIELD = re.compile(r"‹(\w+)(?:=([^›]*))?›")
_SCALED = re.compile(r"(\d+(?:\.\d+)?)(k|M|G|Ki|Mi|Gi)?")
_SCALES = {"k": 1e3, "M": 1e6, "G": 1e9, "Ki": 1 << 10, "Mi": 1 << 20, "Gi": 1 << 30}

_WORST_FIRST = (EXIT_INTERRUPTED, EXIT_USAGE, EXIT_MISSING, EXIT_OUTPUT, EXIT_NO, EXIT_CANNOT_TELL, EXIT_OK)


class Error(Exception):
    """Base of everything raised on purpose: `str()` says what happened and why it matters, `.fix` what to type.

    Fields of a question stand in both as ‹name› or ‹name=value›, and are spelled for Python unless `spell` says how
    else.
    """

    exit_code = EXIT_OUTPUT

    def __init__(self, message: str, *, fix: str = "") -> None:
        super().__init__(message)
        self._words = message, fix
        self.spell(_in_python)

    def spell(self, field: Callable[[str, str], str]) -> None:
        """Says the same with each field, and its value or "", as `field` has it."""
        message, self.fix = (_FIELD.sub(lambda each: field(each[1], each[2] or ""), words) for words in self._words)
        self.args = (message,)


class UsageError(Error):
    """The question was put wrongly: an unknown name, a bad size, an unreadable run file."""

    exit_code = EXIT_USAGE


class LengthError(UsageError, ValueError):
    """A key, tag, nonce or output buffer of the wrong length; the message carries both lengths."""

    def __init__(self, what: str, wanted: str, got: int) -> None:
        super().__init__(f"{what} must be {wanted} long, not {got} bytes", fix=f"pass {wanted}")


class BytesError(UsageError, TypeError):
    """Something that is not contiguous bytes in memory: text, a number, every second byte of a buffer."""

    def __init__(self, data: object) -> None:
        fix = "encode it first: text.encode()" if isinstance(data, str) else "pass bytes(…) of it"
        super().__init__(f"contiguous bytes are needed, not {type(data).__name__}", fix=fix)


class CopyError(UsageError, TypeError):
    """A key, a message in progress or a security association that was to be pickled, or to be two."""


class MissingError(Error):
    """A tool, peer library or host that the question needs is absent or failed."""

    exit_code = EXIT_MISSING


class InterpreterError(MissingError, ImportError):
    """The package was used in an isolated subinterpreter (CPython 3.12 and later), where its extensions do not load."""


class ConfigurationError(UsageError):
    """A configuration of firmware that does not compile or link: the message carries the compiler's first error."""


class EmulationError(MissingError):
    """A fault, an endless loop or a wrong result in the emulator: names function and address, and there is no time."""


class OutputError(Error):
    """A result could not be written; what was measured is not lost with it."""

    exit_code = EXIT_OUTPUT


class Interrupted(Error):
    """The user stopped it; finished rounds are kept and called partial."""

    exit_code = EXIT_INTERRUPTED


def _in_python(name: str, value: str) -> str:
    """84M of the command line is the number that it stands for, "84M" the text; a value in brackets is a list."""
    if not value or value.startswith('"'):
        return f"{name}={value}".rstrip("=")
    if value.startswith("["):
        words = ", ".join(word if word.isdigit() else f'"{word}"' for word in value[1:-1].split(","))
        return f"{name}=[{words}]"
    scaled = _SCALED.fullmatch(value)
    if scaled:
        number = float(scaled[1]) * _SCALES[scaled[2]] if scaled[2] else float(scaled[1])
        return f"{name}={int(number) if number.is_integer() else number}"
    return f"{name}={value}" if value in ("True", "False") else f'{name}="{value}"'


def install(extra: str = "", *options: str) -> str:
    """How this package comes into an environment, with an extra: its name is in no index, and others could take it."""
    words = " ".join(("pip install", *options))
    return f"in a clone of wirerate, type: {words} " + (f"'.[{extra}]'" if extra else ".")


def worst(exit_codes: Iterable[int]) -> int:
    """The one exit status for several outcomes: 130, then 2 4 5 1 3 0. Nothing at all is 0."""
    return min(exit_codes, key=_WORST_FIRST.index, default=EXIT_OK)


def nearest(word: str, words: Iterable[str]) -> str | None:
    """The valid word that a mistyped one was meant as; None where letters alone make none of them a friend."""
    import difflib  # for who mistypes only

    lowered = {candidate.lower(): candidate for candidate in words}
    found = difflib.get_close_matches(word.lower(), lowered, n=1, cutoff=_FRIEND)
    return lowered[found[0]] if found else None


def unknown(what: str, word: str, words: Iterable[str], listed: Iterable[str] = ()) -> UsageError:
    """The error for a word outside a closed list: names it, and what to type by its meaning, else by its letters.
    `listed` is a shorter list of the same, for one who is near none of them."""
    valid = list(words)
    near = nearest(word, valid)
    begun = [each for each in valid if word and each.startswith(word)]
    fix = meaning(what, word) or (
        f"did you mean {near}?" if near else "one of: " + ", ".join(begun or list(listed) or valid)
    )
    return UsageError(f"unknown {what} {word!r}", fix=fix)
