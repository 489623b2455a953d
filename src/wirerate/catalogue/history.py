# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Published figures: RFC 1810's tables of 1995, runs posted to OpenSSH's mailing list in June 2007, and slides on
elliptic curves of March 2015.
"""

from __future__ import annotations

from functools import cache

import msgspec

from wirerate.catalogue.tables import read
from wirerate.records.quantities import Count, Interval, Number


class Machine(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A row of RFC 1810's tables."""

    name: str
    specint92: int
    predicted: tuple[int, int]  # Mbps
    measured: int  # Mbps, with the cache defeated
    named: str = ""  # its name in RFC 1810's other table, if different
    cached: int | None = None  # Mbps, with the cache in use


class IpRates(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """IP throughput measured in 1995."""

    tcp: int  # Mbps
    udp: int
    over: str
    machine: str  # the machine that reached that throughput


class Alternatives(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """RFC 1810's statement on how much faster alternatives to MD5 are."""

    times_md5: float
    quote: str


class Rfc1810(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    machines: tuple[Machine, ...] = msgspec.field(name="machine")
    ip: IpRates
    alternatives: Alternatives


class Series(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Runs of scp with one build of OpenSSH, in the order in which they were posted."""

    name: str
    what: str
    posted_mean: float  # MB/s, mean stated in the message
    seconds: tuple[float, ...]
    mbps: tuple[float, ...]  # MB/s, of 2^20 bytes


class OpenSsh2007(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All series of posted runs, and how the runs were made."""

    title: str
    command: str
    bytes: int
    source: str
    reports: tuple[str, ...]  # sentences about other messages of the thread
    posted_without_outliers: float  # MB/s, mean of the series MAC as stated in the message
    series: tuple[Series, ...]


class PostedRuns(msgspec.Struct, frozen=True, kw_only=True):
    """Statistics of published runs."""

    runs: Count
    seconds: Interval  # the median
    mean_mbps: Number  # as scp prints it, of 2^20 bytes
    speedup: Interval | None = None  # median time of the first series / of this one; None for the first


class PostedSeries(msgspec.Struct, frozen=True, kw_only=True):
    """A series of runs posted to OpenSSH's mailing list in June 2007: published, not measured in this run."""

    name: str
    what: str
    outliers: Count  # number of runs far from the others
    every: PostedRuns
    without: PostedRuns  # without the outliers


class SlideFigure(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A time published on the slides; ecc_2015.toml explains the fields."""

    slide: int
    curve: str
    operation: str
    ms: float
    boards: tuple[str, ...]
    stated: bool = False
    window: int = 0
    nist: str = ""
    fixed_point: str = ""
    repeats: int = 0
    own_code: tuple[float, float] | None = None
    hypothesis: str = ""

    @property
    def name(self) -> str:
        """Return the curve and the operation, and whether the NIST optimisation was off."""
        return f"{self.curve} {self.operation}{f', NIST {self.nist}' if self.nist == 'off' else ''}"

    @property
    def printed(self) -> str:
        """Return a sentence with the time that the slide states."""
        nist = f", NIST reduction {self.nist}" if self.nist else ""
        stated = "" if self.stated else ", no board named"
        return f"Slide {self.slide}: {self.curve} {self.operation}{nist}: {self.ms:g} ms{stated}"


class Observation(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A published observation, and the name of the test that decides whether it holds today."""

    slide: int
    claim: str
    test: str


class Ecc2015(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    source: str
    code: str
    known: str
    figure: tuple[SlideFigure, ...]
    observation: tuple[Observation, ...]

    @property
    def distinct(self) -> list[SlideFigure]:
        """Return the figures without those that a later slide repeats."""
        return [figure for figure in self.figure if not figure.repeats]


class KeyLength(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A row of the key length table on slide 11; key_lengths.toml explains the fields."""

    symmetric: int
    ecc: int
    rsa: int
    today: str
    standing: str  # forbidden | legacy | recommended
    source: str
    verified: bool


class KeyLengths(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The comparable key lengths of slide 11, and today's recommendations."""

    slide: int
    then: str
    row: tuple[KeyLength, ...]


@cache
def rfc1810_figures() -> Rfc1810:
    return read("rfc1810.toml", Rfc1810)


@cache
def openssh_2007_runs() -> OpenSsh2007:
    return read("openssh_2007.toml", OpenSsh2007)


@cache
def ecc_2015_slides() -> Ecc2015:
    return read("ecc_2015.toml", Ecc2015)


@cache
def key_lengths() -> KeyLengths:
    return read("key_lengths.toml", KeyLengths)
