"""The library against the SSH peers installed on this machine; `make matrix` has more peers and every MAC."""

from __future__ import annotations

import contextlib
from copy import copy

import pytest

pytest.importorskip("asyncssh", reason="asyncssh is not installed (pip install asyncssh)")

import asyncssh.mac
from tests.interop import matrix, ours
from tests.interop.clients import Absent, Client, driver, dropbear, openssh, phpseclib, plink
from tests.interop.macs import Checked
from tests.interop.matrix import FAILED, NOT_OFFERED, PASSED, Cell
from tests.interop.page import page
from tests.interop.servers import Server, servers

from wirerate.errors import MissingError

SOME = ("umac-64", "umac-128-etm", "hmac-md5", "hmac-sha2-256")
OFFERED = {
    "OpenSSH": set(SOME),
    "asyncssh": set(SOME),
    "phpseclib3": set(SOME),
    "PuTTY plink": {"hmac-md5", "hmac-sha2-256"},
    "libssh": {"hmac-sha2-256"},
    "libssh2": {"hmac-md5", "hmac-sha2-256"},
    "paramiko": {"hmac-md5", "hmac-sha2-256"},
    "dropbear": {"hmac-sha2-256"},
}
CLIENTS = {
    "OpenSSH 7.5": lambda: openssh(["ssh1"]),
    "OpenSSH": lambda: openssh(["ssh"]),
    "dropbear": dropbear,
    "plink": plink,
    "phpseclib": phpseclib,
    "libssh": lambda: driver("libssh", "ssh-python", "libssh.py"),
    "libssh2": lambda: driver("libssh2", "ssh2-python", "libssh2.py"),
    "paramiko": lambda: driver("paramiko", "paramiko", "paramiko_client.py"),
    "asyncssh": lambda: driver("asyncssh", "asyncssh", "asyncssh_client.py"),
}


@pytest.fixture(autouse=True)
def own_macs(monkeypatch: pytest.MonkeyPatch) -> None:
    """Undo the matrix's changes to asyncssh after the test."""
    for registry in ("_mac_algs", "_default_mac_algs", "_mac_handler", "_mac_params"):
        monkeypatch.setattr(asyncssh.mac, registry, copy(getattr(asyncssh.mac, registry)))


@pytest.mark.parametrize("name", CLIENTS)
def test_a_client(name: str) -> None:
    try:
        peer = CLIENTS[name]()
    except MissingError as error:
        pytest.skip(str(error))
    hold(peer)


@pytest.mark.parametrize("name", ["OpenSSH", "dropbear", "paramiko", "asyncssh"])
def test_a_server(name: str) -> None:
    found = next(peer for peer in servers(suites=()) if peer.name == name)
    if isinstance(found, Absent):
        pytest.skip(found.reason)
    hold(found)


def hold(peer: Client | Server) -> None:
    cells = list(matrix.run([peer], SOME))
    assert matrix.failures(cells) == []
    assert {cell.mac for cell in cells if cell.outcome == PASSED} == OFFERED[peer.name]
    assert all(cell.packets > 50 for cell in cells if cell.outcome == PASSED)
    assert all(cell.outcome == NOT_OFFERED for cell in cells if cell.mac not in OFFERED[peer.name])


@pytest.mark.parametrize("name", ["dropbear", "paramiko"])
def test_a_server_without_the_mac_that_closed_before_its_offer_was_seen(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = next(peer for peer in servers(suites=()) if peer.name == name)
    if isinstance(found, Absent):
        pytest.skip(found.reason)

    async def echoed(*where: object) -> bytes:
        with contextlib.suppress(asyncssh.Error):
            return await ours.echoed(*where)  # type: ignore[arg-type]
        raise asyncssh.ConnectionLost("Connection lost")

    monkeypatch.setattr(matrix, "echoed", echoed)
    assert [cell.outcome for cell in matrix.run([found], ["umac-64"])] == [NOT_OFFERED]


def test_one_wrong_bit_is_a_failure_that_names_the_packet(monkeypatch: pytest.MonkeyPatch) -> None:
    right = Checked._tag
    monkeypatch.setattr(Checked, "_tag", lambda self, seq, packet: bytes([right(self, seq, packet)[0] ^ 1]) + b"x" * 7)
    cells = list(matrix.run([CLIENTS["asyncssh"]()], ["umac-64"]))
    assert [cell.outcome for cell in cells] == [FAILED]
    assert cells[0].detail.startswith("packet ")


def test_the_page_names_what_failed_and_what_was_not_run() -> None:
    bad = Cell("peer", "1.0", "client", "umac-64", FAILED, detail="packet 7")
    text = page([bad, *matrix.run([Absent("nobody", "not installed")], ["umac-64"])])
    assert "| peer 1.0 | client | **failed**" in text
    assert "umac-64: packet 7" in text
    assert "not run: nobody: not installed" in text
