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
    """Those of one table; none where there is no such table."""
    folder = folder or FOLDER
    packed = folder / f"{name}{_PACKED}"
    return [decode(line) for line in (_unpacked(packed) if packed.exists() else table(name, folder).lines())]


def table(name: str, folder: Path) -> LineFile:
    """One that is not packed; those that are added to lie in a checkout."""
    return LineFile(folder / f"{name}{_PLAIN}", fix="work in a checkout that you may write")


def packed(prefix: str) -> set[str]:
    """Which packed tables there are, by what follows the prefix."""
    return {path.name[len(prefix) : -len(_PACKED)] for path in FOLDER.glob(f"{prefix}*{_PACKED}")}


def pack(lines: Path, name: str, folder: Path) -> None:
    """Makes those lines a packed table of that folder."""
    import lzma

    content = lzma.compress(lines.read_bytes(), preset=9 | lzma.PRESET_EXTREME)
    (folder / f"{name}{_PACKED}").write_bytes(content)


def _unpacked(path: Path) -> list[bytes]:
    try:
        import lzma
    except ImportError as error:
        raise MissingError(
            "the stored results are packed with xz, and this Python was built without lzma",
            fix="use your system's Python, or build this one again with liblzma's headers",
        ) from error
    return lzma.decompress(path.read_bytes()).splitlines()
