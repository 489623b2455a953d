"""bench/compare/honesty.py counts wrong and missed results correctly, and runs."""

from __future__ import annotations

import ctypes
import importlib.util
import shutil
import sys
from collections.abc import Iterator
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
    monkeypatch.setitem(sys.modules, "honesty", module)  # its dataclasses resolve annotations there
    spec.loader.exec_module(module)
    return module


def needed() -> None:
    if not shutil.which("cc"):
        pytest.skip("no C compiler to build two libraries")
    try:
        ctypes.CDLL("libcrypto.so.3")
    except OSError:
        pytest.skip("no libcrypto.so.3 to copy")


def replace_comparisons(
    honesty: ModuleType, monkeypatch: pytest.MonkeyPatch, results: Iterator[tuple[str, float, float]]
) -> None:
    """Replace comparisons by these results: word, low and high."""

    def compare(subject: str, length: int, a: Path, b: Path, *_options: str) -> object:
        word, low, high = next(results)
        return honesty.Comparison(subject, length, word, (low * high) ** 0.5, low, high, 0.1)

    monkeypatch.setattr(honesty, "compare", compare)
    monkeypatch.setattr(honesty, "build", lambda folder, every=0: folder / f"every-{every}.so")
    monkeypatch.setattr(honesty, "copies", lambda file, folder: (folder / "a", folder / "b"))
    monkeypatch.setattr(honesty, "libcrypto", lambda: Path("libcrypto.so.3"))


QUIET, AWAY, CHANGED = ("NO CHANGE", 0.99, 1.01), ("NO CHANGE", 1.01, 1.03), ("IMPROVED", 1.06, 1.08)


@pytest.mark.parametrize(("away", "changed", "kept"), [(0, 0, True), (9, 1, True), (11, 0, False), (0, 3, False)])
def test_equals_may_differ_in_one_of_twenty(
    honesty: ModuleType, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, away: int, changed: int, kept: bool
) -> None:
    results = [AWAY] * away + [CHANGED] * changed
    replace_comparisons(honesty, monkeypatch, iter([*results, *[QUIET] * (200 - len(results))]))
    answer = honesty.equals(200, tmp_path)
    assert answer.kept is kept
    assert f"{away + changed} intervals exclude ×1, {changed} report a change" in answer.sentence
    assert sum(row[1] for row in answer.rows) == 200


@pytest.mark.parametrize(("missed", "false", "kept"), [(0, 0, True), (1, 1, True), (2, 0, False), (0, 2, False)])
def test_a_slowdown_must_be_reported_nine_times_in_ten(
    honesty: ModuleType, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, missed: int, false: int, kept: bool
) -> None:
    slower, same = ("REGRESSED", 0.96, 0.98), [CHANGED] * false + [QUIET] * (10 - false)
    one = [slower] * (10 - missed) + [QUIET] * missed + same
    replace_comparisons(honesty, monkeypatch, iter(one * 2))
    answer = honesty.slower(10, tmp_path, 60)
    assert answer.kept is kept
    assert [row[2] for row in answer.rows] == [f"{10 - missed} of 10"] * 2


@pytest.mark.parametrize(("outliers", "kept"), [(1, True), (4, False)])
def test_intervals_cover_the_mean_of_all_runs(
    honesty: ModuleType, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, outliers: int, kept: bool
) -> None:
    medians = iter([100.0] * (20 - outliers) + [110.0] * outliers)

    def wirerate(*_words: str) -> tuple[dict[str, object], float]:
        ns = next(medians)
        interval = {"median": ns, "low": ns - 3, "high": ns + 3}
        return {"rows": [{"subject": "md5", "bytes": 64.0, "role": "subject", "ns": interval}]}, 0.1

    monkeypatch.setattr(honesty, "wirerate", wirerate)
    answer = honesty.coverage(20, tmp_path)
    assert answer.kept is kept
    assert f"{20 - outliers} of 20 intervals" in answer.sentence


def test_its_slower_build_computes_the_same(honesty: ModuleType, tmp_path: Path) -> None:
    needed()
    plain, slower = honesty.build(tmp_path), honesty.build(tmp_path, honesty.EVERY)
    comparison = honesty.compare("hmac-md5", 576, plain, slower, "--threshold", "1.5%", "--time", "1s")
    assert comparison.word != "IMPROVED"
    assert comparison.low < 1


def test_a_table_replaces_the_text_between_its_markers(
    honesty: ModuleType, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    page = tmp_path / "page.md"
    page.write_text("before\n<!-- slower -->\nold\n<!-- end of slower -->\nafter\n")
    monkeypatch.setattr(honesty, "PAGE", page)
    honesty.write("slower", str(honesty.Answer(("a", "b"), [(1, 2)], "So it was.")))
    assert page.read_text() == (
        "before\n<!-- slower -->\n| a | b |\n| --- | --- |\n| 1 | 2 |\n\nSo it was.\n<!-- end of slower -->\nafter\n"
    )
    with pytest.raises(SystemExit, match="no marker"):
        honesty.write("faster", "")


def test_busy_programs_end_with_the_block(honesty: ModuleType) -> None:
    with honesty.busy(1) as running:
        assert [program.poll() for program in running] == [None]
    assert all(program.poll() is not None for program in running)
