"""Ctrl-C in any phase: exit status 130, no traceback, and finished rounds are kept in a run marked partial."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from wirerate import records
from wirerate.cli import output
from wirerate.records import SpeedRun

PROGRAM = [sys.executable, "-m", "wirerate"]
# Its rounds take half a minute in total.
LONG = ("speed", "md5@wirerate", "hmac-md5@wirerate", "--length", "64,128,576,1500", "--cache", "warm,llc,cold", "-t60")


LABEL = re.compile(rb"\d+ bytes, \w+")  # in the progress bar: the current measurement


class Watched:
    """A command whose standard error is a terminal, so that its progress bar shows how far it is."""

    def __init__(self, environment: dict[str, str], folder: Path, *words: str) -> None:
        self._terminal, theirs = os.openpty()
        self.process = subprocess.Popen(
            [*PROGRAM, *words],
            stdout=subprocess.PIPE,
            stderr=theirs,
            text=True,
            env=environment | {"TERM": "xterm", "COLUMNS": "200"},
            cwd=folder,
        )
        os.close(theirs)
        self._told = b""

    def until(self, met: Callable[[bytes], object]) -> None:
        """Read until the output so far satisfies a condition."""
        while not met(self._told):
            assert self._read(), f"it ended before: {self._told!r}"

    def _read(self) -> bool:
        try:
            more = os.read(self._terminal, 65536)
        except OSError:  # the other end was closed
            more = b""
        self._told += more
        return bool(more)

    def interrupt(self, how: int = signal.SIGINT) -> tuple[str, str]:
        self.process.send_signal(how)
        reader = threading.Thread(target=lambda: [*iter(self._read, False)])
        reader.start()
        out, _ = self.process.communicate(timeout=60)
        reader.join()
        os.close(self._terminal)
        assert b"Traceback" not in self._told
        assert self.process.returncode == 130, self._told
        return out, self._told.decode()


def loaded(watched: Watched) -> None:
    """Wait until the C library is loaded. Before that, Python's own interrupt handling would be tested."""
    maps = Path(f"/proc/{watched.process.pid}/maps")
    for _ in range(600):
        if "_native" in maps.read_text():
            return
        time.sleep(0.05)
    pytest.fail("wirerate did not load within 30 seconds")


def drawn(watched: Watched) -> None:
    """Wait for the progress bar, that is, until subjects are being checked."""
    watched.until(lambda told: told)


def measuring(watched: Watched) -> None:
    watched.until(LABEL.search)


def measured(watched: Watched) -> None:
    """Wait until a second subject is being measured, so that the first one has finished rounds."""
    watched.until(lambda told: len({*LABEL.findall(told)}) > 1)


@pytest.mark.parametrize("phase", [loaded, drawn, measuring, measured])
def test_in_any_phase(environment: dict[str, str], tmp_path: Path, phase: Callable[[Watched], None]) -> None:
    watched = Watched(environment, tmp_path, *LONG, "-J")
    phase(watched)
    answer = json.loads(watched.interrupt()[0])
    assert (answer["exit"], answer["partial"]) == (130, True)


INTERRUPTED_IN_EXEC = """
import contextlib, sys
from wirerate.cli import main
import wirerate.cli.main

def run(arguments):
    with contextlib.suppress(KeyboardInterrupt):
        exec("raise KeyboardInterrupt")
    return 130

sys.modules["wirerate.cli.main"].run = run
main()
"""


def test_an_import_that_was_interrupted(environment: dict[str, str], tmp_path: Path) -> None:
    """Class definitions use exec(). An interrupt inside it would end `python -m` by the signal."""
    (tmp_path / "interrupted.py").write_text(INTERRUPTED_IN_EXEC)
    done = subprocess.run([sys.executable, "-m", "interrupted"], env=environment, cwd=tmp_path, check=False)
    assert done.returncode == 130


def test_finished_rounds_are_kept(environment: dict[str, str], tmp_path: Path) -> None:
    watched = Watched(environment, tmp_path, *LONG, "-J", "--export-json", "run.jsonl")
    measured(watched)
    answer = json.loads(watched.interrupt()[0])
    timed = [m for m in answer["rows"] if m.get("rounds")]
    assert timed
    assert all(len(m["samples_ns"]) == m["rounds"] for m in timed)
    kept = records.read(tmp_path / "run.jsonl")
    assert kept.partial
    assert len([m for m in kept.rows if m.rounds]) == len(timed)
    assert len(list((tmp_path / "state/wirerate/runs").iterdir())) == 1


def test_answer_says_partial(environment: dict[str, str], tmp_path: Path) -> None:
    watched = Watched(environment, tmp_path, *LONG)
    measured(watched)
    out, err = watched.interrupt()
    assert "Partial" in out
    assert "interrupted" in err


def test_report_keeps_the_run_it_was_given(environment: dict[str, str], tmp_path: Path) -> None:
    command = ("speed", "md5@wirerate", "--length", "64", "--time", "0.05", "--export-json", "run.jsonl")
    subprocess.run([*PROGRAM, *command], env=environment, cwd=tmp_path, capture_output=True, check=True)
    watched = Watched(environment, tmp_path, "report", "run.jsonl", "--time", "60")
    measuring(watched)
    watched.interrupt()
    assert records.read(tmp_path / "run.jsonl").rows


def test_a_cancelled_job_keeps_its_finished_rounds(environment: dict[str, str], tmp_path: Path) -> None:
    watched = Watched(environment, tmp_path, *LONG, "-J")
    measured(watched)
    answer = json.loads(watched.interrupt(signal.SIGTERM)[0])
    assert answer["partial"]
    assert any(m.get("rounds") for m in answer["rows"])


def test_while_the_answer_is_written(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """The first Ctrl-C waits until the answer is written, because all rounds were measured."""
    monkeypatch.setattr(output, "_write_all", lambda *_: [signal.raise_signal(signal.SIGINT)][:0])
    run = SpeedRun(command="speed", environment=None)
    assert output.finish(run, output.Outputs(json=True), lambda _: "") == 130
    assert json.loads(capsys.readouterr().out)["partial"]
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_a_second_interruption_does_not_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    def twice(*_: object) -> list[Exception]:
        signal.raise_signal(signal.SIGINT)
        signal.raise_signal(signal.SIGINT)
        return []

    monkeypatch.setattr(output, "_write_all", twice)
    with pytest.raises(KeyboardInterrupt):
        output.finish(SpeedRun(command="speed", environment=None), output.Outputs(json=True), lambda _: "")
