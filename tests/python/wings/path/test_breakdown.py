"""The breakdown of a path's cost, on synthetic rounds whose parts are known."""

from __future__ import annotations

import random
from collections.abc import Mapping

import pytest
from tests.python.wings.path import made_records

from wirerate.records import Interval
from wirerate.wings.path.breakdown import Account, account, both_ways, directions
from wirerate.wings.path.catalogue import TCP, Path, parse_path
from wirerate.wings.path.stages import MixRounds

ROUNDS = 32

# User-mode Linux 6.12, ns per packet: first hop, next hop, and what protecting and unprotecting add.
HOPS = {"imix": (581.0, 253.0), "1400": (561.0, 234.0)}
ADDED = {
    "null": {"imix": (1029.0, 755.0), "1400": (1050.0, 819.0)},
    "esp-gcm": {"imix": (1232.0, 812.0), "1400": (1319.0, 973.0)},
    "esp-gmac": {"imix": (1282.0, 961.0), "1400": (1615.0, 1180.0)},
    "esp-cbc-hmac-sha256": {"imix": (1873.0, 1280.0), "1400": (3373.0, 2025.0)},
    "esp-null-hmac-sha256": {"imix": (1532.0, 1120.0), "1400": (2123.0, 1764.0)},
    "esp-null-hmac-md5": {"imix": (1853.0, 1550.0), "1400": (3471.0, 3110.0)},
}


def rounds(parts: Mapping[str, float], spread: float = 0.0, seed: int = 1810) -> dict[str, list[float]]:
    """Return each stage's time in each round, with a disturbance common to the round and a small one per stage."""
    dice = random.Random(seed)
    common = [dice.uniform(1.0, 1.0 + 10 * spread) for _ in range(ROUNDS)]
    return {name: [ns * c * (1 + dice.gauss(0, spread)) for c in common] for name, ns in parts.items()}


def stages(path: str, mix: str) -> dict[str, float]:
    """Return the mean times of the stages, as the sender of the chain measures them."""
    first, following = HOPS[mix]
    generate = 200.0
    plain = generate + first + following
    found = {"generate": generate, "hop": generate + first, "plain": plain, "plain-again": plain}
    for prefix, name in (("", path), ("null-", "null")):
        protect, unprotect = ADDED[name][mix]
        found |= {f"{prefix}protect": plain + protect, f"{prefix}both": plain + protect + unprotect}
    return found


def median(found: Interval | None) -> float:
    assert found is not None
    return found.median


def parts(found: Account) -> dict[str, float]:
    return {part.name: part.ns.median for part in found.parts}


@pytest.mark.parametrize("mix", HOPS)
@pytest.mark.parametrize("direction", ["protect", "unprotect"])
def test_the_parts_are_those_that_the_rounds_were_made_of(mix: str, direction: str) -> None:
    which = ("protect", "unprotect").index(direction)
    found = account(rounds(stages("esp-gcm", mix)), direction)  # type: ignore[arg-type]
    path, whole = ADDED["null"][mix][which], ADDED["esp-gcm"][mix][which]
    forwarding = HOPS[mix][0]
    assert parts(found) == pytest.approx({"forwarding": forwarding, "path": path, "crypto": whole - path})
    assert found.gateway.median == pytest.approx(forwarding + whole)
    assert found.free is not None
    assert found.free.median == pytest.approx(forwarding + path)
    assert sum(part.share.median for part in found.parts if part.share) == pytest.approx(1)


def test_cipher_and_mac_are_divided_by_the_twin_with_the_null_cipher_and_only_by_it() -> None:
    whole, mac = stages("esp-cbc-hmac-sha256", "1400"), stages("esp-null-hmac-sha256", "1400")
    divided = account(rounds(whole), "protect", mac=rounds(mac))
    assert parts(divided) == pytest.approx(
        {"forwarding": 561, "path": 1050, "cipher": 3373 - 2123, "authenticator": 2123 - 1050}
    )
    assert list(parts(account(rounds(whole), "protect"))) == ["forwarding", "path", "crypto"]
    assert list(parts(account(rounds(mac), "protect", authenticates=True))) == ["forwarding", "path", "authenticator"]


def test_without_null_algorithms_protection_is_not_divided() -> None:
    known = {name: ns for name, ns in stages("esp-gcm", "imix").items() if not name.startswith("null")}
    found = account(rounds(known), "protect")
    assert parts(found) == pytest.approx({"forwarding": 581, "protection": 1232})
    assert found.free is None
    assert found.gain is None


def test_plain_forwarding_is_one_part() -> None:
    found = account(rounds(stages("esp-gcm", "imix")), "forward")
    assert parts(found) == pytest.approx({"forwarding": 581})
    assert found.gateway.median == pytest.approx(581)


