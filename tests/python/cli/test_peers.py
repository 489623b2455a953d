"""A peer that is absent, wrong or crashes is reported with exit status 4, and the other subjects are measured."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
SHORT = ("--length", "64,777,778", "--time", "0.05", "-J")
needs_cc = pytest.mark.skipif(not shutil.which("cc"), reason="no C compiler to build a misbehaving library")


def fake(folder: Path, behaviour: str) -> str:
    library = folder / f"{behaviour}.so"
    source = ROOT / "tests/host/fakes/fake.c"
    flags = ["-shared", "-fPIC", "-D_GNU_SOURCE", f"-DFAKE_{behaviour.upper()}", f"-I{ROOT / 'include'}"]
    subprocess.run(["cc", *flags, str(source), "-o", str(library)], check=True)
    return f"internet-checksum@./{library.name}"


@needs_cc
@pytest.mark.parametrize("behaviour", ["wrong", "crash_at_once", "crash_on_777", "wrong_on_778", "leave"])
def test_misbehaving_library(wirerate: Callable, tmp_path: Path, behaviour: str) -> None:
    done = wirerate("speed", fake(tmp_path, behaviour), "md5@wirerate", *SHORT)
    answer = json.loads(done.stdout)
    assert done.returncode == 4
    of_fake = [m for m in answer["rows"] if ".so" in m["subject"]]
    assert any(m.get("status") == "wrong" for m in of_fake)
    assert all("ns" not in m or m["ns"] is None for m in of_fake if m.get("status") == "wrong")
    assert [m for m in answer["rows"] if m["subject"].startswith("md5@wirerate") and m["rounds"]]
    assert any(problem["code"] == "wrong" for problem in answer["problems"])


@needs_cc
def test_behaving_library(wirerate: Callable, tmp_path: Path) -> None:
    done = wirerate("speed", fake(tmp_path, "right"), *SHORT)
    assert done.returncode == 0


def test_absent_library(wirerate: Callable) -> None:
    done = wirerate("speed", "md5@./nowhere.so", "md5@wirerate", *SHORT)
    assert done.returncode == 4
    assert "nowhere.so" in json.loads(done.stdout)["problems"][0]["message"]
