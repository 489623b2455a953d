# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The paths `wirerate path` knows, and the stages that are timed on each.

A path is a configuration of two gateways, named esp-aes-128-gcm, ah-hmac-sha256, macsec-gcm or wireguard. The default
is tunnel mode over IPv4; variants follow after slashes: /transport, /ip6, /esn, /udp, in that order. TLS paths are
measured per record: tls-aes-128-gcm, ktls-aes-128-gcm, and plain tcp to compare with.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Literal

from wirerate.errors import UsageError, unknown

Kind = Literal["plain", "esp", "ah", "macsec", "wireguard", "tcp", "tls", "ktls"]
Family = Literal["ip4", "ip6"]
Mode = Literal["tunnel", "transport", ""]
Stage = Literal["generate", "hop", "plain", "protect", "both", "tcp", "record", "crypto"]

# How far each packet or record of a round goes. The difference of two stages is the cost of the steps between them.
# generate: the packet is made and dropped. hop: it crosses gateway A. plain: it crosses A and B.
# protect: A protects and B routes the ciphertext. MACsec and WireGuard end at B, so they have no such stage.
# both: A protects and B unprotects. All of these run inside the sender's own system call.
# tcp: a record is written and read back over plain TCP. record: the same over TLS.
# crypto: libcrypto seals and opens such a record in memory. The kernel's crypto cannot be called on its own.
STAGES: dict[Kind, tuple[Stage, ...]] = {
    "plain": ("generate", "hop", "plain"),
    "esp": ("protect", "both"),
    "ah": ("protect", "both"),
    "macsec": ("both",),
    "wireguard": ("both",),
    "tcp": ("tcp",),
    "tls": ("record", "crypto"),
    "ktls": ("record",),
}
_NULL = "null"


@dataclass(frozen=True)
class Path:
    """One configuration of two gateways. `base` is its name without variants.

    `cipher` and `mac` are wirerate's algorithm names. An AEAD is a `cipher`, with `mac` empty. "null" names an
    algorithm that does nothing. `protocol` and `algorithm` are its names in `catalogue.PROTOCOLS`, "" if it has none
    there.
    """

    base: str
    kind: Kind
    cipher: str = ""
    mac: str = ""
    protocol: str = ""
    algorithm: str = ""
    family: Family = "ip4"
    mode: Mode = ""
    esn: bool = False
    udp_encapsulation: bool = False

    @property
    def name(self) -> str:
        variants = {"transport": self.mode == "transport", "ip6": self.family == "ip6", "esn": self.esn}
        variants["udp"] = self.udp_encapsulation
        return "/".join([self.base, *(name for name, applies in variants.items() if applies)])

    @property
    def by_record(self) -> bool:
        """Return whether the path carries records over a connection, not packets through gateways."""
        return self.kind in ("tcp", "tls", "ktls")

    @property
    def authenticates_only(self) -> bool:
        """Return whether nothing is encrypted, so that all crypto is the authenticator."""
        return self.kind == "ah" or self.cipher == _NULL or self.cipher.endswith("gmac")

    @property
    def floor(self) -> Path:
        """The unprotected path to compare with: plain forwarding of the same IP version, or plain TCP."""
        return TCP if self.by_record else replace(PLAIN, family=self.family)

    @property
    def null_twin(self) -> Path | None:
        """The same path with algorithms that do nothing; None if the kernel has no such path."""
        if self.kind == "esp":
            return replace(self, base="esp-null-null", cipher=_NULL, mac=_NULL, protocol="", algorithm="")
        if self.kind == "ah":
            return replace(self, base="ah-null", mac=_NULL, protocol="", algorithm="")
        return None

    @property
    def mac_twin(self) -> Path | None:
        """The same path with the null cipher, which separates cipher from MAC; None for AEADs and for itself."""
        if self.kind != "esp" or not self.mac or _NULL in (self.cipher, self.mac):
            return None
        name = f"esp-null-{self.mac}"
        return replace(self, base=name, cipher=_NULL, protocol=name, algorithm=self.mac)


def _esp(cipher: str, mac: str, protocol: str, algorithm: str, base: str = "") -> Path:
    return Path(base or f"esp-{algorithm}", "esp", cipher, mac, protocol, algorithm, mode="tunnel")


PLAIN = Path("plain", "plain")

