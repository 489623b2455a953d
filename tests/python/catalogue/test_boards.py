"""Boards and curves: names, consistent facts, and suggestions for unknown names."""

from __future__ import annotations

import re

import pytest

from wirerate.catalogue.boards import BOARDS, NOT_MODELLED, board, clocked, names_of, refuse
from wirerate.catalogue.curves import CURVES, curve, curves
from wirerate.catalogue.history import key_lengths
from wirerate.catalogue.libraries import LIBRARIES, maintained
from wirerate.errors import UsageError

SLIDES = ("f401re", "f103rb", "l152re", "f091rc", "lpc1768", "kl25z")


def test_the_boards_of_the_slides_and_those_that_people_have() -> None:
    more = {"nrf52840", "rp2040", "stm32l476", "nrf5340", "rp2350", "stm32u575"}
    assert set(SLIDES) | more <= set(BOARDS)
    assert {BOARDS[name].core for name in ("nrf5340", "rp2350", "stm32u575")} == {"cortex-m33"}


@pytest.mark.parametrize("name", sorted(BOARDS))
def test_facts_are_in_order_and_sourced(name: str) -> None:
    entry = BOARDS[name]
    assert entry.source
    assert entry.flash.source
    clocks = [clock for clock, _ in entry.flash.wait_states]
    states = [count for _, count in entry.flash.wait_states]
    assert clocks == sorted(clocks)
    assert states == sorted(states)
    assert clocks[-1] >= entry.fastest_hz
    assert (entry.current is None) == bool(entry.missing)
    if entry.current is not None:
        low, high = entry.current.ua_per_mhz
        assert 0 < low <= high
        assert entry.current.source


def test_a_board_by_any_of_its_names() -> None:
    assert board("NUCLEO-F401RE") is board("f401re") is board("stm32f401re")


@pytest.mark.parametrize("name", sorted(BOARDS))
def test_a_board_by_its_makers_title_and_its_part(name: str) -> None:
    """Accept names as `mcu boards` prints them, in any spelling."""
    entry = BOARDS[name]
    for word in (entry.title, entry.title.upper(), entry.title.replace(" ", "-"), entry.part, entry.part.lower()):
        assert board(word) is entry
    assert board(entry.title.split(maxsplit=1)[1]) is entry, "without the maker"


def test_no_two_boards_share_a_name() -> None:
    words = [word.lower() for entry in BOARDS.values() for word in {*map(str.lower, names_of(entry))}]
    assert len(words) == len({*words})


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("STM32H743", "caches"),
        ("Nucleo-H743ZI", "Cortex-M7"),
        ("Teensy 4.1", "Cortex-M7"),
        ("mimxrt1060-evk", "Cortex-M7"),
        ("ESP32-C3", "RISC-V is not planned"),
        ("ESP32", "Xtensa"),
        ("EK-RA8M1", "Cortex-M55 and M85"),
    ],
)
def test_a_part_without_times_has_the_reason(name: str, why: str) -> None:
    with pytest.raises(UsageError, match=re.escape(name) + r" \(.*\) is not modelled") as raised:
        board(name)
    assert why in str(raised.value)
    assert "wirerate mcu rp2350" in raised.value.fix


def test_no_board_that_has_times_is_refused() -> None:
    for entry in BOARDS.values():
        for name in (*names_of(entry), entry.core):
            refuse(name)
    assert all(family.source and family.reason for family in NOT_MODELLED.values())


@pytest.mark.parametrize("name", ["lpc1786", "stm32g431", "avr128", "z"])
def test_an_unknown_part_is_answered_with_how_to_describe_it(name: str) -> None:
    with pytest.raises(UsageError, match=name) as raised:
        board(name)
    for word in ("core=", "clock=", "flash=", "RAM", "mcu boards --template", "own_board="):
        assert word in raised.value.fix
    with pytest.raises(UsageError) as raised:
        board("my.toml")
    assert raised.value.fix == 'did you mean own_board="my.toml"?'


def test_a_name_that_is_near_is_proposed() -> None:
    with pytest.raises(UsageError, match="lpc1786") as raised:
        board("lpc1786")
    assert raised.value.fix.startswith("did you mean lpc1768?")
    with pytest.raises(UsageError) as raised:
        board("z")
    assert "f103rb" in raised.value.fix


def test_a_clock_that_the_part_cannot_have() -> None:
    assert clocked(board("lpc1768"), 100e6) == 100e6
    for clock in (101e6, 0.0, -1.0):
        with pytest.raises(UsageError, match="runs at up to"):
            clocked(board("lpc1768"), clock)


def test_energy_is_charge_per_cycle_times_voltage() -> None:
    """One second at 72 MHz takes 27 mA at 3.3 V according to the datasheet: 89.1 mJ."""
    current = board("f103rb").current
    assert current is not None
    assert current.millijoules(72e6)[0] == pytest.approx(27 * 3.3)


def test_curves_by_name_family_and_all() -> None:
    for name in ("P-256", "p256", "P256", "nistp256", "NIST P-256", "prime256v1", "secp256r1"):
        assert curve(name).name == "secp256r1"
    assert [curve(name).name for name in ("p384", "P521", "bp256", "k256", "X25519")] == [
        "secp384r1", "secp521r1", "brainpoolP256r1", "secp256k1", "curve25519"]  # fmt: skip
    assert [c.name for c in curves(["brainpool", "secp256r1"])][-1] == "secp256r1"
    assert len(curves(["all", "nist"])) == len(CURVES) == 12


def test_ed25519_is_known_and_not_there() -> None:
    with pytest.raises(UsageError, match="not in Mbed TLS"):
        curve("Ed25519")
    with pytest.raises(UsageError) as raised:
        curve("secp256")
    assert "secp256r1" in raised.value.fix


def test_strength_decides_the_standing() -> None:
    assert [row.standing for row in key_lengths().row] == [
        "forbidden", "legacy", "recommended", "recommended", "recommended"]  # fmt: skip
    assert [(row.symmetric, row.ecc, row.rsa) for row in key_lengths().row] == [
        (80, 163, 1024), (112, 233, 2048), (128, 283, 3072), (192, 409, 7680), (256, 571, 15360)]  # fmt: skip


def test_maintained_versions() -> None:
    import datetime

    today = datetime.date(2026, 11, 21)
    assert [name for name in LIBRARIES if maintained(name, today)] == ["3.6"]
    assert maintained("3.6.7", today)
    assert not maintained("3.6", datetime.date(2027, 4, 1))
    assert not maintained("9.9", today)
