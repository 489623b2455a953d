"""AH between two namespaces, as root with iperf3 and a TUN device; without these, the command says what is missing."""

from __future__ import annotations

import os
import subprocess

import pytest

from wirerate.cleanup import name_with_process
from wirerate.errors import MissingError
from wirerate.wings.ah import demo

pytestmark = pytest.mark.machine


def unable() -> str:
    """Return why the demonstration cannot run here; namespaces may be forbidden even for root."""
    try:
        demo._check()
    except MissingError as error:
        return str(error)
    try_it = subprocess.run(["unshare", "--net", "true"], capture_output=True, check=False)
    return "" if try_it.returncode == 0 else "network namespaces are not permitted here"


needs = pytest.mark.skipif(bool(unable()), reason=unable())


@needs
@pytest.mark.parametrize("algorithm", ["hmac-sha2-256-128", "keyed-md5"])
def test_everything_is_taken_once_and_forgeries_are_not(algorithm: str) -> None:
    outcome = demo.demonstrate(algorithm, 1.0)
    assert outcome.right, outcome
    assert outcome.sent > 1000
    assert outcome.forged > 0
    assert outcome.swapped > 0
    assert (outcome.replayed > 0) == (algorithm != "keyed-md5")
    assert set(outcome.mbps) == {"TCP", "UDP"}
    assert min(outcome.mbps.values()) > 0


@needs
def test_nothing_is_left_behind() -> None:
    left = subprocess.run(["ip", "netns", "list"], capture_output=True, text=True, check=True).stdout
    assert name_with_process("ah") not in left


def test_an_ordinary_user_gets_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    with pytest.raises(MissingError, match="root") as caught:
        demo.demonstrate("hmac-md5-96", 1.0)
    assert "sudo" in caught.value.fix


def test_a_program_that_is_missing_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    monkeypatch.setattr(demo.shutil, "which", lambda name: None)
    with pytest.raises(MissingError, match=r"not installed|no /dev/net/tun"):
        demo.demonstrate("hmac-md5-96", 1.0)
