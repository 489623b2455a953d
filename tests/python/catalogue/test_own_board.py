"""Boards from the user's file: accepted like wirerate's, or rejected with file, field and reason."""

from __future__ import annotations

from pathlib import Path

import pytest

from wirerate.catalogue.boards import BOARDS, board, board_template, own_board
from wirerate.errors import UsageError
from wirerate.wings.mcu.target import CORES

CURRENT = '[my-board.current]\nua_per_mhz = [240, 280]\nvolts = 3.3\nsource = "a datasheet"\n'


@pytest.fixture(autouse=True)
def known(monkeypatch: pytest.MonkeyPatch) -> None:
    """Remove a test's boards after it."""
    for name in ("my-board", "other"):
        monkeypatch.setitem(BOARDS, name, BOARDS["f401re"])
        monkeypatch.delitem(BOARDS, name)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "board.toml"
    path.write_text(board_template())
    return path


def test_the_template_is_a_board(file: Path) -> None:
    entry = own_board(str(file), tuple(CORES))
    assert (entry.name, entry.core, entry.ram_bytes) == ("my-board", "cortex-m4", 131072)
    assert board("My Board") is board("STM32F407VGT6") is entry
    assert entry.flash.wait_states_at(168e6) == 5
    assert entry.unverified() == ()
    assert "does not state a current" in entry.missing
    assert all(core in board_template() for core in CORES)
    assert own_board(str(file), tuple(CORES)) == entry, "read again, it is the same"


def test_with_a_current_it_has_energy_and_without_a_source_facts_to_check(file: Path) -> None:
    file.write_text(
        "\n".join(line for line in board_template().splitlines() if not line.startswith("source")) + "\n" + CURRENT
    )
    entry = own_board(str(file), tuple(CORES))
    assert entry.current is not None
    assert (entry.missing, entry.unverified()) == ("", ("memories", "flash"))


@pytest.mark.parametrize(
    ("line", "instead", "says"),
    [
        ("[my-board]", "[my-board", r"board.toml is not a board"),
        ("ram_bytes = 131_072", "", "missing required field `ram_bytes`"),
        ("ram_bytes = 131_072", 'ram_bytes = "128K"', r"Expected `int`.*ram_bytes"),
        ("ram_bytes = 131_072", "ram_byte = 131_072", "unknown field `ram_byte`"),
        ("ram_bytes = 131_072", "ram_bytes = 0", "ram_bytes = 0 is not above zero"),
        ('core = "cortex-m4" ', 'core = "cortex-m7" ', "cortex-m0, cortex-m0plus, cortex-m3, cortex-m4, cortex-m33"),
        ("clock_hz = 168_000_000", "clock_hz = 168_000_000_000", "clocks are in Hz"),
        ("clock_max_hz = 168_000_000", "clock_max_hz = 84_000_000", "below clock_hz"),
        ("[168_000_000, 5]", "[160_000_000, 5]", "end at 160000000 Hz"),
        ("[60_000_000, 1]", "[20_000_000, 1]", "with rising clocks"),
        ("[60_000_000, 1]", "[60_000_000, 4]", "with rising clocks"),
        ("line_bytes = 16", "line_bytes = 12", "line_bytes = 12 is not one of 4, 8, 16, 32, 64"),
        ("lines = 64 ", "lines = 0 ", "flash.lines must be 1 to 4096"),
        ("lines = 64 ", "fill_cycles = [9, 1]\nlines = 64 ", "fill_cycles must be"),
        ("lines = 64 ", "conflicts = -0.1\nlines = 64 ", "flash.conflicts"),
        ("lines = 64 ", "cache_bytes = 16_384\nlines = 64 ", "flash.cache_bytes must be"),
        ("lines = 64 ", "cache_bytes = 16_384\ncache_ways = 3\nlines = 64 ", "a power of two"),
        ("lines = 64 ", "cache_bytes = -16_384\ncache_ways = 2\nlines = 64 ", "flash.cache_bytes must be"),
        ("multiply_cycles = 1 ", "multiply_cycles = 2 ", "1 or 32"),
        ("[my-board.flash]", f"{CURRENT.replace('240', '300')}[my-board.flash]", "ua_per_mhz must be"),
    ],
)
def test_an_impossible_value_names_file_and_field(file: Path, line: str, instead: str, says: str) -> None:
    assert line in file.read_text()
    file.write_text(file.read_text().replace(line, instead, 1))
    with pytest.raises(UsageError, match=says) as caught:
        own_board(str(file), tuple(CORES))
    assert "board.toml" in str(caught.value)
    assert "mcu boards --template" in caught.value.fix
    assert "my-board" not in BOARDS


def test_one_board_a_file_under_a_name_of_its_own(file: Path) -> None:
    file.write_text(board_template() + board_template().replace("my-board", "other"))
    with pytest.raises(UsageError, match=r"2 boards \(my-board, other\)"):
        own_board(str(file), tuple(CORES))
    file.write_text("")
    with pytest.raises(UsageError, match="no board"):
        own_board(str(file), tuple(CORES))
    file.write_text(board_template().replace("my-board", "LPC1768"))
    with pytest.raises(UsageError, match="is already a name of wirerate's board lpc1768"):
        own_board(str(file), tuple(CORES))


def test_a_file_that_cannot_be_read(tmp_path: Path) -> None:
    (tmp_path / "bytes.toml").write_bytes(b"\xff\xfe\x00")
    for path, says in ((tmp_path / "absent.toml", "No such file"), (tmp_path, "Is a directory"),
                       (tmp_path / "bytes.toml", "is not a board")):  # fmt: skip
        with pytest.raises(UsageError, match=says):
            own_board(str(path), tuple(CORES))
