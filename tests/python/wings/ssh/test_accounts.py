"""Accounts of every kind on a real sshd: what is measured, and the errors if nothing can be."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from wirerate.errors import MissingError
from wirerate.remote.ssh import NoShellError
from wirerate.report import kinds
from wirerate.report.terminal import Paper
from wirerate.wings.ssh import sftp, transfers
from wirerate.wings.ssh.algorithms import Candidate
from wirerate.wings.ssh.contest import Wanted, measure
from wirerate.wings.ssh.peer import Peer, zeros
from wirerate.wings.ssh.rows import SshRun
from wirerate.wings.ssh.server import PrivateServer

from .conftest import needs_openssh

pytestmark = needs_openssh
GCM = "aes128-gcm@openssh.com"
SIZE = 1 << 20


@contextmanager
def account(forced: str) -> Iterator[Peer]:
    """Run a private sshd on which `forced` replaces every command; "" is a usual account."""
    with PrivateServer(settings=("Subsystem sftp internal-sftp",)) as server:
        if forced:
            authorized = server.identity.with_name("authorized")
            authorized.write_text(f'command="{forced}",{authorized.read_text()}')
        yield Peer(None, server)


def test_other_output_of_a_login_shell_is_ignored() -> None:
    """An echo in .bashrc prints before the command, with and without a newline, and in lines like wirerate's."""
    with account("echo 1 2 3; echo wirerate; printf 'no end'; eval \\\"$SSH_ORIGINAL_COMMAND\\\"") as peer:
        with zeros(SIZE) as source:
            offer, sent = peer.meet(source, SIZE)
        back = peer.way.download(Candidate(GCM), SIZE)
        assert not peer.by_sftp
        assert GCM in offer.ciphers
        assert sent.there
        assert back.there
        assert min(sent.there.cpu, back.there.cpu) > 0
        assert sent.one_machine
        assert 0 < peer.way.round_trip() < 1


def test_an_account_for_sftp_only_is_measured_by_sftp() -> None:
    with account("internal-sftp") as peer:
        with zeros(SIZE + 5) as source:
            offer, sent = peer.meet(source, SIZE + 5)
        assert (peer.account, peer.by_sftp, peer.writes_file) == ("sftp only", True, False)
        assert offer.sent > SIZE
        assert sent.there is None
        assert peer.way.download(Candidate(GCM), SIZE + 5).size == SIZE + 5
        assert 0 < peer.way.round_trip() < 1


def test_without_devices_a_file_is_written_and_removed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """This is the case in a chroot."""
    monkeypatch.setattr(sftp, "_NULL", "/nowhere/null")
    monkeypatch.setattr(sftp, "_ZERO", "/nowhere/zero")
    sizes = []
    remove = sftp._Session.remove

    def seen_first(session: sftp._Session, path: str) -> None:
        sizes.append((tmp_path / path).stat().st_size)
        remove(session, path)

    monkeypatch.setattr(sftp._Session, "remove", seen_first)
    with account(f"internal-sftp -d {tmp_path}") as peer:
        with zeros(SIZE) as source:
            peer.meet(source, SIZE)
        assert peer.writes_file
        assert sizes == [SIZE]
        assert not list(tmp_path.iterdir())
        assert "uploads to a file that is removed each time" in transfers._sftp_problem(peer).message
        with pytest.raises(MissingError, match="without a /dev/zero to read from"):
            peer.way.download(Candidate(GCM), SIZE)


@pytest.mark.parametrize(
    ("forced", "told", "kind"),
    [
        ("/usr/sbin/nologin", "gives this account nologin as its shell", "nologin"),
        ("true", "ran no shell and answered nothing", "no shell"),
        ("echo only backups here", "ran no shell; it answered 'only backups here'", "no shell"),
    ],
)
def test_an_account_that_allows_no_measurement_is_an_error(forced: str, told: str, kind: str) -> None:
    if forced.startswith("/") and not Path(forced).exists():
        pytest.skip(f"no {forced} here")
    with account(forced) as peer, zeros(0) as source, pytest.raises(NoShellError, match=told) as raised:
        peer.meet(source, 0)
    assert raised.value.account == kind
    assert raised.value.exit_code == 4
    assert raised.value.fix


def test_sftp_that_may_write_nothing_says_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sftp, "_NULL", "/nowhere/null")
    with account("internal-sftp -R") as peer, zeros(0) as source, pytest.raises(MissingError) as raised:
        peer.meet(source, 0)
    assert "its start folder is not writable" in str(raised.value)
    assert "internal-sftp -d /FOLDER" in raised.value.fix


@pytest.fixture(scope="module")
def both_ways() -> Iterator[SshRun]:
    """Run both directions by sftp; some of the requested names are not offered by this sshd."""
    question = Wanted((GCM, "aes128-cbc"), ("hmac-md5", "hmac-sha2-256"), 2, SIZE, ("up", "down"))
    with account("internal-sftp") as peer:
        yield transfers._run(peer, measure(peer, question, zeros), [])


@pytest.mark.machine
def test_both_directions_are_rows_of_one_run(both_ways: SshRun) -> None:
    assert [m.operation for m in both_ways.rows] == ["upload", "download"]
    assert all(m.through == "sftp" and m.there is None for m in both_ways.rows)
    text = kinds.text(both_ways, Paper(120), explain=True)
    assert "Bottleneck of uploads: " in text
    assert "Bottleneck of downloads: " in text
    assert "downloads by sftp: 2 rounds of 1 MiB" in text


@pytest.mark.machine
def test_requested_names_that_are_not_offered_are_reported(both_ways: SshRun) -> None:
    told = {problem.code: problem.message for problem in both_ways.problems}
    assert told["not-offered"] == (
        "127.0.0.1 does not offer aes128-cbc, hmac-md5, hmac-sha2-256, so they were not measured"
    )
    assert told["by-sftp"].startswith("127.0.0.1 allows this account only sftp: measured by sftp")


@pytest.mark.machine
def test_an_algorithm_disabled_in_both_programs_is_measured_on_request() -> None:
    """The comparison of 2007, as a transfer."""
    question = Wanted(("aes128-cbc",), ("hmac-md5",), 1, SIZE)
    with PrivateServer(question.ciphers, question.macs) as server:
        (seen,) = measure(Peer(None, server), question, zeros)
    assert [str(each) for each in seen.rounds] == ["aes128-cbc+hmac-md5"]
    assert not seen.dropped
    assert seen.packet_bytes == pytest.approx(32768, rel=0.01)
