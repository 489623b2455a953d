"""A client with asyncssh's own MACs: sends standard input to the server at a port and prints the echo."""

import asyncio
import sys

import asyncssh


async def main() -> None:
    async with asyncssh.connect(
        "127.0.0.1", int(sys.argv[1]), username="anyone", known_hosts=None, client_keys=None, agent_path=None,
        mac_algs=[sys.argv[2]], config=[],
    ) as connection:  # fmt: skip
        done = await connection.run("cat", input=sys.stdin.buffer.read(), encoding=None)
        assert isinstance(done.stdout, bytes)
        sys.stdout.buffer.write(done.stdout)


asyncio.run(main())
