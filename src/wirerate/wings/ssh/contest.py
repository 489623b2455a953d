# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Compares candidates between two ends: one trial transfer each, then shuffled rounds of the promising ones with an A/A
control.

The comparison is by CPU time per byte at the busier end. This CPU time limits a connection, whereas wall time on a
shared machine mostly shows other programs. Every connection also has a fixed cost: key exchange, authentication, and
OpenSSH's buffers, which grow to the window by 32 KiB at a time and copy their contents (0.1 s of CPU in the first 8
MiB). A short transfer in every round measures that cost, and it is subtracted.
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

HOPELESS = 1.6  # candidates above this multiple of the best trial's cost are dropped; a trial's error is smaller
_MOST_KEPT = 5
_FEWEST_KEPT = 3
_SPECIAL = 2  # transfers in each round besides the candidates: the control and the short one
MOST_CELLS = _MOST_KEPT + _SPECIAL  # transfers in a round
_SHORT_SHARE = 8  # a full transfer has this many times the bytes of a short one
_PROBE = 1 << 20
# Candidates that are compared whatever they cost: UMAC, a SHA-based MAC, and (nearly) the cipher alone. UMAC-64 and
# HMAC-MD5, which OpenSSH compared in 2007, are kept too.
_ALWAYS = ("aes128-gcm", "aes128-ctr+umac-64-etm", "aes128-ctr+hmac-sha2-256-etm")


@dataclass(frozen=True)
class Wanted:
    """The user's choices, with full algorithm names; None and () mean the default."""

    ciphers: Sequence[str] = ()
    macs: Sequence[str] = ()
    rounds: int | None = None
    size: int | None = None
    directions: Sequence[Direction] = ("up",)
    also: Sequence[str] = ()  # MACs to enable if none is named


@dataclass
class Seen:
    """Everything that a run observed in one direction; `error` is the reason if it ended early."""

    peer: str
    one_machine: bool
    private: bool = False  # the peer is the private sshd, a stand-in for hosts like this one
    direction: Direction = "up"
    by_sftp: bool = False
    dropped: Sequence[str] = ()  # algorithms named that the host does not offer
    offer: Offer | None = None
    packet_bytes: float | None = None  # mean payload of a packet
    round_trip: float = 0.0
    source_rate: float | None = None  # None: the data does not come from this machine
    plan: Plan | None = None
    trials: dict[Candidate, Sent] = field(default_factory=dict)
    set_up: Sent | None = None  # a transfer of 0 bytes
    short_trial: Sent | None = None  # a short transfer with the first candidate
    kept: list[Candidate] = field(default_factory=list)
    rounds: dict[Candidate, list[Sent]] = field(default_factory=dict)
    positions: dict[Candidate, list[int]] = field(default_factory=dict)
    control: list[Sent] = field(default_factory=list)  # the first kept candidate a second time, in each round
    short: list[Sent] = field(default_factory=list)  # the first kept candidate's short transfer, in each round
    error: Error | None = None
    interrupted: bool = False


def measure(
    peer: Peer, wanted: Wanted, source: Callable[[int], IO[bytes]], progress: Progress | None = None
) -> list[Seen]:
    """Measure one direction after the other. Rounds finished before an error or Ctrl-C are kept.

    The trials in the first direction decide which candidates are compared in both.
    """
    first = Seen(peer.name, peer.private, peer.private, wanted.directions[0])
    measuring = _Measuring(peer, wanted, source, first, progress or (lambda share, label: None))
    seen_by_direction = [first]
    try:
        measuring.meet()
        measuring.try_all()
        measuring.compare()
        for direction in wanted.directions[1:]:
            if not (seen_by_direction[-1].interrupted or seen_by_direction[-1].error):
                seen_by_direction.append(measuring.turn(direction))
                measuring.compare()
    except Error as error:
        seen_by_direction[-1].error = error
    except KeyboardInterrupt:
        seen_by_direction[-1].interrupted = True
    return seen_by_direction


