# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Run one interleaved group of requests on the meter, in the blocks that the scheduler asks for.

Also choose and open the implementation of each subject, and another one that computes the expected tags.
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import groupby
from typing import Any

from wirerate._native import ffi
from wirerate.authenticators.kernels import forced_kernel
from wirerate.authenticators.subjects import Subject, is_library_path
from wirerate.errors import Error, MissingError
from wirerate.host.crew import AT_A_PLACE, START_S, Crew, Task, Turn, run
from wirerate.host.meter import Ahead, MeterRound, OpenSubject, Rings, Wanted, Workload, WrongError, chosen_cpus
from wirerate.host.request import Request
from wirerate.records import Comparison, Measurement
from wirerate.rounds.round import Round, block

_ROUND_NS = 1_000_000  # minimum length of a round, 1 ms: reading a clock costs 50 ns, an interrupt a few microseconds
_BLOCK_NS = 100_000_000  # minimum length of a block, 100 ms: stolen time is counted in ticks of 10 ms
_TRIALS = 3  # number of test runs for choosing the length of a round; the fastest counts
_STEP = 16  # maximum factor by which one step lengthens a round
_LONG_ENOUGH = 1 / 2  # minimum length of a test run as a share of a round: enough to warm the caches
_LONG_ENOUGH_COLD = 1 / 8  # the same for cold messages, which need no warm caches
_MOST_ROUNDS = 32  # maximum per process; after that, new processes narrow the intervals more
_ROUNDS_PER_BLOCK = (1, 2, 4, 8, 16)  # divisors of the number of rounds at the first look


@dataclass
class Participant:
    """One request of a group. If `fault` is set, it is no longer timed, and its rounds are void."""

    request: Request
    opened: Opened
    messages: int = 0  # messages per round
    round_ns: float = 0.0  # duration of an undisturbed round
    expected: Any = None
    fault: str = ""


