# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Builds chains of gateways, checks them, and sends timed rounds through them, inside the namespace process.

Before anything is timed, one packet of each size goes through a chain. It must arrive once and unchanged, and what
the gateways exchange on the wire is captured.
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
from wirerate.wings.path.messages import Built, Proof, RoundCounts
from wirerate.wings.path.netlink import KernelError, Namespace

_ALL, _IP6 = 0x0003, 0x86DD  # ETH_P_ALL, ETH_P_IPV6
_ETHERNET = 14
_PATIENCE_S = 0.5  # time for WireGuard's handshake and for kernel workers
_TRIES = 4
_VOTES = 9


class Bench:
    """The chains built so far, by number. Closing the bench closes them."""

    def __init__(self) -> None:
        self._closing = contextlib.ExitStack()
        self._sources: dict[Family, Namespace] = {}
        self._chains: list[tuple[Chain, Proof, int]] = []
        self._count = 0

    def __enter__(self) -> Bench:
        return self

    def __exit__(self, *_: object) -> None:
        self._closing.close()

    def build(self, cell: Cell, sizes: Sequence[int]) -> Built:
        """Build a chain and check it with a packet of each size; a chain that works gets the next number."""
        self._count += 1
        try:
            source = self._source(cell.path.family)
            chain = self._closing.enter_context(contextlib.closing(Chain(cell, source, self._count)))
            proof = check_chain(chain, list(sizes))
        except KernelError as error:
            return Built(refusal=refusals.of_kernel(cell.path, error))
        except OSError as error:  # from setting a socket's options or binding it
            return Built(refusal=refusals.of_kernel(cell.path, KernelError(error.errno or 0, "", "a socket")))
        except ChainError as error:
            return Built(refusal=refusals.of_packets(cell.path, str(error)))
        if not proof.inline and lib.wrh_busy_parse(_busy()) < 0:
            return Built(refusal=refusals.of_workers(cell.path))
        counters = chain.last.open("/proc/thread-self/net/dev")
        self._chains.append((chain, proof, counters))
        return Built(len(self._chains) - 1, proof, driver=driver_of(cell.path))

    def run(self, family: Family, lap: Sequence[int], laps: int, order: Sequence[int]) -> tuple[list[RoundCounts], int]:
        """Send `laps` laps of packets of the sizes in `lap` through each chain, by number in `order`.

        Return the rounds, and the nanoseconds that the hypervisor stole meanwhile.
        """
        data = [frames.frame(family, size) for size in lap]
        raw, lengths = ffi.new("uint8_t[]", b"".join(data)), ffi.new("uint32_t[]", [len(frame) for frame in data])
        packets = ffi.new("wrh_frames *", {"bytes": raw, "lengths": lengths, "count": len(data)})
        names = [ffi.new("char[]", chain.last_device.encode()) for chain, _, _ in self._chains]
        chains = ffi.new("wrh_chain[]", len(self._chains))
        for c_chain, name, (chain, proof, counters) in zip(chains, names, self._chains, strict=True):
            assert chain.sender
            c_chain.sender, c_chain.counters, c_chain.last = chain.sender.fileno(), counters, name
            c_chain.lap_bytes = sum(self._received_bytes(chain, proof, size) for size in lap)
            c_chain.elsewhere = not proof.inline
        out, stolen = ffi.new("wrh_path_round[]", len(order)), ffi.new("int64_t *")
        failed = lib.wrh_path_run(chains, packets, laps, list(order), len(order), out, stolen)
        if failed:
            raise OSError(-failed, os.strerror(-failed))
        return [_counts(row) for row in out], int(stolen[0])

    @staticmethod
    def _received_bytes(chain: Chain, proof: Proof, size: int) -> int:
        """Return the bytes that the last device counts for a packet; at the stage `protect` they include the bytes that
        protection adds."""
        added = proof.added.get(size, 0) if chain.cell.stage == "protect" else 0
        return _ETHERNET + size + added

    def _source(self, family: Family) -> Namespace:
        if family not in self._sources:
            self._sources[family] = self._closing.enter_context(contextlib.closing(quiet(family)))
        return self._sources[family]


def _counts(raw: Any) -> RoundCounts:
    return RoundCounts(raw.wall_ns, raw.cpu_ns, raw.sent, raw.arrived, raw.involuntary, raw.elsewhere_ns,
                       raw.excess_bytes, bool(raw.late))  # fmt: skip


