"""The commands of the guide to the packet path run as printed, with an empty home."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from tests.python.docs.test_generated import ROOT, typed
from tests.python.wings.path.permitted import absent

COMMANDS = typed(ROOT / "docs/guides/packet-path.md")


def test_it_shows_the_command() -> None:
    assert sum(command.startswith("wirerate path") for command in COMMANDS) >= 4


@pytest.mark.skipif(bool(absent()), reason=absent())
@pytest.mark.parametrize("command", COMMANDS)
def test_it_answers_or_names_missing_kernel_features(command: str, tmp_path: Path) -> None:
    home = dict.fromkeys(("HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME"), str(tmp_path))
    words = [sys.executable, "-m", "wirerate", *shlex.split(command)[1:], "--time", "0.1"]
    done = subprocess.run(words, env=os.environ | home, capture_output=True, text=True, check=False)
    assert done.returncode in (0, 1, 3, 4), done.stderr
    assert done.stdout
    assert "Traceback" not in done.stderr
    if done.returncode == 4:
        assert "error: " in done.stderr or '"problems"' in done.stdout
