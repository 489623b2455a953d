# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Candidates between two ends in shuffled rounds: a look at each, then those with a chance, with an A/A control.

What is compared is the CPU time per byte of the end that has more to do, because that is what limits a connection, and
because wall time on a shared machine is mostly other programs. A connection has a fixed cost before that: key exchange,
authentication, and then OpenSSH's buffers, which grow to the window by 32 KiB at a time, copying what they hold: a
tenth of a second of CPU before the eighth MiB. A short transfer in each round finds it, and it is subtracted.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from statistics import median
from typing import IO

from wirerate.errors import Error
from wirerate.question import Progress
from wirerate.rounds.scheduler import run
from wirerate.rounds.series import Group, Sample, Series
from wirerate.statistics import Looks
from wirerate.wings.ssh.algorithms import Candidate, Offer, candidates, dropped, pair_of_2007
from wirerate.wings.ssh.connection import Sent
from wirerate.wings.ssh.peer import Peer
from wirerate.wings.ssh.rows import Direction

HOPELESS = 1.6  # times the best one's cost in the first look, beyond what a single look may be wrong by
_MOST_KEPT = 5
_FEWEST_KEPT = 3
_SPECIAL = 2  # transfers of each round beside the candidates: the control and the short one
MOST_CELLS = _MOST_KEPT + _SPECIAL  # of a round
_SHORT_SHARE = 8  # of a whole transfer
_PROBE = 1 << 20
# These stay in, whatever they cost: UMAC beside a SHA-based MAC, and the cipher (nearly) alone. UMAC-64 and HMAC-MD5,
# OpenSSH's own comparison of 2007, stay in beside them.
_ALWAYS = ("aes128-gcm", "aes128-ctr+umac-64-etm", "aes128-ctr+hmac-sha2-256-etm")


@dataclass(frozen=True)
class Wanted:
    """What the user asked for, in this ssh's own names; None and empty mean the usual."""

    ciphers: Sequence[str] = ()
    macs: Sequence[str] = ()
    rounds: int | None = None
    size: int | None = None
    directions: Sequence[Direction] = ("up",)
    also: Sequence[str] = ()  # MACs to be switched on where none is named


@dataclass
class Seen:
    """All that a run saw, as far as it came: `error` is why it ended early."""

    peer: str
    one_machine: bool
    private: bool = False  # the private sshd, which stands for hosts like this one
    direction: Direction = "up"
    by_sftp: bool = False
    dropped: Sequence[str] = ()  # of the names asked for: what this host does not offer
    offer: Offer | None = None
    packet_bytes: float | None = None  # payload of a packet, mean
    round_trip: float = 0.0
    source_rate: float | None = None  # None: not this machine's
    plan: Plan | None = None
    trials: dict[Candidate, Sent] = field(default_factory=dict)
    set_up: Sent | None = None  # a transfer of nothing
    short_trial: Sent | None = None  # of the first candidate
    kept: list[Candidate] = field(default_factory=list)
    rounds: dict[Candidate, list[Sent]] = field(default_factory=dict)
    positions: dict[Candidate, list[int]] = field(default_factory=dict)
    control: list[Sent] = field(default_factory=list)  # the first kept candidate again, in each round
    short: list[Sent] = field(default_factory=list)  # the first kept candidate's short transfer in each round
    error: Error | None = None
    interrupted: bool = False


def measure(
    peer: Peer, wanted: Wanted, source: Callable[[int], IO[bytes]], progress: Progress | None = None
) -> list[Seen]:
    """Runs the whole question, a direction after the other. What was finished before an error or Ctrl-C is kept.

    One look decides which candidates are compared, so that both directions have the same.
    """
    first = Seen(peer.name, peer.private, peer.private, wanted.directions[0])
    look = _Measuring(peer, wanted, source, first, progress or (lambda share, label: None))
    found = [first]
    try:
        look.meet()
        look.try_all()
        look.compare()
        for direction in wanted.directions[1:]:
            if not (found[-1].interrupted or found[-1].error):
                found.append(look.turn(direction))
                look.compare()
    except Error as error:
        found[-1].error = error
    except KeyboardInterrupt:
        found[-1].interrupted = True
    return found


