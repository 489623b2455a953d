"""A file of whole lines survives the end of its writing program at any moment."""

from __future__ import annotations

from pathlib import Path

import pytest

from wirerate.errors import OutputError
from wirerate.line_file import LineFile


def test_a_line_cut_off_anywhere_is_dropped_and_replaced(tmp_path: Path) -> None:
    path = tmp_path / "below" / "lines"
    file = LineFile(path, fix="")
    assert file.lines() == []
    for line in (b"one", b"two", b"three"):
        file.add(line)
    whole = path.read_bytes()
    assert whole == b"one\ntwo\nthree\n"
    for cut in range(len(whole)):
        path.write_bytes(whole[:cut])
        kept = LineFile(path, fix="").lines()
        assert kept == [b"one", b"two"][: whole[:cut].count(b"\n")]
        LineFile(path, fix="").add(b"four")
        assert LineFile(path, fix="").lines() == [*kept, b"four"]


def test_a_file_that_cannot_be_written_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(OutputError, match="cannot write") as caught:
        LineFile(tmp_path / "file" / "lines", fix="do this").add(b"line")
    assert caught.value.fix == "do this"
