"""Stored points on boards: a range with memory, energy and provenance, or no answer."""

from __future__ import annotations

from pathlib import Path

import pytest

from wirerate.catalogue.libraries import P256M
from wirerate.errors import MissingError
from wirerate.wings.mcu.answers.running import run_now
from wirerate.wings.mcu.curve_options import Toggles, effective
from wirerate.wings.mcu.ecc.points import ONE_CURVE, Point
from wirerate.wings.mcu.ecc.store import Case, Origin, Store, operation, project
from wirerate.wings.mcu.on_board import STORED
from wirerate.wings.mcu.target import target

COUNTS = {"alu": 900_000, "load": 80_000, "branch": 20_000, "branch:taken": 15_000}


def point(**changed: object) -> Point:
    given = {
        "version": "3.6", "core": "cortex-m4", "curve": "secp256r1", "operation": "sign", "instructions": 1_000_000,
        "classes": COUNTS, "misses": {"16:64:8": (1000, 500, 10)}, "stack_bytes": 1000, "heap_bytes": 1500,
    }  # fmt: skip
    return Point(**{**given, **changed})  # type: ignore[arg-type]


def test_a_point_on_a_board_is_a_range_with_memory_and_energy() -> None:
    own = operation(point(), target("f401re"), 20000, Origin(STORED, "3.6.7", "a command"))
    assert own.ns.low < own.ns.median < own.ns.high
    assert own.ns.median == pytest.approx(own.cycles.typical / 84e6 * 1e9)
    assert own.ram_bytes == 2500
    assert own.energy is not None
    assert own.energy.low < own.energy.high
    assert own.over == ()
    small = operation(point(core="cortex-m0", heap_bytes=40000, misses={"4:16:0": (0, 0, 0)}), target("kl25z"), 200_000,
                      Origin(STORED, "3.6.7"))  # fmt: skip
    assert small.over == ("ram", "flash")


def test_wait_states_cost_cycles() -> None:
    slow, fast = (
        operation(point(), target("f401re", clock_hz=clock), 1, Origin(STORED, "3.6.7")) for clock in (30e6, 84e6)
    )
    assert slow.cycles.typical < fast.cycles.typical


def test_a_store_without_the_flash_of_an_operation_does_not_answer() -> None:
    """A grid that was stopped before its images were weighed."""
    case = Case("3.6", "-O2", "secp256r1", "sign", Toggles())
    assert Store([point()], STORED).known(case, target("f401re")) is None
    assert Store([], STORED).known(case, target("f401re")) is None


# Of every version, core and operation something; a sample is all that there is time for.
SAMPLE = (
    Case("3.6", "-O2", "secp256r1", "verify", Toggles()),
    Case("3.6", "-O2", "secp256r1", "ecdh", Toggles()),
    Case("3.6", "-O2", "secp256r1", "sign", Toggles(fixed_point=False, window=2)),
    Case("3.6", "-O2", "curve25519", "ecdhe", Toggles(window=2)),
    Case("2.4", "-O2", "secp192r1", "ecdhe", Toggles(window=5)),
    Case(P256M, "-O2", "secp256r1", "ecdh", Toggles(window=2)),
)


@pytest.mark.parametrize("case", SAMPLE, ids=lambda case: f"{case.version}-{case.curve}-{case.operation}")
def test_what_is_stored_is_what_is_measured(mbedtls: Path, case: Case) -> None:
    """With the same compiler and release, to the byte and the instruction; where the window that was asked for is not
    the one in use, the code lies elsewhere in flash, and time differs by that. Flash is weighed at the default one."""
    where = target("lpc1768" if case.version == "2.4" else "nrf52840")
    then = project(case.version).known(case, where)
    assert then is not None
    try:
        now = run_now(case, where)
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
