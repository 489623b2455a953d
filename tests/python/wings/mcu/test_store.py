"""Stored tables: compressed rows, added rows, and both merged."""

from __future__ import annotations

from pathlib import Path

import pytest

from wirerate.wings.mcu.counted_runs import Counted, Made, Point
from wirerate.wings.mcu.store import Table


def row(code: str) -> Point:
    return Point(code=code, core="cortex-m0", counted=Counted(), made=Made())


def table(folder: Path) -> Table[Point]:
    return Table("table", Point, folder)


def stored(folder: Path) -> list[Point]:
    return list(table(folder).rows())


def test_added_rows_count_at_once_and_are_merged(tmp_path: Path) -> None:
    assert stored(tmp_path) == []
    for lines in ([row("one"), row("two")], [row("three")]):
        before = stored(tmp_path)
        for line in lines:
            table(tmp_path).add(line)
        assert stored(tmp_path) == [*before, *lines]
        table(tmp_path).fold()
        assert [path.name for path in tmp_path.iterdir()] == ["table.jsonl.xz"]
        assert stored(tmp_path) == [*before, *lines]


def test_nothing_added_changes_nothing(tmp_path: Path) -> None:
    table(tmp_path).fold()
    assert not list(tmp_path.iterdir())
    table(tmp_path).add(row("one"))
    table(tmp_path).fold()
    content = (tmp_path / "table.jsonl.xz").read_bytes()
    table(tmp_path).fold()
    assert (tmp_path / "table.jsonl.xz").read_bytes() == content


def test_packing_that_is_stopped_leaves_the_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    table(tmp_path).add(row("one"))
    table(tmp_path).fold()
    table(tmp_path).add(row("two"))

    def stopped(path: Path, content: bytes) -> int:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(Path, "write_bytes", stopped)
        with pytest.raises(KeyboardInterrupt):
            table(tmp_path).fold()
    assert stored(tmp_path) == [row("one"), row("two")]
