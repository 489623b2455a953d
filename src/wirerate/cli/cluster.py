# SPDX-License-Identifier: Apache-2.0 OR MIT
"""--cluster, and by what it and this program know each other: the files are spelled as in Dask's own commands."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, TypeVar

import click

from wirerate.cli import rules

if TYPE_CHECKING:
    from wirerate.remote.cluster import Scheduler

F = TypeVar("F", bound=Callable[..., Any])

EXAMPLE = "--cluster tls://HOST:8786"


def scheduler(given: Mapping[str, Any]) -> Scheduler | None:
    """The one that is named; a UsageError for one that must not be asked as things are."""
    if given["cluster"] is None:
        return None
    from wirerate.remote.cluster import Scheduler

    return Scheduler(
        given["cluster"], given["insecure_cluster"], given["tls_ca_file"], given["tls_cert"], given["tls_key"]
    )


def options(what: str) -> Callable[[F], F]:
    """The options and their rules; `what` is --cluster's own help."""
    files = [
        ("--tls-ca-file", "The authority of the cluster's certificates."),
        ("--tls-cert", "Our certificate, of that authority."),
        ("--tls-key", "Its private key, if it is not in the same file."),
    ]

    def decorated(command: F) -> F:
        flag = click.option("--insecure-cluster", is_flag=True, help="Without TLS: it can run code here.")
        command = flag(command)
        for name, told in reversed(files):
            command = click.option(name, metavar="FILE", help=f"{told}  [default: Dask's setting]")(command)
        command = click.option("--cluster", metavar="SCHEDULER", help=what)(command)
        command = rules.holds(scheduler)(command)
        for name in ("--insecure-cluster", *(name for name, _ in files)):
            command = rules.needs(name, EXAMPLE)(command)
        return command

    return decorated
