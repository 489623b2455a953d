# SPDX-License-Identifier: Apache-2.0 OR MIT
"""A Dask cluster: the one at a scheduler's address, or processes on this machine."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from wirerate.errors import MissingError

_CONNECT_S = 10.0
# Tasks of a worker that dies go to another one; a task in whose presence this many died is taken to be the cause.
_DEATHS = 3


def check_packages() -> None:
    """A MissingError where the extra is not installed."""
    try:
        import distributed  # noqa: F401
        import fsspec  # noqa: F401
    except ImportError as error:
        raise MissingError(
            f"a cluster needs the package {error.name}", fix="type: pip install 'wirerate[fleet]'"
        ) from error


@contextmanager
def connect(scheduler: str | None = None, processes: int = 1) -> Iterator[Any]:
    """A distributed.Client. Without a scheduler: `processes` workers here, of one thread each, gone afterwards."""
    check_packages()
    import dask
    from distributed import Client

    for name in ("distributed", "tornado", "aiobotocore", "s3fs"):  # what goes wrong is told in our own words
        logging.getLogger(name).setLevel(logging.CRITICAL)
    with dask.config.set({"distributed.scheduler.allowed-failures": _DEATHS}):
        if scheduler is None:
            with _local(processes) as cluster, Client(cluster) as client:
                yield client
            return
        try:
            client = Client(scheduler, timeout=_CONNECT_S, set_as_default=False)
        except (OSError, ValueError, TimeoutError) as error:
            raise MissingError(
                f"no scheduler answers at {scheduler}",
                fix="start one with: dask scheduler, and name it like tcp://HOST:8786",
            ) from error
        with client:
            yield client


def _local(processes: int) -> Any:
    from distributed import LocalCluster

    return LocalCluster(
        n_workers=processes,
        threads_per_worker=1,
        processes=True,
        memory_limit=0,  # what a worker holds is bounded by its rounds; a limit would kill it for the page cache
        dashboard_address=None,
        silence_logs=logging.CRITICAL,
    )


def need_workers(client: Any) -> None:
    """A MissingError where the cluster has no worker, or workers without this package of this version."""
    from wirerate import __version__

    try:
        client.wait_for_workers(1, timeout=_CONNECT_S)
        versions = client.run(_version)
    except TimeoutError as error:
        raise MissingError(
            "the cluster has no workers", fix="start some with: dask worker SCHEDULER --nthreads 1"
        ) from error
    except ImportError as error:
        raise MissingError("the workers lack wirerate", fix="type there: pip install 'wirerate[fleet]'") from error
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
