from __future__ import annotations

import array
import hashlib
import hmac
import mmap
import struct
import threading

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import wirerate
from wirerate.authenticators.kernels import kernel_in_use
from wirerate.errors import LengthError, MissingError, UsageError

messages = st.binary(max_size=700)


def ways_by_the_definition(data: bytes, ways: int) -> bytes:
    """Compute K-way MD5 with hashlib as the docs define it: block i goes to chain i mod K, after the chain's prefix."""
    blocks = [data[at : at + 64] for at in range(0, len(data), 64)]

    def prefix(j: int) -> bytes:
        return b"RFC 1810 K-way MD5".ljust(56, b"\0") + struct.pack("<II", ways, j)

    chains = [hashlib.md5(prefix(j) + b"".join(blocks[j::ways])).digest() for j in range(ways)]
    return hashlib.md5(prefix(0xFFFFFFFF) + b"".join(chains)).digest()


def checksum_by_the_definition(data: bytes) -> int:
    """Compute the checksum of RFC 1071 section 1, word by word."""
    total = sum(struct.unpack(f">{(len(data) + 1) // 2}H", data + b"\0" * (len(data) % 2)))
    while total >> 16:
        total = (total & 0xFFFF) + (total >> 16)
    return ~total & 0xFFFF


@pytest.fixture(params=wirerate.kernels())
def kernel(request: pytest.FixtureRequest):  # type: ignore[no-untyped-def]
    wirerate.use_kernel(request.param)
    yield request.param
    wirerate.use_kernel("auto")


@given(messages)
def test_md5_is_hashlibs(data: bytes) -> None:
    assert wirerate.md5(data) == hashlib.md5(data).digest()


@given(st.lists(messages, max_size=40))
def test_a_batch_is_each_message_alone(batch: list[bytes]) -> None:
    assert wirerate.md5_batch(batch) == [hashlib.md5(each).digest() for each in batch]


@given(messages, st.sampled_from([4, 8, 12, 16, 32, 64]))
def test_k_way_md5_equals_its_definition(data: bytes, ways: int) -> None:
    assert wirerate.md5_ways(data, ways=ways) == ways_by_the_definition(data, ways)


@given(messages)
def test_the_checksum_equals_its_definition(data: bytes) -> None:
    assert wirerate.internet_checksum(data) == checksum_by_the_definition(data)


