"""ETags compared with hashlib, and part sizes compared with what uploaders do."""

from __future__ import annotations

import hashlib
import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wirerate.wings.sum.etag import ETag, candidates, combine, parse_etag, ranges
from wirerate.wings.sum.etag_files import etags

MIB = 1 << 20


def reference(data: bytes, part: int) -> str:
    """Compute the ETag as S3 does, one part after another."""
    digests = [hashlib.md5(data[at : at + part]).digest() for at in range(0, len(data), part)]
    return f"{hashlib.md5(b''.join(digests)).hexdigest()}-{len(digests)}"


@pytest.mark.parametrize("size", [0, 1, 999_999, 1_000_000, 1_000_001, 3_141_592])
def test_files_in_parts(tmp_path: Path, size: int) -> None:
    data = os.urandom(size)
    (tmp_path / "file").write_bytes(data)
    (found,) = etags([os.fsencode(tmp_path / "file")], 1_000_000)
    assert str(found.etag) == (reference(data, 1_000_000) if size >= 1_000_000 else hashlib.md5(data).hexdigest())
    assert (found.bytes, found.error, found.changed) == (size, 0, False)


def test_many_files_keep_their_order_and_errors_their_place(tmp_path: Path) -> None:
    sizes = (5, 70_000, 0, 131_072, 65_536)
    for number, size in enumerate(sizes):
        (tmp_path / str(number)).write_bytes(bytes(size))
    paths = [os.fsencode(tmp_path / name) for name in ("0", "1", "none", "2", "3", "4")]
    found = list(etags(paths, 65_536))
    assert [each.path for each in found] == paths
    assert [each.etag.parts if each.etag else None for each in found] == [0, 2, None, 0, 2, 1]
    assert found[2].error != 0


def test_the_parts_digests_and_nothing_else_make_the_etag() -> None:
    assert str(combine([hashlib.md5(b"a").digest()])) == f"{hashlib.md5(hashlib.md5(b'a').digest()).hexdigest()}-1"


@pytest.mark.parametrize(
    "text", ["", "abc", "0" * 31, "g" * 32, "0" * 32 + "-", "0" * 32 + "-0", "0" * 32 + "-x", "0" * 64]
)
def test_etags_that_are_no_md5(text: str) -> None:
    assert parse_etag(text) is None


@pytest.mark.parametrize("text", ["0" * 32, '"' + "A" * 32 + '-12"', " " + "0" * 32 + " "])
def test_etags_that_are_an_md5(text: str) -> None:
    found = parse_etag(text)
    assert isinstance(found, ETag)
    assert str(found) == text.strip(' "').lower()


@given(st.integers(1, 10**13), st.integers(1, 10_000))
def test_candidates_make_as_many_parts(size: int, parts: int) -> None:
    found = candidates(size, parts)
    assert len(found) == len(set(found)) <= 64
    assert all(-(-size // part) == parts for part in found)


@given(st.integers(1, 10**12), st.sampled_from([5, 8, 15, 16, 50, 64, 100]))
def test_usual_part_sizes_are_among_them(size: int, mib: int) -> None:
    part = mib * MIB
    assert part in candidates(size, len(ranges(size, part))) or size <= part


def test_an_uploader_that_grows_its_parts() -> None:
    """rclone and the SDKs use at most 10,000 parts, and 1 TiB does not fit into 10,000 parts of 8 MiB."""
    size = 1 << 40
    for part in (105 * MIB, size // 10_000 + 1, 128 * MIB):
        assert part in candidates(size, len(ranges(size, part)))


def test_no_part_size_gives_such_a_count() -> None:
    assert candidates(10, 9) == []
