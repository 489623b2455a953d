# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The chains of a question, set up and proved, and rounds through them. Runs where namespaces are permitted."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path as File

from wirerate._native import ffi, lib
from wirerate.wings.path import frames, refusals
from wirerate.wings.path.catalogue import Family
from wirerate.wings.path.chain import Chain, quiet
from wirerate.wings.path.drivers import driver_of
from wirerate.wings.path.found import Driver
from wirerate.wings.path.kernel.namespace import Namespace
from wirerate.wings.path.kernel.netlink import KernelError
from wirerate.wings.path.proof import Broken, Proof, prove
from wirerate.wings.path.refusal import Refusal
from wirerate.wings.path.stages import Cell


@dataclass
class Built:
    """What became of one cell: a chain that carries packets, or why there is none."""

    proof: Proof | None
    refusal: Refusal | None
    driver: Driver | None


@dataclass
class Told:
    """One round, as C saw it (`wrh_path_round` of wirerate_path.h)."""

    wall_ns: float
    cpu_ns: float
    elsewhere_ns: float
    sent: int
    arrived: int
    excess_bytes: int
    involuntary: int
    late: bool


class Bench:
    """Chains by number; each is closed with it."""

    def __init__(self) -> None:
        self._closing = contextlib.ExitStack()
        self._sources: dict[Family, Namespace] = {}
        self._chains: list[tuple[Chain, Proof, int]] = []
        self._made = 0

    def __enter__(self) -> Bench:
        return self

    def __exit__(self, *_: object) -> None:
        self._closing.close()

    def build(self, cell: Cell, sizes: Sequence[int]) -> Built:
        """A chain that is proved with a packet of each size gets the next number. Raises KernelError where no
        namespace can be had."""
        source = self._source(cell.family)
        self._made += 1
        try:
            chain = self._closing.enter_context(contextlib.closing(Chain(cell, source, self._made)))
            proof = prove(chain, list(sizes))
        except KernelError as error:
            return Built(None, refusals.of_kernel(cell.path, error), None)
        except OSError as error:  # of a socket's options and binding
            refused = KernelError(error.errno or 0, "", "a socket of the chain")
            return Built(None, refusals.of_kernel(cell.path, refused), None)
        except Broken as error:
            return Built(None, refusals.of_packets(cell.path, str(error)), None)
        if not proof.inline and lib.wrh_busy_parse(_busy()) < 0:
            return Built(None, refusals.of_workers(cell.path), None)
        counters = chain.last.open("/proc/thread-self/net/dev")
        self._chains.append((chain, proof, counters))
        return Built(proof, None, driver_of(cell.path) if cell.path else None)

    def run(self, family: Family, lap: Sequence[int], laps: int, order: Sequence[int]) -> tuple[list[Told], int]:
        """So many laps of packets of these sizes through the chains in that order; and the time stolen meanwhile."""
        data = [frames.frame(family, size) for size in lap]
        raw, lengths = ffi.new("uint8_t[]", b"".join(data)), ffi.new("uint32_t[]", [len(each) for each in data])
        given = ffi.new("wrh_frames *", {"bytes": raw, "lengths": lengths, "count": len(data)})
        names = [ffi.new("char[]", chain.last_device.encode()) for chain, _, _ in self._chains]
        chains = ffi.new("wrh_chain[]", len(self._chains))
        for made, name, (chain, proof, counters) in zip(chains, names, self._chains, strict=True):
            assert chain.sender
            made.sender, made.counters, made.last = chain.sender.fileno(), counters, name
            made.lap_bytes = sum(self._at_end(chain, proof, size) for size in lap)
            made.elsewhere = not proof.inline
        out, stolen = ffi.new("wrh_path_round[]", len(order)), ffi.new("int64_t *")
        failed = lib.wrh_path_run(chains, given, laps, list(order), len(order), out, stolen)
        if failed:
            raise OSError(-failed, os.strerror(-failed))
        told = [
            Told(r.wall_ns, r.cpu_ns, r.elsewhere_ns, r.sent, r.arrived, r.excess_bytes, r.involuntary, bool(r.late))
            for r in out
        ]
        return told, int(stolen[0])

    @staticmethod
    def _at_end(chain: Chain, proof: Proof, size: int) -> int:
        """Bytes that the last device counts for a packet, which with `protect` is still longer."""
        added = proof.added.get(size, 0) if chain.cell.stage == "protect" else 0
        return 14 + size + added

    def _source(self, family: Family) -> Namespace:
        if family not in self._sources:
            self._sources[family] = self._closing.enter_context(contextlib.closing(quiet(family)))
        return self._sources[family]


def _busy() -> bytes:
    try:
        return File("/proc/schedstat").read_bytes()
    except OSError:
        return b""
