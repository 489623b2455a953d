"""The stated uncertainty of a time, which depends on the least certain of the rows."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from wirerate.wings.mcu.cycles import Fetched, Misses, Trace
from wirerate.wings.mcu.rows import FunctionCall, OnBoard
from wirerate.wings.mcu.target import ALL_BUFFERS, all_caches, target
from wirerate.wings.mcu.target_cost import timed
from wirerate.wings.mcu.view import trust

TRACE = Trace(10, {"alu": 10}, {buffers.name: Misses(5, 7, 2) for buffers in ALL_BUFFERS})


def placed(name: str, hertz: float | None = None, code: int = 10_000) -> OnBoard:
    return OnBoard(subject="", **timed(TRACE, target(name, clock_hz=hertz), 0, code))


@pytest.mark.parametrize(
    ("name", "hertz", "code", "says"),
    [
        ("f103rb", 24e6, 10_000, "±5 %"),  # no wait states
        ("f103rb", 72e6, 10_000, "±15 %"),
        ("kl25z", 48e6, 10_000, "not been checked against a datasheet"),
        ("kl25z", 24e6, 10_000, "±5 %"),
        ("rp2040", None, 10_000, "±5 %"),
        ("rp2040", None, 16_385, "larger than the cache"),
        ("stm32u575", None, 10_000, "publishes no cycle counts"),
    ],
)
def test_the_least_certain_fact_decides(name: str, hertz: float | None, code: int, says: str) -> None:
    assert says in trust([placed(name, hertz, code)])


def test_a_program_that_was_followed_through_the_cache_as_it_is_linked() -> None:
    """The user's own program has a fixed link order; a library that is linked by wirerate has not."""
    trace = replace(TRACE, fetched={each.name: Fetched(3, 2) for each in all_caches()})
    where = target("rp2040")
    ours, theirs = (timed(trace, where, 0, 20_000, as_linked=each) for each in (False, True))
    assert ours["first_run"]
    assert "larger than the cache" in trust([OnBoard(subject="", **ours)])
    call = FunctionCall(subject="f", **theirs, function="f", function_bytes=4, result=0, buffers=())
    assert "±5 %" in trust([call])


def test_the_least_certain_row_decides_for_all() -> None:
    assert "larger than the cache" in trust([placed("rp2040"), placed("rp2040", code=20_000)])
    assert trust([]) == ""
