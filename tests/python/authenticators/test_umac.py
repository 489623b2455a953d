"""UMAC through Python: RFC 4418's vectors, batches and pieces equal to single calls, and refused lengths."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from wirerate.authenticators.umac import Umac
from wirerate.errors import LengthError, UsageError

VECTORS = Path(__file__).parents[3] / "vectors"
KEY = bytes(range(16))


def _vectors() -> list[tuple[int, bytes, bytes, bytes, bytes]]:
    rows = []
    for name in ("rfc4418.txt", "umac.txt"):
        for line in (VECTORS / name).read_text().splitlines():
            if line and not line.startswith("#"):
                algorithm, *pairs = line.split(" ")
                field = {k: bytes.fromhex(v) for k, v in (pair.split("=") for pair in pairs)}
                message = field["piece"] * int.from_bytes(field["times"], "big")
                rows.append((int(algorithm.split("-")[1]), field["key"], field["nonce"], message, field["tag"]))
    return rows


def test_vectors() -> None:
    rows = _vectors()
    assert len(rows) > 30
    for bits, key, nonce, message, tag in rows:
        umac = Umac(key, bits)
        assert umac.tag(nonce, message) == tag, (bits, len(message))
        assert umac.verify(nonce, message, tag)
        assert umac.tags([nonce], [message]) == [tag]


@settings(deadline=None)
@given(
    bits=st.sampled_from([32, 64, 96, 128]),
    nonce_length=st.integers(1, 16),
    messages=st.lists(st.binary(max_size=2100), max_size=40),
)
def test_a_batch_and_pieces_equal_single_calls(bits: int, nonce_length: int, messages: list[bytes]) -> None:
    umac = Umac(KEY, bits)
    nonces = [i.to_bytes(nonce_length, "big") for i in range(len(messages))]
    single = [umac.tag(nonce, message) for nonce, message in zip(nonces, messages, strict=True)]
    assert umac.tags(nonces, messages) == single
    for nonce, message, tag in zip(nonces, messages, single, strict=True):
        cut = len(message) // 3
        pieces = umac.new(nonce).update(message[:cut])
        assert pieces.copy().update(message[cut:]).tag() == tag
        assert not umac.verify(nonce, message + b"x", tag)


def test_out_receives_the_tags() -> None:
    umac, out = Umac(KEY, 128), bytearray(32)
    assert umac.tags([b"1", b"2"], [b"a", b"b"], out=out) == [umac.tag(b"1", b"a"), umac.tag(b"2", b"b")]
    assert bytes(out) == umac.tag(b"1", b"a") + umac.tag(b"2", b"b")


def test_wrong_lengths_name_both() -> None:
    with pytest.raises(LengthError, match=r"16 bytes.*15"):
        Umac(bytes(15))
    with pytest.raises(LengthError, match=r"1 to 16 bytes.*0"):
        Umac(KEY).tag(b"", b"data")
    with pytest.raises(LengthError, match=r"1 to 16 bytes.*17"):
        Umac(KEY).tags([bytes(17)], [b"data"])
    with pytest.raises(LengthError, match=r"8 bytes.*16"):
        Umac(KEY).verify(b"nonce", b"data", bytes(16))
    with pytest.raises(LengthError, match=r"2 bytes.*3"):
        Umac(KEY).tags([b"ab", b"abc"], [b"", b""])
    with pytest.raises(UsageError, match="65"):
        Umac(KEY, bits=65)
    with pytest.raises(UsageError, match="1 nonces for 2"):
        Umac(KEY).tags([b"a"], [b"", b""])
