"""The RFCs' vectors for every MAC of AH, through both tables of functions and the oracle."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from wirerate._native import ffi, lib
from wirerate.authenticators.ah import Mac

from . import oracle

VECTORS = Path(__file__).parents[3] / "vectors"
NAMES = {"aes-xcbc": "aes-xcbc-96", "aes-cmac": "aes-cmac-96", "hmac-md5": "hmac-md5-96", "hmac-sha1": "hmac-sha1-96"}


def value(text: str) -> bytes:
    once, _, times = text.partition("*")
    return bytes.fromhex(once) * int(times or "1")


def vectors() -> Iterator[tuple[str, bytes, bytes, bytes]]:
    for name in ("rfc2202.txt", "rfc3566.txt", "rfc4493.txt", "rfc4868.txt"):
        for line in (VECTORS / name).read_text().splitlines():
            if line and not line.startswith("#"):
                algorithm, *fields = line.split(" ")
                field = {key: value(text) for key, text in (field.split("=") for field in fields)}
                yield NAMES.get(algorithm, algorithm), field["key"], field["data"], field["tag"]


# RFC 2202 also has keys that IPsec does not take (RFC 2403 and 2404, section 3).
USABLE = [found for found in vectors() if len(found[1]) == oracle.KEY_BYTES[found[0]]]


def icv(mac: Mac, data: bytes, cut: int) -> bytes:
    """Return the MAC of a message passed as a head up to `cut`, a body, and a tail of 4 bytes."""
    tail = min(4, len(data) - cut)
    pieces = [ffi.from_buffer(piece) for piece in (data[:cut], data[cut : len(data) - tail], data[len(data) - tail :])]
    given, out = ffi.new("wr_ah_input *"), ffi.new("uint8_t[]", lib.WR_AH_ICV_MAX)
    given.head, given.body, given.tail = pieces
    given.head_length, given.body_length, given.tail_length = map(len, pieces)
    given.icv = out
    assert lib.wrh_keyed_mac_table(mac.handle).tags(lib.wrh_keyed_mac_key(mac.handle), given, 1, ffi.NULL) == 0
    return bytes(ffi.buffer(out, mac.icv_bytes))


@pytest.mark.parametrize(("algorithm", "key", "data", "tag"), USABLE)
@pytest.mark.parametrize("implementation", ["wirerate", "openssl"])
def test_vectors_of_the_rfcs(implementation: str, algorithm: str, key: bytes, data: bytes, tag: bytes) -> None:
    expected = tag[: oracle.ICV_BYTES[algorithm]]
    if implementation == "wirerate" and algorithm != "hmac-md5-96":
        assert oracle.tag(algorithm, key, data)[: len(expected)] == expected
        return
    mac = Mac(algorithm, key, implementation)
    cuts = range(0, len(data) + 1, 64) if len(data) > 64 else (0, len(data))
    for cut in cuts:
        assert icv(mac, data, cut)[: len(tag)] == expected


def test_every_mac_has_vectors() -> None:
    assert {found[0] for found in USABLE} == set(oracle.ICV_BYTES) - {"keyed-md5"}  # RFC 1828 gives none
