# SPDX-License-Identifier: Apache-2.0 OR MIT
"""A path in words and bars, of packets through gateways and of TLS's records: what the time goes into, what a change
would bring."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from wirerate.report import numbers, questions, verdicts
from wirerate.verdict.rules import MARGIN
from wirerate.wings.path.run import AbsentPath, PathAccount, PathPart, PathRun, PathVerdict

# The parts in the order of a packet's or a record's way: what each is called, its sign in a bar, its colour.
PARTS = {
    "forwarding": ("forwarding", "░", "grey"),
    "path": ("path", "▒", "blue"),
    "tcp": ("TCP", "░", "grey"),
    "record": ("TLS without its crypto", "▒", "blue"),
    "cipher": ("cipher", "▓", "teal"),
    "authenticator": ("authenticator", "█", "orange"),
    "crypto": ("cipher and authenticator", "■", "orange"),
    "protection": ("protocol and crypto, undivided", "▞", "plum"),
}


@dataclass(frozen=True)
class Unit:
    """The words for one kind of run."""

    name: str  # what the figures are of
    where: str  # what is judged
    columns: Mapping[str, tuple[str, str]]  # of parts in a table: title, and what the legend says
    helps: str  # how what is faster begins
    others: str  # what helps where the crypto is little
    bare: str  # of a path that protects nothing, {} its headroom
    undivided: str  # why crypto is not told apart from the rest
    whose: str  # is judged
    caveat: str
    judged: str
    noise: str  # {} is how much
    either: str


_PACKET = Unit(
    name="packet",
    where="gateway",
    columns={
        "forwarding": ("forward", "forward: forwarding alone."),
        "path": ("path", "path: the protocol with algorithms that do nothing."),
        "cipher": ("cipher", ""),
        "authenticator": ("auth.", "auth.: the authenticator."),
        "crypto": ("both", "both: cipher and authenticator of an AEAD."),
        "protection": ("undivided", "undivided: protocol and crypto."),
    },
    helps="Changing the crypto helps",
    others="cores, offload or larger packets can",
    bare="Plain forwarding {} on one core: whatever the authenticator, a protocol's path comes on top.",
    undivided="It has no null algorithms, so that its crypto is not told apart.",
    whose=", of the slower end",
    caveat="veth is not a network card: its driver, interrupts, GRO and this host's firewall come on top, and buffers "
    "are warm. Each packet goes by itself; TCP with segmentation offload is cheaper.",
    judged="The link brings packets before protection at line rate, and one core is judged, by the slower end.",
    noise="Noise: plain forwarding against itself differs by up to {}.",
    either="MACsec's frames and WireGuard's sessions end at the next gateway: the mean of both ends is judged.",
)

_RECORD = Unit(
    name="record",
    where="end",
    columns={
        "tcp": ("TCP", ""),
        "record": ("TLS", "TLS: its framing, copies and calls."),
        "crypto": ("both", "both: cipher and authenticator, of libcrypto alone."),
        "protection": ("undivided", "undivided: TLS and its crypto."),
    },
    helps="Another TLS helps",
    others="cores, offload or larger records can",
    bare="Plain TCP {} on one core: whatever the authenticator, TLS comes on top.",
    undivided="The kernel's crypto cannot be called by itself, so that it is not told apart.",
    whose="",
    caveat="Loopback is not a network card: its driver and interrupts come on top, a record crosses it in one piece "
    "as with segmentation offload, and buffers are warm. Each record is written and read by a call of its own.",
    judged="The link carries protected records at line rate, each in packets of its own. One thread writes a record "
    "and reads it back: an end is half of that, one core of it is judged, and plain TCP has the same time.",
    noise="Noise: plain TCP against itself differs by up to {}.",
    either="",
)

UNITS = {unit.name: unit for unit in (_PACKET, _RECORD)}


def unit_of(run: PathRun) -> Unit:
    return UNITS[run.findings.unit] if run.findings else _PACKET


_ENDS = {
    "protect": "protecting",
    "unprotect": "unprotecting",
    "forward": "forwarding",
    "either": "either end, their mean",
    "protect and unprotect": "both directions",
}
_TWINS = ("esp-null-null", "ah-null")
_BYTES = {"ah": "Linux pads AH over IPv4 to 8 bytes unless the SA has align4"}


def accounts(run: PathRun) -> list[PathAccount]:
    return [m for m in run.rows if isinstance(m, PathAccount)]


def account_of(run: PathRun, verdict: PathVerdict) -> PathAccount | None:
    """The one that the verdict rests on: with both directions, the slower end's."""
    about = (verdict.subject, verdict.packets, verdict.conditions.ip_version)
    ends = [each for each in accounts(run) if (each.subject, each.packets, each.ip_version) == about]
    return max(ends, key=lambda end: end.ns.median, default=None)


