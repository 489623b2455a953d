"""Cells of the mill in interleaved rounds: one Measurement per MAC, keyed mode and payload, and the paired gains.

A group is everything under one cipher, order and payload, the packet without a MAC included, so that the MAC's own
cost is a difference within the same rounds. The cost of a round is its CPU time per packet: nothing here waits.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from wirerate.errors import MissingError
from wirerate.lab.ssh.mill import native
from wirerate.lab.ssh.mill.cells import KEYED, Mac
from wirerate.lab.ssh.mill.native import Mill, Sealed
from wirerate.lab.ssh.mill.prediction import DIGEST_BYTES, compressions, fit
from wirerate.records import Comparison, Measurement
from wirerate.rounds import Group, Progress, Series, run
from wirerate.statistics import median_at_look, ratio_at_look

PRECISION = 0.01  # half an interval, relative: then more rounds of the group would change nothing
_ROUND_NS = 400_000
_BLOCK_NS = 100_000_000  # ten of the ticks that stolen time is told in
_FIRST_LOOK = 16


@dataclass(frozen=True)
class Cell:
    """A MAC and how its keyed state is handled; without a MAC the packet alone."""

    mac: Mac | None
    keyed: str
    mill: Mill


@dataclass
class Bench:
    """One group: all cells at one payload."""

    cells: Sequence[Cell]
    payload: int
    packets: list[int] = field(default_factory=list)  # of a round, by cell

    def run_block(self, order: Sequence[int]) -> list[tuple[float, Sealed]]:
        mills = [cell.mill for cell in self.cells]
        if not self.packets:
            self.packets = [self._round_length(i) for i in range(len(mills))]
        rounds = native.run(mills, self.payload, self.packets, order)
        for each, i in zip(rounds, order, strict=True):
            if each.refused:
                cell = self.cells[i]
                raise MissingError(f"{cell.mac}: {each.refused} packets of {self.payload} bytes were refused")
        return [(each.cpu_ns / each.packets, each) for each in rounds]

    def _round_length(self, cell: int) -> int:
        """Packets that take a round's time; the fastest of three trials, because a trial may be interrupted."""
        mills = [each.mill for each in self.cells]
        trial = [8] * len(mills)
        fastest = min(each.cpu_ns for each in native.run(mills, self.payload, trial, [cell] * 3))
        return max(1, math.ceil(8 * _ROUND_NS / max(1, fastest)))


def measure(
    macs: Sequence[Mac],
    cipher: str,
    *,
    etm: bool,
    payloads: Sequence[int],
    progress: Progress | None = None,
    budget_s: float | None = None,
) -> tuple[list[Measurement], list[Comparison], bool]:
    """Measurements and comparisons, and whether Ctrl-C cut them short.

    Comparisons are of two kinds: kept state against the same MAC rekeyed and allocated anew, and every MAC with kept
    state against the first two.
    """
    cells = [Cell(None, "", Mill(cipher, "none", "", "reuse", etm))]
    cells += [
        Cell(mac, keyed, Mill(cipher, mac.algorithm, mac.implementation, keyed, etm)) for mac in macs for keyed in KEYED
    ]
    benches = [Bench(cells, payload) for payload in payloads]
    groups = [_group(bench) for bench in benches]
    series, interrupted = run(groups, progress=progress, budget_s=budget_s)
    for each in series:
        if each.error:
            raise each.error
    conditions: dict[str, str | int | float] = {"cipher": cipher, "order": order_name(etm)}
    done = [(bench, each) for bench, each in zip(benches, series, strict=True) if each.rounds]
    measurements = [m for bench, each in done for m in _measurements(bench, each, conditions)]
    asked = sum(len(_pairs(cells)) for _ in benches)
    comparisons = [c for bench, each in done for c in _comparisons(bench, each, conditions, asked)]
    _predict(measurements, macs)
    return measurements, comparisons, interrupted


def order_name(etm: bool) -> str:
    return "encrypt-then-MAC" if etm else "encrypt-and-MAC"


