# SPDX-License-Identifier: Apache-2.0 OR MIT
"""`wirerate.path()`: measure the stages, break the time down, judge each gateway, and report what is missing."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import partial

from wirerate.errors import EXIT_INTERRUPTED, EXIT_MISSING, worst
from wirerate.links.packets import segments
from wirerate.question import asks
from wirerate.records import Problem
from wirerate.rounds.row import are_precise
from wirerate.running.cautions import WIDE
from wirerate.running.session import MeasuringQuestion, Session
from wirerate.verdict import exit_status, headroom, is_decided
from wirerate.wings.path.breakdown import accounts, noise, stage_rows
from wirerate.wings.path.catalogue import RECORD_PATHS, Path
from wirerate.wings.path.measure import measure
from wirerate.wings.path.question import SECONDS, PathQuestion, added_bytes
from wirerate.wings.path.refusals import Refusal
from wirerate.wings.path.run import AbsentPath, PathFindings, PathRun, PathUnit, SlowDriver
from wirerate.wings.path.stages import MixRounds, PathMeasurement
from wirerate.wings.path.verdict import Gateway, PathFacts, judge_paths, needs

_TLS = RECORD_PATHS[1]  # every TLS path adds the same bytes


@asks(PathQuestion)
def path(question: PathQuestion) -> PathRun:
    """Measure how much of a packet's time in this kernel is forwarding, protocol and crypto, and judge each gateway.

    A path is a protocol with its algorithms and, after slashes, its variants: "esp-gcm", "esp-aes-128-gcm/ip6",
    "wireguard". Without paths, all paths that this kernel supports are measured. Without links, this machine's links
    are judged. `packet` is as in `check`. A verdict is about one direction, at the slower of protecting and
    unprotecting; with `duplex`, about one core that carries both directions.

    "tls" (OpenSSL) and "ktls" (the kernel) are measured per record over a loopback connection. `record` is one size or
    a list, "1400,16Ki"; without paths it selects every TLS path.
    """
    subjects = question.subjects()
    alternatives = question.alternatives(subjects)
    session = Session(
        PathRun, MeasuringQuestion(time=question.time, affinity=question.affinity, progress=question.progress)
    )
    with session.options_applied():
        measurement = measure(
            [*subjects, *alternatives],
            question.mixes,
            budget_s=question.time or SECONDS,
            progress=question.progress,
            settled=partial(_is_settled, question),
        )
    try:
        return _finish_run(session, measurement, question, subjects, alternatives)
    except KeyboardInterrupt:  # all rounds are complete, so evaluate them despite Ctrl-C
        measurement.interrupted = True
        return _finish_run(session, measurement, question, subjects, alternatives)


def _is_settled(question: PathQuestion, rounds: MixRounds) -> bool:
    """Return whether every verdict on this mix is decided, so that more rounds cannot change it."""
    available = [needs(line, rounds.mix, _segments(rounds)) for line in question.lines]
    for path_costs in accounts(
        rounds.without_stolen(), list(dict.fromkeys(cell.path for cell in rounds.cells)), {}, {}
    ):
        costs = [path_costs.both_ns] if question.duplex else [end.ns for end in path_costs.ends]
        if not are_precise(costs, WIDE) or min(cost.low for cost in costs) <= 0:
            return False
        if not all(is_decided(headroom(budget, cost)) for budget in available for cost in costs):
            return False
    return True


def _segments(rounds: MixRounds) -> tuple[int, ...]:
    """Return the IP bytes of the packets that carry one protected record; the same packets are used to judge plain
    TCP."""
    if not rounds.floor.by_record:
        return ()
    ((size, _),) = rounds.mix.entries
    return segments(size + added_bytes(_TLS, [size])[size])


def _finish_run(
    session: Session[PathRun],
    measurement: PathMeasurement,
    question: PathQuestion,
    subjects: Mapping[Path, PathFacts],
    alternatives: Mapping[Path, PathFacts],
) -> PathRun:
    run, facts = session.run, {**subjects, **alternatives}
    run.rows, run.problems = [], []
    mixes = [rounds.without_stolen() for rounds in measurement.mixes]
    gateways: list[Gateway] = []
    for rounds in mixes:
        run.rows += stage_rows(rounds)
        catalogue = {path: added_bytes(path, list(rounds.added.get(path, {}))) for path in facts}
        for costs in accounts(rounds, list(facts), measurement.drivers, catalogue):
            run.rows += costs.ends
            gateways.append(
                Gateway(facts[costs.path], rounds.mix, costs.ends, costs.both_ns, costs.both_free, _segments(rounds))
            )
    noises = [ratio for ratio in map(noise, mixes) if ratio is not None]
    run.findings = _findings(measurement, question, subjects, noises)
    names = {path.name for path in subjects}
    run.verdicts = [
        verdict
        for line in question.lines
        for verdict in judge_paths(line, gateways, policy=question.policy, duplex=question.duplex)
        if verdict.subject in names
    ]
    run.partial = measurement.interrupted
    return session.finish(_add_problems(run, run.findings, measurement, question.named))


def _findings(
    measurement: PathMeasurement, question: PathQuestion, subjects: Collection[Path], noises: Sequence[float]
) -> PathFindings:
    """Describe the kernel, with its refusals of all paths, of the subjects, and of their null and MAC twins."""
    names = {path.name for subject in subjects for path in (subject, subject.null_twin, subject.mac_twin) if path}
    slow = {
        driver.algorithm: SlowDriver(
            algorithm=driver.algorithm, driver=driver.driver, feature=driver.unused_feature, remedy=driver.remedy
        )
        for driver in measurement.drivers.values()
        if driver.unused_feature
    }
    host = measurement.host
    return PathFindings(
        kernel=host.release,
        mitigations=tuple(host.mitigations),
        cpu=host.cpu,
        root=host.as_root,
        unit="record" if question.by_record else "packet",
        absent=tuple(
            AbsentPath(
                path=refusal.path, cause=refusal.cause, message=refusal.message, fix=refusal.fix, said=refusal.quote
            )
            for refusal in measurement.refusals
            if not refusal.path or refusal.path in names
        ),
        slow=tuple(slow.values()),
        noise=max(noises, default=None),
    )


def _add_problems(run: PathRun, findings: PathFindings, measurement: PathMeasurement, named: Sequence[Path]) -> int:
    """Add a problem for whatever the user can mend, and return the exit status.

    The paths that the user named decide the status; if none was named, all paths that the policy permits do.
    """
    names = {path.name for path in named}
    statuses = [
        _add_missing(run, measurement.refusals, names),
        _add_wrong(run, findings.unit),
        EXIT_INTERRUPTED if measurement.interrupted else 0,
    ]
    run.problems += _slow_driver_problems(findings.slow)
    deciding = [v for v in run.verdicts if (v.subject in names if named else v.permitted)]
    return worst((exit_status(deciding), *statuses))


def _add_missing(run: PathRun, refusals: Iterable[Refusal], names: Collection[str]) -> int:
    """Add a problem for each path that was named and that this kernel lacks."""
    refused = [refusal for refusal in refusals if refusal.path in names or (names and not refusal.path)]
    run.problems += [Problem(code="absent", message=refusal.message, fix=refusal.fix) for refusal in refused]
    return EXIT_MISSING if refused else 0


def _slow_driver_problems(slow: Iterable[SlowDriver]) -> list[Problem]:
    """Return one problem per missing module, however many algorithms it would speed up."""
    drivers_by_remedy: dict[str, list[SlowDriver]] = {}
    for driver in slow:
        drivers_by_remedy.setdefault(driver.remedy, []).append(driver)
    problems = []
    for remedy, drivers in drivers_by_remedy.items():
        names, first = ", ".join(driver.algorithm for driver in drivers), drivers[0]
        message = f"{names} runs without this CPU's {first.feature} instructions ({first.driver}), so it is slow"
        problems.append(Problem(code="slow-driver", message=message, fix=remedy))
    return problems


def _add_wrong(run: PathRun, unit: PathUnit) -> int:
    """Add a problem for each path that lost, changed or duplicated packets or records."""
    notes = {m.subject: m.note for m in run.rows if m.status == "wrong"}
    fix = f"find out what changes {unit}s on this host; if nothing does, report it with the output of wirerate doctor"
    run.problems += [Problem(code="wrong", message=f"{name} is wrong: {note}", fix=fix) for name, note in notes.items()]
    return EXIT_MISSING if notes else 0
