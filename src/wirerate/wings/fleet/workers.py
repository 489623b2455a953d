# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The hosts of a Dask cluster: a command once on each, whatever the number of its workers there.

A worker cannot tell that who asked it is no more. So the asker says now and then that it still waits; where that stays
out, or it says that it does not, the worker ends the command.
"""

from __future__ import annotations

import asyncio
import os
import secrets
import sys
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from dataclasses import dataclass, field
from typing import Any

from wirerate.errors import MissingError
from wirerate.remote.cluster import Scheduler, connect, need_workers
from wirerate.wings.fleet.here import HELD
from wirerate.wings.fleet.hosts import Answer, stopped

LEASE_S = 30.0  # without a word from the asker


def ask(scheduler: Scheduler, command: Sequence[str], *, pinned: bool) -> list[Answer]:
    """An answer of each host. `pinned`: on one CPU of our choice, because the command names none."""
    with connect(scheduler) as client:
        need_workers(client)
        first: dict[str, str] = {}
        for address, facts in client.scheduler_info(n_workers=-1)["workers"].items():
            first.setdefault(facts["host"], address)
        answers = _run(client, list(first.values()), (list(command), pinned))
    return [_answer(host, answers.get(address)) for host, address in first.items()]


def _run(client: Any, workers: list[str], asked: tuple[list[str], bool]) -> dict[str, Any]:
    """What run_here returns or raises, by worker. Ctrl-C ends the command on those that have not finished."""
    errand = secrets.token_hex(8)
    there: dict[str, Any] = {"workers": workers, "on_error": "return"}
    with ThreadPoolExecutor(1) as pool:
        running = pool.submit(lambda: client.run(run_here, *asked, errand, LEASE_S, **there))
        try:
            while wait([running], timeout=LEASE_S / 10).not_done:
                client.run(still_wanted, errand, **there)
        except KeyboardInterrupt:
            client.run(not_wanted, errand, **there)
        found: dict[str, Any] = running.result()
        return found


def _answer(host: str, found: Any) -> Answer:
    if isinstance(found, bytes):
        return Answer(host, found) if found else stopped(host)
    return Answer(host, failure=MissingError(f"the worker on {host} failed: {found}", fix="look into its log"))


# ---- on a worker, all in the thread of its event loop ----


@dataclass
class _Errand:
    over: asyncio.Event = field(default_factory=asyncio.Event)
    heard: float = field(default_factory=time.monotonic)


_errands: dict[str, _Errand] = {}


async def run_here(command: list[str], pinned: bool, name: str, lease: float) -> bytes:
    """The answer of a child process, on the last CPU that this one may use; nothing where it was ended before."""
    chosen = ["-A", str(max(os.sched_getaffinity(0)))] if pinned else []
    theirs, ours = os.pipe()
    errand = _errands[name] = _Errand()
    try:
        os.write(ours, HELD)
        child = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "wirerate", "fleet", "here", *command, *chosen,
            stdin=theirs, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE,
        )  # fmt: skip
        answering = asyncio.ensure_future(child.communicate())
        await _until(answering, errand, lease)
    finally:
        del _errands[name]
        os.close(theirs)
        os.close(ours)  # with which the child ends
    finished = answering.done()
    output, errors = await answering
    if finished and not output.strip():
        raise RuntimeError(errors.decode(errors="replace").strip() or f"exit status {child.returncode}")
    return output if finished else b""


async def _until(answering: asyncio.Future[Any], errand: _Errand, lease: float) -> None:
    """The answer is there, or nobody waits for it any more."""
    over = asyncio.ensure_future(errand.over.wait())
    while not (answering.done() or over.done()) and time.monotonic() < errand.heard + lease:
        await asyncio.wait([answering, over], timeout=lease / 10, return_when=asyncio.FIRST_COMPLETED)
    over.cancel()


def still_wanted(name: str) -> None:
    if errand := _errands.get(name):
        errand.heard = time.monotonic()


def not_wanted(name: str) -> None:
    if errand := _errands.get(name):
        errand.over.set()
