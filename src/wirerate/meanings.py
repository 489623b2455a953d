# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Words that mean something here under another name, or nothing: hints that letters cannot give."""

from __future__ import annotations

_RATE = "name the rate that it reaches: rate:600M"
_NO_PEER = "it is not measured here; name one of those that are: openssl, nettle, ipsec-mb, wirerate"

_MEANT: dict[str, dict[str, str]] = {
    "protocol": {
        "ipsec": "type esp-gcm (encrypts, RFC 8221's choice), esp-cbc-hmac-sha256 (older tunnels) or ah",
        "esp": "type esp-gcm, or with a MAC of its own esp-cbc-hmac-sha256; all: docs/reference/protocols.md",
        "esp-cbc": "name its MAC: esp-cbc-hmac-sha256",
        "esp-ctr": "name its MAC: esp-ctr-hmac-sha256",
        "esp-null": "name its MAC: esp-null-hmac-sha256 or esp-null-gmac",
        "vpn": "type esp-gcm, wireguard or tls-1.3",
        "openvpn": "its packets are not modelled; nearest is dtls-1.2, with its own header and AES-GCM",
        "bgp": "type tcp-ao, or tcp-md5 for what many sessions still have",
        "tls": "type tls-1.3 or tls-1.2",
        "ssl": "type tls-1.3 or tls-1.2",
        "https": "type tls-1.3 or tls-1.2",
        "dtls": "type dtls-1.3 or dtls-1.2",
        "http3": "type quic",
        "rtp": "type srtp",
        "snmp": "type snmpv3",
        "802.1ae": "type macsec",
        "vlan": "it authenticates nothing: type --over vlan",
        "vxlan": "it authenticates nothing: type --over vxlan",
        "gre": "it authenticates nothing: type --over gre",
        "wifi": "its CCMP is not modelled; none is near",
        "wpa2": "its CCMP is not modelled; none is near",
    },
    "link": dict.fromkeys(("wifi", "wi-fi", "wlan", "lte", "5g", "dsl", "vdsl", "docsis", "gpon", "starlink"), _RATE),
    "implementation": dict.fromkeys(
        ("wolfssl", "boringssl", "libressl", "aws-lc", "gnutls", "libgcrypt", "gcrypt", "mbedtls", "botan", "isa-l"),
        _NO_PEER,
    )
    | {"ipsec": "type ipsec-mb", "libcrypto": "type openssl"},
    "algorithm": {
        "hmac-sha224": "nobody here has it; hmac-sha256 costs the same",
        "hmac-sha2": "type hmac-sha256, hmac-sha384 or hmac-sha512",
        "hmac": "name its digest: hmac-sha256",
        "sha2": "type sha256, sha384 or sha512",
        "sha224": "nobody here has it; sha256 costs the same",
        "sha3": "nobody here has it; a digest that is sound and measured: sha256",
        "blake2": "nobody here has it; a digest that is sound and measured: sha256",
        "blake3": "nobody here has it; a digest that is sound and measured: sha256",
        "crc32": "nobody here has it; a checksum that is measured: internet-checksum",
        "crc32c": "nobody here has it; a checksum that is measured: internet-checksum",
        "gcm": "type aes-128-gcm or aes-256-gcm",
        "aes-gcm": "type aes-128-gcm or aes-256-gcm",
        "gmac": "type aes-128-gmac",
        "aes-gmac": "type aes-128-gmac",
        "cmac": "type aes-128-cmac",
        "aes-cmac": "type aes-128-cmac",
        "aes-xcbc": "wirerate ah has it; here its relative aes-128-cmac",
        "aes-128-cbc": "it does not authenticate; with a MAC: aes-128-cbc-hmac-sha256",
        "aes-256-cbc": "it does not authenticate; with a MAC: aes-256-cbc-hmac-sha256",
        "aes-128-ctr": "it does not authenticate; with a MAC: aes-128-ctr-hmac-sha256",
        "chacha20": "it does not authenticate; with Poly1305: chacha20-poly1305",
        "umac": "type umac-64",
        "nh": "the inner hash of UMAC: type umac-32",
        "siphash": "nobody here has it; of the same size: umac-64",
    },
    "operation": {
        "kyber": "type ml-kem-768, as FIPS 203 calls what it became",
        "kyber512": "type ml-kem-512, as FIPS 203 calls what it became",
        "kyber768": "type ml-kem-768, as FIPS 203 calls what it became",
        "kyber1024": "type ml-kem-1024, as FIPS 203 calls what it became",
        "dilithium": "type ml-dsa-44, as FIPS 204 calls what it became",
        "dilithium2": "type ml-dsa-44, as FIPS 204 calls what it became",
        "dilithium3": "type ml-dsa-65, as FIPS 204 calls what it became",
        "dilithium5": "type ml-dsa-87, as FIPS 204 calls what it became",
        "ecdsa": "type sign,verify",
        "curve25519": "type x25519, or Mbed TLS's: --curve curve25519 --op ecdh",
        "eddsa": "type ed25519",
        "kem": "type ml-kem-768",
    },
}


def meaning(what: str, word: str) -> str:
    """What to type for a word that is none of `what` here; "" where nothing is known of it."""
    return _MEANT.get(what, {}).get(word.strip().lower(), "")
