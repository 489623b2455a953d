"""After `kill -9` in the middle of a long command, no process continues, no incomplete result counts, and the next run
resumes.

`sum` is tested in test_sum.py, and the grid's table in lab/mcu/ecc/test_grid.py.
"""

from __future__ import annotations

import ctypes
import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
from tests.python import processes

from wirerate import records
from wirerate.errors import MissingError
from wirerate.wings.ah import demo
from wirerate.wings.hw.placements import Table
from wirerate.wings.hw.toolchain import placer, synthesizer
from wirerate.wings.mcu.counted_runs import Point
from wirerate.wings.mcu.lab.source import fetch
from wirerate.wings.mcu.store import Table as Points

PROGRAM = [sys.executable, "-m", "wirerate"]
PATIENCE_S = 120.0
_PR_SET_CHILD_SUBREAPER = 36  # <linux/prctl.h>

Killed = Callable[..., None]
Wirerate = Callable[..., "subprocess.CompletedProcess[str]"]

needs_proc = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="no /proc: orphans cannot be found")
needs_ssh = pytest.mark.skipif(
    not (shutil.which("ssh") and shutil.which("sshd", path=os.environ.get("PATH", "") + ":/usr/sbin")),
    reason="no ssh or sshd (Debian: openssh-client openssh-server)",
)
needs_arm = pytest.mark.skipif(
    not (shutil.which("arm-none-eabi-gcc") and find_spec("unicorn") and find_spec("capstone")),
    reason="firmware cannot be built and run without arm-none-eabi-gcc, unicorn and capstone",
)


def wait_until(met: Callable[[], object], process: subprocess.Popen[bytes] | None = None) -> None:
    """Wait for a condition; the process that should cause it must not end first."""
    deadline = time.monotonic() + PATIENCE_S
    while not met():
        assert process is None or process.poll() is None, "it ended by itself"
        assert time.monotonic() < deadline, "it did not come"
        time.sleep(0.05)


def children() -> set[int]:
    """Return this process's children, including orphans that it adopted."""
    parents = {number: line.rpartition(b")")[2].split()[1] for number, line in processes.of_each("stat")}
    return {number for number, parent in parents.items() if int(parent) == os.getpid()}


