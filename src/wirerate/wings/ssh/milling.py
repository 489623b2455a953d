# SPDX-License-Identifier: Apache-2.0 OR MIT
"""`ssh mill`: what keeping the keyed state and UMAC are worth on packets, without a network."""

from __future__ import annotations

import os
from collections.abc import Sequence

from wirerate.errors import EXIT_INTERRUPTED, EXIT_OK, UsageError, unknown
from wirerate.host.machine import environment
from wirerate.progress import Progress
from wirerate.records import Environment
from wirerate.running.cautions import finished
from wirerate.wings.ssh.mill import claims, gains, machine
from wirerate.wings.ssh.rows import MillRun

SECONDS = 20.0
_LEAVES_OUT = ("OPENSSL_ia32cap", "OPENSSL_armcap")  # set, OpenSSL does not use all that the CPU has
_FIXES = {"shared-cpu": "stop other programs"}  # there is no --affinity


def mill(
    macs: Sequence[str] = (),
    *,
    cipher: str = "arcfour",
    etm: bool = False,
    payloads: Sequence[int] = (),
    time: float | None = None,
    progress: Progress | None = None,
) -> MillRun:
    """CPU time per packet for each MAC with its keyed state kept, rekeyed and allocated anew, by payload.

    The defaults are the question of 2007: arcfour, encrypt-and-MAC.
    """
    if cipher not in machine.CIPHERS:
        raise unknown("cipher of the mill", cipher, machine.CIPHERS)
    wanted = [machine.parse_mac(each) for each in macs] or list(machine.MACS)
    if any(not 1 <= size <= machine.LARGEST for size in payloads):
        raise UsageError("a packet's payload has 1 to 32768 bytes", fix="type --size 64,1Ki,32Ki")
    run = MillRun(command="ssh mill", environment=environment())
    run.rows, run.comparisons, run.partial = gains.measure(
        wanted,
        cipher,
        etm=etm,
        payloads=sorted(payloads or machine.PAYLOADS),
        progress=progress,
        budget_s=time or SECONDS,
    )
    run.findings = claims.answer(run.rows, run.comparisons, _instructions(run.environment))
    return finished(run, EXIT_INTERRUPTED if run.partial else EXIT_OK, _FIXES)


def _instructions(here: Environment | None) -> Sequence[str] | None:
    return here.flags if here and not any(name in os.environ for name in _LEAVES_OUT) else None
