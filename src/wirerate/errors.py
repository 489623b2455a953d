# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The errors that wirerate raises, each with its exit status and what to type next."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

from wirerate.synonyms import hint

_SIMILARITY = 0.65  # minimum similarity of a suggestion: "opensl" suggests openssl, "wolfssl" does not

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
    """Base of all errors that wirerate raises on purpose: `str()` says what happened and why, `.fix` what to type.

    Both texts may name a field of a question as ‹name› or ‹name=value›. Such a field is shown as Python source, unless
    `spell` replaces it with a command-line option.
    """

    exit_code = EXIT_OUTPUT

    def __init__(self, message: str, *, fix: str = "") -> None:
        super().__init__(message)
        self._texts = message, fix
        self.spell(_in_python)

    def spell(self, field: Callable[[str, str], str]) -> None:
        """Write every ‹field=value› in the message and the fix as `field(name, value)` returns it."""
        message, self.fix = (_FIELD.sub(lambda match: field(match[1], match[2] or ""), text) for text in self._texts)
        self.args = (message,)


class UsageError(Error):
    """The question cannot be answered: an unknown name, a bad size, an unreadable run file."""

    exit_code = EXIT_USAGE


class LengthError(UsageError, ValueError):
    """A key, tag, nonce or output buffer has the wrong length; the message states both lengths."""

    def __init__(self, buffer: str, required: str, length: int) -> None:
        super().__init__(f"{buffer} must be {required} long, not {length} bytes", fix=f"pass {required}")


class BytesError(UsageError, TypeError):
    """An argument is not contiguous bytes: text, a number, or a strided view of a buffer."""

    def __init__(self, data: object) -> None:
        fix = "encode it first: text.encode()" if isinstance(data, str) else "pass bytes(…)"
        super().__init__(f"contiguous bytes are required, not {type(data).__name__}", fix=fix)


class CopyError(UsageError, TypeError):
    """Raised for an attempt to pickle a key, an unfinished message or a security association, or to copy one that
    cannot be copied."""


class MissingError(Error):
    """A tool, a peer library or a host that the question needs is absent or failed."""

    exit_code = EXIT_MISSING


class InterpreterError(MissingError, ImportError):
    """The extension cannot load in an isolated subinterpreter (CPython 3.12 and later)."""


class ConfigurationError(UsageError):
    """A firmware configuration does not compile or link; the message has the compiler's first error."""


class EmulationError(MissingError):
    """Emulated code faulted, did not end or returned a wrong result; the message names function and address."""


class OutputError(Error):
    """A result could not be written. The measurements themselves are kept."""

    exit_code = EXIT_OUTPUT


class Interrupted(Error):
    """The user interrupted the command. Finished rounds are kept, and the run is marked partial."""

    exit_code = EXIT_INTERRUPTED


def _in_python(name: str, value: str) -> str:
    """Return a field as Python source: 84M becomes 84000000, "84M" stays text, [a,b] becomes a list."""
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
    """Return the pip command that installs wirerate with an extra, from a clone, because wirerate is on no package
    index."""
    words = " ".join(("pip install", *options))
    return f"in a clone of wirerate, type: {words} " + (f"'.[{extra}]'" if extra else ".")


def worst(exit_codes: Iterable[int]) -> int:
    """Return the worst of several exit statuses, in the order 130, 2, 4, 5, 1, 3, 0; 0 for none."""
    return min(exit_codes, key=_WORST_FIRST.index, default=EXIT_OK)


def nearest(word: str, words: Iterable[str]) -> str | None:
    """Return the word of `words` that a mistyped `word` resembles most, or None if none is similar enough."""
    import difflib  # imported here, because only a mistyped word needs it

    lowered = {candidate.lower(): candidate for candidate in words}
    matches = difflib.get_close_matches(word.lower(), lowered, n=1, cutoff=_SIMILARITY)
    return lowered[matches[0]] if matches else None


def unknown(kind: str, word: str, words: Iterable[str], see: str = "") -> UsageError:
    """Return the error for a word that is none of `words`, with a suggestion.

    The suggestion is the hint for a known synonym, else the most similar word, else the words with the same beginning,
    else `see`, a command that lists the words, else all of them.
    """
    valid = list(words)
    near = nearest(word, valid)
    same_beginning = [candidate for candidate in valid if word and candidate.startswith(word)]
    several = [part.strip() for part in word.split(",")]
    if len(several) > 1 and set(several) <= set(valid):
        fix = f"separate them by spaces: {' '.join(several)}"
    elif near:
        fix = f"did you mean {near}?"
    elif same_beginning or not see:
        fix = "one of: " + ", ".join(same_beginning or valid)
    else:
        fix = f"type: {see}"
    return UsageError(f"unknown {kind} {word!r}", fix=hint(kind, word) or fix)
