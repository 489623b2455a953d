# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Ciphers and MACs by OpenSSH's names: what the two ends offer, which pairs are worth measuring, and which may be put
into a configuration."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from wirerate.errors import MissingError, UsageError, unknown

_OPENSSH = "@openssh.com"
CHACHA = f"chacha20-poly1305{_OPENSSH}"
# Authenticated encryption: the MAC is part of the cipher (OpenSSH PROTOCOL sections 1.6 and 1.9).
AEAD = (f"aes128-gcm{_OPENSSH}", f"aes256-gcm{_OPENSSH}", CHACHA)

# Whose standing in the catalogue of security facts each name has; HMAC-SHA-512 stands as HMAC-SHA-256 (FIPS 198-1).
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

# Encrypt-then-MAC only: beside the plain forms it costs the same and checks the tag before anything is decrypted.
USUAL_CIPHERS = (f"aes128-gcm{_OPENSSH}", f"aes256-gcm{_OPENSSH}", CHACHA, "aes128-ctr", "aes256-ctr")
USUAL_MACS = tuple(
    f"{name}-etm{_OPENSSH}" for name in ("umac-64", "umac-128", "hmac-sha2-256", "hmac-sha2-512", "hmac-sha1")
)
# What UMAC was compared with in 2007. It is off in every configuration, is never proposed, and is measured under one
# cipher only, beside UMAC.
MAC_OF_2007 = f"hmac-md5-etm{_OPENSSH}"


@dataclass(frozen=True)
class Candidate:
    """One cipher with one MAC; an AEAD cipher has none."""

    cipher: str
    mac: str = ""

    def __str__(self) -> str:
        return "+".join(short(name) for name in (self.cipher, self.mac) if name)

    @property
    def standing(self) -> str:
        """The catalogue's name of what authenticates."""
        name = short(self.mac or self.cipher).removesuffix("-etm")
        return _STANDING.get(name, "")

    @property
    def encrypt_then_mac(self) -> bool:
        return not self.mac or self.mac.endswith(f"-etm{_OPENSSH}")

    @property
    def cbc(self) -> bool:
        return self.cipher.endswith("-cbc")


def short(name: str) -> str:
    """Without the vendor: umac-64-etm@openssh.com is umac-64-etm."""
    return name.removesuffix(_OPENSSH)


def candidates(
    ciphers: Sequence[str], macs: Sequence[str], named_ciphers: Sequence[str], named_macs: Sequence[str]
) -> list[Candidate]:
    """Pairs of what both ends have: those named, else the usual ones and the MAC of 2007 under one cipher. AEAD ciphers
    stand alone, once each.
    """
    chosen = _named("cipher", named_ciphers, ciphers) if named_ciphers else [c for c in USUAL_CIPHERS if c in ciphers]
    with_mac = _named("MAC", named_macs, macs) if named_macs else [m for m in USUAL_MACS if m in macs]
    plain = [cipher for cipher in chosen if cipher not in AEAD]
    found = [Candidate(cipher) for cipher in chosen if cipher in AEAD]
    found += [Candidate(cipher, mac) for cipher in plain for mac in with_mac]
    if not named_macs and MAC_OF_2007 in macs:
        found += [Candidate(cipher, MAC_OF_2007) for cipher in plain[:1]]
    if not found:
        raise MissingError(
            "the two ends share none of the algorithms that could be measured", fix="type: ssh -vv HOST, and compare"
        )
    return found


def pair_of_2007(found: Sequence[Candidate]) -> tuple[Candidate, Candidate] | None:
    """UMAC-64 and HMAC-MD5 under one cipher, in the same order of encrypting and MAC where there is such a pair."""
    pairs = [
        (umac, md5)
        for umac in found
        for md5 in found
        if umac.cipher == md5.cipher and (umac.standing, md5.standing) == ("umac-64", "hmac-md5")
    ]
    return min(pairs, key=lambda pair: pair[0].encrypt_then_mac != pair[1].encrypt_then_mac, default=None)


