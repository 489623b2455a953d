"""An echo server with asyncssh's own MACs, which prints its port and accepts any user."""

import asyncio

import asyncssh


class Anyone(asyncssh.SSHServer):
    def begin_auth(self, username: str) -> bool:
        return False


async def echo(process: asyncssh.SSHServerProcess[bytes]) -> None:
    process.stdout.write(await process.stdin.read())
    process.exit(0)


async def main() -> None:
    server = await asyncssh.listen(
        "127.0.0.1", 0, server_factory=Anyone, process_factory=echo, encoding=None, config=[],
        server_host_keys=[asyncssh.generate_private_key("ssh-ed25519")],
        mac_algs=[name.decode() for name in asyncssh.mac.get_mac_algs()],
    )  # fmt: skip
    print(server.get_port(), flush=True)
    await server.wait_closed()


asyncio.run(main())
