"""SSH peers as clients: the command line that sends standard input to a server at a port, which echoes it."""

from __future__ import annotations

import importlib.metadata
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from wirerate.errors import MissingError

from .macs import wire_name
from .ours import CIPHER, HOST
from .suites import unpacked

DRIVERS = Path(__file__).parent / "drivers"
OLD = "openssh-client-ssh1 in bookworm"
SUITES = ("bullseye", "trixie", "sid")  # in addition to the system's release


@dataclass(frozen=True)
class Client:
    """A peer as a client. `command(port, mac, fingerprint)` runs with DATA as input and the host key's fingerprint."""

    name: str
    version: str
    command: Callable[[int, str, str], Sequence[str]]


@dataclass(frozen=True)
class Absent:
    """A peer that is not available here, with the reason."""

    name: str
    reason: str


def clients() -> list[Client | Absent]:
    makers: list[tuple[str, Callable[[], Client]]] = [
        ("OpenSSH 7.5p1", lambda: openssh(["ssh1"])),
        *((f"OpenSSH of {suite}", _of_suite(suite)) for suite in SUITES[:1]),
        ("OpenSSH", lambda: openssh(["ssh"])),
        *((f"OpenSSH of {suite}", _of_suite(suite)) for suite in SUITES[1:]),
        ("dropbear", dropbear),
        ("PuTTY plink", plink),
        ("phpseclib3", phpseclib),
        ("libssh", lambda: driver("libssh", "ssh-python", "libssh.py")),
        ("libssh2", lambda: driver("libssh2", "ssh2-python", "libssh2.py")),
        ("paramiko", lambda: driver("paramiko", "paramiko", "paramiko_client.py")),
        ("asyncssh", lambda: driver("asyncssh", "asyncssh", "asyncssh_client.py")),
    ]
    return [_made(name, make) for name, make in makers]


def _made(name: str, make: Callable[[], Client]) -> Client | Absent:
    try:
        return make()
    except MissingError as error:
        return Absent(name, str(error))


def openssh(program: Sequence[str]) -> Client:
    _present(program[0])

    def command(port: int, mac: str, fingerprint: str) -> Sequence[str]:
        settings = (
            "StrictHostKeyChecking=no", "UserKnownHostsFile=/dev/null", "GlobalKnownHostsFile=/dev/null",
            "BatchMode=yes", "IdentityAgent=none", "LogLevel=ERROR",
        )  # fmt: skip
        options = [word for each in settings for word in ("-o", each)]
        return [*program, "-F", "/dev/null", *options, "-p", str(port), "-c", CIPHER, "-m", wire_name(mac), HOST, "cat"]

    return Client("OpenSSH", version([*program, "-V"], r"OpenSSH_(\S+?),?\s"), command)


def _of_suite(suite: str) -> Callable[[], Client]:
    return lambda: openssh(unpacked(suite, "openssh-client", "openssh-server").command("/usr/bin/ssh"))


def dropbear() -> Client:
    _present("dbclient")

    def command(port: int, mac: str, fingerprint: str) -> Sequence[str]:
        return ["dbclient", "-y", "-y", "-p", str(port), HOST, "cat"]

    return Client("dropbear", version(["dbclient", "-V"], r"Dropbear v(\S+)"), command)


def plink() -> Client:
    _present("plink")

    def command(port: int, mac: str, fingerprint: str) -> Sequence[str]:
        return ["plink", "-ssh", "-batch", "-P", str(port), "-hostkey", fingerprint, "-l", "anyone", HOST, "cat"]

    return Client("PuTTY plink", version(["plink", "-V"], r"Release (\S+)"), command)


def phpseclib() -> Client:
    _present("php")
    if not Path("/usr/share/php/phpseclib3").is_dir():
        raise MissingError("php-phpseclib3 is not installed")
    found = version(["dpkg-query", "-W", "-f", "${Version}\n", "php-phpseclib3"], r"^([\d.]+)")
    return Client("phpseclib3", found, lambda port, mac, _: ["php", str(DRIVERS / "phpseclib.php"), str(port)])


def driver(name: str, package: str, script: str) -> Client:
    """Return a client that is a Python package, run in a separate process."""
    try:
        found = importlib.metadata.version(package)
    except importlib.metadata.PackageNotFoundError as error:
        raise MissingError(f"{package} is not installed in this environment") from error
    shown = found if package == name else f"in {package} {found}"
    return Client(name, shown, lambda port, mac, _: [sys.executable, str(DRIVERS / script), str(port), wire_name(mac)])


def version(command: Sequence[str], pattern: str) -> str:
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=30)
    found = re.search(pattern, done.stdout + done.stderr)
    return found[1] if found else "of unknown version"


def _present(program: str) -> None:
    if not shutil.which(program):
        raise MissingError(f"{Path(program).name} is not installed")
