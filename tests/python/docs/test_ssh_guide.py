"""The guide on SSH's shell snippets run as printed."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from wirerate.host.machine import environment
from wirerate.records import read

PAGE = (Path(__file__).parents[3] / "docs" / "guides" / "ssh.md").read_text()
(LEFT_OUT,) = re.findall(r"^OPENSSL_ia32cap=.*$", PAGE, re.MULTILINE)


def test_the_mill_runs_with_sha_instructions_left_out(tmp_path: Path) -> None:
    if "sha_ni" not in environment().flags:
        pytest.skip("needs a CPU with the x86 SHA extensions")
    command = LEFT_OUT.replace("wirerate", f"{sys.executable} -m wirerate") + " --size 64,1Ki --time 0.05 --explain"
    done = subprocess.run(
        ["sh", "-c", command], capture_output=True, text=True, cwd=tmp_path, timeout=120,
        env=os.environ | {"XDG_STATE_HOME": str(tmp_path)}, check=False,
    )  # fmt: skip
    assert done.returncode in (0, 3), done.stderr
    assert re.search(r"^hmac-sha1@openssl +\d", done.stdout, re.MULTILINE), done.stdout
    (kept,) = (tmp_path / "wirerate" / "runs").glob("*-mill.jsonl")
    run = read(kept)
    assert {row.cipher for row in run.rows} == {"arcfour"}
    findings = run.findings
    assert findings is not None
    assert findings.sha_instructions is None
    assert findings.sha1_ns > 0
