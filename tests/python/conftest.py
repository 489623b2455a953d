"""Set-up of the whole test run.

Ctrl-C must reach the tests that send it, even if the run was started in the background with the signal ignored. With
OpenSSL in FIPS mode, hashlib's MD5, a reference in these tests, must be called with `usedforsecurity=False`;
test_fips.py checks that the program itself does so. Each worker keeps runs in a folder of its own. Downloads and slow
builds stay in the user's cache, where processes wait for each other.
"""

from __future__ import annotations

import functools
import hashlib
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Generator, Iterator
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import hypothesis
import pytest
from tests.python import brief, forked
from tests.python.remote.fixtures import bucket, certificates, cluster  # noqa: F401

signal.signal(signal.SIGINT, signal.default_int_handler)
# On a busy machine examples are slow for reasons outside this project.
hypothesis.settings.register_profile("busy", deadline=None, suppress_health_check=[hypothesis.HealthCheck.too_slow])
hypothesis.settings.load_profile("busy")

try:
    hashlib.md5()
except ValueError:
    hashlib.md5 = functools.partial(hashlib.md5, usedforsecurity=False)  # type: ignore[assignment]


@pytest.fixture(scope="session", autouse=True)
def _own_state(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_STATE_HOME", str(tmp_path_factory.mktemp("state")))
        yield


# There is only one cluster with its servers, in one worker.
TOGETHER = (
    "tests/python/remote/",
    "tests/python/wings/fleet/",
    "tests/python/wings/sum/test_jobs.py",
    "tests/python/wings/sum/test_stores.py",
)
# Files that take half a minute or more run first, so that none is left alone at the end.
LONG = (
    "tests/python/wings/path/test_emulated.py",
    *TOGETHER,
    "tests/python/core/test_amalgamated.py",
    "tests/python/wings/hw/",
    "tests/python/docs/test_ci_guide.py",
)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    items.sort(key=lambda item: next((at for at, name in enumerate(LONG) if item.nodeid.startswith(name)), len(LONG)))


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> object:
    """Distribute files as --dist loadfile does, but treat files that share an expensive fixture as one."""
    from xdist.scheduler import LoadFileScheduling

    class ByRoom(LoadFileScheduling):  # type: ignore[misc]
        def _split_scope(self, nodeid: str) -> str:
            return TOGETHER[0] if nodeid.startswith(TOGETHER) else nodeid.partition("::")[0]

    if config.getvalue("dist") != "loadfile":
        return None
    config.option.loadscopereorder = False  # do not sort files by their number of tests
    return ByRoom(config, log)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    with nullcontext() if item.get_closest_marker("machine") else brief.rounds():
        return (yield)


# ---- the program as its users run it: a process of its own, with its own folder for kept runs ----

Wirerate = Callable[..., "subprocess.CompletedProcess[str]"]
PROGRAM = [sys.executable, "-m", "wirerate"]


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    unwanted = ("WIRERATE_", "PYTHONUNBUFFERED")  # buffered output fails later than unbuffered
    kept = {name: value for name, value in os.environ.items() if not name.startswith(unwanted)}
    return kept | {"XDG_STATE_HOME": str(tmp_path / "state"), "PYTHONIOENCODING": "utf-8"}


@pytest.fixture
def wirerate(environment: dict[str, str], tmp_path: Path, request: pytest.FixtureRequest) -> Wirerate:
    """Run the program: forked, or started (ten times slower) if it needs separate streams or environment variables."""
    measures = request.node.get_closest_marker("machine")
    program = PROGRAM if measures else brief.PROGRAM

    def run(*words: str, stdout: object = subprocess.PIPE, **variables: str) -> subprocess.CompletedProcess[str]:
        if not (measures or variables or stdout != subprocess.PIPE):
            return forked.forking().said(words, env=environment, cwd=tmp_path)
        return subprocess.run(
            [*program, *words],
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
    """Return the single line of an error; a traceback or a second line fails the test."""

    def only(text: str) -> str:
        lines = text.strip().splitlines()
        assert len(lines) == 1, text
        assert "Traceback" not in text
        return lines[0]

    return only
