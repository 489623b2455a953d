"""Our end of a connection: a server that echoes what it receives, and a client that checks the echo."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

import asyncssh

from .macs import wire_name

HOST = "127.0.0.1"
CIPHER = "aes128-ctr"  # a cipher without authentication, so that the MAC is used
# The algorithm that dropbear guesses first: after a wrong guess, its connections with asyncssh fail.
KEX = ["curve25519-sha256", "curve25519-sha256@libssh.org"]
_random = random.Random(1810)
# Lengths at boundaries: blocks of 16, 32 and 64 bytes, NH's 1024, and a whole channel packet.
SIZES = (*range(1, 70), 127, 128, 129, 1007, 1008, 1023, 1024, 1025, 2047, 2049, 16384, 32767, 32768, 40000)
DATA = _random.randbytes(sum(SIZES))


def pieces(data: bytes) -> Iterator[bytes]:
    at = 0
    for size in SIZES:
        if data[at : at + size]:
            yield data[at : at + size]
        at += size
    if data[at:]:
        yield data[at:]


@dataclass
class Served:
    port: int
    host_key: asyncssh.SSHKey
    errors: list[Exception] = field(default_factory=list)  # errors that ended connections


@asynccontextmanager
async def serving(mac: str, keys: list[asyncssh.SSHKey]) -> AsyncIterator[Served]:
    """Run a server on loopback that accepts any user and offers one MAC."""
    served = Served(0, keys[0])

    class Server(asyncssh.SSHServer):
        def begin_auth(self, username: str) -> bool:
            return False

        def connection_lost(self, exc: Exception | None) -> None:
            if exc:
                served.errors.append(exc)

    async def echo(process: asyncssh.SSHServerProcess[bytes]) -> None:
        while received := await process.stdin.read(1 << 16):
            for piece in pieces(received):
                process.stdout.write(piece)
            await process.stdout.drain()
        process.exit(0)

    server = await asyncssh.listen(
        HOST, 0, server_factory=Server, server_host_keys=keys, process_factory=echo, encoding=None,
        encryption_algs=[CIPHER], mac_algs=[wire_name(mac)], config=[], compression_algs=["none"],
        kex_algs=KEX,
    )  # fmt: skip
    try:
        served.port = server.get_port()
        yield served
    finally:
        server.close()
        await server.wait_closed()


async def echoed(port: int, mac: str, user: str, key: str | None) -> bytes:
    """Send DATA to the server at `port` and return what it sends back. Raises asyncssh's errors."""
    async with asyncssh.connect(
        HOST, port, username=user, client_keys=[key] if key else None, password=None if key else "", known_hosts=None,
        encryption_algs=[CIPHER], mac_algs=[wire_name(mac)], config=[], compression_algs=["none"], agent_path=None,
        kex_algs=KEX,
    ) as connection:  # fmt: skip
        process = await connection.create_process("cat", encoding=None)

        async def send() -> None:
            for piece in pieces(DATA):
                process.stdin.write(piece)
                await process.stdin.drain()
            process.stdin.write_eof()

        _, received = await asyncio.gather(send(), process.stdout.read())
        return bytes(received)
