"""What --emit writes works as written."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import pytest

from wirerate.errors import OutputError
from wirerate.graph.verilog.cores import core
from wirerate.wings.hw import placing
from wirerate.wings.hw.emission import emit
from wirerate.wings.hw.parts import part

PART = part("ecp5-85k")


def commands(folder: Path, title: str) -> list[str]:
    lines = (folder / "commands.txt").read_text().splitlines()
    start = next(i for i, line in enumerate(lines) if line.startswith("#") and title in line)
    return lines[start + 1 : lines.index("", start)]


@pytest.mark.skipif(not shutil.which("iverilog"), reason="iverilog is absent: sudo apt-get install iverilog")
@pytest.mark.parametrize("name", ["md5-19", "md5-4-steps", "checksum-16"])
def test_the_written_commands_simulate_the_core(name: str, tmp_path: Path) -> None:
    written = emit(core(name), PART, tmp_path / "new")
    assert all(path.exists() for path in written)
    said = ""
    for command in commands(tmp_path / "new", "iverilog"):
        said += subprocess.run(command, cwd=tmp_path / "new", shell=True, capture_output=True, text=True).stdout
    assert said.startswith("PASS")


def test_the_commands_place_three_seeds(tmp_path: Path) -> None:
    emit(core("md5-67"), PART, tmp_path)
    text = (tmp_path / "commands.txt").read_text()
    assert [line.split()[0] for line in text.splitlines()[-4:]] == ["yosys", *["nextpnr-ecp5"] * 3]


def test_settings_without_an_option_are_put_into_the_netlist(tmp_path: Path) -> None:
    """By the same words that are printed: jq's answer is what the program makes."""
    wanted = core("md5-67")
    assert wanted.settings
    synthesis, _ = placing.commands(wanted, PART)
    netlist = {"modules": {"placed": {"cells": {}}, "other": {}}}
    (tmp_path / "netlist.json").write_text(json.dumps(netlist))
    placing.settle(wanted, tmp_path / "netlist.json")
    settled = json.loads((tmp_path / "netlist.json").read_text())
    assert settled["modules"]["placed"]["settings"] == dict(wanted.settings)
    assert f"jq '.modules.placed.settings = {json.dumps(wanted.settings)}' netlist.json" in synthesis
    del settled["modules"]["placed"]["settings"]
    assert settled == netlist


def test_a_folder_that_cannot_be_is_an_output_error(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(OutputError):
        emit(core("md5-19"), PART, tmp_path / "file" / "under")
