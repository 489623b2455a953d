# SPDX-License-Identifier: Apache-2.0 OR MIT
"""What is said of the candidates: which may be proposed, what to put into ssh_config, what is wrong with this OpenSSH,
and the verdict on one connection at a link's rate.

The verdict is about the CPU time of the busier end where a CPU is the limit, else about the rate that was reached: what
holds the connection back there holds it back on that link, too. Nothing is recommended that is not sound.
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

# A difference must be as large as this to outrank a stronger authenticator.
_WORTH = 0.03
# A candidate that differs from itself by more hides most differences between candidates.
_NOISY = 0.25


def objection(candidate: Candidate, strict_kex: bool) -> str:
    """Why it may not be proposed; "" for encrypt-then-MAC or AEAD, not CBC, sound in the catalogue.

    chacha20-poly1305 only where both ends show strict key exchange (Terrapin, CVE-2023-48795).
    """
    if candidate.cbc:
        return "CBC is not proposed"
    if not candidate.encrypt_then_mac:
        return "not encrypt-then-MAC"
    if candidate.cipher == CHACHA and not strict_kex:
        return "an end lacks strict key exchange (CVE-2023-48795)"
    try:
        facts = standing(candidate.standing)
    except UsageError:
        return "nothing is known of it"
    return "" if facts.sound and facts.strength >= 2 else "its authenticator is not proposed"


def choose(results: Results) -> Candidate | None:
    """The cheapest that may be proposed; among those that cost the same, the strongest authenticator."""
    ranked = [candidate for candidate in results.ranked if not objection(candidate, results.strict_kex)]
    if not ranked:
        return None
    best = ranked[0]
    same = [best] + [other for other in ranked[1:] if not _slower(results.compare(other, best, len(ranked)))]
    return max(same, key=lambda candidate: (standing(candidate.standing).strength, -ranked.index(candidate)))


def pattern(target: str) -> str:
    """What a Host line must say to match what is typed after `ssh`: the name alone, as user and port are not matched.

    >>> pattern("ssh://root@h:2201"), pattern("root@h"), pattern("ssh://[::1]:22/"), pattern("::1")
    ('h', 'h', '::1', '::1')
    """
    place = target.removeprefix("ssh://").rpartition("@")[2]
    if not target.startswith("ssh://"):
        return place
    found = re.match(r"\[(.*?)\]|([^:/]*)", place)
    return (found[1] or found[2]) if found else place


def block(host: str, choice: Candidate) -> str:
    """The Host block. `^` puts a name in front of the default list, whose other entries stay for other peers."""
    lines = ["# Above any other Ciphers or MACs line that is for this host too: ssh takes the first that it finds."]
    if not choice.mac:
        lines.append(f"# {short(choice.cipher)} is an AEAD cipher: it authenticates itself, no MACs line concerns it.")
    lines += [f"Host {host}", f"    Ciphers ^{choice.cipher}"]
    if choice.mac:
        lines.append(f"    MACs ^{choice.mac}")
    return "\n".join(lines) + "\n"


def validated(text: str, target: str, choice: Candidate) -> str:
    """The block, once `ssh -G` has read it for what the user types, and puts the choice first."""
    with temporary_folder("ssh") as place:
        config = place / "config"
        config.write_text(text)
        done = subprocess.run(["ssh", "-G", "-F", str(config), "--", target], capture_output=True, text=True)
    settings = dict(line.split(" ", 1) for line in done.stdout.splitlines() if " " in line)
    first = settings.get("ciphers", "").split(",")[0]
    first_mac = settings.get("macs", "").split(",")[0]
    if done.returncode != 0 or first != choice.cipher or (choice.mac and first_mac != choice.mac):
        reason = done.stderr.strip() or "it reads the block otherwise"
        raise MissingError(f"this ssh does not accept the Host block: {reason}", fix="use OpenSSH 7.8 or later")
    return text


def slow_umac(results: Results) -> Comparison | None:
    """UMAC against a SHA-based MAC under the same cipher, where this OpenSSH's UMAC is surely the slower one.

    UMAC needs a tenth of the work. Builds of OpenSSH that zero registers at every return (Debian 12's is one) and load
    each word through a function are nevertheless slower than SHA with the CPU's own instructions.
    """
    for umac in results.compared:
        for sha in results.compared:
            if umac.cipher == sha.cipher and umac.mac.startswith("umac-") and sha.mac.startswith("hmac-sha"):
                found = results.compare(umac, sha)
                if found.ratio.high < 1 and (found.ratio.confidence or 0) >= 0.95:
                    return found
    return None


def noisy(results: Results) -> bool:
    """Whether the A/A control says that the ends were too busy with other programs for small differences."""
    return results.noise > _NOISY


def _slower(comparison: Comparison) -> bool:
    """Surely slower than the reference, and by more than would be worth a weaker authenticator."""
    return comparison.ratio.high < 1 - _WORTH or (
        comparison.ratio.median < 1 - 2 * _WORTH and comparison.ratio.high < 1
    )


# ---- at a link's rate ----


# A full Ethernet segment: 1500 bytes of IP, less 20 of IPv4, 20 of TCP and 12 of timestamps (RFC 7323 section 3).
IP_BYTES, SEGMENT_BYTES = 1500, 1448
# What SSH adds to the 32 KiB of a packet: two lengths, channel header, padding, a tag of 16 (RFC 4253, RFC 4254).
_SSH = 1 + 36 / 32768
# A network that carries this share of the link's rate is the link asked about, and full: then the CPU's room counts.
_FULL = 0.9
# Several connections at once share neither a core nor a window; a network or a source they do share.
_SHARED: tuple[Bottleneck, ...] = ("network", "source")


@dataclass(frozen=True)
class Contender:
    """A cipher and MAC as measured, what the catalogue calls it, and why it may not be proposed ("": it may)."""

    transfer: Transfer
    standing: str
    objection: str = ""


def judge_transfers(
    link: Link, contenders: Sequence[Contender], limit: Bottleneck, noise: float = 0.0
) -> list[ConnectionVerdict]:
    """One verdict per contender, all held by the same `limit`. What falls short is answered with what does not, else
    with several connections. Times may be wrong by `noise`, as a control showed: only what holds anyway is told."""
    verdicts = [_judge(link, each, limit, noise) for each in contenders]
    able = sorted((v for v in verdicts if v.permitted), key=lambda v: -v.headroom.low)
    for verdict in verdicts:
        if verdict.verdict != KEEPS_UP or not verdict.permitted:
            better = [v for v in able if v.verdict == KEEPS_UP and v is not verdict][:3]
            verdict.alternatives = tuple(_alternative(v) for v in better or able[:1])
    return verdicts


def answered(run: SshRun) -> str:
    """The subject that the run's answer is about: what is proposed, else the cheapest that could be."""
    if run.findings and run.findings.chosen:
        return run.findings.chosen
    cheapest = [v.subject for v in run.verdicts if v.permitted] + [m.subject for m in run.rows]
    return cheapest[0] if cheapest else ""


def status(verdicts: Sequence[Verdict], subject: str) -> int:
    """The exit status of the one that is proposed, over all links: nobody has to use the others."""
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
    """The time that a full segment takes, where so many bytes take `ns`."""
    scale, wider = SEGMENT_BYTES * _SSH / of_bytes, 1 + noise
    return Interval(ns.median * scale, ns.low * scale / wider, ns.high * scale * wider, ns.confidence)


def _alternative(verdict: ConnectionVerdict) -> Alternative:
    several = verdict.cores if verdict.verdict != KEEPS_UP else None  # connections at once
    return Alternative(subject=verdict.subject, headroom=verdict.headroom, security=verdict.security, cores=several)
