# SPDX-License-Identifier: Apache-2.0 OR MIT
"""A command once on each of many hosts, by ssh or by a Dask cluster, which ends there when its asker does.

What ssh starts without a terminal learns of the asker's end by one thing only: its standard input ends, whether the
asker stopped it, was killed, or lost its connection. So the asker sends a byte, which shows that somebody holds the
other end, and holds it until the answer is there. A Dask worker cannot tell that who asked it is no more. So the asker
says now and then that it still waits; where that stays out, or it says that it does not, the worker ends the command.
"""

from __future__ import annotations

import asyncio
import os
import secrets
import shlex
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed, wait
from dataclasses import dataclass, field
from typing import Any

from wirerate.cleanup import spawn, stop
from wirerate.errors import EXIT_INTERRUPTED, MissingError, install
from wirerate.remote import ssh
from wirerate.remote.cluster import Scheduler, connect, need_workers
from wirerate.wings.fleet.hosts import Answer, stopped

HELD = b"\n"
_STDIN = 0


def end_with_input() -> None:
    """From here on this process ends at once, in the middle of a round too, when standard input does."""
    threading.Thread(target=_watch, daemon=True).start()


def _watch() -> None:
    try:
        if not os.read(_STDIN, len(HELD)):
            return  # it never was anybody's: sudo, a container or a scheduler of jobs left it behind
        while os.read(_STDIN, 4096):
            pass
    except OSError:
        return
    os._exit(EXIT_INTERRUPTED)  # nobody is left to be told anything


# ---- by ssh ----

_AT_ONCE = 64
_OWN_FAILURE = 255  # of ssh itself
_NOT_FOUND = 127  # of a POSIX shell


def ask_by_ssh(
    hosts: Sequence[str], command: Sequence[str], program: str, came: Callable[[str], object]
) -> list[Answer]:
    """An answer of each, in their order. Ctrl-C ends the command on those that have not answered yet."""
    errands = [_Ssh(host, program, command) for host in hosts]
    with ThreadPoolExecutor(_AT_ONCE) as pool:
        asked = {pool.submit(errand.run): errand for errand in errands}
        try:
            for done in as_completed(asked):
                came(asked[done].host)
        except KeyboardInterrupt:
            for errand in errands:
                errand.stop()
    return [done.result() for done in asked]


class _Ssh:
    """One ssh, whose standard input is a pipe that nobody else holds: it ends with us, however we end."""

    def __init__(self, host: str, program: str, command: Sequence[str]) -> None:
        self.host = host
        self._program = program
        self._line = ssh.framed(f"{program} fleet here {shlex.join(command)}")
        self._lock = threading.Lock()
        self._stopped = False
        self._child: subprocess.Popen[bytes] | None = None

    def stop(self) -> None:
        with self._lock:
            self._stopped = True
            if self._child:
                stop(self._child)

    def run(self) -> Answer:
        theirs, ours = os.pipe()
        try:
            os.write(ours, HELD)
            child = self._start(theirs)
            if child is None:
                return stopped(self.host)
            output, errors = (each.decode(errors="replace") for each in child.communicate())
        except OSError:
            return self._failed("this machine has no ssh", "type: sudo apt-get install openssh-client")
        finally:
            os.close(theirs)
            os.close(ours)
        said = ssh.inside(output)
        if said and said.strip():
            return Answer(self.host, said.encode())
        return stopped(self.host) if self._stopped else self._silent(child.returncode, output, errors)

    def _start(self, stdin: int) -> subprocess.Popen[bytes] | None:
        """None: it is not wanted any more."""
        with self._lock:
            if not self._stopped:
                command = ssh.plain(self.host, self._line)
                pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
                self._child = spawn(command, stdin=stdin, **pipes)
            return self._child

    def _silent(self, status: int, output: str, errors: str) -> Answer:
        """Why there is no answer."""
        if status == _OWN_FAILURE or status < 0:
            return Answer(self.host, failure=ssh.explain(self.host, status, errors))
        if not ssh.begun(output):
            return Answer(self.host, failure=ssh.no_shell(self.host, f"{errors}\n{output}"))
        if status == _NOT_FOUND:
            return self._failed(
                f"{self.host} has no {shlex.split(self._program)[0]}",
                f"say where it is: --program PATH; or install it there, {install()}",
            )
        told = ssh.told(errors) or "without a word"
        return self._failed(
            f"{self._program} on {self.host} ended with status {status}: {told}",
            f"type: ssh {self.host} {self._program} doctor",
        )

    def _failed(self, message: str, fix: str) -> Answer:
        return Answer(self.host, failure=MissingError(message, fix=fix))


