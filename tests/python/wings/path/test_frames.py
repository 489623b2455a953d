"""The packets that are sent: correct checksums, as parsed by scapy, and recognised after gateways."""

from __future__ import annotations

import pytest

from wirerate.errors import UsageError
from wirerate.links import parse_packets
from wirerate.wings.path import frames
from wirerate.wings.path.catalogue import Family

scapy = pytest.importorskip("scapy.all")


@pytest.mark.parametrize("family", ["ip4", "ip6"])
@pytest.mark.parametrize("size", [48, 64, 577, 1500, 9000])
def test_scapy_parses_the_packets_as_intended(family: Family, size: int) -> None:
    packet = frames.packet(family, size)
    read = (scapy.IPv6 if family == "ip6" else scapy.IP)(packet)
    again = read.copy()
    del again[scapy.UDP].chksum
    if family == "ip4":
        del again.chksum
    assert bytes(again.__class__(bytes(again))) == packet
    assert len(packet) == size
    assert read[scapy.UDP].len == size - len(read) + len(read[scapy.UDP])


@pytest.mark.parametrize(("family", "size"), [("ip4", 20), ("ip4", 27), ("ip6", 40), ("ip6", 47)])
def test_a_packet_too_small_for_udp_has_no_next_header(family: Family, size: int) -> None:
    packet = frames.packet(family, size)
    assert len(packet) == size
    assert packet[6 if family == "ip6" else 9] == 59


@pytest.mark.parametrize("family", ["ip4", "ip6"])
def test_gateways_may_change_only_the_required_fields(family: Family) -> None:
    sent = frames.packet(family, 100)
    read = (scapy.IPv6 if family == "ip6" else scapy.IP)(sent)
    if family == "ip6":
        read.hlim -= 2
    else:
        read.ttl -= 2
        del read.chksum
    seen = bytes(read)
    assert frames.is_intact(family, 100, seen, 2)
    assert not frames.is_intact(family, 100, seen, 1)
    for at in range(len(seen)):
        changed = bytearray(seen)
        changed[at] ^= 1
        assert not frames.is_intact(family, 100, bytes(changed), 2), at


def test_a_lap_has_every_size_by_its_weight_and_is_the_same_in_every_run() -> None:
    mix = parse_packets("imix")
    assert sorted(frames.lap(mix)) == [40] * 7 + [576] * 4 + [1500]
    assert frames.lap(mix) == frames.lap(mix) != sorted(frames.lap(mix))


@pytest.mark.parametrize(("packets", "family", "fix"), [("39", "ip6", "imix6"), ("65000", "ip4", "at most 60000")])
def test_a_size_that_no_packet_has_is_an_error(packets: str, family: Family, fix: str) -> None:
    with pytest.raises(UsageError) as error:
        frames.check(parse_packets(packets), family)
    assert fix in error.value.fix
