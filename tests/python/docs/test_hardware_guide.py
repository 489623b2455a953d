"""The commands of the guide to your own hardware core run as printed, with an empty home."""

from __future__ import annotations

import json
import os
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from tests.python.docs.test_generated import ROOT, typed

from wirerate.errors import MissingError
from wirerate.wings.hw.placements import of_core, part, stored
from wirerate.wings.hw.toolchain import placer, synthesizer

COMMANDS = typed(ROOT / "docs/guides/hardware.md")
AREA = 0.03  # allowed difference between versions of the tools


def run(command: str, home: Path) -> subprocess.CompletedProcess[str]:
    usual = Path(os.environ.get("XDG_CACHE_HOME", Path.home() / ".cache"))
    compiled = os.environ.get("YOWASP_CACHE_DIR", str(usual / "YoWASP"))  # slow, and does not change
    variables = dict.fromkeys(("HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME"), str(home)) | {"YOWASP_CACHE_DIR": compiled}
    words = [sys.executable, "-m", "wirerate", *shlex.split(command)[1:]]
    return subprocess.run(words, env=os.environ | variables, cwd=home, capture_output=True, text=True, check=False)


def test_a_core_is_emitted_placed_and_judged_as_printed(tmp_path: Path) -> None:
    """The guide's core is one of wirerate's, so its placement must equal the stored one."""
    try:
        synthesizer()
        placer()
    except MissingError as error:
        pytest.skip(f"{error}: {error.fix}")
    emitting, placing = COMMANDS
    assert run(emitting, tmp_path).returncode == 0
    done = run(f"{placing} -J", tmp_path)
    assert done.returncode in (0, 1), done.stderr
    answer = json.loads(done.stdout)
    theirs = answer["rows"][0]
    ours = next(m for m in answer["rows"] if m["subject"] == "checksum-1")
    assert theirs["brought"]["top"] == "checksum_1"
    known = of_core(stored(part("ecp5-85k")), "checksum-1", ours["placed"]["verilog_sha256"])
    assert theirs["placed"]["luts"] == pytest.approx(known[0].luts, rel=AREA)
    assert theirs["mbps"] == pytest.approx(ours["mbps"], rel=0.15)
    assert ours["on_area"]["size"] == pytest.approx(1, rel=AREA)
