# SPDX-License-Identifier: Apache-2.0 OR MIT
"""What is asked of this kernel: paths, links, packets or records; and what the catalogue says of the paths before
anything is measured."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import KW_ONLY, dataclass, replace
from functools import cached_property

from wirerate.authenticators.ah_algorithms import AH_ALGORITHMS
from wirerate.catalogue import PROTOCOLS, protocol
from wirerate.errors import UsageError
from wirerate.host.machine import links_of_this_machine
from wirerate.links import Link, Load, Mix, load, parse_link, parse_packet_list
from wirerate.links.load import protect
from wirerate.links.packets import parse_record_list
from wirerate.question import Question
from wirerate.records import ConfigLine
from wirerate.wings.path.breakdown import VERSION
from wirerate.wings.path.catalogue import PATHS, RECORD_PATHS, Path, parse_path
from wirerate.wings.path.verdict import Judged, may_replace

SECONDS = 5.0
RECORDS = "1400,16Ki"  # without another choice: about a packet of Ethernet's, and the longest
_HEADERS = 40  # of IP and TCP: what a packet with a record in it has besides
_KTLS = ConfigLine(system="", text="nginx: ssl_conf_command Options KTLS", source="SSL_CONF_cmd(3)")


@dataclass(frozen=True)
class PathQuestion(Question):
    paths: Sequence[str] = ()
    _: KW_ONLY
    links: Sequence[str] = ()
    packet: str | None = None
    record: str | None = None
    policy: str = "modern"
    duplex: bool = False
    time: float | None = None
    affinity: Sequence[int] = ()

    def __post_init__(self) -> None:
        """TLS's rounds and a gateway's have no stage in common, so that one run has one kind."""
        by_record, by_packet = ([each.name for each in self.named if each.by_record == kind] for kind in (True, False))
        if by_record and by_packet:
            told = f"{by_record[0]} goes by the record and {by_packet[0]} by the packet, and one run has one kind"
            raise UsageError(told, fix=f"type wirerate path {' '.join(by_record)}, and then the others")
        if self.packet and self.record:
            told = "‹packet› is of gateways and ‹record› of TLS, and one run has one kind"
            raise UsageError(told, fix="leave out one")
        if by_record:
            self.refuses("packet", because=f"{by_record[0]} goes by the record", fix=f"type ‹record={RECORDS}›")
        if by_packet:
            self.refuses("record", because=f"{by_packet[0]} goes by the packet", fix="type ‹packet=imix,1400›")

    @cached_property
    def named(self) -> list[Path]:
        return list(dict.fromkeys(parse_path(word) for word in self.paths))

    @property
    def by_record(self) -> bool:
        return bool(self.record) or any(each.by_record for each in self.named)

    @cached_property
    def lines(self) -> list[Link]:
        """Without another choice, this machine's."""
        return [parse_link(word) for word in self.links] or links_of_this_machine()

    @cached_property
    def mixes(self) -> list[Mix]:
        """Of packets, or records each of one size."""
        if self.by_record:
            return [records_of(size) for size in parse_record_list(self.record or RECORDS)]
        return parse_packet_list(self.packet or "imix")

    def judged(self) -> dict[Path, Judged]:
        """What was named with what stands under it, which no path can have more headroom than; else all."""
        floors = dict.fromkeys(each.floor for each in self.named)
        asked = list(dict.fromkeys([*floors, *self.named])) or (RECORD_PATHS if self.by_record else PATHS)
        return {each: self._judged(each, strict=bool(self.named)) for each in asked}

    def beside(self, judged: dict[Path, Judged]) -> dict[Path, Judged]:
        """What could be proposed in their place: every TLS, and of packets what may replace one of them."""
        others = RECORD_PATHS if self.by_record else _in_their_form(self.named)
        about = {each: self._judged(each, strict=False) for each in others if each not in judged}
        return {
            each: other
            for each, other in about.items()
            if self.by_record or any(may_replace(here, other, self.policy) for here in judged.values())
        }

    def _judged(self, path: Path, *, strict: bool) -> Judged:
        """A packet that its protocol cannot carry, or a link that has no frames for it: refused where it was named."""
        form, chosen = (path.mode, VERSION[path.family]), _KTLS if path.kind == "ktls" else None
        try:
            return Judged(path.name, _load(path, self.lines[0], self.mixes[0]), form, chosen)
        except UsageError:
            if strict:
                raise
            return Judged(path.name, None, form, chosen)


def records_of(size: int) -> Mix:
    """As rows and verdicts have them in place of a packet mix."""
    return Mix(f"{size}-byte records", ((size, 1),))


def added_bytes(path: Path, sizes: Sequence[int]) -> dict[int, int]:
    """What the catalogue says that it adds to packets, or records, of these sizes."""
    if path.protocol not in PROTOCOLS:
        return {}
    carrier, name = protocol(_protocol(path)), _algorithm(path)
    said, layout = carrier.algorithms[name], carrier.layout_for(name)
    around = _HEADERS if path.by_record else 0
    found = {}
    for size in sizes:
        sent = protect(layout, size + around, tag_bytes=said.tag_bits // 8, iv_bytes=said.iv,
                       ip_version=VERSION[path.family])  # fmt: skip
        found[size] = sent.ip_bytes - size - around + sent.frame_extra
    return found


def _load(path: Path, line: Link, mix: Mix) -> Load | None:
    if path.protocol not in PROTOCOLS:
        return None
    if path.by_record:
        mix = replace(mix, entries=tuple((size + _HEADERS, weight) for size, weight in mix.entries))
    return load(line, mix, _algorithm(path), _protocol(path), ip_version=VERSION[path.family])


def _algorithm(path: Path) -> str:
    """As the protocol's row calls it: AH has a table of its own."""
    return AH_ALGORITHMS[path.algorithm].judged_as if path.kind == "ah" else path.algorithm


def _protocol(path: Path) -> str:
    """With the variants that change its bytes. A gateway's transport mode is in a tunnel of IP in IP (RFC 3884): on the
    wire it is tunnel mode."""
    variants = {"tunnel": path.kind == "ah", "nat-t": path.udp_encapsulation, "esn": path.esn}
    return "/".join([path.protocol, *(name for name, said in variants.items() if said)])


def _in_their_form(named: Sequence[Path]) -> list[Path]:
    """All paths with the variants that those named have."""
    forms = dict.fromkeys((like.family, like.mode, like.esn, like.udp_encapsulation) for like in named)
    found = (
        replace(each, family=family, mode=mode or each.mode, esn=esn, udp_encapsulation=udp and each.kind == "esp")
        for family, mode, esn, udp in forms
        for each in PATHS
        if each.kind in ("esp", "ah")
    )
    return list(dict.fromkeys(found))
