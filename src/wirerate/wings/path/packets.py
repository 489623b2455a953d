# SPDX-License-Identifier: Apache-2.0 OR MIT
"""`path`: packets on their whole way through this kernel: measure the stages, account for them, judge the gateway."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial

from wirerate.authenticators.ah_algorithms import AH_ALGORITHMS
from wirerate.catalogue import PROTOCOLS, protocol
from wirerate.errors import UsageError
from wirerate.host.machine import links_of_this_machine
from wirerate.links import Link, Load, Mix, load, parse_link, parse_packet_list
from wirerate.links.load import protect
from wirerate.links.packets import parse_record_list
from wirerate.progress import Progress
from wirerate.running.session import How, Session
from wirerate.wings.path import records as path_records
from wirerate.wings.path.catalogue import PATHS, PLAIN, Path, parse_path
from wirerate.wings.path.found import Answer, Found
from wirerate.wings.path.measure import measure
from wirerate.wings.path.outcome import accounted, ended, findings, is_settled, verdicts
from wirerate.wings.path.rows import Accounted, accounts, noise, stage_rows
from wirerate.wings.path.run import PathRun
from wirerate.wings.path.verdict import Gateway, Judged, may_replace, needs

SECONDS = 5.0
RECORDS = "1400,16Ki"  # without another choice: about a packet of Ethernet's, and the longest
_VERSION = {"ip4": 4, "ip6": 6}


def path(
    paths: Sequence[str] = (),
    *,
    links: Sequence[str] = (),
    packet: str | None = None,
    record: str | None = None,
    policy: str = "modern",
    duplex: bool = False,
    time: float | None = None,
    affinity: Sequence[int] = (),
    progress: Progress | None = None,
) -> PathRun:
    """What forwarding, the path of a protocol and its crypto each take of a packet in this kernel, whether a gateway
    keeps up with each link, and whether the authenticator is what to change.

    Without paths: those that this kernel has. A path is a protocol with its algorithms, and behind slashes its
    variants: "esp-gcm", "esp-aes-128-gcm/ip6", "wireguard". Without links: this machine's. `packet` is as in `check`.
    Judged is one direction, by the slower of protecting and unprotecting; with `duplex`, one core that does both.

    "tls" and "ktls" go by the record, over loopback: of OpenSSL, and of the kernel. `record` is their size, or several:
    "1400,16Ki"; without paths it asks about all of them.
    """
    named = list(dict.fromkeys(parse_path(word) for word in paths))
    lines = [parse_link(word) for word in links] or links_of_this_machine()
    if _by_record(named, packet, record):
        sizes = parse_record_list(record or RECORDS)
        session = Session(PathRun, How(time=time, affinity=affinity, progress=progress))
        return path_records.carry(
            session, named, lines, sizes, policy=policy, duplex=duplex, time=time or SECONDS, progress=progress
        )
    mixes = parse_packet_list(packet or "imix")
    asked = _with_forwarding(named) or list(PATHS)
    judged = {each: _judged(each, lines[0], mixes[0], strict=bool(named)) for each in asked}
    others = [each for each in _in_their_form(named) if each not in judged]
    beside = {each: _judged(each, lines[0], mixes[0], strict=False) for each in others}
    beside = {each: about for each, about in beside.items() if _could_replace(about, judged.values(), policy)}
    session = Session(PathRun, How(time=time, affinity=affinity, progress=progress))
    settled = partial(_settled, lines=lines, duplex=duplex)
    with session.as_asked():
        answer = measure([*judged, *beside], mixes, budget_s=time or SECONDS, progress=progress, settled=settled)
    told = partial(_told, session, answer, judged, beside, lines, policy, duplex=duplex, named=named)
    return accounted(answer, told)


def _told(
    session: Session[PathRun],
    answer: Answer,
    judged: Mapping[Path, Judged],
    beside: Mapping[Path, Judged],
    lines: Sequence[Link],
    policy: str,
    *,
    duplex: bool,
    named: Sequence[Path],
) -> PathRun:
    run, known = session.run, {**judged, **beside}
    run.rows, run.problems = [], []
    groups = [found.without_theft() for found in answer.found]
    gateways: list[Gateway] = []
    for found in groups:
        run.rows += stage_rows(found)
        catalogue = {each: _bytes(each, list(found.added.get(each, {}))) for each in known}
        for made in accounts(found, list(known), answer.drivers, catalogue):
            run.rows += made.ends
            gateways.append(_gateway(known[made.path], found.mix, made))
    about = run.findings = findings(
        answer.host,
        answer.drivers,
        answer.refusals,
        asked={path.name for each in judged for path in (each, each.null_twin, each.mac_twin) if path},
        noises=map(noise, groups),
        unit="packet",
    )
    own = {each.name for each in judged}
    run.verdicts = verdicts(lines, gateways, own, policy=policy, duplex=duplex)
    run.partial = answer.interrupted
    return session.finish(ended(run, about, answer.refusals, named, interrupted=answer.interrupted))


def _by_record(named: Sequence[Path], packet: str | None, record: str | None) -> bool:
    """Whether TLS is asked about. Its rounds and a gateway's have no stage in common, so that one run has one kind."""
    by_record, by_packet = ([each.name for each in named if each.by_record == kind] for kind in (True, False))
    if by_record and by_packet:
        told = f"{by_record[0]} goes by the record and {by_packet[0]} by the packet, and one run has one kind"
        raise UsageError(told, fix=f"type wirerate path {' '.join(by_record)}, and then the others")
    if packet and record:
        raise UsageError("--packet is of gateways and --record of TLS, and one run has one kind", fix="leave out one")
    if packet and by_record:
        raise UsageError(
            f"--packet has no meaning here: {by_record[0]} goes by the record", fix="type --record 1400,16Ki"
        )
    if record and by_packet:
        raise UsageError(
            f"--record has no meaning here: {by_packet[0]} goes by the packet", fix="type --packet imix,1400"
        )
    return bool(by_record or record)


def _gateway(about: Judged, mix: Mix, made: Accounted) -> Gateway:
    return Gateway(about, mix, made.ends, made.both_ns, made.both_free)


def _settled(found: Found, *, lines: Sequence[Link], duplex: bool) -> bool:
    """Whether more rounds could change no verdict of it."""
    plain = replace(PLAIN, family=found.family)
    known = list(dict.fromkeys([plain, *(cell.path for cell in found.cells if cell.path)]))
    for made in accounts(found.without_theft(), known, {}, {}):
        costs = [made.both_ns] if duplex else [end.ns for end in made.ends]
        if not is_settled(costs, [needs(line, found.mix) for line in lines]):
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