def _busy() -> bytes:
    try:
        return File("/proc/schedstat").read_bytes()
    except OSError:
        return b""


# ---- checking a chain ----


class ChainError(Exception):
    """A packet was lost or changed; the message says how."""


def check_chain(chain: Chain, sizes: list[int]) -> Proof:
    """Send one packet of each size and check how it arrives. Raises ChainError."""
    proof, family = Proof(), chain.cell.path.family
    if not chain.hops:
        return proof  # a packet socket that bypasses the queues is invisible to a tap on its own device
    with contextlib.ExitStack() as taps:
        end = taps.enter_context(_Tap(chain.last, chain.last_device))
        wire = taps.enter_context(_Tap(chain.wire, WIRE)) if chain.wire else None
        for size in sizes:
            arrived, between = _send_through(chain, frames.frame(family, size), end, wire)
            still_protected = chain.cell.stage == "protect"
            if not still_protected and not frames.is_intact(family, size, arrived[_ETHERNET:], chain.hops):
                raise ChainError(f"a packet of {size} bytes arrived changed")
            if wire:
                proof.wire[size] = between
                proof.added[size] = len(between) - _ETHERNET - size
        proof.inline = _is_inline(chain, frames.frame(family, sizes[0]), end)
    return proof


def _send_through(chain: Chain, frame: bytes, end: _Tap, wire: _Tap | None) -> tuple[bytes, bytes]:
    """Return the frame captured at the end of the chain, and the one captured between the gateways.

    Try several times, because the packets of a session's handshake are captured too at first.
    """
    assert chain.sender
    size, fault = len(frame) - _ETHERNET, "was lost"
    for _ in range(_TRIES):
        end.captured()
        if wire:
            wire.captured()
        with contextlib.suppress(OSError):  # the device is down; the loss is reported below
            chain.sender.send(frame)
        arrived = end.wait(_PATIENCE_S)
        between = wire.captured() if wire else [b""]
        if len(arrived) == len(between) == 1:
            return arrived[0], between[0]
        if arrived:
            fault = f"became {len(between)} packets between the gateways and {len(arrived)} behind them"
    raise ChainError(f"a packet of {size} bytes {fault}")


def _is_inline(chain: Chain, frame: bytes, end: _Tap) -> bool:
    """Return whether a packet has arrived by the time the call that sent it returns.

    At least two thirds of several tries must find it arrived, since another program may delay an inline packet, and a
    fast kernel worker may make its packet seem inline. A try does not count if another thread, perhaps the worker, ran
    in between.
    """
    assert chain.sender
    counted = late = 0
    for _ in range(_VOTES * 2):
        end.captured()
        switches = _context_switches()
        chain.sender.send(frame)
        at_once = bool(end.captured())
        if _context_switches() == switches:
            counted += 1
            late += not at_once
        if not at_once:
            end.wait(_PATIENCE_S)
        if counted == _VOTES:
            break
    return counted >= _VOTES / 2 and late <= counted / 3


def _context_switches() -> int:
    used = resource.getrusage(resource.RUSAGE_THREAD)
    return used.ru_nvcsw + used.ru_nivcsw


class _Tap:
    """Captures the frames that a device sends, except multicast, which a kernel may send unasked."""

    def __init__(self, space: Namespace, device: str) -> None:
        self._socket = space.socket(socket.AF_PACKET, socket.SOCK_RAW)
        self._socket.setblocking(False)
        self._socket.bind((device, _ALL))

    def __enter__(self) -> _Tap:
        return self

    def __exit__(self, *_: object) -> None:
        self._socket.close()

    def captured(self) -> list[bytes]:
        """Return the frames captured since the last call."""
        captured = []
        with contextlib.suppress(BlockingIOError):
            while True:
                frame, (_, kind, direction, *_) = self._socket.recvfrom(1 << 16)
                if direction == socket.PACKET_OUTGOING and not _is_multicast(frame, kind):
                    captured.append(frame)
        return captured

    def wait(self, seconds: float) -> list[bytes]:
        """Return the next frames, or [] if none comes in time."""
        until = time.monotonic() + seconds
        while not (captured := self.captured()) and time.monotonic() < until:
            time.sleep(0.001)
        return captured


def _is_multicast(frame: bytes, kind: int) -> bool:
    # A device without link addresses has no group bit; IPv6 multicast starts with 0xFF.
    return bool(frame[0] & 1) or (kind == _IP6 and frame[_ETHERNET + 24] == 0xFF)