class _Measuring:
    def __init__(
        self, peer: Peer, wanted: Wanted, source: Callable[[int], IO[bytes]], seen: Seen, progress: Progress
    ) -> None:
        self._peer, self._wanted, self._source = peer, wanted, source
        self._seen, self._progress = seen, progress
        self._budget = Budget().share(len(wanted.directions))
        self._done = 0  # directions
        self._start()

    def _start(self) -> None:
        self._began = time.monotonic()
        self._sent = 0

    def meet(self) -> None:
        """Who is there, what it offers, how far away it is, how large its packets are."""
        seen = self._seen
        self._progress(0.0, "meeting")
        macs = self._wanted.macs or self._wanted.also
        with self._source(0) as nothing, self._source(_PROBE) as some:
            seen.offer, seen.set_up = self._peer.meet(nothing, 0, self._wanted.ciphers, macs)
            louder, first = self._peer.meet(some, _PROBE, self._wanted.ciphers, macs)
        seen.one_machine |= first.one_machine
        seen.by_sftp = self._peer.by_sftp
        if seen.direction == "up" and not seen.by_sftp:
            seen.packet_bytes = packet_bytes(_PROBE, louder.sent - seen.offer.sent - _PROBE)
        seen.round_trip = self._peer.way.round_trip()
        self._pace = _pace([first], seen.set_up)

    def turn(self, direction: Direction) -> Seen:
        """The same candidates in the other direction, from here on."""
        first = self._seen
        self._seen = Seen(first.peer, first.one_machine, first.private, direction, first.by_sftp)
        self._seen.offer, self._seen.round_trip, self._seen.set_up = first.offer, first.round_trip, first.set_up
        self._seen.kept = first.kept
        self._done += 1
        self._start()
        return self._seen

    def try_all(self) -> None:
        """One transfer of every candidate; those far behind are not looked at again."""
        seen, wanted = self._seen, self._wanted
        assert seen.offer
        assert seen.set_up
        found = candidates(seen.offer.ciphers, seen.offer.macs, wanted.ciphers, wanted.macs)
        seen.dropped = dropped(found, (*wanted.ciphers, *wanted.macs))
        size = min(trial_size(len(found), self._pace, self._budget), wanted.size or LARGEST)
        with self._source(size // _SHORT_SHARE) as source:
            seen.short_trial = self._transfer(found[0], source, size // _SHORT_SHARE)
        with self._source(size) as source:
            for at, candidate in enumerate(found):
                self._told(0.25 * at / len(found), f"a look at {candidate}")
                seen.trials[candidate] = self._transfer(candidate, source, size)
                self._sent += size
        self._pace = _pace(list(seen.trials.values()), seen.set_up)
        most = most_cells(self._pace, self._left()) - _SPECIAL
        costs = trial_costs(seen.trials, seen.short_trial)
        seen.kept = promising(costs, most if self._limited else _MOST_KEPT)

    def compare(self) -> None:
        """Rounds of everything that was kept, the first of them twice, and once more for a short transfer."""
        seen, wanted = self._seen, self._wanted
        planned = plan(len(seen.kept) + _SPECIAL, self._pace, self._left())
        if not self._limited:
            planned = Plan(wanted.rounds or planned.rounds, wanted.size or planned.size)
        seen.plan = planned
        short_size = planned.size // _SHORT_SHARE
        with self._source(planned.size) as source, self._source(short_size) as short:
            if seen.direction == "up":
                seen.source_rate = _reading_rate(source, planned.size)

            def block(order: Sequence[int]) -> list[tuple[float, Sent]]:
                return [self._one(cell, source, short) for cell in order]

            group = Group(
                cells=len(seen.kept) + 1,
                run_block=block,
                rounds_per_block=1,
                settled=lambda series: True,
                label=f"{planned.size >> 20} MiB a transfer"
                if planned.size >= 1 << 20
                else f"{planned.size >> 10} KiB",
                control=0,
            )
            (series,), seen.interrupted = run([group], looks=Looks((planned.rounds,)), progress=self._later)
        self._keep(series)

    @property
    def _limited(self) -> bool:
        return self._wanted.rounds is None and self._wanted.size is None

    def _left(self) -> Budget:
        return self._budget.less(time.monotonic() - self._began, self._sent)

    def _later(self, share: float, label: str) -> None:
        self._told(0.25 + 0.75 * share, label)

    def _told(self, share: float, label: str) -> None:
        """Of this direction's part of the whole."""
        self._progress((self._done + share) / len(self._wanted.directions), label)

    def _transfer(self, candidate: Candidate, source: IO[bytes], size: int) -> Sent:
        if self._seen.direction == "up":
            return self._peer.way.upload(candidate, source, size)
        return self._peer.way.download(candidate, size)

    def _one(self, cell: int, source: IO[bytes], short: IO[bytes]) -> tuple[float, Sent]:
        kept, plan = self._seen.kept, self._seen.plan
        assert plan
        if cell == len(kept):
            made = self._transfer(kept[0], short, plan.size // _SHORT_SHARE)
        else:
            made = self._transfer(kept[cell], source, plan.size)
        return made.wall, made

    def _keep(self, series: Series[Sent]) -> None:
        seen = self._seen
        series.keep_whole_rounds()
        *rows, short = series.cells
        seen.short = _records(short)
        seen.control = _records(series.control)
        for candidate, row in zip(seen.kept, rows, strict=True):
            seen.rounds[candidate] = _records(row)
            seen.positions[candidate] = [sample.position for sample in row]
        if isinstance(series.error, Error):
            seen.error = series.error


def promising(costs: Mapping[Candidate, float], most: int) -> list[Candidate]:
    """Candidates by the cost that one look showed, without the hopeless ones; at most so many, but for the best one,
    the pair of 2007 and what is always compared.
    """
    most = min(max(most, _FEWEST_KEPT), _MOST_KEPT)
    ranked = sorted(costs, key=lambda candidate: costs[candidate])
    pair = pair_of_2007(ranked) or ()
    required = [each for each in ranked if str(each) in _ALWAYS or each in pair]
    hopeful = [each for each in ranked if each not in required and costs[each] <= HOPELESS * costs[ranked[0]]]
    best = [] if ranked[0] in required else ranked[:1]
    kept = {*required, *best, *hopeful[: max(0, most - len(required))]}
    return [candidate for candidate in ranked if candidate in kept]


def trial_costs(trials: Mapping[Candidate, Sent], short: Sent) -> dict[Candidate, float]:
    """Seconds of CPU at both ends that one look showed: user time, which is where ciphers and MACs differ, and the
    system time that all have in common, which in a single look is chance.
    """
    first = next(iter(trials.values()))
    system = median(_system_time(each) for each in trials.values()) - fixed(_system_time, [first], [short])
    start = fixed(_user_time, [first], [short]) - max(system, 0.0)
    return {candidate: max(_user_time(each) - start, 1e-6) for candidate, each in trials.items()}


def _pace(transfers: Sequence[Sent], empty: Sent) -> Pace:
    """From transfers of one size."""
    wall = median(each.wall for each in transfers)
    return Pace(empty.wall, transfers[0].size / without_start(wall, empty.wall))


def without_start(wall: float, start: float) -> float:
    """The time of a transfer itself. Below a tenth of the whole it is lost in the start's own variation."""
    return max(wall - start, wall / 10)


def _user_time(transfer: Sent) -> float:
    return transfer.here.user + (transfer.there.user if transfer.there else 0.0)


def _system_time(transfer: Sent) -> float:
    return transfer.here.system + (transfer.there.system if transfer.there else 0.0)


def fixed(what: Callable[[Sent], float], whole: Sequence[Sent], short: Sequence[Sent]) -> float:
    """The cost of no bytes, on the line through short and whole transfers of one candidate; never below 0."""
    cost, less = median(map(what, whole)), median(map(what, short))
    per_byte = (cost - less) / (whole[0].size - short[0].size)
    return max(0.0, less - max(0.0, per_byte) * short[0].size)


def packet_bytes(size: int, overhead: int) -> float | None:
    """Mean payload bytes of a packet, from the bytes that ssh says it sent beyond the payload.

    Each packet of channel data adds 20: two lengths, the kind, the channel, and padding to a block of 8 (RFC 4254
    section 5.2, RFC 4253 section 6), which comes to the same for every payload of 32 KiB.
    """
    packets = overhead / 20
    return size / packets if packets >= 1 else None


def _records(row: Sequence[Sample[Sent]]) -> list[Sent]:
    return [sample.record for sample in row]


def _reading_rate(source: IO[bytes], size: int) -> float:
    """Bytes per second of reading the source alone, as ssh does, 32 KiB at a time."""
    began = time.monotonic()
    source.seek(0)
    with open(f"/dev/fd/{source.fileno()}", "rb", buffering=0) as plain:  # noqa: PTH123
        while plain.read(32768):
            pass
    return size / max(time.monotonic() - began, 1e-9)


# ---- how much to transfer: within the time and the bytes that were announced, or as the user ordered ----

BUDGET_S = 105.0  # of the two minutes announced; the rest is for what cannot be planned
BUDGET_BYTES = 8 << 30
ROUNDS = 12
ENOUGH_ROUNDS = 10  # for an exact interval with 95 % shared out over a handful of comparisons
FEWEST_ROUNDS = 6  # below, no interval of 95 % exists: the sign test of 5 pairs reaches 93.75 %
LARGEST = 128 << 20
_USEFUL = 64 << 20  # costs a CPU several times what its fixed part varies by
SMALLEST = 64 << 10
_STEP = 8 << 20
_PATIENCE_S = 2.0  # for one transfer over a slow network
_TRIAL_SHARE = 0.3  # of the time, for looking at every candidate once


@dataclass(frozen=True)
class Pace:
    """What one transfer takes: seconds of set-up, bytes per second after it."""

    set_up_s: float
    rate: float

    @property
    def useful(self) -> int:
        """The least that is worth a transfer."""
        return int(min(_USEFUL, self.rate * _PATIENCE_S))

    def seconds(self, size: int) -> float:
        return self.set_up_s + size / self.rate


@dataclass(frozen=True)
class Budget:
    """What a run may take, or what is left of it."""

    seconds: float = BUDGET_S
    bytes: int = BUDGET_BYTES

    def less(self, seconds: float, sent: int) -> Budget:
        return Budget(max(0.0, self.seconds - seconds), max(0, self.bytes - sent))

    def share(self, parts: int) -> Budget:
        return Budget(self.seconds / parts, self.bytes // parts)


@dataclass(frozen=True)
class Plan:
    rounds: int
    size: int  # bytes of one transfer


def trial_size(candidates: int, pace: Pace, budget: Budget) -> int:
    """Bytes for the one look at every candidate."""
    seconds = _TRIAL_SHARE * budget.seconds / candidates - pace.set_up_s
    return _bounded(max(seconds * pace.rate, pace.useful), budget.bytes // 8 // candidates)


def most_cells(pace: Pace, left: Budget) -> int:
    """Transfers that a round can have, so that there is time for enough rounds."""
    return int(left.seconds / (ENOUGH_ROUNDS * pace.seconds(pace.useful)))


def plan(cells: int, pace: Pace, left: Budget) -> Plan:
    """Rounds and size for `cells` transfers a round: first the rounds, then as large as time and bytes allow."""
    rounds = min(ROUNDS, max(FEWEST_ROUNDS, int(left.seconds / (cells * pace.seconds(pace.useful)))))
    each = left.seconds / (rounds * cells) - pace.set_up_s
    return Plan(rounds, _bounded(max(each * pace.rate, pace.useful), left.bytes // (rounds * cells)))


def _bounded(size: float, most: int) -> int:
    """A round number, so that two runs on one machine have the same size more often than not."""
    bounded = int(max(SMALLEST, min(size, LARGEST, most)))
    return bounded // _STEP * _STEP if bounded >= 2 * _STEP else 1 << (bounded.bit_length() - 1)
