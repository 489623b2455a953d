# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The sentences and bars of a `path` answer: where the time goes, and what a change would gain."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from wirerate.report import numbers, questions, verdicts
from wirerate.verdict.rules import MARGIN
from wirerate.wings.path.run import AbsentPath, PathAccount, PathPart, PathRun, PathVerdict

# Each part's name, its sign in a bar, and its colour in the chart, in the order in which a packet passes the parts.
PARTS = {
    "forwarding": ("forwarding", "░", "grey"),
    "path": ("protocol", "▒", "blue"),
    "tcp": ("TCP", "░", "grey"),
    "record": ("TLS without crypto", "▒", "blue"),
    "cipher": ("cipher", "▓", "teal"),
    "authenticator": ("authenticator", "█", "orange"),
    "crypto": ("AEAD", "■", "orange"),
    "protection": ("protocol and crypto", "▞", "plum"),
}


@dataclass(frozen=True)
class Unit:
    """The words for packets through gateways, or for TLS records."""

    name: str  # what is measured: packet or record
    where: str  # what is judged: gateway or end
    columns: Mapping[str, tuple[str, str]]  # table columns of the parts: title, and meaning for the legend
    change: str  # how a sentence about faster crypto begins
    remedies: str  # what helps where crypto takes little of the time
    bare: str  # the sentence about a path without protection; {} is its headroom
    undivided: str  # why crypto cannot be separated from the protocol
    slower_end: str  # follows "one core" in the legend
    missing: str  # what the figures leave out, in half a line
    caveat: str  # the same in full
    method: str
    noise: str  # {} is the difference that the A/A control showed
    either: str  # why protecting and unprotecting are averaged


_PACKET = Unit(
    name="packet",
    where="gateway",
    columns={
        "forwarding": ("forwarding", ""),
        "path": ("protocol", "protocol: its time with null algorithms."),
        "cipher": ("cipher", ""),
        "authenticator": ("authenticator", ""),
        "crypto": ("both", "both: cipher and authenticator of an AEAD."),
        "protection": ("together", "together: protocol and crypto, where they cannot be separated."),
    },
    change="Change the crypto",
    remedies="more cores, offload or larger packets",
    bare="Plain forwarding reaches {} on one core; any protocol's cost is added to that.",
    undivided="The kernel has no null algorithms for it, so its crypto cannot be separated.",
    slower_end=" at the slower end",
    missing="Without a network card's driver, interrupts and GRO.",
    caveat="The packets cross veth devices. A network card's driver, its interrupts, GRO and this host's firewall are "
    "extra, and buffers are warm here. Every packet is processed singly; TCP with segmentation offload costs less.",
    method="Line rate is counted in unprotected packets. The verdict is for one core at the slower of protecting and "
    "unprotecting.",
    noise="Noise: two measurements of plain forwarding differ by up to {}.",
    either="MACsec frames and WireGuard sessions end at the next gateway, so the verdict is for the mean of protecting "
    "and unprotecting.",
)

_RECORD = Unit(
    name="record",
    where="end",
    columns={
        "tcp": ("TCP", ""),
        "record": ("TLS", "TLS: framing, copies and calls."),
        "crypto": ("both", "both: cipher and authenticator, in libcrypto alone."),
        "protection": ("together", "together: TLS and its crypto, where they cannot be separated."),
    },
    change="Change the TLS implementation or cipher",
    remedies="more cores, offload or larger records",
    bare="Plain TCP reaches {} on one core; the cost of TLS is added to that.",
    undivided="The kernel's crypto cannot be called on its own, so it cannot be separated.",
    slower_end="",
    missing="Over loopback, without a network card's driver and interrupts.",
    caveat="Records cross loopback. A network card's driver and interrupts are extra; a record crosses in one piece, "
    "as with segmentation offload, and buffers are warm. Each record takes one write and one read call.",
    method="Line rate is counted in protected records, each in packets of its own. One thread writes a record and "
    "reads it back; one end is half of that time, and the verdict is for one core of one end.",
    noise="Noise: two measurements of plain TCP differ by up to {}.",
    either="",
)

UNITS = {unit.name: unit for unit in (_PACKET, _RECORD)}


def unit_of(run: PathRun) -> Unit:
    return UNITS[run.findings.unit] if run.findings else _PACKET


_ENDS = {
    "protect": "protecting",
    "unprotect": "unprotecting",
    "forward": "forwarding",
    "either": "mean of both ends",
    "protect and unprotect": "both directions",
}
_TWINS = ("esp-null-null", "ah-null")
_BYTES = {"ah": "Linux pads AH over IPv4 to 8 bytes unless the SA has align4"}


