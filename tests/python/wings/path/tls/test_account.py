"""The account of an end on rounds made of known parts."""

from __future__ import annotations

import pytest

from wirerate.wings.path.account import account_of_records
from wirerate.wings.path.catalogue import TCP, parse_path

from . import made


@pytest.mark.parametrize("size", sorted(made.BARE))
@pytest.mark.parametrize("kind", ["tls", "ktls"])
def test_an_end_is_half_of_what_is_written_and_read_back_and_its_parts_add_up_to_it(kind: str, size: int) -> None:
    path = parse_path(f"{kind}-aes-128-gcm")
    made_of = account_of_records(made.carried([TCP, path], size).stages(path))
    parts = {part.name: part.ns.median for part in made_of.parts}
    assert made_of.gateway.median == pytest.approx((made.BARE[size] + made.ADDED[kind][size]) / 2)
    assert sum(parts.values()) == pytest.approx(made_of.gateway.median)
    assert parts["tcp"] == pytest.approx(made.BARE[size] / 2)
    assert sum(part.share.median for part in made_of.parts if part.share) == pytest.approx(1)


def test_openssls_crypto_is_told_apart_and_the_kernels_is_not() -> None:
    openssl, kernel = parse_path("tls-aes-256-gcm"), parse_path("ktls-aes-256-gcm")
    carried = made.carried([openssl, kernel], 16384)
    divided, whole = (account_of_records(carried.stages(path)) for path in (openssl, kernel))
    assert [part.name for part in divided.parts] == ["tcp", "record", "crypto"]
    assert divided.parts[2].ns.median == pytest.approx(7000 * 1.1 / 2)
    assert divided.free
    assert divided.gain
    assert divided.free.median == pytest.approx(divided.gateway.median - divided.parts[2].ns.median)
    assert divided.gain.median == pytest.approx(divided.gateway.median / divided.free.median)
    assert [part.name for part in whole.parts] == ["tcp", "protection"]
    assert (whole.free, whole.gain) == (None, None)


def test_plain_tcp_is_all_of_itself() -> None:
    made_of = account_of_records(made.carried([TCP], 1400).stages(TCP))
    assert [part.name for part in made_of.parts] == ["tcp"]
    assert made_of.gateway.median == pytest.approx(1300)
    assert made_of.free is None


@pytest.mark.parametrize("spread", [0.01, 0.05])
def test_noise_widens_the_interval_and_leaves_the_truth_in_it(spread: float) -> None:
    path = parse_path("tls")
    made_of = account_of_records(made.carried([path], 16384, rounds=64, spread=spread).stages(path))
    for name, truth in (("tcp", 2100.0), ("record", 1850.0), ("crypto", 3500.0)):
        (part,) = (part for part in made_of.parts if part.name == name)
        assert part.ns.low <= truth <= part.ns.high
        assert part.ns.low < part.ns.high
