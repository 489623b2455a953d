"""asyncssh with the library's MACs against real OpenSSH in both roles; every tag is compared with asyncssh's own."""

from __future__ import annotations

import asyncio
import hashlib
import random
import socket
from collections.abc import Callable
from typing import Any

import asyncssh
import asyncssh.mac
import pytest

from wirerate.plugins import asyncssh as plugin
from wirerate.wings.ssh.server import HOST, PrivateServer, user

from .conftest import HMACS, UMACS

SMALL_AND_LARGE = (*range(1, 201), 1023, 1024, 1025, 32768, 100_000)


class Beside:
    """Counts packets in both directions, and tags that differ from those of asyncssh's own handler."""

    def __init__(self, own: dict[bytes, Any]) -> None:
        self.own = own
        self.packets = 0
        self.keys = 0
        self.differing = 0


@pytest.fixture
def beside(installed: tuple[str, ...], monkeypatch: pytest.MonkeyPatch) -> Beside:
    if b"umac-64@openssh.com" not in plugin._replaced:
        pytest.skip("asyncssh itself has no UMAC to compare with: it needs libnettle (Debian: libnettle8)")
    counts = Beside(dict(plugin._replaced))
    for kept in (plugin.KeptUmac, plugin.KeptHmac):
        monkeypatch.setattr(kept, "__init__", _counting_init(kept.__init__, counts))
        monkeypatch.setattr(kept, "sign", _comparing_sign(kept.sign, counts))
    return counts


def _counting_init(init: Callable[..., None], counts: Beside) -> Callable[..., None]:
    def made(self: Any, key: bytes, hash_size: int, *arguments: Any) -> None:
        init(self, key, hash_size, *arguments)
        counts.keys += 1
        same = [
            (handler, extra)
            for name, (handler, size, extra) in counts.own.items()
            if size == hash_size and (extra == arguments if arguments else name.startswith(b"umac"))
        ]
        handler, extra = same[0]
        self.theirs = handler(key, hash_size, *extra)

    return made


def _comparing_sign(sign: Callable[..., bytes], counts: Beside) -> Callable[..., bytes]:
    def signed(self: Any, seq: int, packet: bytes) -> bytes:
        tag = sign(self, seq, packet)
        counts.packets += 1
        counts.differing += tag != self.theirs.sign(seq, packet)
        return tag

    return signed


async def connect(server: PrivateServer, mac: str, **options: Any) -> asyncssh.SSHClientConnection:
    waiting = socket.create_connection((HOST, server.port))
    server.accept()
    return await asyncssh.connect(
        HOST,
        server.port,
        sock=waiting,
        username=user(),
        client_keys=[str(server.identity)],
        known_hosts=str(server.known_hosts),
        agent_path=None,
        config=[],
        encryption_algs=["aes128-ctr"],
        mac_algs=[mac],
        **options,
    )


class Watcher(asyncssh.SSHClient):
    """Records why the connection ended."""

    reason: Exception | None = None

    def connection_lost(self, exc: Exception | None) -> None:
        self.reason = exc


async def lost_while(server: PrivateServer, mac: str, command: str, data: bytes) -> Exception | None:
    """Return why the connection was lost while the command ran; the connection must not survive it."""
    watcher = Watcher()
    async with await connect(server, mac, client_factory=lambda: watcher) as connection:
        done = await connection.run(command, input=data, encoding=None)
        assert done.exit_status is None
        await connection.wait_closed()
    return watcher.reason


async def echo(server: PrivateServer, mac: str) -> None:
    async with await connect(server, mac) as connection:
        assert connection.get_extra_info("send_mac") == mac
        assert connection.get_extra_info("recv_mac") == mac
        process = await connection.create_process("cat", encoding=None)
        rng = random.Random(mac)
        for size in SMALL_AND_LARGE:
            sent = rng.randbytes(size)
            process.stdin.write(sent)
            assert await process.stdout.readexactly(size) == sent
        process.stdin.write_eof()
        await process.wait()


@pytest.mark.parametrize("mac", [*UMACS, *HMACS])
def test_client_to_sshd_echoes_every_size(mac: str, server: PrivateServer, beside: Beside) -> None:
    asyncio.run(echo(server, mac))
    assert beside.packets > 2 * len(SMALL_AND_LARGE)
    assert beside.differing == 0


@pytest.mark.parametrize("mac", ["umac-64-etm@openssh.com", "umac-128@openssh.com", "hmac-sha2-256"])
def test_client_rekeys(mac: str, server: PrivateServer, beside: Beside) -> None:
    data = random.Random(1).randbytes(6 << 20)

    async def upload() -> str:
        async with await connect(server, mac, rekey_bytes=1 << 20) as connection:
            done = await connection.run("sha256sum", input=data, encoding=None, check=True)
            return bytes(done.stdout).split()[0].decode()

    assert asyncio.run(upload()) == hashlib.sha256(data).hexdigest()
    assert beside.keys >= 2 * 5  # two directions, and five new keys or more after the first
    assert beside.differing == 0


