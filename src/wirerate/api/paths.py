# SPDX-License-Identifier: Apache-2.0 OR MIT
"""`path`: packets on their whole way through this kernel: measure the stages, account for them, judge the gateway."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial

from wirerate.api.cautions import WIDE
from wirerate.api.nics import links_of_this_machine
from wirerate.api.session import How, Session
from wirerate.authenticators.ah_algorithms import AH_ALGORITHMS
from wirerate.catalogue import PROTOCOLS, protocol
from wirerate.errors import EXIT_INTERRUPTED, EXIT_MISSING, UsageError, worst
from wirerate.lab.path.catalogue import PATHS, PLAIN, Path, parse_path
from wirerate.lab.path.found import Answer, Found
from wirerate.lab.path.measure import measure
from wirerate.lab.path.rows import Accounted, accounts, noise, stage_rows, without_theft
from wirerate.links import Link, Load, Mix, load, parse_link, parse_packet_list
from wirerate.links.load import protect
from wirerate.progress import Progress
from wirerate.records import AbsentPath, PathFindings, Problem, Run, SlowDriver
from wirerate.rounds.row import are_precise
from wirerate.verdict import exit_status, headroom, is_decided
from wirerate.verdict.path import Gateway, Judged, judge_paths, may_replace, needs

SECONDS = 5.0
_VERSION = {"ip4": 4, "ip6": 6}


def path(
    paths: Sequence[str] = (),
    *,
    links: Sequence[str] = (),
    packet: str | None = None,
    policy: str = "modern",
    duplex: bool = False,
    time: float | None = None,
    affinity: Sequence[int] = (),
    progress: Progress | None = None,
) -> Run:
    """What forwarding, the path of a protocol and its crypto each take of a packet in this kernel, whether a gateway
    keeps up with each link, and whether the authenticator is what to change.

    Without paths: those that this kernel has. A path is a protocol with its algorithms, and behind slashes its
    variants: "esp-gcm", "esp-aes-128-gcm/ip6", "wireguard". Without links: this machine's. `packet` is as in `check`.
    Judged is one direction, by the slower of protecting and unprotecting; with `duplex`, one core that does both.
    """
    named = list(dict.fromkeys(parse_path(word) for word in paths))
    lines = [parse_link(word) for word in links] or links_of_this_machine()
    mixes = parse_packet_list(packet or "imix")
    asked = _with_forwarding(named) or list(PATHS)
    judged = {each: _judged(each, lines[0], mixes[0], strict=bool(named)) for each in asked}
    others = [each for each in _in_their_form(named) if each not in judged]
    beside = {each: _judged(each, lines[0], mixes[0], strict=False) for each in others}
    beside = {each: about for each, about in beside.items() if _could_replace(about, judged.values(), policy)}
    session = Session("path", How(time, 1, affinity, None, progress))
    settled = partial(_settled, lines=lines, duplex=duplex)
    with session.as_asked():
        answer = measure([*judged, *beside], mixes, budget_s=time or SECONDS, progress=progress, settled=settled)
    told = partial(_told, session, answer, judged, beside, lines, policy, duplex=duplex, named=named)
    try:
        return told()
    except KeyboardInterrupt:  # while it was accounted for: the rounds are there, so that is done all the same
        answer.interrupted = True
        return told()


def _told(
    session: Session,
    answer: Answer,
    judged: Mapping[Path, Judged],
    beside: Mapping[Path, Judged],
    lines: Sequence[Link],
    policy: str,
    *,
    duplex: bool,
    named: Sequence[Path],
) -> Run:
    run, known = session.run, {**judged, **beside}
    run.measurements, run.problems = [], []
    groups = [without_theft(found) for found in answer.found]
    gateways: list[Gateway] = []
    for found in groups:
        run.measurements += stage_rows(found)
        catalogue = {each: _bytes(each, list(found.added.get(each, {}))) for each in known}
        for made in accounts(found, list(known), answer.drivers, catalogue):
            run.measurements += made.ends
            gateways.append(_gateway(known[made.path], found.mix, made))
    run.findings = _findings(answer, groups, judged)
    own = {each.name for each in judged}
    run.verdicts = [
        verdict
        for line in lines
        for verdict in judge_paths(line, gateways, policy=policy, duplex=duplex)
        if verdict.subject in own
    ]
    run.partial = answer.interrupted
    status = [_missing(run, answer, named), _wrong(run), EXIT_INTERRUPTED if answer.interrupted else 0]
    names = {each.name for each in named}  # nobody asked for forwarding beside them, or for an overview's history
    run.problems += _slow(run)
    decide = [v for v in run.verdicts if (v.subject in names if named else v.permitted)]
    return session.finish(worst((exit_status(decide), *status)))


def _gateway(about: Judged, mix: Mix, made: Accounted) -> Gateway:
    return Gateway(about, mix, made.ends, made.both_ns, made.both_free)


def _settled(found: Found, *, lines: Sequence[Link], duplex: bool) -> bool:
    """Whether more rounds could change no verdict of it."""
    plain = replace(PLAIN, family=found.family)
    known = list(dict.fromkeys([plain, *(cell.path for cell in found.cells if cell.path)]))
    for made in accounts(without_theft(found), known, {}, {}):
        costs = [made.both_ns] if duplex else [m.ns for m in made.ends if m.ns]
        if not are_precise(costs, WIDE) or min(each.low for each in costs) <= 0:
            return False
        if not all(is_decided(headroom(needs(line, found.mix), each)) for line in lines for each in costs):
            return False
    return True


def _with_forwarding(named: Sequence[Path]) -> list[Path]:
    """Plain forwarding of the same IP versions beside what was named: no path can have more headroom."""
    return list(dict.fromkeys([*(replace(PLAIN, family=each.family) for each in named), *named]))


def _in_their_form(named: Iterable[Path]) -> list[Path]:
    """All paths with the variants that those named have: what could be proposed in their place."""
    forms = dict.fromkeys((like.family, like.mode, like.esn, like.udp_encapsulation) for like in named)
    found = (
        replace(each, family=family, mode=mode or each.mode, esn=esn, udp_encapsulation=udp and each.kind == "esp")
        for family, mode, esn, udp in forms
        for each in PATHS
        if each.kind in ("esp", "ah")
    )
    return list(dict.fromkeys(found))


# ---- what the catalogue says of a path ----


def _judged(each: Path, line: Link, mix: Mix, *, strict: bool) -> Judged:
    """A packet that its protocol cannot carry, or a link that has no frames for it: refused where it was named."""
    form = (each.mode, _VERSION[each.family])
    try:
        return Judged(each.name, _load(each, line, mix), form)
    except UsageError:
        if strict:
            raise
        return Judged(each.name, None, form)


def _load(each: Path, line: Link, mix: Mix) -> Load | None:
    if each.protocol not in PROTOCOLS:
        return None
    return load(line, mix, _algorithm(each), _protocol(each), ip_version=_VERSION[each.family])


def _algorithm(each: Path) -> str:
    """As the protocol's row calls it: AH has a table of its own."""
    return AH_ALGORITHMS[each.algorithm].judged_as if each.kind == "ah" else each.algorithm


