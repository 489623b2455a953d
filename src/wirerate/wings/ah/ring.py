# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The packet ring of libwirerate-host as Python objects. All loops that touch packets are behind these calls."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from wirerate._native import ffi
from wirerate.authenticators.ah import GENERATIONS, Mac
from wirerate.errors import MissingError
from wirerate.rounds.round import Round, block
from wirerate.system import host

_OPERATIONS = {"sign": host.WRH_RING_SIGN, "verify": host.WRH_RING_VERIFY, "bare": host.WRH_RING_BARE}
MOST_TEMPLATES = 256


@dataclass(frozen=True)
class Handler:
    """A subject on the ring: one MAC per thread, what is done with packets, and how many at a time."""

    macs: tuple[Mac, ...]
    generation: str
    operation: str
    batch: int

    def fill(self, raw: Any, macs: Any) -> None:
        raw.macs, raw.generation = macs, GENERATIONS[self.generation]
        raw.operation, raw.batch = _OPERATIONS[self.operation], self.batch


class Ring:
    """Packets of these lengths in so much memory, for AH of `ah_bytes`."""

    def __init__(self, lengths: Sequence[int], ah_bytes: int, working_set: int, seed: int = 1810) -> None:
        handle = host.wrh_ring_new(list(lengths), len(lengths), ah_bytes, working_set, seed)
        if handle == ffi.NULL:
            size = working_set >> 20
            raise MissingError(f"no memory for {size} MiB of packets", fix="close programs, or choose --cache warm")
        self.handle = ffi.gc(handle, host.wrh_ring_free, size=working_set)
        self.packets = int(host.wrh_ring_packets(handle))

    def prepare(self, reference: Mac, generation: str, operation: str) -> None:
        """Lays the packets out for an operation; the reference says what must come of them."""
        status = host.wrh_ring_prepare(self.handle, reference.handle, GENERATIONS[generation], _OPERATIONS[operation])
        if status != host.WRH_OK:
            raise MissingError(f"{reference.algorithm}@{reference.implementation} could not sign the ring")

    def run(self, cells: Sequence[Handler], packets: Sequence[int], order: Sequence[int], threads: int) -> list[Round]:
        """The cells in that order, a round each."""
        raw, alive = _raw(cells)
        out, stolen = ffi.new("wrh_round[]", len(order)), ffi.new("int64_t *")
        status = host.wrh_ring_run(self.handle, raw, list(packets), list(order), len(order), threads, out, stolen)
        del alive
        if status != host.WRH_OK:
            raise MissingError(f"the ring could not be run on {threads} threads", fix="type -j 1")
        return block(out, stolen[0])

    def latencies(self, cell: Handler, calls: int) -> list[float]:
        """Nanoseconds per packet of so many calls, each timed by itself."""
        raw, alive = _raw([cell])
        out = ffi.new("double[]", calls)
        status = host.wrh_ring_latencies(self.handle, raw, calls, out)
        del alive
        if status != host.WRH_OK:
            raise MissingError("no memory to time single calls")
        return list(out)


def _raw(cells: Sequence[Handler]) -> tuple[Any, list[Any]]:
    raw, alive = ffi.new("wrh_ring_cell[]", len(cells)), []
    for i, cell in enumerate(cells):
        macs = ffi.new("wrh_keyed_mac *[]", [mac.handle for mac in cell.macs])
        cell.fill(raw[i], macs)
        alive.append(macs)
    return raw, alive
