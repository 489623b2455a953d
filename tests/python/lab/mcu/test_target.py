"""What firmware is timed for: boards at their clocks, cores with a flash of one's own, and what cannot be."""

from __future__ import annotations

import pytest

from wirerate.catalogue.boards import core_title
from wirerate.errors import UsageError
from wirerate.lab.mcu.ecc.options import Toggles
from wirerate.lab.mcu.ecc.points import Point
from wirerate.lab.mcu.ecc.store import Case, Source, Store, operation
from wirerate.lab.mcu.handshake.store import SETUPS, stored_handshake, stored_handshakes
from wirerate.lab.mcu.on_board import STORED
from wirerate.lab.mcu.target import parse_flash, target
from wirerate.lab.mcu.timing.trace import Buffers

COUNTS = {"alu": 900_000, "load": 80_000, "branch": 20_000, "branch:taken": 15_000}


def point(**changed: object) -> Point:
    given = {
        "version": "3.6", "core": "cortex-m4", "curve": "secp256r1", "operation": "sign", "instructions": 1_000_000,
        "classes": COUNTS, "misses": {"16:64:8": (1000, 500, 10)}, "stack_bytes": 1000, "heap_bytes": 1500,
    }  # fmt: skip
    return Point(**{**given, **changed})  # type: ignore[arg-type]


def test_a_board_brings_clock_flash_and_limits() -> None:
    found = target("F401RE")
    assert (found.core, found.clock_hz, found.flash.wait_states) == ("cortex-m4", 84e6, 2)
    assert found.limits == {"ram": 98304, "flash": 524288}
    assert target("f401re", clock_hz=30e6).flash.wait_states == 0
    assert target("f401re", flash="5:16:8").flash.buffers == Buffers(16, 8)


def test_a_core_brings_no_limits() -> None:
    found = target(None, core="cortex-m0+", clock_hz=48e6, flash="1:4:3+prefetch")
    assert (found.core, found.title, found.limits, found.current) == ("cortex-m0plus", "Cortex-M0+", {}, None)
    assert found.flash.prefetch
    assert core_title("cortex-m33") == "Cortex-M33"


@pytest.mark.parametrize("text", ["", "x", "1:5", "101", "1:16:0", "1:16:257", "1:16:8:2", "-1"])
def test_flash_that_cannot_be(text: str) -> None:
    with pytest.raises(UsageError, match="flash"):
        parse_flash(text)


@pytest.mark.parametrize("clock", [0.0, -1.0, 2e9])
def test_a_core_has_clocks_that_cannot_be(clock: float) -> None:
    with pytest.raises(UsageError, match="runs at"):
        target(None, core="cortex-m4", clock_hz=clock)


def test_a_point_on_a_board_is_a_range_with_memory_and_energy() -> None:
    row = operation(point(), target("f401re"), 20000, Source(STORED, "3.6.7", "a command"))
    assert row.ns is not None
    assert row.ns.low < row.ns.median < row.ns.high
    assert row.ns.median == pytest.approx(float(row.extra["cycles"]) / 84e6 * 1e9)
    assert row.extra["ram_bytes"] == 2500
    assert float(row.extra["millijoules_low"]) < float(row.extra["millijoules_high"])
    assert "over" not in row.extra
    small = operation(point(core="cortex-m0", heap_bytes=40000, misses={"4:16:0": (0, 0, 0)}), target("kl25z"), 200_000,
                      Source(STORED, "3.6.7"))  # fmt: skip
    assert small.extra["over"] == "ram,flash"


def test_wait_states_cost_cycles() -> None:
    slow, fast = (
        operation(point(), target("f401re", clock_hz=clock), 1, Source(STORED, "3.6.7")) for clock in (30e6, 84e6)
    )
    assert float(slow.extra["cycles"]) < float(fast.extra["cycles"])


def test_a_store_without_the_flash_of_an_operation_does_not_answer() -> None:
    """A grid that was stopped before its images were weighed."""
    case = Case("3.6", "-O2", "secp256r1", "sign", Toggles())
    assert Store([point()], STORED).measurement(case, target("f401re")) is None
    assert Store([], STORED).measurement(case, target("f401re")) is None


@pytest.mark.skipif(not stored_handshakes(), reason="no handshakes are stored in this checkout")
@pytest.mark.parametrize("core", ["cortex-m0", "cortex-m0plus", "cortex-m3", "cortex-m4"])
def test_handshakes_are_stored_for_every_core(core: str) -> None:
    for name in SETUPS:
        found = stored_handshake(name, core)
        assert found is not None, name
        assert found.bytes == sum(message.bytes for message in found.messages)
        for side in found.sides.values():
            assert side.trace.instructions == sum(part.instructions for part in side.operations.values()) > 10_000
