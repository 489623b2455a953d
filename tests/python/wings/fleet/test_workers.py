"""A measuring command on the hosts of a Dask cluster, which ends when the local command is killed."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from tests.python.remote.certificates import Certificates

from wirerate.wings.fleet.command import _names_no_cpu

from .test_over_ssh import processes, until

pytest.importorskip("distributed", reason="no Dask (pip install '.[fleet]')")

# Replaces the program, so that the workers notice a killed client sooner.
ASK = "from wirerate.wings.fleet import dispatch; from wirerate.cli import main; dispatch.LEASE_S = 8.0; main()"


def fleet(cluster: Any, certificates: Certificates, *words: str, state: Path) -> subprocess.Popen[str]:
    known = os.environ | {"XDG_STATE_HOME": str(state)}
    where = ("--cluster", cluster.scheduler.address, *certificates.options, "-J")
    return subprocess.Popen([sys.executable, "-c", ASK, "fleet", *words, *where],
                            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=known)  # fmt: skip


@pytest.mark.parametrize(
    ("words", "pinned"),
    [
        ((), True),
        (("--threads=1",), True),
        (("-A0",), False),
        (("--affinity=0",), False),
        (("-j2",), False),
        (("--cores",), False),
    ],
)
def test_a_cpu_is_chosen_where_the_command_names_none(words: tuple[str, ...], pinned: bool) -> None:
    """This holds for every spelling of the option."""
    assert _names_no_cpu("check", words) == pinned


def test_one_answer_of_each_host(cluster: Any, certificates: Certificates, tmp_path: Path) -> None:
    words = ("speed", "hmac-md5", "-l", "64", "-t", "100ms")
    with fleet(cluster, certificates, *words, state=tmp_path) as asker:
        output, errors = asker.communicate(timeout=120)
    run = json.loads(output)
    assert asker.returncode == run["exit"] == 0, errors
    assert [each["host"] for each in run["hosts"]] == ["127.0.0.1"]
    assert {m["host"] for m in run["rows"]} == {"127.0.0.1"}


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGKILL])
def test_the_remote_command_ends_with_the_local_one(
    cluster: Any, certificates: Certificates, tmp_path: Path, number: int
) -> None:
    length = str(60 + number)  # identifies its processes
    with fleet(cluster, certificates, "speed", "hmac-md5", "-l", length, "-t", "600s", state=tmp_path) as asker:
        until(lambda: processes("fleet here speed", f"-l {length} "))
        asker.send_signal(number)
        output, errors = asker.communicate(timeout=120)
    until(lambda: not processes("fleet here speed", f"-l {length} "))
    if number == signal.SIGKILL:
        assert asker.returncode == -number
        return
    run = json.loads(output)
    assert asker.returncode == run["exit"] == 130, errors
    assert [(each["code"], each["host"]) for each in run["problems"]] == [("interrupted", "127.0.0.1")]
