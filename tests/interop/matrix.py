"""Run every combination of MAC, peer and role, and report the results."""

from __future__ import annotations

import asyncio
import subprocess
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import asyncssh

from . import macs
from .clients import Absent, Client
from .macs import MACS, Checked, Evidence
from .ours import DATA, echoed, serving
from .servers import Server

PASSED, NOT_OFFERED, FAILED, NOT_RUN = "passed", "not offered", "failed", "not run"
_PATIENCE_S = 60
# Messages of peers that do not offer the MAC.
_UNKNOWN = (
    "Unknown mac type",
    "no MAC ",
    "No matching algo mac",
    "does not correspond to any supported",
    "no acceptable macs",
)


@dataclass(frozen=True)
class Cell:
    peer: str
    version: str
    role: str  # the peer's: client or server
    mac: str
    outcome: str
    packets: int = 0  # packets with MACs that were compared or accepted
    detail: str = ""


def run(peers: Iterable[Client | Server | Absent], wanted: Sequence[str] = MACS) -> Iterator[Cell]:
    """Run the cells one after another, with one connection at a time."""
    macs.install()
    keys = [asyncssh.generate_private_key(kind) for kind in ("ssh-ed25519", "ecdsa-sha2-nistp256", "ssh-rsa")]
    for peer in peers:
        for mac in wanted:
            yield _cell(peer, mac, keys)


def _cell(peer: Client | Server | Absent, mac: str, keys: list[asyncssh.SSHKey]) -> Cell:
    if isinstance(peer, Absent):
        return Cell(peer.name, "", "", mac, NOT_RUN, detail=peer.reason)
    Checked.evidence = Evidence()
    if isinstance(peer, Client):
        role, (outcome, detail) = "client", asyncio.run(_with_client(peer, mac, keys))
    else:
        role, (outcome, detail) = "server", _with_server(peer, mac)
    seen = Checked.evidence
    if seen.refused:
        outcome, detail = FAILED, "; ".join(seen.refused)
    return Cell(peer.name, peer.version, role, mac, outcome, seen.packets if outcome == PASSED else 0, detail)


async def _with_client(peer: Client, mac: str, keys: list[asyncssh.SSHKey]) -> tuple[str, str]:
    async with serving(mac, keys) as served:
        command = peer.command(served.port, mac, keys[0].get_fingerprint())
        with tempfile.TemporaryDirectory(prefix="wirerate-ssh-") as home:
            process = await asyncio.create_subprocess_exec(
                *command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=home,
                env={"HOME": home, "PATH": "/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin"},
            )  # fmt: skip
            try:
                out, err = await asyncio.wait_for(process.communicate(DATA), _PATIENCE_S)
            except TimeoutError:
                process.kill()
                await process.communicate()
                return FAILED, f"no answer within {_PATIENCE_S} s"
    if process.returncode == 0 and out == DATA:
        return PASSED, ""
    said = err.decode(errors="replace").strip()
    if any("MAC algorithm" in str(error) for error in served.errors) or any(word in said for word in _UNKNOWN):
        return NOT_OFFERED, ""
    why = [*map(str, served.errors), said, f"status {process.returncode}, {len(out)} of {len(DATA)} bytes came back"]
    return FAILED, "; ".join(filter(None, why))


def _with_server(peer: Server, mac: str) -> tuple[str, str]:
    with peer.running() as reached:
        try:
            answer = asyncio.run(asyncio.wait_for(echoed(reached.port, mac, reached.user, reached.key), _PATIENCE_S))
        except (asyncssh.Error, OSError, TimeoutError) as error:
            said = str(error) or "no answer in time"
            # If a server closes the connection at once, the data that it sent may be lost, including its offer.
            told = reached.why() if isinstance(error, (asyncssh.ConnectionLost, ConnectionError)) else ""
            unknown = "MAC algorithm" in said or any(word in told for word in _UNKNOWN)
            return (NOT_OFFERED, "") if unknown else (FAILED, said)
    return (PASSED, "") if answer == DATA else (FAILED, f"{len(answer)} of {len(DATA)} bytes came back")


def failures(cells: Iterable[Cell]) -> list[Cell]:
    return [cell for cell in cells if cell.outcome == FAILED]
