"""Every core there is, by name."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import cache, partial

from wirerate.graph.algorithms import CHECKSUM, MD5
from wirerate.graph.verilog import benches, checksum, iterative, testbench, vectors
from wirerate.graph.verilog.absorb import MACRO
from wirerate.graph.verilog.core import Bench, Core
from wirerate.graph.verilog.pipeline import CUTS, module_name, pipeline, verilog

# Router1 does not get the last hundreds of a pipeline's 100,000 wires out of each other's way within 15 CPU minutes.
# Router2 does, and leaves some of them with detours of 1.5 ns: 199 MHz where placement alone promised 232. With rip-up
# it takes up again whatever misses the target, until nothing does or it gives up: so the target is one to be met.
_ROUTING = ("--router", "router2", "--tmg-ripup")
_TARGET_MHZ = {Fraction(1, 4): 40.0, Fraction(1, 2): 78.0, Fraction(1): 140.0, Fraction(2): 230.0, Fraction(3): 220.0}


def lanes_of(cuts: Fraction) -> int:
    """64 steps, two clocks before them, one after them."""
    return int(64 * cuts) + 3


def md5_pipeline(cuts: Fraction) -> Core:
    """MD5 unrolled, with so many registers per step."""
    pipe = pipeline(MD5, cuts)
    per = f"{1 / cuts} steps per clock" if cuts < 1 else f"{cuts} clock{'s' if cuts > 1 else ''} per step"
    return Core(
        name=f"md5-{pipe.lanes}",
        title=f"64 steps unrolled, {per}" + (", F inside the addition" if pipe.absorbing else ""),
        module=module_name(pipe),
        verilog=verilog(pipe),
        inputs={"first": 1, "block": 512},
        outputs={"digest": 128},
        target_mhz=_TARGET_MHZ[cuts],
        algorithm=MD5.name,
        lanes=pipe.lanes,
        clocks=pipe.lanes,
        cuts=cuts,
        macro=MACRO if pipe.absorbing else "",
        routing=_ROUTING,
        bench=partial(_lane_bench, module_name(pipe), pipe.lanes),
    )


def _lane_bench(module: str, lanes: int) -> Bench:
    clocks = vectors.lane_clocks(lanes)
    digests = sum(clock.digest is not None for clock in clocks)
    return Bench(testbench.lane_bench(module, lanes, len(clocks), digests), testbench.lane_vectors(clocks))


def _iterative(name: str, title: str, verilog: str, clocks: int, target_mhz: float) -> Core:
    ports = {"valid": 1, "first": 1, "word": 32}, {"ready": 1, "done": 1, "digest": 128}
    module = name.replace("-", "_")
    bench = partial(_chain_bench, module)
    return Core(name, title, module, verilog, *ports, target_mhz, MD5.name, clocks=clocks, bench=bench)


def _chain_bench(module: str) -> Bench:
    blocks = vectors.chain_blocks()
    digests = sum(block.digest is not None for block in blocks)
    return Bench(testbench.chain_bench(module, len(blocks), digests), testbench.chain_vectors(blocks))


def md5_naive() -> Core:
    """The step as the text has it."""
    verilog = iterative.naive(MD5, "md5_naive")
    return _iterative("md5-naive", "a step per clock as the text has it", verilog, iterative.clocks(1), 80)


def md5_overlapped(steps_per_clock: int) -> Core:
    """RFC 1810's optimised tree, folded."""
    name, pace = ("md5-4-steps", "4 steps") if steps_per_clock == 4 else ("md5-overlapped", "a step")
    verilog = iterative.overlapped(MD5, name.replace("-", "_"), steps_per_clock)
    title = f"{pace} per clock, sums made ahead"
    return _iterative(name, title, verilog, iterative.clocks(steps_per_clock), 40 if steps_per_clock == 4 else 110)


def internet_checksum(sums: int) -> Core:
    """So many words per clock."""
    module = f"checksum_{sums}"
    return Core(
        name=f"checksum-{sums}",
        title=f"{sums} partial sums" if sums > 1 else "one sum",
        module=module,
        verilog=checksum.verilog(CHECKSUM, module, sums),
        inputs={"first": 1, "last": 1, "words": 32 * sums},
        outputs={"checksum": 16, "done": 1},
        target_mhz=300,
        algorithm=CHECKSUM.name,
        bits=32 * sums,
        bench=partial(_checksum_bench, module, sums),
    )


def _checksum_bench(module: str, sums: int) -> Bench:
    clocks = vectors.checksum_clocks(sums)
    messages = sum(clock.digest is not None for clock in clocks)
    return Bench(testbench.checksum_bench(module, sums, len(clocks), messages), testbench.checksum_vectors(clocks))


_MAKERS: dict[str, Callable[[], Core]] = {
    "bench-add": benches.add,
    "bench-logic-add": benches.logic_add,
    "bench-rotate": benches.rotate,
    "bench-rotate-4": benches.rotate_of_four,
    "bench-add-add": benches.add_add,
    **{f"checksum-{sums}": partial(internet_checksum, sums) for sums in checksum.SUMS},
    "md5-naive": md5_naive,
    "md5-overlapped": partial(md5_overlapped, 1),
    "md5-4-steps": partial(md5_overlapped, 4),
    **{f"md5-{lanes_of(cuts)}": partial(md5_pipeline, cuts) for cuts in CUTS},
}

CORES = tuple(_MAKERS)
LANES = tuple(lanes_of(cuts) for cuts in CUTS)


@cache
def core(name: str) -> Core:
    """The core of that name, made from its graph."""
    return _MAKERS[name]()
