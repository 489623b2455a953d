"""Gateways at line rate: which of them cryptography holds back, and what a change would gain on that path."""

from __future__ import annotations

import pytest

from wirerate.links import load, parse_link, parse_packets
from wirerate.records import Interval
from wirerate.wings.path.run import PathAccount, PathPart
from wirerate.wings.path.verdict import Gateway, PathFacts, judge_paths

# User-mode Linux 6.12, ns per packet: forwarding, the path with null algorithms, and with those named; both ends.
FORWARDING = {"imix": 581.0, "1400": 561.0}
NULL = {"imix": (1029.0, 755.0), "1400": (1050.0, 819.0)}
ADDED = {
    "esp-aes-128-gcm": {"imix": (1232.0, 812.0), "1400": (1319.0, 973.0)},
    "esp-aes-128-gmac": {"imix": (1282.0, 961.0), "1400": (1615.0, 1180.0)},
    "esp-null-hmac-sha256": {"imix": (1532.0, 1120.0), "1400": (2123.0, 1764.0)},
    "esp-null-hmac-md5": {"imix": (1853.0, 1550.0), "1400": (3471.0, 3110.0)},
}
CALLED = {
    "esp-aes-256-gcm": ("esp-gcm", "aes-256-gcm"),
    "esp-aes-128-gcm": ("esp-gcm", "aes-128-gcm"),
    "esp-aes-128-gmac": ("esp-null-gmac", "aes-128-gmac"),
    "esp-null-hmac-sha256": ("esp-null-hmac-sha256", "hmac-sha256"),
    "esp-null-hmac-md5": ("esp-null-hmac-md5", "hmac-md5"),
    "macsec-gcm": ("macsec", "aes-128-gcm"),
}
LINK = parse_link("10G")


def exact(value: float) -> Interval:
    return Interval(value, value * 0.99, value * 1.01, 0.95)


def end(name: str, operation: str, whole: float, forwarding: float, free: float | None) -> PathAccount:
    parts = [PathPart(name="forwarding", ns=exact(forwarding), share=exact(forwarding / whole))]
    if free:
        parts.append(PathPart(name="crypto", ns=exact(whole - free), share=exact(1 - free / whole)))
    protocol, algorithm = CALLED.get(name, ("", ""))
    samples = tuple(whole * (1 + i / 1000) for i in range(16))
    return PathAccount(
        subject=name, operation=operation, ns=exact(whole), samples_ns=samples, protocol=protocol,
        algorithm=algorithm, ip_version=4, parts=tuple(parts), free=exact(free) if free else None,
        gain=exact(whole / free) if free else None,
    )  # fmt: skip


def gateway(name: str, packets: str, *, tunnel: bool = True) -> Gateway:
    mix, forwarding = parse_packets(packets), FORWARDING[packets]
    ends = [
        end(name, operation, forwarding + ADDED[name][packets][i], forwarding, forwarding + NULL[packets][i])
        for i, operation in enumerate(("protect", "unprotect"))
    ]
    protocol, algorithm = CALLED[name]
    about = load(LINK, mix, algorithm, protocol, ip_version=4)
    judged = PathFacts(name, about, ("tunnel" if tunnel else "transport", 4))
    both, free = sum(ADDED[name][packets]), sum(NULL[packets])
    return Gateway(judged, mix, tuple(ends), exact(2 * forwarding + both), exact(2 * forwarding + free))


def plain(packets: str) -> Gateway:
    forwarding = FORWARDING[packets]
    only = (end("plain", "forward", forwarding, forwarding, None),)
    return Gateway(PathFacts("plain", None, ("", 4)), parse_packets(packets), only, exact(2 * forwarding))


