"""Rows of stored curve operations: a range with memory, energy and origin, or None."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from wirerate.catalogue.libraries import P256M
from wirerate.errors import MissingError
from wirerate.wings.mcu.counted_runs import ONE_CURVE, Counted, Made, Point
from wirerate.wings.mcu.curve_options import Case, Toggles, effective
from wirerate.wings.mcu.cycles import Misses, Trace
from wirerate.wings.mcu.lab import count_on_curve
from wirerate.wings.mcu.rows import BoardOperation
from wirerate.wings.mcu.store import on_curves, point_on_curve, stored
from wirerate.wings.mcu.target import Target, target
from wirerate.wings.mcu.target_cost import MODELLED, STORED, find_operation, operation_on_curve

COUNTS = {"alu": 900_000, "load": 80_000, "branch": 20_000, "branch:taken": 15_000}
CASE = Case("3.6", "-O2", "secp256r1", "sign", Toggles())


def operation(where: Target, core: str = "cortex-m4", flash: int = 20_000, **changed: Any) -> BoardOperation:
    given = {"stack_bytes": 1000, "heap_bytes": 1500, "blocks": {"ecp": flash}, "misses": Misses(1000, 500, 10)}
    given |= changed
    runs = {"": Trace(1_000_000, COUNTS, {where.flash.buffers.name: given.pop("misses")})}
    made = Made(release="3.6.7", command="a command")
    point = Point(code=CASE.code, core=core, operation="sign", counted=Counted(runs=runs, **given), made=made)
    return operation_on_curve(point, CASE, where, STORED)


def test_a_point_on_a_board_is_a_range_with_memory_and_energy() -> None:
    own = operation(target("f401re"))
    assert own.ns.low < own.ns.median < own.ns.high
    assert own.ns.median == pytest.approx(own.cycles.typical / 84e6 * 1e9)
    assert own.ram_bytes == 2500
    assert own.energy is not None
    assert own.energy.low < own.energy.high
    assert own.over == ()
    small = operation(target("kl25z"), "cortex-m0", 200_000, heap_bytes=40000, misses=Misses())
    assert small.over == ("ram", "flash")


def test_wait_states_cost_cycles() -> None:
    slow, fast = (operation(target("f401re", clock_hz=clock)) for clock in (30e6, 84e6))
    assert slow.cycles.typical < fast.cycles.typical


def test_points_without_the_flash_of_an_operation_do_not_answer() -> None:
    """The grid was stopped before flash sizes were stored."""
    where = target("f401re")
    points = stored(on_curves("3.6"))
    point = points[CASE.code, "cortex-m4", "-O2", "sign"]
    assert point_on_curve(points, CASE, where) is not None
    assert point_on_curve({point.key: point}, CASE, where) is None
    assert point_on_curve({}, CASE, where) is None


# A sample with every version, core and operation, since there is no time for more.
SAMPLE = (
    Case("3.6", "-O2", "secp256r1", "verify", Toggles()),
    Case("3.6", "-O2", "secp256r1", "ecdh", Toggles()),
    Case("3.6", "-O2", "secp256r1", "sign", Toggles(fixed_point=False, window=2)),
    Case("3.6", "-O2", "curve25519", "ecdhe", Toggles(window=2)),
    Case("2.4", "-O2", "secp192r1", "ecdhe", Toggles(window=5)),
    Case(P256M, "-O2", "secp256r1", "ecdh", Toggles(window=2)),
)


@pytest.mark.parametrize("case", SAMPLE, ids=lambda case: f"{case.version}-{case.curve}-{case.operation}")
def test_stored_results_equal_measurements(mbedtls: Path, case: Case) -> None:
    """Bytes and instructions are equal with the same compiler and release.

    If the library uses a smaller window than requested, the code has other addresses, which changes the flash waits."""
    where = target("lpc1768" if case.version == "2.4" else "nrf52840")
    then = find_operation(case, where)
    assert then is not None
    try:
        now = operation_on_curve(count_on_curve(case, where), case, where, MODELLED)
    except MissingError as error:
        pytest.skip(str(error))
    if (then.compiler, then.release) != (now.compiler, now.release):
        pytest.skip(f"stored by {then.compiler} with {then.release}, here are {now.compiler} and {now.release}")
    assert (then.image, now.image) == (ONE_CURVE, ONE_CURVE)
    assert (now.stack_bytes, now.heap_bytes, now.heap_kept) == (then.stack_bytes, then.heap_bytes, then.heap_kept)
    assert now.flash_bytes == pytest.approx(
        then.flash_bytes, rel=0 if case.toggles.window == Toggles().window else 0.06
    )
    if effective(case.version, case.curve, case.operation, case.toggles) == case.toggles:
        assert (now.instructions, now.cycles) == (then.instructions, then.cycles)
    else:
        assert now.cycles.typical == pytest.approx(then.cycles.typical, rel=0.02)
