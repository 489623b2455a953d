# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Connects to a Dask cluster, by its scheduler's address.

Dask's tasks and results are pickles, so a client can run code on every worker, and the scheduler can run code on the
client. Connections therefore require TLS with certificates of the cluster's own authority, or the user's consent.
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
# When a worker dies, another worker repeats its tasks. A task is given up once this many workers died running it.
_DEATHS = 3
_EXAMPLE = "tls://HOST:8786"


@dataclass(frozen=True)
class Scheduler:
    """A scheduler's address and the files for TLS; a file that is None comes from Dask's configuration."""

    address: str
    insecure: bool = False
    ca_file: str | None = None
    cert: str | None = None
    key: str | None = None

    def __post_init__(self) -> None:
        files = self.ca_file or self.cert or self.key
        try:
            whole = bool(self.place[0] and self.place[1])
        except ValueError:  # the port is not a number
            whole = False
        if not whole or self.scheme not in ("tls", "tcp"):
            raise UsageError(f"{self.address!r} is not a scheduler's address", fix=f"type it like {_EXAMPLE}")
        if self.encrypted and self.insecure:
            raise UsageError(f"--insecure-cluster has no meaning: {self.address} uses TLS", fix="leave it out")
        if not self.encrypted and files:
            raise UsageError(f"{self.address} does not use TLS, so it needs no TLS files", fix=f"type {_EXAMPLE}")
        if not self.encrypted and not self.insecure:
            raise UsageError(
                f"{self.address} does not use TLS: anyone who connects can run code on the cluster and on this machine",
                fix=f"start it with --tls-ca-file, --tls-cert and --tls-key and type {_EXAMPLE}; or type "
                "--insecure-cluster if you trust everyone on that network",
            )

    @property
    def scheme(self) -> str:
        return self.address.partition("://")[0].lower() if "://" in self.address else "tcp"

    @property
    def encrypted(self) -> bool:
        return self.scheme == "tls"

    @property
    def place(self) -> tuple[str, int]:
        """The host and port. Raises ValueError for an invalid port."""
        parts = urlsplit(self.address if "://" in self.address else f"tcp://{self.address}")
        return parts.hostname or "", parts.port or 0


def check_packages() -> None:
    """Raise MissingError unless the extra [fleet] is installed."""
    try:
        import distributed  # noqa: F401
        import fsspec  # noqa: F401
    except ImportError as error:
        raise MissingError(f"a cluster needs the package {error.name}", fix=install("fleet")) from error


@contextmanager
def connect(scheduler: Scheduler) -> Iterator[Any]:
    """Yield a distributed.Client. Raises MissingError if the scheduler cannot be reached."""
    check_packages()
    import dask
    from distributed import Client

    for name in ("distributed", "tornado", "aiobotocore", "s3fs"):  # errors are reported by this module
        logging.getLogger(name).setLevel(logging.CRITICAL)
    security = _security(scheduler)
    _check_reachable(scheduler, security)
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
    """Return Dask's security object, with the TLS files that the user named or that Dask's configuration names."""
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
            f"the TLS files cannot be used: {error}", fix="name them: --tls-ca-file, --tls-cert, --tls-key"
        ) from error
    if context is None:
        raise MissingError(
            f"{scheduler.address} needs a client certificate, but none is named",
            fix="type --tls-ca-file CA --tls-cert CERT --tls-key KEY, or set distributed.comm.tls in Dask",
        )
    return security


def _check_reachable(scheduler: Scheduler, security: Any) -> None:
    """Raise MissingError if the scheduler does not answer or its certificate is wrong; Dask itself would retry."""
    try:
        with socket.create_connection(scheduler.place, timeout=_CONNECT_S) as plain:
            if scheduler.encrypted:
                with security.get_connection_args("client")["ssl_context"].wrap_socket(plain):
                    pass
    except ssl.SSLError as error:
        raise MissingError(
            f"{scheduler.address} has no valid certificate: {error.reason or error}",
            fix="its certificate must be signed by the authority in --tls-ca-file",
        ) from error
    except OSError as error:
        raise MissingError(
            f"no scheduler answers at {scheduler.address}: {error.strerror or error}",
            fix=f"start one with: {_start(scheduler)}",
        ) from error


def need_workers(client: Any) -> None:
    """Raise MissingError if the cluster has no worker, or if a worker lacks this version of wirerate."""
    from wirerate import __version__

    try:
        client.wait_for_workers(1, timeout=_CONNECT_S)
        versions = client.run(_version)
    except TimeoutError as error:
        raise MissingError(
            "the cluster has no workers",
            fix="start some: dask worker SCHEDULER --nthreads 1, with its TLS files",
        ) from error
    except ImportError as error:
        raise MissingError("the workers lack wirerate", fix=f"there, {install('fleet')}") from error
    other = {version for version in versions.values() if version != __version__}
    if other:
        raise MissingError(
            f"the workers have wirerate {', '.join(sorted(map(str, other)))}, but this machine has {__version__}",
            fix="install the same version everywhere",
        )


def _version() -> str:
    from wirerate import __version__

    return __version__


def threads(client: Any) -> int:
    count: int = sum(client.nthreads().values())
    return max(count, 1)
