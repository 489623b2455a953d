from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wirerate.errors import UsageError
from wirerate.links import Mix, packet_names, parse_frames, parse_link, parse_packet_list, parse_packets


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
    assert parse_packets("40:1,1500:1").entries == ((40, 1), (1500, 1))
    assert parse_packets("40:7,576:4,1500:1").entries == parse_packets("imix").entries


def test_a_list_is_several_questions_and_no_mix() -> None:
    assert [mix.name for mix in parse_packet_list("64,imix,1500")] == ["64", "imix", "1500"]
    assert parse_packet_list("40:7,576:4,1500:1") == [parse_packets("40:7,576:4,1500:1")]
    with pytest.raises(UsageError, match="is a list") as refused:
        parse_packets("64,1500")
    assert "type 64:1,1500:1" in refused.value.fix


def test_a_frame_is_counted_with_its_check_sequence() -> None:
    """RFC 2544 section 9.1: a 64-byte frame holds 46 bytes of IP; 10G carries 14.88 million of them per second."""
    smallest, largest = parse_frames("64,1518")
    assert (smallest.name, smallest.entries, largest.entries) == ("64-byte frames", ((46, 1),), ((1500, 1),))
    ten_gigabits = parse_link("10G")
    assert ten_gigabits.packets_per_second(smallest.entries[0][0]) == pytest.approx(14_880_952, abs=1)
    for wrong in ("63", "65554", "frame", "64,,128"):
        with pytest.raises(UsageError):
            parse_frames(wrong)


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
        ("40:300,1500:1", "needs 301 packets", "use weights that sum to at most 256"),
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
