"""What limits a transfer. Only where it is a CPU does the choice of cipher matter."""

from __future__ import annotations

from dataclasses import dataclass

CPU_HERE, CPU_THERE, WINDOW, NETWORK, SOURCE = "CPU here", "CPU there", "window", "network", "disk or pipe"

# An end busy for this share of a transfer has no time left to go faster; the rest is the stream's start and end.
_BUSY = 0.75
# A channel that fills this share of what window / round trip allows is held by it (the window opens in steps).
_WINDOW = 0.7
# A source that alone is no faster than this multiple of the transfer.
_SOURCE = 1.25


@dataclass(frozen=True)
class Flow:
    """A transfer without its set-up: seconds, bytes, and what the ends did meanwhile."""

    wall: float
    size: int
    here_cpu: float
    here_waiting: float  # ready, but another program had the CPU
    there_cpu: float | None
    there_waiting: float
    round_trip: float
    window: int  # 0: not told
    source_rate: float  # bytes per second of reading the source alone
    one_machine: bool = False

    @property
    def rate(self) -> float:
        return self.size / self.wall


@dataclass(frozen=True)
class Bottleneck:
    """`kind` is one of the words above, `reason` the figures that it follows from."""

    kind: str
    reason: str

    @property
    def is_cpu(self) -> bool:
        return self.kind in (CPU_HERE, CPU_THERE)


def find(flow: Flow) -> Bottleneck:
    """The first of these that holds: an end's CPU, the window, the source; else the network, by elimination."""
    here = _share(flow.here_cpu + flow.here_waiting, flow.wall)
    there = _share((flow.there_cpu or 0.0) + flow.there_waiting, flow.wall)
    if max(here, there) >= _BUSY:
        return _cpu(flow, here, there)
    if flow.window and flow.round_trip and flow.rate >= _WINDOW * flow.window / flow.round_trip:
        most = flow.window / flow.round_trip / 1e6
        reason = (
            f"{flow.window / (1 << 20):.3g} MiB of channel window / {flow.round_trip * 1e3:.3g} ms round trip = "
            f"{most:.3g} MB/s at most, {flow.rate / 1e6:.3g} MB/s reached"
        )
        return Bottleneck(WINDOW, reason)
    if flow.source_rate <= _SOURCE * flow.rate:
        reason = f"the source alone is read at {flow.source_rate / 1e6:.3g} MB/s, sent at {flow.rate / 1e6:.3g}"
        return Bottleneck(SOURCE, reason)
    unknown = "" if flow.there_cpu is not None else " (the other end's CPU could not be read)"
    if flow.one_machine:  # there is no network in between: what is left is the busier end and the switching to and fro
        return _cpu(flow, here, there)
    reason = (
        f"the CPUs are busy for {here:.0%} here and {there:.0%} there{unknown}, the window has room: by elimination"
    )
    return Bottleneck(NETWORK, reason)


def _share(busy: float, wall: float) -> float:
    """At most 1: both are differences of medians, so on a noisy machine more could come out."""
    return max(0.0, min(1.0, busy / wall))


def _cpu(flow: Flow, here: float, there: float) -> Bottleneck:
    kind = CPU_HERE if here >= there else CPU_THERE
    cpu, waiting = (
        (flow.here_cpu, flow.here_waiting) if kind == CPU_HERE else (flow.there_cpu or 0.0, flow.there_waiting)
    )
    reason = f"busy for {max(here, there):.0%} of the transfer, the other end for {min(here, there):.0%}"
    if waiting > 0.1 * (cpu + waiting):
        reason += f"; for {waiting / (cpu + waiting):.0%} of that other programs held the CPU"
    return Bottleneck(kind, reason)
