# SPDX-License-Identifier: Apache-2.0 OR MIT
"""What the two ends say about themselves when a connection is made, read from `ssh -vv`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from wirerate.errors import MissingError

_STRICT = {"client": "kex-strict-c-v00@openssh.com", "server": "kex-strict-s-v00@openssh.com"}  # OpenSSH PROTOCOL 1.10


@dataclass(frozen=True)
class Offer:
    """Both ends' proposals (RFC 4253 section 7.1), the channel's window (RFC 4254 section 5), and traffic counts."""

    local_version: str
    ciphers: tuple[str, ...]  # that both have, in the client's order
    macs: tuple[str, ...]
    strict_kex: bool  # both ends show it: the remedy against the Terrapin attack (CVE-2023-48795)
    window: int  # bytes that may be under way in the channel; 0 if not told
    sent: int  # bytes of packets sent by the client, tags not counted


def read(log: str) -> Offer:
    """The offer in one connection's debug log."""
    proposals = list(_proposals(log))
    if len(proposals) < 2:
        raise MissingError("this ssh does not tell what the two ends offer", fix="use OpenSSH 6.2 or later")
    client, server = proposals[0], proposals[1]

    def both(what: str) -> tuple[str, ...]:
        return tuple(name for name in client.get(what, ()) if name in server.get(what, ()))

    strict = _STRICT["client"] in client["KEX algorithms"] and _STRICT["server"] in server["KEX algorithms"]
    return Offer(
        local_version=_first(r"^(OpenSSH_[^\s,]+)", log),
        ciphers=both("ciphers ctos"),
        macs=both("MACs ctos"),
        strict_kex=strict,
        window=_window(log),
        sent=int(_first(r"Transferred: sent (\d+)", log) or 0),
    )


def _proposals(log: str) -> Iterator[dict[str, tuple[str, ...]]]:
    """First the client's, then the server's; each is a run of lines that begins with its key exchange algorithms."""
    current: dict[str, tuple[str, ...]] = {}
    for line in log.splitlines():
        found = re.match(r"debug2: (KEX algorithms|ciphers ctos|MACs ctos): (.*)$", line.rstrip())
        if not found:
            continue
        current[found[1]] = tuple(found[2].split(","))
        if found[1] == "MACs ctos":
            yield current
            current = {}


def _window(log: str) -> int:
    """What the server grants at once: in its confirmation, and where that has nothing yet, in the adjustment after."""
    confirmed = int(_first(r"open confirm rwindow (\d+)", log) or 0)
    return confirmed + (0 if confirmed else int(_first(r"rcvd adjust (\d+)", log) or 0))


def _first(pattern: str, log: str) -> str:
    found = re.search(pattern, log, re.MULTILINE)
    return found[1].strip() if found else ""