def question(verdict: PathVerdict) -> str:
    """'10G, imix, one direction', to stand over a group of rows."""
    return f"{verdict.link}, {verdict.packets}{questions.ways(verdict)}"


def end(operation: str) -> str:
    return _ENDS.get(operation, operation)


# ---- which of them the answer is about ----


def asked(run: PathRun) -> list[str]:
    return list(dict.fromkeys(map(question, run.verdicts)))


def lead(run: PathRun) -> PathVerdict | None:
    """The one that the answer is about: of the protected paths that may be used and are divided into parts, as far as
    there are such, the one with the most headroom, else forwarding; of several questions the hardest."""
    shown = run.verdicts
    shown = [v for v in shown if v.conditions.protocol] or shown
    shown = [v for v in shown if v.permitted] or shown
    shown = [v for v in shown if v.ceiling is not None] or shown
    best = {each: max((v for v in shown if question(v) == each), key=room, default=None) for each in asked(run)}
    return min((v for v in best.values() if v), key=room, default=None)


def room(verdict: PathVerdict) -> float:
    return verdict.headroom.median if verdict.headroom else 0.0


# ---- bars ----


def bar(parts: Sequence[PathPart], width: int) -> str:
    """Each part as long as its share; what noise makes less than nothing is left out."""
    lengths = [max(0.0, part.share.median if part.share else 0.0) for part in parts]
    whole = sum(lengths)
    if not whole:
        return ""
    ends = [round(width * sum(lengths[: i + 1]) / whole) for i in range(len(lengths))]
    starts = [0, *ends[:-1]]
    return "".join(PARTS[p.name][1] * (stop - start) for p, start, stop in zip(parts, starts, ends, strict=True))


def shares(parts: Sequence[PathPart]) -> str:
    """'forwarding 32 %, path 57 %, cipher and authenticator 11 %'."""
    return ", ".join(f"{PARTS[p.name][0]} {_share(p)}" for p in parts)


def _share(part: PathPart) -> str:
    if part.share is None:
        return "lost in noise"
    return numbers.percent(part.share.median) if part.share.median > 0 else "nothing measurable"


# ---- what a change would bring ----


def sentence(run: PathRun, verdict: PathVerdict, *, brief: bool = False) -> str:
    """What can be gained, and by what; where it is `brief`, of several the first."""
    account = account_of(run, verdict)
    what = _changed(account)
    unit = unit_of(run)
    if account is None or not account.protocol:
        reached = f"reaches {numbers.times(room(verdict))} of line rate" if verdict.headroom else "is lost in noise"
        return unit.bare.format(reached)
    if verdict.remedy == "none":
        verb = "take" if " and " in what else "takes"
        of = f" of the {unit.name}'s time"
        share = f"; {what} {verb} {numbers.percent(verdict.crypto.median)}{of}" if verdict.crypto else ""
        return f"It keeps up{share}."
    if verdict.remedy == "unknown":
        most = f" All of its protection free would bring {_times(verdict)};" if verdict.gain else ""
        return f"{unit.undivided}{most} {unit.others} bring more."
    if verdict.remedy == "crypto":
        return _instead(verdict, unit, 1 if brief else len(verdict.alternatives))
    if verdict.gain is None:
        return "The shares are lost in noise: measure longer with --time, or ask wirerate doctor."
    if verdict.gain.median >= MARGIN:
        return (
            f"Free crypto would bring {_times(verdict)}, but nothing measured here that may replace it is faster: "
            f"{unit.others} bring more."
        )
    return f"Changing {what} can bring at most {_times(verdict)}; {unit.others}."


