# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Reads security.toml: claim, best attack, standing and flags of every algorithm."""

from __future__ import annotations

import msgspec

from wirerate.authenticators.subjects import is_ways
from wirerate.catalogue.protocols import protocol as find_protocol
from wirerate.catalogue.tables import read
from wirerate.errors import unknown
from wirerate.records import Security


class Standing(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One table of security.toml; the file says what the fields mean."""

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
        """Nothing in its own standing speaks against proposing it to those who need one of its kind."""
        return not (self.broken or self.deprecated or self.nonstandard or self.restricted)


SECURITY = {  # a table's name is that of all the algorithms it holds for
    name: facts for names, facts in read("security.toml", dict[str, Standing]).items() for name in names.split()
}


def standing(algorithm: str) -> Standing:
    """The facts of an algorithm; every number of ways of K-way MD5 shares one table."""
    name = "md5-x16" if is_ways(algorithm) else algorithm
    if name not in SECURITY:
        raise unknown("algorithm", algorithm, SECURITY)
    return SECURITY[name]


def security(algorithm: str, protocol: str | None = None) -> Security:
    """The security status to show beside a verdict. Within a protocol that has a say on the algorithm, its word goes
    first and is the source."""
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
