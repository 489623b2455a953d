"""bench/compare says how often a comparison is wrong and how often it finds: here, that it counts right and runs."""

from __future__ import annotations

import ctypes
import importlib.util
import shutil
import sys
from pathlib import Path
from types import ModuleType

import pytest

SCRIPT = Path(__file__).parents[3] / "bench" / "compare" / "honesty.py"


@pytest.fixture
def honesty(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    spec = importlib.util.spec_from_file_location("honesty", SCRIPT)
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    monkeypatch.setitem(sys.modules, "honesty", module)  # where its dataclass looks for its annotations
    spec.loader.exec_module(module)
    return module


def needed() -> None:
    if not shutil.which("cc"):
        pytest.skip("no C compiler to build two libraries with")
    try:
        ctypes.CDLL("libcrypto.so.3")
    except OSError:
        pytest.skip("no libcrypto.so.3 to compute MD5 with")


@pytest.mark.parametrize(
    ("of_equals", "of_slower", "status"),
    [
        ("CANNOT TELL", "REGRESSED", 0),
        ("NO CHANGE", "REGRESSED", 0),
        ("IMPROVED", "REGRESSED", 1),
        ("REGRESSED", "REGRESSED", 1),
        ("NO CHANGE", "NO CHANGE", 1),
        ("NO CHANGE", "CANNOT TELL", 1),
    ],
)
def test_its_status_is_the_claim(
    honesty: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str],
    of_equals: str, of_slower: str, status: int,
) -> None:  # fmt: skip
    def compare(a: Path, b: Path, threshold: str, seconds: float) -> object:
        return honesty.Told(of_slower if b.stem == "slower" else of_equals, 1.0, 0.9, 1.1, 64, None, 0.1)

    monkeypatch.setattr(honesty, "compare", compare)
    monkeypatch.setattr(honesty, "build", lambda folder: {name: folder / f"{name}.so" for name in ("a", "b", "slower")})
    assert honesty.main(["--equal", "10", "--slower", "10", "--load", "0"]) == status
    assert "of 10 found" in capsys.readouterr().out


def test_its_slower_build_computes_the_same_and_three_blocks_more(honesty: ModuleType, tmp_path: Path) -> None:
    needed()
    made = honesty.build(tmp_path)
    told = honesty.compare(made["a"], made["slower"], "1.5%", 1.0)
    assert told.word != "IMPROVED"
    assert told.low < 1 < told.high + 0.1


def test_other_programs_are_gone_when_it_is_done(honesty: ModuleType) -> None:
    with honesty.busy(1) as running:
        assert [each.poll() for each in running] == [None]
    assert all(each.poll() is not None for each in running)
