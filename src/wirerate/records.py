"""What a run is on disk and on `-J`: Run, Environment, Measurement, Comparison, Verdict, Problem.

This is the only module that knows the file format. A run file is JSON Lines: a `run` line, an `environment` line, one
line per measurement (with its rounds), comparison, verdict and problem, and an `end` line that tells a whole file from a
truncated one.
"""

from __future__ import annotations

import msgspec

SCHEMA = 1


class Interval(msgspec.Struct, frozen=True, omit_defaults=False):
    """A median and its exact interval; a model's range has confidence None and names its unknowns."""

    median: float
    low: float
    high: float
    confidence: float | None
    unknowns: tuple[str, ...] = ()


class Environment(msgspec.Struct, kw_only=True):
    """The machine and the software a run was made with."""

    wirerate: str
    date: str  # ISO 8601, UTC
    host: str
    cpu: str
    cores: int
    memory_bytes: int
    caches: dict[str, int]  # {"L1d": bytes, "L2": …, "L3": …}, per instance
    flags: tuple[str, ...]  # CPU features that matter here and are present
    hidden_flags: tuple[str, ...]  # the CPU model has them, this (virtual) machine does not show them
    virtual: str  # hypervisor name, "" on bare metal
    os: str
    compiler: str
    kernel: str  # the wirerate kernel in use
    core_hz: float
    tick_hz: float
    peers: dict[str, str]  # implementation -> version, or "absent: what provides it"


class Measurement(msgspec.Struct, kw_only=True, omit_defaults=True):
    """One subject under one condition, with every round."""

    subject: str  # full form, e.g. hmac-md5-96@wirerate/avx2
    role: str = "subject"  # subject | ceiling | floor
    status: str = "ok"  # ok | wrong | absent
    basis: str = "measured"  # measured | modelled | placed | stored | formula
    operation: str = "tag"  # hash | tag | seal | checksum | read | sign | verify …
    bytes: float | None = None  # per message; the mean for a mix
    packets: str = ""  # the mix or size as asked for, e.g. "imix"; "" for a plain size
    batch: int = 1
    cache: str = "warm"  # warm | llc | cold | a working set in bytes for a sweep
    working_set: int | None = None
    keyed: str = ""  # reuse | rekey | fresh | "" for unkeyed
    threads: int = 1
    rounds: int = 0
    ns: Interval | None = None  # per message
    fixed_ns: float | None = None
    per_byte_ns: float | None = None
    residual: float | None = None  # of the fixed + per-byte fit, relative
    cpu_share: float | None = None
    stolen: float | None = None  # share of wall time stolen by the hypervisor
    core_cycles: float | None = None  # per byte
    reference_cycles: float | None = None  # per byte
    note: str = ""  # why it is absent or wrong
    samples_ns: tuple[float, ...] = ()  # ns per message of every round, in time order
    samples_at: tuple[int, ...] = ()  # position of each round in the shuffled order of its block
    extra: dict[str, float | int | str] = msgspec.field(default_factory=dict)  # a lab's own fields


class Comparison(msgspec.Struct, kw_only=True, omit_defaults=True):
    """Reference time / subject time, paired round by round: above 1 the subject is faster."""

    subject: str
    reference: str
    ratio: Interval
    change: str  # IMPROVED | REGRESSED | NO CHANGE | CANNOT TELL | "" where no threshold was asked
    conditions: dict[str, str | int | float] = msgspec.field(default_factory=dict)
    rounds: int = 0


class Security(msgspec.Struct, kw_only=True, frozen=True):
    claim: str
    attack: str
    standing: str
    source: str
    date: str


class Alternative(msgspec.Struct, kw_only=True, omit_defaults=True):
    subject: str
    headroom: Interval | None
    security: Security
    config: str = ""
    cores: int | None = None


class Verdict(msgspec.Struct, kw_only=True, omit_defaults=True):
    subject: str
    link: str
    packets: str
    verdict: str  # KEEPS UP | TIGHT | FALLS SHORT | CANNOT TELL
    needs_ns: float  # time available per packet at line rate, mean over the mix
    measured_ns: Interval | None
    headroom: Interval | None
    cores: int | None
    security: Security
    permitted: bool = True  # by the policy in force; False is never green
    role: str = ""  # "per packet" (as stacks do it today) | "batched"
    conditions: dict[str, str | int | float] = msgspec.field(default_factory=dict)
    alternatives: tuple[Alternative, ...] = ()
    note: str = ""


class Problem(msgspec.Struct, kw_only=True):
    code: str
    message: str
    fix: str


class Run(msgspec.Struct, kw_only=True):
    command: str
    environment: Environment | None
    exit: int = 0
    partial: bool = False
    schema: int = SCHEMA
    measurements: list[Measurement] = msgspec.field(default_factory=list)
    comparisons: list[Comparison] = msgspec.field(default_factory=list)
    verdicts: list[Verdict] = msgspec.field(default_factory=list)
    problems: list[Problem] = msgspec.field(default_factory=list)

    def to_json(self) -> str:
        """The object that `-J` prints."""
        return msgspec.json.encode(self).decode()
