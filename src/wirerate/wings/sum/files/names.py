# SPDX-License-Identifier: Apache-2.0 OR MIT
"""File names as bytes on their way into lines: GNU's escapes in check files, and its quotes in messages."""

from __future__ import annotations

import os
import re
import unicodedata

_ESCAPES = {b"\\": b"\\\\", b"\n": b"\\n", b"\r": b"\\r"}
_UNESCAPES = {escape: char for char, escape in _ESCAPES.items()}
_PROBLEMATIC = re.compile(rb"[\\\n\r]")
_ESCAPED = re.compile(rb"\\.?", re.DOTALL)


def is_problematic(name: bytes) -> bool:
    """Whether a line can hold the name only in escapes, and then begins with a backslash."""
    return _PROBLEMATIC.search(name) is not None


def escape(name: bytes) -> bytes:
    """Newline, carriage return and backslash as two characters each."""
    return _PROBLEMATIC.sub(lambda found: _ESCAPES[found[0]], name)


def unescape(name: bytes) -> bytes | None:
    r"""The name again; None where a backslash is followed by none of `n`, `r`, backslash, or a NUL is in it."""
    if b"\0" in name or any(found not in _UNESCAPES for found in _ESCAPED.findall(name)):
        return None
    return _ESCAPED.sub(lambda found: _UNESCAPES[found[0]], name)


# GNU's quotearg, style shell-escape, with the colon quoted too as it ends the name in a message: what a shell would
# take as something else stands in quotes, what no terminal can show in $'...'.
_PLAIN = re.compile(rb"[%+,\-./0-9A-Z\]_a-z@{}#~]+")
_ALONE = (b"{", b"}")
_LETTERS = {7: "a", 8: "b", 12: "f", 10: "n", 13: "r", 9: "t", 11: "v"}
_BETWEEN_DOUBLE_QUOTES = re.compile(r"[#~]?[ '%+,\-./0-9:A-Z\]_a-z\x80-\U0010ffff]*")


def quoted(name: bytes) -> bytes:
    """The name as GNU's tools show it in an error message."""
    if _PLAIN.fullmatch(name) and name not in _ALONE and name[:1] not in (b"#", b"~"):
        return name
    pieces = _pieces(name)
    text = "".join(piece for piece, shown in pieces if shown)
    if all(shown for _, shown in pieces):
        if text and not re.search(r"""[?\\ !"$&()*;<=>\[^`|':]""", text) and text[0] not in "#~" and name not in _ALONE:
            return name  # beyond ASCII, and printable
        if "'" in text and _BETWEEN_DOUBLE_QUOTES.fullmatch(text):
            return b'"' + name + b'"'
    return _single_quoted(pieces)


def _pieces(name: bytes) -> list[tuple[str, bool]]:
    """Characters that can be shown, and for those that cannot, escapes of their bytes."""
    pieces = []
    for char in name.decode("utf-8" if _utf8() else "ascii", "surrogateescape"):
        if _printable(char):
            pieces.append((char, True))
        elif ord(char) in _LETTERS:
            pieces.append(("\\" + _LETTERS[ord(char)], False))
        else:
            pieces += [(f"\\{byte:03o}", False) for byte in char.encode("utf-8", "surrogateescape")]
    return pieces


def _printable(char: str) -> bool:
    """As the C library's iswprint: all but controls, halves of pairs, separators of lines, and what is not assigned."""
    return unicodedata.category(char) not in ("Cc", "Cs", "Zl", "Zp", "Cn")


def _utf8() -> bool:
    """As setlocale would find it: of the variables the first that is not empty."""
    named = next((value for name in ("LC_ALL", "LC_CTYPE", "LANG") if (value := os.environ.get(name))), "C")
    return named.lower().replace("-", "").partition(".")[2].startswith("utf8")


def _single_quoted(pieces: list[tuple[str, bool]]) -> bytes:
    # GNU reads a name with a quote in it twice, and begins the second time as the first one ended.
    escaping = not pieces[-1][1] and ("'", True) in pieces if pieces else False
    out = "'"
    for piece, shown in pieces:
        if not shown:
            out += piece if escaping else f"'$'{piece}"
            escaping = True
        elif piece == "'":
            out += "'\\''"
            escaping = False
        else:
            out += f"''{piece}" if escaping else piece
            escaping = False
    return (out + "'").encode("utf-8", "surrogateescape")
