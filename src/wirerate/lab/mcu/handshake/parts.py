# SPDX-License-Identifier: Apache-2.0 OR MIT
"""What a handshake's time goes to: operations, told apart by the library's functions that are active."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from wirerate.lab.mcu.timing.trace import Trace, total

REST = "rest"
HASHING, SEALING = "SHA-256 and PRF", "AES-CCM"
MESSAGE_BYTES = 64  # of application data that each end seals once, to prove the handshake
SYMMETRIC = (HASHING, SEALING)  # of slide 12: "keyed hash functions, encryption functions"

# First match: a signature's hashes belong to the signature. Names of every version from 2.4 to 3.6; an image has some.
_FUNCTIONS = {
    "ECDSA sign": ("mbedtls_ecdsa_write_signature",),
    "ECDSA verify": ("mbedtls_ecdsa_read_signature",),
    "ECDHE key generation": ("mbedtls_ecdh_make_params", "mbedtls_ecdh_make_public"),
    "ECDHE shared secret": ("mbedtls_ecdh_calc_secret", "mbedtls_ecdh_read_params", "mbedtls_ecdh_read_public"),
    "certificate parsing": ("mbedtls_x509_crt_parse_der", "mbedtls_x509_crt_parse_der_nocopy"),
    "random numbers": ("mbedtls_ctr_drbg_random",),
    "AES-CCM": (
        *("mbedtls_ccm_encrypt_and_tag", "mbedtls_ccm_auth_decrypt", "mbedtls_ccm_setkey", "mbedtls_cipher_setkey"),
        *("mbedtls_cipher_auth_encrypt", "mbedtls_cipher_auth_decrypt"),
        *("mbedtls_cipher_auth_encrypt_ext", "mbedtls_cipher_auth_decrypt_ext"),
    ),
    "SHA-256 and PRF": (
        *("tls_prf_sha256", "tls_prf_generic", "mbedtls_md_hmac_starts", "mbedtls_md_hmac_update"),
        *("mbedtls_md_hmac_finish", "mbedtls_md_update", "mbedtls_sha256_starts", "mbedtls_sha256_starts_ret"),
        *("mbedtls_sha256_update", "mbedtls_sha256_update_ret", "mbedtls_sha256_finish", "mbedtls_sha256_finish_ret"),
        "mbedtls_sha256_clone",
    ),
}
PARTS = (
    *("ECDSA sign", "ECDSA verify", "ECDHE key generation", "ECDHE shared secret"),
    *SYMMETRIC,
    *("certificate parsing", "random numbers", REST),
)

CARRYING = ("put_datagram", "take_datagram")  # the harness's, instead of a radio: in no figure
WATCHED = (*CARRYING, *(name for names in _FUNCTIONS.values() for name in names))


def by_operation(contexts: Iterable[Mapping[frozenset[str], Trace]]) -> dict[str, Trace]:
    """Disjoint traces in the order of PARTS, those that did not occur left out."""
    parts: dict[str, list[Trace]] = {name: [] for name in PARTS}
    for call in contexts:
        for active, trace in call.items():
            if not active.intersection(CARRYING):
                parts[_operation(active)].append(trace)
    return {name: total(traces) for name, traces in parts.items() if any(trace.instructions for trace in traces)}


def _operation(active: frozenset[str]) -> str:
    return next((name for name, functions in _FUNCTIONS.items() if active.intersection(functions)), REST)
