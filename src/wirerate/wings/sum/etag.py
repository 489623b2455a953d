# SPDX-License-Identifier: Apache-2.0 OR MIT
"""S3's ETags: the MD5 of an object put whole, or `MD5 of the parts' MD5s`-`number of parts` after a multipart upload;
what a list says of one object, and whether its ETag can be held against bytes at all.

Amazon S3 User Guide, "Checking object integrity", and API reference, "Object": an ETag is an MD5 only without SSE-KMS,
DSSE-KMS and SSE-C. How large the parts were is told nowhere; `candidates` lists what the usual uploaders choose.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

MIB = 1 << 20
EMPTY = hashlib.md5(b"", usedforsecurity=False).hexdigest()  # what no bytes have
PARTS_MOST = 10_000  # Amazon S3 User Guide, "Multipart upload limits"
CANDIDATES_MOST = 64

# What uploaders cut objects into without being told otherwise, the most usual first.
_USUAL = (
    8 * MIB,  # aws s3 cp, boto3, and their CRT client
    5 * MIB,  # rclone, AWS SDKs for Go, Java and PHP; the least that S3 takes
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
    """An ETag that is made of MD5s: `parts` is 0 for an object put whole."""

    digest: bytes
    parts: int = 0

    def __str__(self) -> str:
        return f"{self.digest.hex()}-{self.parts}" if self.parts else self.digest.hex()


def parse_etag(text: str) -> ETag | None:
    """None for what cannot be an MD5: an opaque ETag of a directory bucket or of another store."""
    found = _FORM.fullmatch(text.strip().strip('"').lower())
    return ETag(bytes.fromhex(found[1]), int(found[2] or 0)) if found else None


def combine(digests: Sequence[bytes]) -> ETag:
    """The ETag of a multipart upload whose parts have these MD5s."""
    return ETag(hashlib.md5(b"".join(digests), usedforsecurity=False).digest(), len(digests))


def etag_of(digests: Sequence[bytes], *, in_parts: bool) -> ETag:
    return combine(digests) if in_parts else ETag(digests[0])


def ranges(size: int, part: int) -> list[tuple[int, int]]:
    """Offset and length of each part; an empty object still has one."""
    return [(at, min(part, size - at)) for at in range(0, size, part)] or [(0, 0)]


def candidates(size: int, parts: int) -> list[int]:
    """Part sizes that make `parts` parts of `size` bytes, likeliest first; empty where no usual uploader does.

    p makes n parts of s bytes exactly if s/n <= p < s/(n-1).
    """
    if parts == 1:
        return [max(size, 1)]
    least, most = -(-size // parts), -(-size // (parts - 1)) - 1
    fitting = (part for part in _proposed(size, least, most) if least <= part <= most)
    return list(islice(dict.fromkeys(fitting), CANDIDATES_MOST))


def _proposed(size: int, least: int, most: int) -> Iterator[int]:
    yield from _USUAL
    yield from (MIB << shift for shift in range(13))  # S3 takes parts of up to 5 GiB
    # What uploaders grow their parts to so that 10,000 are enough: whole MiB (rclone), or to the byte (SDKs).
    tenthousandth = -(-size // PARTS_MOST)
    yield from (-(-tenthousandth // MIB) * MIB, tenthousandth, size // PARTS_MOST + 1)
    yield from range(-(-least // MIB) * MIB, min(most, 5 << 30) + 1, MIB)
    yield from range(-(-least // 10**6) * 10**6, min(most, 5 << 30) + 1, 10**6)


# ---- as a list has it ----

VERIFIED = "VERIFIED"
MISMATCH = "MISMATCH"
NOT_COMPARABLE = "NOT COMPARABLE"

_ENCRYPTED = ("SSE-KMS", "DSSE-KMS", "SSE-C")
_AS_HEADERS_SAY = {"aws:kms": "SSE-KMS", "aws:kms:dsse": "DSSE-KMS", "AES256": "SSE-S3"}


@dataclass(frozen=True, slots=True)
class Listed:
    """One object as a list has it. `size` is None and `encryption` empty where the list does not tell."""

    key: str
    etag: str
    size: int | None = None
    bucket: str = ""
    encryption: str = ""  # as S3 Inventory spells it: SSE-S3, SSE-C, SSE-KMS, DSSE-KMS, NOT-SSE
    composite: bool = False  # only a checksum of checksums, or of several objects put together, is known


@dataclass(frozen=True, slots=True)
class Judgement:
    """VERIFIED, MISMATCH or NOT COMPARABLE, and why where it is not the first."""

    word: str
    why: str = ""


def encryption_of(header: str | None, customer_key: str | None = None) -> str:
    """Inventory's word for x-amz-server-side-encryption and x-amz-server-side-encryption-customer-algorithm."""
    return "SSE-C" if customer_key else _AS_HEADERS_SAY.get(header or "", "")


def comparable(listed: Listed) -> ETag | Judgement:
    """The ETag to compare with, or why there is none."""
    if listed.encryption in _ENCRYPTED:
        return Judgement(NOT_COMPARABLE, f"{listed.encryption}: its ETag is no MD5")
    if listed.composite:
        return Judgement(NOT_COMPARABLE, "composite: the store knows no MD5 of it")
    if not listed.etag:
        return Judgement(NOT_COMPARABLE, "the list has no MD5 of it")
    return parse_etag(listed.etag) or Judgement(NOT_COMPARABLE, "its ETag is no MD5")


def unequal_parts(size: int, etag: ETag, part: int | None) -> Judgement:
    """No part size makes that many parts: they were of unequal sizes, which nobody can guess; or `part` does not."""
    if part:
        made = max(-(-size // part), 1)
        return Judgement(NOT_COMPARABLE, f"{part} bytes a part make {made} parts of it, not {etag.parts}: --etag auto")
    return Judgement(NOT_COMPARABLE, f"composite: {size} bytes in {etag.parts} parts that are not of one size")


def judge(listed: Listed, expected: ETag, computed: ETag, tried: int = 1) -> Judgement:
    """Of a comparable object, once its bytes are hashed (`tried` part sizes, the last of which gave `computed`)."""
    if expected == computed:
        return Judgement(VERIFIED)
    if tried > 1:
        return Judgement(MISMATCH, f"with each of {tried} part sizes; if the uploader used another: --etag SIZE")
    untold = "" if listed.encryption else "; the list does not say whether it is encrypted with SSE-KMS or SSE-C"
    return Judgement(MISMATCH, f"{computed} here, {expected} there{untold}")
