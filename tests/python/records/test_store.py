"""The newest hundred runs are kept, or as many as the user asks for; other files in the folder are not touched."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from wirerate.cli.main import run
from wirerate.errors import UsageError
from wirerate.records import CheckRun, store


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    monkeypatch.delenv(store.VARIABLE, raising=False)
    store.folder().mkdir(parents=True)
    return store.folder()


def filled(folder: Path, count: int) -> list[str]:
    names = [f"2026010{1 + i % 9}T0000{i // 9 % 60:02}.{i:06}Z-{('check', 'speed')[i % 2]}.jsonl" for i in range(count)]
    for name in names:
        (folder / name).write_text("")
    return sorted(names)


@pytest.mark.parametrize(("asked", "stay"), [("", 100), ("3", 3), ("1", 1), ("all", 130), ("500", 130)])
def test_the_newest_stay(folder: Path, monkeypatch: pytest.MonkeyPatch, asked: str, stay: int) -> None:
    names = filled(folder, 130)
    monkeypatch.setenv(store.VARIABLE, asked)
    store.prune()
    assert sorted(path.name for path in folder.iterdir()) == names[-stay:]


def test_help_says_how_many_and_how_to_change_it(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["report", "--help"]) == 0
    said = " ".join(capsys.readouterr().out.split())
    assert f"The newest {store.MOST} runs are kept" in said
    assert store.VARIABLE in said


@pytest.mark.parametrize("name", ["mine.jsonl", "20250101T000000.000000Z-check.jsonl.bak", "20250101-check.jsonl"])
def test_files_that_are_no_kept_run_stay(folder: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    filled(folder, 5)
    (folder / name).write_text("")
    monkeypatch.setenv(store.VARIABLE, "2")
    store.prune()
    assert (folder / name).exists()
    assert len(list(folder.iterdir())) == 3


@pytest.mark.parametrize("asked", ["0", "-1", "ten", "1.5", "\u0663"])
def test_another_word_removes_nothing_and_is_named(folder: Path, monkeypatch: pytest.MonkeyPatch, asked: str) -> None:
    filled(folder, 130)
    monkeypatch.setenv(store.VARIABLE, asked)
    with pytest.raises(UsageError, match=store.VARIABLE):
        store.prune()
    assert len(list(folder.iterdir())) == 130


def test_a_run_just_kept_is_the_last_and_stays(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    filled(folder, 130)
    path = store.keep(CheckRun(command="check", environment=None))
    monkeypatch.setenv(store.VARIABLE, "1")
    store.prune()
    assert [each.name for each in folder.iterdir()] == [path.name]
    assert store.last() == path


def test_a_command_prunes_and_says_where_it_cannot(wirerate: Callable, environment: dict[str, str]) -> None:
    folder = Path(environment["XDG_STATE_HOME"]) / "wirerate" / "runs"
    folder.mkdir(parents=True, exist_ok=True)
    filled(folder, 5)
    words = ("compare", "md5@wirerate", "md5@wirerate", "--length", "64", "--time", "0.05", "-J")
    answer = json.loads(wirerate(*words, WIRERATE_KEEP_RUNS="few").stdout)
    assert [problem["code"] for problem in answer["problems"] if "KEEP" in problem["message"]] == ["not-pruned"]
    wirerate(*words, WIRERATE_KEEP_RUNS="2")
    assert len(list(folder.glob("*.jsonl"))) == 2
