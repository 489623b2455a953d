"""The commands of the guide to microcontrollers run as printed and in order, with an empty home."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest
from tests.python.docs.test_generated import ROOT, typed

from wirerate.errors import MissingError
from wirerate.wings.mcu.curve_options import Toggles, config
from wirerate.wings.mcu.lab.firmware import Firmware, build
from wirerate.wings.mcu.lab.source import fetch

COMMANDS = typed(ROOT / "docs/guides/mcu.md")
BUILDS = ("--mbedtls", "mcu function", "mcu library")  # commands marked as such
STORED = [command for command in COMMANDS if not any(word in command for word in BUILDS)]


def ran(command: str, folder: Path, **variables: str) -> str:
    environment = {**os.environ, "HOME": str(folder / "home"), "XDG_STATE_HOME": str(folder / "state")} | variables
    shell = ["bash", "-c", command]
    done = subprocess.run(shell, capture_output=True, text=True, env=environment, cwd=folder, check=False)
    assert done.returncode == 0, f"{command}: {done.stderr}"
    return done.stdout


@pytest.fixture
def program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Return an environment with this tree's `wirerate` on the PATH."""
    folder = tmp_path / "bin"
    folder.mkdir()
    (folder / "wirerate").write_text(f'#!/bin/sh\nexec "{sys.executable}" -m wirerate "$@"\n')
    (folder / "wirerate").chmod(0o755)
    monkeypatch.setenv("PATH", f"{folder}:{os.environ['PATH']}")


def test_stored_results_answer_in_an_empty_home(program: None, tmp_path: Path) -> None:
    assert len(STORED) > 6
    for command in STORED:
        output = ran(command, tmp_path, XDG_CACHE_HOME=str(tmp_path / "cache"))
        assert output or ">" in command


def test_commands_that_build_firmware(program: None, tmp_path: Path) -> None:
    missing = [name for name in ("unicorn", "capstone", "elftools") if not find_spec(name)]
    if missing or not shutil.which("arm-none-eabi-gcc"):
        pytest.skip(f"firmware cannot be built and run without {', '.join(missing) or 'arm-none-eabi-gcc'}")
    try:
        (tmp_path / "mbedtls").symlink_to(fetch())
    except MissingError as error:
        pytest.skip(str(error))
    (tmp_path / "my_config.h").write_text(config("3.6", ["secp256r1"], Toggles(window=2)))
    source = tmp_path / "firmware.c"
    source.write_text("int md5_compress(char *state, const char *block) { return state[0] = block[1]; }\n")
    shutil.copy(build(Firmware("guide", (source,))).elf, tmp_path / "firmware.elf")
    user_tree, function, library = (next(c for c in COMMANDS if word in c) for word in BUILDS)
    cache = str(fetch().parents[3])  # the user's cache, to reuse earlier builds
    explained = ran(f"{user_tree} --explain", tmp_path, XDG_CACHE_HOME=cache)
    assert "my_config.h; window 2" in " ".join(explained.split())
    assert "md5_compress" in ran(function, tmp_path)
    assert "hmac-md5" in ran(library, tmp_path, XDG_CACHE_HOME=cache)
