# SPDX-License-Identifier: Apache-2.0 OR MIT
"""`path`: packets on their whole way through this kernel, or records of TLS: measure the stages, account for them,
judge the ends, say what is missing or wrong."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import partial

from wirerate.errors import EXIT_INTERRUPTED, EXIT_MISSING, worst
from wirerate.links.packets import segments
from wirerate.question import asks
from wirerate.records import Problem
from wirerate.rounds.row import are_precise
from wirerate.running.cautions import WIDE
from wirerate.running.session import How, Session
from wirerate.verdict import exit_status, headroom, is_decided
from wirerate.wings.path.breakdown import accounts, noise, stage_rows
from wirerate.wings.path.catalogue import RECORD_PATHS, Path
from wirerate.wings.path.measure import measure
from wirerate.wings.path.question import SECONDS, PathQuestion, added_bytes
from wirerate.wings.path.refusals import Refusal
from wirerate.wings.path.run import AbsentPath, PathFindings, PathRun, PathUnit, SlowDriver
from wirerate.wings.path.stages import Answer, Found
from wirerate.wings.path.verdict import Gateway, Judged, judge_paths, needs

_TLS = RECORD_PATHS[1]  # one of several that add the same bytes


@asks(PathQuestion)
def path(asked: PathQuestion) -> PathRun:
    """What forwarding, the path of a protocol and its crypto each take of a packet in this kernel, whether a gateway
    keeps up with each link, and whether the authenticator is what to change.

    Without paths: those that this kernel has. A path is a protocol with its algorithms, and behind slashes its
    variants: "esp-gcm", "esp-aes-128-gcm/ip6", "wireguard". Without links: this machine's. `packet` is as in `check`.
    Judged is one direction, by the slower of protecting and unprotecting; with `duplex`, one core that does both.

    "tls" and "ktls" go by the record, over loopback: of OpenSSL, and of the kernel. `record` is their size, or several:
    "1400,16Ki"; without paths it asks about all of them.
    """
    judged = asked.judged()
    beside = asked.beside(judged)
    session = Session(PathRun, How(time=asked.time, affinity=asked.affinity, progress=asked.progress))
    settled = partial(_settled, asked)
    with session.as_asked():
        answer = measure(
            [*judged, *beside], asked.mixes, budget_s=asked.time or SECONDS, progress=asked.progress, settled=settled
        )
    try:
        return _told(session, answer, asked, judged, beside)
    except KeyboardInterrupt:  # the rounds are there, so that it is done all the same
        answer.interrupted = True
        return _told(session, answer, asked, judged, beside)


def _settled(asked: PathQuestion, found: Found) -> bool:
    """Whether more rounds could change no verdict of it."""
    available = [needs(line, found.mix, _segments(found)) for line in asked.lines]
    for made in accounts(found.without_theft(), list(dict.fromkeys(cell.path for cell in found.cells)), {}, {}):
        costs = [made.both_ns] if asked.duplex else [end.ns for end in made.ends]
        if not are_precise(costs, WIDE) or min(each.low for each in costs) <= 0:
            return False
        if not all(is_decided(headroom(most, each)) for most in available for each in costs):
            return False
    return True


def _segments(found: Found) -> tuple[int, ...]:
    """The packets that a protected record makes: plain TCP is held against the same time."""
    if not found.floor.by_record:
        return ()
    ((size, _),) = found.mix.entries
    return segments(size + added_bytes(_TLS, [size])[size])


def _told(
    session: Session[PathRun],
    answer: Answer,
    asked: PathQuestion,
    judged: Mapping[Path, Judged],
    beside: Mapping[Path, Judged],
) -> PathRun:
    run, known = session.run, {**judged, **beside}
    run.rows, run.problems = [], []
    groups = [found.without_theft() for found in answer.found]
    gateways: list[Gateway] = []
    for found in groups:
        run.rows += stage_rows(found)
        catalogue = {each: added_bytes(each, list(found.added.get(each, {}))) for each in known}
        for made in accounts(found, list(known), answer.drivers, catalogue):
            run.rows += made.ends
            about = known[made.path]
            gateways.append(Gateway(about, found.mix, made.ends, made.both_ns, made.both_free, _segments(found)))
    run.findings = _findings(answer, asked, judged, [each for each in map(noise, groups) if each is not None])
    own = {each.name for each in judged}
    run.verdicts = [
        verdict
        for line in asked.lines
        for verdict in judge_paths(line, gateways, policy=asked.policy, duplex=asked.duplex)
        if verdict.subject in own
    ]
    run.partial = answer.interrupted
    return session.finish(_ended(run, run.findings, answer, asked.named))


def _findings(answer: Answer, asked: PathQuestion, judged: Collection[Path], noises: Sequence[float]) -> PathFindings:
    """Of the refusals, those of the paths that were asked about with their twins, and of all paths."""
    names = {path.name for each in judged for path in (each, each.null_twin, each.mac_twin) if path}
    slow = {
        driver.algorithm: SlowDriver(
            algorithm=driver.algorithm, driver=driver.driver, feature=driver.unaided, remedy=driver.remedy
        )
        for driver in answer.drivers.values()
        if driver.unaided
    }
    return PathFindings(
        kernel=answer.host.release,
        mitigations=tuple(answer.host.mitigations),
        cpu=answer.host.cpu,
        root=answer.host.as_root,
        unit="record" if asked.by_record else "packet",
        absent=tuple(
            AbsentPath(path=each.path, cause=each.cause, message=each.message, fix=each.fix, said=each.said)
            for each in answer.refusals
            if not each.path or each.path in names
        ),
        slow=tuple(slow.values()),
        noise=max(noises, default=None),
    )


def _ended(run: PathRun, about: PathFindings, answer: Answer, named: Sequence[Path]) -> int:
    """The exit status, with a problem for each thing that is to be mended. What was named decides, else what may be
    used: nobody asked for plain forwarding beside it, or for an overview's history."""
    names = {each.name for each in named}
    status = [
        _missing(run, answer.refusals, names),
        _wrong(run, about.unit),
        EXIT_INTERRUPTED if answer.interrupted else 0,
    ]
    run.problems += _slow(about.slow)
    decide = [v for v in run.verdicts if (v.subject in names if named else v.permitted)]
    return worst((exit_status(decide), *status))


def _missing(run: PathRun, refusals: Iterable[Refusal], names: Collection[str]) -> int:
    """Paths that were asked for by name and are not here: a problem each."""
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
