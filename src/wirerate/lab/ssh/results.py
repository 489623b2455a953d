"""From a session's transfers to Measurements and Comparisons, nothing trimmed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from statistics import median

from wirerate.lab.ssh.algorithms import AEAD, Candidate, short
from wirerate.lab.ssh.bottleneck import Bottleneck, Flow, find
from wirerate.lab.ssh.measure import Session, fixed, trial_costs
from wirerate.lab.ssh.peer import Transfer
from wirerate.records import Comparison, Measurement
from wirerate.statistics import CONFIDENCE, median_interval, paired_ratio

Cost = Callable[[Transfer], float]


class Results:
    """What the finished rounds say. There is one look, at the rounds planned, so comparisons alone share the error."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.compared = [c for c in session.kept if session.rounds.get(c)]
        whole, short = self._reference()
        self._fixed: Callable[[Cost], float] = lambda what: fixed(what, whole, short) if whole and short else 0.0
        self._fixed_here = self._fixed(lambda t: t.here.cpu)
        self._fixed_there = self._fixed(_there_cpu)

    def measurements(self) -> list[Measurement]:
        """The compared ones, cheapest first, then those that had one look only."""
        found = [self._measurement(candidate) for candidate in self.compared]
        found.sort(key=lambda m: float(m.extra["cpu_ns_per_byte"]))
        seen = {m.subject for m in found}
        return found + [self._trial(c) for c in self.session.trials if str(c) not in seen]

    def comparisons(self) -> list[Comparison]:
        """Every other one against the cheapest, by CPU time per byte of the busier end, paired round by round."""
        if len(self.compared) < 2:
            return []
        ranked = sorted(self.compared, key=lambda c: median(self._costs(c)))
        return [self.compare(other, ranked[0], len(ranked) - 1) for other in ranked[1:]]

    def compare(self, subject: Candidate, reference: Candidate, asked: int = 1) -> Comparison:
        confidence = 1 - (1 - CONFIDENCE) / asked
        ratio = paired_ratio(self._costs(reference), self._costs(subject), confidence)
        return Comparison(
            subject=str(subject),
            reference=str(reference),
            ratio=ratio,
            change="",
            conditions={
                "measure": "CPU time per byte of the busier end",
                "peer": self.session.peer,
                "noise": self.noise(),
            },
            rounds=len(self._costs(subject)),
        )

    def noise(self) -> float:
        """How far from 1 the ratio of a candidate to itself may lie."""
        kept, control = self.session.kept, self.session.control
        first = self.session.rounds.get(kept[0], []) if kept else []  # nothing was kept when it ended early
        if not control or len(control) != len(first):
            return 0.0
        ratio = paired_ratio([self._busier(each) for each in first], [self._busier(each) for each in control])
        return max(ratio.high, 1 / ratio.low) - 1

    def bottleneck(self) -> Bottleneck | None:
        """Of the cheapest candidate: what holds it holds the others."""
        if not self.compared:
            return None
        best = min(self.compared, key=lambda c: median(self._costs(c)))
        made = self.session.rounds[best]
        there = [each.there for each in made]
        return find(
            Flow(
                wall=max(self._net(made, lambda t: t.wall), 1e-6),
                size=made[0].size,
                here_cpu=self._net(made, lambda t: t.here.cpu),
                here_waiting=max(0.0, self._net(made, lambda t: t.here.waiting)),
                there_cpu=self._net(made, _there_cpu) if all(there) else None,
                there_waiting=max(0.0, self._net(made, lambda t: t.there.waiting if t.there else 0.0)),
                round_trip=self.session.round_trip,
                window=self.session.offer.window if self.session.offer else 0,
                source_rate=self.session.source_rate,
                one_machine=self.session.one_machine,
            )
        )

    def _measurement(self, candidate: Candidate) -> Measurement:
        made = self.session.rounds[candidate]
        start = self._fixed(lambda t: t.wall)
        walls = [max(each.wall - start, 1e-6) * 1e9 for each in made]
        found = self._record(candidate, made)
        found.rounds = len(made)
        found.ns = median_interval(walls)
        found.samples_ns = tuple(walls)
        found.samples_at = tuple(self.session.positions[candidate])
        cpu = median_interval(self._costs(candidate))
        found.extra |= {"cpu_low": cpu.low, "cpu_high": cpu.high, "cpu_confidence": cpu.confidence or 0.0}
        found.extra["mbps"] = made[0].size / found.ns.median * 1e3
        return found

    def _trial(self, candidate: Candidate) -> Measurement:
        found = self._record(candidate, [self.session.trials[candidate]])
        found.rounds = 1
        if self.session.short_trial:
            costs = trial_costs(self.session.trials, self.session.short_trial)
            found.note = f"one look only: about {costs[candidate] / min(costs.values()):.1f} times the least CPU time"
        return found

    def _record(self, candidate: Candidate, made: Sequence[Transfer]) -> Measurement:
        session, size = self.session, made[0].size
        extra: dict[str, float | int | str] = {
            "cipher": short(candidate.cipher),
            "mac": short(candidate.mac),
            "peer": session.peer,
            "one_machine": int(session.one_machine),
            "cpu_ns_per_byte": median(self._busier(each) for each in made),
            "here_user_ns_per_byte": self._net(made, lambda t: t.here.user) / size * 1e9,
            "here_system_ns_per_byte": self._net(made, lambda t: t.here.system) / size * 1e9,
            "set_up_ms": session.set_up.wall * 1e3 if session.set_up else 0.0,
            "start_ms": self._fixed(lambda t: t.wall) * 1e3,
            "start_cpu_ms": max(self._fixed_here, self._fixed_there) * 1e3,
            "round_trip_ms": session.round_trip * 1e3,
            "window": session.offer.window if session.offer else 0,
        }
        if all(each.there for each in made):
            extra["there_user_ns_per_byte"] = self._net(made, lambda t: t.there.user if t.there else 0.0) / size * 1e9
            extra["there_system_ns_per_byte"] = (
                self._net(made, lambda t: t.there.system if t.there else 0.0) / size * 1e9
            )
        if session.packet_bytes:
            extra["packet_bytes"] = session.packet_bytes
        share = self._mac_share(candidate)
        if share is not None:
            extra["mac_share"] = share
        return Measurement(subject=str(candidate), operation="transfer", bytes=size, keyed="reuse", extra=extra)

    def _mac_share(self, candidate: Candidate) -> float | None:
        """At least this share of the busier end's CPU time is the MAC.

        OpenSSH encrypts nothing without authenticating it, so AES-GCM of the same key length stands for the cipher
        alone: it is the same AES in counter mode, and its own authentication only makes the share look smaller.
        """
        bare = Candidate(candidate.cipher.removesuffix("-ctr") + AEAD[0].removeprefix("aes128"))
        if not candidate.cipher.endswith("-ctr") or candidate not in self.compared or bare not in self.compared:
            return None
        return max(0.0, 1 - median(self._costs(bare)) / median(self._costs(candidate)))

    def _costs(self, candidate: Candidate) -> list[float]:
        return [self._busier(each) for each in self.session.rounds[candidate]]

    def _busier(self, transfer: Transfer) -> float:
        """Nanoseconds of CPU per byte of the end with more to do, the fixed cost subtracted."""
        here = transfer.here.cpu - self._fixed_here
        there = _there_cpu(transfer) - self._fixed_there
        return max(here, there, 1e-6) / max(1, transfer.size) * 1e9

    def _net(self, made: Sequence[Transfer], what: Cost) -> float:
        return max(0.0, median(map(what, made)) - self._fixed(what))

    def _reference(self) -> tuple[Sequence[Transfer], Sequence[Transfer]]:
        """Whole and short transfers of one candidate: of the rounds, else of the first look."""
        session = self.session
        if self.compared and session.short:
            return session.rounds[session.kept[0]], session.short
        return list(session.trials.values())[:1], [session.short_trial] if session.short_trial else []


def _there_cpu(transfer: Transfer) -> float:
    return transfer.there.cpu if transfer.there else 0.0
