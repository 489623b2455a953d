# SPDX-License-Identifier: Apache-2.0 OR MIT
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
    input_mbps: float  # over all pairs that can, if each of them took data in
    feeding: str  # how data gets in, with its source


# ECP5's pins, SERDES and rates: the counts are those of nextpnr's own database for this part and package (224 IOLOGIC
# with x2 gearing, 141 SIOLOGIC without); GDDRX2 at 400 MHz is the top speed in the examples of Lattice's TN1265 (now
# FPGA-TN-02035); that LFE5U lacks the SERDES which LFE5UM has, people who program both say (enjoy-digital/litex, pull
# request 1090). The data sheet itself, FPGA-DS-02012, was not at hand.
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
        input_mbps=112 * 800,
        feeding="LFE5U has no SERDES (LFE5UM5G-85F has four of 5 Gbit/s: 20G), so neither 40G nor 100G Ethernet "
        "reaches it directly; 224 of its 365 pins make 112 pairs with x2 gearing, of 800 Mbit/s each (nextpnr's "
        "database; Lattice TN1265).",
    )
}


def part(name: str) -> Part:
    if name not in PARTS:
        raise unknown("part", name, PARTS)
    return PARTS[name]
