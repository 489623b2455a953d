# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Requests in, Measurements and Comparisons out: opens the subjects, groups them, lets the scheduler run the rounds."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from contextlib import suppress

from wirerate.errors import Error, Interrupted
from wirerate.host import machine, meter
from wirerate.host.bench import Bench, Opener, Participant
from wirerate.host.crew import Crew
from wirerate.host.meter import Rings
from wirerate.host.request import Request, working_set
from wirerate.question import Progress
from wirerate.records import Comparison, Measurement
from wirerate.rounds.round import Round
from wirerate.rounds.row import Rows, are_precise
from wirerate.rounds.scheduler import run
from wirerate.rounds.series import Group, Series
from wirerate.statistics import fixed_and_per_byte

WARM_MESSAGE = 1 << 20
PRECISION = 0.01  # without other decisions to settle, a median is known well enough within 1 %

Settled = Callable[[Sequence[Measurement], Sequence[Comparison]], bool]


class Stopped(Interrupted):
    """Ctrl-C while measuring. `measurements` has one for each request, as `measure` would have returned them.

    Those that had no finished round yet are absent, with that as their note.
    """

    def __init__(self, measurements: list[Measurement], comparisons: list[Comparison]) -> None:
        super().__init__("interrupted: the finished rounds are kept", fix="type the command again for the rest")
        self.rows = measurements
        self.comparisons = comparisons


def measure(
    requests: Sequence[Request],
    *,
    progress: Progress | None = None,
    budget_s: float | None = None,
    settled: Settled | None = None,
    processes: int = 1,
    counting: bool = False,
) -> tuple[list[Measurement], list[Comparison]]:
    """One Measurement per request, in that order, and each request's ratio to the first of its group.

    Subjects that are absent or wrong get a Measurement that says so, and the rest goes on. `settled` is asked at the
    predeclared looks, group by group, whether more rounds could still change anything. So many `processes` take turns,
    this one among them. With `counting`, comparisons have the instructions too; a MissingError where no counter is.
    Raises `Stopped` on Ctrl-C.
    """
    if counting:
        meter.count_instructions()
    session = _Session(requests, settled or _precise, processes, counting)
    try:
        interrupted = session.run(progress, budget_s)
    finally:
        session.close()
    measurements, comparisons = session.results()
    if interrupted:
        raise Stopped(measurements, comparisons)
    return measurements, comparisons


