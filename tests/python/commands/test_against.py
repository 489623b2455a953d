"""`speed --against` an implementation: each subject is compared with that implementation of its algorithm."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from wirerate.commands.speed import speed
from wirerate.errors import UsageError
from wirerate.host.machine import environment


@pytest.fixture(scope="module")
def nettle() -> str:
    if any(peer.absent for peer in environment().peers if peer.name == "nettle"):
        pytest.skip("no libnettle (Debian: libnettle8)")
    return "nettle"


def test_each_subject_has_a_reference_of_its_own(nettle: str) -> None:
    run = speed.speed(["umac-64@wirerate", "hmac-md5@wirerate"], lengths=(64, 1500), against=nettle, time=0.01)
    pairs = {(c.subject.partition("/")[0], c.reference, c.conditions.bytes) for c in run.comparisons}
    assert pairs == {
        (f"{name}@wirerate", f"{name}@nettle", size) for name in ("umac-64", "hmac-md5") for size in (64, 1500)
    }
    assert {m.role for m in run.rows} == {"subject", "ceiling", "floor"}


def test_an_implementation_that_lacks_the_algorithm() -> None:
    with pytest.raises(UsageError, match="cannot measure openssl's umac-64"):
        speed.speed(["umac-64"], against="openssl", time=0.01)


def test_as_typed(nettle: str, tmp_path: Path) -> None:
    words = ["speed", "umac-64@wirerate", "--against", nettle, "-l", "64", "-t", "0.01"]
    done = subprocess.run([sys.executable, "-m", "wirerate", *words], capture_output=True, text=True, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "umac-64@nettle" in done.stdout.partition("against")[2]
