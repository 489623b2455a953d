# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The messages of a handshake, each by the sum of its fields."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from wirerate.wings.mcu.handshake.config import CLIENT

RANDOM, VERSION, SUITE = 32, 2, 2
HASH = 32  # SHA-256, of every suite here
_EXTENSION = 4  # type and length, RFC 8446 section 4.2


@dataclass(frozen=True)
class Said:
    """One message: its body, without the header that a handshake message has, and the flight it is of."""

    name: str
    side: str
    flight: int
    body: int
    sealed: bool = False  # encrypted
    handshake: bool = True  # and so with that header


def extension(body: int) -> int:
    return _EXTENSION + body


def numbers(count: int) -> int:
    """The extension that lists so many groups or signature algorithms."""
    return extension(2 + 2 * count)


def hello(side: str, extensions: Sequence[int], *, suites: int = 1, session: int = 0, cookie: int | None = None) -> int:
    """ClientHello or ServerHello of every version from TLS 1.2 on; `cookie` is DTLS's own field, None in TLS."""
    fixed = VERSION + RANDOM + 1 + session
    if side == CLIENT:
        fixed += (0 if cookie is None else 1 + cookie) + 2 + SUITE * suites + 1 + 1
    else:
        fixed += SUITE + 1
    return fixed + 2 + sum(extensions)


def signed(signature: int) -> int:
    """CertificateVerify: RFC 5246 section 7.4.8 and RFC 8446 section 4.4.3 alike."""
    return 2 + 2 + signature
