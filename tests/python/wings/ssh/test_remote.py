"""`wirerate ssh HOST` with a real sshd: the answer, and an error for every way in which a host can fail."""

from __future__ import annotations

import json
import socket
import subprocess
from contextlib import closing
from dataclasses import dataclass
from typing import Any

import pytest

from wirerate.records import read
from wirerate.wings.ssh.server import PrivateServer

from .conftest import Remote, needs_openssh

pytestmark = needs_openssh
QUICK = ("--rounds", "6", "--size", "1Mi", "--ciphers", "aes128-gcm,aes128-ctr", "--macs", "hmac-sha2-256-etm")


def one_line(done: subprocess.CompletedProcess[str]) -> str:
    """Return the only line of an error; anything like a traceback fails the test."""
    complaints = [line for line in done.stderr.splitlines() if not line.startswith("wirerate ssh: transfers")]
    assert len(complaints) == 1, done.stderr
    assert "Traceback" not in done.stderr
    return complaints[0]


@dataclass(frozen=True)
class Answer:
    done: subprocess.CompletedProcess[str]
    run: dict[str, Any]


@pytest.fixture(scope="module")
def answer(tmp_path_factory: pytest.TempPathFactory) -> Answer:
    """Run the guide's command once, with the shortest transfers, and return its output and its record."""
    folder = tmp_path_factory.mktemp("answer")
    with PrivateServer() as server, closing(Remote(server, folder)) as remote:
        done = remote.run("--direction", "both", *QUICK, "--export-json", str(folder / "run"), host="backup.example")
    kept = read(folder / "run")
    return Answer(done, json.loads(kept.to_json()))


@pytest.mark.machine
def test_answer(answer: Answer) -> None:
    run = answer.run
    # On a noisy machine no algorithm can be recommended.
    assert answer.done.returncode == run["exit"] == (3 if run["findings"]["noise"] else 0), answer.done.stderr
    assert run["findings"]["direction"] == "up"
    assert run["findings"]["also"]["direction"] == "down"
    rows = {(m["operation"], m["subject"]): m for m in run["rows"]}
    assert set(rows) == {
        (way, subject) for way in ("upload", "download") for subject in ("aes128-gcm", "aes128-ctr+hmac-sha2-256-etm")
    }
    for (way, _), each in rows.items():
        assert each["rounds"] == 6
        assert each["bytes"] == 1 << 20
        assert each["row"] == "transfer"
        assert each["window"] == 2 << 20
        if way == "upload":
            assert each["packet_bytes"] == pytest.approx(32768, rel=0.1)
        assert each["there"]
        assert each["peer"] == "backup.example"
        assert 0 < each["cpu_share"] <= 1
        assert each["noise"] >= 0
    assert run["findings"]["bottleneck"]
    assert run["findings"]["flow"]["mbps"] > 0
    assert "PRIVATE" not in json.dumps(run)


@pytest.mark.machine
def test_first_line_and_block(answer: Answer) -> None:
    text = answer.done.stdout
    assert "\nBottleneck of uploads: " in text
    unsure = "CANNOT TELL which cipher to use" in text
    assert unsure == (answer.done.returncode == 3)
    proposed = "Host backup.example\n    Ciphers ^aes128-" in text
    assert proposed == ("loads: CPU" in text and not unsure)
    assert "transfers to backup.example: 6 rounds" in answer.done.stderr
    assert "uploads, then downloads" in answer.done.stderr


def test_a_host_that_does_not_answer(remote: Remote) -> None:
    with socket.socket() as closed:
        closed.bind(("127.0.0.1", 0))
        remote.config["Port"] = str(closed.getsockname()[1])
        done = remote.run(*QUICK)
    assert done.returncode == 4
    assert one_line(done) == "wirerate ssh: peer refuses the connection: no sshd listens there; check host and port"