class _Session:
    def __init__(self, requests: Sequence[Request], settled: Settled, processes: int, counting: bool) -> None:
        self._requests = requests
        self._settled = settled
        self._began = time.monotonic()
        self._opener = Opener()
        self._caches = machine.caches()
        largest = max((working_set(each, self._caches) for each in requests), default=1)
        memory = machine.memory_bytes()
        self._processes = max(1, min(processes, memory // 4 // largest))  # each has the rings
        self._memory = memory // self._processes
        self._rings = Rings(self._memory)
        self._crew = Crew(self._processes, self._memory, counting=counting)  # loads while known answers are computed
        self._faults: dict[Request, Measurement] = {}
        self._benches: list[Bench] = []
        self._series: list[Series[Round]] = []

    def run(self, progress: Progress | None, budget_s: float | None) -> bool:
        """Whether Ctrl-C ended it."""
        try:
            self._open(progress)
        except KeyboardInterrupt:
            return True
        left = None if budget_s is None else max(0.0, budget_s - (time.monotonic() - self._began))
        self._series, interrupted = run([self._group(b) for b in self._benches], progress=progress, budget_s=left)
        return interrupted

    def results(self) -> tuple[list[Measurement], list[Comparison]]:
        found = dict(self._faults)
        comparisons = []
        for bench, series in zip(self._benches, self._series, strict=False):
            rows = self._rows(bench, series)
            found.update(zip((cell.request for cell in bench.cells), rows.rows(), strict=True))
            comparisons += rows.comparisons()
        measurements = [found.get(request) or _unmeasured(request) for request in self._requests]
        _fit(measurements)
        return measurements, comparisons

    def close(self) -> None:
        self._crew.close()

    def _open(self, progress: Progress | None) -> None:
        grouped: dict[tuple[object, ...], list[Participant]] = {}
        requests = list(dict.fromkeys(self._requests))
        self._opener.foresee(requests)
        self._lay_out(requests[:1])
        for request in requests:
            if progress:
                progress(0.0, f"checking {request.subject}")
            try:
                opened = self._opener.open(request.subject, request.does, request.keyed, request.batch)
            except Error as error:
                self._faults[request] = _unmeasured(request, error)
                continue
            shared = (request.group, request.lengths, request.cache, request.working_set, request.threads)
            grouped.setdefault(shared, []).append(Participant(request, opened))
        for cells in grouped.values():
            size = working_set(cells[0].request, self._caches)
            self._benches.append(Bench(cells, size, self._rings, self._opener, self._crew))

    def _lay_out(self, first: Sequence[Request]) -> None:
        """The first group's ring, while known answers are computed. Why it cannot be had is told by its group."""
        for request in first:
            size = working_set(request, self._caches)
            with suppress(Error):
                self._rings.ring(request.templates(size), size)

    def _group(self, bench: Bench) -> Group[Round]:
        request = bench.cells[0].request
        label = f"{request.packets or f'{request.lengths[0]} bytes'}, {request.cache}"

        def settled(series: Series[Round]) -> bool:
            rows = self._rows(bench, series)
            sound = [each for each in rows.rows() if each.status == "ok"]
            comparisons = rows.comparisons()
            bench.learn([*sound, *comparisons])
            return self._settled(sound, comparisons)

        return Group(len(bench.cells), bench.run_block, bench.rounds_per_block, settled, label, copied=True)

    def _rows(self, bench: Bench, series: Series[Round]) -> Rows[Measurement]:
        return Rows(
            series,
            [_blank(cell.request, str(cell.opened.name), bench.working_set) for cell in bench.cells],
            faults=[cell.fault for cell in bench.cells],
            asked=sum(len(each.cells) - 1 for each in self._benches),
        )


def _precise(measurements: Sequence[Measurement], comparisons: Sequence[Comparison]) -> bool:
    intervals = [*(each.ns for each in measurements if each.ns), *(each.ratio for each in comparisons)]
    return are_precise(intervals, PRECISION)


def _blank(request: Request, subject: str, working_set: int | None) -> Measurement:
    """The request's conditions without a result."""
    mixed = len(set(request.lengths)) > 1
    return Measurement(
        subject=subject,
        role=request.role,
        operation=request.does,
        bytes=sum(request.lengths) / len(request.lengths),
        packets=request.packets if mixed else "",
        batch=request.batch,
        cache=request.cache,
        working_set=working_set,
        keyed=request.keyed,
        threads=request.threads,
        group=request.group,
        note="one message is larger than a second-level cache: not warm" if _overflows(request) else "",
    )


def _overflows(request: Request) -> bool:
    return request.cache == "warm" and max(request.lengths) > WARM_MESSAGE


def _unmeasured(request: Request, error: Error | None = None) -> Measurement:
    found = _blank(request, str(request.subject), request.working_set)
    found.status = "wrong" if isinstance(error, meter.WrongError) else "absent"
    found.note = str(error or "interrupted before its first round").removeprefix(f"{request.subject}: ")
    return found


def _fit(measurements: Sequence[Measurement]) -> None:
    """Fills in fixed + per-byte cost wherever a subject was measured at several lengths under one condition."""
    lines: dict[tuple[object, ...], list[Measurement]] = {}
    for each in measurements:
        if each.ns and not each.packets and each.cache != "sweep":
            condition = (each.subject, each.role, each.operation, each.cache, each.batch, each.keyed, each.threads)
            lines.setdefault(condition, []).append(each)
    for line in lines.values():
        fit = fixed_and_per_byte([m.bytes or 0 for m in line], [m.ns.median for m in line if m.ns])
        if fit:
            for each in line:
                each.fixed_ns, each.per_byte_ns, each.residual = fit.fixed, fit.per_byte, fit.residual
        cycles = [m.core_cycles * m.bytes for m in line if m.core_cycles and m.bytes]
        if fit and len(cycles) == len(line):
            by_clock = fixed_and_per_byte([m.bytes or 0 for m in line], cycles)
            for each in line:
                each.per_byte_cycles = by_clock.per_byte if by_clock else None
