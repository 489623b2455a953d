# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The Internet checksum (RFC 1071): the least a packet is ever charged, and no protection against anyone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wirerate._native import lib
from wirerate.authenticators.buffers import readable

if TYPE_CHECKING:
    from typing_extensions import Buffer


def internet_checksum(data: Buffer) -> int:
    """The checksum as a 16-bit number, to be stored big-endian; a packet that carries its own sums to 0."""
    source = readable(data)
    return int(lib.wr_internet_checksum(source, len(source)))
