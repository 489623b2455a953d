"""What `check` does before its first round: few modules are loaded, and few processes are started."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from wirerate.authenticators.subjects import IMPLEMENTATIONS
from wirerate.host import meter

# Ends before the first round, and writes the modules loaded and processes forked to standard error.
PROGRAM = """
import ctypes, json, os, sys
forks = []
prepare = ctypes.CFUNCTYPE(None)(lambda: forks.append(1))
library = ctypes.CDLL(None)
if hasattr(library, "__register_atfork"):
    library["__register_atfork"](prepare, None, None, None)
else:
    library.pthread_atfork(prepare, None, None)
loaded = set(sys.modules)
from wirerate.cli.main import run
from wirerate.host import bench
def first_block(*_):
    os.write(2, json.dumps({"forks": len(forks), "modules": sorted(set(sys.modules) - loaded)}).encode() + b"\\n")
    os._exit(0)
bench.Bench.run_block = first_block
run(sys.argv[1:])
"""

LATER = {  # loaded for the report, after typing errors, or never
    "difflib", "importlib.resources", "lzma", "numpy", "rich", "shelve", "socket", "sqlite3", "tempfile", "unittest",
    "wirerate.report.document", "wirerate.report.html",
}  # fmt: skip
MOST_OF_OURS = 80


def before_rounds(folder: Path, *words: str) -> dict[str, Any]:
    home = dict.fromkeys(("HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME"), str(folder))
    command = [sys.executable, "-c", PROGRAM, "check", *words]
    done = subprocess.run(command, env=os.environ | home, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    found: dict[str, Any] = json.loads(done.stderr.splitlines()[-1])
    return found


@pytest.mark.parametrize("words", [(), ("md5", "--link", "1G")], ids=" ".join)
def test_little_is_loaded_and_forked_before_the_first_round(words: tuple[str, ...], tmp_path: Path) -> None:
    absent = [peer.name for peer in meter.peers() if peer.absent]
    if "openssl" in absent:
        pytest.skip("without OpenSSL, other child processes are needed to choose a reference")
    found = before_rounds(tmp_path, *words)
    assert not LATER & set(found["modules"])
    ours = [name for name in found["modules"] if name.partition(".")[0] == "wirerate"]
    assert len(ours) <= MOST_OF_OURS, " ".join(ours)
    assert found["forks"] <= len(IMPLEMENTATIONS) - len(absent)
