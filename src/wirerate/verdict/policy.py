# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Policies: which algorithms may be used and which may be proposed, whatever their speed."""

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
    """Raise UsageError for an unknown policy."""
    if policy not in POLICIES:
        raise unknown("policy", policy, POLICIES)


def objection(load: Load, policy: str) -> str:
    """Return the objection to using the algorithm, such as "MUST NOT BE USED (RFC 8221)", or "". Every policy objects
    to what the protocol forbids."""
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
    """Return whether `name` is the same algorithm as `than`, with a longer cipher key. AES-256-GCM is slower than
    AES-128-GCM by design, so it is not proposed for speed."""
    same = _AES.sub("", name) == _AES.sub("", than)
    return same and algorithm(name).key_bytes > algorithm(than).key_bytes


def proposable(load: Load, policy: str) -> bool:
    """Return whether the algorithm may be proposed: it is sound, and the catalogue does not exclude it from
    proposals."""
    return sound(load, policy) and not standing(load.algorithm).unproposed


def sound(load: Load, policy: str) -> bool:
    """Return whether the algorithm is secure for this use, keyed where a key is needed, and implemented by the
    protocol's stacks. The policy `any` objects to fewer subjects, but does not propose more."""
    facts = standing(load.algorithm)
    if not facts.sound or objection(load, "fips" if policy == "fips" else "modern"):
        return False
    if facts.unkeyed and load.kind != "digest":
        return False
    return not (load.permission and load.permission.unavailable)


def _document(source: str) -> str:
    """Return the document of a source without sections: RFC 8221 of "RFC 8221 section 6; …"."""
    return re.split(r"[;,]| section", source, maxsplit=1)[0]
