# SPDX-License-Identifier: Apache-2.0 OR MIT
"""A private sshd on 127.0.0.1 with its own keys, configuration, port and directory.

This process listens and starts an `sshd -i` for each connection, so no daemon can stay behind: the port closes with
this process, and every sshd ends with its connection. The private keys are in this process's memory. The directory
holds links to them, which point nowhere after a crash.
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
# Only this user can enter the directory (0700), so the modes of its parents do not matter.
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
    """A context manager; inside it, `options` are ssh's options to reach the server, and `accept` serves a connection.

    `program` is the command line of another sshd to use, `settings` are further lines for sshd_config.
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
        self._secrets: list[int] = []  # descriptors of files in memory
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
        """The private key that the server accepts."""
        return self._place / "user"

    @property
    def known_hosts(self) -> Path:
        return self._place / "known_hosts"

    @property
    def options(self) -> list[str]:
        """ssh's options to reach this server without the user's configuration."""
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
        """Serve the next connection with a new sshd; return without error if no client connects in time."""
        self.children = [child for child in self.children if child.poll() is None]
        self._listener.settimeout(timeout)
        try:
            connection, _ = self._listener.accept()
        except TimeoutError:
            return
        with connection:
            self.children.append(spawn(self._command(), stdin=connection, stdout=connection, stderr=self._log()))

    def drain(self) -> None:
        """Wait for the sshds of ended connections, so that they do not disturb the next transfer."""
        for child in self.children:
            try:
                child.wait(timeout=_ACCEPT_S)
            except subprocess.TimeoutExpired:
                stop(child)

    def complaint(self) -> str:
        """Return the sshds' log, to explain a failure that ssh itself cannot."""
        log = self._place / "sshd.log"
        return log.read_text(errors="replace") if log.exists() else ""

    def _log(self) -> int:
        return os.open(self._place / "sshd.log", os.O_WRONLY | os.O_CREAT | os.O_APPEND | os.O_CLOEXEC, 0o600)

    def _command(self) -> list[str]:
        sshd = [*self._program, "-i", "-e", "-f", str(self._place / "sshd_config")]
        if os.geteuid() != 0 or _PRIVSEP.is_dir():
            return sshd
        # Mount a private /run, so that the system's stays unchanged.
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
        """Make a key pair in `path` and `path`.pub; the private key stays in memory if the system allows it."""
        if hasattr(os, "memfd_create") and Path("/proc/self/fd").is_dir():
            secret = os.memfd_create(path.name)
            self._secrets.append(secret)
            os.fchmod(secret, 0o600)
            path.symlink_to(f"/proc/{os.getpid()}/fd/{secret}")
        command = ["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-C", "wirerate", "-f", str(path)]
        try:  # "y" overwrites the link that is already there
            done = subprocess.run(command, input="y\n", text=True, capture_output=True, check=False)
        except OSError as error:
            raise MissingError(
                "this machine has no ssh-keygen to make the private sshd's keys",
                fix="type: sudo apt-get install openssh-client, or name a host: wirerate ssh HOST",
            ) from error
        if done.returncode != 0:
            reason = (done.stderr.strip() or "no message").splitlines()[-1]
            raise MissingError(f"ssh-keygen made no key: {reason}", fix="type: ssh-keygen -t ed25519 -f /tmp/key")


def _leave_on_signals() -> dict[int, Any]:
    """Turn terminating signals into SystemExit, so that the directory is removed; return the previous handlers.

    SIGKILL leaves the directory behind until the next start removes it; the children and the port end with the process.
    """
    if threading.current_thread() is not threading.main_thread():
        return {}

    def leave(number: int, frame: object) -> None:
        raise SystemExit(128 + number)

    return {number: signal.signal(number, leave) for number in (signal.SIGTERM, signal.SIGHUP)}


def user() -> str:
    """Return the name of the current user, the only one who may log in."""
    return pwd.getpwuid(os.geteuid()).pw_name


def _sshd() -> str:
    """Return sshd's absolute path, which it requires; it is often outside a user's PATH."""
    program = shutil.which("sshd", path=os.environ.get("PATH", "") + ":/usr/sbin:/usr/local/sbin:/sbin")
    if not program:
        raise MissingError(
            "this machine has no sshd to measure against",
            fix="type: sudo apt-get install openssh-server, or name a host: wirerate ssh HOST",
        )
    return program
