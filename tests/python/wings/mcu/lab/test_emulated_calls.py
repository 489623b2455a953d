"""Calls of functions on an emulated core: results, counts and errors."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import Any, cast

import pytest

from wirerate.errors import EmulationError, UsageError
from wirerate.wings.mcu.lab.decode import decode
from wirerate.wings.mcu.lab.emulated_calls import Machine
from wirerate.wings.mcu.lab.image import Image

CORES = ("cortex-m0", "cortex-m0plus", "cortex-m3", "cortex-m4")
TABLE = (3, 1, 4, 1, 5, 9, 2, 6)
Tiny = Callable[[str], Image]


@pytest.fixture(params=CORES)
def machine(request: pytest.FixtureRequest, tiny: Tiny) -> Machine:
    return Machine(tiny(request.param), request.param)


def looks(n: int) -> int:
    """Compute what the function of this name in tiny.c returns."""
    total = 0
    for i in range(n):
        total += TABLE[i & 7] if i & 1 else 0x12345 + i
        total += TABLE[(i >> 1) & 7] if i % 3 else (10, 20, 30, 40)[i & 3]
    return total


def test_arguments_results_and_memory(machine: Machine) -> None:
    assert machine.call("five", 1, 2, 3, 4, 5).result == 54321
    assert machine.call("minus", 7).result == -7
    assert machine.call("minus", -7).result == 7
    machine.write("values", bytes(16))
    assert machine.read("values", 16) == bytes(16)
    source, target = machine.scratch(b"content"), machine.scratch(bytes(7))
    assert machine.call("copies", source, target, 7).result == 7
    assert machine.read(target, 7) == b"content"


def test_a_loop_is_counted_to_the_instruction(machine: Machine) -> None:
    trace = machine.call("rounds", 1000).trace
    assert trace.instructions == 2001
    assert trace.unmetered == 0
    assert trace.classes == {
        "alu": 1000, "branch": 1000, "branch:taken": 999, "branch_register": 1, "branch_register:taken": 1,
    }  # fmt: skip


def test_counts_are_those_of_a_hook_on_every_instruction(machine: Machine) -> None:
    """Compare with a hook on every instruction in plain Unicorn. The function has IT blocks and loads of constants."""
    import unicorn
    from unicorn import arm_const

    mode = unicorn.UC_MODE_THUMB | unicorn.UC_MODE_MCLASS
    model = getattr(arm_const, machine.core.emulated)
    plain: Any = cast(Any, unicorn).Uc(unicorn.UC_ARCH_ARM, mode, model)
    plain.mem_map(0, 1 << 20)
    plain.mem_map(0x2000_0000, 1 << 20)
    for segment in machine.image.segments:
        plain.mem_write(segment.address, segment.data)
    seen: list[tuple[int, int]] = []
    plain.hook_add(unicorn.UC_HOOK_CODE, lambda _uc, address, size, _data: seen.append((address, address + size)))
    plain.reg_write(arm_const.UC_ARM_REG_SP, 0x2008_0000)
    plain.reg_write(arm_const.UC_ARM_REG_LR, 0xFFF01)
    plain.reg_write(arm_const.UC_ARM_REG_R0, 200)
    plain.emu_start(machine.image.symbol("looks").address | 1, 0xFFF00)

    call = machine.call("looks", 200, watch=("look",))
    assert call.result == plain.reg_read(arm_const.UC_ARM_REG_R0) == looks(200)
    assert call.trace.instructions == len(seen) + skipped(machine, seen)
    look = machine.image.symbol("look")
    within = [step for step in seen if look.address <= step[0] < look.address + look.size]
    assert call.contexts[frozenset({"look"})].instructions == len(within)
    assert sum(trace.instructions for trace in call.contexts.values()) == call.trace.instructions


def skipped(machine: Machine, seen: list[tuple[int, int]]) -> int:
    """Count instructions skipped by IT blocks: they pass through the pipeline, but Unicorn calls no hook for them."""
    count = 0
    for (address, end), (then, _) in pairwise(seen):
        if then > end and not decode(machine.read(address, end - address), address).end:
            count += decode(machine.read(end, then - end), end).instructions
    return count


def test_a_run_is_the_same_every_time(tiny: Tiny) -> None:
    first = Machine(tiny("cortex-m3"), "cortex-m3").call("looks", 100)
    again = Machine(tiny("cortex-m3"), "cortex-m3")
    again.call("allocate", 10)
    assert again.call("looks", 100) == first


def test_a_call_that_is_not_counted_does_the_same_and_leaves_no_trace(machine: Machine) -> None:
    counted, other = machine.call("looks", 100), machine.call("looks", 100, counted=False)
    assert other.result == counted.result
    assert other.stack_bytes == counted.stack_bytes
    assert (other.trace.instructions, dict(other.trace.classes)) == (0, {})
    assert not any((missed.jumps, missed.next, missed.data) != (0, 0, 0) for missed in other.trace.misses.values())
    assert machine.call("looks", 100) == counted, "counting resumes in the next call"
    with pytest.raises(EmulationError, match="more instructions"):
        machine.call("forever", limit=1000, counted=False)


def test_no_block_is_translated_twice_because_memory_is_written(machine: Machine) -> None:
    """Unicorn may give a flash page and a RAM page the same number. A write to the RAM page must not discard the code
    at the same offset in the flash page."""
    translated: list[int] = []
    emulator = machine._emulator
    emulator.handle.hook_add(
        emulator.unicorn.UC_HOOK_EDGE_GENERATED, lambda _uc, block, _before, _data: translated.append(block.pc)
    )
    source = machine.scratch(bytes(3072))
    for page in range(0x2000_0000, 0x2000_8000, 4096):
        machine.call("copies", source, page + 1024, 3072)
        machine.call("copies", source, page + 256, 512)
    assert translated
    assert len(translated) == len(set(translated))


def test_code_written_to_ram_runs_in_its_newest_version(machine: Machine) -> None:
    """Replace `adds r0, #n; bx lr` in RAM and call it every time."""
    code = machine.image.symbol("values").address
    for number in (1, 2, 1):
        source = machine.scratch(bytes((number, 0x30, 0x70, 0x47)))
        machine.call("copies", source, code, 4)
        assert machine.call("jump", code | 1, 5).result == 5 + number


def test_the_stack_is_what_was_written_below_the_pointer(machine: Machine) -> None:
    assert machine.call("rounds", 5).stack_bytes == 0
    assert machine.call("stack").stack_bytes == 12
    shallow, deep = (machine.call("deep", n).stack_bytes for n in (1, 11))
    assert (deep - shallow) % 10 == 0
    assert deep - shallow >= 10 * 72  # 64 bytes of locals, and the return address
    with pytest.raises(EmulationError, match="stack"):
        machine.call("deep", 10_000)


def test_heap_figures_count_requested_bytes_and_bookkeeping_is_not_metered(machine: Machine) -> None:
    machine.call("heap_reset")
    call = machine.call("allocate", 100)
    assert call.result == 1
    assert machine.word("heap_live") == 0
    assert machine.word("heap_blocks") == 0
    assert machine.word("heap_allocations") == 3
    assert machine.word("heap_peak") == 100 + 300 + (200 - 100)
    assert call.trace.unmetered > 0
    machine.call("heap_reset")
    assert machine.word("heap_peak") == 0


def test_watched_functions_missing_from_the_image_are_ignored(machine: Machine) -> None:
    assert set(machine.call("looks", 3, watch=("inlined_away",)).contexts) == {frozenset()}


@pytest.mark.parametrize(
    ("function", "words"),
    [
        ("forever", r"more instructions than the limit, at forever"),
        ("peripheral", r"read unmapped memory at 0x40000000.*at peripheral"),
        ("scribble", r"wrote to read-only memory at 0x00000008.*at scribble"),
        ("undefined", r"instruction.* at undefined"),
    ],
)
def test_errors_name_function_and_address(machine: Machine, function: str, words: str) -> None:
    with pytest.raises(EmulationError, match=words) as failed:
        machine.call(function, limit=100_000)
    assert f"{machine.image.symbol(function).address:#010x}"[:8] in str(failed.value)
    assert failed.value.exit_code == 4
    assert failed.value.fix
    assert machine.call("minus", 1).result == -1, "the machine still works"


def test_a_misspelt_function_is_answered_with_the_nearest(machine: Machine) -> None:
    with pytest.raises(UsageError) as failed:
        machine.call("copys")
    assert "copies" in failed.value.fix
    with pytest.raises(UsageError, match="variable"):
        machine.call("values")
    with pytest.raises(EmulationError, match="no memory"):
        machine.read(0x6000_0000, 4)


def test_cached_lines_are_fetched_once(machine: Machine) -> None:
    """Every call starts with an empty cache, so that repeated calls cost the same."""
    (first,), (again,) = (machine.call("looks", 200).trace.fetched.values() for _ in range(2))
    assert 0 < first.empty < machine.image.stored_bytes // 8
    assert first.instead == 0
    assert again == first


def test_functions_that_push_each_other_out_of_a_cache_are_fetched_again(machine: Machine) -> None:
    """Two of three calls miss the cache: see test_mcu.c. The loop itself stays cached."""
    (few,), (many,) = (machine.call("turn", n).trace.fetched.values() for n in (1, 1001))
    assert many.empty == few.empty
    assert 1800 < many.instead - few.instead < 2200
