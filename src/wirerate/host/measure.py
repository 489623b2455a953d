# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Turn requests into Measurements and Comparisons: open the subjects, group them, and run the scheduler."""

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
PRECISION = 0.01  # without another criterion, stop when medians are known within 1 %

Settled = Callable[[Sequence[Measurement], Sequence[Comparison]], bool]


class Stopped(Interrupted):
    """Raised on Ctrl-C while measuring.

    `rows` and `comparisons` are what `measure` would have returned. Requests without a finished round have status
    "absent" and say so in their note.
    """

    def __init__(self, measurements: list[Measurement], comparisons: list[Comparison]) -> None:
        super().__init__("interrupted; the finished rounds are kept", fix="repeat the command for the rest")
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
    """Return one Measurement per request, in the same order, and the comparison of each request with the first of its
    group.

    A subject that is absent or wrong gets a Measurement that says so. `settled` is called for each group at numbers of
    rounds fixed in advance; a group's measurement ends when it returns true. `processes` is the number of processes
    that take turns, including this one. With `counting`, comparisons include instructions; raises MissingError if there
    is no instruction counter. Raises `Stopped` on Ctrl-C.
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
        largest = max((working_set(request, self._caches) for request in requests), default=1)
        memory = machine.memory_bytes()
        self._processes = max(1, min(processes, memory // 4 // largest))  # every process has its own rings
        self._memory = memory // self._processes
        self._rings = Rings(self._memory)
        # workers load while the known-answer tests run
        self._crew = Crew(self._processes, self._memory, counting=counting)
        self._faults: dict[Request, Measurement] = {}
        self._benches: list[Bench] = []
        self._series: list[Series[Round]] = []

    def run(self, progress: Progress | None, budget_s: float | None) -> bool:
        """Run the session; return whether Ctrl-C ended it."""
        try:
            self._open(progress)
        except KeyboardInterrupt:
            return True
        left = None if budget_s is None else max(0.0, budget_s - (time.monotonic() - self._began))
        self._series, interrupted = run([self._group(b) for b in self._benches], progress=progress, budget_s=left)
        return interrupted

    def results(self) -> tuple[list[Measurement], list[Comparison]]:
        by_request = dict(self._faults)
        comparisons = []
        for bench, series in zip(self._benches, self._series, strict=False):
            rows = self._rows(bench, series)
            by_request.update(zip((cell.request for cell in bench.cells), rows.rows(), strict=True))
            comparisons += rows.comparisons()
        measurements = [by_request.get(request) or _unmeasured(request) for request in self._requests]
        _fit(measurements)
        return measurements, comparisons

    def close(self) -> None:
        self._crew.close()

    def _open(self, progress: Progress | None) -> None:
        grouped: dict[tuple[object, ...], list[Participant]] = {}
        requests = list(dict.fromkeys(self._requests))
        self._opener.check_in_background(requests)
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
        """Create the first group's ring while the known-answer tests run. The group reports any error later."""
        for request in first:
            size = working_set(request, self._caches)
            with suppress(Error):
                self._rings.ring(request.templates(size), size)

    def _group(self, bench: Bench) -> Group[Round]:
        request = bench.cells[0].request
        label = f"{request.packets or f'{request.lengths[0]} bytes'}, {request.cache}"

        def settled(series: Series[Round]) -> bool:
            rows = self._rows(bench, series)
            sound = [row for row in rows.rows() if row.status == "ok"]
            comparisons = rows.comparisons()
            bench.set_rounds_per_process([*sound, *comparisons])
            return self._settled(sound, comparisons)

        return Group(len(bench.cells), bench.run_block, bench.rounds_per_block, settled, label, copied=True)

    def _rows(self, bench: Bench, series: Series[Round]) -> Rows[Measurement]:
        return Rows(
            series,
            [_blank(cell.request, str(cell.opened.name), bench.working_set) for cell in bench.cells],
            faults=[cell.fault for cell in bench.cells],
            total_comparisons=sum(len(bench.cells) - 1 for bench in self._benches),
        )


def _precise(measurements: Sequence[Measurement], comparisons: Sequence[Comparison]) -> bool:
    intervals = [*(row.ns for row in measurements if row.ns), *(pair.ratio for pair in comparisons)]
    return are_precise(intervals, PRECISION)


def _blank(request: Request, subject: str, working_set: int | None) -> Measurement:
    """Return the row for a request, without results."""
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
        note="one message is larger than the second-level cache, so the data is not warm"
        if _overflows(request)
        else "",
    )


def _overflows(request: Request) -> bool:
    return request.cache == "warm" and max(request.lengths) > WARM_MESSAGE


def _unmeasured(request: Request, error: Error | None = None) -> Measurement:
    row = _blank(request, str(request.subject), request.working_set)
    row.status = "wrong" if isinstance(error, meter.WrongError) else "absent"
    row.note = str(error or "interrupted before its first round").removeprefix(f"{request.subject}: ")
    return row


def _fit(measurements: Sequence[Measurement]) -> None:
    """Fill in the fixed and per-byte cost of subjects measured at several lengths under the same conditions."""
    lines: dict[tuple[object, ...], list[Measurement]] = {}
    for row in measurements:
        if row.ns and not row.packets and row.cache != "sweep":
            condition = (row.subject, row.role, row.operation, row.cache, row.batch, row.keyed, row.threads)
            lines.setdefault(condition, []).append(row)
    for line in lines.values():
        fit = fixed_and_per_byte([m.bytes or 0 for m in line], [m.ns.median for m in line if m.ns])
        if fit:
            for row in line:
                row.fixed_ns, row.per_byte_ns, row.residual = fit.fixed, fit.per_byte, fit.residual
        cycles = [m.core_cycles * m.bytes for m in line if m.core_cycles and m.bytes]
        if fit and len(cycles) == len(line):
            by_clock = fixed_and_per_byte([m.bytes or 0 for m in line], cycles)
            for row in line:
                row.per_byte_cycles = by_clock.per_byte if by_clock else None
