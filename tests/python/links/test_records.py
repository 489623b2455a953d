"""Sizes of TLS records as users type them, and the packets of a record."""

from __future__ import annotations

import pytest

from wirerate.errors import UsageError
from wirerate.links.packets import parse_record_list, segments


def test_sizes_are_read_as_everywhere_and_each_once() -> None:
    assert parse_record_list("1400,16Ki,100,1400") == [1400, 16384, 100]


@pytest.mark.parametrize(
    ("word", "says"),
    [
        ("16385", "1 to 16384 bytes"),
        ("1400,17K", "1 to 16384 bytes"),
        ("0", "above zero"),
        ("1400,,100", "size ''"),
        ("big", "size"),
    ],
)
def test_a_record_that_tls_cannot_carry_is_refused(word: str, says: str) -> None:
    with pytest.raises(UsageError, match=says) as error:
        parse_record_list(word)
    assert error.value.fix


@pytest.mark.parametrize(
    ("size", "packets"), [(1, (41,)), (1460, (1500,)), (1461, (1500, 41)), (16406, (1500,) * 11 + (386,))]
)
def test_a_stream_goes_in_full_packets_and_a_rest(size: int, packets: tuple[int, ...]) -> None:
    """Segments fill Ethernet frames, with 20 bytes each for the headers of IP (RFC 791) and TCP (RFC 9293)."""
    assert segments(size) == packets
    assert sum(packet - 40 for packet in packets) == size
