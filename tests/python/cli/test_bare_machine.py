"""The program on a machine without a home, UTF-8, network, much memory or writable files."""

from __future__ import annotations

import os
import resource
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

CHECK = [sys.executable, "-B", "-m", "wirerate", "check", "md5", "--link", "1G", "-t", "0.05"]
ANSWERED = (0, 1, 3)
MEMORY = 512 << 20


def bare(**more: str) -> dict[str, str]:
    """Return an environment with only what Python needs to find its modules, and the test's additions."""
    return {"PYTHONPATH": os.pathsep.join(sys.path), **more}


def answered(
    command: list[str], environment: dict[str, str], before: Callable[[], None] | None = None
) -> subprocess.CompletedProcess[str]:
    done = subprocess.run(command, env=environment, preexec_fn=before, capture_output=True, text=True, check=False)
    if before and done.returncode not in ANSWERED:  # a last-level cache so large that beating it takes all the memory
        assert "memory" in done.stderr
        assert "internal failure" not in done.stderr
        return done
    assert done.returncode in ANSWERED, done.stderr
    assert "on one core, 1 needed: hashing" in done.stdout
    return done


def test_an_empty_environment_without_utf8_and_with_little_memory(tmp_path: Path) -> None:
    def limited() -> None:
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))

    ascii_only = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    done = answered(CHECK, bare(HOME=str(tmp_path / "absent"), **ascii_only), limited)
    assert done.stdout.isascii()


def namespaces(*options: str) -> list[str]:
    """Return the start of a command that runs in new namespaces; skip if they are not permitted."""
    command = ["unshare", *options]
    if not shutil.which("unshare") or subprocess.run([*command, "true"], capture_output=True, check=False).returncode:
        pytest.skip("no namespaces can be created here (unshare)")
    return command


def test_without_writable_files_and_network() -> None:
    """All file systems are read-only, and the namespace has no network interface."""
    locked = 'mount --make-rprivate / && mount -o remount,bind,ro / && exec "$@"'
    command = [*namespaces("--mount", "--net"), "sh", "-c", locked, "sh"]
    if subprocess.run([*command, "true"], capture_output=True, check=False).returncode:
        pytest.skip("the root file system cannot be made read-only, not even in a namespace")
    done = answered([*command, *CHECK], bare(PATH=os.environ["PATH"], HOME="/absent"))
    assert "this run was not stored" in done.stderr
    assert "Read-only file system" in done.stderr
