"""What a command loads: its own lab, and little else. Each is run to its end, for the half of it loads late."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from wirerate import api

PROGRAM = """
import sys
from pathlib import Path
from wirerate.cli.main import run
status = run(sys.argv[2:])
Path(sys.argv[1]).write_text(" ".join(name for name in sys.modules if name.partition(".")[0] == "wirerate"))
sys.exit(status)
"""

# Each with its exit status, the labs that it may load (the host's tells every run's environment), and how many modules.
COMMANDS = [
    ("check hmac-md5 --link 1G -t 0.2", 1, {"host"}, 118),
    ("speed md5 -l 64 -t 0.2", 0, {"host"}, 108),
    ("mcu lpc1768 --op sign", 0, {"host", "mcu"}, 127),
    ("mcu boards", 0, {"host", "mcu"}, 75),
    ("hw md5", 0, {"host", "fpga"}, 124),
    ("doctor", 0, {"host"}, 83),
    ("sum {file}", 0, set(), 28),
    ("--help", 0, set(), 8),
    ("", 0, set(), 8),
]


@pytest.mark.parametrize(("command", "status", "labs", "most"), COMMANDS, ids=[command[0] for command in COMMANDS])
def test_a_command_loads_its_own(command: str, status: int, labs: set[str], most: int, tmp_path: Path) -> None:
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
    assert {name.split(".")[2] for name in loaded if name.startswith("wirerate.lab.")} <= labs
    assert len(loaded) <= most, " ".join(sorted(loaded))


def test_no_module_of_the_api_takes_a_calls_place() -> None:
    """A submodule becomes its package's attribute when it is imported: it would hide a call of the same name."""
    modules = {path.stem for path in Path(api.__file__).parent.iterdir()}
    assert not modules & set(api.__all__)
    assert all(callable(getattr(api, name)) for name in api.__all__)
