"""Real OpenSSH: a private sshd in the place of a remote host, and the real ssh with a configuration for it."""

from __future__ import annotations

import contextlib
import os
import shutil
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from tests.python import processes

from wirerate import cleanup
from wirerate.wings.ssh.server import PrivateServer

SSHD = shutil.which("sshd", path=os.environ.get("PATH", "") + ":/usr/sbin")
needs_openssh = pytest.mark.skipif(
    not (SSHD and shutil.which("ssh")), reason="no ssh or sshd (Debian: openssh-client openssh-server)"
)


def theirs(folder: Path) -> dict[int, str]:
    """Return the command lines of processes that name something below the folder."""
    found = {}
    for number, line in processes.of_each("cmdline"):
        words = line.replace(b"\0", b" ").decode(errors="replace")
        if str(folder) in words:
            found[number] = words
    return found


def wait_for_transfer(folder: Path) -> None:
    """Wait until an ssh with something below the folder has read more than its keys: a transfer is running."""
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        for number in theirs(folder):
            with contextlib.suppress(OSError):
                read = Path(f"/proc/{number}/io").read_text().split()[1]  # proc(5): rchar
                if int(read) > 4 << 20:
                    return
        time.sleep(0.005)
    raise AssertionError("no transfer began")


class Remote:
    """The sshd behind the name `peer`; `config` has the content of a user's ~/.ssh/config."""

    def __init__(self, server: PrivateServer, folder: Path) -> None:
        self.server = server
        self.folder = folder
        self.config = dict(word.split("=", 1) for word in server.options[2:] if "=" in word)
        self.config["HostName"] = "127.0.0.1"
        self.drop_at = 0  # the number of the connection during which sshd is killed; 0: none
        self.connections = 0
        self._stopped = threading.Event()
        self._thread = threading.Thread(target=self._serve)
        self._thread.start()

    def close(self) -> None:
        self._stopped.set()
        self._thread.join()

    def run(self, *arguments: str, host: str = "peer") -> subprocess.CompletedProcess[str]:
        """Run `wirerate ssh` with the real ssh, which reads this configuration instead of the user's."""
        lines = [f"Host {host}", *(f"    {name} {value}" for name, value in self.config.items())]
        (self.folder / "config").write_text("\n".join(lines) + "\n")
        wrapper = self.folder / "bin" / "ssh"
        wrapper.parent.mkdir(exist_ok=True)
        wrapper.write_text(f'#!/bin/sh\nexec {shutil.which("ssh")} -F {self.folder / "config"} "$@"\n')
        wrapper.chmod(0o755)
        return wirerate(["ssh", host, *arguments], self.folder, path=str(wrapper.parent))

    def _serve(self) -> None:
        while not self._stopped.is_set():
            before = list(self.server.children)
            self.server.accept(timeout=0.2)
            if set(self.server.children) - set(before):
                self.connections += 1
                if self.connections == self.drop_at:
                    wait_for_transfer(self.folder)
                    cleanup.stop(self.server.children[-1])


def environment(folder: Path, path: str = "") -> dict[str, str]:
    search = os.pathsep.join(part for part in (path, os.environ["PATH"]) if part)
    return {**os.environ, "PATH": search, "XDG_STATE_HOME": str(folder / "state"), "TMPDIR": str(folder)}


def wirerate(arguments: Sequence[str], folder: Path, path: str = "") -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "wirerate", *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=280, env=environment(folder, path))


@pytest.fixture
def remote(tmp_path: Path) -> Iterator[Remote]:
    with PrivateServer() as server:
        running = Remote(server, tmp_path)
        yield running
        running.close()
