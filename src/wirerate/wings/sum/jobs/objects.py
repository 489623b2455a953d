# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Objects of stores: their URLs, with what must never be printed or stored, and the stores themselves."""

from __future__ import annotations

import os
import re
from typing import Any, NamedTuple

from wirerate.errors import Error, MissingError, UsageError, install

_URL = re.compile(r"([a-z][a-z0-9+.-]*)(?:::[a-z0-9+.-]+)*://", re.IGNORECASE)
_USER = re.compile(r"(://)[^/@\s]+@")
_QUERY = re.compile(r"(https?://[^\s?#'\"]+)\?[^\s'\"]*")

# What the environment may hold that an error message of a library could repeat.
_SECRET = re.compile(r"SECRET|TOKEN|PASSW|ACCESS_KEY|ACCOUNT_KEY|CONNECTION_STRING|CREDENTIAL", re.IGNORECASE)
_SHORTEST_SECRET = 6


def is_url(word: str) -> bool:
    """s3://bucket/prefix, file:///srv, memory://…: anything that fsspec may know."""
    return bool(_URL.match(word))


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
    if is_s3(store):
        bucket, key, _ = store.split_path(path)
        return int(store.call_s3("head_object", Bucket=bucket, Key=key)["ContentLength"])
    size = store.info(path).get("size")
    return None if size is None else int(size)


def is_s3(store: Any) -> bool:
    protocol = store.protocol
    return "s3" in ((protocol,) if isinstance(protocol, str) else protocol)


def is_local(store: Any) -> bool:
    protocol = store.protocol
    return "file" in ((protocol,) if isinstance(protocol, str) else protocol)


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
