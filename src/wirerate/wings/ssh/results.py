# SPDX-License-Identifier: Apache-2.0 OR MIT
"""From what was seen of the transfers to rows, comparisons and the bottleneck, nothing trimmed."""

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
    """What the finished rounds say. There is one look, at the rounds planned, so comparisons alone share the error."""

    def __init__(self, seen: Seen) -> None:
        self.seen = seen
        self.compared = [c for c in seen.kept if seen.rounds.get(c)]
        whole, less = self._reference()
        self._fixed: Callable[[Cost], float] = lambda what: fixed(what, whole, less) if whole and less else 0.0
        self._fixed_here = self._fixed(lambda t: t.here.cpu)
        self._fixed_there = self._fixed(_there_cpu)

    def rows(self) -> list[Transfer]:
        """The compared ones, cheapest first, then those that had one look only."""
        rows = dict(zip(self.compared, self._by_cpu(1).rows(), strict=True))
        found = [self._timed(candidate, rows[candidate]) for candidate in self.ranked]
        return found + [self._trial(c) for c in self.seen.trials if c not in rows]

    def comparisons(self) -> list[TransferGain]:
        """Every other one against the cheapest, by CPU time per byte of the busier end, paired round by round."""
        return [self.compare(other, self.ranked[0], len(self.ranked) - 1) for other in self.ranked[1:]]

    def compare(self, subject: Candidate, reference: Candidate, asked: int = 1) -> TransferGain:
        """One of the `asked` comparisons that together hold with the confidence told."""
        pair = self.compared.index(reference), self.compared.index(subject)
        (found,) = self._by_cpu(asked).comparisons([pair])
        return TransferGain(**asdict(found), peer=self.seen.peer)

    def umac_over_md5(self) -> UmacGain | None:
        """What OpenSSH announced in 2007, from this run's rounds; None where the two were not both compared.

        Both intervals hold together with 95 %, if there were rounds enough for that.
        """
        if not (pair := pair_of_2007(self.compared)):
            return None
        umac, md5 = (self.seen.rounds[each] for each in pair)
        each = 1 - (1 - CONFIDENCE) / 2
        start = self._fixed(lambda t: t.wall)
        walls = [[without_start(sent.wall, start) for sent in made] for made in (md5, umac)]
        return UmacGain(
            subject=str(pair[0]),
            reference=str(pair[1]),
            direction=self.seen.direction,
            rounds=len(umac),
            cpu=paired_ratio([self._busier(sent) for sent in md5], [self._busier(sent) for sent in umac], each),
            time=paired_ratio(walls[0], walls[1], each),
        )

    @cached_property
    def ranked(self) -> list[Candidate]:
        """The compared ones, cheapest first."""
        return sorted(self.compared, key=lambda candidate: median(map(self._busier, self.seen.rounds[candidate])))

    @property
    def strict_kex(self) -> bool:
        return bool(self.seen.offer and self.seen.offer.strict_kex)

    @property
    def least(self) -> float:
        """Nanoseconds of CPU per byte of the cheapest, at its busier end."""
        return median(map(self._busier, self.seen.rounds[self.ranked[0]]))

    @cached_property
    def noise(self) -> float:
        """How far from 1 the ratio of a candidate to itself may lie; 0 where it was not tried."""
        return self._by_cpu(1).noise or 0.0

    def course(self) -> Course | None:
        """The bottleneck of the cheapest candidate: what holds it holds the others. None without a finished round."""
        if not self.ranked:
            return None
        seen, made = self.seen, self.seen.rounds[self.ranked[0]]
        told = flow(
            Stream(
                wall=without_start(median(each.wall for each in made), self._fixed(lambda t: t.wall)),
                size=made[0].size,
                here=self._end(made, lambda t: t.here),
                there=self._end(made, _there) if all(each.there for each in made) else None,
                round_trip=seen.round_trip,
                window=self._window,
                source_rate=seen.source_rate,
            )
        )
        return Course(direction=seen.direction, bottleneck=bottleneck(told, one_machine=seen.one_machine), flow=told)

    @property
    def _window(self) -> int:
        """The receiving end's: what the host granted, or what OpenSSH's client grants."""
        offer = self.seen.offer
        if offer is None:
            return 0
        return offer.window if self.seen.direction == "up" else CLIENT_WINDOW

    def _timed(self, candidate: Candidate, row: Transfer) -> Transfer:
        """`row` is about CPU time; a transfer's time is what the clock on the wall says, its start subtracted."""
        made = self.seen.rounds[candidate]
        start = self._fixed(lambda t: t.wall)
        walls = [without_start(each.wall, start) * 1e9 for each in made]
        ns = median_interval(walls)
        return replace(row, ns=ns, samples_ns=tuple(walls), cpu=row.ns, mbps=made[0].size / ns.median * 1e3)

    def _trial(self, candidate: Candidate) -> Transfer:
        seen = self.seen
        row = self._blank(candidate, [seen.trials[candidate]])
        costs = trial_costs(seen.trials, seen.short_trial) if seen.short_trial else {}
        return replace(row, rounds=1, look=costs[candidate] / min(costs.values()) if costs else None)

    @cached_property
    def _blanks(self) -> list[Transfer]:
        return [self._blank(candidate, self.seen.rounds[candidate]) for candidate in self.compared]

    def _blank(self, candidate: Candidate, made: Sequence[Sent]) -> Transfer:
        seen, size = self.seen, made[0].size
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
            cpu_ns_per_byte=median(map(self._busier, made)),
            here=self._end_cost(made, lambda t: t.here, size),
            there=self._end_cost(made, _there, size) if all(each.there for each in made) else None,
            set_up_ms=seen.set_up.wall * 1e3 if seen.set_up else 0.0,
            start_ms=self._fixed(lambda t: t.wall) * 1e3,
            start_cpu_ms=max(self._fixed_here, self._fixed_there) * 1e3,
            round_trip_ms=seen.round_trip * 1e3,
            window=self._window,
            packet_bytes=seen.packet_bytes,
            mac_share=self._mac_share(candidate),
        )

    def _mac_share(self, candidate: Candidate) -> float | None:
        """At least this share of the busier end's CPU time is the MAC.

        OpenSSH encrypts nothing without authenticating it, so AES-GCM of the same key length stands for the cipher
        alone: it is the same AES in counter mode, and its own authentication only makes the share look smaller.
        """
        bare = Candidate(candidate.cipher.removesuffix("-ctr") + AEAD[0].removeprefix("aes128"))
        if not candidate.cipher.endswith("-ctr") or candidate not in self.compared or bare not in self.compared:
            return None
        costs = [median(map(self._busier, self.seen.rounds[each])) for each in (bare, candidate)]
        return max(0.0, 1 - costs[0] / costs[1])

    def _by_cpu(self, asked: int) -> Rows[Transfer]:
        """The rounds by CPU time per byte of the busier end."""
        seen = self.seen
        blocks = iter(range(1, 1 + sum(map(len, seen.rounds.values())) + len(seen.control)))

        def row(made: Sequence[Sent], positions: Sequence[int]) -> list[Sample[Round]]:
            return [
                Sample(self._busier(each), at, self._round(each, next(blocks)))
                for each, at in zip(made, positions, strict=True)
            ]

        cells = [row(seen.rounds[candidate], seen.positions[candidate]) for candidate in self.compared]
        series = Series(cells, row(seen.control, [0] * len(seen.control)), controlled=0)
        return Rows(series, self._blanks, total_comparisons=asked, of_wall=False)

    def _round(self, sent: Sent, block: int) -> Round:
        """Of the busier end: the time in which it had work. Each transfer is a block with its own stolen time."""
        usage = sent.there if sent.there and _there_cpu(sent) - self._fixed_there > self._here(sent) else sent.here
        at_work = (usage.cpu + usage.waiting) * 1e9
        stolen = None if sent.stolen is None else sent.stolen * at_work
        return Round(
            at_work, usage.cpu * 1e9, bytes=sent.size, involuntary=usage.involuntary, block=block, stolen_ns=stolen
        )

    def _busier(self, sent: Sent) -> float:
        """Nanoseconds of CPU per byte of the end with more to do, the fixed cost subtracted."""
        return max(self._here(sent), _there_cpu(sent) - self._fixed_there, 1e-6) / max(1, sent.size) * 1e9

    def _here(self, sent: Sent) -> float:
        return sent.here.cpu - self._fixed_here

    def _net(self, made: Sequence[Sent], what: Cost) -> float:
        return max(0.0, median(map(what, made)) - self._fixed(what))

    def _end(self, made: Sequence[Sent], end: Callable[[Sent], Usage]) -> End:
        return End(self._net(made, lambda t: end(t).cpu), self._net(made, lambda t: end(t).waiting))

    def _end_cost(self, made: Sequence[Sent], end: Callable[[Sent], Usage], size: int) -> EndCost:
        user, system = self._net(made, lambda t: end(t).user), self._net(made, lambda t: end(t).system)
        return EndCost(user_ns_per_byte=user / size * 1e9, system_ns_per_byte=system / size * 1e9)

    def _reference(self) -> tuple[Sequence[Sent], Sequence[Sent]]:
        """Whole and short transfers of one candidate: of the rounds, else of the first look."""
        seen = self.seen
        if self.compared and seen.short:
            return seen.rounds[seen.kept[0]], seen.short
        return list(seen.trials.values())[:1], [seen.short_trial] if seen.short_trial else []


def _there(sent: Sent) -> Usage:
    return sent.there or Usage(0.0, 0.0, 0.0)


def _there_cpu(sent: Sent) -> float:
    return _there(sent).cpu


# ---- what limits a transfer: only where it is a CPU does the choice of cipher matter ----

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
