"""Functions of a linked program by name, as `--elf FILE --function NAME` times them."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from wirerate.errors import EmulationError, UsageError
from wirerate.lab.mcu.build.image import Image
from wirerate.lab.mcu.function import measure_function, parse_arguments

Tiny = Callable[[str], Image]


def test_a_function_with_buffers(tiny: Tiny) -> None:
    image = tiny("cortex-m4")
    found = measure_function(image.elf, "copies", "cortex-m4", parse_arguments("hex:00ff10, buffer:4, 3"))
    assert found.call.result == 3
    assert found.buffers == (b"\x00\xff\x10", b"\x00\xff\x10\x00")
    assert found.function_bytes == image.symbol("copies").size
    assert found.flash_bytes == image.stored_bytes
    assert found.call.trace.instructions > 3 * 4


def test_a_program_for_a_larger_core_is_told(tiny: Tiny) -> None:
    with pytest.raises(EmulationError, match=r"cortex-m0 does not have: (compare_branch|it)") as failed:
        measure_function(tiny("cortex-m3").elf, "looks", "cortex-m0", [3])
    assert "-mcpu=cortex-m0" in failed.value.fix


def test_arguments_are_read() -> None:
    assert parse_arguments("") == []
    assert parse_arguments("1, -2,0x20") == [1, -2, 32]
    assert parse_arguments("buffer:3,hex:,hex:0aFF") == [bytes(3), b"", b"\x0a\xff"]


@pytest.mark.parametrize("text", ["x", "buffer:", "hex:abc", "4294967296", "-2147483649", "buffer:9999999", "1," * 20])
def test_wrong_arguments_are_usage_errors(text: str) -> None:
    with pytest.raises(UsageError) as failed:
        parse_arguments(text)
    assert failed.value.fix
