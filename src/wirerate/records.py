"""What a run is on disk and on `-J`: Run, Environment, Measurement, Comparison, Verdict, Problem.

This is the only module that knows the file format. A run file is JSON Lines: a `run` line, an `environment` line, one
line per measurement (with its rounds), comparison, verdict and problem, and an `end` line that tells a whole file from
a truncated one. Each line is an object with one key, its kind: {"measurement": {...}}.
"""

from __future__ import annotations

import contextlib
import errno
import os
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from wirerate.errors import OutputError, UsageError

SCHEMA = 1

_FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO)

T = TypeVar("T")


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
    core: str = ""  # whose unit costs the model knows, e.g. zen4; "" for a processor that it does not know
    peers: dict[str, str]  # implementation -> version, or "absent: what provides it"


class Measurement(msgspec.Struct, kw_only=True):
    """One subject under one condition, with every round."""

    subject: str  # full form, e.g. hmac-md5-96@wirerate/avx2
    role: str = "subject"  # subject | reference | ceiling | floor
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


class Comparison(msgspec.Struct, kw_only=True):
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


class Alternative(msgspec.Struct, kw_only=True):
    subject: str
    headroom: Interval | None
    security: Security
    config: str = ""
    cores: int | None = None


class Verdict(msgspec.Struct, kw_only=True):
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
    """What one command found. Every field is written, defaults too: a script may ask for any of them."""

    command: str
    environment: Environment | None
    exit: int = 0
    partial: bool = False
    schema: int = SCHEMA
    measurements: list[Measurement] = msgspec.field(default_factory=list)
    comparisons: list[Comparison] = msgspec.field(default_factory=list)
    verdicts: list[Verdict] = msgspec.field(default_factory=list)
    problems: list[Problem] = msgspec.field(default_factory=list)
    hosts: list[Environment] = msgspec.field(default_factory=list)  # of a fleet; `host` names them in the rows

    def to_json(self) -> str:
        """The object that `-J` prints."""
        return msgspec.json.encode(self).decode()


class _Head(msgspec.Struct, kw_only=True):
    schema: int
    command: str


class _End(msgspec.Struct, kw_only=True):
    exit: int
    partial: bool
    lines: int  # before this one


class _Line(msgspec.Struct, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    run: _Head | None = None
    environment: Environment | None = None
    host: Environment | None = None
    measurement: Measurement | None = None
    comparison: Comparison | None = None
    verdict: Verdict | None = None
    problem: Problem | None = None
    end: _End | None = None


def write(run: Run, path: str | os.PathLike[str]) -> None:
    """Writes a run file; an earlier file of that name stays whole until the new one is. A failure is an OutputError."""
    lines = [msgspec.json.encode(line) for line in _lines(run)]
    lines.append(msgspec.json.encode(_Line(end=_End(exit=run.exit, partial=run.partial, lines=len(lines)))))
    write_file(path, b"".join(line + b"\n" for line in lines))


def write_file(path: str | os.PathLike[str], content: bytes) -> None:
    """Replaces a file by way of a temporary one beside it, so that a full disk never leaves half a file.

    A device or pipe (/dev/stdout) is written directly. A failure is an OutputError naming the path.
    """
    target = Path(path)
    try:
        if target.exists() and not target.is_file():
            target.write_bytes(content)
            return
        handle, name = tempfile.mkstemp(prefix=f".{target.name}.", dir=target.parent)
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(content)
            umask = os.umask(0)
            os.umask(umask)
            Path(name).chmod(0o666 & ~umask)
            Path(name).replace(target)
        except BaseException:
            with contextlib.suppress(OSError):
                Path(name).unlink()
            raise
    except OSError as error:
        reason = error.strerror or str(error)
        fix = "name a file on a disk with space" if error.errno in _FULL else "name a file in a folder you may write to"
        raise OutputError(f"cannot write {target}: {reason}", fix=fix) from error


def read(path: str | os.PathLike[str]) -> Run:
    """Reads a run file (or an object printed by -J); anything else is a UsageError with path and line number."""
    try:
        content = Path(path).read_bytes()
    except OSError as error:
        raise UsageError(
            f"cannot read {path}: {error.strerror or error}", fix="name a file that wirerate wrote"
        ) from error
    lines = content.splitlines()
    head = _head(path, lines[0] if lines else b"")
    if head is None:
        return _decode(path, 1, content, Run)
    run = Run(command=head.command, environment=None, schema=head.schema)
    for number, line in enumerate(lines[1:], start=2):
        entry = _decode(path, number, line, _Line)
        if entry.end is not None:
            if entry.end.lines != number - 1 or number != len(lines):
                raise _bad(path, number, f"the end line counts {entry.end.lines} lines before it")
            run.exit, run.partial = entry.end.exit, entry.end.partial
            return run
        _add(run, entry, path, number)
    raise _bad(path, len(lines), "truncated: the end line is missing")


def from_json(content: bytes, source: str) -> Run:
    """The object that `-J` printed; anything else is a UsageError that names the source."""
    if _head(source, content.strip().splitlines()[-1] if content.strip() else b"") is not None:
        raise _bad(source, 1, "a run file, not the object of -J")
    return _decode(source, 1, content.strip().splitlines()[-1], Run)


def json_schema() -> dict[str, Any]:
    """JSON Schema of what -J prints; docs/reference holds a copy."""
    schema: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(msgspec.json.schema(Run)))  # tuples become lists
    return schema


