"""Local copies compared with lists: three possible results; a file that cannot be read is a separate error."""

from __future__ import annotations

import errno
import hashlib
import os
from pathlib import Path

import pytest

from wirerate.wings.sum.etag import Listed, combine, ranges
from wirerate.wings.sum.etag_files import Hashed, compare

MIB = 1 << 20
DATA = os.urandom(12 * MIB + 345)
PLAIN = hashlib.md5(DATA).hexdigest()


def etag(part: int) -> str:
    return str(combine([hashlib.md5(DATA[at : at + length]).digest() for at, length in ranges(len(DATA), part)]))


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("copies")
    (folder / "a").write_bytes(DATA)
    return folder


def judged(folder: Path, *objects: Listed, part: int | None = None) -> list[Hashed]:
    return list(compare(objects, lambda each: os.fsencode(folder / each.key), part=part))


@pytest.mark.parametrize("part", [5 * MIB, 8 * MIB, 4 * MIB, 7 * MIB, 5_000_000, len(DATA)])
def test_the_part_size_is_found(folder: Path, part: int) -> None:
    (found,) = judged(folder, Listed("a", etag(part), len(DATA)))
    assert found.judgement
    assert found.judgement.word == "VERIFIED"


@pytest.mark.parametrize(
    ("listed", "part", "word", "why"),
    [
        (Listed("a", PLAIN), None, "VERIFIED", ""),
        (Listed("a", "0" * 32, encryption="SSE-S3"), None, "MISMATCH", "computed"),
        (Listed("a", "0" * 32), None, "MISMATCH", "the list does not say whether"),
        (Listed("a", PLAIN, 5), None, "MISMATCH", "bytes, listed 5"),
        (Listed("a", "0" * 32 + "-2"), None, "MISMATCH", "part sizes"),
        (Listed("a", etag(8 * MIB)), 8 * MIB, "VERIFIED", ""),
        (Listed("a", etag(5 * MIB)), 8 * MIB, "NOT COMPARABLE", "--etag auto"),
        (Listed("a", "0" * 32 + "-10000"), None, "NOT COMPARABLE", "of unequal sizes"),
        (Listed("a", "0" * 32, encryption="SSE-KMS"), None, "NOT COMPARABLE", "SSE-KMS"),
        (Listed("a", "0" * 32, encryption="DSSE-KMS"), None, "NOT COMPARABLE", "DSSE-KMS"),
        (Listed("a", "0" * 32 + "-2", encryption="SSE-C"), None, "NOT COMPARABLE", "SSE-C"),
        (Listed("a", "", composite=True), None, "NOT COMPARABLE", "composite"),
        (Listed("a", "opaque"), None, "NOT COMPARABLE", "not an MD5"),
        (Listed("a", ""), None, "NOT COMPARABLE", "no MD5"),
    ],
)
def test_judgement(folder: Path, listed: Listed, part: int | None, word: str, why: str) -> None:
    (found,) = judged(folder, listed, part=part)
    assert found.judgement
    assert found.judgement.word == word
    assert why in found.judgement.why


def test_order_and_a_copy_that_is_not_there(folder: Path) -> None:
    objects = [
        Listed("a", etag(4 * MIB)),
        Listed("none", PLAIN),
        Listed("a", PLAIN),
        Listed("a", "x"),
        Listed("a", PLAIN),
    ]
    found = judged(folder, *objects)
    assert [each.path for each in found] == [os.fsencode(folder / each.key) for each in objects]
    assert found[1].judgement is None
    assert found[1].error == errno.ENOENT
    assert [each.judgement.word for each in found if each.judgement] == ["VERIFIED"] * 2 + [
        "NOT COMPARABLE",
        "VERIFIED",
    ]
