"""A private sshd that plays the hosts of a fleet, started once."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import wirerate

if TYPE_CHECKING:
    from wirerate.wings.ssh.server import PrivateServer

SSHD = shutil.which("sshd", path=os.environ.get("PATH", "") + ":/usr/sbin")
# The path of the package under test: programs started by sshd have a new environment.
PROGRAM = f"env PYTHONPATH={shlex.quote(str(Path(wirerate.__file__).parents[1]))} {sys.executable} -m wirerate"


class Hosts:
    """Host names that all lead to one private sshd, for the real ssh with a separate configuration."""

    def __init__(self, server: PrivateServer, folder: Path, names: Sequence[str]) -> None:
        self._server = server
        self.folder = folder
        settings = dict(word.split("=", 1) for word in server.options[2:] if "=" in word) | {"HostName": "127.0.0.1"}
        lines = [f"Host {' '.join(names)}", *(f"    {name} {value}" for name, value in settings.items())]
        (folder / "config").write_text("\n".join(lines) + "\n")
        wrapper = folder / "bin" / "ssh"
        wrapper.parent.mkdir()
        wrapper.write_text(f'#!/bin/sh\nexec {shutil.which("ssh")} -F {folder / "config"} "$@"\n')
        wrapper.chmod(0o755)
        self._stopped = threading.Event()
        self._thread = threading.Thread(target=self._serve)
        self._thread.start()

    def _serve(self) -> None:
        while not self._stopped.is_set():
            self._server.accept(timeout=0.2)

    def close(self) -> None:
        self._stopped.set()
        self._thread.join()

    def start(self, *words: str) -> subprocess.Popen[str]:
        environment = os.environ | {
            "PATH": f"{self.folder / 'bin'}{os.pathsep}{os.environ['PATH']}",
            "XDG_STATE_HOME": str(self.folder / "state"),
        }
        command = [sys.executable, "-m", "wirerate", "fleet", *words]
        pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
        return subprocess.Popen(command, **pipes, text=True, env=environment)

    def run(self, *words: str) -> subprocess.CompletedProcess[str]:
        with self.start(*words) as started:
            output, errors = started.communicate(timeout=240)
        return subprocess.CompletedProcess(started.args, started.returncode, output, errors)


@contextmanager
def served(folder: Path, login: str = "") -> Iterator[Hosts]:
    """Start an sshd with two names. `login` replaces the account's login shell; "" is the usual one."""
    if not (SSHD and shutil.which("ssh")):
        pytest.skip("no ssh or sshd (Debian: openssh-client openssh-server)")
    from wirerate.wings.ssh.server import (
        PrivateServer,
    )  # here, since wings are also tested alone

    with PrivateServer() as server:
        if login:
            authorized = server.identity.with_name("authorized")
            authorized.write_text(f'command="{login}",{authorized.read_text()}')
        running = Hosts(server, folder, ("alpha", "beta"))
        try:
            yield running
        finally:
            running.close()


@pytest.fixture(scope="package")
def hosts(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hosts]:
    with served(tmp_path_factory.mktemp("hosts")) as running:
        yield running