def test_one_core_that_does_both_forwards_each_packet() -> None:
    known = rounds(stages("esp-gcm", "imix"))
    base = {name: known[name] for name in ("generate", "hop", "plain")}
    assert median(both_ways(known)) == pytest.approx(2 * 581 + 1232 + 812)
    assert median(both_ways(known, free=True)) == pytest.approx(2 * 581 + 1029 + 755)
    assert median(both_ways(base)) == pytest.approx(2 * 581)
    assert both_ways(base, free=True) is None


def test_disturbances_of_whole_rounds_cancel() -> None:
    """Rounds take up to 1.2 times as long; shares are computed within a round and stay correct."""
    found = account(rounds(stages("esp-null-hmac-md5", "1400"), spread=0.02), "protect", authenticates=True)
    assert found.gain is not None
    assert found.gain.low <= (561 + 3471) / (561 + 1050) <= found.gain.high
    share = found.parts[-1].share
    assert share is not None
    assert share.low <= (3471 - 1050) / (561 + 3471) <= share.high


def test_ends_that_are_not_distinguished_have_the_mean_of_a_gateway() -> None:
    known = stages("esp-gcm", "imix")
    whole = rounds({name: known[name] for name in ("generate", "hop", "plain", "both")})
    assert directions(whole) == ("either",)
    assert directions(rounds(known)) == ("protect", "unprotect")
    assert directions(rounds({name: known[name] for name in ("generate", "hop", "plain")})) == ("forward",)
    assert parts(account(whole, "either")) == pytest.approx({"forwarding": 581, "protection": (1232 + 812) / 2})
    assert median(both_ways(whole)) == pytest.approx(2 * 581 + 1232 + 812)


def test_a_difference_lost_in_noise_has_no_quotient() -> None:
    lost = rounds(stages("esp-gcm", "imix"))
    lost["hop"] = [ns - (5000 if number % 2 else 0) for number, ns in enumerate(lost["hop"])]
    found = account(lost, "protect")
    assert found.gateway.low < 0
    assert found.gain is None
    assert [part.share for part in found.parts] == [None, None, None]


# ---- of records ----


def end_of(carried: MixRounds, path: Path) -> Account:
    return account(carried.stages(path), "either")


@pytest.mark.parametrize("size", sorted(made_records.BARE))
@pytest.mark.parametrize("kind", ["tls", "ktls"])
def test_an_end_costs_half_of_writing_and_reading_and_its_parts_add_up(kind: str, size: int) -> None:
    path = parse_path(f"{kind}-aes-128-gcm")
    made_of = end_of(made_records.carried([TCP, path], size), path)
    parts = {part.name: part.ns.median for part in made_of.parts}
    assert made_of.gateway.median == pytest.approx((made_records.BARE[size] + made_records.ADDED[kind][size]) / 2)
    assert sum(parts.values()) == pytest.approx(made_of.gateway.median)
    assert parts["tcp"] == pytest.approx(made_records.BARE[size] / 2)
    assert sum(part.share.median for part in made_of.parts if part.share) == pytest.approx(1)


def test_openssls_crypto_is_measured_separately_and_the_kernels_is_not() -> None:
    openssl, kernel = parse_path("tls-aes-256-gcm"), parse_path("ktls-aes-256-gcm")
    carried = made_records.carried([openssl, kernel], 16384)
    divided, whole = (end_of(carried, path) for path in (openssl, kernel))
    assert [part.name for part in divided.parts] == ["tcp", "record", "crypto"]
    assert divided.parts[2].ns.median == pytest.approx(7000 * 1.1 / 2)
    assert divided.free
    assert divided.gain
    assert divided.free.median == pytest.approx(divided.gateway.median - divided.parts[2].ns.median)
    assert divided.gain.median == pytest.approx(divided.gateway.median / divided.free.median)
    assert [part.name for part in whole.parts] == ["tcp", "protection"]
    assert (whole.free, whole.gain) == (None, None)


def test_plain_tcp_is_all_of_itself() -> None:
    made_of = end_of(made_records.carried([TCP], 1400), TCP)
    assert [part.name for part in made_of.parts] == ["tcp"]
    assert made_of.gateway.median == pytest.approx(1300)
    assert made_of.free is None


@pytest.mark.parametrize("spread", [0.01, 0.05])
def test_noise_widens_the_interval_and_leaves_the_truth_in_it(spread: float) -> None:
    path = parse_path("tls")
    made_of = end_of(made_records.carried([path], 16384, rounds=64, spread=spread), path)
    for name, truth in (("tcp", 2100.0), ("record", 1850.0), ("crypto", 3500.0)):
        (part,) = (part for part in made_of.parts if part.name == name)
        assert part.ns.low <= truth <= part.ns.high
        assert part.ns.low < part.ns.high
