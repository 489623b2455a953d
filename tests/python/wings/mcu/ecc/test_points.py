# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Tables of counts: packed as the project keeps its own, and read again."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from wirerate.errors import MissingError
from wirerate.wings.mcu import results
from wirerate.wings.mcu.ecc.points import Table, pack, stored, stored_versions


def test_a_packed_table_has_the_rows_of_the_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rows = stored("p256-m")
    table = Table(tmp_path / "rows.jsonl")
    for row in rows:
        table.add(row)
    monkeypatch.setattr(results, "FOLDER", tmp_path)
    pack(table, "again", tmp_path)
    assert stored_versions() == {"again"}
    assert stored("again") == rows != ()


def test_a_version_without_results_has_none() -> None:
    assert stored("2.99") == ()


def test_a_python_without_lzma_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    stored.cache_clear()
    monkeypatch.setitem(sys.modules, "lzma", None)
    with pytest.raises(MissingError, match="without lzma"):
        stored("p256-m")
