# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The chains of a question, set up and proved, and rounds through them. Runs where namespaces are permitted.

One packet of each size goes through a chain before any is timed: it arrives once and as it was, and the wire between
the gateways is looked at.
"""

from __future__ import annotations

import contextlib
import os
import resource
import socket
import time
from collections.abc import Sequence
from pathlib import Path as File
from typing import Any

from wirerate._native import ffi, lib
from wirerate.wings.path import frames, refusals
from wirerate.wings.path.algorithms import driver_of
from wirerate.wings.path.catalogue import Cell, Family
from wirerate.wings.path.chain import WIRE, Chain, quiet
from wirerate.wings.path.messages import Built, Proof, Told
from wirerate.wings.path.netlink import KernelError, Namespace

_ALL, _IP6 = 0x0003, 0x86DD  # ETH_P_ALL, ETH_P_IPV6
_ETHERNET = 14
_PATIENCE_S = 0.5  # for a session to be agreed on, and workers to run
_TRIES = 4
_VOTES = 9


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
        """A chain that is proved with a packet of each size gets the next number."""
        self._made += 1
        try:
            source = self._source(cell.path.family)
            chain = self._closing.enter_context(contextlib.closing(Chain(cell, source, self._made)))
            proof = prove(chain, list(sizes))
        except KernelError as error:
            return Built(refusal=refusals.of_kernel(cell.path, error))
        except OSError as error:  # of a socket's options and binding
            refused = KernelError(error.errno or 0, "", "a socket of the chain")
            return Built(refusal=refusals.of_kernel(cell.path, refused))
        except Broken as error:
            return Built(refusal=refusals.of_packets(cell.path, str(error)))
        if not proof.inline and lib.wrh_busy_parse(_busy()) < 0:
            return Built(refusal=refusals.of_workers(cell.path))
        counters = chain.last.open("/proc/thread-self/net/dev")
        self._chains.append((chain, proof, counters))
        return Built(len(self._chains) - 1, proof, driver=driver_of(cell.path))

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
        return [_told(each) for each in out], int(stolen[0])

    @staticmethod
    def _at_end(chain: Chain, proof: Proof, size: int) -> int:
        """Bytes that the last device counts for a packet, which with `protect` is still longer."""
        added = proof.added.get(size, 0) if chain.cell.stage == "protect" else 0
        return 14 + size + added

    def _source(self, family: Family) -> Namespace:
        if family not in self._sources:
            self._sources[family] = self._closing.enter_context(contextlib.closing(quiet(family)))
        return self._sources[family]


def _told(raw: Any) -> Told:
    return Told(raw.wall_ns, raw.cpu_ns, raw.sent, raw.arrived, raw.involuntary, raw.elsewhere_ns, raw.excess_bytes,
                bool(raw.late))  # fmt: skip


def _busy() -> bytes:
    try:
        return File("/proc/schedstat").read_bytes()
    except OSError:
        return b""


# ---- the proof ----


class Broken(Exception):
    """A packet was lost or changed; the message says which."""


def prove(chain: Chain, sizes: list[int]) -> Proof:
    """Raises Broken."""
    proof, family = Proof(), chain.cell.path.family
    if not chain.hops:
        return proof  # no tap sees what a packet socket sends past the queues
    with contextlib.ExitStack() as taps:
        end = taps.enter_context(_Tap(chain.last, chain.last_device))
        wire = taps.enter_context(_Tap(chain.wire, WIRE)) if chain.wire else None
        for size in sizes:
            arrived, between = _through(chain, frames.frame(family, size), end, wire)
            passed_on = chain.cell.stage == "protect"
            if not passed_on and not frames.arrived_right(family, size, arrived[_ETHERNET:], chain.hops):
                raise Broken(f"a packet of {size} bytes arrived changed")
            if wire:
                proof.wire[size] = between
                proof.added[size] = len(between) - _ETHERNET - size
        proof.inline = _is_inline(chain, frames.frame(family, sizes[0]), end)
    return proof


def _through(chain: Chain, frame: bytes, end: _Tap, wire: _Tap | None) -> tuple[bytes, bytes]:
    """The frame as it arrived, and as it was between the gateways. One of several tries: the first packets of a session
    have others beside them, that agree on it."""
    assert chain.sender
    size, why = len(frame) - _ETHERNET, "was lost"
    for _ in range(_TRIES):
        end.taken()
        if wire:
            wire.taken()
        with contextlib.suppress(OSError):  # a device that is down; what is lost is told below
            chain.sender.send(frame)
        arrived = end.awaited(_PATIENCE_S)
        between = wire.taken() if wire else [b""]
        if len(arrived) == len(between) == 1:
            return arrived[0], between[0]
        if arrived:
            why = f"became {len(between)} between the gateways and {len(arrived)} behind them"
    raise Broken(f"a packet of {size} bytes {why}")


def _is_inline(chain: Chain, frame: bytes, end: _Tap) -> bool:
    """By majority: a worker may be so fast that a packet seems to be there at once, and another program so busy that it
    is not. Tries in which another thread ran in our stead, which may have been the worker, do not count."""
    assert chain.sender
    counted = late = 0
    for _ in range(_VOTES * 2):
        end.taken()
        switches = _switches()
        chain.sender.send(frame)
        at_once = bool(end.taken())
        if _switches() == switches:
            counted += 1
            late += not at_once
        if not at_once:
            end.awaited(_PATIENCE_S)
        if counted == _VOTES:
            break
    return counted >= _VOTES / 2 and late <= counted / 3


def _switches() -> int:
    """To another thread, of this one."""
    used = resource.getrusage(resource.RUSAGE_THREAD)
    return used.ru_nvcsw + used.ru_nivcsw


class _Tap:
    """Sees what a device sends; multicast left out, which a kernel may say unasked."""

    def __init__(self, space: Namespace, device: str) -> None:
        self._socket = space.socket(socket.AF_PACKET, socket.SOCK_RAW)
        self._socket.setblocking(False)
        self._socket.bind((device, _ALL))

    def __enter__(self) -> _Tap:
        return self

    def __exit__(self, *_: object) -> None:
        self._socket.close()

    def taken(self) -> list[bytes]:
        found = []
        with contextlib.suppress(BlockingIOError):
            while True:
                frame, (_, kind, direction, *_) = self._socket.recvfrom(1 << 16)
                if direction == socket.PACKET_OUTGOING and not _is_multicast(frame, kind):
                    found.append(frame)
        return found

    def awaited(self, seconds: float) -> list[bytes]:
        until = time.monotonic() + seconds
        while not (found := self.taken()) and time.monotonic() < until:
            time.sleep(0.001)
        return found


def _is_multicast(frame: bytes, kind: int) -> bool:
    """On a device without link addresses the packet tells."""
    return bool(frame[0] & 1) or (kind == _IP6 and frame[_ETHERNET + 24] == 0xFF)
