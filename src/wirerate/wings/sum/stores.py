# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Objects of stores: their URLs, with what must never be printed or stored, the stores themselves, and what lies at and
below a URL, page by page; what is listed is not kept, however many there are."""

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

# What the environment may hold that an error message of a library could repeat.
_SECRET = re.compile(r"SECRET|TOKEN|PASSW|ACCESS_KEY|ACCOUNT_KEY|CONNECTION_STRING|CREDENTIAL", re.IGNORECASE)
_SHORTEST_SECRET = 6


def refuse_secrets(url: str) -> str:
    """The URL itself; one with a password or a signature in it is a UsageError, because names are printed and kept."""
    if _USER.search(url) or re.search(
        r"[?&](X-Amz-(Signature|Credential)|sig|token|AWSAccessKeyId)=", url, re.IGNORECASE
    ):
        raise UsageError(
            f"{scrubbed(url)} carries credentials, and names are printed and kept",
            fix="give them as the store's library expects them: AWS_PROFILE, ~/.aws/credentials",
        )
    return url


def scrubbed(text: str) -> str:
    """Without users and passwords of URLs, without queries (they may be signed), without the environment's secrets."""
    text = _QUERY.sub(r"\1?…", _USER.sub(r"\1…@", text))
    for name, value in os.environ.items():
        if _SECRET.search(name) and len(value) >= _SHORTEST_SECRET:
            text = text.replace(value, "…")
    return text


GONE = "no such object"  # what is said of one that is not there


class Object(NamedTuple):
    """One object, as its store lists it. What the store does not tell is None or empty."""

    name: str  # its URL
    size: int | None
    etag: str = ""
    modified: str = ""


class Result(NamedTuple):
    """What became of an object: its digest, `word` and `why` where it was compared, or `error`."""

    object: Object
    digest: str = ""  # MD5, or an ETag of parts
    word: str = ""
    why: str = ""
    error: str = ""
    changed: bool = False


class UnreadableError(Error):
    """A bucket, prefix or object that cannot be listed or read: a line for the reader, and the rest goes on."""

    exit_code = 1


def open_store(url: str) -> tuple[Any, str]:
    """fsspec's file system for a URL, and the path in it."""
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


def path_in(store: Any, each: Object) -> str:
    """An object's name as its store has it; a key of S3 may end in a slash."""
    path = str(store._strip_protocol(each.name))
    return path + each.name[len(each.name.rstrip("/")) :] if is_s3(store) else path


def size_now(store: Any, path: str) -> int | None:
    """As the store itself tells; None where it does not."""
    size = s3_head(store, path)["ContentLength"] if is_s3(store) else store.info(path).get("size")
    return None if size is None else int(size)


def s3_head(store: Any, path: str, **more: Any) -> Any:
    """The headers of an object of S3."""
    bucket, key, _ = store.split_path(path)
    return store.call_s3("head_object", Bucket=bucket, Key=key, **more)


def is_s3(store: Any) -> bool:
    return _speaks(store, "s3")


def is_local(store: Any) -> bool:
    return _speaks(store, "file")


def _speaks(store: Any, protocol: str) -> bool:
    return protocol in ((store.protocol,) if isinstance(store.protocol, str) else store.protocol)


def reason(error: BaseException) -> str:
    """A store's exception as half a line; the usual ones in the words of this program."""
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


# ---- what lies there ----

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
    glob = _GLOB.search(path) if not _speaks(store, "http") else None  # in whose URLs a query begins with ?
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
