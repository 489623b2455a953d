"""Targets: boards at their clocks, cores with a described flash, and impossible ones."""

from __future__ import annotations

import pytest

from wirerate.catalogue.boards import core_title
from wirerate.errors import UsageError
from wirerate.wings.mcu.cycles import Buffers
from wirerate.wings.mcu.target import CORES, built_for, core_named, parse_flash, target


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


@pytest.mark.parametrize("text", ["", "x", "1:5", "101", "1:16:0", "1:16:4097", "1:16:8:2", "-1"])
def test_impossible_flash(text: str) -> None:
    with pytest.raises(UsageError, match="flash"):
        parse_flash(text)


@pytest.mark.parametrize("clock", [0.0, -1.0, 2e9])
def test_impossible_clocks_of_a_core(clock: float) -> None:
    with pytest.raises(UsageError, match="runs at"):
        target(None, core="cortex-m4", clock_hz=clock)


@pytest.mark.parametrize("name", ["cortex-m4", "Cortex-M4", "cortex-m4f", "M4F", "cortex_m4"])
def test_a_core_however_it_is_written(name: str) -> None:
    assert core_named(name).name == "cortex-m4"


@pytest.mark.parametrize("name", ["cortex-m1", "m9", "avr", ""])
def test_an_unknown_core_is_answered_with_all_of_them(name: str) -> None:
    with pytest.raises(UsageError, match="unknown core") as caught:
        core_named(name)
    assert ", ".join(CORES) in caught.value.fix


def test_a_core_that_cannot_be_timed_says_why() -> None:
    with pytest.raises(UsageError, match=r"Cortex-M7.*no cycle counts"):
        core_named("cortex-m7")


def test_code_for_an_older_core_runs_on_the_newer() -> None:
    assert [built_for(core) for core in CORES] == ["cortex-m0", "cortex-m0", "cortex-m3", "cortex-m4", "cortex-m4"]
