# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The hosts of a Dask cluster: a command once on each, whatever the number of its workers there."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence
from typing import Any

from wirerate.errors import MissingError
from wirerate.fleet.cluster import Scheduler, connect, need_workers
from wirerate.fleet.hosts import Answer


def ask(scheduler: Scheduler, command: Sequence[str], *, pinned: bool) -> list[Answer]:
    """An answer of each host. `pinned`: on one CPU of our choice, because the command names none."""
    with connect(scheduler) as client:
        need_workers(client)
        first: dict[str, str] = {}
        for address, facts in client.scheduler_info(n_workers=-1)["workers"].items():
            first.setdefault(facts["host"], address)
        answers: dict[str, Any] = client.run(
            run_here, list(command), pinned, workers=list(first.values()), on_error="return"
        )
    return [_answer(host, answers.get(address)) for host, address in first.items()]


def _answer(host: str, found: Any) -> Answer:
    if isinstance(found, bytes):
        return Answer(host, found)
    return Answer(host, failure=MissingError(f"the worker on {host} failed: {found}", fix="look into its log"))


def run_here(command: list[str], pinned: bool) -> bytes:
    """On a worker: a child process, on the last CPU that this one may use."""
    chosen = ["-A", str(max(os.sched_getaffinity(0)))] if pinned else []
    done = subprocess.run(
        [sys.executable, "-m", "wirerate", *command, *chosen],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        check=False,
    )
    if not done.stdout.strip():
        raise RuntimeError(done.stderr.decode(errors="replace").strip() or f"exit status {done.returncode}")
    return done.stdout
