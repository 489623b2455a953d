# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Read security.toml: security claim, best attack, current status and flags of every algorithm."""

from __future__ import annotations

import msgspec

from wirerate.authenticators.subjects import is_ways
from wirerate.catalogue.protocols import protocol as find_protocol
from wirerate.catalogue.tables import read
from wirerate.errors import unknown
from wirerate.records import Security


class Standing(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The security of an algorithm: a table of security.toml, which explains the fields."""

    claim: str
    attack: str
    standing: str
    source: str
    date: str
    strength: int
    nonce: bool = False
    broken: bool = False
    deprecated: bool = False
    unkeyed: bool = False
    nonstandard: bool = False
    fips: bool = False
    restricted: str = ""
    unproposed: str = ""

    @property
    def sound(self) -> bool:
        """Return whether the algorithm is secure enough to be recommended for its kind of use."""
        return not (self.broken or self.deprecated or self.nonstandard or self.restricted)


SECURITY = {  # a table's name lists all algorithms that it applies to
    name: facts for names, facts in read("security.toml", dict[str, Standing]).items() for name in names.split()
}


def standing(algorithm: str) -> Standing:
    """Return the facts of an algorithm. K-way MD5 has one table for all K."""
    name = "md5-x16" if is_ways(algorithm) else algorithm
    if name not in SECURITY:
        raise unknown("algorithm", algorithm, SECURITY)
    return SECURITY[name]


def security(algorithm: str, protocol: str | None = None) -> Security:
    """Return the security claim and status to show with a verdict.

    If the protocol has a rule about the algorithm, the rule and its source come first.
    """
    facts = standing(algorithm)
    permission = find_protocol(protocol).algorithms.get(algorithm)
    if permission is None:
        return Security(
            claim=facts.claim, attack=facts.attack, standing=facts.standing, source=facts.source, date=facts.date
        )
    return Security(
        claim=facts.claim,
        attack=facts.attack,
        standing=f"{permission.level} in {protocol}. {facts.standing}",
        source=f"{permission.source}; {facts.source}",
        date=permission.date,
    )
