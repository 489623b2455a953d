# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The option --cluster and its TLS options, which are spelled as in Dask's own commands."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, TypeVar

import click

from wirerate.cli import rules

if TYPE_CHECKING:
    from wirerate.remote.cluster import Scheduler

F = TypeVar("F", bound=Callable[..., Any])

EXAMPLE = "--cluster tls://HOST:8786"


def scheduler(values: Mapping[str, Any]) -> Scheduler | None:
    """Return the scheduler that --cluster names, or None. Raise UsageError if its address and the TLS options do not
    fit together.
    """
    if values["cluster"] is None:
        return None
    from wirerate.remote.cluster import Scheduler

    return Scheduler(
        values["cluster"], values["insecure_cluster"], values["tls_ca_file"], values["tls_cert"], values["tls_key"]
    )


def options(help: str) -> Callable[[F], F]:
    """Add --cluster, with the given help text, and the options that need it."""
    files = [
        ("--tls-ca-file", "CA of the cluster's certificates."),
        ("--tls-cert", "This machine's certificate, signed by that CA."),
        ("--tls-key", "Its private key, if in another file."),
    ]

    def decorated(command: F) -> F:
        flag = click.option(
            "--insecure-cluster", is_flag=True, help="Allow a cluster without TLS; it could run code here."
        )
        command = flag(command)
        for name, text in reversed(files):
            command = click.option(name, metavar="FILE", help=f"{text}  [default: Dask's setting]")(command)
        command = click.option("--cluster", metavar="SCHEDULER", help=help)(command)
        command = rules.checked_by(scheduler)(command)
        for name in ("--insecure-cluster", *(name for name, _ in files)):
            command = rules.needs(name, EXAMPLE)(command)
        return command

    return decorated
