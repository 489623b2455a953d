"""Cycles of short functions, compared with sums made by hand from the manuals' tables."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from wirerate.catalogue.boards import BOARDS, TIMINGS, board, timing
from wirerate.errors import UsageError
from wirerate.wings.mcu.cycles import (
    Buffers,
    Cache,
    Fetched,
    Flash,
    Misses,
    Range,
    Trace,
    beyond_warm,
    cycles,
    in_cache,
    without_timing,
)
from wirerate.wings.mcu.lab.decode import decode
from wirerate.wings.mcu.lab.emulated_calls import Machine
from wirerate.wings.mcu.lab.image import Image
from wirerate.wings.mcu.target import ALL_BUFFERS, flash_of, target
from wirerate.wings.mcu.target_cost import timed

Tiny = Callable[[str], Image]


@pytest.mark.parametrize(
    ("core", "function", "args", "low", "high"),
    [
        # SUBS 1, BNE taken 3 or not 1, BX 3 (ARM DDI 0432C); 2 and 2 (DDI 0484C); 1+P with P of 1 to 3 (DDI 0337I)
        ("cortex-m0", "rounds", (10,), 10 + 9 * 3 + 1 + 3, 10 + 9 * 3 + 1 + 3),
        ("cortex-m0plus", "rounds", (10,), 10 + 9 * 2 + 1 + 2, 10 + 9 * 2 + 1 + 2),
        ("cortex-m3", "rounds", (10,), 10 + 9 * 2 + 1 + 2, 10 + 9 * 4 + 1 + 4),
        ("cortex-m4", "rounds", (10,), 10 + 9 * 2 + 1 + 2, 10 + 9 * 4 + 1 + 4),
        # LDR 2, LDR 2, STR 2, BX; where loads pipeline, LDR 2, LDR 1, STR 1
        ("cortex-m0", "memory", (0x2000_8000,), 9, 9),
        ("cortex-m0plus", "memory", (0x2000_8000,), 8, 8),
        ("cortex-m3", "memory", (0x2000_8000,), 6, 8),
        # ADDS 1, LDR 2, and a cycle for the address that comes too late on the larger cores
        ("cortex-m0", "address", (0x2000_8000,), 6, 6),
        ("cortex-m4", "address", (0x2000_8000,), 1 + 1 + 2 + 2, 1 + 1 + 2 + 4),
        # PUSH of 3 is 1+N, MOVS 1, POP of 3 with the return 4+N, 3+N, 1+N+P
        ("cortex-m0", "stack", (), 4 + 1 + 7, 4 + 1 + 7),
        ("cortex-m0plus", "stack", (), 4 + 1 + 6, 4 + 1 + 6),
        ("cortex-m3", "stack", (), 4 + 1 + 5, 4 + 1 + 7),
        # MULS 1, UMULL 3 to 5, UMULL 1
        ("cortex-m0", "times", (6, 7), 4, 4),
        ("cortex-m3", "wide", (6, 7), 3 + 2, 5 + 4),
        ("cortex-m4", "wide", (6, 7), 1 + 2, 1 + 4),
    ],
)
def test_cycles_are_those_of_the_manual(
    tiny: Tiny, core: str, function: str, args: tuple[int, ...], low: int, high: int
) -> None:
    found = cycles(Machine(tiny(core), core).call(function, *args).trace, core)
    assert (found.low, found.high) == (low, high)
    assert found.typical == (low + high) / 2


def test_the_small_multiplier_is_the_boards(tiny: Tiny) -> None:
    trace = Machine(tiny("cortex-m0"), "cortex-m0").call("times", 6, 7).trace
    assert cycles(trace, "cortex-m0", multiply_cycles=32).low - cycles(trace, "cortex-m0").low == 31
    trace = Machine(tiny("cortex-m3"), "cortex-m3").call("times", 6, 7).trace
    assert cycles(trace, "cortex-m3", multiply_cycles=32) == cycles(trace, "cortex-m3")


def test_a_range_lists_its_unknowns(tiny: Tiny) -> None:
    trace = Machine(tiny("cortex-m3"), "cortex-m3").call("looks", 100).trace
    found = cycles(trace, "cortex-m3")
    assert found.low < found.typical < found.high
    assert found.unknowns[0] == found.unknowns[0].strip()
    assert any("pipeline refill" in words and "1 to 3" in words for words in found.unknowns)


@pytest.mark.parametrize(
    ("states", "line", "prefetch", "low", "high"),
    [
        (0, 8, False, 0, 0),
        (3, 8, False, 3 * (5 + 2), 3 * (5 + 2 + 7)),  # without prefetch the next line may cost as much as a jump
        (3, 8, True, 3 * (5 + 2), 3 * (5 + 2) + (3 - 2) * 7),  # two words run while the next line comes
        (3, 16, True, 3 * (5 + 2), 3 * (5 + 2)),  # four words hide it whole
    ],
)
def test_wait_states(states: int, line: int, prefetch: bool, low: int, high: int) -> None:
    buffers = Buffers(line, 4)
    trace = Trace(10, {"alu": 10}, {buffers.name: Misses(jumps=5, next=7, data=2)})
    found = cycles(trace, "cortex-m3", Flash(buffers, states, prefetch))
    assert (found.low, found.high) == (10 + low, 10 + high)


@pytest.mark.parametrize("prefetch", [False, True])
def test_a_flash_from_memory_may_wait_for_nothing_or_for_all(prefetch: bool) -> None:
    buffers = Buffers(8, 4)
    trace = Trace(10, {"alu": 10}, {buffers.name: Misses(jumps=5, next=7, data=2)})
    known, assumed = (cycles(trace, "cortex-m0plus", Flash(buffers, 3, prefetch, each)) for each in (False, True))
    assert (assumed.low, assumed.typical, assumed.high) == (10, known.typical, 10 + 3 * (5 + 7 + 2))
    assert any("not checked against a datasheet" in words for words in assumed.unknowns)
    assert not any("not checked against a datasheet" in words for words in known.unknowns)


def test_a_first_run_fetches_each_line_of_the_code_once() -> None:
    warm, flash = Range(90, 100, 110), Flash(Buffers(8, 256), 0, fill=(60, 94))
    found = beyond_warm(warm, flash, 17)
    assert (found.low, found.typical, found.high) == (0, 0, 3 * 94)
    assert "60 to 94 cycles" in found.unknowns[0]
    assert beyond_warm(warm, Flash(Buffers(8, 256), 0), 17) == Range(0, 0, 0)


def test_only_code_that_is_larger_than_the_cache_can_push_itself_out() -> None:
    warm, flash = Range(90, 100, 110), Flash(Buffers(8, 256), 0, cache=Cache(1024, 8, 2), conflicts=0.5)
    assert beyond_warm(warm, flash, 1024) == Range(0, 0, 0)
    found = beyond_warm(warm, flash, 1025)
    assert (found.low, found.typical, found.high) == (0, 0, 50)
    assert "up to 50 %" in found.unknowns[0]


@pytest.mark.parametrize("name", [name for name, each in BOARDS.items() if each.core.startswith("cortex-m0")])
def test_no_core_is_known_to_the_cycle(name: str) -> None:
    """Boards exceed even a table with exact figures, also without flash waits."""
    found = timed(Trace(1000, {"alu": 1000}), target(name, clock_hz=8e6, flash="0"), 0, 1000)
    assert (found["cycles"].low, found["cycles"].typical) == (1000, 1000)
    assert found["cycles"].high >= 1025
    assert any("up to 2.5 %" in words for words in found["ns"].unknowns)


CACHED = Flash(Buffers(8, 256), 0, fill=(60, 90), cache=Cache(1024, 8, 2), conflicts=0.5)


def test_cache_misses_determine_the_time_of_a_run() -> None:
    """The typical value is a repeated run; a first run fetches all lines and is the upper end."""
    warm, cold = in_cache(Range(100, 100, 100), CACHED, Fetched(empty=3, instead=2), 1024, as_linked=False)
    assert (warm.low, warm.typical, warm.high) == (100 + 2 * 60, 100 + 2 * 75, 100 + 5 * 90)
    assert (cold.low, cold.typical, cold.high) == (100 + 5 * 60, 100 + 5 * 75, 100 + 5 * 90)
    assert any("60 to 90 cycles to fetch a line of code (3 lines)" in words for words in warm.unknowns)
    quiet, _ = in_cache(Range(100, 100, 100), CACHED, Fetched(), 1024, as_linked=False)
    assert quiet == Range(100, 100, 100)


def test_more_code_than_cache_may_be_linked_in_another_order() -> None:
    fetched = Fetched(empty=0, instead=2)
    spent = Range(1000, 1000, 1000)
    here, _ = in_cache(spent, CACHED, fetched, 1025, as_linked=False)
    assert (here.low, here.typical, here.high) == (1000, 1150, 1500)
    assert "up to 50 % (2 lines)" in here.unknowns[0]
    own, _ = in_cache(spent, CACHED, fetched, 1025, as_linked=True)
    assert (own.low, own.typical, own.high) == (1120, 1150, 1180), "the device's own order is known"
    worse, _ = in_cache(spent, CACHED, Fetched(0, 100), 1025, as_linked=False)
    assert worse.high == 1000 + 100 * 90, "no less than what was seen"


@pytest.mark.parametrize("name", [name for name, each in BOARDS.items() if each.core.startswith("cortex-m0")])
def test_an_unchecked_flash_always_gives_a_range(name: str) -> None:
    """Even with an exact manual there is a range if the flash was not checked against a datasheet."""
    each = target(name)
    trace = Trace(10, {"alu": 10}, {buffers.name: Misses(jumps=5, next=7, data=2) for buffers in ALL_BUFFERS})
    found = timed(trace, each, 0, 1000)["ns"]
    assert not BOARDS[name].flash.verified
    assert found.low < found.high
    assert found.unknowns


def test_a_flash_with_wait_states_never_makes_it_faster(tiny: Tiny) -> None:
    trace = Machine(tiny("cortex-m3"), "cortex-m3").call("looks", 100).trace
    bare = cycles(trace, "cortex-m3")
    for each in BOARDS.values():
        found = cycles(trace, "cortex-m3", flash_of(each, each.clock_hz))
        assert found.low >= bare.low
        assert found.high >= bare.high
        assert flash_of(each, each.clock_hz).buffers in ALL_BUFFERS
    slow, fast = (flash_of(board("f103rb"), hertz) for hertz in (72e6, 8e6))
    assert (slow.wait_states, fast.wait_states) == (2, 0)
    assert cycles(trace, "cortex-m3", fast) == bare


def test_every_core_has_a_table_and_lists_unchecked_classes() -> None:
    assert set(TIMINGS) == {"cortex-m0", "cortex-m0plus", "cortex-m3", "cortex-m4", "cortex-m33"}
    unchecked = {name: [row.name for row in table.rows if not row.verified] for name, table in TIMINGS.items()}
    assert unchecked["cortex-m0"] == unchecked["cortex-m0plus"] == []
    assert "it" in unchecked["cortex-m3"]
    assert [name for name, table in TIMINGS.items() if not table.published] == ["cortex-m33"]
    for table in TIMINGS.values():
        assert all(0 <= row.cycles[0] <= row.cycles[1] <= 12 for row in table.rows)
        assert len(table.costs) == len(table.rows), "no class twice"
    with pytest.raises(UsageError, match="core"):
        timing("cortex-m1")


def test_an_instruction_without_a_figure_is_named() -> None:
    trace = Trace(3, {"alu": 1, "divide": 1, "load_use": 1})
    assert without_timing(trace, "cortex-m0") == ["divide"]
    assert without_timing(trace, "cortex-m3") == []
    assert any("divide" in words for words in cycles(trace, "cortex-m0").unknowns)


@pytest.mark.parametrize(
    ("code", "classes", "end"),
    [
        ("7047", {"branch_register": 1}, "branch_register"),  # bx lr
        ("fed1", {"branch": 1}, "branch"),  # bne .
        ("08b1", {"compare_branch": 1}, "compare_branch"),  # cbz
        ("dfe800f0", {"table_branch": 1}, "table_branch"),  # tbb [pc, r0]
        ("30bd", {"load_multiple_pc": 1, "load_multiple_pc:register": 3}, "load_multiple_pc"),  # pop {r4, r5, pc}
        ("8746", {"branch_register": 1}, "branch_register"),  # mov pc, r0
        ("df f8 00 f0", {"load_pc": 1}, "load_pc"),  # ldr pc, [pc]
        ("00484068", {"load_literal": 1, "load": 1, "load_use": 1}, ""),  # ldr r0, [pc]; ldr r0, [r0, #4]
        ("01608268", {"store": 1, "load": 1, "load_after_store": 1}, ""),  # str r1, [r0]; ldr r2, [r0, #8]
        ("0858 0851", {"load": 1, "store_indexed:next": 1, "load_use": 1}, ""),  # ldr r0, [r1, r0]; str r0, [r1, r4]
        ("e0fb0101 e0fb6101", {"long_accumulate": 1, "long_double_accumulate": 1}, ""),  # umlal, umaal
        ("90fbf1f0", {"divide": 1}, ""),  # sdiv
        ("08bf 0830", {"it": 1, "alu": 1}, ""),  # it eq; addeq
    ],
)
def test_instructions_have_the_right_classes(code: str, classes: dict[str, int], end: str) -> None:
    pytest.importorskip("capstone", reason="capstone is absent: pip install '.[mcu]'")
    found = decode(bytes.fromhex(code), 0x100)
    assert (dict(found.classes), found.end) == (classes, end)
    assert found.conditional == (end in ("branch", "compare_branch"))