def accounts(run: PathRun) -> list[PathAccount]:
    return [m for m in run.rows if isinstance(m, PathAccount)]


def account_of(run: PathRun, verdict: PathVerdict) -> PathAccount | None:
    """Return the account that the verdict is based on; for a verdict on both directions, the slower end's."""
    key = (verdict.subject, verdict.packets, verdict.conditions.ip_version)
    ends = [end for end in accounts(run) if (end.subject, end.packets, end.ip_version) == key]
    return max(ends, key=lambda end: end.ns.median, default=None)


def question(verdict: PathVerdict) -> str:
    """Return the question that a verdict answers: '10G, imix, one direction'."""
    return f"{verdict.link}, {verdict.packets}{questions.ways(verdict)}"


def end_name(operation: str) -> str:
    return _ENDS.get(operation, operation)


# ---- the verdict that the answer starts with ----


def questions_of(run: PathRun) -> list[str]:
    return list(dict.fromkeys(map(question, run.verdicts)))


def lead(run: PathRun) -> PathVerdict | None:
    """Return the verdict that the answer starts with, or None if there is none.

    The hardest question is the one whose best path has the least headroom; the answer starts with that path. Protected
    paths are preferred, then permitted ones, then those divided into parts.
    """
    shown = run.verdicts
    shown = [v for v in shown if v.conditions.protocol] or shown
    shown = [v for v in shown if v.permitted] or shown
    shown = [v for v in shown if v.ceiling is not None] or shown
    best = (max((v for v in shown if question(v) == words), key=headroom, default=None) for words in questions_of(run))
    return min((v for v in best if v), key=headroom, default=None)


def headroom(verdict: PathVerdict) -> float:
    return verdict.headroom.median if verdict.headroom else 0.0


# ---- bars ----


def bar(parts: Sequence[PathPart], width: int) -> str:
    """Draw the parts in proportion to their shares; a part that noise makes negative is left out."""
    lengths = [max(0.0, part.share.median if part.share else 0.0) for part in parts]
    whole = sum(lengths)
    if not whole:
        return ""
    ends = [round(width * sum(lengths[: i + 1]) / whole) for i in range(len(lengths))]
    starts = [0, *ends[:-1]]
    return "".join(PARTS[p.name][1] * (stop - start) for p, start, stop in zip(parts, starts, ends, strict=True))


def shares(parts: Sequence[PathPart], *, signs: bool = False) -> str:
    """Return the parts with their shares: 'forwarding 32 %, protocol 57 %'; `signs` puts the bar's sign in front."""
    return ", ".join(f"{PARTS[p.name][1] + ' ' if signs else ''}{PARTS[p.name][0]} {_share(p)}" for p in parts)


def _share(part: PathPart) -> str:
    if part.share is None:
        return "lost in noise"
    return numbers.percent(part.share.median) if part.share.median > 0 else "not measurable"


# ---- what a change would gain ----


def sentence(run: PathRun, verdict: PathVerdict, *, brief: bool = False) -> str:
    """Return what to change and what it would gain; `brief` names one alternative at most."""
    account = account_of(run, verdict)
    unit = unit_of(run)
    if account is None or not account.protocol:
        return unit.bare.format(numbers.times(headroom(verdict)) if verdict.headroom else "a rate lost in noise")
    if verdict.remedy == "none":
        if verdict.crypto is None:
            return "Nothing needs to change."
        verb = "take" if " and " in _changeable(account) else "takes"
        share = f"{verb} {numbers.percent(verdict.crypto.median)} of the {unit.name}'s time"
        return f"Nothing needs to change; {_changeable(account)} {share}."
    if verdict.remedy == "unknown":
        limit = f" If all protection were free, it would gain {_gain(verdict)};" if verdict.gain else ""
        return f"{unit.undivided}{limit} {unit.remedies} gain more."
    if verdict.remedy == "crypto":
        return _alternatives(verdict, unit, 1 if brief else len(verdict.alternatives))
    if verdict.gain is None:
        return (
            "The shares are lost in noise. Measure longer with --time, or ask wirerate doctor what disturbs this host."
        )
    if verdict.gain.median >= MARGIN:
        return (
            f"Free crypto would gain {_gain(verdict)}, but no path measured here is a faster replacement; "
            f"{unit.remedies} gain more."
        )
    return f"Changing {_changeable(account)} gains at most {_gain(verdict)}; {unit.remedies} gain more."


