"""Options that compute the same: by the sources of each version, and by a run."""

from __future__ import annotations

from itertools import product

import pytest

from wirerate.errors import UsageError
from wirerate.wings.mcu.curve_options import WINDOWS, Toggles, effective, in_flash

ALL = [Toggles(nist, fixed, window) for nist, fixed, window in product((True, False), (True, False), WINDOWS)]


def distinct(version: str, curve: str, operation: str, *, fixed: bool | None = None) -> list[int]:
    """Return the effective windows, with the NIST reduction."""
    chosen = [t for t in ALL if t.nist and fixed in (None, t.fixed_point)]
    return sorted({effective(version, curve, operation, toggles).window for toggles in chosen})


def test_window_seven_is_window_six() -> None:
    """No version uses a window larger than six."""
    for version, curve in product(("2.4", "2.16", "2.28", "3.6"), ("secp192r1", "secp521r1")):
        for operation, fixed in product(("sign", "verify", "ecdh", "ecdhe"), (True, False)):
            six, seven = (effective(version, curve, operation, Toggles(True, fixed, w)) for w in (6, 7))
            assert six == seven


@pytest.mark.parametrize(
    ("version", "curve", "operation", "fixed", "windows"),
    [
        ("2.28", "secp256r1", "sign", True, [2, 3, 4, 5]),  # four, and one more for the base point
        ("2.28", "secp256r1", "sign", False, [2, 3, 4]),
        ("2.28", "secp521r1", "sign", True, [2, 3, 4, 5, 6]),
        ("2.4", "secp384r1", "verify", False, [2, 3, 4, 5]),
        ("2.28", "secp256r1", "ecdh", True, [2, 3, 4, 5]),  # the comb of the base point is in RAM beside it
        ("3.6", "secp256r1", "sign", True, [2]),  # constant combs: the option no longer reaches them
        ("3.6", "secp256r1", "sign", False, [2, 3, 4]),
        ("3.6", "secp256r1", "verify", True, [2, 3, 4]),  # the public key's multiple still has a window
        ("3.6", "secp521r1", "ecdhe", True, [2, 3, 4, 5]),
        ("3.6", "secp521r1", "ecdh", None, [2, 3, 4, 5]),
        ("3.6", "curve25519", "ecdhe", None, [2]),  # a ladder has no window
        ("p256-m", "secp256r1", "sign", None, [2]),
    ],
)
def test_windows_that_differ(version: str, curve: str, operation: str, fixed: bool | None, windows: list[int]) -> None:
    assert distinct(version, curve, operation, fixed=fixed) == windows


@pytest.mark.parametrize(
    ("curve", "matters"),
    [("secp192r1", True), ("secp521r1", True), ("secp256k1", False), ("brainpoolP256r1", False), ("curve25519", False)],
)
def test_special_reduction_is_an_option_of_the_nist_primes_only(curve: str, *, matters: bool) -> None:
    on, off = (effective("3.6", curve, "ecdhe", Toggles(nist=nist)) for nist in (True, False))
    assert (on != off) == matters
    assert (in_flash("3.6", curve, Toggles(nist=False))[0] is False) == matters


def test_effective_options_are_a_fixed_point() -> None:
    for version, curve, operation in product(("2.28", "3.6"), ("secp256r1", "secp384r1"), ("sign", "ecdhe")):
        for toggles in ALL:
            same = effective(version, curve, operation, toggles)
            assert effective(version, curve, operation, same) == same
            assert same.window <= toggles.window


@pytest.mark.parametrize("window", [1, 8, 0, -2])
def test_an_impossible_window_is_a_usage_error(window: int) -> None:
    with pytest.raises(UsageError, match="2 to 7") as caught:
        Toggles(window=window)
    assert caught.value.exit_code == 2
    assert "windows" in caught.value.fix
