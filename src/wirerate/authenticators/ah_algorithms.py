# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The algorithms of AH. This module imports no library, so that the command line can list them."""

from __future__ import annotations

from dataclasses import dataclass

from wirerate.errors import unknown

AH_OPERATIONS = ("sign", "verify")
_MUST_NOT, _NOT_LISTED = "MUST NOT", "NOT LISTED"


@dataclass(frozen=True)
class AhAlgorithm:
    """A MAC as AH uses it, with its status in RFC 8221 section 6."""

    name: str
    rfc: str  # the RFC that defines its use in AH
    icv_bytes: int
    key_bytes: int | None  # None: any length
    level: str  # the requirement level in RFC 8221
    judged_as: str = ""  # the authenticator whose entry in security.toml applies; "" for none
    stands_in: bool = False  # whether `judged_as` is a different MAC, with the same security and tag length
    source: str = "RFC 8221 section 6"  # source of the level
    date: str = "2017-10"
    remark: str = ""
    config: str = ""  # the configuration line that selects the algorithm
    implementations: tuple[str, ...] = ("openssl",)
    generation: str = "4302"  # the RFC of the AH version

    @property
    def forbidden(self) -> bool:
        return self.level == _MUST_NOT

    @property
    def standing(self) -> str:
        """Return the requirement level with its source: 'MUST NOT (RFC 8221)'."""
        if self.level == _NOT_LISTED:
            return "not listed by RFC 8221"
        return f"{self.level} (RFC 8221{f': {self.remark}' if self.remark else ''})"


# RFC 9395 (2023) also deprecates the MD5 algorithms.
AH_ALGORITHMS = {
    algorithm.name: algorithm
    for algorithm in (
        AhAlgorithm("keyed-md5", "RFC 1828", 16, None, _MUST_NOT, judged_as="hmac-md5", stands_in=True,
                    implementations=("wirerate", "openssl"), generation="1826"),
        AhAlgorithm("hmac-md5-96", "RFC 2403", 12, 16, _MUST_NOT, judged_as="hmac-md5",
                    implementations=("wirerate", "openssl")),
        AhAlgorithm("hmac-sha1-96", "RFC 2404", 12, 20, "MUST-", judged_as="hmac-sha1", remark="being phased out",
                    config="swanctl.conf: ah_proposals = sha1"),
        AhAlgorithm("hmac-sha2-256-128", "RFC 4868", 16, 32, "MUST", judged_as="hmac-sha256",
                    source="RFC 8221 section 6; RFC 4868 section 2", config="swanctl.conf: ah_proposals = sha256"),
        AhAlgorithm("hmac-sha2-384-192", "RFC 4868", 24, 48, _NOT_LISTED, judged_as="hmac-sha384",
                    source="RFC 4868; absent from RFC 8221 section 6", date="2007-05",
                    config="swanctl.conf: ah_proposals = sha384"),
        AhAlgorithm("hmac-sha2-512-256", "RFC 4868", 32, 64, "SHOULD", judged_as="hmac-sha512",
                    source="RFC 8221 section 6; RFC 4868 section 2", config="swanctl.conf: ah_proposals = sha512"),
        AhAlgorithm("aes-xcbc-96", "RFC 3566", 12, 16, "MAY, SHOULD for the Internet of things",
                    judged_as="aes-128-cmac", stands_in=True),
        AhAlgorithm("aes-cmac-96", "RFC 4494", 12, 16, _NOT_LISTED, judged_as="aes-128-cmac",
                    source="RFC 4494; absent from RFC 8221 section 6", date="2006-06",
                    config="swanctl.conf: ah_proposals = aescmac"),
    )
}  # fmt: skip


def ah_algorithm(name: str) -> AhAlgorithm:
    """Return the algorithm of this name; a UsageError suggests the most similar name."""
    if name not in AH_ALGORITHMS:
        raise unknown("AH algorithm", name, AH_ALGORITHMS)
    return AH_ALGORITHMS[name]
