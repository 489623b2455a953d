# SPDX-License-Identifier: Apache-2.0 OR MIT
"""What may be used, and what may be proposed. Being fast enough is no excuse."""

from __future__ import annotations

import re

from wirerate.authenticators.subjects import algorithm
from wirerate.catalogue import standing
from wirerate.errors import unknown
from wirerate.links import Load

POLICIES = ("modern", "fips", "any")

_AES = re.compile(r"^aes-\d+-")
_FORBIDDEN = {"MUST NOT": "MUST NOT BE USED", "OBSOLETE": "OBSOLETE"}


def check(policy: str) -> None:
    """A policy by another name is an error before anything is judged by it."""
    if policy not in POLICIES:
        raise unknown("policy", policy, POLICIES)


def objection(load: Load, policy: str) -> str:
    """What speaks against using the algorithm here, as in "MUST NOT BE USED (RFC 8221)", or "". What the protocol
    forbids is objected to under every policy."""
    if load.permission and load.permission.forbidden:
        return f"{_FORBIDDEN[load.permission.level]} ({_document(load.permission.source)})"
    if policy == "any":
        return ""
    facts = standing(load.algorithm)
    reasons = (
        (facts.broken, "BROKEN"),
        (facts.deprecated, "NOT FOR NEW DESIGNS"),
        (facts.nonstandard, "NOT A STANDARD"),
        (bool(facts.restricted), facts.restricted.upper()),
        (policy == "fips" and not facts.fips, "NOT FIPS-APPROVED"),
    )
    for holds, reason in reasons:
        if holds:
            return reason if reason == "NOT FIPS-APPROVED" else f"{reason} ({_document(facts.source)})"
    return ""


def has_longer_key(name: str, than: str) -> bool:
    """Whether both are the same algorithm but for the key of its cipher: AES-256-GCM does the work of AES-128-GCM and
    more, so it is no remedy for speed."""
    same = _AES.sub("", name) == _AES.sub("", than)
    return same and algorithm(name).key_bytes > algorithm(than).key_bytes


def proposable(load: Load, policy: str) -> bool:
    """Whether it may be named as an alternative: sound, and nothing of its family is named in its place."""
    return sound(load, policy) and not standing(load.algorithm).unproposed


def sound(load: Load, policy: str) -> bool:
    """Whether nothing speaks against it here: keyed where a key is wanted, carried by the protocol's stacks. `any`
    widens what may be asked about, never this."""
    facts = standing(load.algorithm)
    if not facts.sound or objection(load, "fips" if policy == "fips" else "modern"):
        return False
    if facts.unkeyed and load.kind != "digest":
        return False
    return not (load.permission and load.permission.unavailable)


def _document(source: str) -> str:
    """The document of a source without its sections: "RFC 8221 section 6; …" is RFC 8221."""
    return re.split(r"[;,]| section", source, maxsplit=1)[0]
