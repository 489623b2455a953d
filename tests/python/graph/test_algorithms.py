"""The algorithms' Python code computes correct results on integers, and the graph computes the same."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Callable

import pytest
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes
from cryptography.hazmat.primitives.poly1305 import Poly1305

from wirerate import Umac
from wirerate.graph.algorithm import Algorithm, words
from wirerate.graph.algorithms import ALGORITHMS, CHECKSUM, NH, POLY1305, UMAC, pad

RANDOM = random.Random(1810)
LENGTHS = [*range(301), *(RANDOM.randrange(301, 5000) for _ in range(10))]
HASHLIB: dict[str, Callable[[bytes], bytes]] = {
    "md5": lambda data: hashlib.md5(data).digest(),
    "sha1": lambda data: hashlib.sha1(data).digest(),
    "sha256": lambda data: hashlib.sha256(data).digest(),
}


@pytest.mark.parametrize("name", HASHLIB)
def test_digest_equals_hashlib(name: str) -> None:
    for length in LENGTHS:
        data = RANDOM.randbytes(length)
        assert ALGORITHMS[name].digest(data, b"") == HASHLIB[name](data), length


def test_poly1305_equals_openssl() -> None:
    for length in LENGTHS:
        key, data = RANDOM.randbytes(32), RANDOM.randbytes(length)
        assert POLY1305.digest(data, key) == Poly1305.generate_tag(key, data), length


def test_poly1305_with_limbs_full_of_ones() -> None:
    key = b"\xff" * 32
    for length in range(0, 200):
        assert POLY1305.digest(b"\xff" * length, key) == Poly1305.generate_tag(key, b"\xff" * length), length


@pytest.mark.parametrize("text", [CHECKSUM, *CHECKSUM.equivalents], ids=lambda a: a.name)
def test_checksum_equals_16_bit_arithmetic(text: Algorithm) -> None:
    for length in LENGTHS:
        data = RANDOM.randbytes(length)
        total = sum(words(data + bytes(length % 2), "big", 2)) % 0xFFFF
        assert text.digest(data, b"") in ({(0xFFFF - total).to_bytes(2, "big")} if total else {b"\0\0", b"\xff\xff"})


def test_nh_equals_its_definition() -> None:
    for length in [*range(301), 1000, 1024]:
        data, key = RANDOM.randbytes(length), RANDOM.randbytes(1024)
        m = words(data + bytes(-length % 32 if length else 32), "little")
        k = words(key, "big")
        pairs = ((i, i + 4) for base in range(0, len(m), 8) for i in range(base, base + 4))
        total = sum((m[i] + k[i]) % 2**32 * ((m[j] + k[j]) % 2**32) for i, j in pairs) + 8 * length
        assert NH.digest(data, key) == (total % 2**64).to_bytes(8, "big")


def _kdf(key: bytes, index: int, count: int) -> bytes:
    """Compute the KDF of RFC 4418, section 3.2.1."""
    encryptor = Cipher(algorithms.AES(key), modes.ECB()).encryptor()
    blocks = (index.to_bytes(8, "big") + i.to_bytes(8, "big") for i in range(1, -(-count // 16) + 1))
    return b"".join(map(encryptor.update, blocks))[:count]


def _ended(nh: bytes, key: bytes, streams: int, nonce: bytes) -> bytes:
    """Compute the layers missing in the graph, for one L1 block (RFC 4418, sections 5.2.1, 5.4 and 3.3.1)."""
    inner, masks = _kdf(key, 3, 64 * streams), _kdf(key, 4, 4 * streams)
    tag = b""
    for i in range(streams):
        halves = words(bytes(8) + nh[8 * i : 8 * i + 8], "big", 2)
        keys = (k % (2**36 - 5) for k in words(inner[64 * i : 64 * i + 64], "big", 8))
        total = sum(m * k for m, k in zip(halves, keys, strict=True)) % (2**36 - 5) % 2**32
        tag += (total ^ int.from_bytes(masks[4 * i : 4 * i + 4], "big")).to_bytes(4, "big")
    share = 16 // len(tag) if streams < 3 else 1
    low = nonce[-1] % share
    pad = Cipher(algorithms.AES(_kdf(key, 0, 16)), modes.ECB()).encryptor().update(
        (nonce[:-1] + bytes([nonce[-1] - low])).ljust(16, b"\0")
    )  # fmt: skip
    return bytes(a ^ b for a, b in zip(tag, pad[low * len(tag) :], strict=False))


@pytest.mark.parametrize("streams", [1, 2, 3, 4])
def test_umacs_loop_gives_umacs_tag(streams: int) -> None:
    algorithm, secret = UMAC[streams - 1], RANDOM.randbytes(16)
    key = _kdf(secret, 1, 1024 + 16 * (streams - 1))
    mac = Umac(secret, bits=32 * streams)
    for length in [*range(0, 1025, 37), 1024]:
        data, nonce = RANDOM.randbytes(length), RANDOM.randbytes(8)
        assert _ended(algorithm.digest(data, key), secret, streams, nonce) == mac.tag(nonce, data), length


@pytest.mark.parametrize("algorithm", ALGORITHMS.values(), ids=lambda a: a.name)
def test_graph_computes_the_text(algorithm: Algorithm) -> None:
    graph = algorithm.trace()
    for _ in range(5):
        state = [RANDOM.getrandbits(26) for _ in algorithm.state]
        block = [RANDOM.getrandbits(32) for _ in range(algorithm.block_words)]
        key = [RANDOM.getrandbits(26) for _ in range(algorithm.key_words)]
        values = dict(zip(algorithm.state, state, strict=True))
        values |= {f"x{i}": word for i, word in enumerate(block)} | {f"k{i}": word for i, word in enumerate(key)}
        assert tuple(graph.run(values).values()) == algorithm.compress(state, block, key)


def test_padding_is_whole_blocks_and_ends_in_the_length() -> None:
    for length in range(200):
        padded = pad(bytes(length), "little")
        assert len(padded) % 64 == 0
        assert len(padded) - length in range(9, 73)
        assert int.from_bytes(padded[-8:], "little") == 8 * length
