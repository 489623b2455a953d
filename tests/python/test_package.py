from __future__ import annotations

import inspect
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import wirerate
from wirerate import errors, registry
from wirerate._native import ffi, lib
from wirerate.errors import Error, UsageError, nearest, worst

ROOT = Path(__file__).parents[2]


def test_all_of_the_public_surface_is_there() -> None:
    assert wirerate.__all__ == sorted([*wirerate._HOME, *registry.calls()])
    assert all(getattr(wirerate, name) is not None for name in wirerate.__all__)
    assert set(wirerate.__all__) <= set(dir(wirerate))
    with pytest.raises(AttributeError, match="nothing"):
        _ = wirerate.nothing  # type: ignore[attr-defined]


def test_every_error_is_public() -> None:
    ours = {name for name, each in vars(errors).items() if inspect.isclass(each) and issubclass(each, errors.Error)}
    assert ours <= set(wirerate.__all__)


def test_the_description_names_every_part() -> None:
    """Parts are in the commands' order: check, speed; ssh, ah, mcu; model, hw; sum, objects, fleet; library."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    named = ("MACs", "digests", "ciphers", "SSH", "IPv6 AH", "microcontrollers", "model", "Verilog", "files", "objects")
    named += ("fleet", "batch MD5", "HMAC-MD5", "UMAC", "checksums", "Python and C")
    assert [part for part in named if part not in project["description"]] == []
    assert "\n" not in project["description"]


@pytest.mark.skipif(not (ROOT / "CMakeLists.txt").exists(), reason="the library's sources are missing")
def test_the_library_s_description_names_every_part() -> None:
    library = re.search(r'DESCRIPTION "([^"]*)"', (ROOT / "CMakeLists.txt").read_text())
    assert library is not None
    assert [part for part in ("MD5", "HMAC-MD5", "UMAC", "checksum", "AH") if part not in library[1]] == []


def test_library_and_package_are_of_one_version() -> None:
    assert ffi.string(lib.wr_version()).decode() == wirerate.__version__


def test_importing_the_package_loads_nothing_heavy() -> None:
    heavy = "{'numpy', 'rich', 'msgspec', 'wirerate._native'}"
    code = f"import sys, wirerate, wirerate.authenticators.subjects; print({heavy} & set(sys.modules))"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "set()\n"


@pytest.mark.parametrize(
    ("statuses", "expected"),
    [((), 0), ((0, 3), 3), ((3, 1, 0), 1), ((1, 5), 5), ((5, 4), 4), ((4, 2), 2), ((2, 130), 130)],
)
def test_the_worst_exit_status_wins(statuses: tuple[int, ...], expected: int) -> None:
    assert worst(statuses) == expected


def test_errors_carry_what_to_type() -> None:
    error = UsageError("what happened", fix="type this")
    assert isinstance(error, Error)
    assert (str(error), error.fix, error.exit_code) == ("what happened", "type this", 2)


def test_the_nearest_word_is_near() -> None:
    assert nearest("AVX-2", ["avx2", "neon"]) == "avx2"
    assert nearest("zebra", ["avx2", "neon"]) is None
