# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Run a command on many hosts by ssh or Dask, such that it stops on every host when this process ends.

Without a terminal, a command started by ssh notices the end of this process only by the end of its standard input. So
this process sends one byte, which shows that input is connected, and keeps the pipe open until the answer arrives. A
Dask worker does not notice when this process ends. So this process renews a lease; if the lease expires or is
cancelled, the worker stops the command.
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
    """Exit this process at once when standard input ends."""
    threading.Thread(target=_watch, daemon=True).start()


def _watch() -> None:
    try:
        if not os.read(_STDIN, len(HELD)):
            return  # standard input was never connected, as under sudo, in containers and in batch jobs
        while os.read(_STDIN, 4096):
            pass
    except OSError:
        return
    os._exit(EXIT_INTERRUPTED)


# ---- by ssh ----

_AT_ONCE = 64
_SSH_FAILED = 255  # ssh's exit status for its own errors
_NOT_FOUND = 127  # a POSIX shell's status for a missing program


def ask_by_ssh(
    hosts: Sequence[str], command: Sequence[str], program: str, answered: Callable[[str], object]
) -> list[Answer]:
    """Return the hosts' answers in order. Ctrl-C stops the command on hosts that have not answered yet."""
    errands = [_Ssh(host, program, command) for host in hosts]
    with ThreadPoolExecutor(_AT_ONCE) as pool:
        pending = {pool.submit(errand.run): errand for errand in errands}
        try:
            for done in as_completed(pending):
                answered(pending[done].host)
        except KeyboardInterrupt:
            for errand in errands:
                errand.stop()
    return [done.result() for done in pending]


class _Ssh:
    """An ssh process that ends with this process, because only this process holds the pipe to its standard input."""

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
        read_end, write_end = os.pipe()
        try:
            os.write(write_end, HELD)
            child = self._start(read_end)
            if child is None:
                return stopped(self.host)
            output, errors = (stream.decode(errors="replace") for stream in child.communicate())
        except OSError:
            return self._failed("ssh is not installed on this machine", "type: sudo apt-get install openssh-client")
        finally:
            os.close(read_end)
            os.close(write_end)
        said = ssh.inside(output)
        if said and said.strip():
            return Answer(self.host, said.encode())
        return stopped(self.host) if self._stopped else self._silent(child.returncode, output, errors)

    def _start(self, stdin: int) -> subprocess.Popen[bytes] | None:
        """Start ssh; return None if `stop` has already been called."""
        with self._lock:
            if not self._stopped:
                command = ssh.plain(self.host, self._line)
                pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
                self._child = spawn(command, stdin=stdin, **pipes)
            return self._child

    def _silent(self, status: int, output: str, errors: str) -> Answer:
        """Return an answer that gives the reason for the missing output."""
        if status == _SSH_FAILED or status < 0:
            return Answer(self.host, failure=ssh.explain(self.host, status, errors))
        if not ssh.begun(output):
            return Answer(self.host, failure=ssh.no_shell(self.host, f"{errors}\n{output}"))
        if status == _NOT_FOUND:
            return self._failed(
                f"{self.host} has no {shlex.split(self._program)[0]}",
                f"give its path with --program PATH, or install it there: {install()}",
            )
        message = ssh.last_message(errors) or "no error message"
        return self._failed(
            f"{self._program} on {self.host} ended with status {status}: {message}",
            f"type: ssh {self.host} {self._program} doctor",
        )

    def _failed(self, message: str, fix: str) -> Answer:
        return Answer(self.host, failure=MissingError(message, fix=fix))


# ---- by a cluster ----

LEASE_S = 30.0


def ask_cluster(scheduler: Scheduler, command: Sequence[str], *, pinned: bool) -> list[Answer]:
    """Return the hosts' answers. With `pinned`, the command runs on one CPU that the worker chooses."""
    with connect(scheduler) as client:
        need_workers(client)
        first: dict[str, str] = {}
        for address, facts in client.scheduler_info(n_workers=-1)["workers"].items():
            first.setdefault(facts["host"], address)
        answers = _on_workers(client, list(first.values()), (list(command), pinned))
    return [_answer(host, answers.get(address)) for host, address in first.items()]


def _on_workers(client: Any, workers: list[str], question: tuple[list[str], bool]) -> dict[str, Any]:
    """Run `run_here` on the workers and return its results or exceptions by worker. Ctrl-C stops the command on workers
    that are still running."""
    errand = secrets.token_hex(8)
    targets: dict[str, Any] = {"workers": workers, "on_error": "return"}
    with ThreadPoolExecutor(1) as pool:
        running = pool.submit(lambda: client.run(run_here, *question, errand, LEASE_S, **targets))
        try:
            while wait([running], timeout=LEASE_S / 10).not_done:
                client.run(renew_lease, errand, **targets)
        except KeyboardInterrupt:
            client.run(cancel, errand, **targets)
        results: dict[str, Any] = running.result()
        return results


def _answer(host: str, result: Any) -> Answer:
    if isinstance(result, bytes):
        return Answer(host, result) if result else stopped(host)
    return Answer(host, failure=MissingError(f"the worker on {host} failed: {result}", fix="read its log"))


# ---- on a worker, in the thread of its event loop ----


@dataclass
class _Errand:
    over: asyncio.Event = field(default_factory=asyncio.Event)
    heard: float = field(default_factory=time.monotonic)


_errands: dict[str, _Errand] = {}


async def run_here(command: list[str], pinned: bool, name: str, lease: float) -> bytes:
    """Run the command in a child process and return its output, or b"" if it was stopped. With `pinned`, it runs on the
    last CPU that this process may use."""
    chosen = ["-A", str(max(os.sched_getaffinity(0)))] if pinned else []
    read_end, write_end = os.pipe()
    errand = _errands[name] = _Errand()
    try:
        os.write(write_end, HELD)
        child = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "wirerate", "fleet", "here", *command, *chosen,
            stdin=read_end, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE,
        )  # fmt: skip
        answering = asyncio.ensure_future(child.communicate())
        await _until(answering, errand, lease)
    finally:
        del _errands[name]
        os.close(read_end)
        os.close(write_end)  # this stops the child
    finished = answering.done()
    output, errors = await answering
    if finished and not output.strip():
        raise RuntimeError(errors.decode(errors="replace").strip() or f"exit status {child.returncode}")
    return output if finished else b""


async def _until(answering: asyncio.Future[Any], errand: _Errand, lease: float) -> None:
    """Wait until the answer arrives, the lease expires or the command is cancelled."""
    over = asyncio.ensure_future(errand.over.wait())
    while not (answering.done() or over.done()) and time.monotonic() < errand.heard + lease:
        await asyncio.wait([answering, over], timeout=lease / 10, return_when=asyncio.FIRST_COMPLETED)
    over.cancel()


def renew_lease(name: str) -> None:
    if errand := _errands.get(name):
        errand.heard = time.monotonic()


def cancel(name: str) -> None:
    if errand := _errands.get(name):
        errand.over.set()
