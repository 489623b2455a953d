# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The library's options for curves: which of them make a difference, so that two configurations that compute the same,
step by step, are measured once; and the options as config.h, as an engineer copies them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from wirerate.catalogue.curves import CURVES, OPERATIONS
from wirerate.catalogue.libraries import DEFAULT, P256M
from wirerate.errors import UsageError

WINDOWS = range(2, 8)  # ecp.c: "MBEDTLS_ECP_WINDOW_SIZE out of bounds" otherwise
DEEP_WINDOWS = (6, 7)  # whose pointers, 2^(window - 1) of them, make a stack deeper than its other calls do
# Where the library gets memory: the C library's malloc, or a buffer of its own, which may verify itself.
LIBC, BUFFER, VERIFYING = "libc", "buffer", "buffer-verify"
ALLOCATORS = (LIBC, BUFFER, VERIFYING)
_CODE = re.compile(r"(?P<curve>\w+)@(?P<version>.+?)(?:-w(?P<window>\d))?(?P<nist>-nist)?(?P<comb>-comb)?")
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
                f"a window of {self.window} does not compile: MBEDTLS_ECP_WINDOW_SIZE is 2 to 7",
                fix="‹windows=[4]›, 2 to 7",
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


@dataclass(frozen=True)
class Case:
    """One operation on one curve with these options of one version, at one level."""

    version: str
    level: str
    curve: str
    operation: str
    toggles: Toggles

    @property
    def same(self) -> Toggles:
        """What it is measured with."""
        return effective(self.version, self.curve, self.operation, self.toggles)

    @property
    def code(self) -> str:
        """What is run, in a word: secp256r1@3.6-w2-nist-comb."""
        return _spelled(self, f"-w{self.same.window}", self.same.nist, self.same.fixed_point)

    @property
    def image(self) -> str:
        """What an image is built with, in a word: secp256r1@3.6-nist-comb."""
        return _spelled(self, "", *in_flash(self.version, self.curve, self.toggles))


def _spelled(case: Case, window: str, nist: bool, fixed_point: bool) -> str:
    return f"{case.curve}@{case.version}{window}{'-nist' * nist}{'-comb' * fixed_point}"


def case_of(code: str, level: str, operation: str) -> Case:
    """The case that is spelled so: of an image's, with the usual window."""
    found = _CODE.fullmatch(code)
    assert found is not None
    toggles = Toggles(bool(found["nist"]), bool(found["comb"]), int(found["window"] or Toggles().window))
    return Case(found["version"], level, found["curve"], operation, toggles)


def sets_with(operations: Sequence[str]) -> list[tuple[str, ...]]:
    """The sets of operations that have these, small ones first."""
    sets: list[tuple[str, ...]] = [()]
    for each in OPERATIONS:
        sets += [(*chosen, each) for chosen in sets]
    return sorted((chosen for chosen in sets if set(operations) <= set(chosen)), key=len)


# mbedtls_ecp_group_id, the same in every version since 2.0, and the part of the macro's name.
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
    """A config.h for the harness: the operations asked for on these curves, and what they stand on."""
    if version == P256M:
        return "#define MBEDTLS_PSA_P256M_DRIVER_ENABLED\n"
    modules = _modules(version, curves, operations)
    return "\n".join(["#pragma once", *modules, *_curves(curves), *toggles.lines, ""])


def fragment(curve: str, toggles: Toggles, operations: Sequence[str], version: str = DEFAULT) -> str:
    """What an engineer adds to config.h. The harness's randomness is not in it: a product takes its board's."""
    lines = [
        "/* Add to mbedtls_config.h (3.x) or config.h (2.x). Randomness comes from your board: MBEDTLS_ENTROPY_C with",
        "   MBEDTLS_ENTROPY_HARDWARE_ALT and mbedtls_hardware_poll() over its generator, MBEDTLS_CTR_DRBG_C above. */",
        *_modules(version, [curve], operations),
        *_curves([curve]),
        *toggles.lines,
    ]
    return "\n".join(lines) + "\n"


def psa_fragment(curve: str, operations: Sequence[str], version: str = DEFAULT) -> str:
    """The same choice as PSA crypto_config.h; the toggles have no PSA names and stay in mbedtls_config.h. p256-m draws
    its nonces: it has no deterministic variant."""
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
    # Where 2.x is given no randomness to hide behind, as in verification, ecp.c stretches its own.
    if "ECDSA_DETERMINISTIC" in names or version.startswith("2."):
        names += ["HMAC_DRBG_C", "MD_C", "SHA256_C"]
    return [f"#define MBEDTLS_{name}" for name in names]


def _curves(curves: Sequence[str]) -> list[str]:
    return [f"#define MBEDTLS_ECP_DP_{GROUPS[curve][1]}_ENABLED" for curve in curves]


def _signs(operations: Sequence[str]) -> bool:
    return bool({"sign", "verify"} & set(operations))


def _agrees(operations: Sequence[str]) -> bool:
    return bool({"ecdh", "ecdhe"} & set(operations))
