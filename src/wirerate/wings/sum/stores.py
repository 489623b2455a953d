# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Objects in stores: open stores by URL, list the objects below a URL page by page, and keep credentials out of
messages."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from wirerate.errors import Error, MissingError, UsageError, install
from wirerate.wings.sum.etag import parse_etag
from wirerate.wings.sum.names import Unwanted

_USER = re.compile(r"(://)[^/@\s]+@")
_QUERY = re.compile(r"(https?://[^\s?#'\"]+)\?[^\s'\"]*")

# Environment variables whose values a library's error message could repeat.
_SECRET = re.compile(r"SECRET|TOKEN|PASSW|ACCESS_KEY|ACCOUNT_KEY|CONNECTION_STRING|CREDENTIAL", re.IGNORECASE)
_SHORTEST_SECRET = 6


def refuse_secrets(url: str) -> str:
    """Return the URL; raise UsageError if it contains credentials, because names are printed and stored."""
    if _USER.search(url) or re.search(
        r"[?&](X-Amz-(Signature|Credential)|sig|token|AWSAccessKeyId)=", url, re.IGNORECASE
    ):
        raise UsageError(
            f"{scrubbed(url)} contains credentials, but names are printed and stored",
            fix="pass them by the store's own means: AWS_PROFILE, ~/.aws/credentials",
        )
    return url


def scrubbed(text: str) -> str:
    """Return the text without users, passwords and queries in URLs, and without secrets from the environment."""
    text = _QUERY.sub(r"\1?…", _USER.sub(r"\1…@", text))
    for name, value in os.environ.items():
        if _SECRET.search(name) and len(value) >= _SHORTEST_SECRET:
            text = text.replace(value, "…")
    return text


GONE = "no such object"


class Object(NamedTuple):
    """An object as its store lists it; unknown facts are None or empty."""

    name: str  # its URL
    size: int | None
    etag: str = ""
    modified: str = ""


class Result(NamedTuple):
    """The result for an object: its digest, the judgement (`word` and `why`) if it was compared, or `error`."""

    object: Object
    digest: str = ""  # MD5, or an ETag of parts
    word: str = ""
    why: str = ""
    error: str = ""
    changed: bool = False


class UnreadableError(Error):
    """A bucket, prefix or object that cannot be listed or read. The job reports it and continues."""

    exit_code = 1


def open_store(url: str) -> tuple[Any, str]:
    """Return fsspec's file system for a URL and the path in it."""
    try:
        from fsspec.core import url_to_fs
    except ImportError as error:
        raise MissingError("objects need fsspec", fix=install("fleet")) from error
    try:
        store, path = url_to_fs(refuse_secrets(url), use_listings_cache=False)
        return store, str(path)
    except (ImportError, ValueError) as error:
        fix = f"{install('fleet')}, or install the package that the message names"
        raise UnreadableError(f"{scrubbed(url)}: {scrubbed(str(error))}", fix=fix) from error


def path_in(store: Any, item: Object) -> str:
    """Return an object's path in its store; S3 keys may end in a slash."""
    path = str(store._strip_protocol(item.name))
    return path + item.name[len(item.name.rstrip("/")) :] if is_s3(store) else path


def size_now(store: Any, path: str) -> int | None:
    """Request the object's size; return None if the store does not report it."""
    size = s3_head(store, path)["ContentLength"] if is_s3(store) else store.info(path).get("size")
    return None if size is None else int(size)


def s3_head(store: Any, path: str, **more: Any) -> Any:
    """Return the headers of an object in S3."""
    bucket, key, _ = store.split_path(path)
    return store.call_s3("head_object", Bucket=bucket, Key=key, **more)


def is_s3(store: Any) -> bool:
    return _speaks(store, "s3")


def is_local(store: Any) -> bool:
    return _speaks(store, "file")


def _speaks(store: Any, protocol: str) -> bool:
    return protocol in ((store.protocol,) if isinstance(store.protocol, str) else store.protocol)


def reason(error: BaseException) -> str:
    """Return a store's exception as a short message, reworded for common errors."""
    text = " ".join(scrubbed(str(error)).split())
    kind = type(error).__name__
    if isinstance(error, FileNotFoundError):
        return "no such bucket" if "bucket" in text.lower() else GONE
    if isinstance(error, PermissionError):
        return "access denied" + (f" ({text})" if text and "/" not in text else "")
    if kind in ("NoCredentialsError", "PartialCredentialsError"):
        return "no credentials found; set AWS_PROFILE or AWS_ACCESS_KEY_ID where the workers run"
    if kind in ("EndpointConnectionError", "ClientConnectorError", "ConnectTimeoutError"):
        return f"the store does not answer ({text})"
    return f"{kind}: {text}" if text else kind


