"""`wirerate path` on the command line: on this kernel, with wrong arguments, without permission, interrupted."""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import pytest
from tests.python.wings.path import made
from tests.python.wings.path.permitted import absent

from wirerate.cli.main import run
from wirerate.errors import MissingError
from wirerate.records import read, store
from wirerate.wings.path import answer as api_paths
from wirerate.wings.path.catalogue import ALIASES, PATHS, RECORD_PATHS

here = pytest.mark.skipif(bool(absent()), reason=absent())
Wirerate = Callable[..., Any]


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))


@pytest.fixture
def kernel(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Simulate a kernel."""

    def answering(**told: Any) -> None:
        def measure(wanted: Any, mixes: Any, **_: Any) -> Any:
            return made.answer([path for path in wanted if path in made.HERE], mixes[0].name, **told)

        monkeypatch.setattr(api_paths, "measure", measure)

    return answering


def interrupted_at(monkeypatch: pytest.MonkeyPatch, label: str, calls: int) -> None:
    """Raise KeyboardInterrupt when progress is reported: that is during the measurement, and not a race."""
    seen = []

    def progress(_share: float, what: str) -> None:
        seen.append(label in what)
        if sum(seen) == calls and seen[-1]:
            raise KeyboardInterrupt

    monkeypatch.setattr("wirerate.wings.path.command.live", lambda _: nullcontext(progress))


@here
def test_this_kernel_answers_with_forwarding_and_names_what_it_lacks(wirerate: Wirerate, tmp_path: Path) -> None:
    done = wirerate("path", "--link", "10M", "-t", "0.3", "-J", "--export-csv", "table.csv", "-o", "page.html")
    answer = json.loads(done.stdout)
    assert done.returncode == answer["exit"], done.stderr
    assert answer["exit"] in (0, 3)  # on a machine so loaded that a hop may take no time, one cannot tell
    judged = {verdict["subject"] for verdict in answer["verdicts"]}
    lacking = {each["path"] for each in answer["findings"]["absent"]}
    assert "plain" in judged
    assert {path.name for path in PATHS} <= judged | lacking
    assert all(each["message"] and each["fix"] for each in answer["findings"]["absent"])
    assert answer["findings"]["kernel"] in Path("/proc/version").read_text()
    stages = [m for m in answer["rows"] if m["row"] == "path-stage"]
    assert {"generate", "hop", "plain"} <= {m["operation"] for m in stages}
    assert all(m["sent"] == m["arrived"] for m in stages if m["status"] == "ok")
    assert "plain" in (tmp_path / "table.csv").read_text()
    assert "</html>" in (tmp_path / "page.html").read_text()


@here
@pytest.mark.parametrize(
    ("label", "calls", "rounds"), [("setting up", 1, False), ("packets", 1, False), ("packets", 2, True)]
)
def test_interrupted_in_any_phase_it_keeps_the_finished_rounds(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], label: str, calls: int, rounds: bool
) -> None:
    interrupted_at(monkeypatch, label, calls)
    assert run("path plain --link 10M -J".split()) == 130
    answer = json.loads(capsys.readouterr().out)
    assert (answer["exit"], answer["partial"]) == (130, True)
    assert any(m["rounds"] for m in answer["rows"]) == rounds
    assert all(len(m["samples_ns"]) == m["rounds"] for m in answer["rows"])


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ("esp-gmc", "did you mean esp-gmac?"),
        ("esp-gcm/tunel", "unknown variant of esp-aes-128-gcm"),
        ("wireguard/esn", "wireguard has no variant esn"),
        ("--link 0G", "above zero"),
        ("--link 0", "above zero"),
        ("--link fast", "rate:600M"),
        ("--packet imx", "did you mean imix?"),
        ("--packet 10", "20 to 65535"),
        ("macsec --link oc-3c", "name an Ethernet link"),
        ("--policy fip", "did you mean fips?"),
        ("--time soon", "10s"),
        ("--affinity 99999", "CPU 99999"),
        ("--affinity 0,1", "--affinity has 2 values: one thread sends the packets"),
        ("--frame 64", "--frame"),
        ("--cores", "--cores"),
        ("--duplex=yes", "--duplex"),
        ("tls --packet imix", "--packet has no meaning here: tls-aes-128-gcm is measured per record; type --record"),
        (
            "esp-gcm --record 1400",
            "--record has no meaning here: esp-aes-128-gcm is measured per packet; type --packet",
        ),
        (
            "esp-gcm ktls",
            "which takes two runs; type wirerate path ktls-aes-128-gcm, then wirerate path esp-aes-128-gcm",
        ),
        ("--record 16385", "a TLS record holds 1 to 16384 bytes"),
        ("--record 0", "above zero"),
        ("tls --record big", "size"),
        ("ktl", "did you mean ktls?"),
        ("tls/ip6", "tls-aes-128-gcm has no variants; type tls-aes-128-gcm"),
        ("tls --link 0G", "above zero"),
    ],
)
def test_wrong_words_are_one_line_that_says_what_to_type(
    capsys: pytest.CaptureFixture[str], one_line: Callable[[str], str], words: str, says: str
) -> None:
    assert run(["path", *words.split()]) == 2
    assert says in one_line(capsys.readouterr().err)


def test_records_answer_for_any_user_on_any_kernel(wirerate: Wirerate, tmp_path: Path) -> None:
    words = "path --record 100,16Ki --link 10M -t 0.2 -J --export-csv table.csv -o page.html"
    done = wirerate(*words.split())
    answer = json.loads(done.stdout)
    assert done.returncode == answer["exit"], done.stderr
    assert answer["exit"] in (0, 3)  # on a machine so loaded that TLS may take no time, one cannot tell
    judged = {verdict["subject"] for verdict in answer["verdicts"]}
    lacking = {each["path"] for each in answer["findings"]["absent"]}
    assert "tcp" in judged
    assert judged | lacking == {path.name for path in RECORD_PATHS}
    assert not judged & lacking
    assert answer["findings"]["unit"] == "record"
    assert {verdict["packets"] for verdict in answer["verdicts"]} == {"100-byte records", "16384-byte records"}
    assert "tcp" in (tmp_path / "table.csv").read_text()
    assert "</html>" in (tmp_path / "page.html").read_text()


@pytest.mark.parametrize(
    ("label", "calls", "rounds"), [("setting up", 1, False), ("records", 1, False), ("records", 2, True)]
)
def test_finished_rounds_of_records_are_kept_too(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], label: str, calls: int, rounds: bool
) -> None:
    interrupted_at(monkeypatch, label, calls)
    assert run("path tls --link 10M -J".split()) == 130
    answer = json.loads(capsys.readouterr().out)
    assert (answer["exit"], answer["partial"]) == (130, True)
    assert any(m["rounds"] for m in answer["rows"]) == rounds


def test_without_permission_the_error_says_why_and_what_to_type(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], one_line: Callable[[str], str]
) -> None:
    def refused(*_: Any, **__: Any) -> None:
        raise MissingError("an ordinary user may make no namespaces here", fix="type it with sudo")

    monkeypatch.setattr(api_paths, "measure", refused)
    assert run(["path"]) == 4
    assert one_line(capsys.readouterr().err).endswith("; type it with sudo")
    assert run(["path", "-J"]) == 4
    answer = json.loads(capsys.readouterr().out)
    assert (answer["kind"], answer["problems"][0]["fix"]) == ("failure", "type it with sudo")


def test_a_path_that_was_asked_for_and_is_lacking_is_an_error(
    kernel: Callable[..., None], capsys: pytest.CaptureFixture[str]
) -> None:
    kernel(refusals=made.LACKING)
    assert run("path esp-gcm --link 10M".split()) == 4
    assert "error: this kernel has no ESP; modprobe esp4" in capsys.readouterr().err


def test_a_run_is_kept_shown_again_and_has_a_page(
    kernel: Callable[..., None], capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    kernel()
    assert run("path --link 10M".split()) == 0
    assert read(store.last("path")).kind == "path"
    capsys.readouterr()
    assert run(["report", "last", "-o", str(tmp_path / "page.html")]) == 0
    assert "esp-aes-128-gcm" in (tmp_path / "page.html").read_text()


def test_the_finished_rounds_of_an_interrupted_run_are_printed(
    kernel: Callable[..., None], capsys: pytest.CaptureFixture[str]
) -> None:
    kernel(interrupted=True)
    assert run("path esp-gcm --link 10G".split()) == 130
    told = capsys.readouterr()
    assert "×1.13" in told.out
    assert "Partial" in told.out
    assert "interrupted" in told.err


def test_the_help_has_every_path_and_says_what_it_takes(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["path", "--help"]) == 0
    text = capsys.readouterr().out
    for name in (*(path.name for path in (*PATHS, *RECORD_PATHS)), *ALIASES, "/transport", "user namespace", "Exit:"):
        assert name in text
