"""The commands of the guide to continuous integration run as printed, in a shallow checkout with an empty home."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from tests.python.docs.test_generated import ROOT, typed

GUIDE = ROOT / "docs/guides/continuous-integration.md"
STEPS = re.findall(r"^      - (run|uses): (.+)$", GUIDE.read_text(), re.MULTILINE)
NEEDED = ("git", "cmake", "cc", "bash")


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    """Return an environment like a runner's, with this tree's `wirerate` on the PATH."""
    program = tmp_path / "bin" / "wirerate"
    program.parent.mkdir()
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m wirerate "$@"\n')
    program.chmod(0o755)
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("WIRERATE_", "GIT_"))}
    return kept | {
        "PATH": f"{program.parent}:{os.environ['PATH']}",
        "HOME": str(tmp_path / "home"),
        "XDG_STATE_HOME": str(tmp_path / "state"),
        "CMAKE_BUILD_TYPE": "Debug",  # speed does not matter in this test
        "CMAKE_BUILD_PARALLEL_LEVEL": "2",
        "GITHUB_BASE_REF": "main",
        "GITHUB_PATH": str(tmp_path / "path"),
        "GITHUB_STEP_SUMMARY": str(tmp_path / "summary.md"),
    }


def ran(command: str, folder: Path, environment: dict[str, str], *, status: tuple[int, ...] = (0,)) -> str:
    shell = ["bash", "-e", "-c", command]  # as on the runner
    done = subprocess.run(shell, capture_output=True, text=True, env=environment, cwd=folder, check=False)
    assert done.returncode in status, f"{command}: {done.returncode} {done.stderr}"
    return done.stdout


@pytest.fixture
def checkout(tmp_path: Path, environment: dict[str, str]) -> Path:
    """Return a checkout like that of actions/checkout: one commit, with more at its origin."""
    missing = [name for name in NEEDED if not shutil.which(name)]
    if missing or not (ROOT / ".git").exists():
        pytest.skip(f"no repository to check out, or no {', '.join(missing) or 'git'} to do it with")
    author = {
        "GIT_AUTHOR_NAME": "a",
        "GIT_AUTHOR_EMAIL": "a@b",
        "GIT_COMMITTER_NAME": "a",
        "GIT_COMMITTER_EMAIL": "a@b",
    }
    origin, folder, git = tmp_path / "origin.git", tmp_path / "checkout", environment | author
    ran(f"git init -q --bare {origin}", tmp_path, git)
    ran(f"git push -q --no-verify {origin} HEAD:refs/heads/main", ROOT, git)
    ran(f"git clone -q -b main file://{origin} other", tmp_path, git)
    ran("git commit -q --allow-empty -m change && git push -q origin HEAD:change", tmp_path / "other", git)
    ran(f"git clone -q --depth=1 -b change file://{origin} {folder}", tmp_path, git)
    return folder


def test_the_workflow_runs_in_a_shallow_checkout(checkout: Path, environment: dict[str, str], tmp_path: Path) -> None:
    assert STEPS[0] == ("uses", "actions/checkout@v4")
    for _, command in STEPS[1:]:
        if "pip install" in command:  # the packaging tests do that
            assert ran("test -f base/pyproject.toml && echo there", checkout, environment) == "there\n"
            continue
        # Any verdict on two builds in 0.2 s is fine, but there must be one.
        status = (0, 1) if "wirerate compare" in command else (0,)
        ran(command.replace("--time 60s", "--time 0.2s"), checkout, environment, status=status)
    assert "hmac-md5@./new/libwirerate.so" in (tmp_path / "summary.md").read_text()
    commits = ran("git rev-list --count HEAD && git -C base rev-list --count HEAD", checkout, environment)
    assert commits == "1\n1\n"


def test_a_runner_that_cannot_tell_does_not_fail_unless_asked() -> None:
    compared = [command for _, command in STEPS if "wirerate compare" in command]
    assert compared
    assert all("--unsure pass" in command for command in compared)
    assert any("pip install" in command for _, command in STEPS[: STEPS.index(("run", compared[0]))])


def test_its_other_commands_answer(environment: dict[str, str], tmp_path: Path) -> None:
    for word, library in (("old", "libwirerate.so"), ("new", "libwirerate.so"), ("new", "libcrypto.so.3")):
        (tmp_path / word).mkdir(exist_ok=True)
        assert any(f"./{word}/{library}" in command for command in typed(GUIDE))
    for command in typed(GUIDE):
        if "./" not in command:  # commands with the user's libraries are tested with the workflow
            ran(f"{command} --time 0.1s" if " compare " not in command else command, tmp_path, environment,
                status=(0, 1, 3))  # fmt: skip
    assert (tmp_path / "after.jsonl").exists()
