"""Operations of an estimate: built and run now, they equal the stored ones."""

from __future__ import annotations

from pathlib import Path

import pytest

from wirerate.errors import MissingError
from wirerate.wings.mcu.handshake_parts import MeasuredParts, Part
from wirerate.wings.mcu.lab.firmware import toolchain
from wirerate.wings.mcu.store import SCHEMES, stored
from wirerate.wings.mcu.target import target

_KEPT = stored(SCHEMES)["ml-kem-512@pqclean", "cortex-m4", "-O2", "keygen"]


def part(*, measure: bool) -> Part:
    found = MeasuredParts(target("nrf52840"), "-O2", measure=measure).find("ml-kem-512", "keygen")
    assert found is not None
    return found


def test_a_measurement_now_equals_the_stored_one(own_cache: Path) -> None:
    if _KEPT.made.compiler != toolchain().version:
        pytest.skip(f"stored by {_KEPT.made.compiler}, here is {toolchain().version}")
    try:
        now = part(measure=True)
    except MissingError as error:
        pytest.skip(str(error))
    then = part(measure=False)
    assert now.counted.trace.classes == then.counted.trace.classes
    assert (now.counted.stack, now.counted.heap, now.flash) == (then.counted.stack, then.counted.heap, then.flash)
    assert not now.command
    assert then.command


def test_an_operation_without_stored_result_is_none() -> None:
    parts = MeasuredParts(target("nrf52840"), "-O2")
    assert parts.find("ed448", "sign") is None
    assert parts.find("ml-kem-512", "sign") is None
