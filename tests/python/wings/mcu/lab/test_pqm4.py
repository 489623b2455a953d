"""The page that compares the model with published board measurements is up to date."""

from __future__ import annotations

import re
import runpy
from pathlib import Path

import pytest

from wirerate.catalogue.schemes import IMPLEMENTATIONS
from wirerate.errors import MissingError
from wirerate.wings.mcu.lab.firmware import toolchain
from wirerate.wings.mcu.lab.source import fetch_tree

ROOT = Path(__file__).parents[5]
PAGE = (ROOT / "docs" / "reference" / "pqm4.md").read_text(encoding="utf-8")
SCRIPT = runpy.run_path(str(ROOT / "scripts" / "pqm4"))
PQM4 = SCRIPT["PQM4"]


def test_the_pages_figures_are_reproduced(firmware_cache: Path) -> None:
    compiler = re.search(r"Compiler: (.*?); ", " ".join(PAGE.split()))
    assert compiler
    try:
        for archive in IMPLEMENTATIONS[PQM4.implementation].archives:
            fetch_tree(archive.name, (archive,))
        if toolchain().version != compiler[1]:
            pytest.skip(f"the page is made with {compiler[1]}; here is {toolchain().version}")
    except MissingError as error:
        pytest.skip(str(error))
    rows, _ = SCRIPT["pqm4"]("ml-kem-512")
    for line in (*SCRIPT["cycle_lines"](rows), *SCRIPT["time_lines"](SCRIPT["rp2040"]("ml-kem-512"))):
        assert line in PAGE, "run: make pqm4"
