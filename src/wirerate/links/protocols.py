"""How many bytes a protocol puts on the wire and under its authenticator, by the formula of protocols.toml."""

from __future__ import annotations

from dataclasses import dataclass

from wirerate.catalogue import Layout
from wirerate.errors import UsageError

_IP_HEADER = {4: 20, 6: 40}  # RFC 791 section 3.1, RFC 8200 section 3, without options or extension headers
_PSEUDO_HEADER = {4: 12, 6: 40}  # RFC 9293 section 3.1, RFC 8200 section 8.1
_TCP_HEADER = 20  # RFC 9293 section 3.1, without options


@dataclass(frozen=True)
class Protected:
    """One packet after protection, in bytes."""

    ip_bytes: int  # the IP packet that is sent
    frame_extra: int  # what is added to the frame around it
    covered_bytes: int  # what the authenticator reads


def protect(layout: Layout, ip_bytes: int, *, tag_bytes: int, iv_bytes: int, ip_version: int) -> Protected:
    """A packet of the mix (before protection) as the protocol sends and authenticates it."""
    stripped = layout.strips + (_IP_HEADER[ip_version] if layout.strips_ip else 0)
    _check_room(layout, ip_bytes, ip_version)
    payload = ip_bytes - stripped
    sealed = _round_up(payload + layout.inner_header + layout.inner_trailer, layout.inner_align)
    header_align = layout.header_align[0 if ip_version == 4 else 1]
    header = _round_up(layout.header + iv_bytes + tag_bytes, header_align)
    outer = layout.outer + (_IP_HEADER[ip_version] if layout.outer_ip else 0)
    added = outer + header + sealed - payload
    covered = sealed + layout.covered_extra
    covered += header if layout.covers_header else 0
    covered += _PSEUDO_HEADER[ip_version] if layout.pseudo_header else 0
    if layout.layer == "frame":
        return Protected(ip_bytes, added, covered)
    return Protected(ip_bytes + added, 0, covered)


def _check_room(layout: Layout, ip_bytes: int, ip_version: int) -> None:
    """Protocols that look inside the IP packet protect TCP: the packet must hold its header."""
    least = _IP_HEADER[ip_version] + _TCP_HEADER
    if layout.strips_ip and ip_bytes < least:
        raise UsageError(
            f"a {ip_bytes}-byte packet cannot carry TCP over IPv{ip_version}",
            fix=f"use packets of at least {least} bytes",
        )


def _round_up(size: int, multiple: int) -> int:
    return -(-size // multiple) * multiple
