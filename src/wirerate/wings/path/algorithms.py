# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The kernel's names and keys for a path's algorithms, and the driver the kernel picked for each.

Keys are constants, since no packet leaves this machine. At boot, udev loads the modules that use the CPU's crypto
instructions. A system without udev, or with a trimmed initramfs, silently runs portable code; only /proc/crypto shows
it.
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
_RECORD_AEADS = {"chacha20-poly1305": "rfc7539(chacha20,poly1305)"}  # for kernel TLS; AES-GCM is _LINK_AEAD


def key(size: int) -> bytes:
    """Return a key of `size` bytes, the same in every run."""
    return bytes(range(1, size + 1))


def algorithm_of(path: Path) -> Algorithm:
    """Return the transform that `ip xfrm` would set up for an ESP or AH path."""
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
    """Return the modules that implement the path's algorithms, as arguments to modprobe."""
    ciphers = {**_AEADS, **_CIPHERS}
    names = [
        "authenc" if path.kind == "esp" and path.mac else "",
        ciphers[path.cipher][2] if path.cipher else "",
        _MACS[path.mac][3] if path.mac else "",
    ]
    return " ".join(dict.fromkeys(filter(None, names)))


def _names_in_proc_crypto(path: Path) -> tuple[str, ...]:
    """Return the names of the path's algorithms in /proc/crypto, the whole transform first; () for WireGuard, which
    calls the kernel's crypto library directly."""
    if path.kind == "macsec":
        return (_LINK_AEAD,)
    if path.kind == "ktls":
        return (_RECORD_AEADS.get(path.cipher, _LINK_AEAD),)
    if path.kind not in ("esp", "ah"):
        return ()
    transform = algorithm_of(path)
    if transform.aead:
        return (transform.aead, _LINK_AEAD) if "gcm" in transform.aead else (transform.aead,)
    if path.kind == "ah":
        return (transform.auth,)
    return (f"authenc({transform.auth or 'digest_null'},{transform.crypt})", transform.auth or transform.crypt)


@dataclass(frozen=True)
class Driver:
    """An algorithm in /proc/crypto and its driver: rfc4106(gcm(aes)), rfc4106-gcm-aesni.

    `unused_feature` names a CPU feature that the driver ignores ("aes"), `remedy` the command that loads a faster
    driver; both are "" if the driver needs no replacement.
    """

    algorithm: str
    driver: str
    unused_feature: str = ""
    remedy: str = ""


@dataclass(frozen=True)
class _Portable:
    """A portable driver (`driver` is a pattern), the CPU feature it ignores, and the modules that use it."""

    driver: str
    feature: str
    modules: str
    machine: str


_PORTABLE = (
    _Portable(r"\baes-(generic|fixed-time|lib)\b", "aes", "aesni_intel", "x86_64"),
    _Portable(r"\baes-(generic|fixed-time|lib)\b", "aes", "aes_ce_blk ghash_ce", "aarch64"),
    _Portable(r"\bsha1-generic\b", "ssse3", "sha1_ssse3", "x86_64"),
    _Portable(r"\bsha256-generic\b", "ssse3", "sha256_ssse3", "x86_64"),
    _Portable(r"\bsha(384|512)-generic\b", "avx", "sha512_ssse3", "x86_64"),
    _Portable(r"\bchacha20-generic\b", "ssse3", "chacha_x86_64 poly1305_x86_64", "x86_64"),
)


def driver_of(path: Path, crypto: str | None = None, features: frozenset[str] | None = None) -> Driver | None:
    """Return the driver of a path that was set up, from /proc/crypto or the text `crypto`; None if it is not listed."""
    names = _names_in_proc_crypto(path)
    entries = _entries(File("/proc/crypto").read_text() if names and crypto is None else crypto or "")
    for name in names:
        drivers = [entry for entry in entries if entry.get("name") == name and entry.get("internal", "no") == "no"]
        if drivers:
            best = max(drivers, key=lambda entry: int(entry.get("priority", 0)))
            return _driver(best, _features() if features is None else features)
    return None


def _driver(entry: dict[str, str], features: frozenset[str]) -> Driver:
    driver = entry.get("driver", "")
    portable = next((code for code in _PORTABLE if _applies(code, driver, features)), None)
    return Driver(
        algorithm=entry["name"],
        driver=driver,
        unused_feature=portable.feature if portable else "",
        remedy=f"modprobe -a {portable.modules}" if portable else "",
    )


def _applies(code: _Portable, driver: str, features: frozenset[str]) -> bool:
    return os.uname().machine == code.machine and code.feature in features and bool(re.search(code.driver, driver))


def _entries(text: str) -> list[dict[str, str]]:
    return [dict(re.findall(r"^(\w+)\s*: (.*)$", block, re.MULTILINE)) for block in text.split("\n\n") if block.strip()]


def _features() -> frozenset[str]:
    """Return the feature flags of the first processor in /proc/cpuinfo."""
    match = re.search(r"^(?:flags|Features)\s*: (.*)$", File("/proc/cpuinfo").read_text(), re.MULTILINE)
    return frozenset(match[1].split()) if match else frozenset()
