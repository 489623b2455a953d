# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The records of `list`."""

from __future__ import annotations

import msgspec

from wirerate.records import Comparison, Row, Run, Verdict


class ListedName(msgspec.Struct, frozen=True, kw_only=True):
    """A name to type, and what it stands for."""

    name: str
    group: str  # the heading that it is listed under
    summary: str
    version: str = ""  # version of a peer on this host; "" if it is absent, and for other topics
    install: str = ""  # the command that installs an absent peer


class Listing(msgspec.Struct, frozen=True, kw_only=True):
    """The names of one topic."""

    topic: str
    names: tuple[ListedName, ...]


class ListRun(Run[Row, Listing, Comparison, Verdict], kw_only=True, tag="list"):
    """`list`: names of algorithms, protocols, links, boards or peers."""

    findings: Listing


RUNS = (ListRun,)
