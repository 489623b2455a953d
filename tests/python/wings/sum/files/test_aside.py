"""What is set aside comes back in order, twice, also when it is more than fits in memory."""

from __future__ import annotations

import tempfile
from pathlib import Path

import pytest

from wirerate.wings.sum.files.aside import Aside


@pytest.mark.parametrize("count", [1, 20_000])
def test_in_order_and_again(count: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    aside: Aside[tuple[int, bytes]] = Aside()
    assert not aside
    things = [(number, b"x" * 100) for number in range(count)]
    for thing in things:
        aside.add(thing)
    assert aside
    assert list(aside) == list(aside) == things
    assert [pair for pair in zip(aside, aside, strict=True) if pair[0] != pair[1]] == []  # two readers at a time
    assert list(tmp_path.iterdir()) == []  # no name that a killed run could leave
