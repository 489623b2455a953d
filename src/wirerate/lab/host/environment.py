"""What a measurement depended on, to travel with it."""

from __future__ import annotations

import os
import platform
import socket
from datetime import UTC, datetime

from wirerate._version import __version__
from wirerate.authenticators.kernels import kernel_in_use
from wirerate.graph.costs import like
from wirerate.lab.host import machine, native
from wirerate.records import Environment


def environment() -> Environment:
    """This machine, its software, and its clocks as of now (about 30 ms of calibration)."""
    cpu = machine.cpu()
    return Environment(
        wirerate=__version__,
        date=datetime.now(UTC).isoformat(timespec="seconds").replace("+00:00", "Z"),
        host=socket.gethostname(),
        cpu=cpu.name,
        cores=machine.cores(),
        memory_bytes=machine.memory_bytes(),
        caches=machine.caches(),
        flags=cpu.flags,
        hidden_flags=cpu.hidden_flags,
        virtual=machine.hypervisor(cpu.features),
        os=f"{_distribution()}, {os.uname().sysname} {os.uname().release}",
        compiler=native.compiler(),
        kernel=kernel_in_use(),
        core_hz=native.core_hz(),
        tick_hz=native.tick_hz(),
        core=known.name if (known := like(cpu.vendor, cpu.family, cpu.model)) else "",
        peers=native.peers(),
    )


def _distribution() -> str:
    try:
        return platform.freedesktop_os_release().get("PRETTY_NAME", "Linux")
    except OSError:
        return os.uname().sysname