def _times(verdict: PathVerdict) -> str:
    return numbers.times(verdict.gain.median) if verdict.gain else ""


def _changed(account: PathAccount | None) -> str:
    names = {part.name for part in account.parts} if account else set()
    return "the authenticator" if "authenticator" in names and "cipher" not in names else "cipher and authenticator"


def _instead(verdict: PathVerdict, unit: Unit, most: int) -> str:
    """The first alternatives, each with what it brings, and the limit of all of them."""
    was = numbers.times(verdict.headroom.median) if verdict.headroom else ""
    brought = []
    for each in verdict.alternatives[:most]:
        factor = f" brings {numbers.times(each.brings.median)} here" if each.brings else ""
        room = f" ({was} to {numbers.times(each.headroom.median)})" if each.headroom and was else ""
        brought.append(f"{each.subject}{factor}{room}{verdicts.equality(each)}")
    limit = f" Free crypto would bring {_times(verdict)}." if verdict.gain else ""
    faster = any(each.brings is not None and each.brings.low > 1 for each in verdict.alternatives)
    begun = unit.helps if faster else "It is to be changed, and nothing faster was measured"
    return f"{begun}: {'; '.join(brought)}.{limit}"


# ---- what is said with every answer ----


def caveat(run: PathRun) -> str:
    """What is not in the figures, which kernel, which mitigations."""
    kernel = ""
    if found := run.findings:
        applied = f"mitigations: {', '.join(found.mitigations)}" if found.mitigations else "no mitigation applied"
        kernel = f" Kernel {found.kernel}, {applied}."
    return f"{unit_of(run).caveat}{kernel}{_library(run)}"


def _library(run: PathRun) -> str:
    """Whose TLS it was, where it was a library's."""
    carried = any(each.subject.startswith("tls-") for each in accounts(run))
    known = run.environment.peers if carried and run.environment else ()
    return "".join(f" {peer.version}." for peer in known if peer.name == "openssl" and peer.version)


def notes(run: PathRun) -> list[str]:
    """What is to be known beside the figures, a sentence each."""
    judged = [v for v in run.verdicts if v.headroom]
    unit = unit_of(run)
    found = [unit.judged]
    if run.findings and run.findings.noise is not None:
        found.append(unit.noise.format(numbers.percent(run.findings.noise)))
    if any((v.cores or 1) > 1 for v in judged):
        found.append(verdicts.ONE_FLOW)
    made = accounts(run)
    away = {each.subject: each.elsewhere for each in made if each.elsewhere > 0}
    if away:
        told = ", ".join(f"{path} {numbers.percent(share)}" for path, share in away.items())
        found.append(f"On other CPUs than the sender's, and counted: {told}.")
    undivided = (each for each in made if any(part.name == "protection" for part in each.parts))
    if unit.either and any(each.operation == "either" for each in undivided):
        found.append(unit.either)
    return [*found, *differing(made)]


def differing(accounts: Sequence[PathAccount]) -> list[str]:
    """Where this kernel adds other bytes than the catalogue says."""
    found: dict[str, None] = {}
    for account in accounts:
        other = [a for a in account.added if a.catalogue is not None and a.counted != a.catalogue]
        if other:
            first, base = other[0], account.protocol.partition("/")[0]
            why = f": {_BYTES[base]}" if base in _BYTES and account.ip_version == 4 else ""
            found[f"{account.subject} adds {first.counted:g} bytes to {first.ip_bytes}, where {first.catalogue} are "
                  f"expected{why}."] = None  # fmt: skip
    return list(found)


def absent(run: PathRun) -> list[tuple[str, AbsentPath]]:
    """What this kernel lacks, gathered by cause and remedy: names, and what is said of the first."""
    groups: dict[tuple[str, str, str], list[AbsentPath]] = {}
    for each in run.findings.absent if run.findings else ():
        groups.setdefault((each.cause, each.said or each.message, each.fix), []).append(each)
    return [(_named(group), group[0]) for group in groups.values()]


def _named(group: Sequence[AbsentPath]) -> str:
    """Null twins, which nobody asked for, only where nothing else is absent with them."""
    names = [each.path or "all" for each in group]
    return ", ".join([name for name in names if name.partition("/")[0] not in _TWINS] or names)