def _gain(verdict: PathVerdict) -> str:
    return numbers.times(verdict.gain.median) if verdict.gain else ""


def _changeable(account: PathAccount) -> str:
    names = {part.name for part in account.parts}
    return "the authenticator" if "authenticator" in names and "cipher" not in names else "cipher and authenticator"


def _alternatives(verdict: PathVerdict, unit: Unit, most: int) -> str:
    """Name the first alternatives and the gain of each, then the gain if crypto were free."""
    before = numbers.times(verdict.headroom.median) if verdict.headroom else ""
    options = []
    for option in verdict.alternatives[:most]:
        factor = f" gains {numbers.times(option.brings.median)}" if option.brings else ""
        change = f" ({before} to {numbers.times(option.headroom.median)})" if option.headroom and before else ""
        options.append(f"{option.subject}{factor}{change}{verdicts.equality(option)}")
    limit = f" Free crypto would gain {_gain(verdict)}." if verdict.gain else ""
    faster = any(option.brings is not None and option.brings.low > 1 for option in verdict.alternatives)
    start = unit.change if faster else "It must be replaced, although nothing faster was measured"
    return f"{start}: {'; '.join(options)}.{limit}"


# ---- notes ----


def caveat(run: PathRun) -> str:
    """Say what the figures leave out; name the kernel, its mitigations and the TLS library."""
    kernel = ""
    if run.findings:
        names = ", ".join(run.findings.mitigations)
        kernel = f" Kernel {run.findings.kernel}, {f'mitigations: {names}' if names else 'no mitigations'}."
    return f"{unit_of(run).caveat}{kernel}{_library(run)}"


def _library(run: PathRun) -> str:
    """Return the version of OpenSSL if it carried any TLS."""
    by_openssl = any(account.subject.startswith("tls-") for account in accounts(run))
    peers = run.environment.peers if by_openssl and run.environment else ()
    return "".join(f" {peer.version}." for peer in peers if peer.name == "openssl" and peer.version)


def notes(run: PathRun) -> list[str]:
    """Return the notes on method and figures, one sentence each."""
    unit = unit_of(run)
    sentences = [unit.method]
    if run.findings and run.findings.noise is not None:
        sentences.append(unit.noise.format(numbers.percent(run.findings.noise)))
    if any((v.cores or 1) > 1 for v in run.verdicts if v.headroom):
        sentences.append(verdicts.ONE_FLOW)
    rows = accounts(run)
    elsewhere = {row.subject: row.elsewhere for row in rows if row.elsewhere > 0}
    if elsewhere:
        paths = ", ".join(f"{path} {numbers.percent(share)}" for path, share in elsewhere.items())
        sentences.append(f"Part of the time counted is on other CPUs than the sender's: {paths}.")
    undivided = (row for row in rows if any(part.name == "protection" for part in row.parts))
    if unit.either and any(row.operation == "either" for row in undivided):
        sentences.append(unit.either)
    return [*sentences, *unexpected_bytes(rows)]


def unexpected_bytes(accounts: Sequence[PathAccount]) -> list[str]:
    """Return a sentence for each path to which this kernel adds more or fewer bytes than the catalogue expects."""
    sentences: dict[str, None] = {}
    for account in accounts:
        unexpected = [a for a in account.added if a.catalogue is not None and a.counted != a.catalogue]
        if unexpected:
            first, base = unexpected[0], account.protocol.partition("/")[0]
            reason = f": {_BYTES[base]}" if base in _BYTES and account.ip_version == 4 else ""
            sentences[f"{account.subject} adds {first.counted:g} bytes to {first.ip_bytes}, not the "
                      f"{first.catalogue} expected{reason}."] = None  # fmt: skip
    return list(sentences)


def absent(run: PathRun) -> list[tuple[str, AbsentPath]]:
    """Return the paths that this kernel lacks, grouped by cause and fix: all names of a group, and its first path."""
    groups: dict[tuple[str, str, str], list[AbsentPath]] = {}
    for path in run.findings.absent if run.findings else ():
        groups.setdefault((path.cause, path.said or path.message, path.fix), []).append(path)
    return [(_names(group), group[0]) for group in groups.values()]


def _names(group: Sequence[AbsentPath]) -> str:
    """Name the paths of a group. Null twins, which no user requests, are named only if the group has no other path."""
    names = [path.path or "all" for path in group]
    return ", ".join([name for name in names if name.partition("/")[0] not in _TWINS] or names)
