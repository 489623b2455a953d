# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Add to `check` the share of crypto in this kernel's whole packet path, as a stored run of `path` on this host
measured it."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from contextlib import suppress
from typing import Any

from wirerate.errors import Error, MissingError, UsageError
from wirerate.records import AnyRun, MeasuredPath, Verdict, read, store
from wirerate.verdict import BOTH
from wirerate.wings.path.run import PathAccount, PathRun, crypto_share

Step = tuple[str, str]  # command, purpose

_TLS = "tls-1.3"
_BASES = ("ah", "macsec", "wireguard", _TLS)
_HEADERS = {4: 40, 6: 60}  # IP and TCP headers of a packet that carries a record
_VARIANTS = {"transport": "transport", "esn": "esn", "nat-t": "udp"}  # from `check`'s names to `path`'s
_ORDER = ("transport", "ip6", "esn", "udp")


def add(run: AnyRun) -> None:
    """Add to a check's verdicts the crypto shares that stored runs of `path` measured on this host."""
    with_path_shares(run, _stored_runs())


def _stored_runs() -> Iterator[PathRun]:
    """Yield the stored runs of `path`, newest first; unreadable files are skipped, since the user did not name them."""
    for file in store.newest_first("path"):
        with suppress(Error):
            run = read(file)
            if isinstance(run, PathRun):
                yield run


def next_step(run: AnyRun) -> Step | None:
    """Return the `path` command for the first verdict whose protocol Linux implements; None if there is none."""
    carried = ((v, name) for v in run.verdicts if (name := kernel_path(v)))
    verdict, name = next(carried, (None, ""))
    if verdict is None:
        return None
    if name.startswith("tls-"):
        return _tls_step(verdict, name)
    packet = _path_packets(verdict)
    duplex = " --duplex" if verdict.conditions.direction == "both" else ""
    command = f"wirerate path {name} --link {verdict.link} --packet {packet}{duplex}"
    return command, "how much of this kernel's whole packet path is crypto"


def _tls_step(verdict: Verdict, name: str) -> Step:
    size = record_of(verdict)
    record = f" --record {size}" if size else ""
    duplex = " --duplex" if verdict.conditions.direction == "both" else ""
    command = f"wirerate path {name} k{name} --link {verdict.link}{record}{duplex}"
    return command, "how much of TLS and TCP on this host is crypto"


def kernel_path(verdict: Verdict) -> str:
    """Return `path`'s name for a verdict's protocol and algorithm, for TLS as run by OpenSSL; "" if it has none."""
    base, *variants = verdict.conditions.protocol.split("/")
    if base not in _BASES and not base.startswith("esp-"):
        return ""
    from wirerate.authenticators.ah_algorithms import AH_ALGORITHMS  # loaded late: most checks need none of these
    from wirerate.authenticators.subjects import parse_subject
    from wirerate.wings.path.catalogue import PATHS, RECORD_PATHS

    name = parse_subject(verdict.subject).algorithm
    algorithms = {path: AH_ALGORITHMS[path.algorithm].judged_as if base == "ah" else path.algorithm
                  for path in (*PATHS, *RECORD_PATHS) if path.protocol == base}  # fmt: skip
    path = next((path for path, algorithm in algorithms.items() if algorithm == name), None)
    if path is None or path.by_record:
        return path.name if path else ""
    if base == "ah":  # `check` names AH's tunnel mode as a variant, `path` its transport mode
        variants = [word for word in variants if word != "tunnel"] + ["transport"] * ("tunnel" not in variants)
    if not set(variants) <= set(_VARIANTS):
        return ""
    words = {*(_VARIANTS[word] for word in variants), *(["ip6"] if verdict.conditions.ip_version == 6 else [])}
    return "/".join([path.base, *(word for word in _ORDER if word in words)])


def record_of(verdict: Verdict) -> int | None:
    """Return the size in bytes of the TLS record in a verdict's packet; None for a packet mix or another protocol."""
    conditions, one_size = verdict.conditions, verdict.packets.partition("-byte frames")[0].isdecimal()
    if conditions.protocol != _TLS or not one_size or conditions.ip_bytes is None:
        return None
    from wirerate.links.packets import RECORD_MAXIMUM

    return min(max(1, round(conditions.ip_bytes) - _HEADERS[conditions.ip_version or 4]), RECORD_MAXIMUM)


