"""SSH peers as servers on loopback, each with a temporary key that it accepts."""

from __future__ import annotations

import contextlib
import os
import pwd
import re
import shlex
import shutil
import socket
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from pathlib import Path
from threading import Thread

from wirerate.errors import MissingError
from wirerate.wings.ssh.server import PrivateServer, user

from .clients import DRIVERS, SUITES, Absent, driver, version
from .macs import MACS, wire_name
from .ours import HOST
from .suites import Tree, unpacked


@dataclass(frozen=True)
class Reached:
    """The address of a running server, and how to log in."""

    port: int
    user: str
    key: str | None
    why: Callable[[], str] = str  # the server's own message on why it ended a connection


@dataclass(frozen=True)
class Server:
    name: str
    version: str
    running: Callable[[], AbstractContextManager[Reached]]


def servers(suites: Sequence[str] = SUITES) -> list[Server | Absent]:
    makers: list[tuple[str, Callable[[], Server]]] = [
        *((f"OpenSSH of {suite}", _of_suite(suite)) for suite in suites[:1]),
        ("OpenSSH", _system_openssh),
        *((f"OpenSSH of {suite}", _of_suite(suite)) for suite in suites[1:]),
        ("dropbear", _dropbear),
        ("paramiko", lambda: _driver("paramiko", "paramiko_server.py")),
        ("asyncssh", lambda: _driver("asyncssh", "asyncssh_server.py")),
    ]
    found: list[Server | Absent] = []
    for name, make in makers:
        try:
            found.append(make())
        except MissingError as error:
            found.append(Absent(name, str(error)))
    return found


def _system_openssh() -> Server:
    if not shutil.which("ssh"):
        raise MissingError("openssh-client is not installed")
    return Server("OpenSSH", version(["ssh", "-V"], r"OpenSSH_(\S+?),?\s"), lambda: _openssh((), ()))


def _of_suite(suite: str) -> Callable[[], Server]:
    def make() -> Server:
        tree = unpacked(suite, "openssh-client", "openssh-server")
        found = version([*tree.command("/usr/bin/ssh"), "-V"], r"OpenSSH_(\S+?),?\s")
        return Server("OpenSSH", found, lambda: _openssh(tree.command("/usr/sbin/sshd"), _helpers(tree)))

    return make


def _helpers(tree: Tree) -> list[str]:
    """Return the programs that sshd starts by path: one from version 9.8 on, two from 10.0 on."""
    names = {"SshdSessionPath": "sshd-session", "SshdAuthPath": "sshd-auth"}
    return [
        f"{setting} {tree.wrapper(f'/usr/lib/openssh/{program}')}"
        for setting, program in names.items()
        if (tree.root / "usr/lib/openssh" / program).exists()
    ]


@contextmanager
def _openssh(program: Sequence[str], settings: Sequence[str]) -> Iterator[Reached]:
    macs = tuple(wire_name(mac) for mac in MACS)
    with PrivateServer(macs=macs, program=program, settings=settings) as server:

        def serve() -> None:  # the sshd dies with the thread that started it
            server.accept()
            server.drain()

        serving = Thread(target=serve, daemon=True)
        serving.start()
        yield Reached(server.port, user(), str(server.identity))
        serving.join()


def _dropbear() -> Server:
    if not shutil.which("dropbear") or not shutil.which("dropbearkey"):
        raise MissingError("dropbear is not installed")
    if os.geteuid() != 0:
        raise MissingError("dropbear reads ~/.ssh of the user's: a home of its own takes root")
    return Server("dropbear", version(["dropbear", "-V"], r"Dropbear v(\S+)"), _dropbear_running)


@contextmanager
def _dropbear_running() -> Iterator[Reached]:
    with tempfile.TemporaryDirectory(prefix="wirerate-ssh-") as place:
        folder = Path(place)
        # An RSA key, because dropbear 2022.83 offers RSA even without a key, and then fails an assertion.
        _quietly("dropbearkey", "-t", "rsa", "-s", "2048", "-f", str(folder / "host"))
        _quietly("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", str(folder / "user"))
        # The home folder is an empty one in memory, for this server only.
        own = shlex.quote(pwd.getpwuid(0).pw_dir)  # dropbear does not ask $HOME
        keys = f"mkdir -m 700 {own}/.ssh && cp {folder}/user.pub {own}/.ssh/authorized_keys"
        setting = f'mount -t tmpfs -o mode=700 tmpfs {own} && {keys} && exec "$@"'
        home = ["unshare", "--mount", "sh", "-c", setting, "sh"]
        command = [*home, "dropbear", "-F", "-E", "-s", "-r", str(folder / "host"), "-p", f"{HOST}:{_free_port()}"]
        port = int(command[-1].rpartition(":")[2])
        with _process(command) as process:
            _until(process, "Not backgrounding")
            yield Reached(port, user(), str(folder / "user"), lambda: _until(process, "Exit "))


def _driver(name: str, script: str) -> Server:
    found = driver(name, name, script)
    return Server(name, found.version, lambda: _driver_running(script))


@contextmanager
def _driver_running(script: str) -> Iterator[Reached]:
    """Start a server written in Python, which prints its port and accepts any user."""
    with _process([sys.executable, str(DRIVERS / script)]) as process:
        assert process.stdout
        line = process.stdout.readline()
        if not re.fullmatch(r"\d+\n", line):
            raise MissingError(f"{script} did not start")
        yield Reached(int(line), "anyone", None, lambda: _until(process, "Exception "))


@contextmanager
def _process(command: Sequence[str]) -> Iterator[subprocess.Popen[str]]:
    process = subprocess.Popen(
        command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    try:
        yield process
    finally:
        process.kill()
        with contextlib.suppress(Exception):
            process.communicate(timeout=10)


def _until(process: subprocess.Popen[str], words: str) -> str:
    """Return the first line of the process's output with these words, or "" if it ends first."""
    assert process.stderr
    return next((line for line in process.stderr if words in line), "")


def _quietly(*command: str) -> None:
    subprocess.run(command, check=True, capture_output=True, stdin=subprocess.DEVNULL)


def _free_port() -> int:
    with socket.create_server((HOST, 0)) as listener:
        return int(listener.getsockname()[1])
