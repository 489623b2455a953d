"""Copies continue independently, keys and messages cannot be pickled, and a security association is not copied."""

from __future__ import annotations

import copy
import hashlib
import hmac
import pickle
from collections.abc import Callable
from typing import Any

import pytest

import wirerate
from wirerate import CopyError, HmacMd5, Mac, Md5, Md5Ways, SecurityAssociation, Umac

KEY, NONCE = bytes(range(16)), b"one nonce"
BEGUN: dict[str, tuple[Callable[[], Any], Callable[[Any], bytes]]] = {
    "Md5": (Md5, lambda message: message.digest()),
    "Md5Ways": (lambda: Md5Ways(8), lambda message: message.digest()),
    "HmacMd5Message": (lambda: HmacMd5(KEY).new(), lambda message: message.tag()),
    "UmacMessage": (lambda: Umac(KEY).new(NONCE), lambda message: message.tag()),
}
KEYS = {"HmacMd5": lambda: HmacMd5(KEY), "Umac": lambda: Umac(KEY)}
SINGLE = {"Mac": lambda: Mac("hmac-md5-96", KEY), "SecurityAssociation": lambda: SecurityAssociation(256, mac())}
WAYS_TO_COPY = (copy.copy, copy.deepcopy, lambda message: message.copy())


def mac() -> Mac:
    return Mac("hmac-md5-96", KEY)


@pytest.mark.parametrize("copied", WAYS_TO_COPY, ids=["copy", "deepcopy", "method"])
@pytest.mark.parametrize("kind", BEGUN)
def test_a_copy_goes_on_by_itself(kind: str, copied: Callable[[Any], Any]) -> None:
    begin, end = BEGUN[kind]
    original = begin().update(b"common ")
    twin = copied(original)
    assert type(twin) is type(original)
    original.update(b"left")
    twin.update(b"right " * 300)
    assert end(original) == end(begin().update(b"common left"))
    assert end(twin) == end(begin().update(b"common " + b"right " * 300))


def test_a_copy_keeps_its_subclass_and_attributes() -> None:
    class Named(Md5):
        label = ""

    original = Named()
    original.label = "archive"
    twin = copy.copy(original)
    assert (type(twin), twin.label) == (Named, "archive")


@pytest.mark.parametrize("kind", KEYS)
def test_a_key_never_changes_so_that_its_copy_is_itself(kind: str) -> None:
    key = KEYS[kind]()
    assert copy.copy(key) is key
    assert copy.deepcopy([key])[0] is key


@pytest.mark.parametrize("kind", [*BEGUN, *KEYS, *SINGLE])
@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
def test_nothing_is_pickled(kind: str, protocol: int) -> None:
    held = BEGUN[kind][0]() if kind in BEGUN else (KEYS | SINGLE)[kind]()
    with pytest.raises(CopyError, match=f"a {kind} cannot be pickled: ") as refused:
        pickle.dumps(held, protocol)
    assert isinstance(refused.value, TypeError)  # the same error as for hashlib's objects
    assert refused.value.fix


@pytest.mark.parametrize("kind", SINGLE)
@pytest.mark.parametrize("copied", WAYS_TO_COPY[:2], ids=["copy", "deepcopy"])
def test_a_copied_security_association_is_the_same_object(kind: str, copied: Callable[[Any], Any]) -> None:
    with pytest.raises(CopyError, match=f"a {kind} cannot be copied: "):
        copied(SINGLE[kind]())


@pytest.mark.parametrize("data", [b"", b"abc", bytes(range(256)) * 5])
def test_md5_has_the_attributes_of_hashlib_s(data: bytes) -> None:
    ours, theirs = Md5(data), hashlib.md5(data)
    assert ours.hexdigest() == theirs.hexdigest()
    assert (ours.name, ours.digest_size, ours.block_size) == (theirs.name, theirs.digest_size, theirs.block_size)
    assert {name for name in dir(theirs) if not name.startswith("_")} <= set(dir(ours))


def test_k_way_md5_never_shows_bare_digits() -> None:
    message = Md5Ways(8).update(b"abc")
    assert message.hexdigest() == "md5-x8:" + wirerate.md5_ways(b"abc", ways=8).hex()
    assert (message.name, message.digest_size, message.block_size) == ("md5-x8", 16, 8 * 64)


@pytest.mark.parametrize("key", [b"", b"key", bytes(64), bytes(65), bytes(300)])
def test_hmac_takes_it(key: bytes) -> None:
    expected = hmac.digest(key, b"a message", "md5")
    begun = hmac.new(key, b"a ", digestmod=Md5)
    begun.copy().update(b"other")
    begun.update(b"message")
    assert (begun.digest(), begun.name) == (expected, "hmac-md5")
    assert hmac.digest(key, b"a message", Md5) == expected


@pytest.mark.parametrize("size", [0, 1, 262_143, 262_144, 1_000_000])
def test_file_digest_takes_it(tmp_path: Any, size: int) -> None:
    import io

    content = bytes(i % 251 for i in range(size))
    (tmp_path / "file").write_bytes(content)
    with (tmp_path / "file").open("rb") as file:
        assert hashlib.file_digest(file, Md5).hexdigest() == hashlib.md5(content).hexdigest()
    assert hashlib.file_digest(io.BytesIO(content), Md5).digest() == hashlib.md5(content).digest()
