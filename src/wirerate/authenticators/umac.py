# SPDX-License-Identifier: Apache-2.0 OR MIT
"""UMAC (RFC 4418). The key schedule is computed once for any number of messages. Every message needs a new nonce.

Never tag two messages with the same nonce under one key, not even after a restart: one repetition breaks the key.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from wirerate._native import ffi, lib
from wirerate.authenticators.buffers import Batch, Output, readable
from wirerate.authenticators.message import Message, Shared
from wirerate.errors import LengthError, UsageError

if TYPE_CHECKING:
    from typing_extensions import Buffer

SECRET_BYTES: int = lib.WR_UMAC_SECRET_SIZE
TAG_BITS = (32, 64, 96, 128)


class Umac(Shared):
    """A UMAC key for tags of 32 (for tests only), 64, 96 or 128 bits.

    It is immutable, so threads may share it. Its memory is wiped before it is freed. Nonces have 1 to 16 bytes. Two
    nonces that differ only in trailing zero bytes are the same nonce.
    """

    def __init__(self, key: Buffer, bits: int = 64) -> None:
        if bits not in TAG_BITS:
            raise UsageError(f"UMAC tags have 32, 64, 96 or 128 bits, not {bits}", fix="pass bits=64 or bits=128")
        secret = readable(key)
        if len(secret) != SECRET_BYTES:
            raise LengthError("key", f"{SECRET_BYTES} bytes", len(secret))
        self.bits = bits
        self._key = ffi.gc(ffi.new("wr_umac_key *"), lib.wr_umac_key_wipe)
        lib.wr_umac_key_init(self._key, secret, bits // 8)

    def tag(self, nonce: Buffer, data: Buffer, *, out: Buffer | None = None) -> bytes:
        """Return the tag of a message under this nonce."""
        once, source, tag = _nonce(nonce), readable(data), Output(self.bits // 8, out)
        lib.wr_umac(self._key, ffi.NULL, once, len(once), source, len(source), ffi.cast("uint8_t *", tag.pointer))
        return tag.value()

    def tags(self, nonces: Sequence[Buffer], packets: Sequence[Buffer], *, out: Buffer | None = None) -> list[bytes]:
        """Return the tags of several packets, each under its nonce; `out` receives them end to end.

        All nonces must have the same length.
        """
        if len(nonces) != len(packets):
            raise UsageError(f"{len(nonces)} nonces for {len(packets)} packets", fix="pass one nonce per packet")
        batch = Batch(packets, self.bits // 8, out)
        if packets:
            joined, length = _joined(nonces)
            lib.wr_umac_batch(self._key, joined, length, batch.array, batch.count)
        return batch.tags.split(self.bits // 8)

    def verify(self, nonce: Buffer, data: Buffer, tag: Buffer) -> bool:
        """Return whether `tag` is the message's tag, compared in constant time. A tag of another length raises a
        LengthError.
        """
        once, source, received = _nonce(nonce), readable(data), readable(tag)
        if len(received) != self.bits // 8:
            raise LengthError("tag", f"{self.bits // 8} bytes", len(received))
        status = lib.wr_umac_verify(self._key, ffi.NULL, once, len(once), source, len(source), received)
        return bool(status == lib.WR_OK)

    def new(self, nonce: Buffer) -> UmacMessage:
        """Start a message under this key and nonce that arrives in pieces."""
        return UmacMessage(self._key, bytes(ffi.buffer(_nonce(nonce))), self.bits)


class UmacMessage(Message):
    """A message that arrives in pieces. Send only one of the tags that `tag()` returns: they share a nonce."""

    _type = "wr_umac_state"

    def __init__(self, key: Any, nonce: bytes, bits: int) -> None:
        super().__init__()
        self._key, self._nonce, self._bits = key, nonce, bits
        lib.wr_umac_init(self._state)

    def tag(self, *, out: Buffer | None = None) -> bytes:
        """Return the tag of the message so far."""
        return self._finish(self._bits // 8, out)

    def _update(self, state: Any, data: Any) -> None:
        lib.wr_umac_update(state, self._key, data, len(data))

    def _final(self, state: Any, tag: Any, tag_bytes: int) -> None:
        lib.wr_umac_final(state, self._key, ffi.NULL, self._nonce, len(self._nonce), tag)


def _nonce(nonce: Buffer) -> Any:
    once = readable(nonce)
    if not 1 <= len(once) <= 16:
        raise LengthError("nonce", "1 to 16 bytes", len(once))
    return once


def _joined(nonces: Sequence[Buffer]) -> tuple[bytes, int]:
    length = len(_nonce(nonces[0]))
    pieces = [bytes(ffi.buffer(readable(nonce))) for nonce in nonces]
    for piece in pieces:
        if len(piece) != length:
            raise LengthError("nonce", f"{length} bytes, like the first of the batch", len(piece))
    return b"".join(pieces), length
