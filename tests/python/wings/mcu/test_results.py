"""Stored tables: packed ones, what is added to them, and both folded into one."""

from __future__ import annotations

from pathlib import Path

import pytest

from wirerate.wings.mcu import results


def stored(folder: Path) -> list[bytes]:
    return results.rows("table", bytes, folder)


def test_what_is_added_counts_at_once_and_is_folded_in(tmp_path: Path) -> None:
    assert stored(tmp_path) == []
    for lines in ([b"one", b"two"], [b"three"]):
        before = stored(tmp_path)
        for line in lines:
            results.table("table", tmp_path).add(line)
        assert stored(tmp_path) == [*before, *lines]
        results.fold("table", tmp_path)
        assert [path.name for path in tmp_path.iterdir()] == ["table.jsonl.xz"]
        assert stored(tmp_path) == [*before, *lines]


def test_nothing_added_changes_nothing(tmp_path: Path) -> None:
    results.fold("table", tmp_path)
    assert not list(tmp_path.iterdir())
    results.table("table", tmp_path).add(b"one")
    results.fold("table", tmp_path)
    content = (tmp_path / "table.jsonl.xz").read_bytes()
    results.fold("table", tmp_path)
    assert (tmp_path / "table.jsonl.xz").read_bytes() == content


def test_packing_that_is_stopped_leaves_the_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    results.table("table", tmp_path).add(b"one")
    results.fold("table", tmp_path)
    results.table("table", tmp_path).add(b"two")

    def stopped(path: Path, content: bytes) -> int:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(Path, "write_bytes", stopped)
        with pytest.raises(KeyboardInterrupt):
            results.fold("table", tmp_path)
    assert stored(tmp_path) == [b"one", b"two"]
