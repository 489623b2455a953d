from __future__ import annotations

import subprocess
import sys

import pytest

import wirerate
from wirerate._native import ffi, lib
from wirerate.errors import Error, UsageError, nearest, worst

PUBLIC = [
    "Error",
    "HmacMd5",
    "Md5",
    "Md5Ways",
    "Run",
    "Umac",
    "check",
    "compare",
    "hw",
    "internet_checksum",
    "kernels",
    "mcu",
    "md5",
    "md5_batch",
    "md5_ways",
    "model",
    "speed",
    "use_kernel",
]


def test_the_public_surface_is_this_and_all_of_it_is_there() -> None:
    assert sorted(wirerate.__all__) == PUBLIC
    assert all(getattr(wirerate, name) is not None for name in PUBLIC)
    assert set(PUBLIC) <= set(dir(wirerate))
    with pytest.raises(AttributeError, match="nothing"):
        _ = wirerate.nothing  # type: ignore[attr-defined]


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
