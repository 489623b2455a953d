# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Read lists of objects written by other programs, one object at a time if the format allows.

Formats: S3 Inventory (its manifest.json, or CSV with a header), `aws s3api list-objects-v2`, `rclone lsjson --hash`,
and lines of "ETAG  name" as `wirerate sum --etag` prints them. The content determines the format.
"""

from __future__ import annotations

import csv
import gzip
import io
import json
import re
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import IO, Any, cast
from urllib.parse import unquote_plus

from wirerate.errors import UsageError
from wirerate.wings.sum.engine import hash_files
from wirerate.wings.sum.etag import Listed, parse_etag
from wirerate.wings.sum.names import standard_input

_SNIFFED = 4096
_STDIN = Path("-")
_GZIP = b"\x1f\x8b"
_BLANKS = re.compile(r"\s*")
_FIX = "name a manifest.json of S3 Inventory, list-objects-v2 or lsjson output, or lines of ETAG and name"


def read_list(path: str | Path, report: Callable[[str], object] = lambda line: None) -> Iterator[Listed]:
    """Yield the objects of a list. Pass improper lines to `report`; raise UsageError if the list cannot be read."""
    path = Path(path)
    try:
        with _opened(path) as file:
            head = file.peek(_SNIFFED)[:_SNIFFED].lstrip(b"\xef\xbb\xbf \t\r\n")
            if head[:1] in (b"{", b"["):
                yield from _of_json(path, file)
            elif b"," in head.split(b"\n", 1)[0] and not parse_etag(head.split(b" ", 1)[0].decode("latin-1")):
                yield from _of_csv(io.TextIOWrapper(file, "utf-8", newline=""), None, path, report)
            else:
                yield from _of_lines(file, path, report)
    except (OSError, EOFError, zlib.error) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise UsageError(f"cannot read the list {path}: {reason}", fix=_FIX) from error
    except UnicodeDecodeError as error:
        raise UsageError(f"the list {path} is not in UTF-8", fix=_FIX) from error


def _opened(path: Path) -> io.BufferedReader:
    """Open the file and decompress gzip, recognized by its content; "-" is standard input."""
    raw = cast(io.BufferedReader, standard_input()) if path == _STDIN else path.open("rb")
    if raw.peek(2)[:2] != _GZIP:
        return raw
    return io.BufferedReader(gzip.GzipFile(fileobj=raw))


def _of_json(path: Path, file: IO[bytes]) -> Iterator[Listed]:
    """Parse one document, or consecutive pages of a listing."""
    text = file.read().decode("utf-8-sig")
    decoder, position = json.JSONDecoder(), _skip_blanks(text, 0)
    while position < len(text):
        try:
            document, end = decoder.raw_decode(text, position)
        except json.JSONDecodeError as error:
            raise UsageError(f"the list {path} is not valid JSON: {error}", fix=_FIX) from error
        yield from _of_document(document, path)
        position = _skip_blanks(text, end)


def _skip_blanks(text: str, position: int) -> int:
    match = _BLANKS.match(text, position)
    return match.end() if match else position


def _of_document(document: Any, path: Path) -> Iterator[Listed]:
    if isinstance(document, list):
        yield from (_of_lsjson(item, path) for item in document if not _is_folder(item))
    elif isinstance(document, dict) and "fileSchema" in document:
        yield from _of_manifest(document, path)
    elif isinstance(document, dict) and ("Contents" in document or "IsTruncated" in document or "KeyCount" in document):
        yield from (_of_contents(item, str(document.get("Name", "")), path) for item in document.get("Contents") or [])
    else:
        raise UsageError(f"the list {path} is JSON in an unknown format", fix=_FIX)


def _is_folder(item: Any) -> bool:
    return isinstance(item, dict) and bool(item.get("IsDir"))


def _of_contents(item: Any, bucket: str, path: Path) -> Listed:
    """Read an element of list-objects-v2's Contents."""
    try:
        return Listed(str(item["Key"]), str(item.get("ETag", "")), int(item["Size"]), bucket)
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise UsageError(f"the list {path} has an object without Key and Size", fix=_FIX) from error


def _of_lsjson(item: Any, path: Path) -> Listed:
    """Read an element of rclone's list. rclone knows the MD5 of whole objects, even if uploaded in parts, but not of
    composed objects."""
    try:
        hashes = {name.lower(): value for name, value in (item.get("Hashes") or {}).items()}
        size = int(item["Size"])
        composite = bool(hashes) and not hashes.get("md5")
        return Listed(str(item["Path"]), hashes.get("md5") or "", size if size >= 0 else None, composite=composite)
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise UsageError(f"the list {path} has an element without Path and Size", fix=_FIX) from error


