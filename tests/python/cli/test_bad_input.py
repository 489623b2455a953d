"""Wrong words and spoiled files: exit 2, one line, the nearest valid word or the line number."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from wirerate import records
from wirerate.records import SpeedRun

WRONG_WORDS = [
    (("chek",), "did you mean check?"),
    (("check", "hmac-md6"), "did you mean hmac-md5?"),
    (("check", "hmac-md5@opensl"), "did you mean openssl?"),
    (("check", "md5@wirerate/avx3"), "did you mean avx2?"),
    (("check", "md5-x17"), "md5-x16"),
    (("check", "hmac-md5-97"), "a multiple of 8"),
    (("check", "--link", "10g"), "did you mean 10G?"),
    (("check", "--link", "oc-3"), "did you mean oc-3c?"),
    (("check", "--link", "1.5G"), "rate:1.5G"),
    (("check", "--link", "fast"), "rate:600M"),
    (("check", "--link", "wifi"), "give the rate that it reaches: rate:600M"),
    (("check", "--link", "10X"), "type it like 10G: K, M, G and T are units"),
    (("check", "--link", ""), "type a speed"),
    (("check", "--protocol", ""), "wirerate list protocols"),
    (("check", "--protocol", "ipsec"), "type esp-gcm"),
    (("check", "--protocol", "bgp"), "type tcp-ao"),
    (("check", "--protocol", "esp-gcm/xpn"), "transport"),
    (("check", "--protocol", "vlan"), "type --over vlan"),
    (("check", "--over", ""), "vlan"),
    (("check", "md5@wolfssl"), "openssl, nettle, ipsec-mb"),
    (("check", "hmac-sha224"), "hmac-sha256 costs the same"),
    (("check", "--protocol", "ah", "--protocol", "macsec"), "type --protocol once"),
    (("check", "--packet", "64", "--packet=imix"), "--packet A,B"),
    (("check", "--link", "1G", "--link", "10G"), "type --link A,B"),
    (("check", "-t", "1", "--time", "2"), "--time is typed 2 times"),
    (("check", "--messages", "10k/s", "--link", "10G"), "is for control-plane protocols"),
    (("check", "--protocol", "radius", "--link", "10G"), "radius does not run at line rate"),
    (("check", "--link", "oc-3c", "--over", "vlan"), "name an Ethernet link"),
    (("check", "--packet", "imx"), "did you mean imix?"),
    (("check", "--packet", "40:7,576:x"), "type 576:1"),
    (("check", "--packet", "99999"), "20 to 65535"),
    (("check", "--protocol", "tcp-a0"), "did you mean tcp-ao?"),
    (("check", "aes-128-gcm", "--protocol", "ah"), "ah does not carry aes-128-gcm"),
    (("check", "--policy", "fip"), "did you mean fips?"),
    (("check", "--kernel", "avx3"), "did you mean avx2?"),
    (("check", "--time", "soon"), "10s"),
    (("check", "--threads", "9999"), "type --threads"),
    (("check", "--affinity", "0", "--threads", "2"), "type --threads 1"),
    (("check", "--threads", "none"), "'none' is not a valid integer"),
    (("check", "--affinity", "x"), "not a CPU number"),
    (("check", "--affinity", "99999"), "CPU 99999"),
    (("check", "--lnk", "10G"), "--link"),
    (("model", "--mips", "nan"), "not above zero and finite"),
    (("model", "--op-ns", "x"), "'x' is not a number"),
    (("hw", "--op-ns", "inf"), "not above zero and finite"),
    (("speed", "--length", "64k"), "did you mean 64K?"),
    (("speed", "--length", "1.5"), "whole number of bytes"),
    (("speed", "--length", "64", "--packet", "imix"), "--length or --packet"),
    (("speed", "--cache", "colt"), "did you mean cold?"),
    (("speed", "--keyed", "reused"), "did you mean reuse?"),
    (("speed", "--operation", "verfy"), "did you mean verify?"),
    (("speed", "sha256", "--operation", "verify"), "leave out --operation"),
    (("speed", "md5", "hmac-md5", "--operation", "seal"), "leave out --operation"),
    (("speed", "hmac-md5", "--operation", "open"), "type --operation tag,verify"),
    (("speed", "--batch", "1000"), "1<=x<=256"),
    (("compare", "aes-128-gcm", "aes-128-gmac", "--operation", "open"), "type --operation tag,verify"),
    (("compare", "aes-128-gcm", "aes-128-gmac", "--operation", "open,tag"), "cannot be compared with"),
    (("check", "10G"), "type --link 10G"),
    (("check", "md5", "imix"), "type --packet imix"),
    (("check", "esp-gcm"), "type --protocol esp-gcm"),
    (("speed", "10G"), "type: wirerate list algorithms"),
    (("speed", "md5", "nettle"), "put an algorithm before it: hmac-md5@nettle"),
    (("speed", "md5", "--against", "nettle/x"), "put an algorithm before it: hmac-md5@nettle/x"),
    (("check", "xyz"), "type: wirerate list algorithms"),
    (("check", "--protocol", "xyz"), "type: wirerate list protocols"),
    (("check", "md5", "--link", "10"), "give its unit: 10G or 10M"),
    (("check", "hmac-md5", "--messages", "5"), "control-plane protocols, and no protocol is named"),
    (("compare", "md5"), "Missing argument 'B'; see: wirerate compare --help"),
    (("check", "md5", "--link"), "requires an argument; see: wirerate check --help"),
    (("doctor", "md5"), "see: wirerate doctor --help"),
    (("mcu", "function"), "see: wirerate mcu function --help"),
    (("chek",), "unknown command 'chek'; did you mean check?"),
    (("compare", "md5", "missing.jsonl"), "run file"),
    (
        ("compare", "missing.jsonl", "md5,sha256@openssl"),
        "only one side is a run file",
    ),
    (("compare", "md5", "md5", "--threshold", "500"), "type it like 5%"),
    (("compare", "md5", "md5", "--unsure", "maybe"), "one of: pass, fail"),
    (("report", "missing.jsonl"), "cannot read missing.jsonl"),
    (("report",), "wirerate check"),
]


@pytest.mark.parametrize(("words", "help_"), WRONG_WORDS, ids=[" ".join(words) for words, _ in WRONG_WORDS])
def test_wrong_word(wirerate: Callable, one_line: Callable, words: tuple[str, ...], help_: str) -> None:
    done = wirerate(*words)
    assert (done.returncode, done.stdout) == (2, "")
    assert help_ in one_line(done.stderr)


def test_wrong_kernel_in_the_environment(wirerate: Callable, one_line: Callable) -> None:
    done = wirerate("speed", "md5@wirerate", WIRERATE_KERNEL="avx3")
    assert done.returncode == 2
    assert "did you mean avx2?" in one_line(done.stderr)


def test_error_is_an_object_with_json(wirerate: Callable) -> None:
    done = wirerate("check", "-J", "hmac-md6")
    answer = json.loads(done.stdout)
    assert done.returncode == answer["exit"] == 2
    assert (answer["command"], answer["schema"]) == ("check", records.SCHEMA)
    assert answer["problems"][0]["fix"] == "did you mean hmac-md5?"


@pytest.fixture
def run_file(tmp_path: Path) -> Path:
    path = tmp_path / "run.jsonl"
    records.write(SpeedRun(command="speed", environment=None, problems=[_problem(), _problem()]), path)
    return path


def _problem() -> records.Problem:
    return records.Problem(code="test", message="a line to lose", fix="")


@pytest.mark.parametrize("command", ["report", "compare"])
@pytest.mark.parametrize(
    ("spoil", "says"),
    [
        (lambda text: text[: text.rindex('{"end"')], ":3: truncated"),
        (lambda text: text[:-20], ":4: "),
        (lambda text: "name,value\n1,2\n", ":1: not a wirerate run file"),
        (lambda text: "\x00\xff" * 10, ":1: not a wirerate run file"),
        (lambda text: "", "not a wirerate run file"),
        (lambda text: text.replace(f'"schema":{records.SCHEMA}', '"schema":99'), ":1: written by a newer wirerate"),
        (lambda text: text.replace('"message"', '"massage"', 1), ":2: "),
    ],
    ids=["truncated", "cut in a line", "foreign", "binary", "empty", "newer", "misspelt"],
)
def test_spoiled_run_file(
    wirerate: Callable, one_line: Callable, run_file: Path, command: str, spoil: Callable[[str], str], says: str
) -> None:
    run_file.write_text(spoil(run_file.read_text()), encoding="latin-1")
    again = ["run.jsonl"] if command == "compare" else []
    done = wirerate(command, "run.jsonl", *again)
    assert done.returncode == 2
    assert says in one_line(done.stderr)