def with_path_shares(run: AnyRun, path_runs: Iterable[PathRun]) -> None:
    """Attach to each verdict the newest result for its path and packets from this host and this kernel."""
    this_host = (run.environment.host if run.environment else "", os.uname().release)
    wanted = [(verdict, name) for verdict in run.verdicts if (name := kernel_path(verdict))]
    for path_run in path_runs if wanted else ():
        environment, findings = path_run.environment, path_run.findings
        if environment is None or findings is None or (environment.host, findings.kernel) != this_host:
            continue
        for verdict, name in wanted:
            verdict.path = verdict.path or _measured(path_run, verdict, name, environment.date, findings.kernel)


def measure_path(run: AnyRun, question: Any) -> int:
    """Measure the kernel's paths of the run's verdicts now, attach the results, and return their exit status.

    Raises UsageError where Linux has no path for the protocol, and MissingError where this kernel or this user cannot
    run it.
    """
    wanted = {name: verdict for verdict in run.verdicts if (name := kernel_path(verdict))}
    if not wanted:
        protocol = question.protocol or "no protocol"
        raise UsageError(f"‹path›: Linux has no path for {protocol}", fix="type ‹protocol=esp-gcm›, or leave it out")
    from wirerate.wings.path.answer import path

    sizes = [size for verdict in wanted.values() if (size := record_of(verdict))]
    by_record = any(name.startswith("tls-") for name in wanted)
    if by_record and not sizes:
        raise UsageError(
            "‹path› measures TLS for one packet size at a time", fix="type ‹packet=1400›, or another single size"
        )
    packets = {} if by_record else {"packet": ",".join(dict.fromkeys(map(_path_packets, wanted.values())))}
    records = {"record": ",".join(map(str, dict.fromkeys(sizes)))} if by_record else {}
    path_run = path(
        list(wanted),
        links=list(dict.fromkeys(verdict.link for verdict in wanted.values())),
        policy=question.policy,
        duplex=question.duplex,
        time=question.time,
        affinity=question.affinity,
        progress=question.progress,
        **packets,
        **records,
    )
    run.problems += path_run.problems
    if not path_run.verdicts:
        absent = path_run.problems[0] if path_run.problems else None
        raise MissingError(
            absent.message if absent else "‹path› measured nothing on this kernel", fix=absent.fix if absent else ""
        )
    with_path_shares(run, [path_run])
    return path_run.exit


def _path_packets(verdict: Verdict) -> str:
    """Return the verdict's packets as an argument for `path`, which counts IP bytes instead of Ethernet frames."""
    frames = verdict.packets.endswith("-byte frames")
    return f"{verdict.conditions.ip_bytes:.0f}" if frames else verdict.packets


def _packets(verdict: Verdict) -> str:
    """Return the name that `path` gives the verdict's packets: for TLS, its records."""
    record = record_of(verdict)
    return verdict.packets if record is None else f"{record}-byte records"


def _measured(path_run: PathRun, verdict: Verdict, name: str, date: str, kernel: str) -> MeasuredPath | None:
    packets = _packets(verdict)
    ends = [m for m in path_run.rows if isinstance(m, PathAccount) and (m.subject, m.packets) == (name, packets)]
    slower = max(ends, key=lambda end: end.ns.median, default=None)
    if slower is None:
        return None
    same_question = (name, verdict.link, packets, verdict.conditions.direction == BOTH)
    whole = (v for v in path_run.verdicts
             if (v.subject, v.link, v.packets, v.conditions.direction == BOTH) == same_question)  # fmt: skip
    judged = next(whole, None)
    return MeasuredPath(
        path=name,
        date=date,
        kernel=kernel,
        packets=packets,
        operation=slower.operation,
        crypto=crypto_share(slower),
        gain=slower.gain.median if slower.gain else None,
        headroom=judged.headroom if judged else None,
        verdict=judged.verdict if judged else "",
    )
