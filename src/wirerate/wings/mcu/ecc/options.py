# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The library's options for curves, and which of them make a difference: two configurations that compute the same, step
by step, are measured once."""

from __future__ import annotations

from dataclasses import dataclass

from wirerate.catalogue.curves import CURVES
from wirerate.catalogue.libraries import P256M
from wirerate.errors import UsageError

WINDOWS = range(2, 8)  # ecp.c: "MBEDTLS_ECP_WINDOW_SIZE out of bounds" otherwise
DEEP_WINDOWS = (6, 7)  # whose pointers, 2^(window - 1) of them, make a stack deeper than its other calls do
_WIDE = 384  # bits from which ecp_pick_window_size() takes a window of five


@dataclass(frozen=True)
class Toggles:
    """The three options of the slides. What they do differs by version: see effective()."""

    nist: bool = True  # MBEDTLS_ECP_NIST_OPTIM
    fixed_point: bool = True  # MBEDTLS_ECP_FIXED_POINT_OPTIM
    window: int = 4  # MBEDTLS_ECP_WINDOW_SIZE

    def __post_init__(self) -> None:
        if self.window not in WINDOWS:
            raise UsageError(
                f"a window of {self.window} does not compile: MBEDTLS_ECP_WINDOW_SIZE is 2 to 7", fix="--window 2..7"
            )

    @property
    def lines(self) -> list[str]:
        """In the words of config.h."""
        nist = ["#define MBEDTLS_ECP_NIST_OPTIM"] if self.nist else []
        fixed = f"#define MBEDTLS_ECP_FIXED_POINT_OPTIM {int(self.fixed_point)}"
        return [*nist, fixed, f"#define MBEDTLS_ECP_WINDOW_SIZE {self.window}"]


_ANY = Toggles(nist=True, fixed_point=True, window=min(WINDOWS))


def effective(version: str, curve: str, operation: str, toggles: Toggles) -> Toggles:
    """The toggles with the smallest window that do what these do, for one operation on one curve.

    From ecp_pick_window_size() and ecp_group_load() of 2.4, 2.16, 2.28 and 3.6. The window is four, five from 384 bits
    on, one more for the base point where its comb is kept, and at most MBEDTLS_ECP_WINDOW_SIZE. From 3.0 on the kept
    combs are constants of a size of their own: the option limits only what multiplies another point. Special reduction
    of the Koblitz primes and of 2^255 - 19 is always on, there is none for Brainpool's.

    Stack is where two equal configurations differ: a larger option reserves more pointers, 2^(window - 1) of them.
    """
    family = CURVES[curve].family
    if version == P256M or family == "montgomery":
        return _ANY
    nist = toggles.nist or family != "nist"
    constant = static_combs(version)
    # Before 3.0 the kept comb is in RAM, whatever multiplies: the option is felt in the heap of every operation.
    fixed = toggles.fixed_point or (constant and operation == "ecdh")
    return Toggles(nist, fixed, max(_needed(curve, operation, toggles.window, fixed, constant), min(WINDOWS)))


def static_combs(version: str) -> bool:
    """Whether that version has the combs of the base points as constants in flash."""
    return int(version.split(".")[0]) >= 3


def _needed(curve: str, operation: str, window: int, fixed: bool, constant: bool) -> int:
    """The smallest option under which the windows in use stay what they are."""
    own = 5 if CURVES[curve].bits >= _WIDE else 4
    base = own + 1 if fixed else own
    uses = []
    if operation != "sign":
        uses.append(own)
    if operation != "ecdh" or not constant:
        uses.append(0 if fixed and constant else base)
    return max(min(use, window) for use in uses)


def in_flash(version: str, curve: str, toggles: Toggles) -> tuple[bool, bool]:
    """Of special reduction and fixed-point combs, what an image of one curve is built with."""
    if version == P256M or CURVES[curve].family == "montgomery":
        return True, True
    return toggles.nist or CURVES[curve].family != "nist", toggles.fixed_point
