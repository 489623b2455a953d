"""Known answers for peers, checked with hashlib, hmac and cryptography, and ESP packets checked with scapy."""

from __future__ import annotations

import hashlib
import hmac
import re
from dataclasses import replace
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.cmac import CMAC

from wirerate.authenticators.subjects import ALGORITHMS, Subject, parse_subject
from wirerate.errors import MissingError
from wirerate.host.meter import OpenSubject, Wanted

SOURCE = Path(__file__).parents[3] / "host" / "peers" / "known_answers.c"
TAG = r'"([0-9a-f]*)"'


def pattern(length: int) -> bytes:
    return bytes(i % 251 for i in range(length))


def answers() -> list[tuple[str, str, int]]:
    """Return algorithm, tag and length of every known answer; key and nonce are the bytes 0, 1, 2, …"""
    joined = re.sub(r'"\s*\n?\s*"', "", SOURCE.read_text(encoding="utf-8"))
    rows = re.findall(rf"\{{WRH_(\w+), 0, (?:HASHLIB|CRYPTOGRAPHY),[^}}]*?{TAG},\s*NULL,\s*PATTERN,\s*(\d+)\}}", joined)
    return [(name.lower().replace("_", "-"), tag, int(length)) for name, tag, length in rows]


def sealed(name: str, message: bytes, key: bytes, nonce: bytes) -> bytes:
    """Compute the tag of a cipher with HMAC: the head stays unencrypted, and HMAC covers everything."""
    cipher, mac = ALGORITHMS[name].parts
    bits, mode = cipher.split("-")[1:]
    cut, least = int(bits) // 8, 24 if mode == "cbc" else 16
    head = least + (len(message) - least) % 16 if mode == "cbc" else least
    how = modes.CBC(nonce) if mode == "cbc" else modes.CTR(nonce + b"\0\0\0\1")
    encryptor = Cipher(algorithms.AES(key[:cut]), how).encryptor()
    whole = message[:head] + encryptor.update(message[head:]) + encryptor.finalize()
    return hmac.new(key[cut:], whole, mac.removeprefix("hmac-")).digest()


def expected(name: str, message: bytes) -> bytes:
    facts = ALGORITHMS[name]
    key, nonce = bytes(range(facts.key_bytes)), bytes(range(facts.nonce_bytes))
    if facts.parts:
        return sealed(name, message, key, nonce)
    if name.startswith("hmac-"):
        return hmac.new(key, message, name.removeprefix("hmac-")).digest()
    if name.endswith("-gmac"):
        return AESGCM(key).encrypt(nonce, b"", message)
    if name.endswith("-gcm"):
        return AESGCM(key).encrypt(nonce, message, b"")[-16:]
    if name.endswith("-cmac"):
        mac = CMAC(algorithms.AES(key))
        mac.update(message)
        return mac.finalize()
    return hashlib.new(name, message).digest()


def test_every_self_made_answer_equals_pythons() -> None:
    known_answers = answers()
    assert {name for name, _, _ in known_answers} >= {
        *(name for name, facts in ALGORITHMS.items() if facts.parts),
        *"sha384 sha512 hmac-sha384 hmac-sha512 aes-256-gmac aes-192-cmac aes-256-cmac".split(),
    }
    for name, tag, length in known_answers:
        assert expected(name, pattern(length)).hex() == tag, (name, length)


NEW = [
    *"sha384 sha512 hmac-sha384-192 hmac-sha512-256 aes-192-gmac aes-256-gmac aes-256-cmac aes-192-gcm".split(),
    *(name for name, facts in ALGORITHMS.items() if facts.parts),
]


@pytest.mark.parametrize("name", NEW)
def test_every_implementation_of_a_new_algorithm_passes_its_answers(name: str) -> None:
    """Opening a subject runs its known answers: an installed peer opens, any other reports that it is absent."""
    subject = parse_subject(name)
    for implementation in subject.facts.implementations:
        for operation in subject.facts.operations:
            _opens(replace(subject, implementation=implementation), operation)


def _opens(subject: Subject, operation: str) -> None:
    try:
        keyed = "reuse" if subject.facts.keyed else ""
        assert OpenSubject(Wanted(subject, operation, keyed, 1)).tag_bytes == subject.tag_bytes
    except MissingError as absent:
        if not re.search(r"not on this machine|not supported", str(absent)):
            raise


def test_the_combination_of_esp_is_the_one_that_scapy_computes() -> None:
    """Compare the ICV over SPI, sequence number, IV and ciphertext of an ESP packet with AES-CBC and HMAC-SHA-256."""
    ipsec = pytest.importorskip("scapy.layers.ipsec", reason="scapy is not installed")
    inet = pytest.importorskip("scapy.layers.inet")
    key = bytes(range(48))
    association = ipsec.SecurityAssociation(
        ipsec.ESP,
        spi=0x1000,
        crypt_algo="AES-CBC",
        crypt_key=key[:16],
        auth_algo="SHA2-256-128",
        auth_key=key[16:],
        tunnel_header=inet.IP(src="192.0.2.1", dst="192.0.2.2"),
    )
    inner = inet.IP(src="10.0.0.1", dst="10.0.0.2") / inet.UDP() / bytes(1472)
    esp = bytes(association.encrypt(inner, seq_num=7))[20:]
    head, ciphertext, icv = esp[:24], esp[24:-16], esp[-16:]
    decryptor = Cipher(algorithms.AES(key[:16]), modes.CBC(head[8:24])).decryptor()
    message = head + decryptor.update(ciphertext) + decryptor.finalize()
    assert sealed("aes-128-cbc-hmac-sha256", message, key, head[8:24])[:16] == icv
