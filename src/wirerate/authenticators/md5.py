# SPDX-License-Identifier: Apache-2.0 OR MIT
"""MD5 (RFC 1321) of one message, of many, and of one that arrives in pieces.

It finds accidents, not attackers: collisions take seconds.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from wirerate._native import ffi, lib
from wirerate.authenticators.buffers import Batch, Output, readable
from wirerate.authenticators.message import Digest

if TYPE_CHECKING:
    from typing_extensions import Buffer

DIGEST_BYTES: int = lib.WR_MD5_SIZE


def md5(data: Buffer, *, out: Buffer | None = None) -> bytes:
    """The 16-byte digest; also written to `out` (16 writable bytes) when given."""
    digest = Output(DIGEST_BYTES, out)
    source = readable(data)
    lib.wr_md5(source, len(source), ffi.cast("uint8_t *", digest.pointer))
    return digest.value()


def md5_batch(messages: Sequence[Buffer], *, out: Buffer | None = None) -> list[bytes]:
    """The digest of each message, any mix of lengths, in vector lanes: the way to hash many small things quickly.

    `out`, when given, receives the digests end to end (16 bytes for each message).
    """
    batch = Batch(messages, DIGEST_BYTES, out)
    lib.wr_md5_batch(batch.array, batch.count)
    return batch.tags.split(DIGEST_BYTES)


class Md5(Digest):
    """One message in pieces, of which `data` is the first; `digest()` leaves it open for more.

    It goes where `hashlib.md5` does, `name`, `digest_size` and `block_size` with it: `hmac.new(key, digestmod=Md5)`,
    `hashlib.file_digest(file, Md5)`.
    """

    _type = "wr_md5_state"
    name = "md5"
    block_size = lib.WR_MD5_BLOCK

    def __init__(self, data: Buffer = b"") -> None:
        super().__init__()
        lib.wr_md5_init(self._state)
        self.update(data)

    def _update(self, state: Any, data: Any) -> None:
        lib.wr_md5_update(state, data, len(data))

    def _final(self, state: Any, tag: Any, tag_bytes: int) -> None:
        lib.wr_md5_final(state, tag)
