# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The kernel's names for a path's algorithms with keys for them, and which implementation it took.

Any key will do, since nothing leaves this machine. Modules that a processor's features call for are loaded by udev at
boot. A system without it, or with a trimmed initial disk, runs the portable code in silence: only /proc/crypto tells.
"""

from __future__ import annotations

import os
import re
from dataclasses import dataclass
from pathlib import Path as File

from wirerate.wings.path.catalogue import Path
from wirerate.wings.path.xfrm import Algorithm

# Name, bytes of key with salt, module.
_AEADS = {
    "aes-128-gcm": ("rfc4106(gcm(aes))", 20, "gcm"),
    "aes-256-gcm": ("rfc4106(gcm(aes))", 36, "gcm"),
    "aes-128-gmac": ("rfc4543(gcm(aes))", 20, "gcm"),
    "chacha20-poly1305": ("rfc7539esp(chacha20,poly1305)", 36, "chacha20poly1305"),
}
_CIPHERS = {"aes-128-cbc": ("cbc(aes)", 16, "cbc"), "null": ("ecb(cipher_null)", 0, "crypto_null")}
# Name, bytes of key, bits of the tag (RFC 2403, 2404, 4868), module.
_MACS = {
    "hmac-md5": ("hmac(md5)", 16, 96, "md5"),
    "hmac-sha1": ("hmac(sha1)", 20, 96, "sha1_generic"),
    "hmac-sha256": ("hmac(sha256)", 32, 128, "sha256_generic"),
    "hmac-sha384": ("hmac(sha384)", 48, 192, "sha512_generic"),
    "hmac-sha512": ("hmac(sha512)", 64, 256, "sha512_generic"),
    "null": ("digest_null", 0, 0, "crypto_null"),
}
_LINK_AEAD = "gcm(aes)"
_RECORD_AEADS = {"chacha20-poly1305": "rfc7539(chacha20,poly1305)"}  # of kTLS; AES-GCM is MACsec's


def key(size: int) -> bytes:
    """The same in every run."""
    return bytes(range(1, size + 1))


def algorithm_of(path: Path) -> Algorithm:
    """Of an ESP or AH path."""
    if path.cipher in _AEADS:
        name, size, _ = _AEADS[path.cipher]
        return Algorithm(aead=name, aead_key=key(size), bits=128)
    mac, mac_size, bits, _ = _MACS[path.mac]
    if path.kind == "ah":
        return Algorithm(auth=mac, auth_key=key(mac_size), bits=bits)
    cipher, size, _ = _CIPHERS[path.cipher]
    auth = {} if path.mac == "null" else {"auth": mac, "auth_key": key(mac_size), "bits": bits}
    return Algorithm(crypt=cipher, crypt_key=key(size), **auth)  # type: ignore[arg-type]


def modules_of(path: Path) -> str:
    """What has its algorithms, as one types it behind modprobe."""
    ciphers = {**_AEADS, **_CIPHERS}
    names = [
        "authenc" if path.kind == "esp" and path.mac else "",
        ciphers[path.cipher][2] if path.cipher else "",
        _MACS[path.mac][3] if path.mac else "",
    ]
    return " ".join(dict.fromkeys(filter(None, names)))


def _listed_as(path: Path) -> tuple[str, ...]:
    """What of /proc/crypto it runs on, the whole of it first; nothing for what no list has (WireGuard's library)."""
    if path.kind == "macsec":
        return (_LINK_AEAD,)
    if path.kind == "ktls":
        return (_RECORD_AEADS.get(path.cipher, _LINK_AEAD),)
    if path.kind not in ("esp", "ah"):
        return ()
    has = algorithm_of(path)
    if has.aead:
        return (has.aead, _LINK_AEAD) if "gcm" in has.aead else (has.aead,)
    if path.kind == "ah":
        return (has.auth,)
    return (f"authenc({has.auth or 'digest_null'},{has.crypt})", has.auth or has.crypt)


@dataclass(frozen=True)
class Driver:
    """What the kernel runs for a path's algorithm, from /proc/crypto: rfc4106(gcm(aes)), rfc4106-gcm-aesni.

    `unaided` names the CPU feature that it does not use although the CPU has it ("aes"), `remedy` what to type; both ""
    where there is nothing to find.
    """

    algorithm: str
    driver: str
    unaided: str = ""
    remedy: str = ""


@dataclass(frozen=True)
class _Unaided:
    """Code that is portable, the feature of the CPU that other code uses, and the module that has it."""

    driver: str  # a pattern
    feature: str
    modules: str
    machine: str


_UNAIDED = (
    _Unaided(r"\baes-(generic|fixed-time|lib)\b", "aes", "aesni_intel", "x86_64"),
    _Unaided(r"\baes-(generic|fixed-time|lib)\b", "aes", "aes_ce_blk ghash_ce", "aarch64"),
    _Unaided(r"\bsha1-generic\b", "ssse3", "sha1_ssse3", "x86_64"),
    _Unaided(r"\bsha256-generic\b", "ssse3", "sha256_ssse3", "x86_64"),
    _Unaided(r"\bsha(384|512)-generic\b", "avx", "sha512_ssse3", "x86_64"),
    _Unaided(r"\bchacha20-generic\b", "ssse3", "chacha_x86_64 poly1305_x86_64", "x86_64"),
)


def driver_of(path: Path, crypto: str | None = None, features: frozenset[str] | None = None) -> Driver | None:
    """From /proc/crypto, which has a path's algorithm once it was set up, or from such a text. None where that does
    not list it."""
    names = _listed_as(path)
    entries = _entries(File("/proc/crypto").read_text() if names and crypto is None else crypto or "")
    for name in names:
        found = [entry for entry in entries if entry.get("name") == name and entry.get("internal", "no") == "no"]
        if found:
            best = max(found, key=lambda entry: int(entry.get("priority", 0)))
            return _driver(best, _features() if features is None else features)
    return None


def _driver(entry: dict[str, str], features: frozenset[str]) -> Driver:
    driver = entry.get("driver", "")
    unaided = next((each for each in _UNAIDED if _applies(each, driver, features)), None)
    return Driver(
        algorithm=entry["name"],
        driver=driver,
        unaided=unaided.feature if unaided else "",
        remedy=f"modprobe -a {unaided.modules}" if unaided else "",
    )


def _applies(each: _Unaided, driver: str, features: frozenset[str]) -> bool:
    return os.uname().machine == each.machine and each.feature in features and bool(re.search(each.driver, driver))


def _entries(text: str) -> list[dict[str, str]]:
    return [dict(re.findall(r"^(\w+)\s*: (.*)$", block, re.MULTILINE)) for block in text.split("\n\n") if block.strip()]


def _features() -> frozenset[str]:
    """Of the first processor of /proc/cpuinfo."""
    found = re.search(r"^(?:flags|Features)\s*: (.*)$", File("/proc/cpuinfo").read_text(), re.MULTILINE)
    return frozenset(found[1].split()) if found else frozenset()
