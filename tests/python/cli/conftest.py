"""Runs the program as its users do: a process of its own, with its own folder for kept runs."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

Wirerate = Callable[..., "subprocess.CompletedProcess[str]"]
PROGRAM = [sys.executable, "-m", "wirerate"]


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    unwanted = ("WIRERATE_", "PYTHONUNBUFFERED")  # buffered output fails later than unbuffered
    kept = {name: value for name, value in os.environ.items() if not name.startswith(unwanted)}
    return kept | {"XDG_STATE_HOME": str(tmp_path / "state"), "PYTHONIOENCODING": "utf-8"}


@pytest.fixture
def wirerate(environment: dict[str, str], tmp_path: Path) -> Wirerate:
    def run(*words: str, stdout: object = subprocess.PIPE, **variables: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [*PROGRAM, *words],
            stdout=stdout,  # type: ignore[call-overload]
            stderr=subprocess.PIPE,
            text=True,
            env=environment | variables,
            cwd=tmp_path,
            timeout=240,
            check=False,
        )

    return run


@pytest.fixture
def one_line() -> Callable[[str], str]:
    """The single line that an error is; a traceback or a second line fails the test."""

    def only(text: str) -> str:
        lines = text.strip().splitlines()
        assert len(lines) == 1, text
        assert "Traceback" not in text
        return lines[0]

    return only
