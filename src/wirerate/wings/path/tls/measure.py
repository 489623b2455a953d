# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Rounds of records through every connection asked for, interleaved and paired, until all is settled or the time is
up."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Sequence

from wirerate.errors import MissingError
from wirerate.progress import Progress
from wirerate.rounds.round import Round, block
from wirerate.rounds.row import are_precise
from wirerate.rounds.scheduler import run
from wirerate.rounds.series import Group, Series
from wirerate.statistics import LOOKS, Looks, median_at_look
from wirerate.wings.path.catalogue import Path
from wirerate.wings.path.drivers import driver_of
from wirerate.wings.path.found import Driver
from wirerate.wings.path.host import this_host
from wirerate.wings.path.refusal import Refusal
from wirerate.wings.path.tls.found import Answer, Carried
from wirerate.wings.path.tls.stages import Step, steps
from wirerate.wings.path.tls.streams import Broken, Streams, Told, opened

Settled = Callable[[Carried], bool]

RECORDS = 400  # of a round, as many in every stage: some milliseconds
PRECISION = 0.02  # without another decision to settle, a median is known well enough within so much
_BLOCK_S = 0.1  # what only a block can tell, stolen time, is counted in ticks of 10 ms


def measure(
    paths: Sequence[Path],
    sizes: Sequence[int],
    *,
    budget_s: float | None = None,
    progress: Progress | None = None,
    settled: Settled | None = None,
    records: int = RECORDS,
    looks: Looks = LOOKS,
) -> Answer:
    """One `Carried` for each size, in that order. Paths that this machine lacks are refused in the answer and the rest
    goes on. Raises MissingError where plain TCP over loopback cannot be had. Ctrl-C keeps finished rounds:
    `interrupted` is set.
    """
    answer = Answer(this_host(_cpu()), [], {}, [])
    with opened() as streams:
        try:
            here = _open(streams, paths, answer, progress)
        except KeyboardInterrupt:
            answer.interrupted = True
            return answer
        lanes = [_Lane(streams, here, size, records) for size in sizes]
        groups = [lane.group(_decided(lane, settled)) for lane in lanes]
        series, answer.interrupted = run(groups, progress=progress, budget_s=budget_s, looks=looks)
        for each in series:
            if isinstance(each.error, Broken):
                fix = "see whether the kernel's log has a word on it: sudo dmesg | tail"
                raise MissingError(f"a record did not come back: {each.error}", fix=fix)
            if each.error:
                raise each.error
        answer.carried = [lane.carried(each) for lane, each in zip(lanes, series, strict=True)]
    return answer


def _open(streams: Streams, paths: Sequence[Path], answer: Answer, progress: Progress | None) -> tuple[Step, ...]:
    """The steps that could be had; the others are refused in the answer, each path once."""
    here: list[Step] = []
    refused: dict[Path, Refusal] = {}
    for step in steps(paths):
        if progress:
            progress(0.0, f"setting up {step.path.name}")
        if step.path in refused:
            continue
        refusal = streams.open(step)
        if refusal is None:
            here.append(step)
            answer.drivers |= _driver(step.path)
        elif step.stage == "tcp":
            raise MissingError(refusal.message, fix=refusal.fix)
        else:
            refused[step.path] = refusal
    answer.refusals += refused.values()
    return tuple(here)


def _driver(path: Path) -> dict[Path, Driver]:
    driver = driver_of(path) if path.kind == "ktls" else None
    return {path: driver} if driver else {}


def _cpu() -> int:
    """One that the rounds may run on; each block stays on the CPU that it begins on."""
    return min(os.sched_getaffinity(0))


class _Lane:
    """Records of one size through the streams, which have the numbers of `here`."""

    def __init__(self, streams: Streams, here: tuple[Step, ...], size: int, records: int) -> None:
        self._streams, self._here, self._size, self._records = streams, here, size, records
        self._carried = dict.fromkeys(here, 0)
        self._changed = dict.fromkeys(here, 0)
        self._octets = dict.fromkeys(here, 0)
        self._faults: dict[Step, str] = {}

    def group(self, settled: Callable[[Series[Round]], bool]) -> Group[Round]:
        return Group(len(self._here), self._block, self._warmed_up, settled, f"{self._size}-byte records", 0)

    def carried(self, series: Series[Round]) -> Carried:
        series.controlled = 0
        told = (self._carried, self._changed, self._octets, self._faults)
        return Carried(self._size, self._here, series, *told)

    _rounds = 0

    def _warmed_up(self) -> int:
        """How many rounds make a block; the first question runs one, which is not kept."""
        if not self._rounds:
            began = time.monotonic()
            self._streams.run(self._size, self._records, range(len(self._here)))
            self._rounds = max(1, min(8, round(_BLOCK_S / max(1e-3, time.monotonic() - began))))
        return self._rounds

    def _block(self, order: Sequence[int]) -> Sequence[tuple[float, Round]]:
        told, stolen = self._streams.run(self._size, self._records, order)
        for i, each in zip(order, told, strict=True):
            self._count(self._here[i], each)
        n, octets = self._records, self._records * self._size
        seen = [
            Round(t.wall_ns, t.cpu_ns, messages=n, bytes=octets, involuntary=t.involuntary, wrong=t.wrong) for t in told
        ]
        return [(t.wall_ns / n, each) for t, each in zip(told, block(seen, stolen), strict=True)]

    def _count(self, step: Step, told: Told) -> None:
        self._carried[step] += self._records
        self._changed[step] += told.wrong
        self._octets[step] += told.octets
        if told.wrong:
            self._faults[step] = f"{self._changed[step]} records came back otherwise: the row is wrong, not fast"


def _decided(lane: _Lane, settled: Settled | None) -> Callable[[Series[Round]], bool]:
    def decided(series: Series[Round]) -> bool:
        carried = lane.carried(series)
        if settled:
            return settled(carried)
        looked = [median_at_look(carried.costs(step), looks=series.looks) for step in carried.steps]
        return are_precise(looked, PRECISION)

    return decided
