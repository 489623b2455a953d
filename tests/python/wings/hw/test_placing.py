"""The real tools on the small circuits and one core: what comes out, that nothing is made twice, that areas stay."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from wirerate.errors import MissingError, install
from wirerate.graph.verilog.cores import core
from wirerate.wings.hw import tools
from wirerate.wings.hw.formulas import BENCHES
from wirerate.wings.hw.parts import part
from wirerate.wings.hw.placements import Table, of_core, stored
from wirerate.wings.hw.placing import place
from wirerate.wings.hw.tools import placer, synthesizer

PART = part("ecp5-85k")
SMALL = (*BENCHES, "md5-overlapped")
AREA = 0.03  # how far area may move between versions of the tools
SLOWER = 0.15  # how far the clock may fall: seeds alone move it by 8 %


@pytest.fixture
def _tools() -> None:
    try:
        synthesizer()
        placer()
    except MissingError as error:
        pytest.skip(f"{error}: {error.fix}")


@pytest.mark.usefixtures("_tools")
@pytest.mark.parametrize("name", SMALL)
def test_a_core_is_placed_as_it_was_stored(name: str, tmp_path: Path) -> None:
    one, table = core(name), Table(tmp_path / "table.jsonl")
    told: list[float] = []
    (made,) = place(one, PART, [1], [], table, tmp_path, progress=lambda share, label: told.append(share))
    known = of_core(stored(PART), name, one.sha256)
    assert made.luts == pytest.approx(known[0].luts, rel=AREA)
    assert made.ffs == pytest.approx(known[0].ffs, rel=AREA)
    assert made.fmax_mhz >= (1 - SLOWER) * min(p.fmax_mhz for p in known)
    assert table.read() == [made]
    assert told[0] == 0
    assert told[-1] == 1


@pytest.mark.usefixtures("_tools")
def test_nothing_is_placed_twice_and_the_next_seed_goes_on(tmp_path: Path) -> None:
    one, table = core("bench-add"), Table(tmp_path / "table.jsonl")
    first = list(place(one, PART, [1], [], table, tmp_path))
    netlist = next(tmp_path.glob("*/netlist.json"))
    made_at = netlist.stat().st_mtime_ns
    both = list(place(one, PART, [1, 2], table.read(), table, tmp_path))
    assert both[0] == first[0]
    assert [p.seed for p in table.read()] == [1, 2]
    assert netlist.stat().st_mtime_ns == made_at
    assert both[0].netlist_sha256 == both[1].netlist_sha256


@pytest.fixture
def alone(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Path]:
    """A search path with nothing on it but what the test puts there."""
    here = tmp_path / "bin"
    here.mkdir()
    monkeypatch.setenv("PATH", str(here))
    monkeypatch.setattr("sys.executable", str(here / "python"))
    tools._tool.cache_clear()
    yield here
    tools._tool.cache_clear()


def program(folder: Path, name: str, text: str) -> None:
    path = folder / name
    path.write_text(f"#!/bin/sh\n{text}\n")
    path.chmod(0o755)


def test_a_missing_tool_says_what_to_install(alone: Path) -> None:
    with pytest.raises(MissingError) as caught:
        synthesizer()
    assert caught.value.fix == install("hw")


def test_a_tool_that_is_too_old_says_which_would_do(alone: Path) -> None:
    program(alone, "yosys", "echo 'Yosys 0.9 (git sha1 1979e0b)'")
    with pytest.raises(MissingError, match=r"0\.9, older than 0\.30"):
        synthesizer()


def test_a_program_of_the_same_name_is_not_taken_for_the_tool(alone: Path) -> None:
    program(alone, "nextpnr-ecp5", "echo hello")
    with pytest.raises(MissingError, match="does not answer"):
        placer()


def test_a_failing_tool_is_quoted_and_its_log_named(alone: Path, tmp_path: Path) -> None:
    program(alone, "yosys", '[ "$1" = -V ] && echo "Yosys 0.50" && exit 0; echo "ERROR: no such cell"; exit 1')
    program(alone, "nextpnr-ecp5", 'echo "Version nextpnr-0.8)"')
    with pytest.raises(MissingError, match="ERROR: no such cell") as caught:
        list(place(core("bench-add"), PART, [1], [], Table(tmp_path / "t.jsonl"), tmp_path))
    log = Path(caught.value.fix.removeprefix("read "))
    assert log.read_text() == "ERROR: no such cell\n"