class _Measuring:
    def __init__(
        self, peer: Peer, wanted: Wanted, source: Callable[[int], IO[bytes]], seen: Seen, progress: Progress
    ) -> None:
        self._peer, self._wanted, self._source = peer, wanted, source
        self._seen, self._progress = seen, progress
        self._budget = Budget().share(len(wanted.directions))
        self._done = 0  # directions finished
        self._start()

    def _start(self) -> None:
        self._began = time.monotonic()
        self._sent = 0

    def meet(self) -> None:
        """Find out what the peer offers, its round trip, and the size of its packets."""
        seen = self._seen
        self._progress(0.0, "connecting")
        macs = self._wanted.macs or self._wanted.also
        with self._source(0) as empty, self._source(_PROBE) as probe:
            seen.offer, seen.set_up = self._peer.meet(empty, 0, self._wanted.ciphers, macs)
            probe_offer, first = self._peer.meet(probe, _PROBE, self._wanted.ciphers, macs)
        seen.one_machine |= first.one_machine
        seen.by_sftp = self._peer.by_sftp
        if seen.direction == "up" and not seen.by_sftp:
            seen.packet_bytes = packet_bytes(_PROBE, probe_offer.sent - seen.offer.sent - _PROBE)
        seen.round_trip = self._peer.way.round_trip()
        self._pace = _pace([first], seen.set_up)

    def turn(self, direction: Direction) -> Seen:
        """Switch to the other direction with the same candidates."""
        first = self._seen
        self._seen = Seen(first.peer, first.one_machine, first.private, direction, first.by_sftp)
        self._seen.offer, self._seen.round_trip, self._seen.set_up = first.offer, first.round_trip, first.set_up
        self._seen.kept = first.kept
        self._done += 1
        self._start()
        return self._seen

    def try_all(self) -> None:
        """Try every candidate once, and keep the promising ones."""
        seen, wanted = self._seen, self._wanted
        assert seen.offer
        assert seen.set_up
        pairs = candidates(seen.offer.ciphers, seen.offer.macs, wanted.ciphers, wanted.macs)
        seen.dropped = dropped(pairs, (*wanted.ciphers, *wanted.macs))
        size = min(trial_size(len(pairs), self._pace, self._budget), wanted.size or LARGEST)
        with self._source(size // _SHORT_SHARE) as source:
            seen.short_trial = self._transfer(pairs[0], source, size // _SHORT_SHARE)
        with self._source(size) as source:
            for i, candidate in enumerate(pairs):
                self._show_progress(0.25 * i / len(pairs), f"trying {candidate}")
                seen.trials[candidate] = self._transfer(candidate, source, size)
                self._sent += size
        self._pace = _pace(list(seen.trials.values()), seen.set_up)
        most = most_cells(self._pace, self._left()) - _SPECIAL
        costs = trial_costs(seen.trials, seen.short_trial)
        seen.kept = promising(costs, most if self._limited else _MOST_KEPT)

    def compare(self) -> None:
        """Run rounds of all candidates kept. Each round also repeats the first candidate, as a control, and makes a
        short transfer with it."""
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
        self._show_progress(0.25 + 0.75 * share, label)

    def _show_progress(self, share: float, label: str) -> None:
        """Report the share of this direction that is done."""
        self._progress((self._done + share) / len(self._wanted.directions), label)

    def _transfer(self, candidate: Candidate, source: IO[bytes], size: int) -> Sent:
        if self._seen.direction == "up":
            return self._peer.way.upload(candidate, source, size)
        return self._peer.way.download(candidate, size)

    def _one(self, cell: int, source: IO[bytes], short: IO[bytes]) -> tuple[float, Sent]:
        kept, plan = self._seen.kept, self._seen.plan
        assert plan
        if cell == len(kept):
            sent = self._transfer(kept[0], short, plan.size // _SHORT_SHARE)
        else:
            sent = self._transfer(kept[cell], source, plan.size)
        return sent.wall, sent

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
    """Return the candidates to compare, cheapest trial first.

    The best candidate, UMAC-64 and HMAC-MD5 (which OpenSSH compared in 2007) and _ALWAYS are always included. Others
    are added, up to `most` in total, unless they cost more than HOPELESS times the best.
    """
    most = min(max(most, _FEWEST_KEPT), _MOST_KEPT)
    ranked = sorted(costs, key=lambda candidate: costs[candidate])
    pair = pair_of_2007(ranked) or ()
    required = [c for c in ranked if str(c) in _ALWAYS or c in pair]
    hopeful = [c for c in ranked if c not in required and costs[c] <= HOPELESS * costs[ranked[0]]]
    best = [] if ranked[0] in required else ranked[:1]
    kept = {*required, *best, *hopeful[: max(0, most - len(required))]}
    return [candidate for candidate in ranked if candidate in kept]


def trial_costs(trials: Mapping[Candidate, Sent], short: Sent) -> dict[Candidate, float]:
    """Return each trial's CPU seconds at both ends: its user time plus the median system time of all trials.

    Ciphers and MACs differ in user time. Differences in system time between single trials are chance.
    """
    first = next(iter(trials.values()))
    system = median(_system_time(trial) for trial in trials.values()) - fixed(_system_time, [first], [short])
    start = fixed(_user_time, [first], [short]) - max(system, 0.0)
    return {candidate: without_start(_user_time(trial), start) for candidate, trial in trials.items()}


def _pace(transfers: Sequence[Sent], empty: Sent) -> Pace:
    """Return the pace of transfers of one size."""
    wall = median(transfer.wall for transfer in transfers)
    return Pace(empty.wall, transfers[0].size / without_start(wall, empty.wall))


def without_start(wall: float, start: float) -> float:
    """Return a transfer's time less the time of starting, but at least a tenth of `wall`, because a smaller difference
    is noise."""
    return max(wall - start, wall / 10)


def _user_time(transfer: Sent) -> float:
    return transfer.here.user + (transfer.there.user if transfer.there else 0.0)


def _system_time(transfer: Sent) -> float:
    return transfer.here.system + (transfer.there.system if transfer.there else 0.0)


def fixed(cost: Callable[[Sent], float], whole: Sequence[Sent], short: Sequence[Sent]) -> float:
    """Return the cost of a transfer of 0 bytes, extrapolated from short and full-size transfers of one candidate; at
    least 0."""
    whole_cost, short_cost = median(map(cost, whole)), median(map(cost, short))
    per_byte = (whole_cost - short_cost) / (whole[0].size - short[0].size)
    return max(0.0, short_cost - max(0.0, per_byte) * short[0].size)


def packet_bytes(size: int, overhead: int) -> float | None:
    """Return the mean payload of a packet, given that ssh sent `overhead` bytes besides `size` bytes of payload.

    A packet with 32 KiB of channel data adds 20 bytes: two lengths, the type, the channel, and padding to a multiple of
    8 (RFC 4254 section 5.2, RFC 4253 section 6).
    """
    packets = overhead / 20
    return size / packets if packets >= 1 else None


def _records(row: Sequence[Sample[Sent]]) -> list[Sent]:
    return [sample.record for sample in row]


def _reading_rate(source: IO[bytes], size: int) -> float:
    """Return the rate in bytes per second of reading the source alone, 32 KiB at a time like ssh."""
    began = time.monotonic()
    source.seek(0)
    with open(f"/dev/fd/{source.fileno()}", "rb", buffering=0) as plain:  # noqa: PTH123
        while plain.read(32768):
            pass
    return size / max(time.monotonic() - began, 1e-9)


# ---- how much to transfer: within the announced time and bytes, or as the user chose ----

BUDGET_S = 105.0  # seconds, of the two minutes announced; the rest is a reserve
BUDGET_BYTES = 8 << 30
ROUNDS = 12
ENOUGH_ROUNDS = 10  # enough for exact 95 % intervals over a handful of comparisons
FEWEST_ROUNDS = 6  # with fewer there is no 95 % interval: the sign test of 5 pairs reaches 93.75 %
LARGEST = 128 << 20
_USEFUL = 64 << 20  # bytes whose CPU time is several times the variation of the fixed cost
SMALLEST = 64 << 10
_STEP = 8 << 20
_PATIENCE_S = 2.0  # longest transfer over a slow network
_TRIAL_SHARE = 0.3  # share of the time for the trials


@dataclass(frozen=True)
class Pace:
    """The speed of transfers: seconds to set up, then bytes per second."""

    set_up_s: float
    rate: float

    @property
    def useful(self) -> int:
        """The smallest size worth transferring, in bytes."""
        return int(min(_USEFUL, self.rate * _PATIENCE_S))

    def seconds(self, size: int) -> float:
        return self.set_up_s + size / self.rate


@dataclass(frozen=True)
class Budget:
    """The time and bytes that a run may use, or that it has left."""

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
    """Return the bytes to transfer in every trial."""
    seconds = _TRIAL_SHARE * budget.seconds / candidates - pace.set_up_s
    return _bounded(max(seconds * pace.rate, pace.useful), budget.bytes // 8 // candidates)


def most_cells(pace: Pace, left: Budget) -> int:
    """Return the largest number of transfers in a round that leaves time for enough rounds."""
    return int(left.seconds / (ENOUGH_ROUNDS * pace.seconds(pace.useful)))


def plan(cells: int, pace: Pace, left: Budget) -> Plan:
    """Return rounds and size for `cells` transfers a round: as many rounds as useful, then the largest size."""
    rounds = min(ROUNDS, max(FEWEST_ROUNDS, int(left.seconds / (cells * pace.seconds(pace.useful)))))
    seconds = left.seconds / (rounds * cells) - pace.set_up_s
    return Plan(rounds, _bounded(max(seconds * pace.rate, pace.useful), left.bytes // (rounds * cells)))


def _bounded(size: float, most: int) -> int:
    """Return `size` within the limits, rounded down so that two runs on one machine usually have the same size."""
    bounded = int(max(SMALLEST, min(size, LARGEST, most)))
    return bounded // _STEP * _STEP if bounded >= 2 * _STEP else 1 << (bounded.bit_length() - 1)
