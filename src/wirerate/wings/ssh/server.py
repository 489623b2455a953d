# SPDX-License-Identifier: Apache-2.0 OR MIT
"""A private sshd on 127.0.0.1: own keys, configuration, port and directory; nothing of the user's or the system's.

It listens itself and hands each connection to an `sshd -i` of its own, so there is no daemon that could stay behind:
when we go, the port and the directory's use go with us, and each sshd ends with its connection. The private keys are
in our memory: in the directory are links to them, which a killed run leaves pointing at nothing.
"""

from __future__ import annotations

import os
import pwd
import shutil
import signal
import socket
import subprocess
import threading
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType
from typing import Any

from wirerate.cleanup import make_folder, spawn, stop
from wirerate.errors import MissingError

HOST = "127.0.0.1"
_ACCEPT_S = 10.0
_PRIVSEP = Path("/run/sshd")  # where Debian's sshd insists on an empty directory when it starts as root

_CONFIG = """\
HostKey {place}/host
AuthorizedKeysFile {place}/authorized
AllowUsers {user}
# The directory is ours alone (0700); that others may write beside it does not matter.
StrictModes no
PidFile none
UsePAM no
PasswordAuthentication no
KbdInteractiveAuthentication no
PermitRootLogin prohibit-password
AllowTcpForwarding no
AllowStreamLocalForwarding no
X11Forwarding no
AllowAgentForwarding no
PermitTunnel no
PermitUserRC no
PermitUserEnvironment no
PrintMotd no
PrintLastLog no
UseDNS no
Compression no
RekeyLimit default none
LogLevel {log_level}
"""


