"""The parts that cores can be placed on."""

from __future__ import annotations

from dataclasses import dataclass

from wirerate.errors import unknown


@dataclass(frozen=True)
class Part:
    """A part in its package and speed grade, as nextpnr knows it."""

    name: str
    title: str
    options: tuple[str, ...]  # of nextpnr-ecp5
    package: str
    speed: int
    luts: int  # of four inputs; as many registers
    ram_blocks: int  # of the LUTs, in groups of 16 words of 4 bits
    pins: int


PARTS: dict[str, Part] = {
    "ecp5-85k": Part(
        name="ecp5-85k",
        title="Lattice ECP5 LFE5U-85F, CABGA756, speed 8",
        options=("--85k", "--package", "CABGA756", "--speed", "8"),
        package="CABGA756",
        speed=8,
        luts=83640,
        ram_blocks=10455,
        pins=365,
    )
}


def part(name: str) -> Part:
    if name not in PARTS:
        raise unknown("part", name, PARTS)
    return PARTS[name]
