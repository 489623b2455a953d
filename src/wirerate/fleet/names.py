"""Names of objects, and what must never be printed or stored with them: passwords, signatures, keys."""

from __future__ import annotations

import os
import re

from wirerate.errors import UsageError

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
