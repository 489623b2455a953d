# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Ciphers and MACs by OpenSSH's names: what both ends offer, and which pairs are worth measuring."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from wirerate.errors import MissingError, UsageError, unknown

_OPENSSH = "@openssh.com"
CHACHA = f"chacha20-poly1305{_OPENSSH}"
# Authenticated encryption: the MAC is part of the cipher (OpenSSH PROTOCOL sections 1.6 and 1.9).
AEAD = (f"aes128-gcm{_OPENSSH}", f"aes256-gcm{_OPENSSH}", CHACHA)

# The catalogue entry with the security facts for each name. HMAC-SHA-512 uses HMAC-SHA-256's (FIPS 198-1).
_STANDING = {
    "aes128-gcm": "aes-128-gcm",
    "aes256-gcm": "aes-256-gcm",
    "chacha20-poly1305": "chacha20-poly1305",
    "umac-64": "umac-64",
    "umac-128": "umac-128",
    "hmac-md5": "hmac-md5",
    "hmac-sha1": "hmac-sha1",
    "hmac-sha2-256": "hmac-sha256",
    "hmac-sha2-512": "hmac-sha256",
}

# Encrypt-then-MAC only: it costs the same as encrypt-and-MAC and checks the tag before decrypting.
USUAL_CIPHERS = (f"aes128-gcm{_OPENSSH}", f"aes256-gcm{_OPENSSH}", CHACHA, "aes128-ctr", "aes256-ctr")
USUAL_MACS = tuple(
    f"{name}-etm{_OPENSSH}" for name in ("umac-64", "umac-128", "hmac-sha2-256", "hmac-sha2-512", "hmac-sha1")
)
# OpenSSH compared UMAC with this MAC in 2007. It is off by default, never recommended, and measured with only one
# cipher.
MAC_OF_2007 = f"hmac-md5-etm{_OPENSSH}"


@dataclass(frozen=True)
class Candidate:
    """A cipher and a MAC; "" for an AEAD cipher, which needs none."""

    cipher: str
    mac: str = ""

    def __str__(self) -> str:
        return "+".join(short(name) for name in (self.cipher, self.mac) if name)

    @property
    def standing(self) -> str:
        """The catalogue's name for the authenticator."""
        name = short(self.mac or self.cipher).removesuffix("-etm")
        return _STANDING.get(name, "")

    @property
    def encrypt_then_mac(self) -> bool:
        return not self.mac or self.mac.endswith(f"-etm{_OPENSSH}")

    @property
    def cbc(self) -> bool:
        return self.cipher.endswith("-cbc")


def short(name: str) -> str:
    """Return the name without the vendor: umac-64-etm for umac-64-etm@openssh.com."""
    return name.removesuffix(_OPENSSH)


def candidates(
    ciphers: Sequence[str], macs: Sequence[str], named_ciphers: Sequence[str], named_macs: Sequence[str]
) -> list[Candidate]:
    """Return the pairs of cipher and MAC to measure, from the named algorithms or, by default, the usual ones. Both
    ends must offer them.

    By default, HMAC-MD5 is added with one cipher. An AEAD cipher has no MAC and appears once.
    """
    chosen = _named("cipher", named_ciphers, ciphers) if named_ciphers else [c for c in USUAL_CIPHERS if c in ciphers]
    with_mac = _named("MAC", named_macs, macs) if named_macs else [m for m in USUAL_MACS if m in macs]
    plain = [cipher for cipher in chosen if cipher not in AEAD]
    pairs = [Candidate(cipher) for cipher in chosen if cipher in AEAD]
    pairs += [Candidate(cipher, mac) for cipher in plain for mac in with_mac]
    if not named_macs and MAC_OF_2007 in macs:
        pairs += [Candidate(cipher, MAC_OF_2007) for cipher in plain[:1]]
    if not pairs:
        raise MissingError(
            "this ssh and the host share no algorithm that can be measured",
            fix="type: ssh -vv HOST, and compare what both offer",
        )
    return pairs


def pair_of_2007(candidates: Sequence[Candidate]) -> tuple[Candidate, Candidate] | None:
    """Return UMAC-64 and HMAC-MD5 with the same cipher, preferably both encrypt-then-MAC or both not."""
    pairs = [
        (umac, md5)
        for umac in candidates
        for md5 in candidates
        if umac.cipher == md5.cipher and (umac.standing, md5.standing) == ("umac-64", "hmac-md5")
    ]
    return min(pairs, key=lambda pair: pair[0].encrypt_then_mac != pair[1].encrypt_then_mac, default=None)