# ---- listing ----

PAGE = 1000  # objects that S3 lists in one request

_GLOB = re.compile(r"[*?\[]")

Report = Callable[[str], object]


def listing(url: str, skipped: Report = lambda name: None, unwanted: Unwanted | None = None) -> Iterator[Object]:
    """Yield every object at or below the URL. If there is none and the URL is a glob, use the URLs that it matches.

    `skipped` is called with keys that only mark folders. `unwanted` names are left out with everything below them, but
    never the URL itself. Raise UnreadableError if nothing is there or access fails.
    """
    store, path = open_store(url)
    marks = 0

    def mark(name: str) -> None:
        nonlocal marks
        marks += 1
        skipped(name)

    empty = True
    try:
        for item, root in _objects(store, path, mark):
            empty = False
            if not (unwanted and any(map(unwanted, _levels(path_in(store, item), root)))):
                yield item
    except UnreadableError:
        raise
    except Exception as error:  # every store's library has its own exceptions
        raise UnreadableError(f"{scrubbed(url)}: {reason(error)}") from error
    if empty and not marks:
        raise UnreadableError(f"{scrubbed(url)}: no object there")


def _objects(store: Any, path: str, mark: Report) -> Iterator[tuple[Object, str]]:
    """Yield every object at or below the path, each with the path that was searched for it."""
    glob = _GLOB.search(path) if not _speaks(store, "http") else None  # in an HTTP URL, ? begins a query
    if not glob:
        yield from ((item, path) for item in _below(store, path, mark))
        return
    if is_s3(store) and "/" not in path[: glob.start()]:
        raise UnreadableError(f"s3://{path}: a bucket's name cannot be a pattern", fix="type s3://BUCKET/PATTERN")
    marks: list[str] = []
    try:  # the characters of a glob may be part of a key
        first = None
        for first in _below(store, path, marks.append):
            yield first, path
    except FileNotFoundError:
        first = None
    if first is None and not marks:
        yield from _matching(store, path, glob.start(), mark)
    for name in marks:
        mark(name)


def _matching(store: Any, path: str, glob: int, mark: Report) -> Iterator[tuple[Object, str]]:
    """Yield objects that match, or are below a folder that matches. Only `**` matches slashes."""
    from fsspec.utils import glob_translate

    folder = path[:glob].rpartition("/")[0]
    try:
        pattern = re.compile(str(glob_translate(path)))
    except ValueError as error:
        raise UnreadableError(f"{path}: ** must be a whole folder name", fix="type **/*.jpg") from error

    def wanted(name: str) -> bool:
        return any(pattern.match(os.fsdecode(level)) for level in _levels(name, ""))

    def marked(name: str) -> None:
        if wanted(name.partition("://")[2].rstrip("/")):
            mark(name)

    if is_s3(store):
        bucket, _, prefix = path[:glob].partition("/")
        items = _s3_pages(store, bucket, prefix, marked)
    else:
        items = _of_any(store, folder)
    yield from ((item, folder) for item in items if wanted(path_in(store, item)))


def _levels(path: str, root: str) -> Iterator[bytes]:
    """Yield the folders of the path below the root, and the path itself."""
    begin = len(root.rstrip("/")) + 1 if root else 0
    ends = [slash.start() for slash in re.finditer("/", path) if slash.start() > begin]
    yield from (os.fsencode(path[:end]) for end in (*ends, len(path)) if end > begin)


def _below(store: Any, path: str, mark: Report) -> Iterator[Object]:
    return _of_s3(store, path, mark) if is_s3(store) else _of_any(store, path)


def _of_s3(store: Any, path: str, mark: Report) -> Iterator[Object]:
    """Yield the object of that name and the keys below it."""
    bucket, _, key = path.partition("/")
    if key:
        yield from _s3_object(store, bucket, key)
    yield from _s3_pages(store, bucket, key and key + "/", mark)


def _s3_pages(store: Any, bucket: str, prefix: str, mark: Report) -> Iterator[Object]:
    """Yield objects page by page; fsspec's find would keep all of them in memory."""
    token: dict[str, str] = {}
    while True:
        page = store.call_s3("list_objects_v2", Bucket=bucket, Prefix=prefix, MaxKeys=PAGE, **token)
        for item in page.get("Contents", ()):
            if item["Key"].endswith("/") and item["Size"] == 0:  # a folder made by the AWS console
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
    """Yield the objects of a store other than S3, folder by folder."""
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
