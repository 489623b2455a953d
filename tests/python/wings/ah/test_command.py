"""`wirerate ah sign`, `verify` and `speed` on the command line."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

Wirerate = Callable[..., "subprocess.CompletedProcess[str]"]
LINUX = Path(__file__).parents[4] / "vectors" / "linux-ah"
CAPTURE = str(LINUX / "hmac-md5-96-transport.pcap")


@pytest.fixture
def key(tmp_path: Path) -> str:
    path = tmp_path / "key"
    path.write_text("0x000102030405060708090a0b0c0d0e0f\n")
    return str(path)


@pytest.fixture
def options(key: str) -> list[str]:
    return ["--spi", "0x1001", "--algorithm", "hmac-md5-96", "--key-file", key]


def test_the_kernel_s_capture_verifies(wirerate: Wirerate, options: list[str]) -> None:
    done = wirerate("ah", "verify", CAPTURE, *options)
    assert (done.returncode, done.stdout.splitlines()[-1]) == (0, "5 packets: all verified")
    assert "MUST NOT (RFC 8221)" in done.stderr


def test_there_and_back_is_the_kernel_s_capture(wirerate: Wirerate, options: list[str], tmp_path: Path) -> None:
    plain, again = tmp_path / "plain.pcap", tmp_path / "again.pcap"
    assert wirerate("ah", "verify", CAPTURE, *options, "-o", str(plain)).returncode == 0
    done = wirerate("ah", "sign", str(plain), *options, "-o", str(again))
    assert (done.returncode, done.stdout) == (0, "5 packets: all signed\n")
    assert again.read_bytes() == Path(CAPTURE).read_bytes()


def test_refusals_are_reported_and_counted(wirerate: Wirerate, options: list[str], tmp_path: Path) -> None:
    broken = tmp_path / "broken.pcap"
    content = bytearray(Path(CAPTURE).read_bytes())
    content[24 + 16 + 52] ^= 1  # the first packet's ICV
    broken.write_bytes(content[:-1])
    done = wirerate("ah", "verify", str(broken), *options)
    assert done.returncode == 1
    lines = done.stdout.splitlines()
    assert lines[0].split()[:4] == ["1", "bad-icv", "sequence", "1"]
    assert lines[4].split()[:2] == ["5", "cut-short"]
    assert lines[5] == "5 packets: 3 verified, 2 refused"
    assert {line.split()[1] for line in lines[6:]} == {"bad-icv:", "cut-short:"}


def test_json_lines(wirerate: Wirerate, options: list[str]) -> None:
    done = wirerate("ah", "verify", CAPTURE, *options, "-J")
    *packets, last = map(json.loads, done.stdout.splitlines())
    assert [(p["packet"], p["verdict"], p["sequence"]) for p in packets] == [(n, "ok", n) for n in range(1, 6)]
    assert last == {"summary": {"packets": 5, "verified": 5, "refused": [], "exit": 0}}


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--spi", "5"], "reserved"),
        (["--spi", "many"], "not a number"),
        (["--algorithm", "hmac-md5"], "did you mean hmac-md5-96"),
        (["--algorithm", "hmac-sha1-96"], "exactly 20 bytes, not 16"),
        (["--tunnel", "fd00::1"], "pair of IPv6 addresses"),
        (["--generation", "1826", "--esn"], "no sequence numbers"),
        (["--window", "63"], "at least 64"),
        (["--key-file", "/nowhere"], "cannot read"),
    ],
)
def test_usage(
    wirerate: Wirerate, options: list[str], one_line: Callable[[str], str], words: list[str], said: str
) -> None:
    given = dict(zip(options[::2], options[1::2], strict=True))
    kept = [part for option, value in given.items() if option not in words for part in (option, value)]
    done = wirerate("ah", "verify", CAPTURE, *kept, *words)
    assert done.returncode == 2
    assert said in one_line(done.stderr)


def test_a_key_file_without_hex(wirerate: Wirerate, options: list[str], key: str) -> None:
    Path(key).write_bytes(b"\xff secret")
    done = wirerate("ah", "verify", CAPTURE, *options)
    assert done.returncode == 2
    assert "xxd" in done.stderr


def test_a_command_is_named_when_none_is_given(wirerate: Wirerate) -> None:
    done = wirerate("ah")
    assert done.returncode == 0
    assert "verify" in done.stdout


def test_speed_answers_on_rfc_1810_s_lines(wirerate: Wirerate) -> None:
    done = wirerate("ah", "speed", "hmac-md5-96", "--cache", "warm", "--time", "0.2", "--link", "10G")
    assert done.returncode == 1  # fast enough or not, MD5 in AH must not be used
    assert "MUST NOT" in done.stdout
    assert len(done.stdout.splitlines()) <= 12
    assert max(map(len, done.stdout.splitlines())) <= 80
    explained = wirerate("ah", "speed", "hmac-md5-96", "--cache", "warm", "--time", "0.2", "--explain")
    assert "100 Mbit/s TCP" in explained.stdout


def test_speed_in_json(wirerate: Wirerate) -> None:
    done = wirerate("ah", "speed", "hmac-md5-96", "--cache", "warm", "--time", "0.2", "-J")
    run = json.loads(done.stdout)
    assert run["exit"] == done.returncode == 1
    assert {v["conditions"]["operation"] for v in run["verdicts"]} == {"sign", "verify"}
    assert {m["operation"] for m in run["rows"]} >= {"sign", "verify", "tag"}


def test_report_takes_the_run_that_was_the_last(wirerate: Wirerate, tmp_path: Path) -> None:
    assert wirerate("check", "md5@wirerate", "--link", "1G", "--time", "0.05").returncode == 1
    assert wirerate("ah", "speed", "hmac-md5-96", "--cache", "warm", "--time", "0.1").returncode in (1, 3)
    done = wirerate("report", "--no-measure")
    assert done.returncode == 0, done.stderr
    assert "RFC 1810&#x27;s question today" in (tmp_path / "report.html").read_text()


def test_the_kernel_that_is_named_signs(wirerate: Wirerate) -> None:
    done = wirerate("ah", "speed", "keyed-md5", "--kernel", "portable", "--cache", "warm", "--time", "0.2", "-J")
    subjects = {m["subject"] for m in json.loads(done.stdout)["rows"]}
    assert {subject for subject in subjects if "@wirerate" in subject} == {
        "keyed-md5@wirerate/portable", "internet-checksum@wirerate/portable",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--packet", "imix"], "no payload"),
        (["hmac-md5"], "did you mean"),
        (["--cache", "sweep"], "cache"),
        (["aes-cmac-96", "--kernel", "portable"], "--kernel has no meaning here: wirerate computes"),
    ],
)
def test_speed_usage(wirerate: Wirerate, one_line: Callable[[str], str], words: list[str], said: str) -> None:
    done = wirerate("ah", "speed", *words)
    assert done.returncode == 2
    assert said in one_line(done.stderr)
