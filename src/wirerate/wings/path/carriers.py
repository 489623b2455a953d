# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Carriers run the rounds of a measurement: gateways in a helper process, or TCP connections in this process.

The helper process ends with this one, even if this one is killed.
"""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
import tempfile
from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any, Self, TypeVar

import msgspec

from wirerate._native import ffi, lib
from wirerate.cleanup import die_with_parent
from wirerate.errors import MissingError
from wirerate.wings.path import messages, refusals
from wirerate.wings.path.algorithms import driver_of
from wirerate.wings.path.catalogue import Cell, Family
from wirerate.wings.path.messages import Built, Host, Proof, RoundCounts

T = TypeVar("T")
_COMMAND = (sys.executable, "-m", "wirerate.wings.path.namespace_process")
_END_S = 10.0  # time for the kernel to remove the namespaces


class Carrier(ABC):
    """Carries packets or records. Entering the context raises MissingError if it can carry nothing."""

    host: Host

    @abstractmethod
    def __enter__(self) -> Self: ...

    @abstractmethod
    def __exit__(self, *_: object) -> None: ...

    @abstractmethod
    def build(self, cell: Cell, sizes: Sequence[int]) -> Built:
        """Set up the cell's stage for packets or records of these sizes; the result may be a refusal."""

    @abstractmethod
    def run(self, family: Family, lap: Sequence[int], laps: int, order: Sequence[int]) -> tuple[list[RoundCounts], int]:
        """Run `laps` laps of the sizes in `lap` through each number in `order`.

        Return the rounds, and the nanoseconds that the hypervisor stole meanwhile (below 0: unknown).
        """


class Gateways(Carrier):
    """Chains of network namespaces, owned by a helper process."""

    def __init__(self) -> None:
        self._stderr = tempfile.TemporaryFile()  # noqa: SIM115 - closed by __exit__
        try:
            self._process = subprocess.Popen(
                _COMMAND,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=self._stderr,
                start_new_session=True,  # Ctrl-C must reach only this process, which keeps the finished rounds
                preexec_fn=die_with_parent,
            )
        except OSError as error:
            raise MissingError(f"the measuring process: {error}", fix="try again") from error

    def __enter__(self) -> Self:
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
        self._stderr.close()

    def build(self, cell: Cell, sizes: Sequence[int]) -> Built:
        self._ask(messages.Build(cell, list(sizes)))
        return self._answer(messages.BUILT)

    def run(self, family: Family, lap: Sequence[int], laps: int, order: Sequence[int]) -> tuple[list[RoundCounts], int]:
        self._ask(messages.Run(family, list(lap), laps, list(order)))
        rounds = self._answer(messages.ROUNDS)
        return rounds.counts, rounds.stolen_ns

    def _ask(self, question: object) -> None:
        assert self._process.stdin
        with contextlib.suppress(BrokenPipeError):  # _answer then reports why the process ended
            self._process.stdin.write(messages.ENCODER.encode(question) + b"\n")
            self._process.stdin.flush()

    def _answer(self, decoder: msgspec.json.Decoder[T]) -> T:
        assert self._process.stdout
        line = self._process.stdout.readline()
        if not line:
            status = self._process.wait()
            self._stderr.seek(0)
            last_line = self._stderr.read().decode(errors="replace").strip().rpartition("\n")[2]
            raise MissingError(
                f"the measuring process ended ({last_line or f'status {status}'})", fix="type the command again"
            )
        return decoder.decode(line)


class Connections(Carrier):
    """TCP connections over loopback: one thread writes a record and reads it back."""

    def __init__(self) -> None:
        self._streams: list[Any] = []
        # Any CPU this process may use: a block of rounds stays on the CPU it starts on.
        self.host = messages.this_host(min(os.sched_getaffinity(0)))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        while self._streams:
            lib.wrh_stream_close(self._streams.pop())

    def build(self, cell: Cell, sizes: Sequence[int]) -> Built:
        error, reason = ffi.new("int *"), ffi.new("char[]", 256)
        stream = lib.wrh_stream_open(_kind(cell), cell.path.cipher.encode(), error, reason, len(reason))
        if stream == ffi.NULL:
            quote = ffi.string(reason).decode(errors="replace")
            return Built(refusal=refusals.of_records(cell.path, int(error[0]), quote))
        self._streams.append(stream)
        return Built(len(self._streams) - 1, Proof(), driver=driver_of(cell.path))

    def run(self, family: Family, lap: Sequence[int], laps: int, order: Sequence[int]) -> tuple[list[RoundCounts], int]:
        out, stolen = ffi.new("wrh_stream_round[]", len(order)), ffi.new("int64_t *")
        records = laps * len(lap)
        failed = lib.wrh_stream_run(self._streams, list(lap), len(lap), laps, list(order), len(order), out, stolen)
        if failed:
            raise MissingError(f"a record did not come back: {os.strerror(-failed)}", fix=refusals.LOG)
        counts = [
            RoundCounts(r.wall_ns, r.cpu_ns, records, records, r.involuntary, wrong=r.wrong, octets=r.octets)
            for r in out
        ]
        return counts, int(stolen[0])


def _kind(cell: Cell) -> int:
    """Return the cell's kind of stream in wirerate_path.h."""
    if cell.stage == "crypto":
        return int(lib.WRH_SEAL_OPENSSL)
    return int({"tcp": lib.WRH_TCP, "tls": lib.WRH_TLS_OPENSSL, "ktls": lib.WRH_TLS_KERNEL}[cell.path.kind])
