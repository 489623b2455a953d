# SPDX-License-Identifier: Apache-2.0 OR MIT
"""S3's ETags: the MD5 of an object put whole, or `MD5 of the parts' MD5s`-`number of parts` after a multipart upload.

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