def _lines(run: Run) -> Iterator[_Line]:
    yield _Line(run=_Head(schema=run.schema, command=run.command))
    if run.environment is not None:
        yield _Line(environment=run.environment)
    yield from (_Line(host=each) for each in run.hosts)
    yield from (_Line(measurement=each) for each in run.measurements)
    yield from (_Line(comparison=each) for each in run.comparisons)
    yield from (_Line(verdict=each) for each in run.verdicts)
    yield from (_Line(problem=each) for each in run.problems)


def _head(path: str | os.PathLike[str], line: bytes) -> _Head | None:
    """The run line's content, None for a -J object. The schema is looked at before anything that it governs."""
    try:
        first = msgspec.json.decode(line)
    except (msgspec.DecodeError, UnicodeDecodeError):
        first = None
    body = first.get("run", first) if isinstance(first, dict) else None
    if not isinstance(body, dict) or not isinstance(body.get("schema"), int) or "command" not in body:
        raise _bad(path, 1, "not a wirerate run file")
    if body["schema"] > SCHEMA:
        what = f"written by a newer wirerate (schema {body['schema']}, this one reads up to {SCHEMA})"
        raise _bad(path, 1, what, fix="pip install --upgrade wirerate")
    return _Head(schema=body["schema"], command=str(body["command"])) if body is not first else None


def _add(run: Run, entry: _Line, path: str | os.PathLike[str], number: int) -> None:
    if entry.environment is not None:
        run.environment = entry.environment
    elif entry.host is not None:
        run.hosts.append(entry.host)
    elif entry.measurement is not None:
        run.measurements.append(entry.measurement)
    elif entry.comparison is not None:
        run.comparisons.append(entry.comparison)
    elif entry.verdict is not None:
        run.verdicts.append(entry.verdict)
    elif entry.problem is not None:
        run.problems.append(entry.problem)
    else:
        raise _bad(path, number, "a line of no known kind")


def _decode(path: str | os.PathLike[str], number: int, line: bytes, kind: type[T]) -> T:
    try:
        return msgspec.json.decode(line, type=kind)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise _bad(path, number, str(error)) from error


def _bad(
    path: str | os.PathLike[str], number: int, what: str, *, fix: str = "measure again, or name another file"
) -> UsageError:
    return UsageError(f"{path}:{number}: {what}", fix=fix)
