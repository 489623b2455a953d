# SPDX-License-Identifier: Apache-2.0 OR MIT
"""HMAC-MD5 (RFC 2104). The key schedule is computed once for any number of messages.

No practical forgery is known, but new designs should not use it (RFC 6151), and RFC 8221 forbids it in IPsec (MUST
NOT).
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

TAG_BITS: int = lib.WR_MD5_SIZE * 8


class HmacMd5(Shared):
    """An HMAC-MD5 key. It is immutable, so threads may share it. Its memory is wiped before it is freed."""

    def __init__(self, key: Buffer) -> None:
        secret = readable(key)
        self._key = ffi.gc(ffi.new("wr_hmac_md5_key *"), lib.wr_hmac_md5_key_wipe)
        lib.wr_hmac_md5_key_init(self._key, secret, len(secret))

    def tag(self, data: Buffer, bits: int = TAG_BITS, *, out: Buffer | None = None) -> bytes:
        """Return the tag of a message, cut to its leftmost `bits` (96 in IPsec, RFC 2403)."""
        tag = Output(_tag_bytes(bits), out)
        source = readable(data)
        lib.wr_hmac_md5(self._key, source, len(source), ffi.cast("uint8_t *", tag.pointer), bits // 8)
        return tag.value()

    def tags(self, packets: Sequence[Buffer], bits: int = TAG_BITS, *, out: Buffer | None = None) -> list[bytes]:
        """Return the tags of packets of any lengths, computed in vector lanes; `out` receives them end to end."""
        tag_bytes = _tag_bytes(bits)
        batch = Batch(packets, tag_bytes, out)
        lib.wr_hmac_md5_batch(self._key, batch.array, batch.count, tag_bytes)
        return batch.tags.split(tag_bytes)

    def verify(self, data: Buffer, tag: Buffer, bits: int = TAG_BITS) -> bool:
        """Return whether `tag` is the tag of the message, compared in constant time.

        A tag that is not `bits` long raises a LengthError: an attacker who could choose the length would send one byte
        and guess it.
        """
        source, received = readable(data), readable(tag)
        if len(received) != _tag_bytes(bits):
            raise LengthError("tag", f"{bits // 8} bytes", len(received))
        return bool(lib.wr_hmac_md5_verify(self._key, source, len(source), received, len(received)) == lib.WR_OK)

    def new(self) -> HmacMd5Message:
        """Start a message under this key that arrives in pieces."""
        return HmacMd5Message(self._key)


class HmacMd5Message(Message):
    """A message that arrives in pieces. After `tag()` more pieces may follow."""

    _type = "wr_hmac_md5_state"

    def __init__(self, key: Any) -> None:
        super().__init__()
        lib.wr_hmac_md5_init(self._state, key)

    def tag(self, bits: int = TAG_BITS, *, out: Buffer | None = None) -> bytes:
        """Return the tag of the message so far."""
        return self._finish(_tag_bytes(bits), out)

    def _update(self, state: Any, data: Any) -> None:
        lib.wr_hmac_md5_update(state, data, len(data))

    def _final(self, state: Any, tag: Any, tag_bytes: int) -> None:
        lib.wr_hmac_md5_final(state, tag, tag_bytes)


def _tag_bytes(bits: int) -> int:
    if bits % 8 or not 8 <= bits <= TAG_BITS:
        raise UsageError(f"a tag has 8 to {TAG_BITS} bits, a multiple of 8, not {bits}", fix="pass bits=96 or bits=128")
    return bits // 8
