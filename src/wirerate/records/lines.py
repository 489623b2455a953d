# SPDX-License-Identifier: Apache-2.0 OR MIT
"""What `sum -J` and `ah sign|verify -J` print: a line for each file or packet, then the summary."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import UNSET, UnsetType

from wirerate.records.quantities import Bytes, Count, Seconds


class _Line(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What does not apply to a line is left out of it."""


class FileLine(_Line, frozen=True, kw_only=True):
    """A file or object: its checksum, what became of it, or why it could not be read."""

    path: str
    path_base64: str | UnsetType = UNSET  # in full, where the path is not UTF-8; `path` is then for people
    md5: str | UnsetType = UNSET
    etag: str | UnsetType = UNSET
    verdict: str | UnsetType = UNSET  # with -c: OK | FAILED | VERIFIED | MISMATCH | NOT COMPARABLE …
    why: str | UnsetType = UNSET
    error: str | UnsetType = UNSET
    bytes: Bytes | UnsetType = UNSET
    changed: bool | UnsetType = UNSET  # while it was read: the checksum is of no one state of it


class FailureLine(_Line, frozen=True, kw_only=True):
    """Something else that could not be read: a bucket, a list, a folder."""

    error: str


class FilesSummary(_Line, frozen=True, kw_only=True):
    files: Count
    bytes: Bytes
    seconds: Seconds
    resumed: Count  # files that the journal knew
    failed: Count
    limited_by: str
    exit: Count


class ObjectsSummary(_Line, frozen=True, kw_only=True):
    objects: Count
    bytes: Bytes
    verified: Count
    mismatched: Count
    not_comparable: Count
    unreadable: Count
    improper: Count  # lines of lists that are none
    exit: Count


class FilesEnd(_Line, frozen=True, kw_only=True):
    summary: FilesSummary


class ObjectsEnd(_Line, frozen=True, kw_only=True):
    summary: ObjectsSummary


class PacketLine(_Line, frozen=True, kw_only=True):
    """A packet of a capture."""

    packet: Count  # its number, from 1 on
    time: Seconds  # of the capture, since 1970
    verdict: str  # ok, or the name of the reason
    sequence: Count | None  # None where the packet did not get so far, or has none (RFC 1826)


class Refused(_Line, frozen=True, kw_only=True):
    reason: str
    packets: Count


class PacketsSummary(_Line, frozen=True, kw_only=True):
    packets: Count
    signed: Count | UnsetType = UNSET
    verified: Count | UnsetType = UNSET
    refused: tuple[Refused, ...]  # by reason, the most frequent first
    exit: Count


class PacketsEnd(_Line, frozen=True, kw_only=True):
    summary: PacketsSummary


LINES = {"sum": (FileLine, FailureLine, FilesEnd, ObjectsEnd), "ah": (PacketLine, PacketsEnd)}


def encode(line: _Line) -> bytes:
    return msgspec.json.encode(line)


def line_schema(command: str) -> dict[str, Any]:
    """JSON Schema of a line that `command -J` prints; docs/reference holds a copy."""
    either, definitions = msgspec.json.schema_components(LINES[command])
    return msgspec.json.decode(msgspec.json.encode({"anyOf": list(either), "$defs": definitions}))  # type: ignore[no-any-return]
