"""The private sshd answers, changes nothing of the user's, and is gone afterwards, however the command ends."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import pytest

from wirerate.wings.ssh.server import PrivateServer

from .conftest import environment, needs_openssh, theirs, wait_for_transfer, wirerate

pytestmark = needs_openssh
QUICK = ("ssh", "--rounds", "6", "--size", "1Mi", "--ciphers", "aes128-gcm,aes128-ctr")
LONG = ("ssh", "--rounds", "200", "--size", "256Mi", "--ciphers", "aes128-gcm")


def listing(folder: Path) -> dict[str, float]:
    return {str(path): path.lstat().st_mtime for path in folder.rglob("*")} if folder.is_dir() else {}


def secrets_below(folder: Path) -> list[Path]:
    """Return files that contain a private key, whoever may read them."""
    return [path for path in folder.rglob("*") if path.is_file() and b"PRIVATE KEY" in path.read_bytes()]


@pytest.mark.machine
def test_answer_page_and_nothing_left(tmp_path: Path) -> None:
    before = listing(Path.home() / ".ssh")
    page, run_file = tmp_path / "page.html", tmp_path / "run.jsonl"
    done = wirerate([*QUICK, "--link", "1G", "-o", str(page), "--export-json", str(run_file)], tmp_path)
    assert done.returncode in (0, 1, 3), done.stderr
    assert "private sshd on 127.0.0.1" in done.stderr
    assert done.stdout.startswith(("Use ", "? CANNOT TELL which cipher to use: "))
    assert "\nBottleneck: " in done.stdout
    text = page.read_text()
    assert "aes128-ctr+umac-64-etm over aes128-ctr+hmac-md5-etm, uploads, paired over 6 rounds: ×" in text
    assert "Cipher by MAC" in text
    assert "umac-64-etm" in text
    assert "Bottleneck: " in text
    assert "PRIVATE KEY" not in text + run_file.read_text()
    assert not list(tmp_path.glob("wirerate-ssh-*"))
    assert not theirs(tmp_path)
    assert listing(Path.home() / ".ssh") == before


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGKILL])
def test_the_server_is_gone_however_the_command_ends(number: signal.Signals, tmp_path: Path) -> None:
    command = [sys.executable, "-m", "wirerate", *LONG, "-J"]
    child = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment(tmp_path)
    )
    wait_for_transfer(tmp_path)
    (place,) = tmp_path.glob("wirerate-ssh-*")
    (port,) = re.findall(r"127\.0\.0\.1\]:(\d+)", (place / "known_hosts").read_text())
    child.send_signal(number)
    out, err = child.communicate(timeout=60)
    deadline = time.monotonic() + 10
    while theirs(place) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not theirs(place)
    assert not secrets_below(tmp_path)
    with pytest.raises(ConnectionRefusedError):
        socket.create_connection(("127.0.0.1", int(port)))
    if number == signal.SIGINT:
        assert child.returncode == 130
        assert json.loads(out)["partial"]
        assert "Traceback" not in err
    if number != signal.SIGKILL:
        assert not place.exists()


@pytest.mark.skipif(not hasattr(os, "memfd_create"), reason="this system has no files in memory (memfd_create)")
def test_no_private_key_is_ever_on_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    with PrivateServer() as server:
        assert b"PRIVATE KEY" in server.identity.read_bytes()
        (place,) = tmp_path.iterdir()
        kept = [path for path in place.iterdir() if not path.is_symlink()]
        assert kept
        assert not [path for path in kept if b"PRIVATE KEY" in path.read_bytes()]
        link = server.identity.readlink()
    assert not link.exists() or b"PRIVATE KEY" not in link.read_bytes()


def test_without_ssh_keygen_the_package_is_named(tmp_path: Path) -> None:
    programs = tmp_path / "bin"
    programs.mkdir()
    for name in ("ssh", "sshd"):
        found = shutil.which(name, path=os.environ["PATH"] + ":/usr/sbin")
        assert found
        (programs / name).symlink_to(found)
    command = [sys.executable, "-m", "wirerate", *QUICK]
    only = {**environment(tmp_path), "PATH": str(programs)}
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, env=only)
    assert done.returncode == 4
    assert "this machine has no ssh-keygen" in done.stderr
    assert "openssh-client" in done.stderr
    assert not list(tmp_path.glob("wirerate-ssh-*"))
