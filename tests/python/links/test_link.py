"""The tables of frames per second and ATM rates that the framing must reproduce."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wirerate.errors import UsageError
from wirerate.links import link_names, load, parse_link, parse_packets
from wirerate.links.framing import Atm
from wirerate.links.link import ETHERNET_RATES, SONET_RATES

FRAME_OVERHEAD = 18  # a header of 14 and a check sequence of 4

# rate: frames per second for 64, 512, 1518 and 9018 bytes, and for the simple IMIX
ETHERNET = {
    "10M": (14_880.95, 2_349.62, 812.74, 138.3, 3_273.7),
    "100M": (148_809.5, 23_496.2, 8_127.4, 1_383.05, 32_736.8),
    "1G": (1_488_095, 234_962, 81_274, 13_830.5, 327_368),
    "10G": (14_880_952, 2_349_624, 812_744, 138_305, 3_273_680),
    "25G": (37.20e6, 5.874e6, 2.032e6, 345_762, 8.184e6),
    "40G": (59.52e6, 9.398e6, 3.251e6, 553_220, 13.09e6),
    "100G": (148.81e6, 23.50e6, 8.127e6, 1.383e6, 32.74e6),
    "200G": (297.6e6, 46.99e6, 16.25e6, 2.766e6, 65.47e6),
    "400G": (595.2e6, 93.98e6, 32.51e6, 5.532e6, 130.9e6),
    "800G": (1_190e6, 188.0e6, 65.02e6, 11.06e6, 261.9e6),
}

# IP bytes: cells, Mbit/s and packets per second on OC-3c and OC-12c, LLC/SNAP
ATM = {
    40: (2, 56.51, 176_604, 226.05, 706_415),
    60: (2, 84.77, 176_604, 339.08, 706_415),
    576: (13, 125.20, 27_170, 500.79, 108_679),
    1500: (32, 132.45, 11_038, 529.81, 44_151),
    9180: (192, 135.10, 1_840, 540.41, 7_358),
}


@pytest.mark.parametrize("rate", ETHERNET)
def test_ethernet_frames_per_second(rate: str) -> None:
    link = parse_link(rate)
    frames = [link.packets_per_second(frame - FRAME_OVERHEAD) for frame in (64, 512, 1518, 9018)]
    imix = 1e9 / load(link, parse_packets("imix"), "hmac-md5").needs_ns
    assert [*frames, imix] == pytest.approx(ETHERNET[rate], rel=5e-4)


def test_rfc_2544_appendix_b() -> None:
    assert int(parse_link("10M").packets_per_second(46)) == 14880


@pytest.mark.parametrize(
    ("rate", "ns64", "ns1518"),
    [
        ("10M", 67_200, 1_230_400),
        ("1G", 672, 12_304),
        ("10G", 67.2, 1_230.4),
        ("100G", 6.72, 123.04),
        ("800G", 0.84, 15.38),
    ],
)
def test_ethernet_time_per_frame(rate: str, ns64: float, ns1518: float) -> None:
    link = parse_link(rate)
    assert link.wire_ns(46) == pytest.approx(ns64)
    assert link.wire_ns(1500) == pytest.approx(ns1518)


def test_small_packets_are_padded_to_the_minimum_frame() -> None:
    link = parse_link("10G")
    assert link.wire_ns(20) == link.wire_ns(40) == link.wire_ns(46) < link.wire_ns(47)


def test_ip_share_of_ethernet() -> None:
    link = parse_link("10G")
    assert link.ip_bps(1500) / link.nominal_bps == pytest.approx(1500 / 1538)


@pytest.mark.parametrize("size", ATM)
def test_atm_cells_and_rates(size: int) -> None:
    cells, mbps3, pps3, mbps12, pps12 = ATM[size]
    for name, mbps, pps in (("oc-3c", mbps3, pps3), ("oc-12c", mbps12, pps12)):
        link = parse_link(name)
        assert isinstance(link.framing, Atm)
        assert link.framing.cells(size) == cells
        assert link.ip_bps(size) / 1e6 == pytest.approx(mbps, abs=0.005)
        assert link.packets_per_second(size) == pytest.approx(pps, abs=0.5)


def test_vc_mux_saves_a_cell_on_the_smallest_packet() -> None:
    link = parse_link("oc-3c/vc-mux")
    assert isinstance(link.framing, Atm)
    assert link.framing.cells(40) == 1
    assert link.framing.cells(40 + 24) == 2  # 24 bytes of AH
    assert link.ip_bps(40) / 1e6 == pytest.approx(113.03, abs=0.005)


@pytest.mark.parametrize(
    ("name", "nominal", "payload", "cells", "in_cells"),
    [
        ("oc-3c", 155.52, 149.76, 353_207.5, 135.632),
        ("oc-12c", 622.08, 599.04, 1_412_830, 542.527),
        ("oc-48c", 2488.32, 2396.16, 5_651_321, 2170.1),
    ],
)
def test_nominal_and_payload_of_sonet(name: str, nominal: float, payload: float, cells: float, in_cells: float) -> None:
    link = parse_link(name)
    assert link.nominal_bps / 1e6 == pytest.approx(nominal)
    assert link.payload_bps / 1e6 == pytest.approx(payload)
    assert link.payload_bps / 8 / 53 == pytest.approx(cells, rel=1e-6)
    assert link.cell_payload_bps == pytest.approx(in_cells * 1e6, rel=3e-5)


def test_a_plain_rate_carries_ip_and_nothing_else() -> None:
    link = parse_link("rate:155M")
    assert link.wire_ns(1500) == pytest.approx(1500 * 8 / 0.155)
    assert link.ip_bps(40) == pytest.approx(155e6)
    assert link.cell_payload_bps is None


@pytest.mark.parametrize("name", link_names())
def test_every_name_is_read_as_itself(name: str) -> None:
    assert parse_link(name).name == name
    assert parse_link(parse_link(name).name) == parse_link(name)


def test_the_same_ethernet_rate_in_another_unit_is_the_same_link() -> None:
    assert parse_link("10000M") == parse_link("10G")
    assert parse_link("0.1G") == parse_link("100M")


@pytest.mark.parametrize(
    ("text", "fix"),
    [
        ("10g", "did you mean 10G?"),
        ("11G", "did you mean 10G or rate:11G?"),
        ("622M", "did you mean oc-12c or rate:622M?"),
        ("155M", "did you mean oc-3c or rate:155M?"),
        ("oc-3", "did you mean oc-3c?"),
        ("OC12c", "did you mean oc-12c?"),
        ("ethernet", "type a speed, such as 10G or oc-3c; for any other medium, rate:600M"),
        ("rate:155m", "did you mean 155M?"),
    ],
)
def test_unknown_links_name_the_nearest(text: str, fix: str) -> None:
    with pytest.raises(UsageError) as caught:
        parse_link(text)
    assert caught.value.fix == fix


@pytest.mark.parametrize("text", ["oc-3c", "rate:1G"])
def test_macsec_bytes_need_a_frame(text: str) -> None:
    with pytest.raises(UsageError, match="frame"):
        parse_link(text).wire_ns(1500, frame_extra=32)


def test_titles_contain_the_facts_missing_from_the_name() -> None:
    assert parse_link("10G").title == "10G Ethernet"
    assert parse_link("oc-12c/vc-mux").title == "oc-12c ATM, VC mux (622.08 Mbit/s, 542.53 of it cell payload)"
    assert parse_link("rate:155M").title == "155M of IP"


@given(st.sampled_from([*ETHERNET_RATES, *SONET_RATES, "rate:1M"]), st.integers(20, 9180), st.integers(0, 500))
def test_a_longer_packet_never_takes_less_time(name: str, size: int, more: int) -> None:
    link = parse_link(name)
    assert link.wire_ns(size + more) >= link.wire_ns(size) > 0
