# SPDX-License-Identifier: Apache-2.0 OR MIT
"""MACs in interleaved rounds of the mill: one Measurement per MAC, keyed mode and payload, and the paired gains.

A group is everything under one cipher, order and payload, the packet without a MAC included, so that the MAC's own
cost is a difference within the same rounds. The cost of a round is its CPU time per packet: nothing here waits.
"""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Callable, Container, Iterator, Sequence
from dataclasses import dataclass, field

import msgspec

from wirerate.errors import MissingError
from wirerate.progress import Progress
from wirerate.records import Comparison, Measurement
from wirerate.records.details import MilledPacket, MillGain
from wirerate.rounds.round import Round
from wirerate.rounds.row import Rows, are_precise
from wirerate.rounds.scheduler import run
from wirerate.rounds.series import Group, Series
from wirerate.statistics import median_at_look
from wirerate.wings.ssh.mill.machine import KEYED, Mac, Mill, seal
from wirerate.wings.ssh.mill.prediction import DIGEST_BYTES, Model, compressions, fit

PRECISION = 0.01  # half an interval, relative: then more rounds of the group would change nothing
_ROUND_NS = 400_000
_BLOCK_NS = 100_000_000  # ten of the ticks that stolen time is told in
_FIRST_LOOK = 16
_UMAC = ("umac-64",)


@dataclass(frozen=True)
class KeyedMac:
    """A MAC and how its keyed state is handled; without a MAC the packet alone."""

    mac: Mac | None
    keyed: str
    mill: Mill


