# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Handshakes to run, and the Mbed TLS configuration of each end: only what RFC 7925's profile needs."""

from __future__ import annotations

import msgspec

from wirerate.errors import UsageError

ECDHE, PSK = "ecdhe-ecdsa", "psk"
SUITES = {
    ECDHE: "TLS_ECDHE_ECDSA_WITH_AES_128_CCM_8",
    PSK: "TLS_PSK_WITH_AES_128_CCM_8",
}
FORWARD_SECRET = (ECDHE,)  # a plain pre-shared key has no forward secrecy: RFC 4279 section 7.1
CLIENT, SERVER = "client", "server"
SIDES = (CLIENT, SERVER)
AUTHORITY = "wirerate test authority"
NAMES = {CLIENT: "02-00-5E-10-00-00-00-01", SERVER: "server.example"}

# Parts of a handshake's time, in the order in which an answer lists them.
REST = "rest"
HASHING, SEALING = "SHA-256 and PRF", "AES-CCM"
MESSAGE_BYTES = 64  # bytes of application data that each end encrypts once, to show that the handshake succeeded
SYMMETRIC = (HASHING, SEALING)
PARTS = (
    *("ECDSA sign", "ECDSA verify", "ML-DSA sign", "ML-DSA verify", "ML-DSA key expansion"),
    *("ECDHE key generation", "ECDHE shared secret"),
    *("ML-KEM key generation", "ML-KEM encapsulate", "ML-KEM decapsulate"),
    *SYMMETRIC,
    *("certificate parsing", "random numbers", REST),
)

# Operations run alone. On a curve, both ends make a key pair and compute the shared secret; the ends of a KEM differ.
AGREE = "ecdhe"
KEYGEN, ENCAPSULATE, DECAPSULATE = "keygen", "encapsulate", "decapsulate"
SIGN, VERIFY = "sign", "verify"
HASHED = ("sha-256", "blocks")  # the key of one SHA-256 block in Handshake.alone

# MBEDTLS_SSL_MAX_FRAG_LEN_*, RFC 6066 section 4.
FRAGMENTS = {0: 0, 512: 1, 1024: 2, 2048: 3, 4096: 4}
RESUMPTIONS = ("", "id", "ticket")
CONTENT = range(512, 16385)  # bytes of plaintext in a record; 16384 is the limit of TLS, RFC 5246 section 6.2.1

# Extensions of RFC 7925 that cannot be measured, and why.
ABSENT = {
    "raw public keys (RFC 7250)": "in no version of Mbed TLS up to 3.6",
    "cached information (RFC 7924)": "in no version of Mbed TLS up to 3.6",
}

_COMMON = """
HAVE_ASM SSL_TLS_C SSL_PROTO_TLS1_2 SSL_PROTO_DTLS SSL_DTLS_HELLO_VERIFY SSL_DTLS_ANTI_REPLAY SSL_EXTENDED_MASTER_SECRET
AES_C AES_ROM_TABLES CCM_C CIPHER_C CTR_DRBG_C MD_C SHA256_C SHA224_C PLATFORM_C
""".split()
_CERTIFICATES = """
KEY_EXCHANGE_ECDHE_ECDSA_ENABLED ECP_C ECP_DP_SECP256R1_ENABLED ECDH_C ECDSA_C ECDSA_DETERMINISTIC HMAC_DRBG_C BIGNUM_C
ASN1_PARSE_C ASN1_WRITE_C OID_C PK_C PK_PARSE_C X509_USE_C X509_CRT_PARSE_C
""".split()


