# SPDX-License-Identifier: Apache-2.0 OR MIT
"""What a handshake's time goes to: operations, told apart by the library's functions that are active."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from wirerate.wings.mcu.timing.trace import Trace, total

REST = "rest"
HASHING, SEALING = "SHA-256 and PRF", "AES-CCM"
MESSAGE_BYTES = 64  # of application data that each end seals once, to prove the handshake
SYMMETRIC = (HASHING, SEALING)  # of slide 12: "keyed hash functions, encryption functions"

# First match: a signature's hashes belong to the signature. Names of every version from 2.4 to 3.6; an image has some.
_MBEDTLS = {
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
    *("ECDSA sign", "ECDSA verify", "ML-DSA sign", "ML-DSA verify", "ML-DSA key expansion"),
    *("ECDHE key generation", "ECDHE shared secret"),
    *("ML-KEM key generation", "ML-KEM encapsulate", "ML-KEM decapsulate"),
    *SYMMETRIC,
    *("certificate parsing", "random numbers", REST),
)

_WOLFSSL = {
    "ECDSA sign": ("wc_ecc_sign_hash",),
    "ECDSA verify": ("wc_ecc_verify_hash",),
    "ML-DSA sign": ("wc_MlDsaKey_SignCtx",),
    "ML-DSA verify": ("wc_MlDsaKey_VerifyCtx",),
    "ECDHE key generation": ("wc_ecc_make_key_ex", "wc_curve25519_make_key"),
    "ECDHE shared secret": ("wc_ecc_shared_secret", "wc_curve25519_shared_secret_ex"),
    "ML-KEM key generation": ("wc_MlKemKey_MakeKey",),
    "ML-KEM encapsulate": ("wc_MlKemKey_Encapsulate",),
    "ML-KEM decapsulate": ("wc_MlKemKey_Decapsulate",),
    "ML-DSA key expansion": ("wc_MlDsaKey_PrivateKeyDecode",),
    "certificate parsing": ("ParseCert", "ParseCertRelative"),
    "random numbers": ("wc_RNG_GenerateBlock",),
    "AES-CCM": ("wc_AesCcmSetKey", "wc_AesCcmEncrypt", "wc_AesCcmDecrypt", "wc_AesSetKey", "wc_AesEncryptDirect"),
    "SHA-256 and PRF": (
        *("wc_Tls13_HKDF_Extract_ex", "wc_Tls13_HKDF_Expand_Label_ex", "wc_HmacSetKey", "wc_HmacUpdate"),
        *("wc_HmacFinal", "wc_Sha256Update", "wc_Sha256Final", "wc_Sha256GetHash", "wc_Sha256Hash", "wc_Sha256Copy"),
    ),
}
CARRYING = ("put_datagram", "take_datagram")  # the harness's, instead of a radio: in no figure


@dataclass(frozen=True)
class Functions:
    """A library's, by operation."""

    of: Mapping[str, tuple[str, ...]]

    @property
    def watched(self) -> tuple[str, ...]:
        return (*CARRYING, *(name for names in self.of.values() for name in names))

    def by_operation(self, contexts: Iterable[Mapping[frozenset[str], Trace]]) -> dict[str, Trace]:
        """Disjoint traces in the order of PARTS, those that did not occur left out."""
        parts: dict[str, list[Trace]] = {name: [] for name in PARTS}
        for call in contexts:
            for active, trace in call.items():
                if not active.intersection(CARRYING):
                    parts[self._operation(active)].append(trace)
        return {name: total(traces) for name, traces in parts.items() if any(trace.instructions for trace in traces)}

    def _operation(self, active: frozenset[str]) -> str:
        return next((name for name, functions in self.of.items() if active.intersection(functions)), REST)


MBEDTLS, WOLFSSL = Functions(_MBEDTLS), Functions(_WOLFSSL)