@pytest.fixture
def killed(environment: dict[str, str], tmp_path: Path) -> Iterator[Killed]:
    """Start a command, kill it when a condition holds, and fail if any process it started continues."""
    libc = ctypes.CDLL(None)
    libc.prctl(_PR_SET_CHILD_SUBREAPER, 1)

    def run(met: Callable[[], object], *words: str) -> None:
        others = children()
        process = subprocess.Popen(
            [*PROGRAM, *words], env=environment, cwd=tmp_path, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        try:
            wait_until(met, process)
        finally:
            process.kill()
            process.wait()
        wait_until(lambda: not _living(children() - others))

    yield run
    libc.prctl(_PR_SET_CHILD_SUBREAPER, 0)


def _living(orphans: set[int]) -> list[int]:
    return [orphan for orphan in orphans if os.waitpid(orphan, os.WNOHANG)[0] == 0]


@needs_proc
@needs_ssh
def test_ssh(environment: dict[str, str], killed: Killed, wirerate: Wirerate, tmp_path: Path) -> None:
    environment["TMPDIR"] = str(tmp_path)

    def left() -> list[Path]:
        return list(tmp_path.glob("wirerate-ssh-*"))

    served = lambda: any((place / "sshd.log").exists() for place in left())  # noqa: E731
    killed(served, "ssh", "--rounds", "200", "--size", "256Mi", "--ciphers", "aes128-gcm", "--export-json", "run.jsonl")
    assert len(left()) == 1
    assert not (tmp_path / "run.jsonl").exists()

    again = wirerate("ssh", "--rounds", "6", "--size", "1Mi", "--ciphers", "aes128-gcm", "--export-json", "run.jsonl",
                     TMPDIR=str(tmp_path))  # fmt: skip
    assert again.returncode in (0, 1, 3), again.stderr
    assert records.read(tmp_path / "run.jsonl").rows
    assert left() == []


def namespaces() -> set[str]:
    told = subprocess.run(["ip", "netns", "list"], capture_output=True, text=True, check=True).stdout
    return {line.split()[0] for line in told.splitlines() if line.startswith("wirerate-ah-")}


def busy(name: str) -> bool:
    """Return whether iperf3 runs in the namespace."""
    return bool(subprocess.run(["ip", "netns", "pids", name], capture_output=True, check=False).stdout)


@pytest.mark.machine  # the list of namespaces is shared
@needs_proc
def test_ah_demo(killed: Killed, wirerate: Wirerate) -> None:
    try:
        demo._check()
    except MissingError as error:
        pytest.skip(str(error))
    if subprocess.run(["unshare", "--net", "true"], capture_output=True, check=False).returncode:
        pytest.skip("network namespaces are not permitted here")
    others = namespaces()
    killed(lambda: any(name.endswith("b") and busy(name) for name in namespaces() - others),
           "ah", "demo", "--time", "60")  # fmt: skip
    left = namespaces() - others
    assert len(left) == 2

    again = wirerate("ah", "demo", "--time", "1")
    assert again.returncode == 0, again.stderr
    assert not namespaces() & left


@pytest.fixture
def cache(environment: dict[str, str], tmp_path: Path) -> Path:
    """Create a separate cache that shares slow and unchanging content: sources and compiled tools."""
    usual = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    for part in ("YoWASP", "wirerate/mcu/source", "wirerate/mcu/archives"):
        link = tmp_path / "cache" / part
        link.parent.mkdir(parents=True, exist_ok=True)
        if (usual / part).is_dir():
            link.symlink_to(usual / part)
    environment["XDG_CACHE_HOME"] = str(tmp_path / "cache")
    return tmp_path / "cache"


@needs_proc
@needs_arm
def test_mcu_grid(killed: Killed, cache: Path) -> None:
    try:
        fetch()
    except MissingError as error:
        pytest.skip(str(error))
    table = Points("points-p256-m", Point, cache / "wirerate/mcu/grid")

    def made() -> list[Point]:
        return list(table.rows())

    grid = ("mcu", "grid", "--version", "p256-m")
    killed(made, *grid)
    first = made()
    with table.path.open("ab") as file:
        file.write(b'{"code":"secp256r1@p25')
    killed(lambda: len(made()) > len(first), *grid)
    assert made()[: len(first)] == first
    assert len({row.key for row in made()}) == len(made())


@needs_proc
def test_hw_place(killed: Killed, cache: Path, tmp_path: Path) -> None:
    try:
        synthesizer()
        placer()
    except MissingError as error:
        pytest.skip(f"{error}: {error.fix}")
    table = Table(tmp_path / "state/wirerate/hw/placements.jsonl")
    command = ("hw", "internet-checksum", "--core", "checksum-1", "--place")

    killed(lambda: list(cache.rglob("seed-2.log")), *command)
    first = table.read()
    assert [placement.seed for placement in first] == [1]
    with table.path.open("ab") as file:
        file.write(b'{"core":"bench-a')
    killed(lambda: len(table.read()) > 1, *command)
    assert table.read()[:1] == first
    assert [placement.seed for placement in table.read()] == [1, 2]


@pytest.fixture
def run_file(wirerate: Wirerate, tmp_path: Path) -> Path:
    path = tmp_path / "run.jsonl"
    done = wirerate("speed", "md5@wirerate", "--length", "64", "--time", "0.05", "--export-json", str(path))
    assert done.returncode == 0, done.stderr
    return path


# Kills the process when a file is about to be renamed.
AT_THE_NAMING = """
import os, pathlib, signal
pathlib.Path.replace = lambda *_: os.kill(os.getpid(), signal.SIGKILL)
from wirerate.cli import main
main()
"""


@needs_proc
def test_report_while_it_measures(killed: Killed, run_file: Path, wirerate: Wirerate, tmp_path: Path) -> None:
    page, before = tmp_path / "report.html", run_file.read_bytes()
    page.write_text("an earlier page")

    def measuring() -> bool:
        """Return whether measuring has begun; the C library is loaded only for that."""
        mine = [Path(f"/proc/{child}/maps") for child in children()]
        return any(path.exists() and "_native" in path.read_text() for path in mine)

    killed(measuring, "report", "run.jsonl", "--time", "60", "--export-json", "whole.jsonl")
    assert (page.read_text(), run_file.read_bytes()) == ("an earlier page", before)
    assert not (tmp_path / "whole.jsonl").exists()
    assert wirerate("report", "run.jsonl", "--no-measure").returncode == 0
    assert "</html>" in page.read_text()


def test_report_while_it_writes(environment: dict[str, str], run_file: Path, wirerate: Wirerate) -> None:
    page = run_file.with_name("report.html")
    page.write_text("an earlier page")
    kept = run_file.parent / "state/wirerate/runs"
    before = sorted(kept.glob("*.jsonl"))
    command = [sys.executable, "-c", AT_THE_NAMING, "report", "run.jsonl", "--no-measure"]
    done: Any = subprocess.run(command, env=environment, cwd=run_file.parent, capture_output=True, check=False)
    assert done.returncode == -9
    assert page.read_text() == "an earlier page"
    assert sorted(kept.glob("*.jsonl")) == before

    again = wirerate("report", "--no-measure", "-J")  # reports the last complete run
    assert again.returncode == 0, again.stderr
    assert json.loads(again.stdout)["rows"]
    assert "</html>" in page.read_text()
