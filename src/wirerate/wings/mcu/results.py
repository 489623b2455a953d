# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The project's own tables of what was run and checked: a row a line, as scripts/mcu_*.py and grids make them."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import TypeVar

from wirerate.errors import MissingError
from wirerate.line_file import LineFile

T = TypeVar("T")

FOLDER = Path(__file__).parents[2] / "catalogue" / "results"
_PLAIN, _PACKED = ".jsonl", ".jsonl.xz"  # packed: two thirds of what the same lines take in a wheel, which is deflated


def now() -> str:
    """As rows are dated: ISO 8601, UTC."""
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def rows(name: str, decode: Callable[[bytes], T], folder: Path | None = None) -> list[T]:
    """Those of one table, what was added to it and is not packed yet among them; none where there is no such table."""
    folder = folder or FOLDER
    return [decode(line) for line in (*_unpacked(folder / f"{name}{_PACKED}"), *table(name, folder).lines())]


def table(name: str, folder: Path) -> LineFile:
    """What is not packed of it: what is added goes there, in a checkout."""
    return LineFile(folder / f"{name}{_PLAIN}", fix="work in a checkout that you may write")


def packed(prefix: str) -> set[str]:
    """Which packed tables there are, by what follows the prefix."""
    return {path.name[len(prefix) : -len(_PACKED)] for path in FOLDER.glob(f"{prefix}*{_PACKED}")}


def pack(lines: Path, name: str, folder: Path) -> None:
    """Makes those lines a packed table of that folder."""
    _pack(lines.read_bytes(), folder / f"{name}{_PACKED}")


def fold(name: str, folder: Path) -> None:
    """Packs what was added to a table with what it has."""
    added, path = table(name, folder), folder / f"{name}{_PACKED}"
    if lines := added.lines():
        _pack(b"".join(line + b"\n" for line in (*_unpacked(path), *lines)), path)
        added.path.unlink()


def _pack(content: bytes, path: Path) -> None:
    import lzma

    partial = path.with_suffix(".partial")
    partial.write_bytes(lzma.compress(content, preset=9 | lzma.PRESET_EXTREME))
    partial.replace(path)


def _unpacked(path: Path) -> list[bytes]:
    if not path.exists():
        return []
    try:
        import lzma
    except ImportError as error:
        raise MissingError(
            "the stored results are packed with xz, and this Python was built without lzma",
            fix="use your system's Python, or build this one again with liblzma's headers",
        ) from error
    return lzma.decompress(path.read_bytes()).splitlines()
