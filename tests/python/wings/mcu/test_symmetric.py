"""Stored records of hashes, MACs and ciphers: every board has them, and they equal a run."""

from __future__ import annotations

import msgspec
import pytest

from wirerate.catalogue.boards import BOARDS
from wirerate.catalogue.schemes import RECORDS, SYMMETRIC
from wirerate.wings.mcu.counted_runs import Point
from wirerate.wings.mcu.lab import library
from wirerate.wings.mcu.lab.library import point
from wirerate.wings.mcu.store import SYMMETRIC as TABLE
from wirerate.wings.mcu.store import find_point, stored
from wirerate.wings.mcu.target import target
from wirerate.wings.mcu.target_cost import STORED, record_calls


def test_the_catalogue_and_the_laboratory_have_the_same_algorithms() -> None:
    assert tuple(SYMMETRIC) == library.SYMMETRIC
    assert tuple(name for name, each in SYMMETRIC.items() if each.seals) == (
        "aes-128-ccm",
        "aes-128-gcm",
        "chacha20-poly1305",
    )


@pytest.mark.parametrize("board", list(BOARDS))
@pytest.mark.parametrize("level", ["-O2", "-Os"])
def test_every_board_is_answered(board: str, level: str) -> None:
    for name, facts in SYMMETRIC.items():
        kept = find_point(TABLE, name, "", level, target(board))
        assert kept is not None
        found = list(record_calls(kept, target(board), STORED))
        assert [m.bytes for m in found] == list(RECORDS), name
        times = [m.ns.median for m in found]
        assert times == sorted(times)
        for own in found:
            assert (own.basis, own.operation) == ("stored", "seal" if facts.seals else "tag")
            assert own.ram_bytes == own.stack_bytes + (own.context_bytes or 0)
            assert own.command
            assert own.licence
        long = found[-1]
        assert long.ns.median == pytest.approx(long.fixed_ns + RECORDS[-1] * long.per_byte_ns, rel=0.05)


def test_a_level_that_is_not_stored_is_not_answered() -> None:
    assert find_point(TABLE, "sha-256", "", "-O0", target("f401re")) is None


@pytest.mark.usefixtures("firmware_cache", "mbedtls")
def test_records_run_now_equal_stored_ones() -> None:
    where = target("nrf52840")
    ran = point("sha-256", "cortex-m4", "-O2", buffers=(where.flash.buffers,))
    kept = stored(TABLE)[ran.key]
    if (kept.made.compiler, kept.made.release) != (ran.made.compiler, ran.made.release):
        pytest.skip(f"stored results are of {kept.made.release} by {kept.made.compiler}")
    ours, theirs = ran.counted, kept.counted
    assert (ours.stack_bytes, ours.context_bytes, ours.blocks) == (
        theirs.stack_bytes, theirs.context_bytes, theirs.blocks)  # fmt: skip
    for now, then in zip(record_calls(ran, where), record_calls(kept, where), strict=True):
        assert now.ns == then.ns
    assert msgspec.json.decode(msgspec.json.encode(ran), type=Point) == ran
