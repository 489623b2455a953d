# SPDX-License-Identifier: Apache-2.0 OR MIT
"""What Mbed TLS is configured to for curves: as its config.h, and as what an engineer copies."""

from __future__ import annotations

from collections.abc import Sequence

from wirerate.catalogue.curves import CURVES, OPERATIONS
from wirerate.catalogue.libraries import DEFAULT, P256M
from wirerate.wings.mcu.ecc.options import Toggles

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
