# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Turns the observed transfers into rows, comparisons and a bottleneck. No transfer is left out."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from statistics import median

from msgspec.structs import asdict, replace

from wirerate.rounds.round import Round
from wirerate.rounds.row import Rows
from wirerate.rounds.series import Sample, Series
from wirerate.statistics import CONFIDENCE, median_interval, paired_ratio
from wirerate.wings.ssh.algorithms import AEAD, Candidate, pair_of_2007, short
from wirerate.wings.ssh.connection import Sent, Usage
from wirerate.wings.ssh.contest import Seen, fixed, trial_costs, without_start
from wirerate.wings.ssh.rows import Bottleneck, Course, Direction, EndCost, Flow, Transfer, TransferGain, UmacGain

Cost = Callable[[Sent], float]
OPERATIONS: dict[Direction, str] = {"up": "upload", "down": "download"}
CLIENT_WINDOW = 2 << 20  # CHAN_SES_WINDOW_DEFAULT in OpenSSH's channels.h


class Results:
    """The results of one direction's finished rounds.

    They are evaluated once, after the planned rounds, so the error probability is divided only among the comparisons.
    """

    def __init__(self, seen: Seen) -> None:
        self.seen = seen
        self.compared = [c for c in seen.kept if seen.rounds.get(c)]
        whole, less = self._reference()
        self._fixed: Callable[[Cost], float] = lambda cost: fixed(cost, whole, less) if whole and less else 0.0
        self._fixed_here = self._fixed(lambda t: t.here.cpu)
        self._fixed_there = self._fixed(_there_cpu)

    def rows(self) -> list[Transfer]:
        """Return the compared candidates, cheapest first, then those with a single trial."""
        rows = dict(zip(self.compared, self._by_cpu(1).rows(), strict=True))
        timed = [self._timed(candidate, rows[candidate]) for candidate in self.ranked]
        return timed + [self._trial(c) for c in self.seen.trials if c not in rows]

    def comparisons(self) -> list[TransferGain]:
        """Compare all others with the cheapest, by CPU time per byte at the busier end, paired by round."""
        return [self.compare(other, self.ranked[0], len(self.ranked) - 1) for other in self.ranked[1:]]

    def compare(self, subject: Candidate, reference: Candidate, count: int = 1) -> TransferGain:
        """Compare two candidates; the error probability is divided among `count` comparisons."""
        pair = self.compared.index(reference), self.compared.index(subject)
        (comparison,) = self._by_cpu(count).comparisons([pair])
        return TransferGain(**asdict(comparison), peer=self.seen.peer)

    def umac_over_md5(self) -> UmacGain | None:
        """Compare UMAC-64 with HMAC-MD5; None unless both were compared in this run.

        With enough rounds, the probability is 95 % that both intervals contain their true ratios.
        """
        if not (pair := pair_of_2007(self.compared)):
            return None
        umac, md5 = (self.seen.rounds[candidate] for candidate in pair)
        confidence = 1 - (1 - CONFIDENCE) / 2
        start = self._fixed(lambda t: t.wall)
        walls = [[without_start(sent.wall, start) for sent in transfers] for transfers in (md5, umac)]
        return UmacGain(
            subject=str(pair[0]),
            reference=str(pair[1]),
            direction=self.seen.direction,
            rounds=len(umac),
            cpu=paired_ratio([self._busier(sent) for sent in md5], [self._busier(sent) for sent in umac], confidence),
            time=paired_ratio(walls[0], walls[1], confidence),
        )

    @cached_property
    def ranked(self) -> list[Candidate]:
        """The compared candidates, cheapest first."""
        return sorted(self.compared, key=lambda candidate: median(map(self._busier, self.seen.rounds[candidate])))

    @property
    def strict_kex(self) -> bool:
        return bool(self.seen.offer and self.seen.offer.strict_kex)

    @property
    def least(self) -> float:
        """CPU nanoseconds per byte of the cheapest candidate at its busier end."""
        return median(map(self._busier, self.seen.rounds[self.ranked[0]]))

    @cached_property
    def noise(self) -> float:
        """How much two measurements of one candidate may differ, as a share, by the A/A control; 0 without a
        control."""
        return self._by_cpu(1).noise or 0.0

    def course(self) -> Course | None:
        """Return the cheapest candidate's bottleneck, which limits the others too; None without a finished round."""
        if not self.ranked:
            return None
        seen, transfers = self.seen, self.seen.rounds[self.ranked[0]]
        rates = flow(
            Stream(
                wall=without_start(median(sent.wall for sent in transfers), self._fixed(lambda t: t.wall)),
                size=transfers[0].size,
                here=self._end(transfers, lambda t: t.here),
                there=self._end(transfers, _there) if all(sent.there for sent in transfers) else None,
                round_trip=seen.round_trip,
                window=self._window,
                source_rate=seen.source_rate,
            )
        )
        limit = bottleneck(rates, one_machine=seen.one_machine)
        return Course(direction=seen.direction, bottleneck=limit, flow=rates)

    @property
    def _window(self) -> int:
        """The receiving end's channel window: granted by the host, or by OpenSSH's client."""
        offer = self.seen.offer
        if offer is None:
            return 0
        return offer.window if self.seen.direction == "up" else CLIENT_WINDOW

    def _timed(self, candidate: Candidate, row: Transfer) -> Transfer:
        """Return the row with its `ns`, which is CPU time, moved to `cpu`, and with wall time less the time of starting
        as `ns`."""
        transfers = self.seen.rounds[candidate]
        start = self._fixed(lambda t: t.wall)
        walls = [without_start(sent.wall, start) * 1e9 for sent in transfers]
        ns = median_interval(walls)
        return replace(row, ns=ns, samples_ns=tuple(walls), cpu=row.ns, mbps=transfers[0].size / ns.median * 1e3)

    def _trial(self, candidate: Candidate) -> Transfer:
        seen = self.seen
        row = self._blank(candidate, [seen.trials[candidate]])
        costs = trial_costs(seen.trials, seen.short_trial) if seen.short_trial else {}
        return replace(row, rounds=1, look=costs[candidate] / min(costs.values()) if costs else None)

    @cached_property
    def _blanks(self) -> list[Transfer]:
        return [self._blank(candidate, self.seen.rounds[candidate]) for candidate in self.compared]

    def _blank(self, candidate: Candidate, transfers: Sequence[Sent]) -> Transfer:
        seen, size = self.seen, transfers[0].size
        return Transfer(
            subject=str(candidate),
            operation=OPERATIONS[seen.direction],
            bytes=size,
            keyed="reuse",
            cipher=short(candidate.cipher),
            mac=short(candidate.mac),
            peer=seen.peer,
            through="sftp" if seen.by_sftp else "shell",
            one_machine=seen.one_machine,
            cpu_ns_per_byte=median(map(self._busier, transfers)),
            here=self._end_cost(transfers, lambda t: t.here, size),
            there=self._end_cost(transfers, _there, size) if all(sent.there for sent in transfers) else None,
            set_up_ms=seen.set_up.wall * 1e3 if seen.set_up else 0.0,
            start_ms=self._fixed(lambda t: t.wall) * 1e3,
            start_cpu_ms=max(self._fixed_here, self._fixed_there) * 1e3,
            round_trip_ms=seen.round_trip * 1e3,
            window=self._window,
            packet_bytes=seen.packet_bytes,
            mac_share=self._mac_share(candidate),
        )

    def _mac_share(self, candidate: Candidate) -> float | None:
        """Return a lower bound of the MAC's share of the busier end's CPU time; None if it is unknown.

        OpenSSH always authenticates, so AES-GCM with the same key length stands in for the cipher alone. AES-GCM
        encrypts with AES in counter mode too, and the time of its own authentication makes the share smaller.
        """
        bare = Candidate(candidate.cipher.removesuffix("-ctr") + AEAD[0].removeprefix("aes128"))
        if not candidate.cipher.endswith("-ctr") or candidate not in self.compared or bare not in self.compared:
            return None
        costs = [median(map(self._busier, self.seen.rounds[other])) for other in (bare, candidate)]
        return max(0.0, 1 - costs[0] / costs[1])

    def _by_cpu(self, comparisons: int) -> Rows[Transfer]:
        """Return the rounds by CPU time per byte at the busier end."""
        seen = self.seen
        blocks = iter(range(1, 1 + sum(map(len, seen.rounds.values())) + len(seen.control)))

        def row(transfers: Sequence[Sent], positions: Sequence[int]) -> list[Sample[Round]]:
            return [
                Sample(self._busier(sent), position, self._round(sent, next(blocks)))
                for sent, position in zip(transfers, positions, strict=True)
            ]

        cells = [row(seen.rounds[candidate], seen.positions[candidate]) for candidate in self.compared]
        series = Series(cells, row(seen.control, [0] * len(seen.control)), controlled=0)
        return Rows(series, self._blanks, total_comparisons=comparisons, of_wall=False)

    def _round(self, sent: Sent, block: int) -> Round:
        """Return a transfer as a round: the time in which the busier end had work to do. Each transfer is its own
        block, with its own stolen time."""
        usage = sent.there if sent.there and _there_cpu(sent) - self._fixed_there > self._local_cpu(sent) else sent.here
        at_work = (usage.cpu + usage.waiting) * 1e9
        stolen = None if sent.stolen is None else sent.stolen * at_work
        return Round(
            at_work, usage.cpu * 1e9, bytes=sent.size, involuntary=usage.involuntary, block=block, stolen_ns=stolen
        )

    def _busier(self, sent: Sent) -> float:
        """Return CPU nanoseconds per byte at the busier end, without the fixed cost."""
        return max(self._local_cpu(sent), _there_cpu(sent) - self._fixed_there, 1e-6) / max(1, sent.size) * 1e9

    def _local_cpu(self, sent: Sent) -> float:
        return sent.here.cpu - self._fixed_here

    def _net(self, transfers: Sequence[Sent], cost: Cost) -> float:
        return max(0.0, median(map(cost, transfers)) - self._fixed(cost))

    def _end(self, transfers: Sequence[Sent], end: Callable[[Sent], Usage]) -> End:
        return End(self._net(transfers, lambda t: end(t).cpu), self._net(transfers, lambda t: end(t).waiting))

    def _end_cost(self, transfers: Sequence[Sent], end: Callable[[Sent], Usage], size: int) -> EndCost:
        user, system = self._net(transfers, lambda t: end(t).user), self._net(transfers, lambda t: end(t).system)
        return EndCost(user_ns_per_byte=user / size * 1e9, system_ns_per_byte=system / size * 1e9)

    def _reference(self) -> tuple[Sequence[Sent], Sequence[Sent]]:
        """Return full-size and short transfers of one candidate, from the rounds if there are any, else from the
        trials."""
        seen = self.seen
        if self.compared and seen.short:
            return seen.rounds[seen.kept[0]], seen.short
        return list(seen.trials.values())[:1], [seen.short_trial] if seen.short_trial else []


