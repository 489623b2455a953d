# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The hosts that the user's own ssh reaches: a command on all of them at once, which ends there when we do."""

from __future__ import annotations

import os
import shlex
import subprocess
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from threading import Lock

from wirerate.errors import MissingError, install
from wirerate.remote import failure, frame, line, process
from wirerate.wings.fleet.here import HELD
from wirerate.wings.fleet.hosts import Answer, stopped

_AT_ONCE = 64
_OWN_FAILURE = 255  # of ssh itself
_NOT_FOUND = 127  # of a POSIX shell


def ask(
    hosts: Sequence[str], command: Sequence[str], program: str, came: Callable[[str], object] = lambda host: None
) -> list[Answer]:
    """An answer of each, in their order. Ctrl-C ends the command on those that have not answered yet."""
    errands = [_Errand(host, program, command) for host in hosts]
    with ThreadPoolExecutor(_AT_ONCE) as pool:
        asked = {pool.submit(errand.run): errand for errand in errands}
        try:
            for done in as_completed(asked):
                came(asked[done].host)
        except KeyboardInterrupt:
            for errand in errands:
                errand.stop()
    return [done.result() for done in asked]


class _Errand:
    """One ssh, whose standard input is a pipe that nobody else holds: it ends with us, however we end."""

    def __init__(self, host: str, program: str, command: Sequence[str]) -> None:
        self.host = host
        self._program = program
        self._line = frame.framed(f"{program} fleet here {shlex.join(command)}")
        self._lock = Lock()
        self._stopped = False
        self._child: subprocess.Popen[bytes] | None = None

    def stop(self) -> None:
        with self._lock:
            self._stopped = True
            if self._child:
                process.stop(self._child)

    def run(self) -> Answer:
        theirs, ours = os.pipe()
        try:
            os.write(ours, HELD)
            child = self._start(theirs)
            if child is None:
                return stopped(self.host)
            output, errors = child.communicate()
        except OSError:
            return Answer(
                self.host,
                failure=MissingError("this machine has no ssh", fix="type: sudo apt-get install openssh-client"),
            )
        finally:
            os.close(theirs)
            os.close(ours)
        said = frame.inside(output.decode(errors="replace"))
        if said and said.strip():
            return Answer(self.host, said.encode())
        if self._stopped:
            return stopped(self.host)
        return Answer(self.host, failure=self._failure(child.returncode, output.decode(errors="replace"),
                                                       errors.decode(errors="replace")))  # fmt: skip

    def _start(self, stdin: int) -> subprocess.Popen[bytes] | None:
        """None: it is not wanted any more."""
        with self._lock:
            if not self._stopped:
                command = line.plain(self.host, self._line)
                pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
                self._child = process.spawn(command, stdin=stdin, **pipes)
            return self._child

    def _failure(self, status: int, output: str, errors: str) -> MissingError:
        if status == _OWN_FAILURE or status < 0:
            return failure.explain(self.host, status, errors)
        if not frame.begun(output):
            return failure.no_shell(self.host, f"{errors}\n{output}")
        if status == _NOT_FOUND:
            return MissingError(
                f"{self.host} has no {shlex.split(self._program)[0]}",
                fix=f"say where it is: --program PATH; or install it there, {install()}",
            )
        told = failure.told(errors) or "without a word"
        return MissingError(
            f"{self._program} on {self.host} ended with status {status}: {told}",
            fix=f"type: ssh {self.host} {self._program} doctor",
        )
