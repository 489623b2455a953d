"""Every core there is, by name."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import cache, partial

from wirerate.graph.algorithms import MD5
from wirerate.graph.verilog import benches
from wirerate.graph.verilog.core import Core
from wirerate.graph.verilog.pipeline import CUTS, module_name, pipeline, verilog

_TARGET_MHZ = {Fraction(1, 4): 55.0, Fraction(1, 2): 95.0, Fraction(1): 165.0, Fraction(2): 270.0, Fraction(3): 340.0}


def lanes_of(cuts: Fraction) -> int:
    """64 steps, two clocks before them, one after them."""
    return int(64 * cuts) + 3


def md5_pipeline(cuts: Fraction) -> Core:
    """MD5 unrolled, with so many registers per step."""
    pipe = pipeline(MD5, cuts)
    per = f"{1 / cuts} steps per clock" if cuts < 1 else f"{cuts} clock{'s' if cuts > 1 else ''} per step"
    return Core(
        name=f"md5-{pipe.lanes}",
        title=f"64 steps unrolled, {per}",
        module=module_name(pipe),
        verilog=verilog(pipe),
        inputs={"first": 1, "block": 512},
        outputs={"digest": 128},
        target_mhz=_TARGET_MHZ[cuts],
        lanes=pipe.lanes,
        clocks=pipe.lanes,
        cuts=cuts,
    )


_MAKERS: dict[str, Callable[[], Core]] = {
    "bench-add": benches.add,
    "bench-logic-add": benches.logic_add,
    "bench-rotate": benches.rotate,
    **{f"md5-{lanes_of(cuts)}": partial(md5_pipeline, cuts) for cuts in CUTS},
}

CORES = tuple(_MAKERS)
LANES = tuple(lanes_of(cuts) for cuts in CUTS)


@cache
def core(name: str) -> Core:
    """The core of that name, made from its graph."""
    return _MAKERS[name]()
