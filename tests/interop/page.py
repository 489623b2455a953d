"""docs/reference/interoperability.md, from the cells of one run."""

from __future__ import annotations

import platform
from collections.abc import Sequence
from datetime import date

import asyncssh

import wirerate

from .macs import MACS, computed_by
from .matrix import FAILED, NOT_OFFERED, NOT_RUN, PASSED, Cell
from .ours import DATA, SIZES

_SIGNS = {PASSED: "✓", NOT_OFFERED: "–", FAILED: "**failed**", NOT_RUN: "not run"}
_HEAD = """# Who speaks which MAC with the library

Each ✓ is a connection on loopback that was made by `make matrix`: one end is asyncssh {asyncssh} whose MACs are
computed by this library, the other end is the peer as distributed, with its own MAC code. {bytes:,} bytes go there and
come back, in writes of {smallest} to {largest:,} bytes, encrypted with aes128-ctr, and every packet's tag is checked
at both ends. "client" and "server" say what the peer was. – means that the peer does not offer this MAC.

UMAC and HMAC-MD5 are computed by {version}; the SHA-based MACs, which the library does not have, by Python's hashlib:
they show that the connection itself is sound. Made on {date} on {machine}, Linux.

"""
_WHY = """
## What is not in the table

- Versions of OpenSSH before 7.5p1, which no package archive in reach has; 7.5p1 comes as `openssh-client-ssh1`, a
  client without a server. Versions of other Debian releases are unpacked beside the system's and run with their own
  libraries.
- libssh, libssh2, PuTTY and phpseclib as servers: what is packaged of them is a client.
- OpenSSL 1.1.1 is no SSH peer; it is held against the library call by call (`make soak`).
"""


def page(cells: Sequence[Cell]) -> str:
    head = _HEAD.format(
        asyncssh=asyncssh.__version__,
        bytes=len(DATA),
        smallest=min(SIZES),
        largest=max(SIZES),
        version=f"wirerate {wirerate.__version__}",
        date=date.today().isoformat(),
        machine=platform.machine(),
    )
    return head + _table(cells) + _details(cells) + _WHY


def _table(cells: Sequence[Cell]) -> str:
    rows: dict[tuple[str, str, str], dict[str, Cell]] = {}
    for cell in cells:
        rows.setdefault((cell.peer, cell.version, cell.role), {})[cell.mac] = cell
    lines = [
        "| peer | as | " + " | ".join(MACS) + " | packets |",
        "|---|---|" + "---|" * (len(MACS) + 1),
        "| *our end's MAC* | | " + " | ".join(computed_by(mac) for mac in MACS) + " | |",
    ]
    for (peer, version, role), found in rows.items():
        signs = (_SIGNS[found[mac].outcome] if mac in found else "" for mac in MACS)
        packets = sum(cell.packets for cell in found.values())
        lines.append(f"| {peer} {version} | {role} | " + " | ".join(signs) + f" | {packets or ''} |")
    return "\n".join(lines) + "\n"


def _details(cells: Sequence[Cell]) -> str:
    told = [cell for cell in cells if cell.outcome == FAILED]
    absent = {f"{cell.peer}: {cell.detail}" for cell in cells if cell.outcome == NOT_RUN}
    lines = [f"- {cell.peer} {cell.version} as {cell.role}, {cell.mac}: {cell.detail}" for cell in told]
    lines += [f"- not run: {why}" for why in sorted(absent)]
    return "\n" + "\n".join(lines) + "\n" if lines else ""
