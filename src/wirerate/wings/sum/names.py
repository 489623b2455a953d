# SPDX-License-Identifier: Apache-2.0 OR MIT
"""File names as bytes: read them from trees and lists, filter them by globs, escape them for check files and quote them
for messages, as GNU does."""

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
    """Return whether the name must be escaped in a line, which then begins with a backslash."""
    return _PROBLEMATIC.search(name) is not None


def escape(name: bytes) -> bytes:
    """Escape newlines, carriage returns and backslashes."""
    return _PROBLEMATIC.sub(lambda match: _ESCAPES[match[0]], name)


def unescape(name: bytes) -> bytes | None:
    r"""Return the original name, or None if a backslash precedes anything but `n`, `r` or a backslash, or if the name
    contains a NUL."""
    if b"\0" in name or any(pair not in _UNESCAPES for pair in _ESCAPED.findall(name)):
        return None
    return _ESCAPED.sub(lambda match: _UNESCAPES[match[0]], name)


# As GNU's quotearg in the style shell-escape: characters special to a shell are quoted, and unprintable ones become
# $'...'. Colons are also quoted, because a colon ends the name in messages.
_PLAIN = re.compile(rb"[%+,\-./0-9A-Z\]_a-z@{}#~]+")
_ALONE = (b"{", b"}")
_LETTERS = {7: "a", 8: "b", 12: "f", 10: "n", 13: "r", 9: "t", 11: "v"}
_BETWEEN_DOUBLE_QUOTES = re.compile(r"[#~]?[ '%+,\-./0-9:A-Z\]_a-z\x80-\U0010ffff]*")


def quoted(name: bytes) -> bytes:
    """Return the name as GNU's tools show it in error messages."""
    if _PLAIN.fullmatch(name) and name not in _ALONE and name[:1] not in (b"#", b"~"):
        return name
    pieces = _pieces(name)
    text = "".join(piece for piece, shown in pieces if shown)
    if all(shown for _, shown in pieces):
        if text and not re.search(r"""[?\\ !"$&()*;<=>\[^`|':]""", text) and text[0] not in "#~" and name not in _ALONE:
            return name  # all characters are printable, some are not ASCII
        if "'" in text and _BETWEEN_DOUBLE_QUOTES.fullmatch(text):
            return b'"' + name + b'"'
    return _single_quoted(pieces)


def _pieces(name: bytes) -> list[tuple[str, bool]]:
    """Return (text, printable) pairs: printable characters, and escapes for the bytes of all other characters."""
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
    """Return whether the C library's iswprint accepts the character: no control, surrogate, line separator or
    unassigned character."""
    return unicodedata.category(char) not in ("Cc", "Cs", "Zl", "Zp", "Cn")


def _utf8() -> bool:
    """Return whether the locale is UTF-8, by the first variable that is not empty, as in setlocale."""
    named = next((value for name in ("LC_ALL", "LC_CTYPE", "LANG") if (value := os.environ.get(name))), "C")
    return named.lower().replace("-", "").partition(".")[2].startswith("utf8")


def _single_quoted(pieces: list[tuple[str, bool]]) -> bytes:
    # GNU scans a name with a quote twice; the second pass starts in the state in which the first ended.
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


# ---- trees and lists ----

_CHUNK = 1 << 16
_URL = re.compile(r"([a-z][a-z0-9+.-]*)(?:::[a-z0-9+.-]+)*://", re.IGNORECASE)

Failed = Callable[[bytes, OSError], object]


def is_url(word: str) -> bool:
    """Return whether the word has the form of a URL that fsspec may support, such as s3://bucket/prefix."""
    return bool(_URL.match(word))


class Unwanted:
    """Tests whether a path matches a glob. A glob without a slash is matched with the last part of the path only."""

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
    """Yield the path itself, or if it is a folder, the regular files in its tree, sorted by bytes within a folder.

    Symbolic links, devices, sockets and pipes in the tree are skipped, so that no file appears twice and no read
    blocks. `failed` is called with folders that cannot be read.
    """
    if not os.path.isdir(path):
        yield path
        return
    folders = [path]
    while folders:
        folder = folders.pop()
        try:
            with os.scandir(folder) as content:
                entries = sorted(content, key=lambda entry: entry.name)
        except OSError as error:
            failed(folder, error)
            continue
        wanted = [entry for entry in entries if not unwanted(entry.path)]
        yield from (entry.path for entry in wanted if entry.is_file(follow_symlinks=False))
        folders += [entry.path for entry in reversed(wanted) if entry.is_dir(follow_symlinks=False)]


def listed(stream: BinaryIO) -> Iterator[bytes]:
    """Yield the names in a list. They end in NUL, as from `find -print0`, if the list contains a NUL, otherwise in
    newlines."""
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
    """Adds up file sizes in the background, to estimate the time left; `bytes` is None until all sizes are known."""

    def __init__(self, paths: Iterable[bytes]) -> None:
        super().__init__(daemon=True)
        self.bytes: int | None = None
        self._paths = paths
        self.start()

    def run(self) -> None:
        self.bytes = sum(_size(path) for path in self._paths)


def _size(path: bytes) -> int:
    try:
        status = os.stat(path)
    except OSError:
        return 0
    return status.st_size if stat.S_ISREG(status.st_mode) else 0


# ---- standard input ----


def standard_input() -> BinaryIO:
    """Return standard input; if it is closed, raise the OSError that reading it would raise."""
    if sys.stdin is None:
        raise OSError(errno.EBADF, os.strerror(errno.EBADF))
    return sys.stdin.buffer


def keep_closed() -> None:
    """Occupy the descriptor of a closed standard input, so that no file opened later becomes standard input."""
    if sys.stdin is not None:
        return
    with contextlib.suppress(OSError):
        taken = os.open(os.devnull, os.O_WRONLY)  # not readable: "Bad file descriptor"
        if taken != 0:
            os.close(taken)