def need_use(ciphers: Sequence[str], macs: Sequence[str]) -> None:
    """Raise UsageError if MACs are named but every cipher named is an AEAD."""
    if macs and ciphers and all(cipher in AEAD for cipher in ciphers):
        named = ", ".join(map(short, ciphers))
        raise UsageError(
            f"no MAC can be chosen with {named}: an AEAD cipher needs none",
            fix="leave out --macs, or name a cipher that needs a MAC: --ciphers aes128-ctr",
        )


def dropped(candidates: Sequence[Candidate], named: Sequence[str]) -> list[str]:
    """Return the names that no pair uses, because the host does not offer them, or no algorithm to pair them with."""
    used = {name for candidate in candidates for name in (candidate.cipher, candidate.mac)}
    return [short(name) for name in named if name not in used]


def known(kind: str, name: str, supported: Sequence[str]) -> str:
    """Return the full name of an algorithm typed with or without @openssh.com. Raises UsageError."""
    for full in (name, name + _OPENSSH):
        if full in supported:
            return full
    raise unknown(kind, name, [short(algorithm) for algorithm in supported])


def _named(kind: str, names: Sequence[str], shared: Sequence[str]) -> list[str]:
    kept = [name for name in names if name in shared]
    if not kept:
        wanted = ", ".join(short(name) for name in names)
        offered = ", ".join(short(name) for name in shared)
        raise MissingError(f"the host offers no {kind} named {wanted}", fix=f"choose from {offered}")
    return kept


def parse_names(kind: str, text: str, supported: Sequence[str]) -> tuple[str, ...]:
    """Parse a comma-separated list of algorithm names into full names. Raises UsageError."""
    names = [name for name in text.split(",") if name]
    if not names:
        raise UsageError(f"no {kind} is named", fix=f"type for example: {short(supported[0])}")
    return tuple(known(kind, name, supported) for name in names)


# ---- both ends' offers, read from the log of `ssh -vv` ----

_STRICT = {"client": "kex-strict-c-v00@openssh.com", "server": "kex-strict-s-v00@openssh.com"}  # OpenSSH PROTOCOL 1.10


@dataclass(frozen=True)
class Offer:
    """Both ends' proposals (RFC 4253 section 7.1), the channel's window (RFC 4254 section 5), and traffic counts."""

    local_version: str
    ciphers: tuple[str, ...]  # offered by both ends, in the client's order
    macs: tuple[str, ...]
    strict_kex: bool  # both ends use strict key exchange, the fix for the Terrapin attack (CVE-2023-48795)
    window: int  # bytes in flight that the channel allows; 0 if unknown
    sent: int  # bytes of packets that the client sent, without tags


def read_offer(log: str) -> Offer:
    """Parse the offer from the debug log of one connection."""
    proposals = list(_proposals(log))
    if len(proposals) < 2:
        raise MissingError("this ssh does not log what both ends offer", fix="use OpenSSH 6.2 or later")
    client, server = proposals[0], proposals[1]

    def both(field: str) -> tuple[str, ...]:
        return tuple(name for name in client.get(field, ()) if name in server.get(field, ()))

    strict = _STRICT["client"] in client["KEX algorithms"] and _STRICT["server"] in server["KEX algorithms"]
    return Offer(
        local_version=_first(r"^(OpenSSH_[^\s,]+)", log),
        ciphers=both("ciphers ctos"),
        macs=both("MACs ctos"),
        strict_kex=strict,
        window=_window(log),
        sent=int(_first(r"Transferred: sent (\d+)", log) or 0),
    )


def _proposals(log: str) -> Iterator[dict[str, tuple[str, ...]]]:
    """Yield the client's proposal, then the server's. In the log, each starts with its key exchange algorithms."""
    current: dict[str, tuple[str, ...]] = {}
    for line in log.splitlines():
        match = re.match(r"debug2: (KEX algorithms|ciphers ctos|MACs ctos): (.*)$", line.rstrip())
        if not match:
            continue
        current[match[1]] = tuple(match[2].split(","))
        if match[1] == "MACs ctos":
            yield current
            current = {}


def _window(log: str) -> int:
    """Return the window that the server grants when it opens the channel, or in the adjustment that follows."""
    confirmed = int(_first(r"open confirm rwindow (\d+)", log) or 0)
    return confirmed + (0 if confirmed else int(_first(r"rcvd adjust (\d+)", log) or 0))


def _first(pattern: str, log: str) -> str:
    match = re.search(pattern, log, re.MULTILINE)
    return match[1].strip() if match else ""