def test_the_key_is_refused(remote: Remote) -> None:
    remote.config["IdentityFile"] = str(remote.server.identity.with_name("host"))
    done = remote.run(*QUICK)
    assert done.returncode == 4
    assert "peer refuses the key" in one_line(done)


def test_the_host_is_not_known(remote: Remote) -> None:
    remote.config["UserKnownHostsFile"] = "/dev/null"
    done = remote.run(*QUICK)
    assert done.returncode == 4
    assert "peer's host key is unknown to this account" in one_line(done)


def test_the_host_shows_another_key(remote: Remote) -> None:
    known = remote.folder / "known_hosts"
    mine = remote.server.identity.with_suffix(".pub").read_text()
    known.write_text(f"[127.0.0.1]:{remote.server.port} {mine}")
    remote.config["UserKnownHostsFile"] = str(known)
    done = remote.run(*QUICK)
    assert done.returncode == 4
    assert "peer has a different host key than before" in one_line(done)
    assert f'-R "[127.0.0.1]:{remote.server.port}"' in done.stderr


def test_a_host_without_any_requested_algorithm_is_an_error(remote: Remote) -> None:
    remote.config["Ciphers"] = "+aes128-cbc"
    done = remote.run("--ciphers", "aes128-cbc")
    assert done.returncode == 4
    assert "the host offers no cipher named aes128-cbc" in one_line(done)


def test_a_host_that_runs_no_shell_is_an_error(remote: Remote) -> None:
    authorized = remote.server.identity.with_name("authorized")
    authorized.write_text(f'command="true",{authorized.read_text()}')
    done = remote.run(*QUICK)
    assert done.returncode == 4
    assert "ran no shell" in one_line(done)


@pytest.mark.machine
def test_a_drop_in_the_middle_keeps_finished_rounds(remote: Remote) -> None:
    remote.drop_at = 3 + 1 + 2 + 4 + 1  # set-up, a short and two full looks, the first round, the start of the second
    done = remote.run("--rounds", "6", "--size", "256Mi", *QUICK[4:], "-J")
    run = json.loads(done.stdout)
    assert done.returncode == run["exit"] == 4
    assert run["partial"]
    assert {m["rounds"] for m in run["rows"]} == {1}
    stopped, *cautions = run["problems"]
    assert stopped["code"] == "stopped"
    assert "peer" in stopped["message"]
    assert {p["code"] for p in cautions} <= {"stolen", "shared-cpu", "wide"}  # warnings about the finished rounds


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("--rounds", "3"), "3 rounds are too few for an interval"),
        (("--ciphers", "aes129-ctr"), "did you mean aes192-ctr?"),
        (("--macs", "umac-46"), "did you mean umac-64"),
        (("--size", "1Mi,2Mi"), "give one size"),
        (("--size", "100"), "100 bytes are less than"),
        (("--mill",), "--mill is a command of its own; type: wirerate ssh mill"),
        (("--time", "5s"), "--time is for wirerate ssh mill, not for wirerate ssh"),
        (("--etm",), "--etm is for wirerate ssh mill, not for wirerate ssh"),
        (("--file", "/etc/passwd", "--size", "1Mi"), "--size has no meaning with --file"),
        (("--link", "10X"), "10X"),
        (("--direction", "sideways"), "sideways"),
        (("--direction", "down", "--file", "/etc/passwd"), "can only be uploaded"),
        (("--ciphers", "aes128-gcm", "--macs", "umac-64"), "no MAC can be chosen with aes128-gcm"),
        (("--ciphers", ""), "no cipher is named"),
    ],
)
def test_bad_input_is_an_error_before_anything_is_sent(remote: Remote, arguments: tuple[str, ...], told: str) -> None:
    done = remote.run(*arguments)
    assert done.returncode == 2
    assert told in done.stderr
    assert remote.connections == 0


def test_a_host_that_is_an_option_is_not_one(remote: Remote) -> None:
    done = remote.run("--rounds", "6", "--", "-oProxyCommand=true", host="peer")
    assert done.returncode == 2
