# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The other process, from here: it is started, asked, and gone with us, even when we are killed."""

from __future__ import annotations

import contextlib
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from typing import TypeVar

import msgspec

from wirerate.errors import MissingError
from wirerate.leftovers import die_with_parent
from wirerate.wings.path import messages
from wirerate.wings.path.bench import Built, Told
from wirerate.wings.path.catalogue import Family
from wirerate.wings.path.found import Host
from wirerate.wings.path.stages import Cell

T = TypeVar("T")
_COMMAND = (sys.executable, "-m", "wirerate.wings.path.inside")
_END_S = 10.0  # for the kernel to take back what it lent


class Session:
    """Raises MissingError where no namespaces can be had, and where the other process ends."""

    host: Host
    chains = 0  # that carry packets

    def __init__(self) -> None:
        self._said = tempfile.TemporaryFile()  # noqa: SIM115 - closed by __exit__
        try:
            self._process = subprocess.Popen(
                _COMMAND,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=self._said,
                start_new_session=True,  # Ctrl-C is for us: what has finished is to be kept
                preexec_fn=die_with_parent,
            )
        except OSError as error:
            raise MissingError(f"the measuring process: {error}", fix="try again") from error

    def __enter__(self) -> Session:
        try:
            ready = self._answer(messages.READY)
        except BaseException:
            self.__exit__()
            raise
        if ready.refusal or not ready.host:
            self.__exit__()
            assert ready.refusal
            raise MissingError(ready.refusal.message, fix=ready.refusal.fix)
        self.host = ready.host
        return self

    def __exit__(self, *_: object) -> None:
        with contextlib.suppress(OSError):
            self._process.kill()
        self._process.communicate(timeout=_END_S)
        self._said.close()

    def build(self, cell: Cell, sizes: Sequence[int]) -> Built:
        """A chain, or why there is none."""
        self._ask(messages.Build(cell, list(sizes)))
        built = self._answer(messages.BUILT)
        self.chains += built.proof is not None
        return built

    def run(self, family: Family, lap: Sequence[int], laps: int, order: Sequence[int]) -> tuple[list[Told], int]:
        """Rounds through the chains, by their numbers; and the time stolen meanwhile, below 0 if not told."""
        self._ask(messages.Run(family, list(lap), laps, list(order)))
        rounds = self._answer(messages.ROUNDS)
        return rounds.told, rounds.stolen_ns

    def _ask(self, question: object) -> None:
        assert self._process.stdin
        with contextlib.suppress(BrokenPipeError):  # the answer, which does not come, says why
            self._process.stdin.write(messages.ENCODER.encode(question) + b"\n")
            self._process.stdin.flush()

    def _answer(self, decoder: msgspec.json.Decoder[T]) -> T:
        assert self._process.stdout
        line = self._process.stdout.readline()
        if not line:
            status = self._process.wait()
            self._said.seek(0)
            last = self._said.read().decode(errors="replace").strip().rpartition("\n")[2]
            raise MissingError(
                f"the measuring process ended ({last or f'status {status}'})", fix="type the command again"
            )
        return decoder.decode(line)
