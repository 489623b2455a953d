# SPDX-License-Identifier: Apache-2.0 OR MIT
"""One ssh process to the other end, from start to end: its command line, its cost, and what its failure means."""

from __future__ import annotations

import subprocess
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import IO, Any

from wirerate.errors import MissingError
from wirerate.remote import failure, line, process
from wirerate.remote.process import Usage
from wirerate.wings.ssh.algorithms import Candidate
from wirerate.wings.ssh.server import PrivateServer

# What the user's configuration must not change between transfers, besides.
_FIXED = (*line.PLAIN, "ControlPath=none", "Compression=no", "RekeyLimit=default none")
_OWN_FAILURE = 255  # ssh's exit status for its own errors; else it is the remote command's


@dataclass(frozen=True)
class Sent:
    """One transfer, an ssh process from start to end. The remote's usage is None where it does not tell."""

    size: int
    wall: float
    here: Usage
    there: Usage | None
    one_machine: bool = False  # the other end said that it runs on the kernel that runs here
    stolen: float | None = None  # of the time in which this machine had work, by the hypervisor; None: not told


@dataclass
class Ended:
    """What one ssh was, once it has ended."""

    status: int = 0
    wall: float = 0.0
    here: Usage = field(default_factory=lambda: Usage(0.0, 0.0, 0.0))
    stolen: float | None = None
    log: str = ""  # its standard error

    def sent(self, size: int, there: Usage | None = None, *, one_machine: bool = False) -> Sent:
        return Sent(size, self.wall, self.here, there, one_machine, self.stolen)


@dataclass(frozen=True)
class Connection:
    """How ssh reaches `name`, which is the private sshd if there is a `server`."""

    name: str
    server: PrivateServer | None = None

    @contextmanager
    def open(
        self, words: Sequence[str], candidate: Candidate | None, options: Sequence[str], **streams: Any
    ) -> Iterator[tuple[subprocess.Popen[bytes], Ended]]:
        """Starts ssh with `words` as what the other end shall do; at the end of the block it has ended, too.

        A failure of ssh's own is raised, also in place of a broken pipe that it caused.
        """
        ended = Ended()
        with tempfile.TemporaryFile() as log:
            before, began = process.processors(), time.monotonic()
            child = process.spawn(self._command(words, candidate, options), stderr=log, **streams)
            try:
                if self.server:
                    self.server.accept()
                yield child, ended
                ended.here = process.finish(child)
            except OSError as error:
                process.stop(child)
                raise self._failed(child.returncode, text_of(log)) from error
            finally:
                process.stop(child)
                if self.server:
                    self.server.drain()
            ended.wall, ended.stolen = time.monotonic() - began, process.processors().stolen_since(before)
            ended.status, ended.log = child.returncode, text_of(log)
            if ended.status == _OWN_FAILURE or ended.status < 0:
                raise self._failed(ended.status, ended.log)

    def _command(self, words: Sequence[str], candidate: Candidate | None, options: Sequence[str]) -> list[str]:
        chosen = (
            [f"Ciphers={candidate.cipher}", *([f"MACs={candidate.mac}"] if candidate.mac else [])] if candidate else []
        )
        own = self.server.options if self.server else []
        return ["ssh", *own, *line.words(*_FIXED, *chosen), *options, "--", self.name, *words]

    def _failed(self, status: int, told: str) -> MissingError:
        if self.server and self.server.complaint():
            told += f"\n{self.server.complaint()}"
        return failure.explain(self.name, status, told)


def text_of(file: IO[bytes]) -> str:
    file.seek(0)
    return file.read().decode(errors="replace")