# ---- by a cluster ----

LEASE_S = 30.0  # without a word from the asker


def ask_cluster(scheduler: Scheduler, command: Sequence[str], *, pinned: bool) -> list[Answer]:
    """An answer of each host. `pinned`: on one CPU of our choice, because the command names none."""
    with connect(scheduler) as client:
        need_workers(client)
        first: dict[str, str] = {}
        for address, facts in client.scheduler_info(n_workers=-1)["workers"].items():
            first.setdefault(facts["host"], address)
        answers = _on_workers(client, list(first.values()), (list(command), pinned))
    return [_answer(host, answers.get(address)) for host, address in first.items()]


def _on_workers(client: Any, workers: list[str], asked: tuple[list[str], bool]) -> dict[str, Any]:
    """What run_here returns or raises, by worker. Ctrl-C ends the command on those that have not finished."""
    errand = secrets.token_hex(8)
    there: dict[str, Any] = {"workers": workers, "on_error": "return"}
    with ThreadPoolExecutor(1) as pool:
        running = pool.submit(lambda: client.run(run_here, *asked, errand, LEASE_S, **there))
        try:
            while wait([running], timeout=LEASE_S / 10).not_done:
                client.run(still_wanted, errand, **there)
        except KeyboardInterrupt:
            client.run(not_wanted, errand, **there)
        found: dict[str, Any] = running.result()
        return found


def _answer(host: str, found: Any) -> Answer:
    if isinstance(found, bytes):
        return Answer(host, found) if found else stopped(host)
    return Answer(host, failure=MissingError(f"the worker on {host} failed: {found}", fix="look into its log"))


# ---- on a worker, all in the thread of its event loop ----


@dataclass
class _Errand:
    over: asyncio.Event = field(default_factory=asyncio.Event)
    heard: float = field(default_factory=time.monotonic)


_errands: dict[str, _Errand] = {}


async def run_here(command: list[str], pinned: bool, name: str, lease: float) -> bytes:
    """The answer of a child process, on the last CPU that this one may use; nothing where it was ended before."""
    chosen = ["-A", str(max(os.sched_getaffinity(0)))] if pinned else []
    theirs, ours = os.pipe()
    errand = _errands[name] = _Errand()
    try:
        os.write(ours, HELD)
        child = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "wirerate", "fleet", "here", *command, *chosen,
            stdin=theirs, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE,
        )  # fmt: skip
        answering = asyncio.ensure_future(child.communicate())
        await _until(answering, errand, lease)
    finally:
        del _errands[name]
        os.close(theirs)
        os.close(ours)  # with which the child ends
    finished = answering.done()
    output, errors = await answering
    if finished and not output.strip():
        raise RuntimeError(errors.decode(errors="replace").strip() or f"exit status {child.returncode}")
    return output if finished else b""


async def _until(answering: asyncio.Future[Any], errand: _Errand, lease: float) -> None:
    """The answer is there, or nobody waits for it any more."""
    over = asyncio.ensure_future(errand.over.wait())
    while not (answering.done() or over.done()) and time.monotonic() < errand.heard + lease:
        await asyncio.wait([answering, over], timeout=lease / 10, return_when=asyncio.FIRST_COMPLETED)
    over.cancel()


def still_wanted(name: str) -> None:
    if errand := _errands.get(name):
        errand.heard = time.monotonic()


def not_wanted(name: str) -> None:
    if errand := _errands.get(name):
        errand.over.set()
