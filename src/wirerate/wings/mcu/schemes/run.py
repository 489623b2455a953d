# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Operations built, run and checked here and now, as points."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from wirerate.wings.mcu.lab import emulator, host
from wirerate.wings.mcu.lab.building import toolchain
from wirerate.wings.mcu.lab.scheme_images import Choice, image
from wirerate.wings.mcu.lab.schemes import count
from wirerate.wings.mcu.results import now
from wirerate.wings.mcu.schemes.points import Point
from wirerate.wings.mcu.target import ALL_BUFFERS
from wirerate.wings.mcu.trace import Buffers, part_of

_APART = ("harness", "instrument")


def points(
    choice: Choice,
    operations: Sequence[str] = (),
    *,
    command: str = "",
    buffers: Sequence[Buffers] = ALL_BUFFERS,
    jobs: int | None = None,
) -> Iterator[Point]:
    """Of these operations, of all where none is named."""
    host.package(choice.facts)  # what is missing is said before minutes of building
    whole = image(choice, choice.facts.operations, jobs).flash_bytes
    for counted in count(choice, operations, buffers=buffers, jobs=jobs):
        yield Point(
            scheme=choice.scheme,
            implementation=choice.implementation,
            core=choice.core,
            level=choice.level,
            operation=counted.operation,
            ran=part_of(counted.trace),
            rejected={why: part_of(trace) for why, trace in counted.rejected.items()},
            composed=counted.composed,
            stack_bytes=counted.stack_bytes,
            static_bytes=counted.static_bytes,
            blocks=counted.flash,
            whole_bytes=sum(size for block, size in whole.items() if block not in _APART),
            compiler=toolchain().version,
            emulator=emulator.version(),
            command=command,
            date=now(),
        )