def _of_manifest(document: dict[str, Any], path: Path) -> Iterator[Listed]:
    """Read an S3 Inventory: its manifest has the schema and names the files with the rows (Amazon S3 User Guide,
    "Inventory list")."""
    if document.get("fileFormat") != "CSV":
        file_format = document.get("fileFormat")
        raise UsageError(f"{path}: the inventory is {file_format}, not CSV", fix="configure the inventory as CSV")
    columns = [column.strip() for column in str(document["fileSchema"]).split(",")]
    for part in document.get("files", []):
        file = _inventory_file(path, str(part["key"]))
        _check(file, str(part.get("MD5checksum", "")))
        with _opened(file) as content:
            yield from _of_csv(io.TextIOWrapper(content, "utf-8", newline=""), columns, file, lambda line: None)


def _inventory_file(manifest: Path, key: str) -> Path:
    """Return the local path of an inventory file, which may have been copied without the bucket's folders."""
    folder, name = manifest.parent, key.rsplit("/", 1)[-1]
    places = [folder / name, folder / "data" / name, folder.parent / "data" / name]
    places += [parent / key for parent in manifest.resolve().parents]
    file = next((place for place in places if place.is_file()), None)
    if file is None:
        raise UsageError(f"{manifest} names {key}, which is missing", fix=f"copy it into {folder}")
    return file


def _check(file: Path, expected: str) -> None:
    """Compare a file with its MD5 in the manifest, to detect incomplete downloads."""
    if not expected:
        return
    (outcome,) = hash_files([file])
    if outcome.error:
        raise UsageError(f"cannot read {file}, which the manifest names: {outcome.why}", fix="make it readable")
    if outcome.digest.hex() != expected.lower():
        raise UsageError(f"{file} does not have the MD5 in its manifest", fix="copy the inventory again")


def _of_csv(text: IO[str], columns: list[str] | None, path: Path, report: Callable[[str], object]) -> Iterator[Listed]:
    rows = csv.reader(text)
    names = columns or next(rows, [])
    if not {"Key", "ETag"} <= set(names):
        raise UsageError(f"{path}: CSV without columns Key and ETag", fix="name the inventory's manifest.json")
    try:
        for number, row in enumerate(rows, start=1 if columns else 2):
            if len(row) != len(names):
                report(f"{path}:{number}: {len(row)} columns instead of {len(names)}")
            elif listed := _of_row(dict(zip(names, row, strict=True))):
                yield listed
    except csv.Error as error:
        raise UsageError(f"{path}: {error}", fix=_FIX) from error


def _of_row(row: dict[str, str]) -> Listed | None:
    """Read a row, whose key is URL-encoded. Return None for earlier versions and delete markers."""
    if row.get("IsDeleteMarker") == "true" or row.get("IsLatest") == "false":
        return None
    size = row.get("Size", "")
    return Listed(
        unquote_plus(row["Key"], errors="surrogateescape"),
        row["ETag"],
        int(size) if size.isdecimal() else None,
        row.get("Bucket", ""),
        row.get("EncryptionStatus", ""),
    )


def _of_lines(file: IO[bytes], path: Path, report: Callable[[str], object]) -> Iterator[Listed]:
    """Parse lines: an ETag, a space, another space or an asterisk, and a name. A leading backslash marks an escaped
    name, as in md5sum."""
    seen = 0
    for number, line in enumerate(file, start=1):
        text = line.rstrip(b"\r\n").decode("utf-8", "surrogateescape")
        if not text or text.startswith("#"):
            continue
        escaped = text.startswith("\\")
        etag, _, name = text.removeprefix("\\").partition(" ")
        if parse_etag(etag) is None or len(name) < 2 or name[0] not in " *":
            report(f"{path}:{number}: not an ETag and a name")
            continue
        seen += 1
        yield Listed(_unescaped(name[1:]) if escaped else name[1:], etag)
    if not seen:
        raise UsageError(f"{path} is not a list of objects", fix=_FIX)


def _unescaped(name: str) -> str:
    parts = name.split("\\\\")
    return "\\".join(part.replace("\\n", "\n").replace("\\r", "\r") for part in parts)
