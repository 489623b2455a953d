# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The kernel's names for a path's algorithms, and keys for them: any will do, since nothing leaves this machine."""

from __future__ import annotations

from wirerate.wings.path.catalogue import Path
from wirerate.wings.path.kernel.xfrm import Algorithm

# Name, bytes of key with salt.
_AEADS = {
    "aes-128-gcm": ("rfc4106(gcm(aes))", 20),
    "aes-256-gcm": ("rfc4106(gcm(aes))", 36),
    "aes-128-gmac": ("rfc4543(gcm(aes))", 20),
    "chacha20-poly1305": ("rfc7539esp(chacha20,poly1305)", 36),
}
_CIPHERS = {"aes-128-cbc": ("cbc(aes)", 16), "null": ("ecb(cipher_null)", 0)}
# Name, bytes of key, bits of the tag (RFC 2403, 2404, 4868).
_MACS = {
    "hmac-md5": ("hmac(md5)", 16, 96),
    "hmac-sha1": ("hmac(sha1)", 20, 96),
    "hmac-sha256": ("hmac(sha256)", 32, 128),
    "hmac-sha384": ("hmac(sha384)", 48, 192),
    "hmac-sha512": ("hmac(sha512)", 64, 256),
    "null": ("digest_null", 0, 0),
}
_LINK_AEAD = "gcm(aes)"
_RECORD_AEADS = {"chacha20-poly1305": "rfc7539(chacha20,poly1305)"}  # of kTLS; AES-GCM is MACsec's


def key(size: int) -> bytes:
    """The same in every run."""
    return bytes(range(1, size + 1))


def algorithm_of(path: Path) -> Algorithm:
    """Of an ESP or AH path."""
    if path.cipher in _AEADS:
        name, size = _AEADS[path.cipher]
        return Algorithm(aead=name, aead_key=key(size), bits=128)
    mac, mac_size, bits = _MACS[path.mac]
    if path.kind == "ah":
        return Algorithm(auth=mac, auth_key=key(mac_size), bits=bits)
    cipher, size = _CIPHERS[path.cipher]
    auth = {} if path.mac == "null" else {"auth": mac, "auth_key": key(mac_size), "bits": bits}
    return Algorithm(crypt=cipher, crypt_key=key(size), **auth)  # type: ignore[arg-type]


def listed_as(path: Path) -> tuple[str, ...]:
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
