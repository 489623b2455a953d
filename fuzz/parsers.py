"""Fuzz all Python parsers of untrusted input. The first byte of an input selects the parser.

A parser may return or raise wirerate.Error; anything else is a failure. To fuzz with atheris: python fuzz/parsers.py
[libFuzzer's options] CORPUS SEEDS. tests/python/fuzz runs the seeds and random inputs without atheris.
"""

from __future__ import annotations

import contextlib
import io
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

import wirerate
from wirerate import records
from wirerate.authenticators.subjects import parse_subject
from wirerate.links import parse_link, parse_packets, parse_rate, parse_size
from wirerate.wings.ah import captures
from wirerate.wings.sum import etag, lists, names
from wirerate.wings.sum.check_files import Reader

_scratch = Path(tempfile.mkdtemp(prefix="wirerate-fuzz-", dir="/dev/shm" if Path("/dev/shm").is_dir() else None))


def _file(name: str, data: bytes) -> Path:
    path = _scratch / name
    path.write_bytes(data)
    return path


def _words(parse: Callable[[str], object]) -> Callable[[bytes], object]:
    return lambda data: parse(data.decode("utf-8", "surrogateescape"))


def _run_file(data: bytes) -> None:
    records.read(_file("run.jsonl", data))


def _printed_object(data: bytes) -> None:
    records.from_json(data, "standard input")


def _capture(data: bytes) -> None:
    for record in captures.read(_file("packets.pcap", data)):
        assert len(record.packet) <= len(data)


def _check_file(data: bytes) -> None:
    for _, entry in Reader().entries(io.BytesIO(data)):
        assert entry is None or len(entry.digest) in (16, 32)


def _list(suffix: str) -> Callable[[bytes], None]:
    def parse(data: bytes) -> None:
        for entry in lists.read_list(_file(f"objects{suffix}", data)):
            assert entry is not None

    return parse


def _names(data: bytes) -> None:
    if b"\0" not in data:  # no file name contains it
        assert names.unescape(names.escape(data)) == data
    names.unescape(data)
    names.quoted(data)


def _etag(data: bytes) -> None:
    parsed = etag.parse_etag(data.decode("latin-1"))
    if parsed is not None:
        assert etag.parse_etag(str(parsed)) == parsed


PARSERS: tuple[Callable[[bytes], object], ...] = (
    _run_file,
    _printed_object,
    _capture,
    _check_file,
    _list(".csv"),
    _list(".json"),
    _list(".csv.gz"),
    _names,
    _etag,
    _words(parse_size),
    _words(parse_rate),
    _words(parse_packets),
    _words(parse_link),
    _words(parse_subject),
)


def run_input(data: bytes) -> None:
    """Run the parser that an input selects."""
    if not data:
        return
    with contextlib.suppress(wirerate.Error):
        PARSERS[data[0] % len(PARSERS)](data[1:])


if __name__ == "__main__":
    import atheris

    atheris.instrument_all()
    atheris.Setup(sys.argv, run_input)
    atheris.Fuzz()
