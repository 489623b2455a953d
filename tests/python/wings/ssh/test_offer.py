"""Parsing the algorithms that two ends offer, from logs in the format of `ssh -vv`."""

from __future__ import annotations

import pytest

from wirerate.errors import MissingError
from wirerate.wings.ssh.algorithms import read_offer

CLIENT_KEX = "sntrup761x25519-sha512,curve25519-sha256,ext-info-c,kex-strict-c-v00@openssh.com"
SERVER_KEX = "curve25519-sha256,kex-strict-s-v00@openssh.com"


def log(client_kex: str = CLIENT_KEX, server_kex: str = SERVER_KEX, window: str = "") -> str:
    return f"""OpenSSH_9.2p1 Debian-2+deb12u10, OpenSSL 3.0.19 27 Jan 2026
debug1: Remote protocol version 2.0, remote software version OpenSSH_8.4
debug2: local client KEXINIT proposal
debug2: KEX algorithms: {client_kex}
debug2: ciphers ctos: chacha20-poly1305@openssh.com,aes128-ctr,aes128-gcm@openssh.com
debug2: ciphers stoc: chacha20-poly1305@openssh.com,aes128-ctr
debug2: MACs ctos: umac-64-etm@openssh.com,hmac-sha2-256-etm@openssh.com
debug2: MACs stoc: umac-64-etm@openssh.com
debug2: peer server KEXINIT proposal
debug2: KEX algorithms: {server_kex}
debug2: ciphers ctos: aes128-gcm@openssh.com,aes128-ctr,aes128-cbc
debug2: MACs ctos: hmac-sha2-256-etm@openssh.com,hmac-md5
{window}
Transferred: sent 12345, received 678 bytes, in 0.1 seconds
"""


def test_common_algorithms_are_in_the_clients_order() -> None:
    offer = read_offer(log())
    assert offer.ciphers == ("aes128-ctr", "aes128-gcm@openssh.com")
    assert offer.macs == ("hmac-sha2-256-etm@openssh.com",)
    assert offer.local_version == "OpenSSH_9.2p1"
    assert offer.sent == 12345


@pytest.mark.parametrize(
    ("client", "server", "strict"),
    [
        (CLIENT_KEX, SERVER_KEX, True),
        (CLIENT_KEX, "curve25519-sha256", False),
        ("curve25519-sha256", SERVER_KEX, False),
        (CLIENT_KEX, "curve25519-sha256,kex-strict-c-v00@openssh.com", False),  # the client's own mark, echoed
    ],
)
def test_strict_key_exchange_needs_both_marks(client: str, server: str, strict: bool) -> None:
    assert read_offer(log(client, server)).strict_kex is strict


def test_window_is_granted_at_once_or_by_the_first_adjustment() -> None:
    late = "\n".join(f"debug2: channel 0: {words}" for words in (
        "open confirm rwindow 0 rmax 32768", "rcvd adjust 2097152", "rcvd adjust 65536"
    ))  # fmt: skip
    assert read_offer(log(window=late)).window == 2097152
    assert read_offer(log(window="debug2: channel 0: open confirm rwindow 131072 rmax 16384")).window == 131072
    assert read_offer(log()).window == 0


def test_a_log_without_proposals() -> None:
    with pytest.raises(MissingError, match="does not log"):
        read_offer("debug1: nothing here")
