"""Output through a login shell is parsed, and no process stays on the hosts, however the command ends."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from .conftest import PROGRAM, Hosts, served

pytestmark = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="needs /proc")

LONG = ("hmac-md5", "-l", "64", "-t", "600s")  # arguments of `speed`, which is always stopped early
QUICK = ("hmac-md5", "-l", "64", "-t", "100ms")


def processes(*words: str) -> list[str]:
    """Return the command lines with all these words, without zombies."""
    found = []
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            line = path.read_bytes().replace(b"\0", b" ").decode(errors="replace")
        except OSError:
            continue
        if all(word in line for word in words):
            found.append(line)
    return found


def until(happened: Callable[[], object]) -> None:
    deadline = time.monotonic() + 60  # allows for a slow machine
    while not happened():
        assert time.monotonic() < deadline
        time.sleep(0.02)


def marked(folder: Path) -> str:
    """Return the program with a word that distinguishes its processes from all others."""
    return f"{PROGRAM.removesuffix('-m wirerate')} -X {folder.name} -m wirerate"


def measuring(mark: str) -> list[str]:
    """Return the marked processes, without the shells and the ssh that started them."""
    return [line for line in processes(mark, "fleet here") if line.startswith(sys.executable)]


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_the_remote_command_ends_with_the_local_one(hosts: Hosts, tmp_path: Path, number: int) -> None:
    """This holds without a terminal at either end, and for a signal that no process can handle."""
    mark = f"-X {tmp_path.name}"
    words = ("speed", *LONG, "--hosts", "alpha,beta", "-J", "--program", marked(tmp_path))
    with hosts.start(*words) as asker:
        until(lambda: len(measuring(mark)) == 2)
        asker.send_signal(number)
        output, errors = asker.communicate(timeout=120)
    until(lambda: not processes(mark))
    if number == signal.SIGKILL:
        assert asker.returncode == -number
        return
    run = json.loads(output)
    assert asker.returncode == run["exit"] == 130
    assert run["partial"]
    assert [(each["code"], each["host"]) for each in run["problems"]] == [
        ("interrupted", "alpha"),
        ("interrupted", "beta"),
    ]
    assert "Traceback" not in errors


def test_hosts_that_have_finished_are_kept(hosts: Hosts, tmp_path: Path) -> None:
    """One host answers quickly; the other one has not answered when Ctrl-C arrives."""
    program = tmp_path / "program"
    program.write_text(
        f'#!/bin/sh\nmkdir {tmp_path}/first 2>/dev/null && exec {PROGRAM} "$@"\n'
        f"exec {marked(tmp_path)} fleet here speed {' '.join(LONG)}\n"
    )
    program.chmod(0o755)
    with hosts.start("speed", *QUICK, "--hosts", "alpha,beta", "--program", str(program)) as asker:
        # Once a host has answered, its ssh has ended; the other host's ssh and its long measurement still run.
        until(lambda: measuring(f"-X {tmp_path.name}") and (tmp_path / "first").exists())
        until(lambda: len(processes(str(hosts.folder / "config"), str(program))) == 1)
        asker.send_signal(signal.SIGINT)
        output, errors = asker.communicate(timeout=120)
    until(lambda: not processes(f"-X {tmp_path.name}"))
    assert asker.returncode == 130
    assert "hmac-md5" in output
    assert "was stopped before it answered" in errors


def test_other_output_of_a_login_shell_is_ignored(tmp_path: Path) -> None:
    """It prints before the command and, without an exec, after it, in lines like wirerate's and without a newline."""
    login = "echo wirerate; echo {}; printf 'no end'; eval \\\"$SSH_ORIGINAL_COMMAND\\\""
    with served(tmp_path, login) as hosts:
        done = hosts.run("speed", *QUICK, "--hosts", "alpha", "--program", PROGRAM, "-J")
    run = json.loads(done.stdout)
    assert done.returncode == run["exit"] == 0, done.stderr
    assert {m["host"] for m in run["rows"]} == {"alpha"}


def here(*words: str, **given: object) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "wirerate", "fleet", "here", *words]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, **given)  # type: ignore[call-overload,no-any-return]


def test_it_ends_with_its_standard_input() -> None:
    with here("speed", *LONG, stdin=subprocess.PIPE) as measuring:
        assert measuring.stdin
        measuring.stdin.write(b"\n")
        measuring.stdin.close()
        assert measuring.wait(timeout=120) == 130


def test_it_measures_with_a_closed_standard_input() -> None:
    """Standard input is closed, as in `docker exec` without -i."""
    with here("speed", *QUICK, "-J", stdin=subprocess.DEVNULL) as measuring:
        output, _ = measuring.communicate(timeout=120)
    assert measuring.returncode == 0
    assert json.loads(output)["kind"] == "speed"


def test_only_measuring_commands_are_accepted() -> None:
    with here("sum", os.devnull, stdin=subprocess.DEVNULL) as refused:
        assert refused.communicate(timeout=120)[0] == b""
    assert refused.returncode == 2
