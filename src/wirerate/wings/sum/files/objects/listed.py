# SPDX-License-Identifier: Apache-2.0 OR MIT
"""What a list says of one object, and whether its ETag can be held against bytes at all."""

from __future__ import annotations

from dataclasses import dataclass

from wirerate.wings.sum.files.objects.etag import ETag, parse_etag

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
