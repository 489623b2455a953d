"""Signing attempts, compared with the standard's table, and the traces computed from them."""

from __future__ import annotations

import pytest

from wirerate.catalogue.schemes import SCHEMES
from wirerate.wings.mcu.cycles import Trace
from wirerate.wings.mcu.scheme_numbers import SHARES, after, chances


@pytest.mark.parametrize(("name", "repetitions"), [("ml-dsa-44", 4.25), ("ml-dsa-65", 5.1), ("ml-dsa-87", 3.85)])
def test_the_mean_is_that_of_fips_204(name: str, repetitions: float) -> None:
    assert chances(SCHEMES[name]).mean == pytest.approx(repetitions, rel=0.015)  # its table 1


def test_a_share_of_all_signatures_takes_no_more() -> None:
    of = chances(SCHEMES["ml-dsa-44"])
    for share in SHARES:
        count, left = of.attempts(share), 1 - of.accepted
        assert left**count <= 1 - share < left ** (count - 1)
    assert sum(of.ended.values()) == pytest.approx(1)


def test_each_attempt_adds_the_mean_of_those_that_end() -> None:
    of = chances(SCHEMES["ml-dsa-65"])
    once, rejected = (
        Trace(1000, {"alu": 1000}, {}),
        {"z": Trace(400, {"alu": 400}, {}), "r0": Trace(600, {"alu": 600}, {})},
    )
    assert after(once, rejected, of, 1) == once
    added = 4 * (of.ended["z"] * 400 + of.ended["r0"] * 600)
    assert after(once, rejected, of, 5).instructions == round(1000 + added)
