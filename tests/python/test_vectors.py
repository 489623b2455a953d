"""The files of vectors/ through the Python API; vectors/README.md describes their format."""

from __future__ import annotations

import re
import runpy
from collections.abc import Iterator
from pathlib import Path

import pytest

import wirerate

VECTORS = Path(__file__).parents[2] / "vectors"


def _value(text: str) -> bytes:
    if text.startswith("@"):
        return bytes(i % 251 for i in range(int(text[1:])))
    once, _, times = text.partition("*")
    return bytes.fromhex(once) * int(times or "1")


def _vectors(name: str) -> Iterator[tuple[str, dict[str, bytes]]]:
    for line in (VECTORS / name).read_text().splitlines():
        if line and not line.startswith("#"):
            algorithm, *fields = line.split(" ")
            yield algorithm, {key: _value(text) for key, text in (field.split("=") for field in fields)}


def _check(algorithm: str, field: dict[str, bytes]) -> bool:
    """Compare one vector with the library. Return False if its algorithm is not one of this test's."""
    if algorithm == "md5":
        assert wirerate.md5(field["data"]) == field["digest"]
        assert wirerate.md5_batch([field["data"]] * 70) == [field["digest"]] * 70
    elif algorithm == "hmac-md5":
        key, bits = wirerate.HmacMd5(field["key"]), 8 * len(field["tag"])
        assert key.tag(field["data"], bits) == field["tag"]
        assert key.tags([field["data"]] * 70, bits) == [field["tag"]] * 70
    elif ways := re.fullmatch(r"md5-x(\d+)", algorithm):
        assert wirerate.md5_ways(field["data"], ways=int(ways[1])) == field["digest"]
    elif algorithm == "internet-checksum":
        assert wirerate.internet_checksum(field["data"]).to_bytes(2, "big") == field["checksum"]
    else:
        return False
    return True


@pytest.mark.parametrize(
    ("name", "count"),
    [("rfc1321.txt", 7), ("rfc2202.txt", 8), ("rfc1071.txt", 4), ("rfc1624.txt", 2), ("md5-ways.txt", 240)],
)
def test_vectors_of_each_file(name: str, count: int) -> None:
    assert sum(_check(algorithm, field) for algorithm, field in _vectors(name)) == count


@pytest.mark.parametrize("name", ["md5_ways", "long"])
def test_generated_vectors_are_what_the_generator_prints(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    runpy.run_path(str(VECTORS / f"generate_{name}.py"), run_name="__main__")
    assert capsys.readouterr().out == (VECTORS / f"{name.replace('_', '-')}.txt").read_text()