@given(messages, st.binary(max_size=200), st.sampled_from(range(8, 129, 8)))
def test_hmac_is_the_standard_librarys(data: bytes, key: bytes, bits: int) -> None:
    expected = hmac.digest(key, data, "md5")[: bits // 8]
    mac = wirerate.HmacMd5(key)
    assert mac.tag(data, bits) == expected
    assert mac.tags([data, data[1:], b""], bits)[0] == expected
    assert mac.verify(data, expected, bits)
    assert not mac.verify(data, bytes([expected[0] ^ 1]) + expected[1:], bits)


@given(st.lists(messages, max_size=8), st.data())
def test_pieces_give_the_digest_of_the_whole_message(pieces: list[bytes], data: st.DataObject) -> None:
    whole, fork = b"".join(pieces), data.draw(st.integers(0, len(pieces)))
    mac = wirerate.HmacMd5(b"key")
    for begin, finish, one_call in (
        (wirerate.Md5, "digest", wirerate.md5),
        (lambda: wirerate.Md5Ways(8), "digest", lambda text: wirerate.md5_ways(text, ways=8)),
        (mac.new, "tag", mac.tag),
    ):
        message = begin()
        for at, piece in enumerate(pieces):
            if at == fork:
                message.copy().update(b"another end")  # must not show in the original
            message.update(piece)
            assert getattr(message, finish)() == one_call(b"".join(pieces[: at + 1]))
        assert getattr(message.copy(), finish)() == one_call(whole)


@pytest.mark.usefixtures("kernel")
@pytest.mark.parametrize("length", [0, 1, 55, 56, 63, 64, 65, 119, 120, 1500, 9216])
def test_every_kernel_gives_the_same(length: int) -> None:
    data = bytes(range(256)) * 37
    batch = [data[at : at + length] for at in range(19)]
    assert wirerate.md5_batch(batch) == [hashlib.md5(each).digest() for each in batch]
    assert wirerate.HmacMd5(b"k").tags(batch, 96) == [hmac.digest(b"k", each, "md5")[:12] for each in batch]
    assert wirerate.md5_ways(batch[0]) == ways_by_the_definition(batch[0], 16)


@pytest.mark.parametrize(
    "data",
    [
        bytearray(b"abc"),
        memoryview(b"xabc")[1:],
        array.array("B", b"abc"),
        np.frombuffer(b"abc", dtype=np.uint8),
    ],
)
def test_any_bytes_like_object_is_accepted(data: object) -> None:
    expected = hashlib.md5(b"abc").digest()
    assert wirerate.md5(data) == expected  # type: ignore[arg-type]
    assert wirerate.md5_batch([data]) == [expected]  # type: ignore[list-item]
    assert wirerate.Md5().update(data).digest() == expected  # type: ignore[arg-type]


def test_a_memory_map_is_accepted() -> None:
    with mmap.mmap(-1, 4096) as mapped:
        assert wirerate.md5(mapped) == hashlib.md5(bytes(4096)).digest()


@pytest.mark.parametrize("data", ["text", 5, None, memoryview(b"abcdef")[::2]])
def test_data_that_is_not_contiguous_bytes_is_refused(data: object) -> None:
    with pytest.raises(TypeError, match="contiguous bytes") as caught:
        wirerate.md5(data)  # type: ignore[arg-type]
    assert isinstance(caught.value, wirerate.Error)


def test_out_receives_the_returned_value() -> None:
    out = bytearray(32)
    digests = wirerate.md5_batch([b"a", b"b"], out=out)
    assert bytes(out) == b"".join(digests)
    part = memoryview(out)[4:20]
    assert wirerate.md5(b"c", out=part) == bytes(out[4:20])
    tags = bytearray(24)
    assert b"".join(wirerate.HmacMd5(b"k").tags([b"a", b"b"], 96, out=tags)) == bytes(tags)
    assert wirerate.Md5().digest(out=part) == hashlib.md5().digest() == bytes(part)


@pytest.mark.parametrize("size", [0, 15, 17])
def test_out_of_another_length_raises_with_both(size: int) -> None:
    with pytest.raises(LengthError, match=f"16 bytes long, not {size}"):
        wirerate.md5(b"", out=bytearray(size))
    with pytest.raises(LengthError, match=f"32 bytes long, not {size}"):
        wirerate.md5_batch([b"", b""], out=bytearray(size))


def test_out_must_be_writable() -> None:
    with pytest.raises((TypeError, BufferError, ValueError)):
        wirerate.md5(b"", out=bytes(16))


@pytest.mark.parametrize("received", [0, 1, 12, 17])
def test_verifying_a_tag_of_another_length_raises_with_both(received: int) -> None:
    mac = wirerate.HmacMd5(b"k")
    with pytest.raises(LengthError, match=f"16 bytes long, not {received}"):
        mac.verify(b"data", mac.tag(b"data").ljust(17)[:received])


@pytest.mark.parametrize("bits", [0, 4, 12, 136, -8])
def test_a_tag_has_whole_bytes_up_to_the_digest(bits: int) -> None:
    with pytest.raises(UsageError, match="8 to 128 bits"):
        wirerate.HmacMd5(b"k").tag(b"", bits)


@pytest.mark.parametrize("ways", [0, 1, 6, 68, -4])
def test_ways_are_a_multiple_of_four(ways: int) -> None:
    with pytest.raises(UsageError, match="multiple of 4"):
        wirerate.md5_ways(b"", ways=ways)
    with pytest.raises(UsageError, match="multiple of 4"):
        wirerate.Md5Ways(ways)


def test_a_kernel_is_forced_and_restored() -> None:
    best = kernel_in_use()
    assert wirerate.use_kernel("portable") == kernel_in_use() == "portable"
    assert wirerate.use_kernel("auto") == best


def test_unknown_and_unsupported_kernels_have_different_errors() -> None:
    with pytest.raises(UsageError, match="unknown kernel 'avx3'") as caught:
        wirerate.use_kernel("avx3")
    assert caught.value.fix == "did you mean avx2?"
    foreign = next(name for name in ("neon", "avx2") if name not in wirerate.kernels())
    with pytest.raises(MissingError, match=foreign):
        wirerate.use_kernel(foreign)


def test_threads_share_a_message_and_a_key_without_harm() -> None:
    """Several threads add equal pieces, so that the message does not depend on their order."""
    message, mac, wrong = wirerate.Md5(), wirerate.HmacMd5(b"k"), []
    expected = hmac.digest(b"k", b"y" * 5000, "md5")

    def work() -> None:
        for _ in range(50):
            message.update(b"x" * 5001)
            if mac.tag(b"y" * 5000) != expected:
                wrong.append(1)

    workers = [threading.Thread(target=work) for _ in range(4)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert not wrong
    assert message.digest() == hashlib.md5(b"x" * 5001 * 200).digest()