@dataclass
class Payload:
    """One group: every MAC under one size."""

    size: int
    macs: Sequence[KeyedMac]
    packets: list[int] = field(default_factory=list)  # of a round, by MAC

    def run_block(self, order: Sequence[int]) -> list[tuple[float, Round]]:
        mills = [each.mill for each in self.macs]
        if not self.packets:
            self.packets = [self._round_length(i) for i in range(len(mills))]
        rounds = seal(mills, self.size, self.packets, order)
        for each, i in zip(rounds, order, strict=True):
            if each.wrong:
                raise MissingError(f"{self.macs[i].mac}: {each.wrong} packets of {self.size} bytes were refused")
        return [((each.cpu_ns or 0) / each.messages, each) for each in rounds]

    def settled(self, series: Series[Round]) -> bool:
        return are_precise((median_at_look(series.costs(i)) for i in range(len(self.macs))), PRECISION)

    def group(self) -> Group[Round]:
        width = len(self.macs) + 1  # the control runs twice
        rounds = max(1, min(_FIRST_LOOK, _BLOCK_NS // (width * _ROUND_NS)))
        label, control = f"{self.size} bytes", 1 % len(self.macs)
        return Group(len(self.macs), self.run_block, rounds, self.settled, label, control=control)

    def _round_length(self, at: int) -> int:
        """Packets that take a round's time; the fastest of three trials, because a trial may be interrupted."""
        mills = [each.mill for each in self.macs]
        fastest = min(each.cpu_ns or 0 for each in seal(mills, self.size, [8] * len(mills), [at] * 3))
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

    Comparisons are of three kinds: kept state against the same MAC rekeyed and allocated anew, every MAC with kept
    state against the first two, and UMAC-64 against those of them that are HMACs, rekeyed.
    """
    keyed = [KeyedMac(None, "", Mill(cipher, None, "reuse", etm))]
    keyed += [KeyedMac(mac, mode, Mill(cipher, mac, mode, etm)) for mac in macs for mode in KEYED]
    sizes = [Payload(size, keyed) for size in payloads]
    series, interrupted = run([size.group() for size in sizes], progress=progress, budget_s=budget_s)
    for each in series:
        if each.error:
            raise each.error
    pairs, order = _pairs(keyed), "encrypt-then-MAC" if etm else "encrypt-and-MAC"
    milled, comparisons = list[_Milled](), list[Comparison]()
    for size, each in zip(sizes, series, strict=True):
        if each.rounds:
            rows = Rows(each, _blanks(size), asked=len(pairs) * len(sizes), of_wall=False)
            milled += _milled(size, rows.measurements())
            gains = rows.comparisons(pairs)
            for gain, (reference, _) in zip(gains, pairs, strict=True):
                gain.details = MillGain(cipher=cipher, order=order, against_keyed=keyed[reference].keyed)
            comparisons += gains
    return [each.measurement(cipher, order) for each in _predicted(milled)], comparisons, interrupted


def _blanks(size: Payload) -> list[Measurement]:
    return [
        Measurement(
            subject=str(each.mac) if each.mac else "none",
            role="subject" if each.mac else "floor",
            operation="seal",
            bytes=size.size,
            keyed=each.keyed,
        )
        for each in size.macs
    ]


def _pairs(macs: Sequence[KeyedMac]) -> list[tuple[int, int]]:
    """(reference, subject): a MAC's other modes beside its kept state, kept states beside those of the first two, and
    UMAC-64 beside HMACs of them that are keyed for every packet, as 2007's release had them.

    Not all pairs: each one more makes every interval wider.
    """
    kept = [i for i, each in enumerate(macs) if each.keyed == "reuse"]
    others = [(j, i) for at, j in enumerate(kept[:2]) for i in kept[at + 1 :]]
    released = [(j + KEYED.index("rekey"), i) for j, i in others if _of(macs[j], DIGEST_BYTES) and _of(macs[i], _UMAC)]
    return [(j, i) for i in kept for j in range(i + 1, i + len(KEYED))] + others + released


def _of(each: KeyedMac, algorithms: Container[str]) -> bool:
    return each.mac is not None and each.mac.algorithm in algorithms


@dataclass(frozen=True)
class _Milled:
    """A row, and what its details are made of."""

    row: Measurement
    mac: Mac | None
    packet: int  # bytes
    bare_ns: float  # of the packet without a MAC
    predicted_ns: float | None = None
    compression_ns: float | None = None

    @property
    def ns(self) -> float:
        assert self.row.ns is not None
        return self.row.ns.median

    def measurement(self, cipher: str, order: str) -> Measurement:
        details = MilledPacket(
            cipher=cipher,
            order=order,
            packet_bytes=self.packet,
            mac_share=1 - self.bare_ns / self.ns,
            compressions=self._compressions(),
            compression_ns=self.compression_ns,
            predicted_ns=self.predicted_ns,
        )
        residual = self.ns / self.predicted_ns - 1 if self.predicted_ns else None
        return msgspec.structs.replace(self.row, details=details, residual=residual)

    def _compressions(self) -> int | None:
        if self.mac is None or self.mac.algorithm not in DIGEST_BYTES:
            return None
        return compressions(self.mac.algorithm, self.packet, self.row.keyed)


def _milled(size: Payload, rows: Sequence[Measurement]) -> Iterator[_Milled]:
    assert rows[0].ns is not None
    for each, row in zip(size.macs, rows, strict=True):
        yield _Milled(row, each.mac, each.mill.packet_bytes(size.size), rows[0].ns.median)


def _predicted(milled: Sequence[_Milled]) -> Iterator[_Milled]:
    """With the time that is predicted for each MAC's packet, where there is one."""
    predictions = {
        mac: _prediction(mac, [each for each in milled if each.mac == mac]) for mac in {m.mac for m in milled}
    }
    for each in milled:
        predicted, model = predictions[each.mac]
        yield dataclasses.replace(
            each, predicted_ns=predicted(each), compression_ns=model.per_call if model else None
        )  # fmt: skip


def _prediction(
    mac: Mac | None, own: Sequence[_Milled]
) -> tuple[Callable[[_Milled], float | None], Model | None]:  # fmt: skip
    """HMAC by counting compression calls. UMAC's set-up does not depend on the packet: what it costs at the smallest
    one is added to the kept state's time at the others.
    """
    if mac is None:
        return (lambda _: None), None
    kept = {each.packet: each.ns - each.bare_ns for each in own if each.row.keyed == "reuse"}
    model = fit(mac.algorithm, kept)
    if model:
        return (lambda each: each.bare_ns + model.cost(each.packet, each.row.keyed)), model
    smallest = min(kept)
    first = {each.row.keyed: each.ns for each in own if each.packet == smallest}

    def with_set_up(each: _Milled) -> float | None:
        if each.row.keyed == "reuse" or each.packet == smallest:
            return None
        return each.bare_ns + kept[each.packet] + first[each.row.keyed] - first["reuse"]

    return with_set_up, None
