# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Read and write runs, as files and as the output of `-J`. Only this module knows the format.

A run file is JSON Lines: a `run` line, an `environment` line, one line per host, row (with its rounds), comparison,
verdict and problem, and an `end` line, without which the file is truncated. Each line is an object with one key, which
names the kind of the line: {"row": {...}}.
"""

from __future__ import annotations

import contextlib
import errno
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Union

import msgspec

from wirerate import registry
from wirerate.errors import OutputError, UsageError
from wirerate.records.run import RUNS, SCHEMA, AnyRun, Run

_FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO)

# The lists of a run, by the key of their lines in a run file.
_LISTS = {"host": "hosts", "row": "rows", "comparison": "comparisons", "verdict": "verdicts", "problem": "problems"}


def write(run: AnyRun, path: str | os.PathLike[str]) -> None:
    """Write a run file. An existing file of that name stays intact until the new one is complete.

    Raises OutputError.
    """
    lines = [msgspec.json.encode(line) for line in _lines(run)]
    end = {"exit": run.exit, "partial": run.partial, "lines": len(lines)}
    lines.append(msgspec.json.encode({"end": end}))
    write_file(path, b"".join(line + b"\n" for line in lines))


def check_writable(path: str | os.PathLike[str]) -> None:
    """Raise OutputError if `write_file` is certain to fail, as in a folder that is not writable."""
    target = Path(path)
    if target.is_dir():
        raise OutputError(
            f"cannot write {target}: it is a folder", fix=f"name a file, such as {target / 'report.html'}"
        )
    if not target.parent.is_dir():
        raise OutputError(f"cannot write {target}: there is no folder {target.parent}", fix=f"mkdir -p {target.parent}")
    if not os.access(target if target.exists() else target.parent, os.W_OK):
        raise OutputError(f"cannot write {target}: Permission denied", fix="name a file in a folder you can write to")


def write_file(path: str | os.PathLike[str], content: bytes) -> None:
    """Replace a file through a temporary one beside it, so that a full disk never leaves half a file.

    A device or pipe (/dev/stdout) is written directly. Raises OutputError, which names the path.
    """
    target = Path(path)
    try:
        if target.exists() and not target.is_file():
            target.write_bytes(content)
            return
        import tempfile  # imported late: it loads many modules, and most commands write no file

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
        fix = "name a file on a disk with space" if error.errno in _FULL else "name a file in a folder you can write to"
        raise OutputError(f"cannot write {target}: {reason}", fix=fix) from error


def read(path: str | os.PathLike[str]) -> AnyRun:
    """Read a run file, or an object printed by `-J`. Raises UsageError with path and line number."""
    try:
        content = Path(path).read_bytes()
    except OSError as error:
        raise UsageError(
            f"cannot read {path}: {error.strerror or error}", fix="name a file that wirerate wrote"
        ) from error
    lines = content.splitlines()
    if not _is_file(path, lines[0] if lines else b""):
        return _decode(path, 1, content)
    head = _object(path, 1, lines[0])["run"]
    run = _typed(path, 1, head | {"environment": None})
    for number, line in enumerate(lines[1:], start=2):
        key, value = _entry(path, number, line)
        if key == "end":
            if value["lines"] != number - 1 or number != len(lines):
                raise _bad(
                    path,
                    number,
                    f"lines are missing or added: according to this end line, {value['lines']} lines precede it",
                )
            run.exit, run.partial = value["exit"], value["partial"]
            return run
        part = {"environment": value} if key == "environment" else {"environment": None, _LISTS[key]: [value]}
        one = _typed(path, number, head | part)
        run.environment = one.environment or run.environment
        for name in _LISTS.values():
            getattr(run, name).extend(getattr(one, name))
    raise _bad(path, len(lines), "truncated: the end line is missing")


def from_json(content: bytes, source: str) -> AnyRun:
    """Read the object that `-J` printed. Raises UsageError, which names the source."""
    last = content.strip().splitlines()[-1] if content.strip() else b""
    if _is_file(source, last):
        raise _bad(source, 1, "this is a run file, not an object printed by -J")
    return _decode(source, 1, last)


def json_schema() -> dict[str, Any]:
    """Return the JSON Schema of the output of `-J`, which allows no additional properties; docs/reference has a
    copy.
    """
    kinds = Union[(*registry.runs(), *RUNS)]  # type: ignore[valid-type]
    schema: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(msgspec.json.schema(kinds)))  # tuples to lists
    for definition in schema["$defs"].values():
        if definition.get("type") == "object":
            definition["additionalProperties"] = False
    return schema


def _lines(run: AnyRun) -> Iterator[dict[str, Any]]:
    kind_fields = (name for name in run.__struct_fields__ if name not in Run.__struct_fields__)
    yield {"run": {name: getattr(run, name) for name in ("schema", "command", "kind", "findings", *kind_fields)}}
    if run.environment is not None:
        yield {"environment": run.environment}
    for word, name in _LISTS.items():
        yield from ({word: item} for item in getattr(run, name))


def _is_file(path: str | os.PathLike[str], line: bytes) -> bool:
    """Return whether the first line is that of a run file, rather than an object printed by `-J`.

    The schema version is checked first.
    """
    try:
        first = msgspec.json.decode(line)
    except (msgspec.DecodeError, UnicodeDecodeError):
        first = None
    body = first.get("run", first) if isinstance(first, dict) else None
    if not isinstance(body, dict) or not isinstance(body.get("schema"), int) or "command" not in body:
        raise _bad(path, 1, "not a wirerate run file")
    if body["schema"] > SCHEMA:
        problem = f"written by a newer wirerate (schema {body['schema']}, this one reads {SCHEMA})"
        raise _bad(path, 1, problem, fix="update wirerate")
    if body["schema"] < SCHEMA:
        problem = f"written by a wirerate before 0.3 (schema {body['schema']}); this one reads schema {SCHEMA}"
        raise _bad(path, 1, problem, fix="measure again")
    return body is not first


def _entry(path: str | os.PathLike[str], number: int, line: bytes) -> tuple[str, Any]:
    """Return the key and the value of a line."""
    (key, value), *more = _object(path, number, line).items() or {"": None}.items()
    known = (*_LISTS, "environment", "end")
    if more or key not in known or not isinstance(value, dict):
        raise _bad(path, number, "unknown kind of line")
    if key == "end" and {name: type(item) for name, item in value.items()} != _END:
        raise _bad(path, number, "the end line does not say how the run ended")
    return key, value


_END = {"exit": int, "partial": bool, "lines": int}


def _object(path: str | os.PathLike[str], number: int, line: bytes) -> dict[str, Any]:
    try:
        value = msgspec.json.decode(line)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise _bad(path, number, str(error)) from error
    if not isinstance(value, dict):
        raise _bad(path, number, f"Expected `object`, got `{type(value).__name__}`")
    return value


def _decode(path: str | os.PathLike[str], number: int, text: bytes) -> AnyRun:
    return _typed(path, number, _object(path, number, text))


def _typed(path: str | os.PathLike[str], number: int, fields: dict[str, Any]) -> AnyRun:
    """Convert an object to the run class of its kind."""
    kind = fields.get("kind")
    run_class = next((known for known in RUNS if known.__struct_config__.tag == kind), None) or registry.run(str(kind))
    if run_class is None:
        raise _bad(path, number, f"a run of kind {kind!r}, which this wirerate does not know")
    try:
        run: AnyRun = msgspec.convert(fields, run_class)
    except msgspec.ValidationError as error:
        raise _bad(path, number, str(error)) from error
    return run


def _bad(
    path: str | os.PathLike[str], number: int, problem: str, *, fix: str = "measure again, or name another file"
) -> UsageError:
    return UsageError(f"{path}:{number}: {problem}", fix=fix)
