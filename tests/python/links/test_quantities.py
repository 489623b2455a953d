from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wirerate.errors import UsageError
from wirerate.links import format_rate, parse_rate, parse_size


@pytest.mark.parametrize(
    ("text", "bits"),
    [("10G", 10e9), ("2.5G", 2.5e9), ("155.52M", 155.52e6), ("64K", 64e3), ("9600", 9600), ("1Ki", 1024)],
)
def test_rate_units_are_decimal_unless_binary_is_written(text: str, bits: float) -> None:
    assert parse_rate(text) == bits


@pytest.mark.parametrize(("text", "size"), [("64Ki", 65536), ("64K", 64000), ("1500", 1500), ("1.5Mi", 1572864)])
def test_size(text: str, size: int) -> None:
    assert parse_size(text) == size


@pytest.mark.parametrize(
    ("text", "meant"),
    [("10g", "10G"), ("10Gbit", "10G"), ("10Gb/s", "10G"), ("10gbps", "10G"), ("100mbit", "100M"), ("2.5k", "2.5K")],
)
def test_a_wrong_unit_names_the_right_one(text: str, meant: str) -> None:
    with pytest.raises(UsageError) as caught:
        parse_rate(text)
    assert text in str(caught.value)
    assert caught.value.fix == f"did you mean {meant}?"


@pytest.mark.parametrize(("text", "meant"), [("64kib", "64Ki"), ("64KiB", "64Ki"), ("1500B", "1500"), ("4gib", "4Gi")])
def test_a_wrong_size_unit_names_the_right_one(text: str, meant: str) -> None:
    with pytest.raises(UsageError) as caught:
        parse_size(text)
    assert caught.value.fix == f"did you mean {meant}?"


@pytest.mark.parametrize("text", ["", "fast", "-10G", "0", "0G", "10 10", "1e9", "G"])
def test_nonsense_is_refused_with_an_example(text: str) -> None:
    with pytest.raises(UsageError) as caught:
        parse_rate(text)
    assert caught.value.exit_code == 2
    assert caught.value.fix


def test_a_fraction_of_a_byte_is_refused() -> None:
    with pytest.raises(UsageError, match="whole number of bytes"):
        parse_size("1.5")


@given(st.integers(1, 10**15))
def test_a_formatted_rate_reads_back(number: int) -> None:
    assert parse_rate(format_rate(number)) == pytest.approx(number, rel=1e-11)


def test_formatting_uses_the_unit_that_people_type() -> None:
    assert [format_rate(rate) for rate in (10e9, 155.52e6, 2.5e9, 10.0)] == ["10G", "155.52M", "2.5G", "10"]
