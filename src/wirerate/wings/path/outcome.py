# SPDX-License-Identifier: Apache-2.0 OR MIT
"""How a run of `path` ends: when it has measured enough, and what it found besides its figures: the kernel, what that
lacks, drivers that could be faster, packets or records that arrived otherwise than they were sent."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence

from wirerate.errors import EXIT_INTERRUPTED, EXIT_MISSING, worst
from wirerate.links import Link
from wirerate.records import Interval, Problem
from wirerate.rounds.row import are_precise
from wirerate.running.cautions import WIDE
from wirerate.verdict import exit_status, headroom, is_decided
from wirerate.wings.path import found
from wirerate.wings.path.catalogue import Path
from wirerate.wings.path.found import Driver, Host
from wirerate.wings.path.refusal import Refusal
from wirerate.wings.path.run import AbsentPath, PathFindings, PathRun, PathUnit, PathVerdict, SlowDriver
from wirerate.wings.path.tls import found as tls
from wirerate.wings.path.verdict import Gateway, judge_paths


def is_settled(costs: Sequence[Interval], available: Sequence[float]) -> bool:
    """Whether more rounds could change no verdict on these costs; `available` is what each link leaves."""
    if not are_precise(costs, WIDE) or min(each.low for each in costs) <= 0:
        return False
    return all(is_decided(headroom(most, each)) for most in available for each in costs)


def accounted(answer: found.Answer | tls.Answer, told: Callable[[], PathRun]) -> PathRun:
    """What `told` makes of the answer. Ctrl-C meanwhile: the rounds are there, so that it is done all the same."""
    try:
        return told()
    except KeyboardInterrupt:
        answer.interrupted = True
        return told()


def verdicts(
    lines: Iterable[Link], gateways: Sequence[Gateway], asked: Collection[str], *, policy: str, duplex: bool
) -> list[PathVerdict]:
    """Of the paths that were `asked` about, link by link; the others are there to be proposed."""
    judged = (verdict for line in lines for verdict in judge_paths(line, gateways, policy=policy, duplex=duplex))
    return [verdict for verdict in judged if verdict.subject in asked]


def findings(
    host: Host,
    drivers: Mapping[Path, Driver],
    refusals: Iterable[Refusal],
    *,
    asked: Collection[str],
    noises: Iterable[float | None],
    unit: PathUnit,
) -> PathFindings:
    """Of the refusals, those of the paths that were `asked` about, and of all paths."""
    slow = {
        driver.algorithm: SlowDriver(
            algorithm=driver.algorithm, driver=driver.driver, feature=driver.unaided, remedy=driver.remedy
        )
        for driver in drivers.values()
        if driver.unaided
    }
    heard = [each for each in noises if each is not None]
    return PathFindings(
        kernel=host.release,
        mitigations=tuple(host.mitigations),
        cpu=host.cpu,
        root=host.as_root,
        unit=unit,
        absent=tuple(
            AbsentPath(path=each.path, cause=each.cause, message=each.message, fix=each.fix, said=each.said)
            for each in refusals
            if not each.path or each.path in asked
        ),
        slow=tuple(slow.values()),
        noise=max(heard, default=None),
    )


def ended(
    run: PathRun, about: PathFindings, refusals: Iterable[Refusal], named: Sequence[Path], *, interrupted: bool
) -> int:
    """The exit status, with a problem for each thing that is to be mended. What was named decides, else what may be
    used: nobody asked for plain forwarding beside it, or for an overview's history."""
    status = [_missing(run, refusals, named), _wrong(run, about.unit), EXIT_INTERRUPTED if interrupted else 0]
    run.problems += _slow(about.slow)
    names = {each.name for each in named}
    decide = [v for v in run.verdicts if (v.subject in names if named else v.permitted)]
    return worst((exit_status(decide), *status))


def _missing(run: PathRun, refusals: Iterable[Refusal], named: Sequence[Path]) -> int:
    """Paths that were asked for by name and are not here: a problem each."""
    names = {each.name for each in named}
    refused = [each for each in refusals if each.path in names or (names and not each.path)]
    run.problems += [Problem(code="absent", message=each.message, fix=each.fix) for each in refused]
    return EXIT_MISSING if refused else 0


def _slow(slow: Iterable[SlowDriver]) -> list[Problem]:
    """One for each module that is wanting, however many algorithms would be faster with it."""
    remedies: dict[str, list[SlowDriver]] = {}
    for each in slow:
        remedies.setdefault(each.remedy, []).append(each)
    problems = []
    for remedy, drivers in remedies.items():
        names, first = ", ".join(each.algorithm for each in drivers), drivers[0]
        told = f"{names}: {first.driver} does not use this CPU's {first.feature}, and is slower than it need be"
        problems.append(Problem(code="slow-driver", message=told, fix=remedy))
    return problems


def _wrong(run: PathRun, unit: PathUnit) -> int:
    """Packets lost, changed or doubled make a row wrong, not fast; records that came back otherwise too."""
    told = {m.subject: m.note for m in run.rows if m.status == "wrong"}
    fix = f"stop what changes {unit}s here, or report the path with: wirerate doctor"
    run.problems += [Problem(code="wrong", message=f"{name} is wrong: {note}", fix=fix) for name, note in told.items()]
    return EXIT_MISSING if told else 0