def need_use(ciphers: Sequence[str], macs: Sequence[str]) -> None:
    """Refuses MACs that were named beside ciphers none of which takes one."""
    if macs and ciphers and all(cipher in AEAD for cipher in ciphers):
        named = ", ".join(map(short, ciphers))
        raise UsageError(
            f"no MAC can be chosen with {named}: an AEAD cipher authenticates itself",
            fix="leave out --macs, or name a cipher that takes one: --ciphers aes128-ctr",
        )


def dropped(found: Sequence[Candidate], named: Sequence[str]) -> list[str]:
    """What was named and is in none of the pairs found, because the host does not offer it or what it goes with."""
    used = {name for candidate in found for name in (candidate.cipher, candidate.mac)}
    return [short(name) for name in named if name not in used]


def known(kind: str, name: str, supported: Sequence[str]) -> str:
    """The full name of what was typed, with or without @openssh.com; a UsageError if this ssh has no such thing."""
    for full in (name, name + _OPENSSH):
        if full in supported:
            return full
    raise unknown(kind, name, [short(each) for each in supported])


def _named(kind: str, names: Sequence[str], shared: Sequence[str]) -> list[str]:
    kept = [name for name in names if name in shared]
    if not kept:
        asked = ", ".join(short(name) for name in names)
        offered = ", ".join(short(name) for name in shared)
        raise MissingError(f"the host offers no {kind} of those asked for ({asked})", fix=f"it offers: {offered}")
    return kept


def parse_names(kind: str, text: str, supported: Sequence[str]) -> tuple[str, ...]:
    """A comma-separated list of algorithm names."""
    names = [name for name in text.split(",") if name]
    if not names:
        raise UsageError(f"no {kind} is named", fix=f"type for example: {short(supported[0])}")
    return tuple(known(kind, name, supported) for name in names)


# ---- what both ends say when a connection is made, read from `ssh -vv` ----

_STRICT = {"client": "kex-strict-c-v00@openssh.com", "server": "kex-strict-s-v00@openssh.com"}  # OpenSSH PROTOCOL 1.10


@dataclass(frozen=True)
class Offer:
    """Both ends' proposals (RFC 4253 section 7.1), the channel's window (RFC 4254 section 5), and traffic counts."""

    local_version: str
    ciphers: tuple[str, ...]  # that both have, in the client's order
    macs: tuple[str, ...]
    strict_kex: bool  # both ends show it: the remedy against the Terrapin attack (CVE-2023-48795)
    window: int  # bytes that may be under way in the channel; 0 if not told
    sent: int  # bytes of packets sent by the client, tags not counted


def read_offer(log: str) -> Offer:
    """The offer in one connection's debug log."""
    proposals = list(_proposals(log))
    if len(proposals) < 2:
        raise MissingError("this ssh does not tell what the two ends offer", fix="use OpenSSH 6.2 or later")
    client, server = proposals[0], proposals[1]

    def both(what: str) -> tuple[str, ...]:
        return tuple(name for name in client.get(what, ()) if name in server.get(what, ()))

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
    """First the client's, then the server's; each is a run of lines that begins with its key exchange algorithms."""
    current: dict[str, tuple[str, ...]] = {}
    for line in log.splitlines():
        found = re.match(r"debug2: (KEX algorithms|ciphers ctos|MACs ctos): (.*)$", line.rstrip())
        if not found:
            continue
        current[found[1]] = tuple(found[2].split(","))
        if found[1] == "MACs ctos":
            yield current
            current = {}


def _window(log: str) -> int:
    """What the server grants at once: in its confirmation, and where that has nothing yet, in the adjustment after."""
    confirmed = int(_first(r"open confirm rwindow (\d+)", log) or 0)
    return confirmed + (0 if confirmed else int(_first(r"rcvd adjust (\d+)", log) or 0))


def _first(pattern: str, log: str) -> str:
    found = re.search(pattern, log, re.MULTILINE)
    return found[1].strip() if found else ""
