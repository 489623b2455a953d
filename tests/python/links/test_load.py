from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wirerate.errors import UsageError
from wirerate.links import link_names, load, parse_link, parse_packets
from wirerate.links.packets import MAX_TEMPLATES


def test_needs_is_the_mean_over_the_mix() -> None:
    asked = load(parse_link("10G"), parse_packets("imix"), "hmac-md5")
    assert asked.needs_ns == pytest.approx((7 * 67.2 + 4 * 491.2 + 1230.4) / 12)
    assert asked.covered_bytes == pytest.approx(340.333, abs=0.001)


def test_one_size_is_one_length() -> None:
    assert load(parse_link("1G"), parse_packets("1500"), "hmac-md5", "ah").lengths() == (1524,)


def test_a_mix_is_laid_out_in_exact_proportion() -> None:
    lengths = load(parse_link("1G"), parse_packets("imix"), "hmac-md5").lengths()
    assert Counter(lengths) == {40: 7 * 21, 576: 4 * 21, 1500: 21}
    assert len(lengths) == 252


def test_lengths_are_the_authenticated_bytes() -> None:
    lengths = load(parse_link("1G"), parse_packets("imix6"), "hmac-sha256", "ah").lengths()
    assert set(lengths) == {60 + 32, 576 + 32, 1500 + 32}


@given(st.dictionaries(st.integers(20, 9000), st.integers(1, 40), min_size=2, max_size=6))
def test_the_layout_has_the_means_of_the_mix(weights: dict[int, int]) -> None:
    mix = parse_packets(",".join(f"{size}:{weight}" for size, weight in weights.items()))
    asked = load(parse_link("10G"), mix, "hmac-md5")
    lengths = asked.lengths()
    assert MAX_TEMPLATES / 2 < len(lengths) <= MAX_TEMPLATES
    assert sum(lengths) / len(lengths) == pytest.approx(asked.covered_bytes)


@pytest.mark.parametrize(
    ("subject", "protocol", "keyed"),
    [("hmac-md5", None, "reuse"), ("poly1305", None, "rekey"), ("md5", None, ""), ("md5", "tcp-md5", "")],
)
def test_the_key_schedule_is_reused_if_possible(subject: str, protocol: str | None, keyed: str) -> None:
    assert load(parse_link("1G"), parse_packets("64"), subject, protocol).keyed == keyed


def test_tcp_md5_makes_a_mac_of_a_digest() -> None:
    assert load(parse_link("1G"), parse_packets("64"), "md5").kind == "digest"
    assert load(parse_link("1G"), parse_packets("64"), "md5", "tcp-md5").kind == "mac"


def test_the_protocol_sets_the_tag() -> None:
    link, mix = parse_link("1G"), parse_packets("64")
    assert load(link, mix, "hmac-sha256", "ah").tag_bytes == 16
    assert load(link, mix, "hmac-sha256").tag_bytes == 32
    assert load(link, mix, "hmac-md5-96@openssl").tag_bytes == 12
    assert load(link, mix, "hmac-md5-96", "ah").tag_bytes == 12


@pytest.mark.parametrize(
    ("subject", "protocol", "complaint", "fix"),
    [
        ("hmac-sha256-96", "ah", "ah uses 128-bit tags of hmac-sha256", "type hmac-sha256"),
        (
            "umac-64",
            "ah",
            "ah does not carry umac-64",
            "type one of: hmac-sha1, hmac-sha256, hmac-sha384",
        ),
        ("aes-128-gmac", "esp-gcm", "esp-gcm does not carry aes-128-gmac", "type one of: aes-128-gcm"),
        ("hmac-md5", "tcp-md5", "tcp-md5 does not carry hmac-md5", "use --protocol tcp-ao"),
        ("hmac-md5", "esp", "unknown protocol 'esp'", "type esp-gcm"),
        ("hmac-md5", "wiregard", "unknown protocol", "did you mean wireguard?"),
    ],
)
def test_algorithms_that_a_protocol_does_not_carry(subject: str, protocol: str, complaint: str, fix: str) -> None:
    with pytest.raises(UsageError, match=complaint) as caught:
        load(parse_link("1G"), parse_packets("64"), subject, protocol)
    assert fix in caught.value.fix


@given(st.sampled_from([name for name in link_names() if name[0].isdigit()]), st.integers(20, 9000))
def test_a_faster_link_leaves_less_time(name: str, size: int) -> None:
    mix = parse_packets(str(size))
    needs = load(parse_link(name), mix, "hmac-md5").needs_ns
    faster = [
        other
        for other in link_names()
        if other[0].isdigit() and parse_link(other).nominal_bps > parse_link(name).nominal_bps
    ]
    assert all(load(parse_link(other), mix, "hmac-md5").needs_ns < needs for other in faster)
