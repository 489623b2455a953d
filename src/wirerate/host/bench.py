# SPDX-License-Identifier: Apache-2.0 OR MIT
"""One interleaved group of requests on the meter: what the scheduler runs blocks of. Its subjects are opened here: the
implementation meant when none is named, and another that says what the tags should be."""

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
from wirerate.host.meter import Ahead, OpenSubject, Rings, Told, Wanted, Workload, WrongError, chosen_cpus
from wirerate.host.request import Request
from wirerate.records import Comparison, Measurement
from wirerate.rounds.round import Round, block

_ROUND_NS = 1_000_000  # a round lasts at least 1 ms: a clock read costs 50 ns, an interrupt a few microseconds
_BLOCK_NS = 100_000_000  # and a block 100 ms, ten of the ticks that stolen time is told in
_TRIALS = 3  # timings of which the fastest says how long a round must be
_STEP = 16  # the most that its length grows by at once
_LONG_ENOUGH = 1 / 2  # of a round, for a trial: what is to be warm was read by then
_LONG_ENOUGH_COLD = 1 / 8  # where nothing is to be warm, a hundred and more microseconds tell as much
_MOST_ROUNDS = 32  # of one process: each further look asks for more certainty, and that for more processes
_ROUNDS_PER_BLOCK = (1, 2, 4, 8, 16)  # each divides the first look


@dataclass
class Participant:
    """One request of a group, as the meter runs it; `fault` is why it is timed no longer, its rounds then void."""

    request: Request
    opened: Opened
    messages: int = 0  # of a round
    round_ns: float = 0.0  # what it takes undisturbed
    expected: Any = None
    fault: str = ""


