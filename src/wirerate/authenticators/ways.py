# SPDX-License-Identifier: Apache-2.0 OR MIT
"""K-way MD5, RFC 1810's proposal, in wirerate's profile (docs/concepts/k-way-md5.md defines it).

Experimental: no other program computes it, it is not stronger than MD5, and not a MAC. Print it as md5-x16:HEX.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from wirerate._native import ffi, lib
from wirerate.authenticators.buffers import Output, readable
from wirerate.authenticators.md5 import DIGEST_BYTES
from wirerate.authenticators.message import Digest
from wirerate.authenticators.subjects import WAYS
from wirerate.errors import UsageError

if TYPE_CHECKING:
    from typing_extensions import Buffer


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
