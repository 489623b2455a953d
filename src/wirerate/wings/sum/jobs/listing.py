# SPDX-License-Identifier: Apache-2.0 OR MIT
"""What lies at and below a URL, page by page; what is listed is not kept, however many there are."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator
from typing import Any

from wirerate.wings.sum.files.objects.etag import parse_etag
from wirerate.wings.sum.files.walking import Unwanted
from wirerate.wings.sum.jobs.objects import Object, UnreadableError, is_s3, open_store, path_in, reason, scrubbed

PAGE = 1000  # objects that S3 lists in one request

_GLOB = re.compile(r"[*?\[]")

Told = Callable[[str], object]


def listing(url: str, passed: Told = lambda name: None, unwanted: Unwanted | None = None) -> Iterator[Object]:
    """Every object at or below the URL; where nothing is, and it is a glob, at or below what matches.

    `passed` hears of keys that only mark folders. What is `unwanted` is left out, with all that is below it, but not
    the URL itself. Nothing there, no bucket or no permission is an UnreadableError.
    """
    store, path = open_store(url)
    marks = 0

    def mark(name: str) -> None:
        nonlocal marks
        marks += 1
        passed(name)

    found = False
    try:
        for each, root in _objects(store, path, mark):
            found = True
            if not (unwanted and any(map(unwanted, _levels(path_in(store, each), root)))):
                yield each
    except UnreadableError:
        raise
    except Exception as error:  # a library for every store, each with its own exceptions
        raise UnreadableError(f"{scrubbed(url)}: {reason(error)}") from error
    if not found and not marks:
        raise UnreadableError(f"{scrubbed(url)}: no object there")


def _objects(store: Any, path: str, mark: Told) -> Iterator[tuple[Object, str]]:
    """With each the path below which it was found."""
    glob = _GLOB.search(path) if not _asks(store) else None
    if not glob:
        yield from ((each, path) for each in _below(store, path, mark))
        return
    if is_s3(store) and "/" not in path[: glob.start()]:
        raise UnreadableError(f"s3://{path}: a bucket is named in full", fix="type s3://BUCKET/PATTERN")
    marks: list[str] = []
    try:  # a key may have these characters in its name
        first = None
        for first in _below(store, path, marks.append):
            yield first, path
    except FileNotFoundError:
        first = None
    if first is None and not marks:
        yield from _matching(store, path, glob.start(), mark)
    for name in marks:
        mark(name)


def _asks(store: Any) -> bool:
    """In HTTP's URLs a question mark begins the query."""
    protocol = store.protocol
    return "http" in ((protocol,) if isinstance(protocol, str) else protocol)


def _matching(store: Any, path: str, glob: int, mark: Told) -> Iterator[tuple[Object, str]]:
    """What matches, or is below a folder that does: `*` and `?` stand for no slash, `**` for any."""
    from fsspec.utils import glob_translate

    folder = path[:glob].rpartition("/")[0]
    try:
        pattern = re.compile(str(glob_translate(path)))
    except ValueError as error:
        raise UnreadableError(f"{path}: ** stands for whole folders", fix="type **/*.jpg") from error

    def wanted(name: str) -> bool:
        return any(pattern.match(os.fsdecode(level)) for level in _levels(name, ""))

    def marked(name: str) -> None:
        if wanted(name.partition("://")[2].rstrip("/")):
            mark(name)

    if is_s3(store):
        bucket, _, prefix = path[:glob].partition("/")
        found = _s3_pages(store, bucket, prefix, marked)
    else:
        found = _of_any(store, folder)
    yield from ((each, folder) for each in found if wanted(path_in(store, each)))


def _levels(path: str, root: str) -> Iterator[bytes]:
    """The path and the folders that it is in, down from the root, which is left out."""
    begin = len(root.rstrip("/")) + 1 if root else 0
    ends = [found.start() for found in re.finditer("/", path) if found.start() > begin]
    yield from (os.fsencode(path[:end]) for end in (*ends, len(path)) if end > begin)


def _below(store: Any, path: str, mark: Told) -> Iterator[Object]:
    return _of_s3(store, path, mark) if is_s3(store) else _of_any(store, path)


def _of_s3(store: Any, path: str, mark: Told) -> Iterator[Object]:
    """The object of that name, then the keys below it."""
    bucket, _, key = path.partition("/")
    if key:
        yield from _s3_object(store, bucket, key)
    yield from _s3_pages(store, bucket, key and key + "/", mark)


def _s3_pages(store: Any, bucket: str, prefix: str, mark: Told) -> Iterator[Object]:
    """By the API's pages: fsspec's find would hold them all."""
    token: dict[str, str] = {}
    while True:
        page = store.call_s3("list_objects_v2", Bucket=bucket, Prefix=prefix, MaxKeys=PAGE, **token)
        for item in page.get("Contents", ()):
            if item["Key"].endswith("/") and item["Size"] == 0:  # a folder as the console makes it
                mark(f"s3://{bucket}/{item['Key']}")
            else:
                yield _listed(bucket, item["Key"], item["Size"], item)
        if not page.get("IsTruncated"):
            return
        token = {"ContinuationToken": page["NextContinuationToken"]}


def _s3_object(store: Any, bucket: str, key: str) -> Iterator[Object]:
    try:
        head = store.call_s3("head_object", Bucket=bucket, Key=key)
    except FileNotFoundError:
        return
    yield _listed(bucket, key, head["ContentLength"], head)


def _listed(bucket: str, key: str, size: int, answer: Any) -> Object:
    modified = answer.get("LastModified")
    return Object(
        f"s3://{bucket}/{key}", size, str(answer.get("ETag", "")).strip('"'), modified.isoformat() if modified else ""
    )


def _of_any(store: Any, path: str) -> Iterator[Object]:
    """Any other store, folder by folder."""
    if not store.isdir(path):
        yield _any_object(store, store.info(path))
        return
    for _, _, files in store.walk(path, detail=True, on_error="raise"):
        for name in sorted(files):
            yield _any_object(store, files[name])


def _any_object(store: Any, info: dict[str, Any]) -> Object:
    etag = str(info.get("ETag") or info.get("etag") or info.get("md5Hash") or "").strip('"')
    modified = info.get("LastModified") or info.get("mtime") or info.get("modified") or info.get("updated") or ""
    size = info.get("size")
    return Object(
        store.unstrip_protocol(info["name"]),
        None if size is None else int(size),
        etag if parse_etag(etag) else "",
        str(modified),
    )
