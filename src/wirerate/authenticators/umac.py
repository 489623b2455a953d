# SPDX-License-Identifier: Apache-2.0 OR MIT
"""UMAC (RFC 4418): a key derived once, used for any number of messages, each with a nonce of its own.

One repeated nonce breaks the key: never tag two messages with the same nonce under one key, not even after a restart.
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
    """A key for tags of `bits` bits (32 is for tests only).

    Immutable, so safe to share between threads; wiped when it goes. Nonces have 1 to 16 bytes; two that
    differ in trailing zero bytes only are the same nonce.
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
        """The message's tag under this nonce."""
        once, source, tag = _nonce(nonce), readable(data), Output(self.bits // 8, out)
        lib.wr_umac(self._key, ffi.NULL, once, len(once), source, len(source), ffi.cast("uint8_t *", tag.pointer))
        return tag.value()

    def tags(self, nonces: Sequence[Buffer], packets: Sequence[Buffer], *, out: Buffer | None = None) -> list[bytes]:
        """The tag of each packet under its nonce; all nonces have one length. `out` receives the tags end to end."""
        if len(nonces) != len(packets):
            raise UsageError(f"{len(nonces)} nonces for {len(packets)} packets", fix="pass one nonce per packet")
        batch = Batch(packets, self.bits // 8, out)
        if packets:
            joined, each = _joined(nonces)
            lib.wr_umac_batch(self._key, joined, each, batch.array, batch.count)
        return batch.tags.split(self.bits // 8)

    def verify(self, nonce: Buffer, data: Buffer, tag: Buffer) -> bool:
        """Whether `tag` is the message's tag, in constant time. A tag of another length raises."""
        once, source, received = _nonce(nonce), readable(data), readable(tag)
        if len(received) != self.bits // 8:
            raise LengthError("tag", f"{self.bits // 8} bytes", len(received))
        status = lib.wr_umac_verify(self._key, ffi.NULL, once, len(once), source, len(source), received)
        return bool(status == lib.WR_OK)

    def new(self, nonce: Buffer) -> UmacMessage:
        """A message under this key and nonce that arrives in pieces."""
        return UmacMessage(self._key, bytes(ffi.buffer(_nonce(nonce))), self.bits)


class UmacMessage(Message):
    """One message in pieces. `tag()` leaves it open, but only one of its tags may be sent: it has one nonce."""

    _type = "wr_umac_state"

    def __init__(self, key: Any, nonce: bytes, bits: int) -> None:
        super().__init__()
        self._key, self._nonce, self._bits = key, nonce, bits
        lib.wr_umac_init(self._state)

    def tag(self, *, out: Buffer | None = None) -> bytes:
        """The tag of everything so far."""
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
    each = len(_nonce(nonces[0]))
    pieces = [bytes(ffi.buffer(readable(nonce))) for nonce in nonces]
    for piece in pieces:
        if len(piece) != each:
            raise LengthError("nonce", f"{each} bytes, like the first of the batch", len(piece))
    return b"".join(pieces), each