def _protocol(each: Path) -> str:
    """With the variants that change its bytes. A gateway's transport mode is in a tunnel of IP in IP (RFC 3884): on the
    wire it is tunnel mode."""
    variants = {"tunnel": each.kind == "ah", "nat-t": each.udp_encapsulation, "esn": each.esn}
    return "/".join([each.protocol, *(name for name, said in variants.items() if said)])


def _could_replace(other: Judged, judged: Iterable[Judged], policy: str) -> bool:
    return any(may_replace(here, other, policy) for here in judged)


def _bytes(each: Path, sizes: Sequence[int]) -> dict[int, int]:
    """What the catalogue says that it adds to packets of these sizes."""
    if each.protocol not in PROTOCOLS:
        return {}
    carrier, name = protocol(_protocol(each)), _algorithm(each)
    said, layout = carrier.algorithms[name], carrier.layout_for(name)
    found = {}
    for size in sizes:
        sent = protect(layout, size, tag_bytes=said.tag_bits // 8, iv_bytes=said.iv, ip_version=_VERSION[each.family])
        found[size] = sent.ip_bytes - size + sent.frame_extra
    return found


# ---- what else the run found ----


def _findings(answer: Answer, groups: Sequence[Found], judged: Iterable[Path]) -> PathFindings:
    asked = {"", *(path.name for each in judged for path in (each, each.null_twin, each.mac_twin) if path)}
    slow = {
        driver.algorithm: SlowDriver(
            algorithm=driver.algorithm, driver=driver.driver, feature=driver.unaided, remedy=driver.remedy
        )
        for driver in answer.drivers.values()
        if driver.unaided
    }
    heard = [each for each in map(noise, groups) if each is not None]
    return PathFindings(
        kernel=answer.host.release,
        mitigations=tuple(answer.host.mitigations),
        cpu=answer.host.cpu,
        root=answer.host.as_root,
        absent=tuple(
            AbsentPath(path=each.path, cause=each.cause, message=each.message, fix=each.fix, said=each.said)
            for each in answer.refusals
            if each.path in asked
        ),
        slow=tuple(slow.values()),
        noise=max(heard, default=None),
    )


def _missing(run: Run, answer: Answer, named: Sequence[Path]) -> int:
    """Paths that were asked for by name and are not here: a problem each."""
    names = {each.name for each in named}
    refused = [each for each in answer.refusals if each.path in names or (names and not each.path)]
    run.problems += [Problem(code="absent", message=each.message, fix=each.fix) for each in refused]
    return EXIT_MISSING if refused else 0


def _slow(run: Run) -> list[Problem]:
    """One for each module that is wanting, however many algorithms would be faster with it."""
    assert isinstance(run.findings, PathFindings)
    remedies: dict[str, list[SlowDriver]] = {}
    for each in run.findings.slow:
        remedies.setdefault(each.remedy, []).append(each)
    found = []
    for remedy, drivers in remedies.items():
        names, first = ", ".join(each.algorithm for each in drivers), drivers[0]
        told = f"{names}: {first.driver} does not use this CPU's {first.feature}, and is slower than it need be"
        found.append(Problem(code="slow-driver", message=told, fix=remedy))
    return found


def _wrong(run: Run) -> int:
    """Packets lost, changed or doubled make a row wrong, not fast."""
    told = {m.subject: m.note for m in run.measurements if m.status == "wrong"}
    fix = "stop what changes packets here, or report the path with: wirerate doctor"
    run.problems += [Problem(code="wrong", message=f"{name} is wrong: {note}", fix=fix) for name, note in told.items()]
    return EXIT_MISSING if told else 0
