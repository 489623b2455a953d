"""Help: within 80 columns, loaded without the measuring code; no arguments say what to type."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable

import pytest

import wirerate as package
from wirerate.cli.main import COMMANDS


@pytest.mark.parametrize("words", [("--help",), *((name, "--help") for name in COMMANDS)], ids=" ".join)
def test_fits_eighty_columns(wirerate: Callable, words: tuple[str, ...]) -> None:
    done = wirerate(*words, COLUMNS="200")
    assert done.returncode == 0
    assert max(map(len, done.stdout.splitlines())) <= 80


def test_no_arguments_say_what_to_type(wirerate: Callable) -> None:
    done = wirerate()
    assert done.returncode == 0
    assert "try: wirerate check" in done.stdout
    assert len(done.stdout.splitlines()) <= 9


def test_version(wirerate: Callable) -> None:
    assert wirerate("--version").stdout.split()[-1] == package.__version__


@pytest.mark.parametrize("module", ["numpy", "rich", "wirerate._native", "wirerate.lab", "wirerate.report"])
def test_help_loads_nothing_heavy(module: str) -> None:
    code = (
        "import sys; from wirerate.cli.main import run; run(['speed', '--help']); "
        f"sys.exit(any(name == {module!r} or name.startswith({module + '.'!r}) for name in sys.modules))"
    )
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, check=False).returncode == 0
