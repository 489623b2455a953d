"""Schemes beside boards that others measured: the page is what the model gives."""

from __future__ import annotations

import re
import runpy
from pathlib import Path

import pytest

from wirerate.catalogue.schemes import IMPLEMENTATIONS
from wirerate.errors import MissingError
from wirerate.wings.mcu.lab.firmware import toolchain
from wirerate.wings.mcu.lab.source import fetched

ROOT = Path(__file__).parents[5]
PAGE = (ROOT / "docs" / "reference" / "pqm4.md").read_text(encoding="utf-8")
SCRIPT = runpy.run_path(str(ROOT / "scripts" / "pqm4"))
PQM4 = SCRIPT["PQM4"]


def test_the_page_is_made_again_to_the_digit(firmware_cache: Path) -> None:
    compiler = re.search(r"Compiler: (.*?); ", " ".join(PAGE.split()))
    assert compiler
    try:
        for archive in IMPLEMENTATIONS[PQM4.implementation].archives:
            fetched(archive.name, (archive,))
        if toolchain().version != compiler[1]:
            pytest.skip(f"the page is made with {compiler[1]}; here is {toolchain().version}")
    except MissingError as error:
        pytest.skip(str(error))
    found, _ = SCRIPT["pqm4"]("ml-kem-512")
    for line in (*SCRIPT["cycle_lines"](found), *SCRIPT["time_lines"](SCRIPT["rp2040"]("ml-kem-512"))):
        assert line in PAGE, "run: make pqm4"
