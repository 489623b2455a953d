# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Mbed TLS's options for curves: find options that lead to the same computation, so that it is measured only once, and
write the lines of a config.h."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from wirerate.catalogue.curves import CURVES, OPERATIONS
from wirerate.catalogue.libraries import DEFAULT, P256M
from wirerate.errors import UsageError

WINDOWS = range(2, 8)  # ecp.c rejects other sizes: "MBEDTLS_ECP_WINDOW_SIZE out of bounds"
DEEP_WINDOWS = (6, 7)  # windows whose 2^(window - 1) pointers determine the depth of the stack
# Memory allocators: the C library's malloc, and Mbed TLS's buffer without and with verification.
LIBC, BUFFER, VERIFYING = "libc", "buffer", "buffer-verify"
ALLOCATORS = (LIBC, BUFFER, VERIFYING)
_CODE = re.compile(r"(?P<curve>\w+)@(?P<version>.+?)(?:-w(?P<window>\d))?(?P<nist>-nist)?(?P<comb>-comb)?")
_WIDE = 384  # bits from which ecp_pick_window_size() uses a window of five


@dataclass(frozen=True)
class Toggles:
    """The three options for curves. Their effect depends on the version: see effective()."""

    nist: bool = True  # MBEDTLS_ECP_NIST_OPTIM
    fixed_point: bool = True  # MBEDTLS_ECP_FIXED_POINT_OPTIM
    window: int = 4  # MBEDTLS_ECP_WINDOW_SIZE

    def __post_init__(self) -> None:
        if self.window not in WINDOWS:
            raise UsageError(
                f"a window of {self.window} does not compile: MBEDTLS_ECP_WINDOW_SIZE must be 2 to 7",
                fix="type ‹windows=[4]›, 2 to 7",
            )

    @property
    def lines(self) -> list[str]:
        """Return the lines of config.h."""
        nist = ["#define MBEDTLS_ECP_NIST_OPTIM"] if self.nist else []
        fixed = f"#define MBEDTLS_ECP_FIXED_POINT_OPTIM {int(self.fixed_point)}"
        return [*nist, fixed, f"#define MBEDTLS_ECP_WINDOW_SIZE {self.window}"]


_ANY = Toggles(nist=True, fixed_point=True, window=min(WINDOWS))


def effective(version: str, curve: str, operation: str, toggles: Toggles) -> Toggles:
    """Return the options with the smallest window that lead to the same computation of one operation on one curve.

    This follows ecp_pick_window_size() and ecp_group_load() of 2.4, 2.16, 2.28 and 3.6. The window is four, or five
    from 384 bits on, plus one for the base point if its comb is kept, and at most MBEDTLS_ECP_WINDOW_SIZE. From 3.0 on,
    kept combs are constants whose size does not depend on MBEDTLS_ECP_WINDOW_SIZE, which then limits only the
    multiplication of other points. Reduction for the Koblitz primes and 2^255 - 19 is always on; Brainpool's primes
    have none.

    The stack still depends on the requested window, which reserves 2^(window - 1) pointers.
    """
    family = CURVES[curve].family
    if version == P256M or family == "montgomery":
        return _ANY
    nist = toggles.nist or family != "nist"
    constant = static_combs(version)
    # Before 3.0 the kept comb is in RAM, so the option affects the heap of every operation.
    fixed = toggles.fixed_point or (constant and operation == "ecdh")
    return Toggles(nist, fixed, max(_needed(curve, operation, toggles.window, fixed, constant), min(WINDOWS)))


def static_combs(version: str) -> bool:
    """Return whether a version stores the combs of the base points as constants in flash."""
    return int(version.split(".")[0]) >= 3


def _needed(curve: str, operation: str, window: int, fixed: bool, constant: bool) -> int:
    """Return the smallest window option that does not change the windows in use."""
    usual = 5 if CURVES[curve].bits >= _WIDE else 4
    base = usual + 1 if fixed else usual
    uses = []
    if operation != "sign":
        uses.append(usual)
    if operation != "ecdh" or not constant:
        uses.append(0 if fixed and constant else base)
    return max(min(use, window) for use in uses)


def in_flash(version: str, curve: str, toggles: Toggles) -> tuple[bool, bool]:
    """Return whether an image with one curve contains the NIST reduction, and whether it contains combs."""
    if version == P256M or CURVES[curve].family == "montgomery":
        return True, True
    return toggles.nist or CURVES[curve].family != "nist", toggles.fixed_point


@dataclass(frozen=True)
class Case:
    """An operation on a curve, in a version of the library with some options, at a compiler level."""

    version: str
    level: str
    curve: str
    operation: str
    toggles: Toggles

    @property
    def effective(self) -> Toggles:
        """Return the options that the case is measured with."""
        return effective(self.version, self.curve, self.operation, self.toggles)

    @property
    def code(self) -> str:
        """Return the name of the measured code: "secp256r1@3.6-w2-nist-comb"."""
        used = self.effective
        return _code_name(self, f"-w{used.window}", used.nist, used.fixed_point)

    @property
    def image(self) -> str:
        """Return the name of the image with that code: "secp256r1@3.6-nist-comb"."""
        return _code_name(self, "", *in_flash(self.version, self.curve, self.toggles))