def test_more_packets_than_sixteen_bits_count(server: PrivateServer, beside: Beside) -> None:
    packets = (1 << 16) + 300

    async def upload() -> str:
        async with await connect(server, "umac-64-etm@openssh.com") as connection:
            process = await connection.create_process("sha256sum", encoding=None)
            for i in range(packets):
                process.stdin.write(i.to_bytes(4, "big"))
                if i % 256 == 0:
                    await process.stdin.drain()
            process.stdin.write_eof()
            return (await process.stdout.read()).split()[0].decode()

    expected = hashlib.sha256(b"".join(i.to_bytes(4, "big") for i in range(packets))).hexdigest()
    assert asyncio.run(upload()) == expected
    assert beside.packets > packets
    assert beside.differing == 0


@pytest.mark.parametrize("mac", ["umac-64@openssh.com", "umac-128-etm@openssh.com", "hmac-sha1"])
def test_sshd_refuses_a_flipped_bit(
    mac: str, server: PrivateServer, installed: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = plugin.KeptUmac if mac.startswith("umac") else plugin.KeptHmac
    sign = kept.sign

    def spoiled(self: Any, seq: int, packet: bytes) -> bytes:
        tag = sign(self, seq, packet)
        return tag[:-1] + bytes([tag[-1] ^ 1]) if len(packet) > 5000 else tag

    monkeypatch.setattr(kept, "sign", spoiled)

    lost = asyncio.run(lost_while(server, mac, "cat >/dev/null", bytes(100_000)))
    assert isinstance(lost, asyncssh.DisconnectError | ConnectionError)
    server.drain()
    assert "message authentication code incorrect" in server.complaint()


@pytest.mark.parametrize("mac", ["umac-64-etm@openssh.com", "umac-128@openssh.com", "hmac-md5"])
def test_client_refuses_a_flipped_bit(
    mac: str, server: PrivateServer, installed: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = plugin.KeptUmac if mac.startswith("umac") else plugin.KeptHmac
    verify = kept.verify

    def received(self: Any, seq: int, packet: bytes, sig: bytes) -> bool:
        arrived = packet[:40] + bytes([packet[40] ^ 0x10]) + packet[41:] if len(packet) > 5000 else packet
        return verify(self, seq, arrived, sig)

    monkeypatch.setattr(kept, "verify", received)

    lost = asyncio.run(lost_while(server, mac, "head -c 100000 /dev/zero", b""))
    assert isinstance(lost, asyncssh.MACError)


async def serve_and_upload(server: PrivateServer, mac: str, data: bytes) -> tuple[int, str, str]:
    """Send data from the real ssh to an asyncssh server, which answers with its SHA-256."""

    async def digest(process: asyncssh.SSHServerProcess[bytes]) -> None:
        seen = hashlib.sha256()
        while piece := await process.stdin.read(65536):
            seen.update(piece)
        process.stdout.write(seen.hexdigest().encode())
        process.exit(0)

    public = asyncssh.import_authorized_keys(server.identity.with_suffix(".pub").read_text())
    listener = await asyncssh.listen(
        HOST,
        0,
        server_host_keys=[str(server.identity.with_name("host"))],
        authorized_client_keys=public,
        process_factory=digest,
        encoding=None,
        mac_algs=[mac],
        encryption_algs=["aes128-ctr"],
    )
    port = listener.get_port()
    key = server.identity.with_name("host.pub").read_text()
    known_hosts = server.identity.with_name(f"known_{port}")
    known_hosts.write_text(f"[{HOST}]:{port} {key}")
    options = [*server.options, "-o", f"MACs={mac}", "-o", "RekeyLimit=1M", "-p", str(port)]
    options = [
        word.replace(f"={server.known_hosts}", f"={known_hosts}").replace(f"Port={server.port}", f"Port={port}")
        for word in options
    ]
    client = await asyncio.create_subprocess_exec(
        "ssh", *options, "-o", "BatchMode=yes", HOST, "digest",
        stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE,
    )  # fmt: skip
    out, err = await client.communicate(data)
    listener.close()
    await listener.wait_closed()
    return client.returncode or 0, out.decode(), err.decode()


@pytest.mark.parametrize("mac", [*UMACS, *HMACS])
def test_real_ssh_to_an_asyncssh_server(mac: str, server: PrivateServer, beside: Beside) -> None:
    data = random.Random(mac).randbytes(3 << 20)
    status, answer, complaint = asyncio.run(serve_and_upload(server, mac, data))
    assert (status, answer) == (0, hashlib.sha256(data).hexdigest()), complaint
    assert beside.keys >= 4  # rekeyed after each MiB
    assert beside.differing == 0


def test_real_ssh_refuses_a_flipped_bit(
    server: PrivateServer, installed: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    sign = plugin.KeptUmac.sign
    monkeypatch.setattr(
        plugin.KeptUmac,
        "sign",
        lambda self, seq, packet: bytes([sign(self, seq, packet)[0] ^ 128]) + sign(self, seq, packet)[1:],
    )
    status, _, complaint = asyncio.run(serve_and_upload(server, "umac-128-etm@openssh.com", b"x"))
    assert status == 255
    assert "Corrupted MAC on input" in complaint
