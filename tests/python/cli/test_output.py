"""Output files: a path that cannot be written gives exit status 5 and is named; finished rounds are still printed."""

from __future__ import annotations

import csv
import io
import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import jsonschema
import pytest

from wirerate import records

SHORT = ("speed", "md5@wirerate", "--length", "64", "--time", "0.05")


@pytest.mark.parametrize("form", ["json", "csv", "markdown"])
def test_unwritable_export(wirerate: Callable, form: str) -> None:
    done = wirerate(*SHORT, f"--export-{form}", "/dev/full")
    assert done.returncode == 5
    assert "/dev/full" in done.stderr
    assert "No space left" in done.stderr
    assert "md5@wirerate" in done.stdout


@pytest.mark.parametrize("option", ["--export-json", "--export-csv", "--export-markdown"])
@pytest.mark.parametrize(("path", "fix"), [(".", "name a file"), ("no/such/folder/file", "mkdir -p no/such/folder")])
def test_an_unwritable_file_is_an_error_before_measuring(wirerate: Callable, option: str, path: str, fix: str) -> None:
    done = wirerate("speed", "md5@wirerate", "--time", "600s", option, path)
    assert done.returncode == 5
    assert fix in done.stderr
    assert done.stdout == ""


def test_a_folder_as_the_page_is_an_error_before_measuring_the_rest(wirerate: Callable) -> None:
    assert wirerate(*SHORT).returncode == 0
    done = wirerate("report", "--time", "600s", "--output", ".")
    assert (done.returncode, done.stdout) == (5, "")
    assert "it is a folder" in done.stderr


def test_full_standard_output(wirerate: Callable) -> None:
    with Path("/dev/full").open("w") as full:
        done = wirerate(*SHORT, stdout=full)
    assert done.returncode == 5
    assert "standard output" in done.stderr
    assert "Traceback" not in done.stderr
    assert "Exception ignored" not in done.stderr


def test_unwritable_page(wirerate: Callable) -> None:
    assert wirerate(*SHORT).returncode == 0
    done = wirerate("report", "--no-measure", "--output", "/dev/full")
    assert done.returncode == 5
    assert "/dev/full" in done.stderr


