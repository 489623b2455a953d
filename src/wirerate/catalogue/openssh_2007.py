# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The single runs of scp that were posted when OpenSSH asked for tests of its new MACs, in June 2007."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from importlib import resources


@dataclass(frozen=True)
class Series:
    """Runs of one build, in the order posted."""

    name: str
    what: str
    posted_mean: float  # MB/s, the message's own
    seconds: tuple[float, ...]
    mbps: tuple[float, ...]  # of 2^20 bytes


@dataclass(frozen=True)
class Posted:
    """All of them, and how they were made."""

    title: str
    command: str
    bytes: int
    source: str
    posted_without_outliers: float  # MB/s, the message's own, of MAC
    series: tuple[Series, ...]


@cache
def posted() -> Posted:
    """The catalogue's file, read once."""
    text = resources.files("wirerate.catalogue").joinpath("openssh_2007.toml").read_text(encoding="utf-8")
    found = tomllib.loads(text)
    each = [row | {"seconds": tuple(row["seconds"]), "mbps": tuple(row["mbps"])} for row in found.pop("series")]
    return Posted(**found, series=tuple(Series(**row) for row in each))
