"""Ctrl-C and SIGTERM stop an emulated loop at once, and the machine still works afterwards."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from wirerate.wings.mcu.lab.emulated_calls import Machine
from wirerate.wings.mcu.lab.image import Image

Tiny = Callable[[str], Image]
SOON_S = 20  # allows for a loaded machine; the loop would take minutes to reach its instruction limit
COMMAND = (sys.executable, "-m", "wirerate", "mcu", "function", "--core", "cortex-m3", "--clock", "72M",
           "--function", "forever", "--elf")  # fmt: skip


def interrupted(machine: Machine, number: int) -> float:
    """Return the seconds until a signal stops a function that loops forever."""
    timer = threading.Timer(0.2, os.kill, (os.getpid(), number))
    began = time.monotonic()
    timer.start()
    try:
        with pytest.raises(KeyboardInterrupt):
            machine.call("forever")
    finally:
        timer.cancel()
    return time.monotonic() - began


def test_a_signal_ends_a_loop_and_the_machine_still_works(tiny: Tiny) -> None:
    machine = Machine(tiny("cortex-m3"), "cortex-m3")
    before = machine.call("looks", 20)
    assert 0.2 <= interrupted(machine, signal.SIGINT) < SOON_S
    assert machine.call("looks", 20) == before
    assert signal.set_wakeup_fd(-1) == -1, "the caller's wakeup descriptor is restored"


def test_a_handler_that_returns_still_ends_the_loop(tiny: Tiny) -> None:
    heard: list[int] = []
    machine = Machine(tiny("cortex-m0"), "cortex-m0")
    before = signal.signal(signal.SIGTERM, lambda number, _: heard.append(number))
    try:
        assert interrupted(machine, signal.SIGTERM) < SOON_S
    finally:
        signal.signal(signal.SIGTERM, before)
    assert heard == [signal.SIGTERM]


def test_another_signal_is_no_reason_to_stop(tiny: Tiny) -> None:
    machine = Machine(tiny("cortex-m3"), "cortex-m3")
    expected = machine.call("rounds", 10_000_000)
    heard: list[int] = []
    before = signal.signal(signal.SIGUSR1, lambda number, _: heard.append(number))
    timer = threading.Timer(0.02, os.kill, (os.getpid(), signal.SIGUSR1))
    try:
        timer.start()
        assert machine.call("rounds", 10_000_000) == expected
        timer.join()
    finally:
        signal.signal(signal.SIGUSR1, before)
    assert heard == [signal.SIGUSR1]


def test_it_runs_in_another_thread(tiny: Tiny) -> None:
    machine = Machine(tiny("cortex-m3"), "cortex-m3")
    results: list[int] = []
    thread = threading.Thread(target=lambda: results.append(machine.call("minus", 3).result))
    thread.start()
    thread.join()
    assert results == [-3]


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_the_program_ends_with_its_status(tiny: Tiny, tmp_path: Path, number: int) -> None:
    command = [*COMMAND, str(tiny("cortex-m3").elf)]
    program = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=tmp_path)
    try:
        running(program)
        program.send_signal(number)
        out, err = program.communicate(timeout=SOON_S)
    finally:
        program.kill()
        program.wait()
    assert (program.returncode, out) == (130, "")
    assert err.strip().startswith("wirerate mcu function: interrupted")
    assert len(err.strip().splitlines()) == 1


def running(program: subprocess.Popen[str]) -> None:
    """Wait until the emulator has used a second of processor time, so that it is in the loop."""
    maps, spent = Path(f"/proc/{program.pid}/maps"), Path(f"/proc/{program.pid}/stat")
    deadline = time.monotonic() + 60
    since = None
    while program.poll() is None and time.monotonic() < deadline:
        ticks = sum(map(int, spent.read_text().rpartition(")")[2].split()[11:13]))
        if since is None and "libunicorn" in maps.read_text():
            since = ticks
        elif since is not None and ticks > since + os.sysconf("SC_CLK_TCK"):
            return
        time.sleep(0.05)
    pytest.fail(f"the program did not reach the loop: {program.poll()}")
