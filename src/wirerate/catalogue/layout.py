# SPDX-License-Identifier: Apache-2.0 OR MIT
"""What the catalogue tells of a protocol: where its bytes go, what it permits, and which variants it has."""

from __future__ import annotations

import msgspec

from wirerate.errors import UsageError, unknown


class Layout(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where a protocol's bytes go. protocols.toml has the formula; `wirerate.links.load` computes it."""

    layer: str = "ip"  # ip | frame: where the added bytes count
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
    """What a protocol says of one algorithm."""

    level: str  # the source's word: MUST, SHOULD, MAY, MUST NOT, OBSOLETE, …
    tag_bits: int
    source: str
    date: str
    iv: int = 0  # bytes of nonce carried in every packet
    kind: str = ""  # what the protocol uses it as, where that is not its own kind: TCP-MD5 uses a digest as a MAC
    config: str = ""  # what to write where to choose it
    unavailable: str = ""  # why it is on paper only
    layout: dict[str, int] = {}

    @property
    def forbidden(self) -> bool:
        return self.level in ("MUST NOT", "OBSOLETE")


class Variant(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Another form of a protocol, named behind a slash: esp-gcm/transport."""

    title: str
    source: str
    config: str = ""  # what to write besides
    instead: dict[str, str] = {}  # words of the protocol's own lines, and what stands in their place
    set: dict[str, bool | int] = {}  # fields of the layout
    add: dict[str, int] = {}  # to fields of the layout

    def applied(self, layout: Layout) -> Layout:
        changed = msgspec.structs.replace(layout, **self.set)
        return msgspec.structs.replace(changed, **{name: getattr(changed, name) + n for name, n in self.add.items()})

    def line(self, config: str) -> str:
        """A protocol's line for this variant."""
        for word, other in self.instead.items():
            config = config.replace(word, other)
        return f"{config}; {self.config}" if config and self.config else config


class Messages(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a control-plane protocol is judged where nothing else is asked for."""

    bytes: int  # of a message's IP packet
    what: str
    rate: float  # a second
    usual: str  # what has that rate
    source: str


class Protocol(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One table of protocols.toml."""

    title: str
    source: str
    keeps_state: bool  # whether keyed state survives from packet to packet
    state: str  # why
    note: str = ""
    elsewhere: str = ""  # the protocol to turn to when this one has nothing sound to offer
    beside: str = ""  # the protocol whose algorithms are proposed with its own
    any_algorithm: bool = False
    layout: Layout = Layout()
    algorithms: dict[str, Permission] = {}
    messages: Messages | None = None  # of a protocol of the control plane
    variants: dict[str, Variant] = {}
    chosen: tuple[str, ...] = ()  # of the variants
    name: str = ""

    def permission(self, algorithm: str) -> Permission | None:
        """What it says of an algorithm; None where it leaves all open. An algorithm that it lacks is an error."""
        if algorithm in self.algorithms or self.any_algorithm:
            return self.algorithms.get(algorithm)
        usable = ", ".join(name for name, said in self.algorithms.items() if not said.forbidden)
        fix = f"type one of: {usable}" if usable else f"use --protocol {self.elsewhere}"
        raise UsageError(f"{self.name} does not carry {algorithm}", fix=fix)

    def layout_for(self, algorithm: str) -> Layout:
        permission = self.algorithms.get(algorithm)
        layout = msgspec.structs.replace(self.layout, **permission.layout) if permission else self.layout
        for name in self.chosen:
            layout = self.variants[name].applied(layout)
        return layout

    def with_variants(self, names: tuple[str, ...]) -> Protocol:
        """This protocol in the form that the names say, each once, in the catalogue's order."""
        for name in names:
            if name not in self.variants:
                raise self._no_variant(name)
            if names.count(name) > 1:
                raise UsageError(f"{self.name}: {name} stands there twice", fix=f"name {name} once")
        chosen = tuple(name for name in self.variants if name in names)
        forms = [self.variants[name] for name in chosen]
        lines = {}
        for algorithm, said in self.algorithms.items():
            config = said.config
            for form in forms:
                config = form.line(config)
            lines[algorithm] = msgspec.structs.replace(said, config=config)
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
