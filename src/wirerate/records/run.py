# SPDX-License-Identifier: Apache-2.0 OR MIT
"""What one command found, and where."""

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
    """One of data that a core sees, per instance."""

    name: str  # L1d | L2 | L3 …
    bytes: Bytes


class Peer(msgspec.Struct, frozen=True, kw_only=True):
    """An implementation that subjects can name."""

    name: str
    version: str  # "" where it is absent
    absent: str = ""  # why it is; "" where it is present


class Environment(msgspec.Struct, kw_only=True):
    """The machine and the software a run was made with."""

    wirerate: str
    date: str  # ISO 8601, UTC
    host: str
    cpu: str
    cores: Count
    memory_bytes: Bytes
    caches: tuple[CpuCache, ...]
    flags: tuple[str, ...]  # CPU features that matter here and are present
    hidden_flags: tuple[str, ...]  # the CPU model has them, this (virtual) machine does not show them
    virtual: str  # hypervisor name, "" on bare metal
    os: str
    compiler: str
    kernel: str  # the wirerate kernel in use
    core_hz: Hertz
    tick_hz: Hertz  # of the time-stamp counter
    core: str = ""  # whose unit costs the model knows, e.g. zen4; "" for a processor that it does not know
    peers: tuple[Peer, ...]


# Of problems by which something asked for is not there, as the exit status says too; the others are to be known only.
ERRORS = ("absent", "wrong", "output", "missing", "usage", "internal", "interrupted")


class Problem(msgspec.Struct, kw_only=True):
    """What a reader should know, and what to type."""

    code: str
    message: str
    fix: str
    host: str = ""  # of a fleet, whose it is


R = TypeVar("R", bound=Row)
F = TypeVar("F")  # what the run found that is no single row's
C = TypeVar("C", bound=Comparison)
V = TypeVar("V", bound=Verdict)


class Run(msgspec.Struct, Generic[R, F, C, V], kw_only=True, tag_field="kind", tag="run"):
    """What one command found. Each kind of run is a struct of its own, which says what rows it has. Every field is
    written, defaults too: a script may ask for any of them."""

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
    hosts: list[Environment] = msgspec.field(default_factory=list)  # of a fleet; `host` names them in the rows

    @property
    def kind(self) -> str:
        return str(self.__struct_config__.tag)

    @property
    def core_hz(self) -> float:
        """The clock during the rounds, a median over the rows. Rows without one leave the environment's; 0: unknown."""
        clocks = [row.core_hz for row in self.rows if isinstance(row, Measurement) and row.core_hz]
        return median(clocks) if clocks else self.environment.core_hz if self.environment else 0.0

    def to_json(self) -> str:
        """The object that `-J` prints."""
        return msgspec.json.encode(self).decode()


AnyRun = Run[Any, Any, Any, Any]


class KeptRun(msgspec.Struct, frozen=True, kw_only=True):
    """An earlier run of the same question on this host that says something else: intervals are disjoint."""

    command: str
    date: str  # ISO 8601, UTC
    compared: Count  # figures that both runs have
    apart: Count  # of them those that disagree, all in the same direction
    speed: Ratio  # of this run over that one, the median of the figures apart
    core_hz: Hertz | None  # in this run, of the figures apart
    core_hz_then: Hertz | None  # in that one


class Drift(msgspec.Struct, frozen=True, kw_only=True):
    """Why another run of the same question may say something else."""

    clock: Clock | None = None  # over the whole run; null: it did not move
    kept: KeptRun | None = None  # the newest that says something else; null: none does
    widened_by: Count = 0  # kept runs that intervals cover too, where the reader asked for that


class CheckRun(Run[Measurement, Drift, Comparison, Verdict | MessageVerdict], kw_only=True, tag="check"):
    """`check`: authenticators of this machine against links."""


class SpeedRun(Run[Measurement, Drift, Comparison, Verdict], kw_only=True, tag="speed"):
    """`speed`: authenticators of this machine by length, cache and keyed state."""


class CompareRun(Run[Measurement | CommandTime, Drift, Comparison | AcrossRuns, Verdict], kw_only=True, tag="compare"):
    """`compare`: two subjects, two commands, or two runs."""

    threshold: Ratio | None = None  # the change that matters
    seconds: Seconds | None = None  # that measuring took; None: run files were compared


class DoctorRun(Run[Measurement, None, Comparison, Verdict], kw_only=True, tag="doctor"):
    """`doctor`: problems only."""


class FailedRun(Run[Measurement, None, Comparison, Verdict], kw_only=True, tag="failure"):
    """What a command says that found nothing."""


RUNS = (CheckRun, SpeedRun, CompareRun, DoctorRun, FailedRun)
