# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The question `path` answers (paths, links, packets or records), and what the catalogue knows about each path."""

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
from wirerate.wings.path.verdict import PathFacts, may_replace

SECONDS = 5.0
RECORDS = "1400,16Ki"  # the default: about one Ethernet packet, and the longest record TLS allows
_HEADERS = 40  # IPv4 and TCP headers of a packet that carries a record
_KTLS = ConfigLine(system="", text="nginx: ssl_conf_command Options KTLS", source="SSL_CONF_cmd(3)")


@dataclass(frozen=True)
class PathQuestion(Question):
    """The question of `wirerate path` and `wirerate.path()`."""

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
        """Refuse a question about packets and TLS records at once: their rounds share no stage to compare with."""
        by_record = [path.name for path in self.named if path.by_record]
        by_packet = [path.name for path in self.named if not path.by_record]
        if by_record and by_packet:
            raise UsageError(
                f"{by_record[0]} is measured per record and {by_packet[0]} per packet, which takes two runs",
                fix=f"type wirerate path {' '.join(by_record)}, then wirerate path {' '.join(by_packet)}",
            )
        if self.packet and self.record:
            raise UsageError(
                "‹packet› is for gateways and ‹record› is for TLS, which takes two runs", fix="leave out one"
            )
        if by_record:
            self.refuses("packet", because=f"{by_record[0]} is measured per record", fix=f"type ‹record={RECORDS}›")
        if by_packet:
            self.refuses("record", because=f"{by_packet[0]} is measured per packet", fix="type ‹packet=imix,1400›")

    @cached_property
    def named(self) -> list[Path]:
        return list(dict.fromkeys(parse_path(word) for word in self.paths))

    @property
    def by_record(self) -> bool:
        return bool(self.record) or any(path.by_record for path in self.named)

    @cached_property
    def lines(self) -> list[Link]:
        """The links to judge; by default those of this machine."""
        return [parse_link(word) for word in self.links] or links_of_this_machine()

    @cached_property
    def mixes(self) -> list[Mix]:
        """The packet mixes, or one mix per record size."""
        if self.by_record:
            return [records_of(size) for size in parse_record_list(self.record or RECORDS)]
        return parse_packet_list(self.packet or "imix")

    def subjects(self) -> dict[Path, PathFacts]:
        """Return the paths to judge: the named ones and the unprotected paths to compare them with, or all paths."""
        floors = dict.fromkeys(path.floor for path in self.named)
        paths = list(dict.fromkeys([*floors, *self.named])) or (RECORD_PATHS if self.by_record else PATHS)
        return {path: self._facts(path, strict=bool(self.named)) for path in paths}

    def alternatives(self, subjects: dict[Path, PathFacts]) -> dict[Path, PathFacts]:
        """Return the paths that are measured only because they might replace a subject."""
        paths = RECORD_PATHS if self.by_record else _in_same_form(self.named)
        candidates = {path: self._facts(path, strict=False) for path in paths if path not in subjects}
        return {
            path: facts
            for path, facts in candidates.items()
            if self.by_record or any(may_replace(subject, facts, self.policy) for subject in subjects.values())
        }

    def _facts(self, path: Path, *, strict: bool) -> PathFacts:
        """Look up a path in the catalogue.

        With `strict`, raise UsageError if its protocol cannot carry the packet or the link has no frames for it.
        """
        form, config = (path.mode, VERSION[path.family]), _KTLS if path.kind == "ktls" else None
        try:
            return PathFacts(path.name, _load(path, self.lines[0], self.mixes[0]), form, config)
        except UsageError:
            if strict:
                raise
            return PathFacts(path.name, None, form, config)


def records_of(size: int) -> Mix:
    """Return records of one size as a mix, which takes the place of a packet mix in rows and verdicts."""
    return Mix(f"{size}-byte records", ((size, 1),))


def added_bytes(path: Path, sizes: Sequence[int]) -> dict[int, int]:
    """Return the bytes that the path adds to packets or records of these sizes, according to the catalogue."""
    if path.protocol not in PROTOCOLS:
        return {}
    carrier, name = protocol(_protocol(path)), _algorithm(path)
    permission, layout = carrier.algorithms[name], carrier.layout_for(name)
    headers = _HEADERS if path.by_record else 0
    added = {}
    for size in sizes:
        sent = protect(layout, size + headers, tag_bytes=permission.tag_bits // 8, iv_bytes=permission.iv,
                       ip_version=VERSION[path.family])  # fmt: skip
        added[size] = sent.ip_bytes - size - headers + sent.frame_extra
    return added


def _load(path: Path, line: Link, mix: Mix) -> Load | None:
    if path.protocol not in PROTOCOLS:
        return None
    if path.by_record:
        mix = replace(mix, entries=tuple((size + _HEADERS, weight) for size, weight in mix.entries))
    return load(line, mix, _algorithm(path), _protocol(path), ip_version=VERSION[path.family])


def _algorithm(path: Path) -> str:
    """Return the algorithm's name in the protocol's table; AH has a table of its own."""
    return AH_ALGORITHMS[path.algorithm].judged_as if path.kind == "ah" else path.algorithm


def _protocol(path: Path) -> str:
    """Return the protocol with the variants that change its bytes.

    Transport mode between gateways protects an IP-in-IP tunnel (RFC 3884), so its packets look like tunnel mode.
    """
    variants = {"tunnel": path.kind == "ah", "nat-t": path.udp_encapsulation, "esn": path.esn}
    return "/".join([path.protocol, *(name for name, applies in variants.items() if applies)])


def _in_same_form(named: Sequence[Path]) -> list[Path]:
    """Return every ESP and AH path, in each combination of variants that a named path has."""
    forms = dict.fromkeys((path.family, path.mode, path.esn, path.udp_encapsulation) for path in named)
    paths = (
        replace(path, family=family, mode=mode or path.mode, esn=esn, udp_encapsulation=udp and path.kind == "esp")
        for family, mode, esn, udp in forms
        for path in PATHS
        if path.kind in ("esp", "ah")
    )
    return list(dict.fromkeys(paths))
