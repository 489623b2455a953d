"""Accounts as administrators make them: in a chroot, and with nologin as the shell.

sshd runs in a mount namespace in which the folder and /etc/passwd are replaced; the machine's own files are not
changed.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

import pytest

from wirerate.errors import MissingError
from wirerate.remote.ssh import NoShellError
from wirerate.wings.ssh import transfers
from wirerate.wings.ssh.algorithms import Candidate
from wirerate.wings.ssh.peer import Peer, zeros
from wirerate.wings.ssh.server import PrivateServer, user

from .conftest import SSHD, needs_openssh

NOLOGIN = "/usr/sbin/nologin"
SIZE = 1 << 20
GCM = Candidate("aes128-gcm@openssh.com")
SFTP = "Subsystem sftp internal-sftp"


def may_mount() -> bool:
    trial = ["unshare", "--mount", "mount", "-t", "tmpfs", "tmpfs", "/mnt"]
    return bool(shutil.which("unshare")) and subprocess.run(trial, capture_output=True, check=False).returncode == 0


pytestmark = [
    needs_openssh,
    pytest.mark.skipif(os.geteuid() != 0, reason="needs root for a chroot and another /etc/passwd"),
    pytest.mark.skipif(os.geteuid() == 0 and not may_mount(), reason="root may not mount in a namespace"),
]


@contextmanager
def account(prepare: str, *settings: str) -> Iterator[Peer]:
    """Run an sshd after `prepare` has run with an empty folder at /mnt."""
    script = f'mount -t tmpfs -o mode=755 tmpfs /mnt && {prepare} && exec "$@"'
    assert SSHD
    program = ["unshare", "--mount", "sh", "-c", script, "sh", SSHD]
    with PrivateServer(program=program, settings=settings) as server:
        yield Peer(None, server)


def nologin(*settings: str) -> AbstractContextManager[Peer]:
    """Return the account that runs the test, with another shell."""
    changed = f"sed '/^{user()}:/s,[^:]*$,{NOLOGIN},' /etc/passwd >/mnt/passwd"
    return account(f"{changed} && mount --bind /mnt/passwd /etc/passwd", *settings)


def test_a_chroot_without_devices_has_uploads_into_a_file() -> None:
    with account("true", SFTP, "ForceCommand internal-sftp", "ChrootDirectory /mnt") as peer:
        with zeros(SIZE) as source:
            offer, sent = peer.meet(source, SIZE)
            again = peer.way.upload(GCM, source, SIZE)
        assert (peer.account, peer.by_sftp, peer.writes_file) == ("sftp only", True, True)
        assert GCM.cipher in offer.ciphers
        assert sent.size == again.size == SIZE
        assert "uploads to a file that is removed each time" in transfers._sftp_problem(peer).message
        with pytest.raises(MissingError, match="without a /dev/zero to read from"):
            peer.way.download(GCM, SIZE)


def test_a_chroot_with_devices_has_both_directions() -> None:
    devices = "mkdir /mnt/dev && touch /mnt/dev/null /mnt/dev/zero && mount --bind /dev/null /mnt/dev/null"
    prepare = f"{devices} && mount --bind /dev/zero /mnt/dev/zero"
    with account(prepare, SFTP, "ForceCommand internal-sftp", "ChrootDirectory /mnt") as peer:
        with zeros(SIZE) as source:
            peer.meet(source, SIZE)
        assert (peer.account, peer.writes_file) == ("sftp only", False)
        assert peer.way.download(GCM, SIZE).size == SIZE


@pytest.mark.skipif(not Path(NOLOGIN).exists(), reason=f"no {NOLOGIN} here")
def test_nologin_with_sftp_is_measured_by_sftp() -> None:
    with nologin(SFTP) as peer:
        with zeros(SIZE) as source:
            peer.meet(source, SIZE)
        assert (peer.account, peer.by_sftp, peer.writes_file) == ("nologin", True, False)
        assert peer.way.download(GCM, SIZE).size == SIZE


@pytest.mark.skipif(not Path(NOLOGIN).exists(), reason=f"no {NOLOGIN} here")
def test_nologin_without_sftp_is_an_error() -> None:
    with nologin() as peer, zeros(0) as source, pytest.raises(NoShellError, match="nologin as its shell") as raised:
        peer.meet(source, 0)
    assert raised.value.exit_code == 4
