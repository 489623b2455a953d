# SPDX-License-Identifier: Apache-2.0 OR MIT
"""One packet of each size through a chain before any is timed: it arrives once and as it was; what the wire had."""

from __future__ import annotations

import contextlib
import resource
import socket
import time
from dataclasses import dataclass, field

from wirerate.wings.path import frames
from wirerate.wings.path.chain import WIRE, Chain
from wirerate.wings.path.kernel.namespace import Namespace

_ALL, _IP6 = 0x0003, 0x86DD  # ETH_P_ALL, ETH_P_IPV6
_ETHERNET = 14
_PATIENCE_S = 0.5  # for a session to be agreed on, and workers to run
_TRIES = 4
_VOTES = 9


class Broken(Exception):
    """A packet was lost or changed; the message says which."""


@dataclass
class Proof:
    """`wire` are the frames between the gateways, one for each size, as the first sent them."""

    added: dict[int, int] = field(default_factory=dict)
    wire: dict[int, bytes] = field(default_factory=dict)
    inline: bool = True  # a packet is there when the call that sent it returns: its cost is the sender's own time


def prove(chain: Chain, sizes: list[int]) -> Proof:
    """Raises Broken."""
    proof, family = Proof(), chain.cell.family
    if not chain.hops:
        return proof  # no tap sees what a packet socket sends past the queues
    with contextlib.ExitStack() as taps:
        end = taps.enter_context(_Tap(chain.last, chain.last_device))
        wire = taps.enter_context(_Tap(chain.wire, WIRE)) if chain.wire else None
        for size in sizes:
            crossing = _through(chain, frames.frame(family, size), end, wire)
            passed_on = chain.cell.stage == "protect"
            if not passed_on and not frames.arrived_right(family, size, crossing.arrived[_ETHERNET:], chain.hops):
                raise Broken(f"a packet of {size} bytes arrived changed")
            if wire:
                proof.wire[size] = crossing.between
                proof.added[size] = len(crossing.between) - _ETHERNET - size
        proof.inline = _is_inline(chain, frames.frame(family, sizes[0]), end)
    return proof


@dataclass
class _Crossing:
    """A frame as it arrived, and as it was between the gateways."""

    arrived: bytes
    between: bytes


def _through(chain: Chain, frame: bytes, end: _Tap, wire: _Tap | None) -> _Crossing:
    """One of several tries: the first packets of a session have others beside them, that agree on it."""
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
            return _Crossing(arrived[0], between[0])
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