def _code_name(case: Case, window: str, nist: bool, fixed_point: bool) -> str:
    return f"{case.curve}@{case.version}{window}{'-nist' * nist}{'-comb' * fixed_point}"


def case_of(code: str, level: str, operation: str) -> Case:
    """Return the case that a code name or image name denotes; an image name gets the default window."""
    fields = _CODE.fullmatch(code)
    assert fields is not None
    toggles = Toggles(bool(fields["nist"]), bool(fields["comb"]), int(fields["window"] or Toggles().window))
    return Case(fields["version"], level, fields["curve"], operation, toggles)


def sets_with(operations: Sequence[str]) -> list[tuple[str, ...]]:
    """Return all sets of operations that contain `operations`, the smallest first."""
    sets: list[tuple[str, ...]] = [()]
    for operation in OPERATIONS:
        sets += [(*chosen, operation) for chosen in sets]
    return sorted((chosen for chosen in sets if set(operations) <= set(chosen)), key=len)


# mbedtls_ecp_group_id, equal in all versions since 2.0, and the curve's part of macro names.
GROUPS = {
    "secp192r1": (1, "SECP192R1"),
    "secp224r1": (2, "SECP224R1"),
    "secp256r1": (3, "SECP256R1"),
    "secp384r1": (4, "SECP384R1"),
    "secp521r1": (5, "SECP521R1"),
    "brainpoolP256r1": (6, "BP256R1"),
    "brainpoolP384r1": (7, "BP384R1"),
    "brainpoolP512r1": (8, "BP512R1"),
    "curve25519": (9, "CURVE25519"),
    "secp192k1": (10, "SECP192K1"),
    "secp224k1": (11, "SECP224K1"),
    "secp256k1": (12, "SECP256K1"),
}

_PSA_CURVES = {
    "nist": "SECP_R1",
    "koblitz": "SECP_K1",
    "brainpool": "BRAINPOOL_P_R1",
    "montgomery": "MONTGOMERY",
}


def config(version: str, curves: Sequence[str], toggles: Toggles, operations: Sequence[str] = OPERATIONS) -> str:
    """Return a config.h for the test harness that enables operations on curves and the modules they need."""
    if version == P256M:
        return "#define MBEDTLS_PSA_P256M_DRIVER_ENABLED\n"
    modules = _modules(version, curves, operations)
    return "\n".join(["#pragma once", *modules, *_curves(curves), *toggles.lines, ""])


def fragment(curve: str, toggles: Toggles, operations: Sequence[str], version: str = DEFAULT) -> str:
    """Return the lines to add to config.h, without a random number generator, which depends on the board."""
    lines = [
        "/* Add to mbedtls_config.h (3.x) or config.h (2.x). For random numbers, connect your board's generator with",
        "   MBEDTLS_ENTROPY_C, MBEDTLS_ENTROPY_HARDWARE_ALT, mbedtls_hardware_poll() and MBEDTLS_CTR_DRBG_C. */",
        *_modules(version, [curve], operations),
        *_curves([curve]),
        *toggles.lines,
    ]
    return "\n".join(lines) + "\n"


def psa_fragment(curve: str, operations: Sequence[str], version: str = DEFAULT) -> str:
    """Return the lines for PSA's crypto_config.h, which cannot express the options of Toggles.

    For p256-m they ask for randomised ECDSA, since it has no deterministic ECDSA.
    """
    family = CURVES[curve].family
    wanted = [f"ECC_{_PSA_CURVES[family]}_{255 if family == 'montgomery' else CURVES[curve].bits}"]
    if _signs(operations):
        wanted += ["ALG_ECDSA" if version == P256M else "ALG_DETERMINISTIC_ECDSA", "ALG_SHA_256"]
    if _agrees(operations):
        wanted += ["ALG_ECDH"]
    wanted += ["KEY_TYPE_ECC_PUBLIC_KEY", "KEY_TYPE_ECC_KEY_PAIR_BASIC"]
    return "".join(f"#define PSA_WANT_{name} 1\n" for name in wanted)


def _modules(version: str, curves: Sequence[str], operations: Sequence[str]) -> list[str]:
    names = ["HAVE_ASM", "BIGNUM_C", "ECP_C"]
    signs = _signs(operations) and any(CURVES[curve].signs for curve in curves)
    if _agrees(operations):
        names += ["ECDH_C"]
    if signs:
        names += ["ECDSA_C", "ASN1_PARSE_C", "ASN1_WRITE_C"]
    if "sign" in operations and signs:
        names += ["ECDSA_DETERMINISTIC"]
    # Without a random generator, as in verification, ecp.c of 2.x derives blinding values with HMAC_DRBG.
    if "ECDSA_DETERMINISTIC" in names or version.startswith("2."):
        names += ["HMAC_DRBG_C", "MD_C", "SHA256_C"]
    return [f"#define MBEDTLS_{name}" for name in names]


def _curves(curves: Sequence[str]) -> list[str]:
    return [f"#define MBEDTLS_ECP_DP_{GROUPS[curve][1]}_ENABLED" for curve in curves]


def _signs(operations: Sequence[str]) -> bool:
    return bool({"sign", "verify"} & set(operations))


def _agrees(operations: Sequence[str]) -> bool:
    return bool({"ecdh", "ecdhe"} & set(operations))
