# SPDX-License-Identifier: Apache-2.0 OR MIT
"""`path` by the record: TLS 1.3 of OpenSSL and of the kernel beside plain TCP, over loopback; an end is judged."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from wirerate.catalogue import protocol
from wirerate.links import Link, Mix, load
from wirerate.links.load import protect
from wirerate.links.packets import segments
from wirerate.progress import Progress
from wirerate.records import ConfigLine
from wirerate.running.session import Session
from wirerate.wings.path.catalogue import RECORD_PATHS, TCP, Path
from wirerate.wings.path.outcome import accounted, ended, findings, is_settled, verdicts
from wirerate.wings.path.run import PathRun
from wirerate.wings.path.tls.found import Answer, Carried
from wirerate.wings.path.tls.measure import measure
from wirerate.wings.path.tls.rows import Accounted, accounts, name_of, noise, stage_rows
from wirerate.wings.path.verdict import Gateway, Judged

_PROTOCOL = "tls-1.3"
_AEAD = "aes-128-gcm"  # one of several that add the same bytes
_HEADERS = 40  # of IP and TCP, where a packet is asked for
_KTLS = ConfigLine(system="", text="nginx: ssl_conf_command Options KTLS", source="SSL_CONF_cmd(3)")


def carry(
    session: Session[PathRun],
    named: Sequence[Path],
    lines: Sequence[Link],
    sizes: Sequence[int],
    *,
    policy: str,
    duplex: bool,
    time: float,
    progress: Progress | None,
) -> PathRun:
    """Plain TCP stands beside what was named: no TLS can have more headroom. The link carries protected records at line
    rate, and plain TCP is held against the same time."""
    asked = list(dict.fromkeys([TCP, *named])) if named else list(RECORD_PATHS)
    beside = [each for each in RECORD_PATHS if each not in asked]
    settled = partial(_settled, paths=[*asked, *beside], lines=lines, duplex=duplex)
    with session.as_asked():
        answer = measure([*asked, *beside], sizes, budget_s=time, progress=progress, settled=settled)
    told = partial(_told, session, answer, asked, beside, lines, policy, duplex=duplex, named=named)
    return accounted(answer, told)


def _told(
    session: Session[PathRun],
    answer: Answer,
    asked: Sequence[Path],
    beside: Sequence[Path],
    lines: Sequence[Link],
    policy: str,
    *,
    duplex: bool,
    named: Sequence[Path],
) -> PathRun:
    run = session.run
    run.rows, run.problems = [], []
    sound = [carried.without_theft() for carried in answer.carried]
    ends: list[Gateway] = []
    for carried in sound:
        run.rows += stage_rows(carried)
        added = dict.fromkeys((each for each in RECORD_PATHS if each.protocol), _added(carried.size))
        for made in accounts(carried, [*asked, *beside], answer.drivers, added):
            run.rows.append(made.end)
            ends.append(_end(made, carried.size, lines[0]))
    names = {each.name for each in asked}
    about = run.findings = findings(
        answer.host,
        answer.drivers,
        answer.refusals,
        asked=names,
        noises=map(noise, sound),
        unit="record",
    )
    run.verdicts = verdicts(lines, ends, names, policy=policy, duplex=duplex)
    run.partial = answer.interrupted
    return session.finish(ended(run, about, answer.refusals, named, interrupted=answer.interrupted))


def _settled(carried: Carried, *, paths: Sequence[Path], lines: Sequence[Link], duplex: bool) -> bool:
    """Whether more rounds could change no verdict of it."""
    for made in accounts(carried.without_theft(), paths, {}, {}):
        end = _end(made, carried.size, lines[0])
        cost = made.both_ns if duplex else made.end.ns
        if not is_settled([cost], [end.needs(line) for line in lines]):
            return False
    return True


def _end(made: Accounted, size: int, line: Link) -> Gateway:
    mix = Mix(name_of(size), ((size + _HEADERS, 1),))
    about = load(line, mix, made.path.algorithm, _PROTOCOL, ip_version=4) if made.path.protocol else None
    judged = Judged(made.path.name, about, ("", 4), _KTLS if made.path.kind == "ktls" else None)
    packets = segments(size + _added(size))
    return Gateway(judged, mix, (made.end,), made.both_ns, made.both_free, packets)


def _added(size: int) -> int:
    """Bytes that the catalogue's TLS 1.3 adds to a record; the same with each of its suites."""
    carrier = protocol(_PROTOCOL)
    said = carrier.algorithms[_AEAD]
    sent = protect(
        carrier.layout_for(_AEAD), size + _HEADERS, tag_bytes=said.tag_bits // 8, iv_bytes=said.iv, ip_version=4
    )
    return sent.ip_bytes - size - _HEADERS
