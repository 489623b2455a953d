"""A slow and simple AH, written from the RFCs' text on hashlib and `cryptography`, as a reference."""

from __future__ import annotations

import hashlib
import hmac
import struct

from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes
from cryptography.hazmat.primitives.cmac import CMAC

HOP_BY_HOP, ROUTING, FRAGMENT, AH, DESTINATION = 0, 43, 44, 51, 60

ICV_BYTES = {
    "keyed-md5": 16,  # RFC 1828
    "hmac-md5-96": 12,  # RFC 2403
    "hmac-sha1-96": 12,  # RFC 2404
    "hmac-sha2-256-128": 16,  # RFC 4868
    "hmac-sha2-384-192": 24,
    "hmac-sha2-512-256": 32,
    "aes-xcbc-96": 12,  # RFC 3566
    "aes-cmac-96": 12,  # RFC 4494
}
KEY_BYTES = {
    "keyed-md5": 16,
    "hmac-md5-96": 16,
    "hmac-sha1-96": 20,
    "hmac-sha2-256-128": 32,
    "hmac-sha2-384-192": 48,
    "hmac-sha2-512-256": 64,
    "aes-xcbc-96": 16,
    "aes-cmac-96": 16,
}
_HASHES = {"md5": "md5", "sha1": "sha1", "sha2-256": "sha256", "sha2-384": "sha384", "sha2-512": "sha512"}


def key_for(algorithm: str) -> bytes:
    return bytes(range(KEY_BYTES[algorithm]))


def tag(algorithm: str, key: bytes, data: bytes) -> bytes:
    """Return the MAC, truncated to the ICV's length."""
    if algorithm == "keyed-md5":
        fill = b"\x80" + bytes((55 - len(key)) % 64) + struct.pack("<Q", 8 * len(key))
        full = hashlib.md5(key + fill + data + key).digest()
    elif algorithm == "aes-xcbc-96":
        full = _xcbc(key, data)
    elif algorithm == "aes-cmac-96":
        cmac = CMAC(algorithms.AES(key))
        cmac.update(data)
        full = cmac.finalize()
    else:
        full = hmac.digest(key, data, _HASHES[algorithm.removeprefix("hmac-").rpartition("-")[0]])
    return full[: ICV_BYTES[algorithm]]


def _aes(key: bytes, block: bytes) -> bytes:
    return Cipher(algorithms.AES(key), modes.ECB()).encryptor().update(block)


def _xcbc(key: bytes, data: bytes) -> bytes:
    k1, k2, k3 = (_aes(key, bytes([n]) * 16) for n in (1, 2, 3))
    whole = len(data) > 0 and len(data) % 16 == 0
    padded = data if whole else data + b"\x80" + bytes(15 - len(data) % 16)
    state = bytes(16)
    for at in range(0, len(padded), 16):
        block = padded[at : at + 16]
        if at + 16 == len(padded):
            block = _xor(block, k2 if whole else k3)
        state = _aes(k1, _xor(state, block))
    return state


def _xor(a: bytes, b: bytes) -> bytes:
    return bytes(x ^ y for x, y in zip(a, b, strict=True))


def covered(packet: bytes, algorithm: str, generation: str, *, skip_fragment: bool = True) -> bytes:
    """Return the bytes that the ICV covers: mutable fields and the ICV zeroed, a left-over fragment header removed."""
    first = generation == "1826"
    p = bytearray(packet)
    if not first:
        p[0:4] = b"\x60\0\0\0"  # class and flow label are mutable (RFC 4302 section 3.3.3.1.2.1)
    p[7] = 0
    at, next_at = 40, 6
    while (header := p[next_at]) != AH:
        length = 8 if header == FRAGMENT else 8 * (p[at + 1] + 1)
        if header in (HOP_BY_HOP, DESTINATION):
            _zero_options(p, at, length, whole=first)
        if header == FRAGMENT and skip_fragment:  # RFC 4302 appendix A2
            p[next_at] = p[at]
            del p[at : at + 8]
            p[4:6] = struct.pack(">H", struct.unpack(">H", p[4:6])[0] - 8)
        else:
            at, next_at = at + length, at
    icv = at + (8 if first else 12)
    p[icv : icv + ICV_BYTES[algorithm]] = bytes(ICV_BYTES[algorithm])
    return bytes(p)


def _zero_options(p: bytearray, start: int, length: int, *, whole: bool) -> None:
    at = start + 2
    while at < start + length:
        if p[at] == 0:  # Pad1 has no length byte
            at += 1
            continue
        end = at + 2 + p[at + 1]
        if p[at] & 0x20:
            begin = at if whole else at + 2
            p[begin:end] = bytes(end - begin)
        at = end


def sign(
    packet: bytes,
    algorithm: str,
    key: bytes,
    *,
    spi: int,
    sequence: int,
    at: int,
    next_at: int,
    generation: str = "4302",
    esn: bool = False,
) -> bytes:
    """Return the packet with AH inserted at `at`; the Next Header byte that leads to AH is at `next_at`."""
    icv_bytes = ICV_BYTES[algorithm]
    fixed = 8 if generation == "1826" else 12
    length = -(-(fixed + icv_bytes) // 8) * 8
    header = struct.pack(">BBHI", packet[next_at], length // 4 - 2, 0, spi)
    if generation == "4302":
        header += struct.pack(">I", sequence & 0xFFFFFFFF)
    p = bytearray(packet[:at] + header + bytes(length - len(header)) + packet[at:])
    p[next_at] = AH
    p[4:6] = struct.pack(">H", len(p) - 40)
    data = covered(bytes(p), algorithm, generation)
    if esn:
        data += struct.pack(">I", sequence >> 32)  # RFC 4302 section 3.3.3.2.2
    p[at + fixed : at + fixed + icv_bytes] = tag(algorithm, key, data)
    return bytes(p)
