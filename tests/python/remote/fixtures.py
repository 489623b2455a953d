"""An S3 server, and a Dask cluster with access to it. Each is started once, when a test first needs it."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.python import forked

from . import s3server
from .certificates import Certificates
from .stores import Bucket

# By default a worker monitors itself every 10 ms and the machine twice a second: 10 % of a CPU when idle.
QUIET = {
    "distributed.worker.profile.enabled": False,
    "distributed.admin.tick.interval": "1s",
    "distributed.admin.system-monitor.interval": "2s",
}


@pytest.fixture(scope="session")
def bucket(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Bucket]:
    """Return a filled bucket, with its server in the environment."""
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


@pytest.fixture(scope="session")
def certificates(tmp_path_factory: pytest.TempPathFactory) -> Certificates:
    if not shutil.which("openssl"):
        pytest.skip("no openssl makes certificates (Debian: openssl)")
    return Certificates(tmp_path_factory.mktemp("tls"))


@pytest.fixture(scope="session")
def cluster(bucket: Bucket, certificates: Certificates) -> Iterator[Any]:
    """Start two workers that know the S3 server and give up a task after it ended two of them, with TLS everywhere."""
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


@pytest.fixture(scope="session")
def wirerate(tmp_path_factory: pytest.TempPathFactory) -> Callable[..., subprocess.CompletedProcess[str]]:
    """Run `wirerate` as a user does."""
    folder = tmp_path_factory.mktemp("runs")

    def run(*words: str, stdin: Path | None = None, **environment: str) -> subprocess.CompletedProcess[str]:
        """Run the program with a pipe as standard input, which can be read only once."""
        known = os.environ | {"XDG_STATE_HOME": str(folder)} | environment
        return forked.forking().said(words, env=known, cwd=Path.cwd(), stdin=stdin.read_text() if stdin else "")

    return run
