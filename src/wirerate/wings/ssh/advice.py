# SPDX-License-Identifier: Apache-2.0 OR MIT
"""What to put into ssh_config, and what to say about this OpenSSH. Nothing is recommended that is not sound."""

from __future__ import annotations

import re
import subprocess

from wirerate.catalogue import standing
from wirerate.errors import MissingError, UsageError
from wirerate.leftovers import temporary_folder
from wirerate.records import Comparison
from wirerate.wings.ssh.algorithms import CHACHA, Candidate, short
from wirerate.wings.ssh.results import Results

# A difference must be as large as this to outrank a stronger authenticator.
_WORTH = 0.03
# A candidate that differs from itself by more hides most differences between candidates.
_NOISY = 0.25


def objection(candidate: Candidate, *, strict_kex: bool) -> str:
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
    strict = bool(results.seen.offer and results.seen.offer.strict_kex)
    ranked = [candidate for candidate in results.ranked if not objection(candidate, strict_kex=strict)]
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
