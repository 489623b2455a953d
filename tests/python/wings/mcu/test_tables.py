# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Tables of counts: written compressed and read again."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from wirerate.errors import MissingError
from wirerate.wings.mcu import store
from wirerate.wings.mcu.counted_runs import Point
from wirerate.wings.mcu.store import Table, on_curves, stored


def test_a_packed_table_has_the_rows_of_the_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rows = stored(on_curves("p256-m"))
    table = Table("rows", Point, tmp_path)
    for row in rows.values():
        table.add(row)
    monkeypatch.setattr(store, "FOLDER", tmp_path)
    Table(on_curves("again"), Point).replace(table.path)
    assert [path.name for path in tmp_path.glob("mcu-ecc-*")] == ["mcu-ecc-again.jsonl.xz"]
    assert stored(on_curves("again")) == rows != {}


def test_a_version_without_results_has_none() -> None:
    assert stored(on_curves("2.99")) == {}


def test_a_python_without_lzma_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    stored.cache_clear()
    monkeypatch.setitem(sys.modules, "lzma", None)
    with pytest.raises(MissingError, match="without lzma"):
        stored(on_curves("p256-m"))
