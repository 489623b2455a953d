# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Chooses the cipher and MAC to recommend, writes the Host block, and judges one connection at a link's rate.

If a CPU is the bottleneck, the verdict uses the CPU time of the busier end. Otherwise it uses the throughput reached:
whatever limited this transfer is assumed to limit one on that link too. Only sound algorithms are recommended.
"""

from __future__ import annotations

import re
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass

from wirerate.catalogue import security, standing
from wirerate.cleanup import temporary_folder
from wirerate.errors import MissingError, UsageError
from wirerate.links import Link
from wirerate.records import Alternative, Comparison, Conditions, Interval, Verdict
from wirerate.verdict.link import exit_status
from wirerate.verdict.rules import KEEPS_UP, cores, headroom, word
from wirerate.wings.ssh.algorithms import CHACHA, Candidate, short
from wirerate.wings.ssh.results import Results
from wirerate.wings.ssh.rows import Bottleneck, ConnectionVerdict, SshRun, Transfer

# The smallest gain in speed that is worth a weaker authenticator.
_WORTH = 0.03
# Noise in the A/A control above this hides most differences between candidates.
_NOISY = 0.25


def objection(candidate: Candidate, strict_kex: bool) -> str:
    """Return why a candidate is not recommended; "" for a sound AEAD or encrypt-then-MAC candidate without CBC.

    chacha20-poly1305 needs strict key exchange at both ends (Terrapin, CVE-2023-48795).
    """
    if candidate.cbc:
        return "CBC is not recommended"
    if not candidate.encrypt_then_mac:
        return "not encrypt-then-MAC"
    if candidate.cipher == CHACHA and not strict_kex:
        return "an end lacks strict key exchange (CVE-2023-48795)"
    try:
        facts = standing(candidate.standing)
    except UsageError:
        return "its security is unknown"
    return "" if facts.sound and facts.strength >= 2 else "its authenticator is not recommended"


def choose(results: Results) -> Candidate | None:
    """Return the cheapest candidate without an objection; the strongest authenticator wins a tie."""
    ranked = [candidate for candidate in results.ranked if not objection(candidate, results.strict_kex)]
    if not ranked:
        return None
    best = ranked[0]
    same = [best] + [other for other in ranked[1:] if not _slower(results.compare(other, best, len(ranked)))]
    return max(same, key=lambda candidate: (standing(candidate.standing).strength, -ranked.index(candidate)))


def pattern(target: str) -> str:
    """Return the Host pattern that matches what the user types after `ssh`: the name without user and port.

    >>> pattern("ssh://root@h:2201"), pattern("root@h"), pattern("ssh://[::1]:22/"), pattern("::1")
    ('h', 'h', '::1', '::1')
    """
    place = target.removeprefix("ssh://").rpartition("@")[2]
    if not target.startswith("ssh://"):
        return place
    match = re.match(r"\[(.*?)\]|([^:/]*)", place)
    return (match[1] or match[2]) if match else place


def block(host: str, choice: Candidate) -> str:
    """Return the Host block for ~/.ssh/config. `^` puts a name in front of the default list and keeps the rest."""
    lines = ["# Put this above any other Ciphers or MACs line for this host: ssh uses the first one."]
    if not choice.mac:
        lines.append(f"# {short(choice.cipher)} is an AEAD cipher, so it needs no MACs line.")
    lines += [f"Host {host}", f"    Ciphers ^{choice.cipher}"]
    if choice.mac:
        lines.append(f"    MACs ^{choice.mac}")
    return "\n".join(lines) + "\n"


def validated(text: str, target: str, choice: Candidate) -> str:
    """Return the block if `ssh -G` accepts it and puts the choice first. Raises MissingError."""
    with temporary_folder("ssh") as place:
        config = place / "config"
        config.write_text(text)
        done = subprocess.run(["ssh", "-G", "-F", str(config), "--", target], capture_output=True, text=True)
    settings = dict(line.split(" ", 1) for line in done.stdout.splitlines() if " " in line)
    first = settings.get("ciphers", "").split(",")[0]
    first_mac = settings.get("macs", "").split(",")[0]
    if done.returncode != 0 or first != choice.cipher or (choice.mac and first_mac != choice.mac):
        reason = done.stderr.strip() or "it does not put the choice first"
        raise MissingError(f"this ssh does not accept the Host block: {reason}", fix="use OpenSSH 7.8 or later")
    return text


def slow_umac(results: Results) -> Comparison | None:
    """Return the comparison of UMAC with a SHA-based MAC if UMAC is certainly slower in this OpenSSH; else None.

    UMAC needs a tenth of the work. But some builds, such as Debian 12's, zero registers at every return and load every
    word through a function call. In them, UMAC is slower than SHA with the CPU's SHA instructions.
    """
    for umac in results.compared:
        for sha in results.compared:
            if umac.cipher == sha.cipher and umac.mac.startswith("umac-") and sha.mac.startswith("hmac-sha"):
                comparison = results.compare(umac, sha)
                if comparison.ratio.high < 1 and (comparison.ratio.confidence or 0) >= 0.95:
                    return comparison
    return None


def noisy(results: Results) -> bool:
    """Return whether the A/A control shows too much noise to distinguish candidates."""
    return results.noise > _NOISY


def _slower(comparison: Comparison) -> bool:
    """Return whether the subject is slower beyond doubt, and by more than its stronger authenticator would justify."""
    return comparison.ratio.high < 1 - _WORTH or (
        comparison.ratio.median < 1 - 2 * _WORTH and comparison.ratio.high < 1
    )


# ---- the verdict at a link's rate ----


# A full Ethernet segment: 1500 bytes of IP, less 20 of IPv4, 20 of TCP and 12 of timestamps (RFC 7323 section 3).
IP_BYTES, SEGMENT_BYTES = 1500, 1448
# SSH's overhead on a packet of 32 KiB: two lengths, channel header, padding, a 16-byte tag (RFC 4253, RFC 4254).
_SSH = 1 + 36 / 32768
# A network that carries at least this share of the link's rate is taken to be the link, so the CPU's headroom decides.
_FULL = 0.9
# Bottlenecks that several connections at once would share, unlike a core or a channel window.
_SHARED: tuple[Bottleneck, ...] = ("network", "source")


@dataclass(frozen=True)
class Contender:
    """A measured candidate, its authenticator in the catalogue, and why it is not recommended ("": it may be)."""

    transfer: Transfer
    standing: str
    objection: str = ""


def judge_transfers(
    link: Link, contenders: Sequence[Contender], limit: Bottleneck, noise: float = 0.0
) -> list[ConnectionVerdict]:
    """Return one verdict per contender, all with the same bottleneck `limit`.

    A contender that falls short gets as alternatives those that keep up or, if none does, several connections at once.
    `noise` widens every interval, as the A/A control requires.
    """
    verdicts = [_judge(link, contender, limit, noise) for contender in contenders]
    able = sorted((v for v in verdicts if v.permitted), key=lambda v: -v.headroom.low)
    for verdict in verdicts:
        if verdict.verdict != KEEPS_UP or not verdict.permitted:
            better = [v for v in able if v.verdict == KEEPS_UP and v is not verdict][:3]
            verdict.alternatives = tuple(_alternative(v) for v in better or able[:1])
    return verdicts


def answered(run: SshRun) -> str:
    """Return the subject that the answer is about: the one recommended, else the cheapest without an objection."""
    if run.findings and run.findings.chosen:
        return run.findings.chosen
    cheapest = [v.subject for v in run.verdicts if v.permitted] + [m.subject for m in run.rows]
    return cheapest[0] if cheapest else ""


def status(verdicts: Sequence[Verdict], subject: str) -> int:
    """Return the exit status of the subject's verdicts over all links; the other candidates do not matter."""
    return exit_status([v for v in verdicts if v.subject == subject])


