# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Rounds of every stage of the paths asked for, interleaved and paired, until all is settled or the time is up."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from wirerate.errors import MissingError
from wirerate.links import Mix
from wirerate.progress import Progress
from wirerate.rounds.round import Round
from wirerate.rounds.row import are_precise
from wirerate.rounds.scheduler import run
from wirerate.rounds.series import Series
from wirerate.statistics import LOOKS, Looks, median_at_look
from wirerate.wings.path import frames
from wirerate.wings.path.catalogue import PLAIN, Family, Path
from wirerate.wings.path.course import Course
from wirerate.wings.path.found import Answer, Driver, Found
from wirerate.wings.path.refusal import Refusal
from wirerate.wings.path.session import Session
from wirerate.wings.path.stages import Cell, cells

Settled = Callable[[Found], bool]

PACKETS = 400  # of a round, as many in every stage: a millisecond or two; more where the first look leaves time
PRECISION = 0.02  # without another decision to settle, a median is known well enough within so much


def measure(
    paths: Sequence[Path],
    mixes: Sequence[Mix],
    *,
    budget_s: float | None = None,
    progress: Progress | None = None,
    settled: Settled | None = None,
    packets: int = PACKETS,
    looks: Looks = LOOKS,
) -> Answer:
    """One `Found` for each mix and IP version of the paths, in that order. Paths that this kernel lacks are refused in
    the answer and the rest goes on. Raises MissingError where none can be measured at all, plain forwarding included:
    message and `fix` are of the refusal. Ctrl-C keeps finished rounds: `interrupted` is set.
    """
    families: list[Family] = list(dict.fromkeys(path.family for path in paths)) or ["ip4"]
    for family in families:
        for mix in mixes:
            frames.check(mix, family)
    with Session() as session:
        grounds = [_Ground(session, tuple(paths), family, mixes) for family in families]
        answer = Answer(session.host, [], {}, frozenset(), [])
        try:
            for ground in grounds:
                ground.build(progress)
        except KeyboardInterrupt:
            answer.interrupted = True
            return answer
        share_s = (budget_s or 0.0) / (2 * looks.counts[0] * len(mixes) * len(grounds))
        courses = [Course(session, ground.family, ground.chains, ground.added, ground.inline, mix, packets, share_s)
                   for mix in mixes for ground in grounds]  # fmt: skip
        groups = [course.group(_settled(course, settled)) for course in courses]
        series, answer.interrupted = run(groups, progress=progress, budget_s=budget_s, looks=looks)
        for each in series:
            if each.error:
                raise each.error
        answer.found = [course.found(each) for course, each in zip(courses, series, strict=True)]
        for ground in grounds:
            answer.drivers |= ground.drivers
            answer.refusals += ground.refusals
        answer.asynchronous = frozenset(
            cell.path for ground in grounds for cell, inline in ground.inline.items() if cell.path and not inline
        )
    return answer


class _Ground:
    """The chains of one IP version."""

    def __init__(self, session: Session, paths: tuple[Path, ...], family: Family, mixes: Sequence[Mix]) -> None:
        self._session, self._paths = session, paths
        self._sizes = sorted({size for mix in mixes for size, _ in mix.entries})
        self.family = family
        self.chains: dict[Cell, int] = {}  # by the number that the session gave
        self.added: dict[Path, dict[int, int]] = {}
        self.inline: dict[Cell, bool] = {}
        self.drivers: dict[Path, Driver] = {}
        self.refusals: list[Refusal] = []
        self._refused: set[Path] = set()

    def build(self, progress: Progress | None) -> None:
        for cell in cells(self._paths, self.family):
            if progress:
                progress(0.0, f"setting up {cell.path.name if cell.path else PLAIN.name}")
            if cell.path in self._refused:
                continue
            built = self._session.build(cell, self._sizes)
            if built.proof:
                self.chains[cell] = self._session.chains - 1
                self.inline[cell] = built.proof.inline
                if cell.path:
                    self.added[cell.path] = built.proof.added
            if built.driver and cell.path:
                self.drivers[cell.path] = built.driver
            if built.refusal:
                self._refuse(cell, built.refusal)

    def _refuse(self, cell: Cell, refusal: Refusal) -> None:
        if cell.path is None:
            raise MissingError(refusal.message, fix=refusal.fix)
        self._refused.add(cell.path)
        self.refusals.append(refusal)
        for done in [each for each in self.chains if each.path == cell.path]:
            del self.chains[done]


def _settled(course: Course, settled: Settled | None) -> Callable[[Series[Round]], bool]:
    def decided(series: Series[Round]) -> bool:
        found = course.found(series)
        if settled:
            return settled(found)
        looked = [median_at_look(found.costs(cell), looks=series.looks) for cell in found.cells]
        return are_precise(looked, PRECISION)

    return decided
