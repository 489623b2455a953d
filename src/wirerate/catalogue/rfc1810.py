# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The figures that RFC 1810 prints (June 1995): its machines, the rates of IP that it holds them against, and how much
faster than MD5 it says that others are."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from importlib import resources


@dataclass(frozen=True)
class Machine:
    """A row of its tables."""

    name: str
    specint92: int
    predicted: tuple[int, int]  # Mbps
    measured: int  # Mbps, the cache defeated
    named: str = ""  # in the other table, where that differs
    cached: int | None = None  # Mbps, the cache not defeated


@dataclass(frozen=True)
class IpRates:
    """What IP carried then."""

    tcp: int  # Mbps
    udp: int
    over: str
    machine: str  # that carried it


@dataclass(frozen=True)
class Alternatives:
    """What it says of others than MD5."""

    times_md5: float
    quote: str


@dataclass(frozen=True)
class Printed:
    """All of them."""

    machines: tuple[Machine, ...]
    ip: IpRates
    alternatives: Alternatives


@cache
def printed() -> Printed:
    """The catalogue's file, read once."""
    text = resources.files("wirerate.catalogue").joinpath("rfc1810.toml").read_text(encoding="utf-8")
    found = tomllib.loads(text)
    rows = tuple(Machine(**row | {"predicted": tuple(row["predicted"])}) for row in found["machine"])
    return Printed(rows, IpRates(**found["ip"]), Alternatives(**found["alternatives"]))
