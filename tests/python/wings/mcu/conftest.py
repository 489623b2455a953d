"""Fixtures with firmware for every core, built in a separate cache; tests skip where it cannot be built or run."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Callable
from functools import cache
from importlib.util import find_spec
from pathlib import Path

import pytest

from wirerate.errors import MissingError
from wirerate.wings.mcu.lab.firmware import Firmware, build
from wirerate.wings.mcu.lab.image import Image
from wirerate.wings.mcu.lab.source import fetch

TINY = Path(__file__).with_name("tiny.c")


def absent() -> str:
    """Return the missing programs and packages that building and running firmware needs."""
    programs = [] if shutil.which("arm-none-eabi-gcc") else ["arm-none-eabi-gcc"]
    return ", ".join(programs + [name for name in ("unicorn", "capstone", "elftools") if not find_spec(name)])


@pytest.fixture(scope="session")
def firmware_cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the cache folder of this session's builds."""
    if missing := absent():
        pytest.skip(f"firmware cannot be built and run without {missing}")
    return tmp_path_factory.mktemp("cache")


@pytest.fixture
def own_cache(firmware_cache: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Make the lab build in this session's cache."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(firmware_cache))
    return firmware_cache


@pytest.fixture(scope="session")
def tiny(firmware_cache: Path) -> Callable[[str], Image]:
    """Return a function that gives the image of tiny.c for a core."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CACHE_HOME", str(firmware_cache))
        images = {core: build(Firmware("tiny", (TINY,), core=core)) for core in ("cortex-m0", "cortex-m3", "cortex-m4")}

    @cache
    def of(core: str) -> Image:
        return images["cortex-m0" if core == "cortex-m0plus" else core]

    return of


@pytest.fixture(scope="session")
def program(firmware_cache: Path) -> Path:
    """Return program.c built as a user would: hard floating point, without wirerate's linker script."""
    elf = firmware_cache / "program.elf"
    flags = ["-mcpu=cortex-m4", "-mthumb", "-mfloat-abi=hard", "-mfpu=fpv4-sp-d16", "-O2"]
    linked = ["-nostartfiles", "-Wl,--entry=main", "-o", str(elf)]
    source = Path(__file__).with_name("program.c")
    subprocess.run(["arm-none-eabi-gcc", *flags, str(source), *linked], check=True, capture_output=True)
    return elf


@pytest.fixture
def mbedtls(firmware_cache: Path) -> Path:
    """Return the source of Mbed TLS's default version, in the user's cache, so that it is fetched only once."""
    try:
        return fetch()
    except MissingError as error:
        pytest.skip(str(error))
