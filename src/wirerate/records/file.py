# SPDX-License-Identifier: Apache-2.0 OR MIT
"""What a run is on disk and on `-J`; the only module that knows the format.

A run file is JSON Lines: a `run` line, an `environment` line, one line per host, measurement (with its rounds),
comparison, verdict and problem, and an `end` line that tells a whole file from a truncated one. Each line is an object
with one key, what it holds: {"measurement": {...}}.
"""

from __future__ import annotations

import contextlib
import errno
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from wirerate.errors import OutputError, UsageError
from wirerate.records.measurement import Comparison, Measurement
from wirerate.records.run import SCHEMA, Environment, Findings, Kind, Problem, Run
from wirerate.records.verdict import Verdict

_FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO)

T = TypeVar("T")


class _Head(msgspec.Struct, kw_only=True):
    schema: int
    command: str
    kind: Kind
    findings: Findings | None = None


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


def check_writable(path: str | os.PathLike[str]) -> None:
    """Fails as write_file would, as far as that can be known before there is anything to write."""
    target = Path(path)
    if target.is_dir():
        raise OutputError(
            f"cannot write {target}: it is a folder", fix=f"name a file, such as {target / 'report.html'}"
        )
    if not target.parent.is_dir():
        raise OutputError(f"cannot write {target}: there is no folder {target.parent}", fix=f"mkdir -p {target.parent}")
    if not os.access(target if target.exists() else target.parent, os.W_OK):
        raise OutputError(f"cannot write {target}: Permission denied", fix="name a file in a folder you may write to")


def write_file(path: str | os.PathLike[str], content: bytes) -> None:
    """Replaces a file by way of a temporary one beside it, so that a full disk never leaves half a file.

    A device or pipe (/dev/stdout) is written directly. A failure is an OutputError naming the path.
    """
    target = Path(path)
    try:
        if target.exists() and not target.is_file():
            target.write_bytes(content)
            return
        import tempfile  # with all that it loads, for who writes one

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
    if not _is_file(path, lines[0] if lines else b""):
        return _decode(path, 1, content, Run)
    head = _decode(path, 1, lines[0], _Line).run
    if head is None:
        raise _bad(path, 1, "not a wirerate run file")
    run = Run(command=head.command, kind=head.kind, environment=None, schema=head.schema, findings=head.findings)
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
    last = content.strip().splitlines()[-1] if content.strip() else b""
    if _is_file(source, last):
        raise _bad(source, 1, "a run file, not the object of -J")
    return _decode(source, 1, last, Run)


def json_schema() -> dict[str, Any]:
    """JSON Schema of what -J prints; docs/reference holds a copy. Nothing stands in a run that it does not name."""
    schema: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(msgspec.json.schema(Run)))  # tuples become lists
    for definition in schema["$defs"].values():
        if definition.get("type") == "object":
            definition["additionalProperties"] = False
    return schema


def _lines(run: Run) -> Iterator[_Line]:
    yield _Line(run=_Head(schema=run.schema, command=run.command, kind=run.kind, findings=run.findings))
    if run.environment is not None:
        yield _Line(environment=run.environment)
    yield from (_Line(host=each) for each in run.hosts)
    yield from (_Line(measurement=each) for each in run.measurements)
    yield from (_Line(comparison=each) for each in run.comparisons)
    yield from (_Line(verdict=each) for each in run.verdicts)
    yield from (_Line(problem=each) for each in run.problems)


def _is_file(path: str | os.PathLike[str], line: bytes) -> bool:
    """Whether a first line is a run file's, not the object of -J. The schema is looked at before what it governs."""
    try:
        first = msgspec.json.decode(line)
    except (msgspec.DecodeError, UnicodeDecodeError):
        first = None
    body = first.get("run", first) if isinstance(first, dict) else None
    if not isinstance(body, dict) or not isinstance(body.get("schema"), int) or "command" not in body:
        raise _bad(path, 1, "not a wirerate run file")
    if body["schema"] > SCHEMA:
        what = f"written by a newer wirerate (schema {body['schema']}, this one reads {SCHEMA})"
        raise _bad(path, 1, what, fix="update wirerate")
    if body["schema"] < SCHEMA:
        what = (
            f"written by wirerate 0.1 (schema {body['schema']}), which alone reads it; this one reads schema {SCHEMA}"
        )
        raise _bad(path, 1, what, fix="measure again")
    return body is not first


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
