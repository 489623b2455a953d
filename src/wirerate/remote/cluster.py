# SPDX-License-Identifier: Apache-2.0 OR MIT
"""A Dask cluster, at its scheduler's address: who may be asked, and the connection.

Whoever is let in at a scheduler runs code on all its workers, and by what it answers on the client: tasks and results
are pickles. So it takes TLS, by which each end shows a certificate of the cluster's own authority, or the user's word.
"""

from __future__ import annotations

import logging
import socket
import ssl
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from wirerate.errors import MissingError, UsageError, install

_CONNECT_S = 10.0
# Tasks of a worker that dies go to another one; a task in whose presence this many died is taken to be the cause.
_DEATHS = 3
_EXAMPLE = "tls://HOST:8786"


@dataclass(frozen=True)
class Scheduler:
    """Where it is, and by what both ends know each other. Files that are None are those of Dask's configuration."""

    address: str
    insecure: bool = False
    ca_file: str | None = None
    cert: str | None = None
    key: str | None = None

    def __post_init__(self) -> None:
        files = self.ca_file or self.cert or self.key
        try:
            whole = bool(self.place[0] and self.place[1])
        except ValueError:  # a port that is no number
            whole = False
        if not whole or self.scheme not in ("tls", "tcp"):
            raise UsageError(f"{self.address!r} is not a scheduler's address", fix=f"type it like {_EXAMPLE}")
        if self.encrypted and self.insecure:
            raise UsageError(f"--insecure-cluster has no meaning: {self.address} has TLS", fix="leave it out")
        if not self.encrypted and files:
            raise UsageError(f"{self.address} is without TLS, and has no use for its files", fix=f"type {_EXAMPLE}")
        if not self.encrypted and not self.insecure:
            raise UsageError(
                f"{self.address} is without TLS: Dask runs pickled code from anyone who connects, there and here",
                fix=f"start it with --tls-ca-file, --tls-cert and --tls-key and name it {_EXAMPLE}; or type "
                "--insecure-cluster, where all who reach that network may do so",
            )

    @property
    def scheme(self) -> str:
        return self.address.partition("://")[0].lower() if "://" in self.address else "tcp"

    @property
    def encrypted(self) -> bool:
        return self.scheme == "tls"

    @property
    def place(self) -> tuple[str, int]:
        """Host and port; ValueError for a port that is none."""
        parts = urlsplit(self.address if "://" in self.address else f"tcp://{self.address}")
        return parts.hostname or "", parts.port or 0


def check_packages() -> None:
    """A MissingError where the extra is not installed."""
    try:
        import distributed  # noqa: F401
        import fsspec  # noqa: F401
    except ImportError as error:
        raise MissingError(f"a cluster needs the package {error.name}", fix=install("fleet")) from error


@contextmanager
def connect(scheduler: Scheduler) -> Iterator[Any]:
    """A distributed.Client."""
    check_packages()
    import dask
    from distributed import Client

    for name in ("distributed", "tornado", "aiobotocore", "s3fs"):  # what goes wrong is told in our own words
        logging.getLogger(name).setLevel(logging.CRITICAL)
    security = _security(scheduler)
    _knock(scheduler, security)
    with dask.config.set({"distributed.scheduler.allowed-failures": _DEATHS}):
        try:
            client = Client(scheduler.address, timeout=_CONNECT_S, set_as_default=False, security=security)
        except (OSError, ValueError, TimeoutError, RuntimeError) as error:
            raise MissingError(
                f"no Dask scheduler at {scheduler.address}: {error}", fix=f"start one with: {_start(scheduler)}"
            ) from error
        with client:
            yield client


def _start(scheduler: Scheduler) -> str:
    return "dask scheduler --tls-ca-file … --tls-cert … --tls-key …" if scheduler.encrypted else "dask scheduler"


def _security(scheduler: Scheduler) -> Any:
    """Dask's own object, by its own configuration where no files are named."""
    from distributed import Security

    files = {"tls_ca_file": scheduler.ca_file, "tls_client_cert": scheduler.cert, "tls_client_key": scheduler.key}
    security = Security(
        require_encryption=scheduler.encrypted, **{name: file for name, file in files.items() if file is not None}
    )
    if not scheduler.encrypted:
        return security
    try:
        context = security.get_connection_args("client").get("ssl_context")
    except (OSError, ValueError) as error:  # SSLError is an OSError
        raise MissingError(
            f"the files for TLS cannot be used: {error}", fix="name them: --tls-ca-file, --tls-cert, --tls-key"
        ) from error
    if context is None:
        raise MissingError(
            f"{scheduler.address} takes certificates, and none are named",
            fix="type --tls-ca-file CA --tls-cert CERT --tls-key KEY, or set distributed.comm.tls for Dask",
        )
    return security


def _knock(scheduler: Scheduler, security: Any) -> None:
    """Whether somebody answers there, and with which certificate, told at once: Dask tries until its time is up."""
    try:
        with socket.create_connection(scheduler.place, timeout=_CONNECT_S) as plain:
            if scheduler.encrypted:
                with security.get_connection_args("client")["ssl_context"].wrap_socket(plain):
                    pass
    except ssl.SSLError as error:
        raise MissingError(
            f"{scheduler.address} does not pass for the cluster's scheduler: {error.reason or error}",
            fix="its certificate must be of the authority in --tls-ca-file",
        ) from error
    except OSError as error:
        raise MissingError(
            f"no scheduler answers at {scheduler.address}: {error.strerror or error}",
            fix=f"start one with: {_start(scheduler)}",
        ) from error


def need_workers(client: Any) -> None:
    """A MissingError where the cluster has no worker, or workers without this package of this version."""
    from wirerate import __version__

    try:
        client.wait_for_workers(1, timeout=_CONNECT_S)
        versions = client.run(_version)
    except TimeoutError as error:
        raise MissingError(
            "the cluster has no workers",
            fix="start some: dask worker SCHEDULER --nthreads 1, with its files for TLS",
        ) from error
    except ImportError as error:
        raise MissingError("the workers lack wirerate", fix=f"there, {install('fleet')}") from error
    other = {version for version in versions.values() if version != __version__}
    if other:
        raise MissingError(
            f"the workers have wirerate {', '.join(sorted(map(str, other)))}, and here is {__version__}",
            fix="install the same version everywhere",
        )


def _version() -> str:
    from wirerate import __version__

    return __version__


def threads(client: Any) -> int:
    count: int = sum(client.nthreads().values())
    return max(count, 1)
