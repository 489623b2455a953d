"""The library compared with other implementations through Python, with random keys and lengths.

Most lengths are near the boundaries of blocks and lanes. WIRERATE_CASES is the number of cases per pair: 10,000 by
default, a million in `make soak`.
"""

from __future__ import annotations

import ctypes
import hashlib
import hmac
import os
import random
from collections.abc import Callable, Iterator

import pytest
from cryptography.hazmat.primitives.hashes import MD5
from cryptography.hazmat.primitives.hmac import HMAC
from tests.interop.suites import unpacked

import wirerate
from wirerate.errors import MissingError

CASES = int(os.environ.get("WIRERATE_CASES", "10000"))
BATCH = 250
EDGES = (0, 1, 16, 32, 55, 56, 63, 64, 119, 120, 128, 256, 512, 1024, 1536, 2048)
Pair = tuple[Callable[[bytes, list[bytes]], list[bytes]], Callable[[bytes, list[bytes]], list[bytes]]]


def batches(seed: str) -> Iterator[tuple[bytes, list[bytes]]]:
    chosen = random.Random(seed)
    for _ in range(CASES // BATCH):
        key = chosen.randbytes(chosen.choice((0, 1, 16, 20, 63, 64, 65, 200)))
        lengths = (max(0, chosen.choice(EDGES) + chosen.randint(-2, 2)) for _ in range(BATCH))
        yield key, [chosen.randbytes(length) for length in lengths]


def by_hashlib(key: bytes, messages: list[bytes]) -> list[bytes]:
    return [hashlib.new("md5", message, usedforsecurity=False).digest() for message in messages]


def by_python_hmac(key: bytes, messages: list[bytes]) -> list[bytes]:
    return [hmac.digest(key, message, "md5") for message in messages]


def by_cryptography(key: bytes, messages: list[bytes]) -> list[bytes]:
    keyed, tags = HMAC(key, MD5()), []
    for message in messages:
        each = keyed.copy()
        each.update(message)
        tags.append(each.finalize())
    return tags


def by_scapy(key: bytes, messages: list[bytes]) -> list[bytes]:
    utils = pytest.importorskip("scapy.utils", reason="scapy is not installed")
    return [utils.checksum(message).to_bytes(2, "big") for message in messages]


def our_checksum(key: bytes, messages: list[bytes]) -> list[bytes]:
    return [wirerate.internet_checksum(message).to_bytes(2, "big") for message in messages]


PAIRS: dict[str, Pair] = {
    "md5, hashlib": (lambda key, messages: wirerate.md5_batch(messages), by_hashlib),
    "hmac-md5, hmac": (lambda key, messages: wirerate.HmacMd5(key).tags(messages), by_python_hmac),
    "hmac-md5, cryptography": (lambda key, messages: wirerate.HmacMd5(key).tags(messages), by_cryptography),
    "internet-checksum, scapy": (our_checksum, by_scapy),
}


@pytest.mark.parametrize("name", PAIRS)
def test_pair(name: str) -> None:
    ours, theirs = PAIRS[name]
    for key, messages in batches(name):
        assert ours(key, messages) == theirs(key, messages)


@pytest.mark.network
def test_openssl_1_1_1() -> None:
    """Use the libcrypto of Debian 11, unpacked beside the system's."""
    try:
        tree = unpacked("bullseye", "libssl1.1")
    except MissingError as error:
        pytest.skip(f"OpenSSL 1.1.1 could not be fetched: {error}")
    library = ctypes.CDLL(str(next(tree.root.glob("**/libcrypto.so.1.1"))), mode=os.RTLD_LOCAL | os.RTLD_NOW)
    library.OpenSSL_version.restype = ctypes.c_char_p
    assert library.OpenSSL_version(0).startswith(b"OpenSSL 1.1.1")
    library.EVP_md5.restype = ctypes.c_void_p
    md5 = ctypes.c_void_p(library.EVP_md5())
    tag = ctypes.create_string_buffer(16)
    for key, messages in batches("openssl 1.1.1"):
        tags, digests = [], []
        for message in messages:
            library.HMAC(md5, key, len(key), message, ctypes.c_size_t(len(message)), tag, None)
            tags.append(tag.raw)
            library.MD5(message, ctypes.c_size_t(len(message)), tag)
            digests.append(tag.raw)
        assert wirerate.HmacMd5(key).tags(messages) == tags
        assert wirerate.md5_batch(messages) == digests