class Setup(msgspec.Struct, frozen=True):
    """Settings of a handshake. The curve is always P-256, as in RFC 7925."""

    suite: str = ECDHE
    mutual: bool = True  # whether the client has a certificate too
    content_length: int = 1024  # MBEDTLS_SSL_IN_CONTENT_LEN and _OUT_
    max_fragment: int = 0  # bytes offered in the extension of RFC 6066; 0 leaves it out
    resumption: str = ""  # id (RFC 5246) | ticket (RFC 5077); only the resumed handshake is reported
    nist: bool = True
    fixed_point: bool = True
    window: int = 4

    def check(self) -> None:
        """Raise UsageError for the first field whose value no configuration supports."""
        for name, value, allowed in (
            ("suite", self.suite, tuple(SUITES)),
            ("max_fragment", self.max_fragment, tuple(FRAGMENTS)),
            ("resumption", self.resumption, RESUMPTIONS),
            ("window", self.window, tuple(range(2, 8))),
        ):
            if value not in allowed:
                raise UsageError(
                    f"a handshake's {name} cannot be {value!r}",
                    fix="choose one of " + ", ".join(map(repr, allowed)),
                )
        if self.content_length not in CONTENT:
            raise UsageError(
                f"a record cannot have {self.content_length} bytes",
                fix=f"choose a content length from {CONTENT.start} to {CONTENT.stop - 1}",
            )


# The handshakes that are run: both suites, and variants of the first with one setting changed.
FULL, ONE_SIDED, SHARED_KEY = "ECDHE-ECDSA", "server certificate only", "PSK"
SETUPS = {
    FULL: Setup(ECDHE),
    ONE_SIDED: Setup(ECDHE, mutual=False),
    SHARED_KEY: Setup(PSK),
    "fragments of 512": Setup(ECDHE, max_fragment=512, content_length=512),
    "resumed by session id": Setup(ECDHE, resumption="id"),
    "resumed by ticket": Setup(ECDHE, resumption="ticket"),
    "records of 4096": Setup(ECDHE, content_length=4096),
    "records of 16384": Setup(ECDHE, content_length=16384),
}

# The stored TLS 1.3 handshakes: today's, and the main ones of each kind.
PAIRS = (
    ("secp256r1", "ecdsa-p256"),
    ("x25519mlkem768", "ecdsa-p256"),
    ("ml-kem-512", "ml-dsa-44"),
    ("ml-kem-768", "ml-dsa-65"),
)


def configuration(setup: Setup, side: str, major: int) -> str:
    """Return the config.h of one end for Mbed TLS `major`; 2.x must include check_config.h explicitly."""
    names = [*_COMMON]
    names += _CERTIFICATES if setup.suite == ECDHE else ["KEY_EXCHANGE_PSK_ENABLED"]
    names += ["SSL_CLI_C"] if side == CLIENT else ["SSL_SRV_C", "SSL_COOKIE_C"]
    if setup.max_fragment:
        names.append("SSL_MAX_FRAGMENT_LENGTH")
    if setup.resumption == "ticket":
        names.append("SSL_SESSION_TICKETS")
    if side == SERVER and setup.resumption:
        names.append("SSL_CACHE_C" if setup.resumption == "id" else "SSL_TICKET_C")
    if setup.suite == ECDHE and setup.nist:
        names.append("ECP_NIST_OPTIM")
    lines = ["#ifndef WIRERATE_HANDSHAKE_CONFIG_H", "#define WIRERATE_HANDSHAKE_CONFIG_H"]
    lines += [f"#define MBEDTLS_{name}" for name in names]
    for name, value in _values(setup).items():
        lines.append(f"#define MBEDTLS_{name} {value}")
    if major < 3:
        lines.append('#include "mbedtls/check_config.h"')
    return "\n".join([*lines, "#endif", ""])


def _values(setup: Setup) -> dict[str, int]:
    values = {
        "SSL_MAX_CONTENT_LEN": setup.content_length,  # the only such option before 2.14
        "SSL_IN_CONTENT_LEN": setup.content_length,
        "SSL_OUT_CONTENT_LEN": setup.content_length,
        "SSL_DTLS_MAX_BUFFERING": 2 * setup.content_length,
    }
    if setup.suite == ECDHE:
        values |= {"ECP_WINDOW_SIZE": setup.window, "ECP_FIXED_POINT_OPTIM": int(setup.fixed_point)}
    return values
