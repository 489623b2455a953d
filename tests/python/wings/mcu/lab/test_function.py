"""Measurement of a linked program's functions, as in `--elf FILE --function NAME`."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from statistics import fmean

import pytest

from wirerate.errors import EmulationError, UsageError
from wirerate.wings.mcu.cycles import cycles
from wirerate.wings.mcu.function import mcu_function
from wirerate.wings.mcu.lab.function import Buffer, Measured, Named, Step, measure_function, parse_arguments, parse_call
from wirerate.wings.mcu.lab.image import Image

Tiny = Callable[[str], Image]


def measured(elf: Path, call: str, *before: str, seed: str = "", repeat: int = 1) -> Measured:
    steps = [Step(*parse_call(text)) for text in (call, *before)]
    return measure_function(elf, steps[0], "cortex-m4", before=steps[1:], seed=seed, repeat=repeat)


def test_a_function_with_buffers(tiny: Tiny) -> None:
    image = tiny("cortex-m4")
    result = measured(image.elf, "copies(hex:00ff10, buffer:4, 3)")
    (call,) = result.calls
    assert call.result == 3
    assert result.buffers == (b"\x00\xff\x10", b"\x00\xff\x10\x00")
    assert result.function_bytes == image.symbol("copies").size
    assert result.flash_bytes == image.stored_bytes
    assert call.trace.instructions > 3 * 4


def test_a_program_for_a_larger_core_is_an_error(tiny: Tiny) -> None:
    with pytest.raises(EmulationError, match=r"the table of cortex-m0: (compare_branch|it)") as failed:
        measure_function(tiny("cortex-m3").elf, Step("looks", [3]), "cortex-m0")
    assert "-mcpu=cortex-m0" in failed.value.fix


def test_calls_before_it_leave_their_memory_and_their_buffers(program: Path) -> None:
    """One function generates a key and the measured one uses it; only the latter is counted."""
    alone = measured(program, "uses(key=hex:0000000000000000,buffer:8)")
    after = measured(program, "uses(key,out=buffer:8)", "keypair(key=buffer:8)", seed="state")
    key, out = after.buffers
    assert after.calls[0].result == 1, "the program kept the same key"
    assert key != bytes(8)
    assert out == bytes(byte ^ 1 for byte in key)
    assert after.calls[0].trace == alone.calls[0].trace
    assert measured(program, "uses(kept,buffer:8)", "keypair(buffer:8)", seed="state").calls[0].result == 1
    with pytest.raises(UsageError, match="two buffers are named key"):
        measured(program, "uses(key=buffer:8,buffer:8)", "keypair(key=buffer:8)")


def test_an_unknown_name_is_an_error_with_a_suggestion(program: Path) -> None:
    with pytest.raises(UsageError, match=r"sk is neither a buffer nor a variable of program\.elf") as failed:
        measured(program, "uses(sk,buffer:8)")
    assert "sk=buffer:64" in failed.value.fix
    with pytest.raises(UsageError, match="kye is neither a buffer") as failed:
        measured(program, "uses(kye,buffer:8)", "keypair(key=buffer:8)")
    assert failed.value.fix == "did you mean key?"
    with pytest.raises(UsageError, match=r"unknown function or variable of program\.elf 'zzz'") as failed:
        measured(program, "zzz")
    assert len(failed.value.fix) < 200
    with pytest.raises(EmulationError, match="wrote to unmapped memory at 0x00000000") as fault:
        measured(program, "keypair")
    assert "all its arguments" in fault.value.fix


def test_repeated_calls_differ_by_their_seed_alone(program: Path) -> None:
    assert {call.result for call in measured(program, "turns", repeat=3).calls} == {0}
    first, again = (measured(program, "turns", seed="state", repeat=20) for _ in range(2))
    assert [call.result for call in first.calls] == [call.result for call in again.calls]
    assert len({call.result for call in first.calls}) > 5
    for call in first.calls:
        assert call.trace.classes["branch:taken"] >= call.result - 1
    with pytest.raises(UsageError, match="turns is not a variable"):
        measured(program, "turns", seed="turns")


def test_the_spread_of_repeated_calls(program: Path) -> None:
    run = mcu_function(str(program), "turns", core="cortex-m4", clock=24e6, seed="state", repeat=20)
    (row,) = run.rows
    assert row.spread is not None
    counts = sorted(
        cycles(c.trace, "cortex-m4").typical for c in measured(program, "turns", seed="state", repeat=20).calls
    )
    spread = row.spread
    assert (spread.calls, spread.least, spread.median, spread.of_ten_nine) == (20, counts[0], counts[9], counts[17])
    assert (spread.of_hundred_ninety_nine, spread.most, spread.mean) == (counts[19], counts[19], fmean(counts))
    assert row.cycles.typical == spread.median
    with pytest.raises(UsageError, match="0 calls"):
        mcu_function(str(program), "turns", core="cortex-m4", clock=24e6, repeat=0)
    (once,) = mcu_function(str(program), "turns", core="cortex-m4", clock=24e6).rows
    assert once.spread is None


def test_words_that_move_through_the_floating_point_unit_are_timed(program: Path) -> None:
    """VLDR and VSTR take 2 cycles for a word, 3 for two; VMOV takes 1 per core register; VPUSH and VPOP 1+N; VMRS 1."""
    result = measured(program, "moves(hex:010000000200000003000000040000000500,buffer:16)")
    assert result.buffers[1].hex() == "01000000000000000300000004000000"
    spent = cycles(result.calls[0].trace, "cortex-m4")
    assert (spent.low, spent.high) == (2 + 3 + 1 + 2 + 3 + 1 + 1, 2 + 3 + 1 + 2 + 3 + 1 + 3)
    saves = cycles(measured(program, "saves").calls[0].trace, "cortex-m4")
    assert (saves.low, saves.high) == (2 * (1 + 4) + 2 * (1 + 1) + 2 + 1 + 2, 2 * (1 + 4) + 2 * (1 + 1) + 2 + 1 + 4)
    with pytest.raises(EmulationError, match="the table of cortex-m4: floating"):
        measured(program, "adds")


def test_a_flash_of_many_lines(program: Path) -> None:
    """Accept the 2,048 lines of an RP2040's cache."""
    run = mcu_function(str(program), "turns", core="cortex-m4", clock=24e6, flash="1:8:2048", seed="state")
    assert run.rows
    with pytest.raises(UsageError, match="1 to 4096"):
        mcu_function(str(program), "turns", core="cortex-m4", clock=24e6, flash="1:8:4097")


def test_arguments_are_read() -> None:
    assert parse_arguments("") == []
    assert parse_arguments("1, -2,0x20") == [1, -2, 32]
    assert parse_arguments("buffer:3,hex:,hex:0aFF") == [Buffer(bytes(3)), Buffer(b""), Buffer(b"\x0a\xff")]
    assert parse_arguments("key=buffer:2,k2=hex:ab,key,kept") == [
        Buffer(bytes(2), "key"), Buffer(b"\xab", "k2"), Named("key"), Named("kept"),
    ]  # fmt: skip
    assert parse_call("f") == ("f", [])
    assert parse_call(" f( 1, key ) ") == ("f", [1, Named("key")])


@pytest.mark.parametrize("text", ["1x", "buffer:", "hex:abc", "4294967296", "-2147483649", "buffer:9999999", "1," * 20])
def test_wrong_arguments_are_usage_errors(text: str) -> None:
    with pytest.raises(UsageError) as failed:
        parse_arguments(text)
    assert failed.value.fix


@pytest.mark.parametrize("text", ["", "f(1", "f g(2)", "(1)"])
def test_wrong_calls_are_usage_errors(text: str) -> None:
    with pytest.raises(UsageError) as failed:
        parse_call(text)
    assert failed.value.fix
