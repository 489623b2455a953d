"""A private sshd that stands for hosts of a fleet, and an S3 server, each started once."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

import wirerate

from . import s3server
from .certificates import Certificates
from .stores import Bucket

if TYPE_CHECKING:
    from wirerate.wings.ssh.server import PrivateServer

SSHD = shutil.which("sshd", path=os.environ.get("PATH", "") + ":/usr/sbin")
# The package under test, wherever it lies: what sshd starts has an environment of its own.
PROGRAM = f"env PYTHONPATH={shlex.quote(str(Path(wirerate.__file__).parents[1]))} {sys.executable} -m wirerate"

# A worker looks at itself every 10 ms, and at the machine twice a second: a tenth of a processor while nobody asks it.
QUIET = {
    "distributed.worker.profile.enabled": False,
    "distributed.admin.tick.interval": "1s",
    "distributed.admin.system-monitor.interval": "2s",
}


class Hosts:
    """Names that all lead to one private sshd, for the real ssh with a configuration of its own."""

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
    """Two names of one sshd; `login` is what the account's shell does with a command, "": runs it."""
    if not (SSHD and shutil.which("ssh")):
        pytest.skip("no ssh or sshd (Debian: openssh-client openssh-server)")
    from wirerate.wings.ssh.server import PrivateServer  # a wing is tested where others are not

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


@pytest.fixture(scope="package")
def bucket(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Bucket]:
    """A filled bucket; the environment leads to its server."""
    pytest.importorskip("s3fs", reason="no s3fs (pip install '.[fleet]')")
    if why := s3server.missing():
        pytest.skip(why)
    folder = tmp_path_factory.mktemp("s3")
    with s3server.running(folder) as endpoint, pytest.MonkeyPatch.context() as patch:
        for name, value in s3server.credentials(endpoint).items():
            patch.setenv(name, value)
        from s3fs import S3FileSystem

        made = Bucket(endpoint, S3FileSystem(), "data")
        made.fill(folder)
        yield made
        S3FileSystem.clear_instance_cache()


@pytest.fixture(scope="package")
def certificates(tmp_path_factory: pytest.TempPathFactory) -> Certificates:
    if not shutil.which("openssl"):
        pytest.skip("no openssl makes certificates (Debian: openssl)")
    return Certificates(tmp_path_factory.mktemp("tls"))


@pytest.fixture(scope="package")
def cluster(bucket: Bucket, certificates: Certificates) -> Iterator[Any]:
    """Two workers that know the S3 server, and give a task up when two of them died of it; TLS between all of them."""
    pytest.importorskip("distributed", reason="no Dask (pip install '.[fleet]')")
    import dask
    from distributed import LocalCluster, Security

    from wirerate.remote.cluster import Scheduler, connect, need_workers

    ends = {f"tls_{end}_{what}": str(getattr(certificates, what))
            for end in ("client", "scheduler", "worker") for what in ("cert", "key")}  # fmt: skip
    security = Security(require_encryption=True, tls_ca_file=str(certificates.ca), **ends)
    with (
        dask.config.set({"distributed.scheduler.allowed-failures": 1} | QUIET),
        LocalCluster(
            n_workers=2, threads_per_worker=1, memory_limit=0, dashboard_address=None, silence_logs=50,
            security=security, protocol="tls", scheduler_port=0,
        ) as made,
        connect(
            Scheduler(made.scheduler_address, False, *map(str, certificates.files))
        ) as client,
    ):  # fmt: skip
        need_workers(client)
        yield client


@pytest.fixture(scope="package")
def wirerate(tmp_path_factory: pytest.TempPathFactory) -> Callable[..., subprocess.CompletedProcess[str]]:
    """`wirerate`, as its users run it."""
    folder = tmp_path_factory.mktemp("runs")

    def run(*words: str, stdin: Path | None = None, **environment: str) -> subprocess.CompletedProcess[str]:
        """Standard input is a pipe, which can be read once."""
        command = [sys.executable, "-m", "wirerate", *words]
        content = stdin.read_text() if stdin else ""
        known = os.environ | {"XDG_STATE_HOME": str(folder)} | environment
        return subprocess.run(
            command, input=content, capture_output=True, text=True, timeout=240, env=known, check=False
        )

    return run