class Bench:
    """Cells that share a ring. It is laid out at the first block, and again if it was dropped since."""

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
        self._turns = 0  # that processes had
        self._generation = crew.generation
        self._rounds = 0  # of this generation
        self._enough = math.inf  # rounds of one process, after which another process tells more than another round
        self._draw = random.Random()
        self.working_set = working_set
        self._rings = rings
        self._opener = opener
        self._templates = cells[0].request.templates(working_set)
        self._round_ns = max(_ROUND_NS, _BLOCK_NS // (_ROUNDS_PER_BLOCK[-1] * (len(self.cells) + 1)))

    def rounds_per_block(self) -> int:
        """As few as fill a block; large messages may fill it with one."""
        self._prepare()
        all_cells = sum(cell.round_ns for cell in self.cells) + self.cells[0].round_ns  # the control runs twice
        enough = (n for n in _ROUNDS_PER_BLOCK if n * all_cells >= _BLOCK_NS)
        return next(enough, _ROUNDS_PER_BLOCK[-1])

    def run_block(self, order: Sequence[int]) -> list[tuple[float, Round]]:
        """Rounds in that order, in which the cell after the last is the copy of the first: nanoseconds of wall time per
        message, and the round itself. Faulty cells cost nan. Each process takes a part, one after the other."""
        self._prepare()
        self._renew()
        self._crew.wait()
        width = len(self.cells) + 1
        orders = [order[at : at + width] for at in range(0, len(order), width)]
        self._rounds += len(orders)
        hands = self._crew.hands
        part = max(1, len(orders) // len(hands))
        stolen, found, ran = 0, list[Told | None](), list[tuple[int, int]]()
        for at in range(0, len(orders), part):
            hand = self._turns % len(hands)
            told, lost = self._turn(hand, orders[at : at + part])
            worker = hands[hand]
            found += told
            number = worker.number if worker else 0
            ran += [(number, at + i // width // AT_A_PLACE) for i in range(len(told))]
            stolen = -1 if lost < 0 or stolen < 0 else stolen + lost
            self._turns += 1
        return [_costed(each) for each in block(found, stolen, ran)]

    def learn(self, seen: Iterable[Measurement | Comparison]) -> None:
        """How many rounds of a process are enough, from what they and the processes scattered so far (Kalibera and
        Jones): sqrt(cost of a process / cost of a round) times within / between, of the least."""
        round_s = sum(cell.round_ns for cell in [*self.cells, self.cells[0]]) / 1e9
        shares = [each.within / each.between for each in seen if each.within and each.between]
        self._enough = min(math.sqrt(START_S / max(round_s, 1e-9)) * min(shares, default=math.inf), _MOST_ROUNDS)

    def _renew(self) -> None:
        """The crew, when its processes have told enough. Another group may have done so."""
        if self._rounds >= self._enough * len(self._crew.hands) and self._generation == self._crew.generation:
            self._crew.renew()
        if self._generation != self._crew.generation:
            self._generation, self._rounds = self._crew.generation, 0

    def _turn(self, hand: int, orders: Sequence[Sequence[int]]) -> tuple[list[Told | None], int]:
        """What one process ran of these orders. What crashes is run no longer, and the rest without it."""
        cells = [cell for order in orders for cell in order]
        round_of = [number for number, order in enumerate(orders) for _ in order]
        found: list[Told | None] = [None] * len(cells)
        stolen = 0
        while left := [at for at, cell in enumerate(cells) if not found[at] and not self._cell(cell).fault]:
            parts = [[cells[at] for at in group] for _, group in groupby(left, round_of.__getitem__)]
            turn = self._run(hand, parts)
            stolen = -1 if turn.stolen_ns < 0 or stolen < 0 else stolen + turn.stolen_ns
            for at, told in zip(left, turn.rounds, strict=False):
                found[at] = told
                if told.wrong:
                    self._cell(cells[at]).fault = f"{told.wrong} of {told.messages} tags were wrong"
            if len(turn.rounds) == len(left):
                break
            self._cell(cells[left[len(turn.rounds)]]).fault = "crashed"
        return found, stolen

    def _cell(self, number: int) -> Participant:
        """The copy of the first has its fault, as it is its code."""
        return self.cells[number % len(self.cells)]

    def _run(self, hand: int, orders: Sequence[Sequence[int]]) -> Turn:
        """What a worker cannot do is done here, now and from now on."""
        worker = self._crew.hands[hand]
        if worker:
            try:
                return worker.run(id(self), self._task, orders)
            except (Error, OSError, EOFError):
                self._crew.hands[hand] = None
        task, subjects = self._task, [*(cell.opened.code for cell in self.cells), self._copy]
        expected = [cell.expected for cell in [*self.cells, self.cells[0]]]
        return run(self._ring(), subjects, task.messages, expected, orders, task.threads, self._draw)

    @cached_property
    def _copy(self) -> OpenSubject:
        """Of the first cell, as control: a state of its own."""
        return OpenSubject.again(self.cells[0].opened.code.wanted)

    @cached_property
    def _task(self) -> Task:
        """What the processes are told, once all cells are prepared."""
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
        """Once for each cell: expected tags and the length of a round."""
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
        """Computed once for all implementations of an algorithm."""
        reference = self._opener.reference(cell.opened.name, cell.request.does)
        key = (reference.name, cell.request.does)
        if key not in tags:
            tags[key] = self._ring().expect(reference.code)
        return tags[key]

    def _round_length(self, ring: Workload, cell: Participant) -> tuple[int, float]:
        """Messages that take `_round_ns` when nothing interrupts them, and what they then take.

        All cells' rounds must last equally long: on a busy host a longer round is interrupted more often, and its
        subject would look slower than it is. A single timing may itself be interrupted, so the fastest of a few counts.
        """
        code, request = cell.opened.code, cell.request
        # Whole visits of a mix keep its proportions; messages of one length need only fill their batches.
        unit = len(self._templates) if len(set(request.lengths)) > 1 else request.batch
        enough = _LONG_ENOUGH_COLD if request.cache == "cold" else _LONG_ENOUGH
        units = 1
        while True:
            told, _ = ring.run([code], [units * unit], [cell.expected], [0] * _TRIALS, request.threads)
            if len(told) < _TRIALS:
                raise WrongError("crashed while it was timed for the first time")
            fastest = min(each.wall_ns for each in told)
            share = fastest / self._round_ns
            if share > enough:
                wanted = math.ceil(units / share)
                return wanted * unit, fastest * wanted / units
            units *= max(2, math.ceil(enough / max(share, enough / _STEP)))


def _costed(timed: Round) -> tuple[float, Round]:
    return timed.wall_ns / timed.messages if timed.messages else math.nan, timed


# Who is asked for the expected tags, in this order: none of our own code where another's is present.
_REFERENCES = ("openssl", "nettle", "wirerate", "ipsec-mb")


@dataclass(frozen=True)
class Opened:
    """A subject as it was found: `name` says implementation and kernel."""

    name: Subject
    code: OpenSubject


class Opener:
    """Opens each subject once for all requests: known answers and the choice of a kernel take tens of milliseconds."""

    def __init__(self) -> None:
        self._known: dict[Wanted, Opened | Error] = {}
        self._ahead = Ahead(())

    def foresee(self, requests: Iterable[Request]) -> None:
        """Begins to compute the known answers of what these will have opened, and of what says their tags. Returns at
        once; the first to be opened waits for all."""
        told: dict[Wanted, int | None] = {}
        for each in requests:
            subject = _named(each.subject)
            pairs = [(subject, each.keyed, each.batch), *((other, keyed, 1) for other, keyed in _others(subject)[:1])]
            for whose, keyed, batch in pairs:
                sends = Wanted(whose, subject.facts.operation, keyed, batch)
                told.setdefault(sends, None)
                told.setdefault(replace(sends, operation=each.does), _like(told, sends))
        self._ahead = Ahead([*told.items()])

    def open(self, subject: Subject, operation: str, keyed: str, batch: int) -> Opened:
        """Raises what was wrong with it, each time that it is asked for. A receiver runs the sender's code: whose, and
        which kernel, is chosen once for both."""
        sends = subject.facts.operation
        told = None
        if operation != sends and operation in subject.facts.operations:
            told = Wanted(_named(subject), operation, keyed, batch)
            subject = self.open(subject, sends, keyed, batch).name
        wanted = Wanted(subject, operation, keyed, batch)
        if wanted not in self._known:
            try:
                self._known[wanted] = self._open(wanted, told)
            except Error as error:
                self._known[wanted] = error
        found = self._known[wanted]
        if isinstance(found, Error):
            raise found
        return found

    def reference(self, subject: Subject, operation: str) -> Opened:
        """Another's code for the same tags, keyed anew for each message; the subject's own where no other has it."""
        for other, keyed in _others(subject):
            try:
                return self.open(other, operation, keyed, 1)
            except Error:
                continue
        raise MissingError(f"nothing on this machine can check {subject.name}", fix="type: wirerate doctor")

    def _open(self, wanted: Wanted, told: Wanted | None) -> Opened:
        if wanted.subject.implementation:
            return self._found(wanted, told)
        reasons = []
        for implementation in wanted.subject.facts.implementations:
            try:
                return self._found(replace(wanted, subject=replace(wanted.subject, implementation=implementation)))
            except MissingError as error:
                reasons.append(str(error))
        raise MissingError("; ".join(reasons), fix="type: wirerate doctor")

    def _found(self, wanted: Wanted, told: Wanted | None = None) -> Opened:
        """`told` is what was foreseen of it, where that is another thing: a receiver whose kernel was not known yet."""
        wanted = replace(wanted, subject=_named(wanted.subject))
        code = OpenSubject(wanted, self._ahead.open(told or wanted))
        subject = wanted.subject
        if not is_library_path(subject.implementation or ""):  # a path's slashes leave no place for a kernel
            subject = replace(subject, kernel=code.kernel or None)
        return Opened(subject, code)


def _named(subject: Subject) -> Subject:
    """With the implementation that it means first, and the kernel that is forced."""
    named = replace(subject, implementation=subject.implementation or subject.facts.implementations[0])
    return replace(named, kernel=named.kernel or forced_kernel()) if named.implementation == "wirerate" else named


def _others(subject: Subject) -> list[tuple[Subject, str]]:
    """Who may be asked for the expected tags, the best first, and how it is keyed."""
    facts = subject.facts
    keyed = facts.keyed[-1] if facts.keyed else ""
    return [
        (replace(subject, implementation=each, kernel="portable" if each == "wirerate" else None), keyed)
        for each in _REFERENCES
        if each in facts.implementations
    ]


def _like(told: Mapping[Wanted, int | None], sender: Wanted) -> int | None:
    """Where the sender stands, whose kernel a receiver takes. A library by its path chooses by itself."""
    return None if is_library_path(sender.subject.implementation or "") else list(told).index(sender)
