# SPDX-License-Identifier: Apache-2.0 OR MIT
"""MACs in interleaved rounds of the mill: one row per MAC, keyed mode and payload, and the paired gains.

A group is everything under one cipher, order and payload, the packet without a MAC included, so that the MAC's own
cost is a difference within the same rounds. The cost of a round is its CPU time per packet: nothing here waits.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Container, Iterator, Sequence
from dataclasses import dataclass, field

from msgspec.structs import asdict, replace

from wirerate.errors import MissingError
from wirerate.progress import Progress
from wirerate.rounds.round import Round
from wirerate.rounds.row import Rows, are_precise
from wirerate.rounds.scheduler import run
from wirerate.rounds.series import Group, Series
from wirerate.statistics import median_at_look
from wirerate.vocabulary import Keyed
from wirerate.wings.ssh.mill.machine import KEYED, Mac, Mill, seal
from wirerate.wings.ssh.mill.prediction import DIGEST_BYTES, Model, compressions, fit
from wirerate.wings.ssh.rows import MilledPacket, MillGain

PRECISION = 0.01  # half an interval, relative: then more rounds of the group would change nothing
_ROUND_NS = 400_000
_BLOCK_NS = 100_000_000  # ten of the ticks that stolen time is told in
_FIRST_LOOK = 16
_UMAC = ("umac-64",)


@dataclass(frozen=True)
class KeyedMac:
    """A MAC and how its keyed state is handled; without a MAC the packet alone."""

    mac: Mac | None
    keyed: Keyed
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
) -> tuple[list[MilledPacket], list[MillGain], bool]:
    """Rows and comparisons, and whether Ctrl-C cut them short.

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
    milled, comparisons = list[_Milled](), list[MillGain]()
    for size, each in zip(sizes, series, strict=True):
        if each.rounds:
            blanks = [_blank(size, mac, cipher, order) for mac in keyed]
            group = Rows(each, blanks, asked=len(pairs) * len(sizes), of_wall=False)
            milled += _milled(size, group.rows())
            for gain, (reference, _) in zip(group.comparisons(pairs), pairs, strict=True):
                against = keyed[reference].keyed
                comparisons.append(MillGain(**asdict(gain), cipher=cipher, order=order, against_keyed=against))
    return list(_predicted(milled)), comparisons, interrupted


def _blank(size: Payload, each: KeyedMac, cipher: str, order: str) -> MilledPacket:
    packet = each.mill.packet_bytes(size.size)
    counted = each.mac is not None and each.mac.algorithm in DIGEST_BYTES
    return MilledPacket(
        subject=str(each.mac) if each.mac else "none",
        role="subject" if each.mac else "floor",
        operation="seal",
        bytes=size.size,
        keyed=each.keyed,
        cipher=cipher,
        order=order,
        packet_bytes=packet,
        mac_share=0.0,  # known with the packet without a MAC
        compressions=compressions(each.mac.algorithm, packet, each.keyed) if each.mac and counted else None,
    )


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
    """A row, and what it is predicted from."""

    row: MilledPacket
    mac: Mac | None
    ns: float
    bare_ns: float  # of the packet without a MAC

    @property
    def packet(self) -> int:
        return self.row.packet_bytes


def _milled(size: Payload, rows: Sequence[MilledPacket]) -> Iterator[_Milled]:
    times = [row.ns.median for row in rows if row.ns is not None]
    for each, row, ns in zip(size.macs, rows, times, strict=True):
        yield _Milled(replace(row, mac_share=1 - times[0] / ns), each.mac, ns, times[0])


def _predicted(milled: Sequence[_Milled]) -> Iterator[MilledPacket]:
    """With the time that is predicted for each MAC's packet, where there is one."""
    predictions = {
        mac: _prediction(mac, [each for each in milled if each.mac == mac]) for mac in {m.mac for m in milled}
    }
    for each in milled:
        predicted, model = predictions[each.mac]
        ns = predicted(each)
        yield replace(
            each.row,
            compression_ns=model.per_call if model else None,
            predicted_ns=ns,
            residual=each.ns / ns - 1 if ns else None,
        )


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
