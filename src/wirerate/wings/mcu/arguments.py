# SPDX-License-Identifier: Apache-2.0 OR MIT
"""What a function of a program is called with, as a user writes it: `16,0x20,key=buffer:64,hex:00ff,key`."""

from __future__ import annotations

import re
from dataclasses import dataclass

from wirerate.errors import UsageError

_MOST, _MOST_BUFFER = 16, 1 << 19
_NAME = r"[A-Za-z_]\w*"
_BUFFER = re.compile(rf"(?:({_NAME})=)?buffer:(\d+)")
_BYTES = re.compile(rf"(?:({_NAME})=)?hex:((?:[0-9a-fA-F]{{2}})*)")
_CALL = re.compile(r"\s*([^\s()]+)\s*(?:\((.*)\))?\s*")


@dataclass(frozen=True)
class Buffer:
    """Memory of its own with this content; what it is called, if other arguments are to be the same memory."""

    content: bytes
    name: str = ""


@dataclass(frozen=True)
class Named:
    """A buffer of that name or, where there is none, a variable of the program."""

    name: str


Argument = int | Buffer | Named


def parse_arguments(text: str) -> list[Argument]:
    """Words; buffers of so many zero bytes, or with content; a name, for the address of what is called so."""
    words = [word.strip() for word in text.split(",")] if text.strip() else []
    if len(words) > _MOST:
        raise UsageError(f"{len(words)} arguments", fix=f"pass up to {_MOST}")
    return [_argument(word) for word in words]


def parse_call(text: str) -> tuple[str, list[Argument]]:
    """`keypair(pk=buffer:800,sk=buffer:1632)`, or a function's name alone."""
    found = _CALL.fullmatch(text)
    if not found:
        raise UsageError(f"{text!r} is not a call", fix="type FUNCTION or 'FUNCTION(ARGUMENTS)', in quotes")
    return found[1], parse_arguments(found[2] or "")


def _argument(word: str) -> Argument:
    if found := _BUFFER.fullmatch(word):
        if int(found[2]) > _MOST_BUFFER:
            raise UsageError(f"a buffer of {found[2]} bytes", fix=f"pass up to {_MOST_BUFFER}")
        return Buffer(bytes(int(found[2])), found[1] or "")
    if found := _BYTES.fullmatch(word):
        return Buffer(bytes.fromhex(found[2]), found[1] or "")
    if re.fullmatch(_NAME, word):
        return Named(word)
    try:
        return _word(int(word, 0))
    except ValueError:
        fix = "pass numbers, buffer:BYTES, hex:CONTENT or a name, as in 'key=buffer:64,16,0x20'"
        raise UsageError(f"{word!r} is not an argument", fix=fix) from None


def _word(value: int) -> int:
    if not -(1 << 31) <= value < 1 << 32:
        raise UsageError(f"{value} does not fit into a register", fix="pass 32 bits; a longer number is two arguments")
    return value
