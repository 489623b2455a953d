"""`wirerate fleet` over ssh to a private sshd, and the one run made of all hosts' runs."""

from __future__ import annotations

import json
from typing import Any

import pytest

from wirerate._version import __version__
from wirerate.errors import MissingError
from wirerate.records import Environment, Interval, Measurement, SpeedRun
from wirerate.report import kinds
from wirerate.report.document import document
from wirerate.wings.fleet.hosts import Answer, merge

from .conftest import PROGRAM, Hosts


def environment(host: str, flags: tuple[str, ...], hidden: tuple[str, ...] = ()) -> Environment:
    facts: dict[str, Any] = {"wirerate": "0", "date": "", "cpu": f"CPU of {host}", "cores": 1, "memory_bytes": 0}
    facts |= {"caches": (), "virtual": "", "os": "", "compiler": "", "kernel": "", "core_hz": 0.0, "tick_hz": 0.0}
    return Environment(host=host, flags=flags, hidden_flags=hidden, peers=(), **facts)


def answer(host: str, ns: float, flags: tuple[str, ...], hidden: tuple[str, ...] = ()) -> Answer:
    row = Measurement(subject="umac-64@wirerate/avx2", bytes=1500, ns=Interval(ns, ns, ns, 0.95), rounds=16)
    run = SpeedRun(command="speed", environment=environment(host, flags, hidden), rows=[row])
    return Answer(host, run.to_json().encode())


def test_the_slowest_host_and_what_it_lacks() -> None:
    answers = [
        answer("slow", 300.0, ("avx2",), ("aes",)),
        answer("quick", 100.0, ("avx2", "avx512f")),
        Answer("down", failure=MissingError("down does not answer", fix="start it")),
        Answer("old", b"not json\n"),
    ]
    run = merge(answers)
    assert run.exit == 4
    assert [problem.host for problem in run.problems] == ["slow", "quick", "down", "old"]
    other = f"slow has wirerate 0, this machine {__version__}; their results may differ"
    assert (run.problems[0].message, run.problems[0].fix) == (other, "install the same version there")
    assert {m.host for m in run.rows} == {"slow", "quick"}
    text = kinds.text(run)
    assert text.index("quick") < text.index("slow")
    assert "slowest: slow (CPU of slow): ×3.00 the time of quick for umac-64@wirerate/avx2" in " ".join(text.split())
    assert "it lacks avx512f aes (hidden)" in " ".join(text.split())


def test_the_page_of_a_fleet_names_its_hosts() -> None:
    run = merge([answer("slow", 300.0, ("avx2",)), answer("quick", 100.0, ("avx2", "avx512f"))])
    page = document(run)
    assert "<h1>Slowest: slow (CPU of slow): ×3.00" in page
    assert "Gbit/s: 1,500 B · warm · per packet · 1 thread" in page
    assert '<h2 id="environment-title">2 hosts</h2>' in page


def test_one_run_of_two_hosts(hosts: Hosts) -> None:
    words = ("speed", "hmac-md5", "-l", "64", "-t", "200ms", "--hosts", "alpha,beta", "--program", PROGRAM, "-J")
    done = hosts.run(*words)
    run = json.loads(done.stdout)
    assert done.returncode == run["exit"] == 0, done.stderr
    assert sorted(each["host"] for each in run["hosts"]) == ["alpha", "beta"]
    assert {m["host"] for m in run["rows"]} == {"alpha", "beta"}
    assert {m["subject"].partition("@")[0] for m in run["rows"] if m["role"] == "subject"} == {"hmac-md5"}


def test_hosts_that_do_not_answer(hosts: Hosts) -> None:
    done = hosts.run("check", "--hosts", "alpha,nowhere.invalid", "--program", "no-such-program")
    assert done.returncode == 4
    assert "alpha has no no-such-program; give its path with --program PATH" in done.stderr
    assert "nowhere.invalid has no address" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("check",), "name the hosts in exactly one way"),
        (("check", "--hosts", "a", "--cluster", "tls://x:1"), "name the hosts in exactly one way"),
        (("check", "--hosts", ""), "'' is not a host name"),
        (("check", "--hosts", "alpha,,beta"), "'' is not a host name; type: --hosts a,b,c"),
        (("check", "--hosts", "alpha,-oProxyCommand=true"), "'-oProxyCommand=true' is not a host name"),
        (("check", "--hosts", "alpha beta"), "'alpha beta' is not a host name"),
        (("check", "--hosts", "alpha", "--hosts", "beta"), "typed 2 times"),
        (("check", "--hosts", "alpha", "--program", ""), "--program is empty; type --program wirerate"),
        (("check", "--hosts", "alpha", "--bogus"), "--bogus"),
        (("check", "--hosts", "alpha", "hmac-md55"), "hmac-md5"),
        (("check", "--hosts", "alpha", "--frame", "64", "--packet", "64"), "--packet has no meaning with --frame"),
        (("check", "--hosts", "alpha", "--output", "x"), "would write a file on every host"),
    ],
)
def test_typing_errors_are_found_before_connecting(hosts: Hosts, words: tuple[str, ...], told: str) -> None:
    done = hosts.run(*words)
    assert done.returncode == 2
    assert told in done.stderr