@pytest.mark.parametrize(
    ("name", "packets", "headroom", "crypto", "ceiling"),
    [
        ("esp-aes-128-gcm", "imix", 0.17, 0.11, 0.19),
        ("esp-null-hmac-md5", "imix", 0.13, 0.34, 0.19),
        ("esp-aes-128-gcm", "1400", 0.61, 0.14, 0.71),
        ("esp-null-hmac-md5", "1400", 0.29, 0.60, 0.71),
    ],
)
def test_headroom_share_and_ceiling_are_those_of_the_parts(
    name: str, packets: str, headroom: float, crypto: float, ceiling: float
) -> None:
    (verdict,) = judge_paths(LINK, [gateway(name, packets)])
    assert verdict.headroom
    assert verdict.crypto
    assert verdict.ceiling
    assert verdict.verdict == "FALLS SHORT"
    assert round(verdict.headroom.median, 2) == headroom
    assert round(verdict.crypto.median, 2) == crypto
    assert round(verdict.ceiling.median, 2) == ceiling


@pytest.mark.parametrize(("packets", "headroom"), [("imix", 0.53), ("1400", 2.05)])
def test_plain_forwarding_has_no_crypto_and_no_ceiling(packets: str, headroom: float) -> None:
    (verdict,) = judge_paths(LINK, [plain(packets)])
    assert verdict.headroom
    assert verdict.headroom.median == pytest.approx(headroom, abs=0.005)
    assert (verdict.crypto, verdict.ceiling) == (None, None)
    assert verdict.permitted


def test_where_crypto_costs_little_more_cores_are_the_remedy() -> None:
    gcm, _ = judge_paths(LINK, [gateway("esp-aes-128-gcm", "imix"), gateway("esp-aes-128-gmac", "imix")])
    assert gcm.remedy == "other"
    assert gcm.gain == exact(1813 / 1610)
    assert (gcm.cores, gcm.cores_worst) == (8, 8)


def test_where_crypto_costs_much_a_faster_algorithm_is_the_remedy() -> None:
    """Security comes before headroom, as everywhere; each alternative has its gain, paired by round."""
    names = ("esp-null-hmac-md5", "esp-aes-128-gcm", "esp-null-hmac-sha256", "esp-aes-128-gmac")
    md5, *_ = judge_paths(LINK, [gateway(name, "1400") for name in names])
    assert md5.remedy == "crypto"
    assert [a.subject for a in md5.alternatives] == ["esp-null-hmac-sha256", "esp-aes-128-gcm", "esp-aes-128-gmac"]
    brings = {a.subject: a.brings.median for a in md5.alternatives if a.brings}
    assert brings["esp-aes-128-gcm"] == pytest.approx(4032 / 1880)
    assert brings["esp-null-hmac-sha256"] == pytest.approx(4032 / 2684)
    assert not md5.permitted


def test_nothing_slower_is_an_alternative_and_nothing_that_hides_less() -> None:
    names = ("esp-aes-128-gcm", "esp-null-hmac-sha256", "esp-aes-128-gmac", "esp-null-hmac-md5")
    gcm, sha256, *_ = judge_paths(LINK, [gateway(name, "1400") for name in names])
    assert [a.subject for a in gcm.alternatives] == ["esp-aes-128-gcm"]
    assert "esp-null-hmac-md5" not in [a.subject for a in sha256.alternatives]
    assert "esp-aes-128-gcm" in [a.subject for a in sha256.alternatives]


def test_a_forbidden_path_has_slower_alternatives_only_if_none_is_faster() -> None:
    slow = gateway("esp-null-hmac-sha256", "1400")
    slow.ends[0].samples_ns = tuple(5 * ns for ns in slow.ends[0].samples_ns)
    judged = judge_paths(LINK, [gateway("esp-null-hmac-md5", "1400"), slow, gateway("esp-aes-128-gcm", "1400")])
    assert [a.subject for a in judged[0].alternatives] == ["esp-aes-128-gcm"]
    judged = judge_paths(LINK, [gateway("esp-null-hmac-md5", "1400"), slow])
    assert [a.subject for a in judged[0].alternatives] == ["esp-null-hmac-sha256"]


def test_another_mode_is_another_path() -> None:
    md5, _ = judge_paths(LINK, [gateway("esp-null-hmac-md5", "1400"), gateway("esp-aes-128-gcm", "1400", tunnel=False)])
    assert [a.headroom for a in md5.alternatives] == [None] * len(md5.alternatives)


