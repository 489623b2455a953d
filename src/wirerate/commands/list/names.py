# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The names of each topic, from the catalogue, the links and this host's libraries; and how they are shown."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import groupby

from wirerate.authenticators.subjects import ALGORITHMS
from wirerate.commands.list import TOPICS
from wirerate.commands.list.rows import ListedName, Listing, ListRun
from wirerate.report import numbers
from wirerate.report.table import Cell, Column, Group, Table, wrap
from wirerate.report.terminal import Paper

_KINDS = {
    "mac": "MACs",
    "aead": "AEADs",
    "combined": "Cipher and MAC together",
    "digest": "Digests (no key)",
    "checksum": "Checksums (no key)",
}
_SUMMARIES = {
    "md5": "128-bit digest; broken, finds accidental errors only",
    "md5-x16": "RFC 1810's K-way MD5; any md5-xK, K = 4, 8, … 64",
    "sha1": "160-bit digest; broken, finds accidental errors only",
    "sha256": "256-bit digest (SHA-2)",
    "sha384": "384-bit digest (SHA-2)",
    "sha512": "512-bit digest (SHA-2)",
    "hmac-md5": "HMAC with MD5; RADIUS still requires it",
    "hmac-sha1": "HMAC with SHA-1; being phased out",
    "hmac-sha256": "HMAC with SHA-256",
    "hmac-sha384": "HMAC with SHA-384",
    "hmac-sha512": "HMAC with SHA-512",
    "umac-32": "UMAC with a 32-bit tag; for tests",
    "umac-64": "UMAC with a 64-bit tag; OpenSSH, fastd",
    "umac-96": "UMAC with a 96-bit tag",
    "umac-128": "UMAC with a 128-bit tag; OpenSSH",
    "poly1305": "Poly1305 with a one-time key",
    "chacha20-poly1305": "ChaCha20 with Poly1305; WireGuard, TLS, SSH",
    "internet-checksum": "the checksum of IP, TCP and UDP; no protection",
}


def list_names(topic: str = "") -> ListRun:
    """List the names of a topic of `TOPICS`; without one, list the topics."""
    names = tuple(_NAMES[topic]() if topic else _topics())
    return ListRun(command="list", environment=None, findings=Listing(topic=topic or "topics", names=names))


def _topics() -> Iterator[ListedName]:
    for topic, summary in TOPICS.items():
        yield ListedName(name=topic, group="Topics (wirerate list TOPIC)", summary=summary)


def _algorithms() -> Iterator[ListedName]:
    for kind, group in _KINDS.items():
        for name, facts in ALGORITHMS.items():
            if kind == ("combined" if facts.parts else facts.kind):
                yield ListedName(name=name, group=group, summary=_algorithm(name))


def _algorithm(name: str) -> str:
    parts = ALGORITHMS[name].parts
    if parts:
        return f"{parts[0].upper()}, then {parts[1].upper().replace('SHA', 'SHA-')} over the ciphertext"
    cipher = name.upper()[:7]  # AES-128
    modes = {"gmac": f"the MAC of AES-GCM, with {cipher}", "cmac": f"CMAC with {cipher}", "gcm": f"{cipher} in GCM"}
    return _SUMMARIES.get(name) or modes[name.rpartition("-")[2]]


def _protocols() -> Iterator[ListedName]:
    from wirerate.catalogue import PROTOCOLS

    variants: dict[str, str] = {}
    for name, protocol in PROTOCOLS.items():
        if name == "none":
            continue
        group = "IPsec" if name == "ah" or name.startswith("esp-") else "Other packets on a link"
        if protocol.messages:
            group = "Control plane: a rate of messages (--messages) instead of a link"
        yield ListedName(name=name, group=group, summary=protocol.title)
        family = "esp-*" if name.startswith("esp-") else name
        variants |= {f"{family}/{variant}": form.title for variant, form in protocol.variants.items()}
    for name, title in variants.items():
        yield ListedName(name=name, group="Variants, also combined: esp-gcm/transport/esn", summary=title)


def _links() -> Iterator[ListedName]:
    from wirerate.links import OVER, link_names, packet_names, parse_link, parse_packets
    from wirerate.links.link import ETHERNET_RATES

    smallest = 46  # bytes of IP in a 64-byte frame
    for name in link_names():
        link = parse_link(name)
        frames = f", up to {link.packets_per_second(smallest):,.0f} frames a second" if name in ETHERNET_RATES else ""
        yield ListedName(name=name, group="Links (--link)", summary=link.title + frames)
    yield ListedName(
        name="rate:600M", group="Links (--link)", summary="any other rate, in bits per second of IP packets"
    )
    for name in packet_names():
        sizes = ", ".join(f"{weight} of {size:,} B" for size, weight in parse_packets(name).entries)
        yield ListedName(name=name, group="Packet mixes (--packet)", summary=f"IP packets: {sizes}")
    for name, encapsulation in OVER.items():
        header = f"an IP header and {encapsulation.size} bytes" if encapsulation.size else "an IP header"
        added = header if encapsulation.tunnel else f"{encapsulation.size} bytes in the Ethernet frame"
        summary = f"{added} ({encapsulation.source})"
        yield ListedName(name=name, group="Encapsulations (--over)", summary=summary)


def _boards() -> Iterator[ListedName]:
    from wirerate.catalogue.boards import BOARDS, core_title

    for name, board in BOARDS.items():
        memory = f"{numbers.size(board.ram_bytes)} RAM, {numbers.size(board.flash_bytes)} flash"
        summary = f"{board.title}: {core_title(board.core)}, {board.clock_hz / 1e6:g} MHz, {memory}"
        yield ListedName(name=name, group="Boards", summary=summary)


def _peers() -> Iterator[ListedName]:
    from wirerate.host import meter
    from wirerate.host.doctor import INSTALL_COMMANDS

    for peer in sorted(meter.peers(), key=lambda peer: bool(peer.absent)):
        if peer.absent:
            install = INSTALL_COMMANDS[peer.name]
            yield ListedName(name=peer.name, group="Absent", summary=f"{peer.absent}; {install}", install=install)
        else:
            yield ListedName(name=peer.name, group="On this host", summary=peer.version, version=peer.version)


_NAMES: dict[str, Callable[[], Iterator[ListedName]]] = {
    "algorithms": _algorithms,
    "protocols": _protocols,
    "links": _links,
    "boards": _boards,
    "peers": _peers,
}


def text(run: ListRun, paper: Paper) -> str:
    names = run.findings.names
    column = min(max(len(row.name) for row in names) + 4, paper.width * 2 // 5)
    blocks = []
    for group, rows in groupby(names, lambda row: row.group):
        lines = [paper.ink(line, "strong") for line in wrap(group, paper.width)]
        for row in rows:
            first, *rest = wrap(row.summary, paper.width - column)
            name = f"  {row.name}".ljust(column)
            if len(name) > column - 1 and not name.endswith(" "):
                lines.append(name)
                name = " " * column
            lines += [name + first, *(" " * column + line for line in rest)]
        blocks.append("\n".join(lines))
    return "\n\n".join(blocks) + "\n"


def table(run: ListRun) -> Table:
    columns = (Column("name", ("name",), numeric=False), Column("", ("summary",), numeric=False))
    groups = [
        Group(group, tuple((Cell(row.name), Cell(row.summary)) for row in rows))
        for group, rows in groupby(run.findings.names, lambda row: row.group)
    ]
    return Table("list", columns, tuple(groups))
