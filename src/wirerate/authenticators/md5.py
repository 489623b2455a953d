# SPDX-License-Identifier: Apache-2.0 OR MIT
"""MD5 (RFC 1321) of one message, of many, and of one that arrives in pieces; and K-way MD5, RFC 1810's proposal, in
wirerate's profile (docs/concepts/k-way-md5.md defines it).

MD5 finds accidents, not attackers: collisions take seconds. The K-way form is experimental: no other program computes
it, it is not stronger than MD5, and not a MAC. Print it as md5-x16:HEX.
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


def md5_ways(data: Buffer, *, ways: int = 16, out: Buffer | None = None) -> bytes:
    """The 16-byte K-way digest for K = `ways`, a multiple of 4 from 4 to 64."""
    _check(ways)
    digest = Output(DIGEST_BYTES, out)
    source = readable(data)
    lib.wr_md5_ways(source, len(source), ways, ffi.cast("uint8_t *", digest.pointer))
    return digest.value()


class Md5Ways(Digest):
    """One message in pieces; `digest()` leaves it open for more. A block is one of each of the K chains."""

    _type = "wr_md5_ways_state"

    def __init__(self, ways: int = 16) -> None:
        _check(ways)
        super().__init__()
        self.ways = ways
        self.name = f"md5-x{ways}"
        self.block_size = ways * lib.WR_MD5_BLOCK
        lib.wr_md5_ways_init(self._state, ways)

    def hexdigest(self) -> str:
        """The K-way digest of everything so far, with its name in front: no other program would know bare digits."""
        return f"{self.name}:{super().hexdigest()}"

    def _update(self, state: Any, data: Any) -> None:
        lib.wr_md5_ways_update(state, data, len(data))

    def _final(self, state: Any, tag: Any, tag_bytes: int) -> None:
        lib.wr_md5_ways_final(state, tag)


def _check(ways: int) -> None:
    if ways not in WAYS:
        raise UsageError(f"ways must be a multiple of 4 from 4 to 64, not {ways} (RFC 1810)", fix="pass ways=16")
