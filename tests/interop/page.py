"""Write docs/reference/interoperability.md from the results of one run."""

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
_HEAD = """# Which MACs work with which SSH peers

Each ✓ is a successful connection on loopback, made by `make matrix`. One end is asyncssh {asyncssh}, with this
library's MACs. The other end is the peer as distributed, with its own MAC code. {bytes:,} bytes travel in both
directions, in writes of {smallest} to {largest:,} bytes, encrypted with aes128-ctr, and both ends check every packet's
tag. "client" and "server" are the peer's role. – means that the peer does not offer this MAC.

{version} computes UMAC and HMAC-MD5. The library has no SHA-based MACs; Python's hashlib computes them, to show that
the connection itself works. Made on {date} on {machine}, Linux.

"""
_WHY = """
## What is not in the table

- Versions of OpenSSH before 7.5p1: no package archive has them. 7.5p1 is Debian's `openssh-client-ssh1`, a client
  without a server. Versions from other Debian releases run with their own libraries.
- libssh, libssh2, PuTTY and phpseclib as servers: only their clients are packaged.
- OpenSSL 1.1.1: it does not speak SSH. `make soak` compares the library with it, call by call.
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
