# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Connections that records are carried through, opened in C; and why one cannot be had."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from wirerate._native import ffi, lib
from wirerate.wings.path import refusals
from wirerate.wings.path.refusal import Refusal
from wirerate.wings.path.tls.stages import Step


@dataclass(frozen=True)
class Told:
    """One round, as C saw it (`wrh_stream_round` of wirerate_path.h)."""

    wall_ns: float
    cpu_ns: float
    octets: int
    involuntary: int
    wrong: int


class Broken(Exception):
    """A record could not be carried; says why."""


class Streams:
    """One for each step that could be had, by number."""

    def __init__(self) -> None:
        self._streams: list[Any] = []

    def open(self, step: Step) -> Refusal | None:
        """It gets the next number, unless it is refused."""
        error, why = ffi.new("int *"), ffi.new("char[]", 256)
        stream = lib.wrh_stream_open(step.carrier, step.path.cipher.encode(), error, why, len(why))
        if stream == ffi.NULL:
            return refusals.of_records(step.path, int(error[0]), ffi.string(why).decode(errors="replace"))
        self._streams.append(stream)
        return None

    def run(self, size: int, records: int, order: Sequence[int]) -> tuple[list[Told], int]:
        """So many records of that size through the streams in that order; and the time stolen meanwhile. Raises
        Broken."""
        out, stolen = ffi.new("wrh_stream_round[]", len(order)), ffi.new("int64_t *")
        failed = lib.wrh_stream_run(self._streams, [size], 1, records, list(order), len(order), out, stolen)
        if failed:
            raise Broken(refusals.in_words(-failed))
        return [Told(r.wall_ns, r.cpu_ns, r.octets, r.involuntary, r.wrong) for r in out], int(stolen[0])

    def close(self) -> None:
        while self._streams:
            lib.wrh_stream_close(self._streams.pop())


@contextlib.contextmanager
def opened() -> Iterator[Streams]:
    streams = Streams()
    try:
        yield streams
    finally:
        streams.close()