class PrivateServer:
    """Use it as a context; inside, `options` are what ssh needs to reach it and `accept` serves one connection.

    `program` is another sshd's command line, `settings` what its sshd_config says besides.
    """

    def __init__(
        self,
        ciphers: Sequence[str] = (),
        macs: Sequence[str] = (),
        log_level: str = "ERROR",
        *,
        program: Sequence[str] = (),
        settings: Sequence[str] = (),
    ) -> None:
        self._program = list(program) or [_sshd()]
        self._settings = settings
        self._extra = [("Ciphers", ciphers), ("MACs", macs)]
        self._log_level = log_level
        self._place = Path()
        self._secrets: list[int] = []  # open files in memory
        self.children: list[subprocess.Popen[bytes]] = []

    def __enter__(self) -> PrivateServer:
        self._place = make_folder("ssh")
        self._handlers = _leave_on_signals()
        try:
            self._listener = socket.create_server((HOST, 0))
            self._write_files()
        except BaseException:
            self._clear()
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for child in self.children:
            stop(child)
        self._listener.close()
        self._clear()

    def _clear(self) -> None:
        shutil.rmtree(self._place, ignore_errors=True)
        for secret in self._secrets:
            os.close(secret)
        self._secrets.clear()
        for number, handler in self._handlers.items():
            signal.signal(number, handler)

    @property
    def port(self) -> int:
        return int(self._listener.getsockname()[1])

    @property
    def identity(self) -> Path:
        """The private key that is let in."""
        return self._place / "user"

    @property
    def known_hosts(self) -> Path:
        return self._place / "known_hosts"

    @property
    def options(self) -> list[str]:
        """What ssh needs to come here, and nothing of the user's own configuration."""
        settings = {
            "Port": self.port,
            "User": user(),
            "IdentityFile": self.identity,
            "IdentitiesOnly": "yes",
            "IdentityAgent": "none",
            "UserKnownHostsFile": self.known_hosts,
            "GlobalKnownHostsFile": "/dev/null",
            "StrictHostKeyChecking": "yes",
        }
        return ["-F", "none", *(word for name, value in settings.items() for word in ("-o", f"{name}={value}"))]

    def accept(self, timeout: float = _ACCEPT_S) -> None:
        """Serves the next connection with a new sshd; a client that never comes is an error of the client's."""
        self.children = [child for child in self.children if child.poll() is None]
        self._listener.settimeout(timeout)
        try:
            connection, _ = self._listener.accept()
        except TimeoutError:
            return
        with connection:
            self.children.append(spawn(self._command(), stdin=connection, stdout=connection, stderr=self._log()))

    def drain(self) -> None:
        """Waits for the sshds of ended connections, so that one transfer's end costs the next one nothing."""
        for child in self.children:
            try:
                child.wait(timeout=_ACCEPT_S)
            except subprocess.TimeoutExpired:
                stop(child)

    def complaint(self) -> str:
        """What the sshds wrote, for a connection that failed for no reason that ssh could see."""
        log = self._place / "sshd.log"
        return log.read_text(errors="replace") if log.exists() else ""

    def _log(self) -> int:
        return os.open(self._place / "sshd.log", os.O_WRONLY | os.O_CREAT | os.O_APPEND | os.O_CLOEXEC, 0o600)

    def _command(self) -> list[str]:
        sshd = [*self._program, "-i", "-e", "-f", str(self._place / "sshd_config")]
        if os.geteuid() != 0 or _PRIVSEP.is_dir():
            return sshd
        # A /run of its own, so that the system's stays as it is.
        prepare = f'mount -t tmpfs tmpfs /run && mkdir -p {_PRIVSEP} && exec "$@"'
        return ["unshare", "--mount", "sh", "-c", prepare, "sh", *sshd]

    def _write_files(self) -> None:
        for name in ("host", "user"):
            self._make_key(self._place / name)
        public = (self._place / "user.pub").read_text()
        (self._place / "authorized").write_text(f"restrict {public}")
        host_key = (self._place / "host.pub").read_text()
        self.known_hosts.write_text(f"[{HOST}]:{self.port} {host_key}")
        config = _CONFIG.format(place=self._place, user=user(), log_level=self._log_level)
        config += "".join(f"{name} +{','.join(names)}\n" for name, names in self._extra if names)
        config += "".join(f"{setting}\n" for setting in self._settings)
        (self._place / "sshd_config").write_text(config)

    def _make_key(self, path: Path) -> None:
        """A key pair: `path`.pub, and the private key, which touches no disk where files in memory have names."""
        if hasattr(os, "memfd_create") and Path("/proc/self/fd").is_dir():
            secret = os.memfd_create(path.name)
            self._secrets.append(secret)
            os.fchmod(secret, 0o600)
            path.symlink_to(f"/proc/{os.getpid()}/fd/{secret}")
        command = ["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-C", "wirerate", "-f", str(path)]
        try:  # "y": the link is there already
            done = subprocess.run(command, input="y\n", text=True, capture_output=True, check=False)
        except OSError as error:
            raise MissingError(
                "this machine has no ssh-keygen, which makes the private sshd's keys",
                fix="type: sudo apt-get install openssh-client, or name a host: wirerate ssh HOST",
            ) from error
        if done.returncode != 0:
            told = (done.stderr.strip() or "without a word").splitlines()[-1]
            raise MissingError(f"ssh-keygen made no key: {told}", fix="type: ssh-keygen -t ed25519 -f /tmp/key")


def _leave_on_signals() -> dict[int, Any]:
    """Makes the signals that end a program unwind it, so that the directory goes too; returns what was there before.

    Killed outright we leave the directory alone: the children die with us, a port without a process is closed, and the
    next start removes the directory.
    """
    if threading.current_thread() is not threading.main_thread():
        return {}

    def leave(number: int, frame: object) -> None:
        raise SystemExit(128 + number)

    return {number: signal.signal(number, leave) for number in (signal.SIGTERM, signal.SIGHUP)}


def user() -> str:
    """Who we are, and who alone may log in."""
    return pwd.getpwuid(os.geteuid()).pw_name


def _sshd() -> str:
    """sshd wants to be started by its absolute path; it is often outside a user's PATH."""
    found = shutil.which("sshd", path=os.environ.get("PATH", "") + ":/usr/sbin:/usr/local/sbin:/sbin")
    if not found:
        raise MissingError(
            "this machine has no sshd to measure against",
            fix="type: sudo apt-get install openssh-server, or name a host: wirerate ssh HOST",
        )
    return found