def _group(bench: Bench) -> Group[Sealed]:
    width = len(bench.cells) + 1  # the control runs twice
    rounds = max(1, min(_FIRST_LOOK, _BLOCK_NS // (width * _ROUND_NS)))
    return Group(
        len(bench.cells),
        bench.run_block,
        rounds,
        _settled(bench),
        f"{bench.payload} bytes",
        control=1 % len(bench.cells),
    )


def _settled(bench: Bench) -> Callable[[Series[Sealed]], bool]:
    def settled(series: Series[Sealed]) -> bool:
        intervals = [median_at_look(series.costs(i)) for i in range(len(bench.cells))]
        return all(max(i.high - i.median, i.median - i.low) <= PRECISION * i.median for i in intervals)

    return settled


def _measurements(bench: Bench, series: Series[Sealed], conditions: dict[str, str | int | float]) -> list[Measurement]:
    bare = median_at_look(series.costs(0)).median
    found = []
    for i, cell in enumerate(bench.cells):
        rounds = [sample.record for sample in series.cells[i]]
        ns = median_at_look(series.costs(i))
        packet = cell.mill.packet_bytes(bench.payload)
        each = Measurement(
            subject=str(cell.mac) if cell.mac else "none",
            role="subject" if cell.mac else "floor",
            operation="seal",
            bytes=bench.payload,
            keyed=cell.keyed,
            rounds=len(rounds),
            ns=ns,
            cpu_share=sum(r.cpu_ns for r in rounds) / sum(r.wall_ns for r in rounds),
            samples_ns=tuple(series.costs(i)),
            samples_at=tuple(sample.position for sample in series.cells[i]),
            extra={**conditions, "packet_bytes": packet, "mac_share": 1 - bare / ns.median},
        )
        if cell.mac and cell.mac.algorithm in DIGEST_BYTES:
            each.extra["compressions"] = compressions(cell.mac.algorithm, packet, cell.keyed)
        found.append(each)
    return found


def _pairs(cells: Sequence[Cell]) -> list[tuple[int, int]]:
    """(reference, subject): a MAC's other modes beside its kept state, and kept states beside those of the first two.

    Not all pairs: each one more makes every interval wider.
    """
    kept = [i for i, cell in enumerate(cells) if cell.keyed == "reuse"]
    others = [(j, i) for at, j in enumerate(kept[:2]) for i in kept[at + 1 :]]
    return [(j, i) for i in kept for j in range(i + 1, i + len(KEYED))] + others


def _comparisons(
    bench: Bench, series: Series[Sealed], conditions: dict[str, str | int | float], asked: int
) -> list[Comparison]:
    noise = ratio_at_look(series.costs(1), [sample.cost for sample in series.control])
    floor = max(noise.high, 1 / noise.low) - 1
    return [
        Comparison(
            subject=str(bench.cells[i].mac),
            reference=str(bench.cells[j].mac),
            ratio=ratio_at_look(series.costs(j), series.costs(i), asked),
            change="",
            conditions={
                **conditions,
                "bytes": bench.payload,
                "keyed": "reuse",
                "against": bench.cells[j].keyed,
                "noise": floor,
            },
            rounds=series.rounds,
        )
        for j, i in _pairs(bench.cells)
    ]


def _predict(measurements: Sequence[Measurement], macs: Sequence[Mac]) -> None:
    """Writes the predicted time and how far the measured median is from it beside every MAC.

    HMAC by counting compression calls. UMAC's set-up does not depend on the packet: what it costs at the smallest one
    is added to the kept state's time at the others.
    """
    bare = {m.bytes: m.ns.median for m in measurements if m.role == "floor" and m.ns}
    for mac in macs:
        own = [m for m in measurements if m.subject == str(mac)]
        kept = {int(m.extra["packet_bytes"]): _ns(m) - bare[m.bytes] for m in own if m.keyed == "reuse"}
        model = fit(mac.algorithm, kept)
        for each in own:
            packet = int(each.extra["packet_bytes"])
            if model:
                _write(each, bare[each.bytes] + model.cost(packet, each.keyed))
            elif each.keyed != "reuse" and packet != min(kept):
                _write(each, bare[each.bytes] + kept[packet] + _set_up(own, each.keyed))


def _set_up(own: Sequence[Measurement], keyed: str) -> float:
    smallest = min(m.bytes or 0 for m in own)
    costs = {m.keyed: _ns(m) for m in own if m.bytes == smallest}
    return costs[keyed] - costs["reuse"]


def _write(measurement: Measurement, predicted: float) -> None:
    measurement.extra["predicted_ns"] = predicted
    measurement.residual = _ns(measurement) / predicted - 1


def _ns(measurement: Measurement) -> float:
    assert measurement.ns is not None
    return measurement.ns.median
