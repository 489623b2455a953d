# SPDX-License-Identifier: Apache-2.0 OR MIT
"""asyncssh with the library's UMAC, and with HMAC that keeps its key schedule between packets.

    import wirerate.plugins.asyncssh
    wirerate.plugins.asyncssh.install()      # before connecting or listening

asyncssh recomputes the key schedule for every packet; OpenSSH stopped doing that in 2007. The bytes on the wire are the
same. The nonce of UMAC is the packet's sequence number, which RFC 4253 section 9 never lets repeat under one key.
"""

from __future__ import annotations

import hmac
from collections.abc import Callable
from typing import Any

import asyncssh.mac
from asyncssh.mac import MAC

from wirerate._native import ffi, lib
from wirerate.authenticators.message import wiped

__all__ = ["install", "uninstall"]

_UMAC_KEY_BYTES = 16
_UMAC = {
    b"umac-64-etm@openssh.com": (8, True),
    b"umac-128-etm@openssh.com": (16, True),
    b"umac-64@openssh.com": (8, False),
    b"umac-128@openssh.com": (16, False),
}
_replaced: dict[bytes, Any] = {}


class KeptUmac(MAC):
    """UMAC under the key of a connection. The nonce of packet n is n (draft-miller-secsh-umac-01)."""

    def __init__(self, key: bytes, hash_size: int) -> None:
        super().__init__(key, hash_size)
        self._umac = ffi.gc(ffi.new("wr_umac_key *"), lib.wr_umac_key_wipe)
        if len(key) != _UMAC_KEY_BYTES:
            raise ValueError(f"a UMAC key has {_UMAC_KEY_BYTES} bytes, not {len(key)}")
        lib.wr_umac_key_init(self._umac, ffi.from_buffer(key), hash_size)
        self._pads = wiped("wr_umac_pad_cache *")
        self._tag = ffi.new("uint8_t[]", hash_size)
        self._bytes = ffi.buffer(self._tag)

    def sign(self, seq: int, packet: bytes) -> bytes:
        nonce = ffi.from_buffer(seq.to_bytes(8, "big"))
        lib.wr_umac(self._umac, self._pads, nonce, 8, ffi.from_buffer(packet), len(packet), self._tag)
        tag: bytes = self._bytes[:]
        return tag

    def verify(self, seq: int, packet: bytes, sig: bytes) -> bool:
        return hmac.compare_digest(self.sign(seq, packet), sig)


class KeptHmac(MAC):
    """HMAC that keeps the states after the padded key (RFC 2104 section 4), which saves two compressions per packet."""

    def __init__(self, key: bytes, hash_size: int, hash_alg: Callable[..., Any]) -> None:
        super().__init__(key, hash_size)
        block = hash_alg().block_size
        padded = (hash_alg(key).digest() if len(key) > block else key).ljust(block, b"\0")
        self._inner = hash_alg(bytes(b ^ 0x36 for b in padded))
        self._outer = hash_alg(bytes(b ^ 0x5C for b in padded))

    def sign(self, seq: int, packet: bytes) -> bytes:
        inner, outer = self._inner.copy(), self._outer.copy()
        inner.update(seq.to_bytes(4, "big"))
        inner.update(packet)
        outer.update(inner.digest())
        digest: bytes = outer.digest()
        return digest[: self._hash_size]

    def verify(self, seq: int, packet: bytes, sig: bytes) -> bool:
        return hmac.compare_digest(self.sign(seq, packet), sig)


def install() -> tuple[str, ...]:
    """Make asyncssh use these handlers for all new connections, and return the names of their MACs.

    asyncssh then offers UMAC even without libnettle. Calling it again changes nothing.
    """
    handlers = asyncssh.mac._mac_handler
    if not _replaced:
        for name, (size, etm) in _UMAC.items():
            if name not in handlers:
                asyncssh.mac.register_mac_alg(name, _UMAC_KEY_BYTES, size, etm, KeptUmac, (), True)
            else:
                _replaced[name] = handlers[name]
                handlers[name] = (KeptUmac, size, ())
        for name, (handler, size, arguments) in list(handlers.items()):
            if handler is asyncssh.mac._HMAC:
                _replaced[name] = handlers[name]
                handlers[name] = (KeptHmac, size, arguments)
    return tuple(name.decode() for name in handlers if handlers[name][0] in (KeptUmac, KeptHmac))


def uninstall() -> None:
    """Restore asyncssh's handlers for new connections; existing connections keep this plugin's."""
    asyncssh.mac._mac_handler.update(_replaced)
    _replaced.clear()
