# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The paths that a kernel may have: what a packet goes through between its making and the far gateway's last device,
and how far it is sent on each in one round.

Names are those of `wirerate path`: esp-aes-128-gcm, ah-hmac-sha256, macsec-gcm, wireguard; behind slashes what differs
from tunnel mode over IPv4: /transport, /ip6, /esn, /udp, in that order. A second kind goes by the record, not by the
packet: tls-aes-128-gcm, ktls-aes-128-gcm, and tcp beside them.
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

# How far a packet or record is taken in one round: what lies between two stages is what their difference in time tells.
# generate, hop, plain: a packet is made and dropped; goes through gateway A; through A and B.
# protect: A protects, B passes the ciphertext on as a router; with MACsec's frames and WireGuard's sessions it cannot.
# both: A protects and B unprotects. All of these run inside the sender's own system call.
# tcp, record: a record is written and read back as it is; with TLS.
# crypto: what OpenSSL asks of libcrypto for such a record, sealed and opened in memory; the kernel's cannot be called.
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

    `cipher` and `mac` are algorithm names of ours; an AEAD stands in `cipher`, its `mac` is ""; "null" does nothing.
    `protocol` and `algorithm` are what it is called in `catalogue.PROTOCOLS`; "" where that has none (null and null).
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
        words = {"transport": self.mode == "transport", "ip6": self.family == "ip6", "esn": self.esn}
        words["udp"] = self.udp_encapsulation
        return "/".join([self.base, *(word for word, said in words.items() if said)])

    @property
    def by_record(self) -> bool:
        """Whether records are written and read back, where others have packets forwarded."""
        return self.kind in ("tcp", "tls", "ktls")

    @property
    def authenticates_only(self) -> bool:
        """No byte is encrypted, so all of its crypto is the authenticator."""
        return self.kind == "ah" or self.cipher == _NULL or self.cipher.endswith("gmac")

    @property
    def floor(self) -> Path:
        """What stands under it and protects nothing: plain forwarding of its IP version, or plain TCP."""
        return TCP if self.by_record else replace(PLAIN, family=self.family)

    @property
    def null_twin(self) -> Path | None:
        """The same path with algorithms that do nothing: its own floor. None where the kernel has no such thing."""
        if self.kind == "esp":
            return replace(self, base="esp-null-null", cipher=_NULL, mac=_NULL, protocol="", algorithm="")
        if self.kind == "ah":
            return replace(self, base="ah-null", mac=_NULL, protocol="", algorithm="")
        return None

    @property
    def mac_twin(self) -> Path | None:
        """The same path with its MAC and the null cipher, which divides its crypto; None for AEADs, and where it is
        itself."""
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

# Of TLS 1.3: OpenSSL's, and the kernel's.
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
    """Reads esp-aes-128-gcm, esp-gcm/ip6, ah-hmac-sha256/transport/esn. Raises UsageError."""
    name, *variants = word.strip().split("/")
    known = {path.base: path for path in (*PATHS, *RECORD_PATHS)}
    path = known.get(ALIASES.get(name, name))
    if path is None:
        raise unknown("packet path", name, [*known, *ALIASES])
    for variant in variants:
        path = _varied(path, variant)
    return path


@dataclass(frozen=True)
class Cell:
    """What one round of the scheduler runs."""

    stage: Stage
    path: Path

    def __str__(self) -> str:
        return f"{self.path.name}:{self.stage}"


def cells(paths: Iterable[Path], floor: Path) -> tuple[Cell, ...]:
    """The stages of the paths that stand on this floor and of their twins, each once, the floor's own first."""
    wanted = dict.fromkeys([floor])
    for path in paths:
        twins = (path, path.mac_twin, path.null_twin)
        wanted |= dict.fromkeys(each for each in twins if each is not None and each.floor == floor)
    return tuple(Cell(stage, path) for path in wanted for stage in STAGES[path.kind])


def variants_of(path: Path) -> tuple[str, ...]:
    """The variants that apply to it."""
    if path.kind == "esp":
        return ("transport", "ip6", "esn", "udp")
    if path.by_record:
        return ()
    return ("transport", "ip6", "esn") if path.kind == "ah" else ("ip6",)


def _varied(path: Path, variant: str) -> Path:
    valid = variants_of(path)
    if not valid:
        raise UsageError(f"{path.base} has no variants", fix=f"type {path.base}")
    if variant not in valid:
        if variant in ("transport", "ip6", "esn", "udp"):
            raise UsageError(f"{path.base} has no variant {variant}", fix=f"of {path.base}: {', '.join(valid)}")
        raise unknown(f"variant of {path.base}", variant, valid)
    if variant == "transport":
        return replace(path, mode="transport")
    if variant == "ip6":
        return replace(path, family="ip6")
    return replace(path, esn=True) if variant == "esn" else replace(path, udp_encapsulation=True)
