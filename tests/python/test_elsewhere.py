"""Simulate a system other than Linux: an extension without the measuring code, and no /proc or /sys.

`make release-check` runs this with an extension that was built so; otherwise the functions that such a build lacks are
hidden.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
LEFT_OUT = [ROOT / "host" / f"wirerate_{name}.h" for name in ("host", "packets", "path")]

# Runs several commands, and prints the exit status and output of each.
PROGRAM = """
import os, platform, resource, sys
for name in ("sched_getaffinity", "sched_setaffinity", "memfd_create", "pidfd_open"):
    vars(os).pop(name, None)
vars(resource).pop("RUSAGE_THREAD", None)
platform.system = lambda: "Elsewhere"
from wirerate import _native
left_out, whole = set(sys.argv[1].split()), _native.lib
class Rest:
    def __getattr__(self, name):
        if name in left_out:
            raise AttributeError(name)
        return getattr(whole, name)
_native.lib = Rest()
from wirerate.cli.main import run
for words in sys.argv[2:]:
    print(f"status {run(words.split())}: {words}", flush=True)
"""
# In separate namespaces, /proc and /sys are empty.
HIDDEN = 'mount --make-rprivate / && mount -t tmpfs none /sys && mount -t tmpfs none /proc && exec "$@"'

pytestmark = pytest.mark.skipif(not LEFT_OUT[0].exists(), reason="the tests are not in a repository")


def left_out() -> str:
    """Return the functions that only Linux builds have, from their headers."""
    text = "".join(re.sub(r"/\*.*?\*/", "", header.read_text(), flags=re.DOTALL) for header in LEFT_OUT)
    return " ".join(sorted(set(re.findall(r"\bwrh_\w+(?=\()|\bWRH_\w+(?= =)", text))))


def typed(*commands: str, folder: Path) -> tuple[dict[str, int], str]:
    """Run commands, and return the exit status and output of each."""
    program = [sys.executable, "-B", "-c", PROGRAM, left_out(), *commands]
    namespace = ["unshare", "--mount", "sh", "-c", HIDDEN, "sh"]
    if shutil.which("unshare"):
        allowed = subprocess.run([*namespace, "true"], capture_output=True, check=False).returncode == 0
        program = namespace + program if allowed else program
    home = dict.fromkeys(("HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME"), str(folder))
    done = subprocess.run(
        program,
        cwd=folder,
        env=os.environ | home | {"PYTHONPATH": os.pathsep.join(sys.path)},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    ends = {words: int(status) for status, words in re.findall(r"^status (\d+): (.+)$", done.stdout, re.MULTILINE)}
    assert list(ends) == list(commands), done.stdout
    return ends, done.stdout


def test_commands_without_measurements_answer(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("hello\n")
    answers = {
        "model md5": "MD5 in RFC 1810's model",
        "model md5 --cpu zen4": "zen4",
        "report": "report.html: ",
        "hw md5": "md5-67",
        "mcu lpc1768 --op sign": "mbed NXP LPC1768",
        "sum file": "b1946ac92492d2347c6235b4d2611184  file",
        "doctor": "wirerate cannot measure on Elsewhere",
    }
    ends, said = typed(*answers, folder=tmp_path)
    assert set(ends.values()) == {0}, said
    assert [words for words, answer in answers.items() if answer not in said] == []


def test_measuring_commands_say_that_they_need_linux(tmp_path: Path) -> None:
    commands = "check md5 --link 1G|speed md5|compare md5 hmac-md5|ssh|ssh mill|ah speed|path esp-gcm".split("|")
    ends, said = typed(*commands, folder=tmp_path)
    assert set(ends.values()) == {4}, said
    assert said.count("wirerate cannot measure on Elsewhere") == len(commands)
    assert said.count("wirerate fleet check") == len(commands)
