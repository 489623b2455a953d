"""A command loads its own wing and little else. Commands run to their end, because many modules are loaded late."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import wirerate
from wirerate import registry

PROGRAM = """
import sys
from pathlib import Path
from wirerate.cli.main import run
status = run(sys.argv[2:])
Path(sys.argv[1]).write_text(" ".join(name for name in sys.modules if name.partition(".")[0] == "wirerate"))
sys.exit(status)
"""

# Commands with their exit status, the wings that they may load beyond declarations, and the maximum number of modules.
COMMANDS = [
    ("check hmac-md5 --link 1G -t 0.2", 1, {"path"}, 92),
    ("speed md5 -l 64 -t 0.2", 0, set(), 85),
    ("mcu lpc1768 --op sign", 0, {"mcu"}, 88),
    ("mcu budget lpc1768 time=1s,ram=8Ki", 0, {"mcu"}, 93),
    ("mcu boards", 0, {"mcu"}, 51),
    ("hw md5", 0, {"hw"}, 88),
    ("doctor", 0, set(), 64),
    ("sum {file}", 0, {"sum"}, 24),
    ("--help", 0, set(), 9),
    ("", 0, set(), 9),
]


@pytest.mark.parametrize(("command", "status", "wings", "most"), COMMANDS, ids=[command[0] for command in COMMANDS])
def test_a_command_loads_its_own(command: str, status: int, wings: set[str], most: int, tmp_path: Path) -> None:
    told, file = tmp_path / "modules", tmp_path / "file"
    file.write_text("some bytes")
    words = command.format(file=file).split()
    home = dict.fromkeys(("HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME"), str(tmp_path))
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, told, *words],
        env=os.environ | home,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == status, done.stderr
    loaded = told.read_text().split()
    assert {
        name.split(".")[2] for name in loaded if name.count(".") > 2 and name.startswith("wirerate.wings.")
    } <= wings
    assert len(loaded) <= most, " ".join(sorted(loaded))


def test_no_module_has_the_name_of_a_call() -> None:
    """An imported submodule becomes an attribute of its package, and would hide a call of the same name."""
    modules = {path.stem for path in Path(wirerate.__file__).parent.iterdir()}
    assert not modules & set(wirerate.__all__)
    assert set(registry.calls()) <= set(wirerate.__all__)
    assert all(callable(getattr(wirerate, name)) for name in wirerate.__all__)
