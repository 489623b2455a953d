"""The real tools on small circuits and a small core: results, no repeated work, and stable areas."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from wirerate.errors import MissingError, OutputError, install
from wirerate.graph.verilog.cores import core
from wirerate.wings.hw import toolchain
from wirerate.wings.hw.placements import Table, of_core, part, stored
from wirerate.wings.hw.rates import BENCHES
from wirerate.wings.hw.toolchain import place, placer, synthesizer, write_files

PART = part("ecp5-85k")
SMALL = (*BENCHES, "checksum-1")
AREA = 0.03  # allowed difference of area between versions of the tools
SLOWER = 0.15  # allowed decrease of the clock; seeds alone change it by 8 %


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
    """Use a PATH with only the programs that the test adds."""
    here = tmp_path / "bin"
    here.mkdir()
    monkeypatch.setenv("PATH", str(here))
    monkeypatch.setattr("sys.executable", str(here / "python"))
    toolchain._tool.cache_clear()
    yield here
    toolchain._tool.cache_clear()


def program(folder: Path, name: str, text: str) -> None:
    path = folder / name
    path.write_text(f"#!/bin/sh\n{text}\n")
    path.chmod(0o755)


def test_a_missing_tool_says_what_to_install(alone: Path) -> None:
    with pytest.raises(MissingError) as caught:
        synthesizer()
    assert caught.value.fix == install("hw")


def test_a_tool_that_is_too_old_names_the_required_version(alone: Path) -> None:
    program(alone, "yosys", "echo 'Yosys 0.9 (git sha1 1979e0b)'")
    with pytest.raises(MissingError, match=r"0\.9; 0\.30 or newer"):
        synthesizer()


def test_a_program_of_the_same_name_is_not_taken_for_the_tool(alone: Path) -> None:
    program(alone, "nextpnr-ecp5", "echo hello")
    with pytest.raises(MissingError, match="does not report"):
        placer()


def test_a_failing_tool_is_quoted_and_its_log_named(alone: Path, tmp_path: Path) -> None:
    program(alone, "yosys", '[ "$1" = -V ] && echo "Yosys 0.50" && exit 0; echo "ERROR: no such cell"; exit 1')
    program(alone, "nextpnr-ecp5", 'echo "Version nextpnr-0.8)"')
    with pytest.raises(MissingError, match="ERROR: no such cell") as caught:
        list(place(core("bench-add"), PART, [1], [], Table(tmp_path / "t.jsonl"), tmp_path))
    log = Path(caught.value.fix.removeprefix("read "))
    assert log.read_text() == "ERROR: no such cell\n"


# ---- a core's files ----


def commands(folder: Path, title: str) -> list[str]:
    lines = (folder / "commands.txt").read_text().splitlines()
    start = next(i for i, line in enumerate(lines) if line.startswith("#") and title in line)
    return lines[start + 1 : lines.index("", start)]


@pytest.mark.skipif(not shutil.which("iverilog"), reason="iverilog is absent: sudo apt-get install iverilog")
@pytest.mark.parametrize("name", ["md5-19", "md5-4-steps", "checksum-16"])
def test_the_written_commands_simulate_the_core(name: str, tmp_path: Path) -> None:
    written = write_files(core(name), PART, tmp_path / "new")
    assert all(path.exists() for path in written)
    said = ""
    for command in commands(tmp_path / "new", "iverilog"):
        said += subprocess.run(command, cwd=tmp_path / "new", shell=True, capture_output=True, text=True).stdout
    assert said.startswith("PASS")


def test_the_commands_place_three_seeds(tmp_path: Path) -> None:
    write_files(core("md5-67"), PART, tmp_path)
    text = (tmp_path / "commands.txt").read_text()
    assert [line.split()[0] for line in text.splitlines()[-4:]] == ["yosys", *["nextpnr-ecp5"] * 3]


def test_settings_without_an_option_are_put_into_the_netlist(tmp_path: Path) -> None:
    """The program makes the same netlist as the printed jq command."""
    wanted = core("md5-67")
    assert wanted.settings
    synthesis, _ = toolchain.commands(wanted, PART)
    netlist = {"modules": {"placed": {"cells": {}}, "other": {}}}
    (tmp_path / "netlist.json").write_text(json.dumps(netlist))
    toolchain.settle(wanted, tmp_path / "netlist.json")
    settled = json.loads((tmp_path / "netlist.json").read_text())
    assert settled["modules"]["placed"]["settings"] == dict(wanted.settings)
    assert f"jq '.modules.placed.settings = {json.dumps(wanted.settings)}' netlist.json" in synthesis
    del settled["modules"]["placed"]["settings"]
    assert settled == netlist


def test_an_impossible_folder_is_an_output_error(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(OutputError):
        write_files(core("md5-19"), PART, tmp_path / "file" / "under")
