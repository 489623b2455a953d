"""Errors of ssh become one line that says what to type."""

from __future__ import annotations

import pytest

from wirerate.errors import EXIT_MISSING
from wirerate.remote.ssh import explain

CASES = [
    ("ssh: Could not resolve hostname peer: Name or service not known", "peer has no address"),
    ("ssh: connect to host peer port 22: Connection refused", "peer refuses the connection"),
    ("ssh: connect to host peer port 22: Connection timed out", "peer does not answer"),
    ("ssh: connect to host peer port 22: No route to host", "no route to peer"),
    ("root@peer: Permission denied (publickey).", "peer refuses the key"),
    ("Host key verification failed.", "host key is unknown to this account"),
    (
        "Unable to negotiate with 1.2.3.4 port 22: no matching cipher found. Their offer: aes128-ctr",
        "none of the ciphers",
    ),
    ("Unable to negotiate with 1.2.3.4 port 22: no matching MAC found. Their offer: umac", "none of the MACs"),
    ("Corrupted MAC on input.", "different tags"),
    ("client_loop: send disconnect: Broken pipe", "during a transfer"),
    ("Connection to peer closed by remote host.", "closed the connection"),
    ("Connection closed by 127.0.0.1 port 1\nunshare: unshare failed: Operation not permitted", "may not mount"),
    ("something new", "failed with status 255: something new"),
    ("", "no message"),
]


@pytest.mark.parametrize(("stderr", "told"), CASES)
def test_one_line_and_a_fix(stderr: str, told: str) -> None:
    error = explain("peer", 255, f"debug1: noise\n{stderr}\n")
    assert told in str(error)
    assert "\n" not in str(error)
    assert error.fix
    assert error.exit_code == EXIT_MISSING


CHANGED = """\
@    WARNING: REMOTE HOST IDENTIFICATION HAS CHANGED!     @
Someone could be eavesdropping on you right now (man-in-the-middle attack)!
Offending ED25519 key in /home/me/.ssh/known_hosts:7
  remove with:
  ssh-keygen -f "/home/me/.ssh/known_hosts" -R "[peer]:2201"
Host key verification failed.
"""


def test_a_first_contact_and_a_changed_key_are_two_sentences() -> None:
    first, changed = explain("peer", 255, "Host key verification failed.\n"), explain("peer", 255, CHANGED)
    assert "unknown to this account" in str(first)
    assert "different host key" not in str(first)
    assert "has a different host key than before" in str(changed)
    assert "intercepts" in str(changed)
    assert "unknown to this account" not in str(changed)
    assert 'ssh-keygen -f "/home/me/.ssh/known_hosts" -R "[peer]:2201"' in changed.fix
    assert "ssh-keygen -R peer" in explain("peer", 255, CHANGED.replace("ssh-keygen", "nothing")).fix
    revoked = explain("peer", 255, "@       WARNING: REVOKED HOST KEY DETECTED!               @\n")
    assert "revoked" in str(revoked)