def _there(sent: Sent) -> Usage:
    return sent.there or Usage(0.0, 0.0, 0.0)


def _there_cpu(sent: Sent) -> float:
    return _there(sent).cpu


# ---- the bottleneck: the choice of cipher matters only if it is a CPU ----

CPUS: tuple[Bottleneck, ...] = ("cpu-here", "cpu-there")

# An end that is busy for this share of a transfer is the bottleneck; the rest is the stream's start and end.
_BUSY = 0.75
# Two ends on one machine take turns on its CPUs and wake each other; this share for both together is enough.
_BUSY_TOGETHER = 0.5
# A transfer that reaches this share of window / round trip is limited by the window; the window opens in steps, which
# costs the rest.
_WINDOW = 0.7
# The source is the bottleneck if reading it alone is slower than this multiple of the transfer's rate.
_SOURCE = 1.25


@dataclass(frozen=True)
class End:
    """The time of one end's ssh during a transfer, in seconds."""

    cpu: float
    waiting: float  # ready to run while another program had the CPU


@dataclass(frozen=True)
class Stream:
    """A transfer without its set-up: wall time in seconds, bytes, and both ends' usage."""

    wall: float
    size: int
    here: End
    there: End | None  # None: unknown
    round_trip: float
    window: int  # 0: unknown
    source_rate: float | None  # bytes per second of reading the source alone; None: read at the other end

    @property
    def rate(self) -> float:
        return self.size / self.wall


def flow(stream: Stream) -> Flow:
    """Return the shares and rates that show what limits the transfer."""
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


def bottleneck(flow: Flow, *, one_machine: bool = False) -> Bottleneck:
    """Return the first limit that applies: an end's CPU, the window, the source; else the network, by elimination."""
    remote = flow.there or 0.0
    busier: Bottleneck = "cpu-here" if flow.here >= remote else "cpu-there"
    if max(flow.here, remote) >= _BUSY:
        return busier
    if flow.window_mbps is not None and flow.mbps >= _WINDOW * flow.window_mbps:
        return "window"
    if flow.source_mbps is not None and flow.source_mbps <= _SOURCE * flow.mbps:
        return "source"
    return busier if one_machine and flow.here + remote >= _BUSY_TOGETHER else "network"


def _busy(end: End, wall: float) -> float:
    """Return the share of time in which this end had work, clipped to 0 to 1 because differences of medians may lie
    outside."""
    return max(0.0, min(1.0, (end.cpu + end.waiting) / wall))
