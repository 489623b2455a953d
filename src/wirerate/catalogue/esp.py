# SPDX-License-Identifier: Apache-2.0 OR MIT
"""ESP with a MAC of its own: every pair of a cipher and a MAC of esp.toml is a protocol."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import msgspec

from wirerate.catalogue.layout import Layout, Permission, Protocol, Variant

_KEPT = "the key lives as long as the security association"
_PLAINLY = "Tunnel mode without extended sequence numbers, unless a variant is named."
_WEAKEST_LAST = ("MUST", "SHOULD", "MUST-", "MAY", "NOT LISTED", "MUST NOT")


class _Cipher(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    title: str
    source: str
    iv: int
    inner_align: int
    covered_extra: int
    config: str
    level_source: str
    date: str
    note: str
    levels: dict[str, str] = {}  # by bits of key; empty: there is no key


class _Mac(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    title: str
    tag_bits: int
    level: str
    source: str
    config: str
    ciphers: tuple[str, ...] = ()  # that it is paired with; empty: all


class _Esp(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    ciphers: dict[str, _Cipher]
    macs: dict[str, _Mac]
    variants: dict[str, Variant]


_READ = msgspec.toml.decode(Path(__file__).with_name("esp.toml").read_bytes(), type=_Esp)
ESP_VARIANTS = _READ.variants


def esp_protocols() -> Iterator[Protocol]:
    """Tunnel mode, without extended sequence numbers; the variants say the rest."""
    for name, cipher in _READ.ciphers.items():
        for mac_name, mac in _READ.macs.items():
            if mac.ciphers and name not in mac.ciphers:
                continue
            yield Protocol(
                name=f"esp-{name}-{mac_name}",
                title=f"IPsec ESP with {cipher.title} and {mac.title}",
                source=f"{cipher.source}; {mac.source}",
                keeps_state=True,
                state=_KEPT,
                note=f"{cipher.note} {_PLAINLY}",
                beside="esp-gcm" if cipher.levels else "esp-null-gmac",
                layout=_layout(cipher),
                algorithms=dict(_algorithms(name, cipher, mac_name, mac)),
            )


def _layout(cipher: _Cipher) -> Layout:
    return Layout(
        outer_ip=True,
        header=8,  # SPI, sequence number
        inner_trailer=2,  # pad length, next header
        inner_align=cipher.inner_align,
        covered_extra=cipher.covered_extra,
    )


def _algorithms(name: str, cipher: _Cipher, mac_name: str, mac: _Mac) -> Iterator[tuple[str, Permission]]:
    """One for each length of key; the MAC alone where nothing is encrypted."""
    if not cipher.levels:
        yield mac_name, _permission(cipher, mac, mac.level, "")
    for bits, level in cipher.levels.items():
        yield f"aes-{bits}-{name}-{mac_name}", _permission(cipher, mac, max(level, mac.level, key=_weakness), bits)


def _permission(cipher: _Cipher, mac: _Mac, level: str, bits: str) -> Permission:
    return Permission(
        level=level,
        tag_bits=mac.tag_bits,
        source=f"{cipher.level_source}; {mac.source}",
        date=cipher.date,
        iv=cipher.iv,
        config="swanctl.conf: esp_proposals = " + cipher.config.format(bits=bits, mac=mac.config) if mac.config else "",
    )


def _weakness(level: str) -> int:
    return _WEAKEST_LAST.index(level)
