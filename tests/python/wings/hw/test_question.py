"""The core that a question selects."""

from __future__ import annotations

import pytest

from wirerate.authenticators.subjects import WAYS
from wirerate.errors import UsageError
from wirerate.wings.hw.question import WhichCore, ways_for


@pytest.mark.parametrize(
    ("lanes", "ways", "name"),
    [(67, None, "md5-67"), (1, None, "md5-overlapped"), (None, 64, "md5-67"), (None, 16, "md5-19"),
     (None, 20, "md5-35"), (131, 64, "md5-131"), (None, None, None)],
)  # fmt: skip
def test_lanes_and_ways_choose_a_core(lanes: int | None, ways: int | None, name: str | None) -> None:
    assert WhichCore("md5", lanes=lanes, ways=ways).chosen() == name


@pytest.mark.parametrize(
    ("lanes", "ways", "core_name", "fix"),
    [(66, None, None, "1, 19, 35, 67, 131, 195"), (None, 6, None, "4, 8, 12"), (19, 20, None, "4, 8, 12, 16 ways"),
     (1, 16, None, "19, 35, 67, 131, 195 lanes"), (None, None, "md5-68", "md5-67"),
     (67, None, "md5-67", "leave out core")],
)  # fmt: skip
def test_impossible_combinations_name_the_possible_ones(
    lanes: int | None, ways: int | None, core_name: str | None, fix: str
) -> None:
    with pytest.raises(UsageError) as caught:
        WhichCore("md5", lanes=lanes, ways=ways, core=core_name).chosen()
    assert fix in caught.value.fix


def test_the_ways_that_lanes_carry() -> None:
    assert max(ways_for(19)) == 16
    assert max(ways_for(67)) == max(ways_for(195)) == 64
    assert all(ways in WAYS for ways in ways_for(131))


def test_a_mac_has_no_ways() -> None:
    for mac in ("hmac-md5", "keyed-md5"):
        with pytest.raises(UsageError, match="not a MAC"):
            WhichCore(mac, ways=4).chosen()