def test_a_path_that_falls_short_always_has_an_alternative() -> None:
    """It is the path itself on more cores, or one that is acceptable on security grounds."""
    gcm, forwarding = judge_paths(LINK, [gateway("esp-aes-128-gcm", "imix"), plain("imix")])
    for verdict in (gcm, forwarding):
        (itself,) = verdict.alternatives
        assert (itself.subject, itself.cores) == (verdict.subject, verdict.cores)
        assert verdict.remedy == "other"
    (md5,) = judge_paths(LINK, [gateway("esp-null-hmac-md5", "imix")])
    assert md5.alternatives
    assert all(a.headroom is None and "md5" not in a.subject for a in md5.alternatives)
    (fast,) = judge_paths(parse_link("100M"), [gateway("esp-aes-128-gcm", "imix")])
    assert (fast.verdict, fast.alternatives) == ("KEEPS UP", ())


def test_a_path_without_breakdown_is_compared_with_forwarding_only() -> None:
    mix = parse_packets("1400")
    only = end("macsec-gcm", "either", 561.0 + 608.0, 561.0, None)
    about = load(LINK, mix, "aes-128-gcm", "macsec", ip_version=4)
    (verdict,) = judge_paths(LINK, [Gateway(PathFacts("macsec-gcm", about, ("", 4)), mix, (only,), exact(2 * 1169))])
    assert verdict.remedy == "unknown"
    assert verdict.ceiling is None
    assert (verdict.gain or exact(0)).median == pytest.approx(1169 / 561)


def test_both_directions_on_one_core_are_their_sum() -> None:
    (verdict,) = judge_paths(LINK, [gateway("esp-aes-128-gcm", "1400")], duplex=True)
    assert verdict.headroom
    assert verdict.headroom.median == pytest.approx(1150.4 / (2 * 561 + 1319 + 973), rel=0.001)
    assert (verdict.ceiling or exact(0)).median == pytest.approx(1150.4 / (2 * 561 + 1050 + 819), rel=0.001)
    assert verdict.conditions.direction == "both"
    assert verdict.conditions.operation == "protect and unprotect"
    assert [e.operation for e in verdict.directions] == ["protect", "unprotect"]


def test_a_time_that_noise_may_make_nothing_of_is_not_judged() -> None:
    here = gateway("esp-aes-128-gcm", "1400")
    lost = Interval(100.0, -50.0, 300.0, 0.95)
    here.ends[0].ns = here.ends[1].ns = lost
    (verdict,) = judge_paths(LINK, [here])
    assert (verdict.verdict, verdict.headroom, verdict.cores) == ("CANNOT TELL", None, None)


def test_tied_paths_are_equal_and_in_alphabetical_order() -> None:
    """Noise put the second one first. Their security status is the same, so they are equal, and the answer says so."""
    md5, gcm = gateway("esp-null-hmac-md5", "1400"), gateway("esp-aes-128-gcm", "1400")
    other = gateway("esp-aes-128-gmac", "1400")
    other.ends[0].ns = exact(0.99 * gcm.slower.ns.median)
    other.ends[0].samples_ns = tuple(ns * (0.95 if i % 2 else 1.04) for i, ns in enumerate(gcm.slower.samples_ns))
    for order in ([gcm, other], [other, gcm]):
        judged = judge_paths(LINK, [md5, *order])[0]
        assert [(a.subject, a.equal_to) for a in judged.alternatives] == [
            ("esp-aes-128-gcm", ("esp-aes-128-gmac",)),
            ("esp-aes-128-gmac", ("esp-aes-128-gcm",)),
        ]


def test_a_longer_key_of_the_same_cipher_is_no_remedy() -> None:
    short = gateway("esp-aes-128-gcm", "1400")
    made = end("esp-aes-256-gcm", "protect", 900.0, 561.0, 800.0)
    about = load(LINK, short.mix, "aes-256-gcm", "esp-gcm", ip_version=4)
    longer = Gateway(PathFacts("esp-aes-256-gcm", about, ("tunnel", 4)), short.mix, (made,), exact(1800))
    verdict, _ = judge_paths(LINK, [short, longer])
    assert [each.subject for each in verdict.alternatives] == ["esp-aes-128-gcm"]
