"""Temporary directories are attributed to a process, and removed only if that process has ended."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from wirerate.cleanup import is_abandoned, make_folder, name_with_process, temporary_folder

pytestmark = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="needs /proc")

MAKE = "from wirerate.cleanup import make_folder; print(make_folder('ssh'))"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setattr(tempfile, "tempdir", None)
    return tmp_path


def left_by_another() -> Path:
    """Return a directory whose process has ended."""
    told = subprocess.run([sys.executable, "-c", MAKE], capture_output=True, text=True, check=True).stdout
    return Path(told.strip())


def test_directories_of_ended_processes_are_removed_at_the_next_start(folder: Path) -> None:
    left = left_by_another()
    (left / "key").write_text("of a private sshd")
    assert left.parent == folder
    mine = make_folder("other")
    assert list(folder.iterdir()) == [mine]
    assert mine.stat().st_mode & 0o777 == 0o700


def test_directories_in_use_stay(folder: Path) -> None:
    first, second = make_folder("ssh"), make_folder("ssh")
    assert first != second
    assert set(folder.iterdir()) == {first, second}


def test_a_number_used_again_is_another_process(folder: Path) -> None:
    start = name_with_process("ssh").split("-")[3]
    old = name_with_process("ssh").replace(f"-{start}-", f"-{int(start) - 1}-")
    assert is_abandoned(old)
    assert not is_abandoned(name_with_process("ssh"))


def test_a_zombie_counts_as_ended(folder: Path) -> None:
    with subprocess.Popen([sys.executable, "-c", MAKE], stdout=subprocess.PIPE, text=True) as child:
        assert child.stdout is not None
        name = Path(child.stdout.read().strip()).name  # to the end: its output is closed when it is gone
        os.waitid(os.P_PID, child.pid, os.WEXITED | os.WNOWAIT)
        assert Path(f"/proc/{child.pid}").exists()
        assert is_abandoned(name)


@pytest.mark.parametrize("name", ["wirerate-ssh-abc", "wirerate-1-1-1", "other-ssh-1-1-1", "wirerate-ssh-1-1-"])
def test_other_names_stay(name: str) -> None:
    assert not is_abandoned(name)


def test_a_directory_of_another_container_stays(folder: Path) -> None:
    left = left_by_another()
    moved = left.rename(left.with_name("wirerate-ssh-999999999-1-1-x"))
    make_folder("ssh")
    assert moved.exists()


def test_a_link_is_not_followed(folder: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    precious = tmp_path_factory.mktemp("precious")
    left = left_by_another()
    left.rmdir()
    left.symlink_to(precious)
    make_folder("ssh")
    assert precious.exists()
    assert left.is_symlink()


def test_a_folder_ends_with_its_block(folder: Path) -> None:
    with temporary_folder("ssh") as path:
        (path / "file").touch()
    assert not path.exists()


def test_a_child_ends_with_its_parent() -> None:
    """Only the parent's end closes the child's end of the pipe; otherwise the child would sleep on."""
    parent = (
        "import os, subprocess, signal; from wirerate.cleanup import die_with_parent; "
        "subprocess.Popen(['sleep', '600'], preexec_fn=die_with_parent); os.kill(os.getpid(), signal.SIGKILL)"
    )
    done = subprocess.run([sys.executable, "-c", parent], stdout=subprocess.PIPE, timeout=60, check=False)
    assert done.returncode == -9