def _judge(link: Link, contender: Contender, limit: Bottleneck, noise: float) -> ConnectionVerdict:
    transfer = contender.transfer
    assert transfer.cpu is not None
    assert transfer.ns is not None
    assert transfer.bytes
    needs = link.wire_ns(IP_BYTES)
    cpu = _of_segment(transfer.cpu, 1, noise)
    wall = _of_segment(transfer.ns, transfer.bytes, noise)
    full = limit == "network" and needs / wall.median >= _FULL
    measured = cpu if limit.startswith("cpu") or full else wall
    room = headroom(needs, measured)
    count = None if measured is wall and limit in _SHARED else cores(needs, measured)
    return ConnectionVerdict(
        subject=transfer.subject,
        link=link.name,
        packets=str(IP_BYTES),
        verdict=word(room),
        needs_ns=needs,
        measured_ns=measured,
        headroom=room,
        cores=count.likely if count else None,
        cores_worst=count.worst if count else None,
        cores_tight=count.tight if count else None,
        security=security(contender.standing),
        permitted=not contender.objection,
        objection=contender.objection,
        role="one connection",
        conditions=Conditions(
            protocol="ssh", operation=transfer.operation, ip_bytes=IP_BYTES, covered_bytes=SEGMENT_BYTES
        ),
        limit=limit,
        mbps=transfer.mbps or 0.0,
        cpu_headroom=headroom(needs, cpu),
    )


def _of_segment(ns: Interval, of_bytes: float, noise: float) -> Interval:
    """Return the time for a full segment if `of_bytes` bytes take `ns`, widened by `noise`."""
    scale, wider = SEGMENT_BYTES * _SSH / of_bytes, 1 + noise
    return Interval(ns.median * scale, ns.low * scale / wider, ns.high * scale * wider, ns.confidence)


def _alternative(verdict: ConnectionVerdict) -> Alternative:
    several = verdict.cores if verdict.verdict != KEEPS_UP else None  # simultaneous connections that reach the rate
    return Alternative(subject=verdict.subject, headroom=verdict.headroom, security=verdict.security, cores=several)
