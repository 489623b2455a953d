# SPDX-License-Identifier: Apache-2.0 OR MIT
"""What limits a transfer. Only where it is a CPU does the choice of cipher matter."""

from __future__ import annotations

from dataclasses import dataclass

from wirerate.wings.ssh.rows import Bottleneck, Flow

CPUS: tuple[Bottleneck, ...] = ("cpu-here", "cpu-there")

# An end busy for this share of a transfer has no time left to go faster; the rest is the stream's start and end.
_BUSY = 0.75
# Two ends of one machine take turns on its CPUs and wake each other: together they need not come to more than this.
_BUSY_TOGETHER = 0.5
# A channel that fills this share of what window / round trip allows is held by it (the window opens in steps).
_WINDOW = 0.7
# A source that alone is no faster than this multiple of the transfer.
_SOURCE = 1.25


@dataclass(frozen=True)
class End:
    """Seconds of one end's ssh during a transfer."""

    cpu: float
    waiting: float  # ready, but another program had the CPU


@dataclass(frozen=True)
class Stream:
    """A transfer without its set-up: seconds, bytes, and what the ends did meanwhile."""

    wall: float
    size: int
    here: End
    there: End | None  # None where the other end did not tell
    round_trip: float
    window: int  # 0: not told
    source_rate: float | None  # bytes per second of reading the source alone; None: the other end's

    @property
    def rate(self) -> float:
        return self.size / self.wall


def flow(stream: Stream) -> Flow:
    """What the transfer's limit is found from, as shares and rates."""
    here, there = _busy(stream.here, stream.wall), _busy(stream.there, stream.wall) if stream.there else None
    busier = stream.there if stream.there and there is not None and there > here else stream.here
    at_work = busier.cpu + busier.waiting
    return Flow(
        here=here,
        there=there,
        waited=busier.waiting / at_work if at_work > 0 else 0.0,
        mbps=stream.rate / 1e6,
        window_mbps=stream.window / stream.round_trip / 1e6 if stream.window and stream.round_trip else None,
        source_mbps=None if stream.source_rate is None else stream.source_rate / 1e6,
    )


def bottleneck(told: Flow, *, one_machine: bool = False) -> Bottleneck:
    """The first of these that holds: an end's CPU, the window, the source; else the network, by elimination."""
    there = told.there or 0.0
    busier: Bottleneck = "cpu-here" if told.here >= there else "cpu-there"
    if max(told.here, there) >= _BUSY:
        return busier
    if told.window_mbps is not None and told.mbps >= _WINDOW * told.window_mbps:
        return "window"
    if told.source_mbps is not None and told.source_mbps <= _SOURCE * told.mbps:
        return "source"
    return busier if one_machine and told.here + there >= _BUSY_TOGETHER else "network"


def _busy(end: End, wall: float) -> float:
    """At most 1: both are differences of medians, so on a noisy machine more could come out."""
    return max(0.0, min(1.0, (end.cpu + end.waiting) / wall))
