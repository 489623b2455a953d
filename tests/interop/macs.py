"""SSH's MACs at our end: UMAC and HMAC-MD5 by the library, HMAC-SHA by Python's hashlib."""

from __future__ import annotations

import hmac
from dataclasses import dataclass, field

import asyncssh.mac

from wirerate import HmacMd5, Umac

_OPENSSH = "@openssh.com"
# By name in the key exchange: bytes of the tag, bytes of the key.
_PLAIN = {
    "umac-64": (8, 16),
    "umac-128": (16, 16),
    "hmac-md5": (16, 16),
    "hmac-sha1": (20, 20),
    "hmac-sha2-256": (32, 32),
    "hmac-sha2-512": (64, 64),
}
MACS = tuple(f"{name}{etm}" for name in _PLAIN for etm in ("", "-etm"))


def wire_name(mac: str) -> str:
    """Return the MAC's name in the key exchange (OpenSSH's PROTOCOL section 1.1; draft-miller-secsh-umac-01)."""
    return mac + (_OPENSSH if mac.startswith("umac") or mac.endswith("-etm") else "")


def computed_by(mac: str) -> str:
    return "hashlib" if "sha" in mac else "wirerate"


@dataclass
class Evidence:
    """What our end observed about one connection's packets."""

    signed: int = 0
    verified: int = 0
    refused: list[str] = field(default_factory=list)

    @property
    def packets(self) -> int:
        return self.signed + self.verified


class Checked(asyncssh.mac.MAC):
    """A MAC for one direction and key that records what it did."""

    evidence = Evidence()  # of the current connection; cells run one after another

    def __init__(self, key: bytes, hash_size: int, algorithm: str) -> None:
        super().__init__(key, hash_size)
        self._algorithm = algorithm
        self._umac = Umac(key, bits=8 * hash_size) if algorithm.startswith("umac") else None
        self._md5 = HmacMd5(key) if algorithm == "hmac-md5" else None
        self._key = key

    def _tag(self, seq: int, packet: bytes) -> bytes:
        if self._umac:  # the nonce is the sequence number; only the packet is authenticated
            return self._umac.tag(seq.to_bytes(8, "big"), packet)
        message = seq.to_bytes(4, "big") + packet  # RFC 4253 section 6.4
        if self._md5:
            return self._md5.tag(message)
        return hmac.digest(self._key, message, self._algorithm.replace("hmac-sha2-", "sha").replace("hmac-", ""))

    def sign(self, seq: int, packet: bytes) -> bytes:
        Checked.evidence.signed += 1
        return self._tag(seq, packet)

    def verify(self, seq: int, packet: bytes, sig: bytes) -> bool:
        if hmac.compare_digest(self._tag(seq, packet), sig):
            Checked.evidence.verified += 1
            return True
        Checked.evidence.refused.append(f"packet {seq}, {len(packet)} bytes {packet[:32].hex()}…, tag {sig.hex()}")
        return False


def install() -> None:
    """Make asyncssh use these MACs for every later connection of this process."""
    for mac in MACS:
        algorithm, etm = mac.removesuffix("-etm"), mac.endswith("-etm")
        size, key_bytes = _PLAIN[algorithm]
        name = wire_name(mac).encode()
        asyncssh.mac.register_mac_alg(name, key_bytes, size, etm, Checked, (algorithm,), True)
