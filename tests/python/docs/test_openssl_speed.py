"""The commands of the page on openssl speed run as printed, and openssl counts as the page describes."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import time
from pathlib import Path

import pytest
from tests.python import brief

PAGE = (Path(__file__).parents[3] / "docs" / "concepts" / "openssl-speed.md").read_text()
TYPED = re.findall(r"^(?:openssl speed|wirerate) .*$", PAGE, re.MULTILINE)
IN_TABLES = re.findall(r"`((?:openssl speed -|wirerate )[^`]*)`", PAGE)
OPENSSL, OURS = (
    [command for command in dict.fromkeys(TYPED + IN_TABLES) if command.startswith(w)] for w in ("openssl", "wire")
)
COUNTED = re.compile(r"Doing .* for (\d+)s on (\d+) size blocks: (\d+) .* in ([\d.]+)s")
PRINTED = re.compile(r"([\d.]+)k\s*$")


@pytest.fixture
def openssl() -> str:
    program = shutil.which("openssl")
    if program is None:
        pytest.skip("needs the openssl program: apt install openssl")
    return program


def test_the_page_shows_commands_of_both() -> None:
    assert len(OPENSSL) >= 4
    assert len(OURS) >= 4
    assert all("-seconds 1" in command for command in OPENSSL)


@pytest.mark.parametrize("command", OPENSSL)
def test_a_command_of_openssl_runs_and_counts_as_described(openssl: str, command: str) -> None:
    """The rate is messages × bytes / seconds in thousands, by user CPU time, or by wall time with -elapsed."""
    begun = time.monotonic()
    done = subprocess.run([openssl, *shlex.split(command)[1:]], capture_output=True, text=True, timeout=60, check=False)
    took = time.monotonic() - begun
    assert done.returncode == 0, done.stderr
    printed = PRINTED.search(done.stdout.strip())
    assert printed, done.stdout
    if "-multi" in command:
        return  # its processes print counts in another format
    counted = COUNTED.search(done.stderr)
    assert counted, done.stderr
    asked, size, messages, seconds = (float(command) for command in counted.groups())
    assert seconds >= 0.95 * asked if "-elapsed" in command else seconds <= took + 0.05
    if seconds:  # without any CPU time it prints no rate
        assert float(printed[1]) == pytest.approx(messages * size / seconds / 1000, rel=0.001)


@pytest.mark.parametrize("command", OURS)
def test_a_command_of_ours_runs(openssl: str, command: str, tmp_path: Path) -> None:
    words = [*shlex.split(command)[1:], "--time", "0.05"]
    done = subprocess.run(
        [*brief.PROGRAM, *words], capture_output=True, text=True, cwd=tmp_path, timeout=120,
        env=os.environ | {"XDG_STATE_HOME": str(tmp_path)}, check=False,
    )  # fmt: skip
    assert done.returncode in (0, 1, 3), done.stderr
    assert "@openssl" in done.stdout or "(OpenSSL " in done.stdout
