# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The result of a command, with the environment in which it was obtained."""

from __future__ import annotations

from statistics import median
from typing import Any, Generic, TypeVar

import msgspec

from wirerate.records.quantities import (
    Bytes,
    Count,
    Hertz,
    Ratio,
    Seconds,
)
from wirerate.records.rows import AcrossRuns, Clock, CommandTime, Comparison, Measurement, MessageVerdict, Row, Verdict

SCHEMA = 3


class CpuCache(msgspec.Struct, frozen=True, kw_only=True):
    """A data cache that a core uses; `bytes` is the size of one such cache, not of all."""

    name: str  # L1d | L2 | L3 …
    bytes: Bytes


class Peer(msgspec.Struct, frozen=True, kw_only=True):
    """An implementation that subjects can name."""

    name: str
    version: str  # "" if absent
    absent: str = ""  # why it is absent; "" if present


class Environment(msgspec.Struct, kw_only=True):
    """The machine and software of a run."""

    wirerate: str
    date: str  # ISO 8601, UTC
    host: str
    cpu: str
    cores: Count
    memory_bytes: Bytes
    caches: tuple[CpuCache, ...]
    flags: tuple[str, ...]  # CPU features present that authenticators can use
    hidden_flags: tuple[str, ...]  # features of this CPU model that the (virtual) machine hides
    virtual: str  # name of the hypervisor; "" on bare metal
    os: str
    compiler: str
    kernel: str  # wirerate's kernel in use
    core_hz: Hertz
    tick_hz: Hertz  # frequency of the time-stamp counter
    core: str = ""  # name of the core in `model`, e.g. zen4; "" if unknown
    peers: tuple[Peer, ...]


# Codes of problems that mean that part of the answer is missing. The exit status shows them; others are informational.
ERRORS = ("absent", "wrong", "output", "missing", "usage", "internal", "interrupted")


class Problem(msgspec.Struct, kw_only=True):
    """A problem that the user should know about, and the command that helps."""

    code: str
    message: str
    fix: str
    host: str = ""  # in a fleet: the host that has the problem


R = TypeVar("R", bound=Row)
F = TypeVar("F")  # findings that do not belong to a single row
C = TypeVar("C", bound=Comparison)
V = TypeVar("V", bound=Verdict)


class Run(msgspec.Struct, Generic[R, F, C, V], kw_only=True, tag_field="kind", tag="run"):
    """The result of one command. Each kind of run is a separate struct with its own kinds of rows. Every field is
    written, including defaults, so that scripts can rely on it.
    """

    command: str
    environment: Environment | None
    exit: Count = 0
    partial: bool = False
    schema: Count = SCHEMA
    findings: F | None = None
    rows: list[R] = msgspec.field(default_factory=list)
    comparisons: list[C] = msgspec.field(default_factory=list)
    verdicts: list[V] = msgspec.field(default_factory=list)
    problems: list[Problem] = msgspec.field(default_factory=list)
    hosts: list[Environment] = msgspec.field(default_factory=list)  # hosts of a fleet; a row names its own in `host`

    @property
    def kind(self) -> str:
        return str(self.__struct_config__.tag)

    @property
    def core_hz(self) -> float:
        """Return the median clock rate of the rows. If no row has one, return the environment's, or 0 if unknown."""
        clocks = [row.core_hz for row in self.rows if isinstance(row, Measurement) and row.core_hz]
        return median(clocks) if clocks else self.environment.core_hz if self.environment else 0.0

    def to_json(self) -> str:
        """Return the object that `-J` prints."""
        return msgspec.json.encode(self).decode()


AnyRun = Run[Any, Any, Any, Any]


class KeptRun(msgspec.Struct, frozen=True, kw_only=True):
    """An earlier run of the same question on this host whose result differs: the intervals do not overlap."""

    command: str
    date: str  # ISO 8601, UTC
    compared: Count  # number of figures that both runs have
    apart: Count  # number of figures that differ, all in the same direction
    speed: Ratio  # speed in this run / speed in the earlier run, median over the figures that differ
    core_hz: Hertz | None  # clock rate in this run, for the figures that differ
    core_hz_then: Hertz | None  # clock rate in the earlier run


class Drift(msgspec.Struct, frozen=True, kw_only=True):
    """Signs that another run of the same question may give a different result."""

    clock: Clock | None = None  # clock rate over the whole run; null: it did not change
    kept: KeptRun | None = None  # the newest run with a different result; null: there is none
    widened_by: Count = 0  # number of stored runs whose intervals are included


class CheckRun(Run[Measurement, Drift, Comparison, Verdict | MessageVerdict], kw_only=True, tag="check"):
    """A run of `check`: authenticators on this machine compared with links."""


class SpeedRun(Run[Measurement, Drift, Comparison, Verdict], kw_only=True, tag="speed"):
    """A run of `speed`: the speed of authenticators by message length, cache state and key schedule."""


class CompareRun(Run[Measurement | CommandTime, Drift, Comparison | AcrossRuns, Verdict], kw_only=True, tag="compare"):
    """A run of `compare`: two subjects, two commands or two runs."""

    threshold: Ratio | None = None  # the smallest change that matters
    seconds: Seconds | None = None  # duration of the measurement; None: run files were compared


class DoctorRun(Run[Measurement, None, Comparison, Verdict], kw_only=True, tag="doctor"):
    """A run of `doctor`, which has only problems."""


class FailedRun(Run[Measurement, None, Comparison, Verdict], kw_only=True, tag="failure"):
    """A command that failed without results."""


RUNS = (CheckRun, SpeedRun, CompareRun, DoctorRun, FailedRun)
