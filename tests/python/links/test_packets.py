from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wirerate.errors import UsageError
from wirerate.links import Mix, packet_names, parse_packets


def test_imix_is_the_industry_mix() -> None:
    mix = parse_packets("imix")
    assert mix.entries == ((40, 7), (576, 4), (1500, 1))
    assert mix.mean_bytes == pytest.approx(340.33, abs=0.005)


def test_imix6_has_room_for_tcp_over_ipv6() -> None:
    assert parse_packets("imix6").entries == ((60, 7), (576, 4), (1500, 1))


def test_rfc2544_frames_become_ip_packets() -> None:
    sizes = [size for size, _ in parse_packets("rfc2544").entries]
    assert [size + 18 for size in sizes] == [64, 128, 256, 512, 1024, 1280, 1518]


def test_a_plain_number_is_the_ip_packet() -> None:
    assert parse_packets("1500") == Mix("1500", ((1500, 1),))
    assert parse_packets("1500:7") == Mix("1500", ((1500, 1),))


def test_a_custom_mix_is_sorted_merged_and_in_lowest_terms() -> None:
    assert parse_packets("1500:2,40:8,576:4,40:6").entries == ((40, 7), (576, 2), (1500, 1))
    assert parse_packets("40,1500").entries == ((40, 1), (1500, 1))
    assert parse_packets("40:7,576:4,1500:1").entries == parse_packets("imix").entries


@pytest.mark.parametrize(("text", "version"), [("imix", 4), ("imix6", 6), ("64", 6), ("59", 4), ("rfc2544", 4)])
def test_ip_version_is_6_where_tcp_fits(text: str, version: int) -> None:
    assert parse_packets(text).ip_version == version


@pytest.mark.parametrize(
    ("text", "complaint", "fix"),
    [
        ("imx", "unknown packet mix 'imx'", "did you mean imix?"),
        ("IMIX", "unknown packet mix 'IMIX'", "did you mean imix?"),
        ("rfc2455", "unknown packet mix", "did you mean rfc2544?"),
        ("", "unknown packet mix", "type a size in IP bytes, imix, imix6, rfc2544 or 40:7,576:4,1500:1"),
        ("19", "an IP packet has 20 to 65535 bytes", "type a size from 20 to 65535, such as 1500"),
        ("65536", "an IP packet has 20 to 65535 bytes", "type a size from 20 to 65535, such as 1500"),
        ("40:0", "not a whole number above 0", "type 40:1"),
        ("40:x,1500", "not a whole number above 0", "type 40:1"),
        ("1500b", "unknown unit", "did you mean 1500?"),
        ("40:7,", "not a number", "type it like 64Ki"),
        ("40:300,1500:1", "takes 301 packets", "use weights that sum to at most 256"),
    ],
)
def test_bad_mixes(text: str, complaint: str, fix: str) -> None:
    with pytest.raises(UsageError, match=complaint) as caught:
        parse_packets(text)
    assert caught.value.fix == fix


@pytest.mark.parametrize("name", packet_names())
def test_named_mixes_keep_their_name(name: str) -> None:
    assert parse_packets(name).name == name


@given(st.dictionaries(st.integers(20, 65535), st.integers(1, 20), min_size=2, max_size=8))
def test_a_mix_keeps_its_proportions(weights: dict[int, int]) -> None:
    mix = parse_packets(",".join(f"{size}:{weight}" for size, weight in weights.items()))
    assert [size for size, _ in mix.entries] == sorted(weights)
    for size, weight in mix.entries:
        assert weight * sum(weights.values()) == weights[size] * mix.total_weight
