# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The supported protocols, from protocols.toml, sessions.toml, control.toml, esp.toml and AH's own table.

A protocol has the layout of its bytes, the algorithms it permits, and its variants. Every pair of a cipher and a MAC in
esp.toml is a protocol.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import msgspec

from wirerate.authenticators.ah_algorithms import AH_ALGORITHMS
from wirerate.catalogue.tables import named, read
from wirerate.errors import UsageError, unknown


class Layout(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The layout of a protocol's bytes. protocols.toml explains the formula; `wirerate.links.load` computes it."""

    layer: str = "ip"  # ip | frame: what the protocol adds its bytes to
    outer_ip: bool = False
    outer: int = 0
    strips_ip: bool = False
    strips: int = 0
    header: int = 0
    header_align: tuple[int, int] = (1, 1)
    inner_header: int = 0
    inner_trailer: int = 0
    inner_align: int = 1
    covers_header: bool = False
    pseudo_header: bool = False
    covered_extra: int = 0


class Permission(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A protocol's rule about one algorithm."""

    level: str  # the requirement level as the source words it: MUST, SHOULD, MAY, MUST NOT, OBSOLETE, …
    tag_bits: int
    source: str
    date: str
    iv: int = 0  # bytes of the nonce in every packet
    kind: str = ""  # role in the protocol, if not the algorithm's own kind: TCP-MD5 uses a digest as a MAC
    config: str = ""  # configuration line that selects the algorithm
    unavailable: str = ""  # why no implementation offers it; empty if one does
    layout: dict[str, int] = {}

    @property
    def forbidden(self) -> bool:
        return self.level in ("MUST NOT", "OBSOLETE")


class Variant(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A variant of a protocol, written after a slash: esp-gcm/transport."""

    title: str
    source: str
    config: str = ""  # additional configuration
    instead: dict[str, str] = {}  # replacements of words in the protocol's configuration lines
    set: dict[str, bool | int] = {}  # new values of layout fields
    add: dict[str, int] = {}  # amounts to add to layout fields

    def applied(self, layout: Layout) -> Layout:
        changed = msgspec.structs.replace(layout, **self.set)
        return msgspec.structs.replace(changed, **{name: getattr(changed, name) + n for name, n in self.add.items()})

    def line(self, config: str) -> str:
        """Return the protocol's configuration line for this variant."""
        for word, other in self.instead.items():
            config = config.replace(word, other)
        return f"{config}; {self.config}" if config and self.config else config


class Messages(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The default message size and rate for judging a control-plane protocol."""

    bytes: int  # size of a message's IP packet
    what: str
    rate: float  # messages per second
    usual: str  # the setting in which that rate is usual
    source: str


class Protocol(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A protocol. Each table of protocols.toml describes one."""

    title: str
    source: str
    keeps_state: bool  # whether the key schedule can be reused for further packets
    state: str  # reason for keeps_state
    note: str = ""
    elsewhere: str = ""  # the protocol to use when this one has no sound algorithm
    beside: str = ""  # another protocol whose algorithms are proposed as alternatives
    any_algorithm: bool = False
    layout: Layout = Layout()
    algorithms: dict[str, Permission] = {}
    messages: Messages | None = None  # only for control-plane protocols
    variants: dict[str, Variant] = {}
    chosen: tuple[str, ...] = ()  # the variants chosen
    name: str = ""

    def permission(self, algorithm: str) -> Permission | None:
        """Return the protocol's rule about an algorithm; None if the protocol permits any algorithm.

        Raises UsageError if the protocol lacks the algorithm.
        """
        if algorithm in self.algorithms or self.any_algorithm:
            return self.algorithms.get(algorithm)
        usable = ", ".join(name for name, permission in self.algorithms.items() if not permission.forbidden)
        fix = f"type one of: {usable}" if usable else f"use --protocol {self.elsewhere}"
        raise UsageError(f"{self.name} does not carry {algorithm}", fix=fix)

    def layout_for(self, algorithm: str) -> Layout:
        permission = self.algorithms.get(algorithm)
        layout = msgspec.structs.replace(self.layout, **permission.layout) if permission else self.layout
        for name in self.chosen:
            layout = self.variants[name].applied(layout)
        return layout

    def with_variants(self, names: tuple[str, ...]) -> Protocol:
        """Return this protocol with the named variants, in the catalogue's order.

        Raises UsageError for unknown or repeated names.
        """
        for name in names:
            if name not in self.variants:
                raise self._no_variant(name)
            if names.count(name) > 1:
                raise UsageError(f"{self.name}: variant {name} is typed twice", fix=f"name {name} once")
        chosen = tuple(name for name in self.variants if name in names)
        forms = [self.variants[name] for name in chosen]
        lines = {}
        for algorithm, permission in self.algorithms.items():
            config = permission.config
            for form in forms:
                config = form.line(config)
            lines[algorithm] = msgspec.structs.replace(permission, config=config)
        return msgspec.structs.replace(
            self,
            name="/".join((self.name, *chosen)),
            title=", ".join((self.title, *(form.title for form in forms))),
            source="; ".join((self.source, *(form.source for form in forms))),
            algorithms=lines,
            chosen=chosen,
        )

    def _no_variant(self, name: str) -> UsageError:
        if self.variants:
            return unknown(f"variant of {self.name}", name, self.variants)
        return UsageError(f"{self.name} has no variants", fix=f"type --protocol {self.name}")


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
    levels: dict[str, str] = {}  # by key length in bits; empty if there is no key


class _Mac(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    title: str
    tag_bits: int
    level: str
    source: str
    config: str
    ciphers: tuple[str, ...] = ()  # ciphers that may be paired with this MAC; empty: all


class _Esp(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    ciphers: dict[str, _Cipher]
    macs: dict[str, _Mac]
    variants: dict[str, Variant]


_ESP = read("esp.toml", _Esp)
ESP_VARIANTS = _ESP.variants


def esp_protocols() -> Iterator[Protocol]:
    """Yield ESP with every pair of cipher and MAC, in tunnel mode and without extended sequence numbers."""
    for name, cipher in _ESP.ciphers.items():
        for mac_name, mac in _ESP.macs.items():
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
                layout=_esp_layout(cipher),
                algorithms=dict(_algorithms(name, cipher, mac_name, mac)),
            )


def _esp_layout(cipher: _Cipher) -> Layout:
    return Layout(
        outer_ip=True,
        header=8,  # SPI and sequence number
        inner_trailer=2,  # pad length and next header
        inner_align=cipher.inner_align,
        covered_extra=cipher.covered_extra,
    )


def _algorithms(name: str, cipher: _Cipher, mac_name: str, mac: _Mac) -> Iterator[tuple[str, Permission]]:
    """Yield one algorithm per key length, or only the MAC if nothing is encrypted."""
    if not cipher.levels:
        yield mac_name, _permission(cipher, mac, mac.level, "")
    for bits, level in cipher.levels.items():
        weaker = max(level, mac.level, key=_WEAKEST_LAST.index)
        yield f"aes-{bits}-{name}-{mac_name}", _permission(cipher, mac, weaker, bits)


def _permission(cipher: _Cipher, mac: _Mac, level: str, bits: str) -> Permission:
    return Permission(
        level=level,
        tag_bits=mac.tag_bits,
        source=f"{cipher.level_source}; {mac.source}",
        date=cipher.date,
        iv=cipher.iv,
        config="swanctl.conf: esp_proposals = " + cipher.config.format(bits=bits, mac=mac.config) if mac.config else "",
    )


_FILES = ("protocols.toml", "sessions.toml", "control.toml")


def _in_ah() -> dict[str, Permission]:
    """Return AH's rules about the algorithms in its own table."""
    return {
        algorithm.judged_as: Permission(
            level=algorithm.level,
            tag_bits=8 * algorithm.icv_bytes,
            source=algorithm.source,
            date=algorithm.date,
            config=algorithm.config,
        )
        for algorithm in AH_ALGORITHMS.values()
        if algorithm.judged_as and not algorithm.stands_in
    }


def _all() -> dict[str, Protocol]:
    rows: dict[str, Protocol] = {}
    for file in _FILES:
        rows |= named(read(file, dict[str, Protocol]))
    rows["ah"] = msgspec.structs.replace(rows["ah"], algorithms=_in_ah() | rows["ah"].algorithms)
    return _with_esp(rows, [*esp_protocols()])


def _with_esp(rows: dict[str, Protocol], pairs: Iterable[Protocol]) -> dict[str, Protocol]:
    """Insert ESP's pairs after the AEADs, which are preferred. All ESP protocols have the same variants."""
    protocols: dict[str, Protocol] = {}
    for name, row in rows.items():
        esp = name.startswith("esp-")
        protocols[name] = msgspec.structs.replace(row, variants=ESP_VARIANTS) if esp else row
        if name == "esp-null-gmac":
            protocols |= {pair.name: msgspec.structs.replace(pair, variants=ESP_VARIANTS) for pair in pairs}
    return protocols


PROTOCOLS = _all()


def protocol(name: str | None) -> Protocol:
    """Return the protocol of that name, with variants after slashes: esp-gcm/transport/esn. None means "none"."""
    if name is not None and not name.strip():
        raise UsageError(
            "the protocol's name is empty", fix="type --protocol none, or a name from: wirerate list protocols"
        )
    base, *variants = (name or "none").split("/")
    if base not in PROTOCOLS:
        raise unknown("protocol", base, PROTOCOLS, see="wirerate list protocols")
    row = PROTOCOLS[base]
    return row.with_variants(tuple(variants)) if variants else row
