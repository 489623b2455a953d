# SPDX-License-Identifier: Apache-2.0 OR MIT
"""One of them built, run and checked here and now, as a point."""

from __future__ import annotations

from collections.abc import Sequence

from wirerate.catalogue.schemes import RECORDS
from wirerate.wings.mcu.lab import emulator, library
from wirerate.wings.mcu.lab.building import toolchain
from wirerate.wings.mcu.lab.source import fetch, release
from wirerate.wings.mcu.results import now
from wirerate.wings.mcu.symmetric.points import Point
from wirerate.wings.mcu.target import ALL_BUFFERS
from wirerate.wings.mcu.trace import Buffers, part_of


def point(name: str, core: str, level: str, *, command: str = "", buffers: Sequence[Buffers] = ALL_BUFFERS) -> Point:
    counted = library.count(name, core, level, buffers=buffers, lengths=RECORDS)
    return Point(
        name=name,
        release=release(fetch()),
        core=core,
        level=level,
        records={length: part_of(trace) for length, trace in counted.traces.items()},
        stack_bytes=counted.stack_bytes,
        context_bytes=counted.context_bytes,
        blocks=counted.flash,
        compiler=toolchain().version,
        emulator=emulator.version(),
        command=command,
        date=now(),
    )
