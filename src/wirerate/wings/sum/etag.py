# SPDX-License-Identifier: Apache-2.0 OR MIT
"""S3's ETags: compute, parse and compare them.

The ETag of an object uploaded in one request is its MD5; after a multipart upload the ETag is the MD5 of the parts'
MD5s, a hyphen and the number of parts. With SSE-KMS, DSSE-KMS or SSE-C the ETag is not an MD5 (Amazon S3 User Guide,
"Checking object integrity"; API reference, "Object"). An ETag does not contain the part size, so `candidates` returns
the part sizes that common uploaders use.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

MIB = 1 << 20
EMPTY = hashlib.md5(b"", usedforsecurity=False).hexdigest()  # MD5 of an empty object
PARTS_MOST = 10_000  # Amazon S3 User Guide, "Multipart upload limits"
CANDIDATES_MOST = 64

# Default part sizes of uploaders, the most common first.
_USUAL = (
    8 * MIB,  # aws s3 cp, boto3, and their CRT client
    5 * MIB,  # rclone, AWS SDKs for Go, Java and PHP; S3's minimum
    16 * MIB,  # minio's client
    15 * MIB,  # s3cmd
    50 * MIB,  # s3fs (Python), s5cmd
    10 * MIB,  # Cyberduck, s3fs-fuse
    64 * MIB,  # Hadoop's S3A
    100 * MIB,
    17_179_870,  # the AWS console
)
_FORM = re.compile(r"([0-9a-f]{32})(?:-([1-9][0-9]{0,4}))?")


@dataclass(frozen=True, slots=True)
class ETag:
    """An ETag computed with MD5; `parts` is 0 if the object was not uploaded in parts."""

    digest: bytes
    parts: int = 0

    def __str__(self) -> str:
        return f"{self.digest.hex()}-{self.parts}" if self.parts else self.digest.hex()


def parse_etag(text: str) -> ETag | None:
    """Return the ETag, or None if it is not computed with MD5, as in directory buckets and some other stores."""
    match = _FORM.fullmatch(text.strip().strip('"').lower())
    return ETag(bytes.fromhex(match[1]), int(match[2] or 0)) if match else None


def combine(digests: Sequence[bytes]) -> ETag:
    """Return the ETag of a multipart upload whose parts have these MD5s."""
    return ETag(hashlib.md5(b"".join(digests), usedforsecurity=False).digest(), len(digests))


def etag_of(digests: Sequence[bytes], *, in_parts: bool) -> ETag:
    return combine(digests) if in_parts else ETag(digests[0])


def ranges(size: int, part: int) -> list[tuple[int, int]]:
    """Return the offset and length of every part; an empty object has one part."""
    return [(offset, min(part, size - offset)) for offset in range(0, size, part)] or [(0, 0)]


def candidates(size: int, parts: int) -> list[int]:
    """Return the usual part sizes that divide `size` bytes into `parts` parts, the most likely first.

    A part size p divides s bytes into n parts if and only if s/n <= p < s/(n-1).
    """
    if parts == 1:
        return [max(size, 1)]
    least, most = -(-size // parts), -(-size // (parts - 1)) - 1
    fitting = (part for part in _proposed(size, least, most) if least <= part <= most)
    return list(islice(dict.fromkeys(fitting), CANDIDATES_MOST))


def _proposed(size: int, least: int, most: int) -> Iterator[int]:
    yield from _USUAL
    yield from (MIB << shift for shift in range(13))  # S3's maximum is 5 GiB
    # Uploaders enlarge the parts of large objects so that 10,000 suffice, in whole MiB (rclone) or bytes (SDKs).
    tenthousandth = -(-size // PARTS_MOST)
    yield from (-(-tenthousandth // MIB) * MIB, tenthousandth, size // PARTS_MOST + 1)
    yield from range(-(-least // MIB) * MIB, min(most, 5 << 30) + 1, MIB)
    yield from range(-(-least // 10**6) * 10**6, min(most, 5 << 30) + 1, 10**6)


# ---- objects in lists ----

VERIFIED = "VERIFIED"
MISMATCH = "MISMATCH"
NOT_COMPARABLE = "NOT COMPARABLE"

_ENCRYPTED = ("SSE-KMS", "DSSE-KMS", "SSE-C")
_AS_HEADERS_SAY = {"aws:kms": "SSE-KMS", "aws:kms:dsse": "DSSE-KMS", "AES256": "SSE-S3"}


@dataclass(frozen=True, slots=True)
class Listed:
    """One object of a list. `size` is None and `encryption` empty if the list lacks them."""

    key: str
    etag: str
    size: int | None = None
    bucket: str = ""
    encryption: str = ""  # S3 Inventory's terms: SSE-S3, SSE-C, SSE-KMS, DSSE-KMS, NOT-SSE
    composite: bool = False  # the store has only a checksum of checksums, or the object was composed of others


@dataclass(frozen=True, slots=True)
class Judgement:
    """VERIFIED, MISMATCH or NOT COMPARABLE, and the reason unless it is VERIFIED."""

    word: str
    why: str = ""


def encryption_of(header: str | None, customer_key: str | None = None) -> str:
    """Return S3 Inventory's term for the headers x-amz-server-side-encryption and
    x-amz-server-side-encryption-customer-algorithm."""
    return "SSE-C" if customer_key else _AS_HEADERS_SAY.get(header or "", "")


def comparable(listed: Listed) -> ETag | Judgement:
    """Return the ETag to compare with, or a judgement with the reason why there is none."""
    if listed.encryption in _ENCRYPTED:
        return Judgement(NOT_COMPARABLE, f"{listed.encryption}: its ETag is not an MD5")
    if listed.composite:
        return Judgement(NOT_COMPARABLE, "composite: the store has no MD5 of the object")
    if not listed.etag:
        return Judgement(NOT_COMPARABLE, "the list has no MD5 of the object")
    return parse_etag(listed.etag) or Judgement(NOT_COMPARABLE, "its ETag is not an MD5")


def unequal_parts(size: int, etag: ETag, part: int | None) -> Judgement:
    """Return the judgement when no part size gives the ETag's number of parts, or when `part` does not."""
    if part:
        count = max(-(-size // part), 1)
        return Judgement(NOT_COMPARABLE, f"parts of {part} bytes: {count} instead of {etag.parts}; try --etag auto")
    return Judgement(NOT_COMPARABLE, f"composite: {size} bytes in {etag.parts} parts of unequal sizes")


def judge(listed: Listed, expected: ETag, computed: ETag, tried: int = 1) -> Judgement:
    """Return the judgement for a hashed object. `computed` is its ETag for the last of the `tried` part sizes."""
    if expected == computed:
        return Judgement(VERIFIED)
    if tried > 1:
        return Judgement(MISMATCH, f"with all {tried} usual part sizes; --etag SIZE tries another")
    unknown = "" if listed.encryption else "; the list does not say whether SSE-KMS or SSE-C encrypts it"
    return Judgement(MISMATCH, f"computed {computed}, listed {expected}{unknown}")
