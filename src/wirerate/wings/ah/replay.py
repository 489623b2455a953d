# SPDX-License-Identifier: Apache-2.0 OR MIT
"""A capture run through a security association: an answer for each packet, nothing kept but what is asked for."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from wirerate.authenticators.ah import Result, reason_text
from wirerate.wings.ah.captures import Captured

_BATCH = 256

# Why a record of a capture holds no packet to ask about; beside the reasons of AH itself.
_NO_PACKET = {
    "not-ipv6": "not an IPv6 packet",
    "link-type": "of a link type that is not read here",
    "cut-short": "the capture breaks off here",
}


@dataclass(frozen=True)
class Answer:
    """What became of one record."""

    captured: Captured
    result: Result

    @property
    def text(self) -> str:
        """The reason for people."""
        return explain(self.result.reason)


def explain(reason: str) -> str:
    """A line on any reason that an answer may have."""
    return _NO_PACKET.get(reason) or reason_text(reason)


def replay(records: Iterable[Captured], operation: Callable[[Sequence[bytes]], list[Result]]) -> Iterator[Answer]:
    """Each record's answer in order; `operation` is a security association's `sign` or `verify`."""
    source = iter(records)
    while batch := list(islice(source, _BATCH)):
        results = iter(operation([record.packet for record in batch if not record.problem]))
        for record in batch:
            yield Answer(record, Result(record.problem) if record.problem else next(results))
