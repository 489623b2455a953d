"""`speed` adds a ceiling and a floor to the requested subjects, each only once."""

from __future__ import annotations

from collections import Counter

import pytest

from wirerate.commands.speed import speed

FLOOR = "internet-checksum"


@pytest.mark.parametrize(
    ("asked", "roles"),
    [
        ([FLOOR], {"subject": 1}),
        ([f"{FLOOR}@wirerate"], {"subject": 1}),
        ([FLOOR, "md5@wirerate"], {"subject": 1}),
        (["md5@wirerate"], {"floor": 1}),
        ([f"{FLOOR}@wirerate/portable"], {"subject": 1, "floor": 1}),
    ],
)
def test_the_floor_is_listed_once(asked: list[str], roles: dict[str, int]) -> None:
    """A floor that is also a requested subject is listed once; beside another kernel of it, both are listed."""
    run = speed.speed(asked, lengths=(64,), time=0.01)
    assert Counter(m.role for m in run.rows if m.subject.startswith(FLOOR)) == roles
    assert [m.role for m in run.rows].count("ceiling") == 1


def test_a_reference_is_not_listed_again_as_the_floor() -> None:
    run = speed.speed(["md5@wirerate"], lengths=(64, 576), against=FLOOR, time=0.01)
    assert Counter(m.bytes for m in run.rows if m.subject.startswith(FLOOR)) == {64: 1, 576: 1}
    assert {c.reference.partition("@")[0] for c in run.comparisons} == {FLOOR}