PATHS: tuple[Path, ...] = (
    PLAIN,
    *(_esp(aead, "", "esp-gcm", aead) for aead in ("aes-128-gcm", "aes-256-gcm", "chacha20-poly1305")),
    *(
        _esp("aes-128-cbc", mac, f"esp-cbc-{mac}", f"aes-128-cbc-{mac}", f"esp-cbc-{mac}")
        for mac in ("hmac-sha1", "hmac-sha256", "hmac-sha384", "hmac-sha512")
    ),
    *(_esp(_NULL, mac, f"esp-null-{mac}", mac, f"esp-null-{mac}") for mac in ("hmac-md5", "hmac-sha1", "hmac-sha256")),
    _esp("aes-128-gmac", "", "esp-null-gmac", "aes-128-gmac"),
    *(
        Path(f"ah-{mac}", "ah", "", mac, "ah", tag, mode="tunnel")
        for mac, tag in (
            ("hmac-md5", "hmac-md5-96"),
            ("hmac-sha1", "hmac-sha1-96"),
            ("hmac-sha256", "hmac-sha2-256-128"),
        )
    ),
    Path("macsec-gcm", "macsec", "aes-128-gcm", "", "macsec", "aes-128-gcm"),
    Path("macsec-gmac", "macsec", "aes-128-gmac", "", "macsec", "aes-128-gmac"),
    Path("wireguard", "wireguard", "chacha20-poly1305", "", "wireguard", "chacha20-poly1305"),
)

TCP = Path("tcp", "tcp")
_TLS: tuple[Literal["tls", "ktls"], ...] = ("tls", "ktls")

# TLS 1.3 by OpenSSL (tls) and by the kernel (ktls).
RECORD_PATHS: tuple[Path, ...] = (
    TCP,
    *(
        Path(f"{kind}-{aead}", kind, aead, "", "tls-1.3", aead)
        for kind in _TLS
        for aead in ("aes-128-gcm", "aes-256-gcm", "chacha20-poly1305")
    ),
)

ALIASES = {
    "esp-gcm": "esp-aes-128-gcm",
    "esp-gmac": "esp-aes-128-gmac",
    "macsec": "macsec-gcm",
    "tls": "tls-aes-128-gcm",
    "ktls": "ktls-aes-128-gcm",
}


def parse_path(word: str) -> Path:
    """Parse the name of a path, such as esp-gcm/ip6 or ah-hmac-sha256/transport/esn. Raises UsageError."""
    name, *variants = word.strip().split("/")
    known = {path.base: path for path in (*PATHS, *RECORD_PATHS)}
    path = known.get(ALIASES.get(name, name))
    if path is None:
        raise unknown("packet path", name, [*known, *ALIASES], see="wirerate path --help")
    for variant in variants:
        path = _with_variant(path, variant)
    return path


@dataclass(frozen=True)
class Cell:
    """One stage of one path: what a single round runs."""

    stage: Stage
    path: Path

    def __str__(self) -> str:
        return f"{self.path.name}:{self.stage}"


def cells(paths: Iterable[Path], floor: Path) -> tuple[Cell, ...]:
    """Return, without repeats, the stages of `floor`, of the paths compared with it, and of their null and MAC
    twins."""
    needed = dict.fromkeys([floor])
    for path in paths:
        with_twins = (path, path.mac_twin, path.null_twin)
        needed |= dict.fromkeys(twin for twin in with_twins if twin is not None and twin.floor == floor)
    return tuple(Cell(stage, path) for path in needed for stage in STAGES[path.kind])


def variants_of(path: Path) -> tuple[str, ...]:
    """Return the variants that the path may have."""
    if path.kind == "esp":
        return ("transport", "ip6", "esn", "udp")
    if path.by_record:
        return ()
    return ("transport", "ip6", "esn") if path.kind == "ah" else ("ip6",)


def _with_variant(path: Path, variant: str) -> Path:
    valid = variants_of(path)
    if not valid:
        raise UsageError(f"{path.base} has no variants", fix=f"type {path.base}")
    if variant not in valid:
        if variant in ("transport", "ip6", "esn", "udp"):
            raise UsageError(f"{path.base} has no variant {variant}", fix=f"choose from {', '.join(valid)}")
        raise unknown(f"variant of {path.base}", variant, valid)
    if variant == "transport":
        return replace(path, mode="transport")
    if variant == "ip6":
        return replace(path, family="ip6")
    return replace(path, esn=True) if variant == "esn" else replace(path, udp_encapsulation=True)
