# SPDX-License-Identifier: Apache-2.0 OR MIT
"""MD5 (RFC 1321) of a message, of several messages, and of a message in pieces; and K-way MD5, which RFC 1810 proposes.

MD5 detects accidental errors, not attacks: collisions take seconds. K-way MD5 is experimental: no other program
computes it, it is not stronger than MD5, and it is no MAC. docs/concepts/k-way-md5.md defines it. Print its digests as
md5-x16:HEX.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from wirerate._native import ffi, lib
from wirerate.authenticators.buffers import Batch, Output, readable
from wirerate.authenticators.message import Digest
from wirerate.authenticators.subjects import WAYS
from wirerate.errors import UsageError

if TYPE_CHECKING:
    from typing_extensions import Buffer


DIGEST_BYTES: int = lib.WR_MD5_SIZE


def md5(data: Buffer, *, out: Buffer | None = None) -> bytes:
    """Return the 16-byte digest. If `out` is given, also write the digest to these 16 bytes."""
    digest = Output(DIGEST_BYTES, out)
    source = readable(data)
    lib.wr_md5(source, len(source), ffi.cast("uint8_t *", digest.pointer))
    return digest.value()


def md5_batch(messages: Sequence[Buffer], *, out: Buffer | None = None) -> list[bytes]:
    """Return the digests of several messages of any lengths, computed in vector lanes: fast for many small messages.

    `out` receives the digests end to end, 16 bytes per message.
    """
    batch = Batch(messages, DIGEST_BYTES, out)
    lib.wr_md5_batch(batch.array, batch.count)
    return batch.tags.split(DIGEST_BYTES)


class Md5(Digest):
    """A message that arrives in pieces; `data` is the first. After `digest()` more pieces may follow.

    It can replace `hashlib.md5`, as it has `name`, `digest_size` and `block_size`: `hmac.new(key, digestmod=Md5)`,
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


def md5_ways(data: Buffer, *, ways: int = 16, out: Buffer | None = None) -> bytes:
    """Return the 16-byte K-way digest for K = `ways`, a multiple of 4 from 4 to 64."""
    _check(ways)
    digest = Output(DIGEST_BYTES, out)
    source = readable(data)
    lib.wr_md5_ways(source, len(source), ways, ffi.cast("uint8_t *", digest.pointer))
    return digest.value()


class Md5Ways(Digest):
    """A message that arrives in pieces; after `digest()` more may follow. A block has 64 bytes for every chain."""

    _type = "wr_md5_ways_state"

    def __init__(self, ways: int = 16) -> None:
        _check(ways)
        super().__init__()
        self.ways = ways
        self.name = f"md5-x{ways}"
        self.block_size = ways * lib.WR_MD5_BLOCK
        lib.wr_md5_ways_init(self._state, ways)

    def hexdigest(self) -> str:
        """Return the digest of the message so far as md5-x16:HEX, which cannot be mistaken for MD5."""
        return f"{self.name}:{super().hexdigest()}"

    def _update(self, state: Any, data: Any) -> None:
        lib.wr_md5_ways_update(state, data, len(data))

    def _final(self, state: Any, tag: Any, tag_bytes: int) -> None:
        lib.wr_md5_ways_final(state, tag)


def _check(ways: int) -> None:
    if ways not in WAYS:
        raise UsageError(f"ways must be a multiple of 4 from 4 to 64, not {ways} (RFC 1810)", fix="pass ways=16")