class Bench:
    """The cells (subjects under one condition) that share a ring of messages in memory.

    The ring is created before the first block, and again whenever `Rings` has freed it.
    """

    def __init__(
        self,
        cells: Sequence[Participant],
        working_set: int,
        rings: Rings,
        opener: Opener,
        crew: Crew,
    ) -> None:
        self.cells = list(cells)
        self._crew = crew
        self._turns = 0  # number of turns taken by all processes
        self._generation = crew.generation
        self._rounds = 0  # rounds since the processes were last replaced
        self._enough = math.inf  # rounds per process after which a new process reduces the uncertainty more
        self._draw = random.Random()
        self.working_set = working_set
        self._rings = rings
        self._opener = opener
        self._templates = cells[0].request.templates(working_set)
        self._round_ns = max(_ROUND_NS, _BLOCK_NS // (_ROUNDS_PER_BLOCK[-1] * (len(self.cells) + 1)))

    def rounds_per_block(self) -> int:
        """Return the smallest number of rounds that fills a block, which is 1 for large messages."""
        self._prepare()
        # the control runs the first cell again
        all_cells = sum(cell.round_ns for cell in self.cells) + self.cells[0].round_ns
        enough = (n for n in _ROUNDS_PER_BLOCK if n * all_cells >= _BLOCK_NS)
        return next(enough, _ROUNDS_PER_BLOCK[-1])

    def run_block(self, order: Sequence[int]) -> list[tuple[float, Round]]:
        """Run rounds in the given order. Return pairs of a wall time per message in nanoseconds and its round.

        `order` has indices of cells; the index after the last cell is the control, a copy of the first cell. The time
        of a faulty cell is nan. The processes take turns.
        """
        self._prepare()
        self._renew()
        self._crew.wait()
        width = len(self.cells) + 1
        orders = [order[at : at + width] for at in range(0, len(order), width)]
        self._rounds += len(orders)
        members = self._crew.members
        part = max(1, len(orders) // len(members))
        stolen, rounds, ran = 0, list[MeterRound | None](), list[tuple[int, int]]()
        for at in range(0, len(orders), part):
            index = self._turns % len(members)
            finished, lost = self._turn(index, orders[at : at + part])
            worker = members[index]
            rounds += finished
            number = worker.number if worker else 0
            ran += [(number, at + i // width // AT_A_PLACE) for i in range(len(finished))]
            stolen = -1 if lost < 0 or stolen < 0 else stolen + lost
            self._turns += 1
        return [_costed(item) for item in block(rounds, stolen, ran)]

    def set_rounds_per_process(self, seen: Iterable[Measurement | Comparison]) -> None:
        """Choose how many rounds per process are enough, from the results so far.

        After Kalibera and Jones, the number is sqrt(time to start a process / time of a round) × the standard deviation
        within processes / the standard deviation between processes. The row with the smallest number decides.
        """
        round_s = sum(cell.round_ns for cell in [*self.cells, self.cells[0]]) / 1e9
        shares = [row.within / row.between for row in seen if row.within and row.between]
        self._enough = min(math.sqrt(START_S / max(round_s, 1e-9)) * min(shares, default=math.inf), _MOST_ROUNDS)

    def _renew(self) -> None:
        """Replace the worker processes once they have run enough rounds, unless another group has already replaced
        them.
        """
        if self._rounds >= self._enough * len(self._crew.members) and self._generation == self._crew.generation:
            self._crew.renew()
        if self._generation != self._crew.generation:
            self._generation, self._rounds = self._crew.generation, 0

    def _turn(self, index: int, orders: Sequence[Sequence[int]]) -> tuple[list[MeterRound | None], int]:
        """Run rounds in one process, in the given orders. A subject that crashes is not run again; the other subjects
        are.
        """
        cells = [cell for order in orders for cell in order]
        round_of = [number for number, order in enumerate(orders) for _ in order]
        rounds: list[MeterRound | None] = [None] * len(cells)
        stolen = 0
        while left := [at for at, cell in enumerate(cells) if not rounds[at] and not self._cell(cell).fault]:
            parts = [[cells[at] for at in group] for _, group in groupby(left, round_of.__getitem__)]
            turn = self._run(index, parts)
            stolen = -1 if turn.stolen_ns < 0 or stolen < 0 else stolen + turn.stolen_ns
            for at, finished in zip(left, turn.rounds, strict=False):
                rounds[at] = finished
                if finished.wrong:
                    self._cell(cells[at]).fault = f"{finished.wrong} of {finished.messages} tags were wrong"
            if len(turn.rounds) == len(left):
                break
            self._cell(cells[left[len(turn.rounds)]]).fault = "crashed"
        return rounds, stolen

    def _cell(self, number: int) -> Participant:
        """Return the cell with this index; for the control, return the first cell."""
        return self.cells[number % len(self.cells)]

    def _run(self, index: int, orders: Sequence[Sequence[int]]) -> Turn:
        """Run rounds in a worker. If it fails, run these and all later rounds of the worker in this process."""
        worker = self._crew.members[index]
        if worker:
            try:
                return worker.run(id(self), self._task, orders)
            except (Error, OSError, EOFError):
                self._crew.members[index] = None
        task, subjects = self._task, [*(cell.opened.code for cell in self.cells), self._copy]
        expected = [cell.expected for cell in [*self.cells, self.cells[0]]]
        return run(self._ring(), subjects, task.messages, expected, orders, task.threads, self._draw)

    @cached_property
    def _copy(self) -> OpenSubject:
        """Open a second instance of the first cell's subject, with its own state, as the control."""
        return OpenSubject.again(self.cells[0].opened.code.wanted)

    @cached_property
    def _task(self) -> Task:
        """Return the task to send to the worker processes. Call `_prepare` first."""
        copies = [*self.cells, self.cells[0]]
        sizes = [len(self._templates) * cell.opened.code.tag_bytes for cell in copies]
        return Task(
            templates=tuple(self._templates),
            working_set=self.working_set,
            subjects=tuple(cell.opened.code.wanted for cell in copies),
            messages=tuple(cell.messages for cell in copies),
            expected=tuple(
                bytes(ffi.buffer(cell.expected, size)) if cell.expected else b""
                for cell, size in zip(copies, sizes, strict=True)
            ),
            threads=self.cells[0].request.threads,
            cpus=chosen_cpus(),
        )

    def _ring(self) -> Workload:
        return self._rings.ring(self._templates, self.working_set)

    def _prepare(self) -> None:
        """Compute the expected tags and the length of a round for each cell, once."""
        tags: dict[tuple[Subject, str], Any] = {}
        for cell in self.cells:
            if cell.fault or cell.messages:
                continue
            try:
                cell.expected = self._expected(cell, tags)
                cell.messages, cell.round_ns = self._round_length(self._ring(), cell)
            except WrongError as error:
                cell.fault = str(error)

    def _expected(self, cell: Participant, tags: dict[tuple[Subject, str], Any]) -> Any:
        """Return the expected tags, computed once for all implementations of an algorithm."""
        reference = self._opener.reference(cell.opened.name, cell.request.does)
        key = (reference.name, cell.request.does)
        if key not in tags:
            tags[key] = self._ring().expect(reference.code)
        return tags[key]

    def _round_length(self, ring: Workload, cell: Participant) -> tuple[int, float]:
        """Return the number of messages whose undisturbed processing takes `_round_ns`, and its duration in
        nanoseconds.

        All cells' rounds must be equally long: on a busy host a longer round is interrupted more often, and its subject
        would look slower than it is. This measurement may itself be interrupted, so the fastest of a few runs counts.
        """
        code, request = cell.opened.code, cell.request
        # Use whole repetitions of a mix to keep its proportions; messages of one length need only fill their batches.
        unit = len(self._templates) if len(set(request.lengths)) > 1 else request.batch
        enough = _LONG_ENOUGH_COLD if request.cache == "cold" else _LONG_ENOUGH
        units = 1
        while True:
            trials, _ = ring.run([code], [units * unit], [cell.expected], [0] * _TRIALS, request.threads)
            if len(trials) < _TRIALS:
                raise WrongError("crashed while it was timed for the first time")
            fastest = min(trial.wall_ns for trial in trials)
            share = fastest / self._round_ns
            if share > enough:
                wanted = math.ceil(units / share)
                return wanted * unit, fastest * wanted / units
            units *= max(2, math.ceil(enough / max(share, enough / _STEP)))


def _costed(timed: Round) -> tuple[float, Round]:
    return timed.wall_ns / timed.messages if timed.messages else math.nan, timed


# Implementations that compute the expected tags, best first. Other libraries come first, so that wirerate's code is not
# checked against itself.
_REFERENCES = ("openssl", "nettle", "wirerate", "ipsec-mb")


@dataclass(frozen=True)
class Opened:
    """An opened subject; `name` includes its implementation and kernel."""

    name: Subject
    code: OpenSubject


class Opener:
    """Opens each subject once for all requests, because known-answer tests and choosing a kernel take tens of
    milliseconds.
    """

    def __init__(self) -> None:
        self._known: dict[Wanted, Opened | Error] = {}
        self._ahead = Ahead(())

    def check_in_background(self, requests: Iterable[Request]) -> None:
        """Start the known-answer tests of all subjects and references of these requests in the background.

        Returns at once; the first subject to be opened waits for all tests.
        """
        kernel_sources: dict[Wanted, int | None] = {}
        for request in requests:
            subject = _with_implementation(request.subject)
            references = ((reference, keyed, 1) for reference, keyed in _references(subject)[:1])
            pairs = [(subject, request.keyed, request.batch), *references]
            for opened, keyed, batch in pairs:
                sends = Wanted(opened, subject.facts.operation, keyed, batch)
                kernel_sources.setdefault(sends, None)
                kernel_sources.setdefault(replace(sends, operation=request.does), _sender_index(kernel_sources, sends))
        self._ahead = Ahead([*kernel_sources.items()])

    def open(self, subject: Subject, operation: str, keyed: str, batch: int) -> Opened:
        """Open a subject. If opening it failed before, raise the same error again.

        A receiver runs the same code as the sender: implementation and kernel are chosen once for both.
        """
        sends = subject.facts.operation
        foreseen = None
        if operation != sends and operation in subject.facts.operations:
            foreseen = Wanted(_with_implementation(subject), operation, keyed, batch)
            subject = self.open(subject, sends, keyed, batch).name
        wanted = Wanted(subject, operation, keyed, batch)
        if wanted not in self._known:
            try:
                self._known[wanted] = self._open(wanted, foreseen)
            except Error as error:
                self._known[wanted] = error
        result = self._known[wanted]
        if isinstance(result, Error):
            raise result
        return result

    def reference(self, subject: Subject, operation: str) -> Opened:
        """Open another implementation that computes the same tags. It computes a new key schedule for each message.

        Falls back to the subject's own implementation if there is no other.
        """
        for other, keyed in _references(subject):
            try:
                return self.open(other, operation, keyed, 1)
            except Error:
                continue
        raise MissingError(f"nothing on this machine can check {subject.name}", fix="type: wirerate doctor")

    def _open(self, wanted: Wanted, foreseen: Wanted | None) -> Opened:
        if wanted.subject.implementation:
            return self._open_named(wanted, foreseen)
        reasons = []
        for implementation in wanted.subject.facts.implementations:
            try:
                return self._open_named(replace(wanted, subject=replace(wanted.subject, implementation=implementation)))
            except MissingError as error:
                reasons.append(str(error))
        raise MissingError("; ".join(reasons), fix="type: wirerate doctor")

    def _open_named(self, wanted: Wanted, foreseen: Wanted | None = None) -> Opened:
        """Open a subject.

        `foreseen` is the entry that was tested in advance, if it differs: a receiver's kernel is known only after its
        sender is opened.
        """
        wanted = replace(wanted, subject=_with_implementation(wanted.subject))
        code = OpenSubject(wanted, self._ahead.open(foreseen or wanted))
        subject = wanted.subject
        # a path may contain slashes, so a name such as ./lib.so/avx2 would be ambiguous
        if not is_library_path(subject.implementation or ""):
            subject = replace(subject, kernel=code.kernel or None)
        return Opened(subject, code)


def _with_implementation(subject: Subject) -> Subject:
    """Return the subject with its default implementation and the forced kernel filled in."""
    named = replace(subject, implementation=subject.implementation or subject.facts.implementations[0])
    return replace(named, kernel=named.kernel or forced_kernel()) if named.implementation == "wirerate" else named


def _references(subject: Subject) -> list[tuple[Subject, str]]:
    """Return the implementations that can compute the expected tags, best first, each with its key schedule mode."""
    facts = subject.facts
    keyed = facts.keyed[-1] if facts.keyed else ""
    return [
        (replace(subject, implementation=reference, kernel="portable" if reference == "wirerate" else None), keyed)
        for reference in _REFERENCES
        if reference in facts.implementations
    ]


def _sender_index(requested: Mapping[Wanted, int | None], sender: Wanted) -> int | None:
    """Return the index of the sender whose kernel a receiver uses; None for the path of a library, which chooses its
    kernel itself.
    """
    return None if is_library_path(sender.subject.implementation or "") else list(requested).index(sender)
