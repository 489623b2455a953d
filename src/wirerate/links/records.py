# SPDX-License-Identifier: Apache-2.0 OR MIT
"""TLS records: their sizes as one types them, and the packets that one makes of a TCP stream."""

from __future__ import annotations

from wirerate.errors import UsageError
from wirerate.links.quantities import parse_size

RECORD_MAXIMUM = 16384  # RFC 8446 section 5.1
_PACKET = 1500  # what an Ethernet frame holds of IP
_HEADERS = 20 + 20  # IPv4 and TCP, without options


def parse_record_list(text: str) -> list[int]:
    """Bytes of records, each a question of its own: 1400,16Ki."""
    return list(dict.fromkeys(_size(word) for word in text.split(",")))


def segments(stream_bytes: int) -> tuple[int, ...]:
    """IP bytes of the packets in which so many bytes of a TCP stream go, written at once and sent at once."""
    most = _PACKET - _HEADERS
    whole, rest = divmod(stream_bytes, most)
    return (_PACKET,) * whole + ((rest + _HEADERS,) if rest else ())


def _size(word: str) -> int:
    size = parse_size(word)
    if not 1 <= size <= RECORD_MAXIMUM:
        raise UsageError(
            f"record size {word}: a TLS record holds 1 to {RECORD_MAXIMUM} bytes",
            fix=f"type a size from 1 to {RECORD_MAXIMUM}, such as 1400",
        )
    return size
