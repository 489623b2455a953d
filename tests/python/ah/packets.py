"""IPv6 test packets, assembled by hand so that they do not depend on a library."""

from __future__ import annotations

import struct
from ipaddress import IPv6Address

from hypothesis import strategies as st

SOURCE, DESTINATION = "2001:db8::1", "2001:db8::2"

# The packet of the worked example: UDP, class b8, flow label 12345, 32 bytes of payload.
WORKED = bytes.fromhex(
    "6b8123450028114020010db800000000000000000000000120010db8000000000000000000000002"
    "04d200090028ae4d000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f"
)


def ipv6(payload: bytes, next_header: int = 17, *, first: int = 0x6B812345, hop_limit: int = 64) -> bytes:
    head = struct.pack(">IHBB", first, len(payload), next_header, hop_limit)
    return head + IPv6Address(SOURCE).packed + IPv6Address(DESTINATION).packed + payload


def options(*contents: bytes) -> bytes:
    """Return the options, padded with PadN or Pad1 so that they and a 2-byte header are a multiple of 8 bytes."""
    body = b"".join(contents)
    gap = -(2 + len(body)) % 8
    if gap == 1:
        return body + b"\0"
    return body + (bytes([1, gap - 2]) + bytes(gap - 2) if gap else b"")


def option(kind: int, data: bytes) -> bytes:
    return bytes([kind, len(data)]) + data


def chain(headers: list[tuple[int, bytes]], upper: int, payload: bytes) -> bytes:
    """Return a packet with extension headers, given as (protocol, content after the length byte)."""
    protocols = [protocol for protocol, _ in headers] + [upper]
    body = b""
    for (protocol, content), follower in zip(headers, protocols[1:], strict=True):
        length = 0 if protocol == 44 else (len(content) + 2) // 8 - 1
        body += bytes([follower, length]) + content
    return ipv6(body + payload, protocols[0])


ROUTING_DONE = bytes([0, 0]) + bytes(4) + IPv6Address("2001:db8::9").packed  # type 0, no segments left
ATOMIC_FRAGMENT = bytes(2) + struct.pack(">I", 0x12345678)

_option = st.builds(option, st.sampled_from([0x1E, 0x3E, 0x05, 0x25, 0xC9, 0xE3]), st.binary(max_size=20)) | st.just(
    b"\0"
)
_option_header = st.lists(_option, max_size=6).map(lambda found: options(*found))


@st.composite
def unsigned_packets(draw: st.DrawFn) -> tuple[bytes, int, int]:
    """Draw a packet and the place for AH: after hop-by-hop and routing headers and everything before the latter."""
    headers: list[tuple[int, bytes]] = []
    if draw(st.booleans()):
        headers.append((0, draw(_option_header)))
    if draw(st.booleans()):
        if draw(st.booleans()):
            headers.append((60, draw(_option_header)))
        headers.append((43, ROUTING_DONE))
    before = len(headers)
    headers += [(60, draw(_option_header))] if draw(st.booleans()) else []
    payload = draw(st.binary(min_size=1, max_size=300))
    at, next_at = 40, 6
    for _, content in headers[:before]:
        at, next_at = at + 2 + len(content), at
    return chain(headers, 17, payload), at, next_at
