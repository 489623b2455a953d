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
    input_mbps: float  # over all pins, if every pair took data in
    feeding: str  # how data gets in, with its source


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
        input_mbps=182 * 800,
        feeding="LFE5U has no SERDES (LFE5UM5G has four of 5 Gbit/s: 20G), so neither 40G nor 100G Ethernet reaches it "
        "directly; its 365 pins make 182 pairs of 800 Mbit/s (FPGA-DS-02012).",
    )
}


def part(name: str) -> Part:
    if name not in PARTS:
        raise unknown("part", name, PARTS)
    return PARTS[name]
