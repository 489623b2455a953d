# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The JSON lines that `sum -J`, `ah sign -J` and `ah verify -J` print: one per file or packet, then a summary."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import UNSET, UnsetType

from wirerate.records.quantities import Bytes, Count, Seconds


class _Line(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The base class of all lines. Fields that do not apply are left out."""


class FileLine(_Line, frozen=True, kw_only=True):
    """A file or object: its checksum and verdict, or the error that prevented reading it."""

    path: str
    path_base64: str | UnsetType = UNSET  # the exact path, if it is not UTF-8; `path` is then approximate
    md5: str | UnsetType = UNSET
    etag: str | UnsetType = UNSET
    verdict: str | UnsetType = UNSET  # with -c: OK | FAILED | VERIFIED | MISMATCH | NOT COMPARABLE …
    why: str | UnsetType = UNSET
    error: str | UnsetType = UNSET
    bytes: Bytes | UnsetType = UNSET
    changed: bool | UnsetType = UNSET  # whether the file changed while it was read; the checksum is then useless


class FailureLine(_Line, frozen=True, kw_only=True):
    """A bucket, list or folder that could not be read."""

    error: str


class FilesSummary(_Line, frozen=True, kw_only=True):
    files: Count
    bytes: Bytes
    seconds: Seconds
    resumed: Count  # files whose checksums were taken from the journal
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
    improper: Count  # invalid lines in the lists
    exit: Count


class FilesEnd(_Line, frozen=True, kw_only=True):
    summary: FilesSummary


class ObjectsEnd(_Line, frozen=True, kw_only=True):
    summary: ObjectsSummary


class PacketLine(_Line, frozen=True, kw_only=True):
    """A packet of a capture."""

    packet: Count  # number of the packet in the capture, counted from 1
    time: Seconds  # when the packet was captured, since 1970
    verdict: str  # ok, or the name of the reason for refusing the packet
    sequence: Count | None  # None if it was not read before the packet was refused, or does not exist (RFC 1826)


class Refused(_Line, frozen=True, kw_only=True):
    reason: str
    packets: Count


class PacketsSummary(_Line, frozen=True, kw_only=True):
    packets: Count
    signed: Count | UnsetType = UNSET
    verified: Count | UnsetType = UNSET
    refused: tuple[Refused, ...]  # one entry per reason, most frequent first
    exit: Count


class PacketsEnd(_Line, frozen=True, kw_only=True):
    summary: PacketsSummary


LINES = {"sum": (FileLine, FailureLine, FilesEnd, ObjectsEnd), "ah": (PacketLine, PacketsEnd)}


def encode(line: _Line) -> bytes:
    return msgspec.json.encode(line)


def line_schema(command: str) -> dict[str, Any]:
    """Return the JSON Schema of a line that `COMMAND -J` prints; docs/reference has a copy."""
    either, definitions = msgspec.json.schema_components(LINES[command])
    return msgspec.json.decode(msgspec.json.encode({"anyOf": list(either), "$defs": definitions}))  # type: ignore[no-any-return]