def test_unwritable_state_folder_is_a_warning(wirerate: Callable, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("not a folder")
    done = wirerate(*SHORT, XDG_STATE_HOME=str(tmp_path / "file"))
    assert done.returncode == 0
    assert "this run was not stored" in done.stderr


def test_closed_pipe_is_quiet(environment: dict[str, str], tmp_path: Path) -> None:
    command = f"python -m wirerate {' '.join(SHORT)} | true"
    done = subprocess.run(
        ["bash", "-c", f"set -o pipefail; {command}"],
        capture_output=True,
        text=True,
        env=environment | {"PATH": f"{Path(__import__('sys').executable).parent}:/usr/bin:/bin"},
        cwd=tmp_path,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0
    assert "Traceback" not in done.stderr
    assert "Exception ignored" not in done.stderr


def test_exports_agree_with_the_answer(wirerate: Callable, tmp_path: Path) -> None:
    done = wirerate(*SHORT, "-J", "--export-json", "run.jsonl", "--export-csv", "t.csv", "--export-markdown", "t.md")
    answer = json.loads(done.stdout)
    schema = json.loads((Path(__file__).parents[3] / "docs/reference/run.schema.json").read_text())
    jsonschema.validate(answer, schema)
    assert records.read(tmp_path / "run.jsonl").rows[0].ns.median == answer["rows"][0]["ns"]["median"]
    subjects = {m["subject"] for m in answer["rows"]}
    assert subjects <= {row["subject"] for row in csv.DictReader(io.StringIO((tmp_path / "t.csv").read_text()))}
    markdown = (tmp_path / "t.md").read_text()
    assert all(subject in markdown for subject in subjects)


def test_finished_runs_are_kept_and_reported(wirerate: Callable, tmp_path: Path) -> None:
    wirerate(*SHORT)
    kept = list((tmp_path / "state/wirerate/runs").glob("*-speed.jsonl"))
    assert len(kept) == 1
    done = wirerate("report", "last", "--no-measure", "--output", "page.html")
    assert done.returncode == 0
    assert "md5@wirerate" in (tmp_path / "page.html").read_text()


def test_computed_runs_are_kept_and_reported_too(wirerate: Callable, tmp_path: Path) -> None:
    exports = ("--output", "own.html", "--export-csv", "t.csv", "--export-markdown", "t.md", "--export-json", "r.jsonl")
    for words, said in (
        (("hw", "md5", "--lanes", "67"), "71.5 Gbit/s over 67 lanes"),
        (("model", "md5", "--cpu", "zen4"), "MD5 takes at least 4.016 cycles a byte"),
    ):
        assert wirerate(*words, *exports).returncode == 0
        assert said in (tmp_path / "own.html").read_text()
        assert all((tmp_path / name).read_text() for name in ("t.csv", "t.md"))
        assert records.read(tmp_path / "r.jsonl").kind == words[0]
        assert wirerate("report", "last", "--output", "page.html").returncode == 0
        assert said in (tmp_path / "page.html").read_text()


def test_the_last_run_to_hold_against_a_model_is_none_of_the_models(wirerate: Callable, tmp_path: Path) -> None:
    assert wirerate("speed", "md5@wirerate", "--length", "4096", "--time", "0.05").returncode == 0
    assert wirerate("model", "md5", "--cpu", "zen4").returncode == 0
    done = wirerate("model", "md5", "--cpu", "zen4", "--run", "last")
    assert done.returncode == 0
    assert "measured  bound  ratio" in done.stdout


def test_no_colour_in_a_pipe_and_no_progress(wirerate: Callable) -> None:
    done = wirerate(*SHORT)
    assert "\x1b" not in done.stdout + done.stderr


def closed(stream: str, environment: dict[str, str], tmp_path: Path) -> subprocess.CompletedProcess[str]:
    command = f"{sys.executable} -m wirerate {' '.join(SHORT)} {stream}>&-"
    return subprocess.run(
        ["bash", "-c", command], capture_output=True, text=True, env=environment, cwd=tmp_path, timeout=120, check=False
    )


def test_there_is_no_garbage_collection_at_the_end(environment: dict[str, str]) -> None:
    """A final garbage collection would visit every object of every module, which takes longer than the start."""
    code = """
import atexit, gc
from wirerate.cli import main
atexit.register(lambda: print(len(gc.get_objects()) < gc.get_freeze_count()))
main()
"""
    arguments = [sys.executable, "-c", code, "sum", os.devnull]
    done = subprocess.run(arguments, capture_output=True, text=True, env=environment, check=True)
    assert done.stdout.splitlines()[-1] == "True"


def test_no_standard_output_at_all(environment: dict[str, str], tmp_path: Path) -> None:
    done = closed("1", environment, tmp_path)
    assert done.returncode == 5
    assert "cannot write standard output" in done.stderr
    assert "internal failure" not in done.stderr


def test_no_standard_error_at_all(environment: dict[str, str], tmp_path: Path) -> None:
    done = closed("2", environment, tmp_path)
    assert done.returncode == 0
    assert "md5@wirerate" in done.stdout


def test_page_that_is_not_there_is_not_named(wirerate: Callable) -> None:
    assert wirerate(*SHORT).returncode == 0
    assert "no page" in wirerate("report", "--no-measure", "--output", "/dev/full").stdout


@pytest.mark.parametrize("encoding", ["ascii", "latin-1"])
@pytest.mark.parametrize("words", [("check", "--help"), ("mcu", "boards"), ("compare", "ü†.jsonl", "no.jsonl")])
def test_characters_missing_from_the_encoding_are_no_failure(encoding: str, words: tuple[str, ...]) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "wirerate", *words], capture_output=True, check=False,
        env=os.environ | {"PYTHONIOENCODING": encoding, "PYTHONUTF8": "0", "LC_ALL": "C"},
    )  # fmt: skip
    assert done.returncode == (2 if words[0] == "compare" else 0)
    assert b"Unicode" not in done.stderr
    assert words[0] == "compare" or done.stdout.isascii()
