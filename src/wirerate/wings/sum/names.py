# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Names of files as bytes, as the system has them: from trees and from lists, without those that are not wanted; and on
their way into lines, with GNU's escapes in check files and its quotes in messages."""

from __future__ import annotations

import contextlib
import errno
import fnmatch
import os
import re
import stat
import sys
import threading
import unicodedata
from collections.abc import Callable, Iterable, Iterator
from typing import BinaryIO

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


# ---- from trees and lists ----

_CHUNK = 1 << 16
_URL = re.compile(r"([a-z][a-z0-9+.-]*)(?:::[a-z0-9+.-]+)*://", re.IGNORECASE)

Failed = Callable[[bytes, OSError], object]


def is_url(word: str) -> bool:
    """s3://bucket/prefix, file:///srv, memory://…: anything that fsspec may know."""
    return bool(_URL.match(word))


class Unwanted:
    """Names that match a glob: one with a slash is held against the whole path, others against its last part."""

    def __init__(self, globs: Iterable[bytes]) -> None:
        globs = list(globs)
        self._paths = [_regex(glob) for glob in globs if b"/" in glob]
        self._names = [_regex(glob) for glob in globs if b"/" not in glob]

    def __call__(self, path: bytes) -> bool:
        name = path.rpartition(b"/")[2]
        return any(glob.match(name) for glob in self._names) or any(glob.match(path) for glob in self._paths)


def _regex(glob: bytes) -> re.Pattern[bytes]:
    return re.compile(fnmatch.translate(glob.decode("latin-1")).encode("latin-1"))


def walk(path: bytes, unwanted: Unwanted, failed: Failed) -> Iterator[bytes]:
    """The path itself, or the regular files of the tree it is the root of, each folder's in order of their bytes.

    Symbolic links inside the tree are left out, as are devices, sockets and pipes: a file is met once, and nothing
    blocks. `failed` hears of folders that cannot be read.
    """
    if not os.path.isdir(path):
        yield path
        return
    folders = [path]
    while folders:
        folder = folders.pop()
        try:
            with os.scandir(folder) as found:
                entries = sorted(found, key=lambda entry: entry.name)
        except OSError as error:
            failed(folder, error)
            continue
        wanted = [entry for entry in entries if not unwanted(entry.path)]
        yield from (entry.path for entry in wanted if entry.is_file(follow_symlinks=False))
        folders += [entry.path for entry in reversed(wanted) if entry.is_dir(follow_symlinks=False)]


def listed(stream: BinaryIO) -> Iterator[bytes]:
    """Names from a list: one to a line, or ended by NULs, as `find -print0` writes them, if there is any NUL in it."""
    held = stream.read(_CHUNK)
    end = b"\0" if b"\0" in held else b"\n"
    while held:
        *names, held = held.split(end)
        yield from (name for name in names if name)
        more = stream.read(_CHUNK)
        if not more:
            break
        held += more
    if held:
        yield held


class Total(threading.Thread):
    """Adds up the sizes of files while they are hashed, for the time left; `bytes` is None until all are known."""

    def __init__(self, paths: Iterable[bytes]) -> None:
        super().__init__(daemon=True)
        self.bytes: int | None = None
        self._paths = paths
        self.start()

    def run(self) -> None:
        self.bytes = sum(_size(path) for path in self._paths)


def _size(path: bytes) -> int:
    try:
        found = os.stat(path)
    except OSError:
        return 0
    return found.st_size if stat.S_ISREG(found.st_mode) else 0


# ---- standard input, which whoever started us may have closed ----


def standard_input() -> BinaryIO:
    """Where it is closed, the OSError that reading it would be."""
    if sys.stdin is None:
        raise OSError(errno.EBADF, os.strerror(errno.EBADF))
    return sys.stdin.buffer


def keep_closed() -> None:
    """Takes the number of a closed standard input, so that no file opened later is read as if it were that."""
    if sys.stdin is not None:
        return
    with contextlib.suppress(OSError):
        taken = os.open(os.devnull, os.O_WRONLY)  # reading it is "Bad file descriptor"
        if taken != 0:
            os.close(taken)
