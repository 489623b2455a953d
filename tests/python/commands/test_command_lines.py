"""`compare -- CMD_A CMD_B`: whole commands are compared like subjects; invalid comparisons are refused."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import jsonschema
import pytest

import wirerate
from wirerate import records
from wirerate.cli.main import run as program
from wirerate.errors import MissingError, UsageError
from wirerate.records import AnyRun, CommandTime
from wirerate.report import document, kinds

SCHEMA = Path(__file__).parents[3] / "docs" / "reference" / "run.schema.json"
QUICK, SLOW = "sleep 0.01", "sleep 0.02"


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))


@pytest.fixture(scope="module")
def slower() -> AnyRun:
    return wirerate.compare_commands(QUICK, SLOW)


def test_a_slower_command_regresses(slower: AnyRun) -> None:
    (compared,) = slower.comparisons
    assert (compared.reference, compared.subject, compared.change) == (QUICK, SLOW, "REGRESSED")
    assert slower.exit == 1
    assert 0.4 < compared.ratio.median < 0.9
    assert compared.noise is not None  # from the control


def test_wall_and_cpu_time_are_reported(slower: AnyRun) -> None:
    for row, least in zip(slower.rows, (10e6, 20e6), strict=True):
        assert isinstance(row, CommandTime)
        assert row.ns
        assert row.cpu
        assert row.ns.low > least
        assert 0 < row.cpu.median < row.ns.median / 2  # it mostly sleeps; only its start takes CPU time
        assert len(row.samples_ns) == row.rounds >= 16
    assert not {problem.code for problem in slower.problems} & {"shared-cpu"}  # a sleeping program shares no CPU


def test_cpu_time_counts_children() -> None:
    busy = f"{sys.executable} -c 'for _ in range(1000000): pass'"
    run = wirerate.compare_commands("true", ["sh", "-c", f"{busy}; true"], time=0.1, threshold=0.9)
    idle, working = (row.cpu.median for row in run.rows)
    assert working > 2 * idle


def test_the_same_command_has_not_changed() -> None:
    run = wirerate.compare_commands("true", "true", threshold=0.9, time=60)
    assert [each.change for each in run.comparisons] == ["NO CHANGE"]
    assert run.exit == 0


def test_the_run_has_a_text_an_export_and_a_page(slower: AnyRun, tmp_path: Path) -> None:
    text, page = kinds.text(slower), document.document(slower)
    assert "Wall time of whole processes, including their start: sleep 0.01: " in " ".join(text.split())
    assert "1 thread" not in text
    assert "REGRESSED" in kinds.csv(slower)
    for said in (QUICK, SLOW, "REGRESSED", 'id="rounds"', "/dev/null"):
        assert said in page
    assert "tags" not in re.sub(r"<(style|svg).*?</\1>", "", page, flags=re.DOTALL)
    records.write(slower, tmp_path / "run.jsonl")
    assert records.read(tmp_path / "run.jsonl") == slower
    assert program(["report", str(tmp_path / "run.jsonl"), "-o", str(tmp_path / "page.html")]) == 0  # nothing to add


def test_json(capfd: pytest.CaptureFixture[str]) -> None:
    assert program(["compare", "-J", "-t", "0.1", "--", "echo printed", "sh -c 'cat; sleep 0.05'"]) == 1
    told = json.loads(capfd.readouterr().out)  # valid JSON despite the commands' own output
    jsonschema.validate(told, json.loads(SCHEMA.read_text()))
    assert [row["row"] for row in told["rows"]] == ["command-time"] * 2
    assert [row["role"] for row in told["rows"]] == ["reference", "subject"]


def test_few_rounds_have_no_verdict(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("wirerate.rounds.scheduler._PATIENCE_S", 0.0)
    run = wirerate.compare_commands("sleep 0.05", "sleep 0.3", time=0.1)
    (compared,) = run.comparisons
    assert compared.rounds < 8
    assert (compared.change, run.exit) == ("CANNOT TELL", 3)
    (problem,) = (each for each in run.problems if each.code == "undecided")
    assert problem.message == f"a verdict needs at least 8 rounds, and there was time for {compared.rounds}"
    assert "--time 60s" in problem.fix


def test_each_runs_once_before_rounds_are_timed(tmp_path: Path) -> None:
    ran = tmp_path / "ran"
    run = wirerate.compare_commands(f"sh -c 'echo >> {ran}'", "true", time=0.1, threshold=0.9)
    assert len(ran.read_text()) == 1 + 2 * run.rows[0].rounds  # the first command also runs as the control


@pytest.mark.parametrize(
    ("command", "said", "fix"),
    [
        ("no-such-program x", "no-such-program was not found", "quote the whole command"),
        ("{folder}/plain", "plain is not executable", ""),
        ("{folder}/headless", "headless: cannot be started: Exec format error", "sh SCRIPT"),
        ("false", "false exited with 1: nothing on standard error", "|| true"),
        ("sh -c 'echo first >&2; echo last >&2; echo; exit 7'", "exited with 7: last", "|| true"),
        ("sh -c 'kill -9 $$'", "was killed by SIGKILL", ""),
        ("ls . | wc", "exited with 2: ls: ", "no shell reads the command"),
    ],
)
def test_a_command_that_does_not_start_is_an_error(
    command: str, said: str, fix: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for name, mode in (("plain", 0o644), ("headless", 0o755)):
        (tmp_path / name).write_text("echo hello\n")
        (tmp_path / name).chmod(mode)
    for pair in (["true", command], [command, "true"]):
        assert program(["compare", "--", *(each.format(folder=tmp_path) for each in pair)]) == 4
        told = capsys.readouterr().err
        assert said in told
        assert fix in told


def test_a_command_that_fails_later_is_an_error_too(tmp_path: Path) -> None:
    ran = tmp_path / "ran"
    fails = f"sh -c 'echo >> {ran}; [ $(wc -l < {ran}) -lt 5 ]'"
    with pytest.raises(MissingError, match="exited with 1"):
        wirerate.compare_commands("true", fails, time=1)


@pytest.mark.parametrize("words", [["true"], ["true", "", "true"], ["true", ""], ["true", "'a"], []])
def test_two_commands_are_needed(words: list[str]) -> None:
    assert program(["compare", "--", *words]) == 2


@pytest.mark.parametrize(
    "option",
    ["-l 64", "--packet imix", "--cache warm", "--keyed reuse", "--operation tag", "--batch 2", "-j 1",
     "--kernel auto", "--instructions", "--against md5"],
)  # fmt: skip
def test_options_of_subjects_are_refused(option: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert program(["compare", *option.split(), "--", "true", "true"]) == 2
    assert "A and B are command lines, not subjects" in capsys.readouterr().err


def test_affinity_holds_for_the_commands(tmp_path: Path) -> None:
    cpu, told = max(os.sched_getaffinity(0)), tmp_path / "told"
    wirerate.compare_commands(f"sh -c 'grep Cpus_allowed_list /proc/self/status > {told}'", "true", time=0.1,
                              affinity=[cpu], threshold=0.9)  # fmt: skip
    assert told.read_text().split()[-1] == str(cpu)
    with pytest.raises(UsageError):
        wirerate.compare_commands("true", "true", affinity=[4095])


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
def test_an_interruption_keeps_finished_rounds_and_kills_the_running_command(
    how: signal.Signals, tmp_path: Path
) -> None:
    script = tmp_path / "command"
    script.write_text(
        "#!/bin/sh\necho >> ran\n[ $(wc -l < ran) -lt 11 ] && exit 0\nsleep 1000 &\necho $! > part\nmv part pid\nwait\n"
    )
    script.chmod(0o755)
    running = subprocess.Popen(
        [sys.executable, "-m", "wirerate", "compare", "-J", "-t", "60", "--threshold", "0.1%", "--", "true", script],
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    while not (tmp_path / "pid").exists():
        assert running.poll() is None, running.communicate()
        time.sleep(0.01)
    running.send_signal(how)
    told = json.loads(running.communicate(timeout=60)[0])
    assert (running.returncode, told["exit"], told["partial"]) == (130, 130, True)
    assert {row["rounds"] for row in told["rows"]} == {9}  # the tenth run hangs; one was not timed
    grandchild = Path("/proc") / (tmp_path / "pid").read_text().strip()
    assert not grandchild.exists() or "\nState:\tZ" in (grandchild / "status").read_text()
