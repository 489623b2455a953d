"""Stored scheme results: they cover every board and equal new runs."""

from __future__ import annotations

from itertools import pairwise

import pytest

from wirerate.catalogue.boards import BOARDS
from wirerate.catalogue.schemes import SCHEMES, implemented
from wirerate.wings.mcu.lab.scheme_images import Choice
from wirerate.wings.mcu.lab.schemes import points
from wirerate.wings.mcu.rows import SchemeOperation
from wirerate.wings.mcu.scheme_numbers import held_bytes
from wirerate.wings.mcu.store import SCHEMES as TABLE
from wirerate.wings.mcu.store import find_point, stored
from wirerate.wings.mcu.target import CORES, Target, target
from wirerate.wings.mcu.target_cost import STORED, scheme_operation

LEVELS = {"pqclean": ("-O2", "-Os", "-O3"), "monocypher": ("-O2", "-Os", "-O3"), "wolfssl": ("-O2",)}
OTHER_LEVELS = ("-O2", "-Os")
ALL = [
    (name, implementation, op)
    for name, scheme in SCHEMES.items()
    for implementation in implemented(name)
    for op in scheme.operations
]


def known(scheme: str, implementation: str, operation: str, level: str, where: Target) -> SchemeOperation | None:
    point = find_point(TABLE, f"{scheme}@{implementation}", operation, level, where)
    return scheme_operation(point, where, STORED) if point else None


@pytest.mark.parametrize("board", list(BOARDS))
@pytest.mark.parametrize("level", ["-O2", "-Os", "-O3"])
def test_every_board_is_answered(board: str, level: str) -> None:
    for scheme, implementation, operation in ALL:
        if level not in LEVELS.get(implementation, OTHER_LEVELS):
            continue
        row = known(scheme, implementation, operation, level, target(board))
        assert row is not None, (scheme, implementation, operation)
        assert row.ram_bytes == row.stack_bytes + row.static_bytes + row.held_bytes
        assert row.held_bytes == held_bytes(SCHEMES[scheme], operation)
        assert row.flash_bytes <= row.whole_flash_bytes
        assert row.ns.low <= row.ns.median <= row.ns.high


def test_no_count_is_negative() -> None:
    for point in stored(TABLE).values():
        for part in point.counted.runs.values():
            assert min(part.classes.values()) >= 0, point.key
            assert all(min(missed.jumps, missed.next, missed.data) >= 0 for missed in part.misses.values()), point.key
            assert all(min(lines.empty, lines.instead) >= 0 for lines in part.fetched.values()), point.key


def test_a_core_without_a_board_is_answered_too() -> None:
    for core in CORES:
        assert known("ml-kem-768", "pqclean", "keygen", "-O2", target(None, core=core, clock_hz=48e6))


def test_more_security_takes_longer_and_more() -> None:
    for names in (("ml-kem-512", "ml-kem-768", "ml-kem-1024"), ("ml-dsa-44", "ml-dsa-65", "ml-dsa-87")):
        for operation in SCHEMES[names[0]].operations:
            rows = [known(name, "pqclean", operation, "-O2", target("rp2040")) for name in names]
            for less, more in pairwise(rows):
                assert less is not None
                assert more is not None
                assert less.ns.median < more.ns.median
                assert less.ram_bytes < more.ram_bytes
                assert less.category < more.category


def test_signing_time_reflects_the_probabilities_of_rejection() -> None:
    row = known("ml-dsa-44", "pqclean", "sign", "-O2", target("f401re"))
    assert row is not None
    signing = row.signing
    assert signing is not None
    times = [signing.at_once.median, *(end.ns.median for end in signing.ends)]
    assert times == sorted(times)
    assert signing.ends[0].ns.median < row.ns.median < signing.ends[1].ns.median
    assert [end.attempts for end in signing.ends] == sorted(end.attempts for end in signing.ends)


@pytest.mark.usefixtures("fetched_all")
@pytest.mark.parametrize("implementation", ["pqclean", "mlkem-native"])
def test_stored_results_equal_a_new_run(implementation: str) -> None:
    scheme, where = "ml-kem-512", target("nrf52840")
    (point,) = points(Choice(scheme, implementation), ("keygen",), buffers=(where.flash.buffers,))
    kept = stored(TABLE)[point.key]
    if kept.made.compiler != point.made.compiler:
        pytest.skip(f"stored by {kept.made.compiler}, here is {point.made.compiler}")
    ours, theirs = (scheme_operation(counted, where) for counted in (point, kept))
    assert (ours.cycles, ours.stack_bytes, ours.flash_bytes) == (theirs.cycles, theirs.stack_bytes, theirs.flash_bytes)
