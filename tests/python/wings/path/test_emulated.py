"""A stock kernel with every path, in a machine that counts instructions: all paths answer, and the parts add up
exactly.

A virtual nanosecond is one instruction there, so that a stage repeats within a few nanoseconds.
"""

from __future__ import annotations

import fcntl
import json
import os
import shutil
import sys
from pathlib import Path
from statistics import median
from typing import Any

import pytest

from wirerate.wings.path.breakdown import account, directions
from wirerate.wings.path.catalogue import PATHS, RECORD_PATHS, parse_path

from . import emulated
from .guest import RECORD_SIZES, REPEATED, SIZE, VARIANTS

pytestmark = pytest.mark.skipif(bool(emulated.absent()), reason=emulated.absent())
WORDS = [*(path.name for path in PATHS), *(parse_path(word).name for word in VARIANTS)]
# Bytes added to a packet of 1,400 over IPv4, counted on Linux 6.12: an outer header, and what each protocol adds.
ADDED = {
    "plain": 0, "esp-aes-128-gcm": 56, "esp-aes-256-gcm": 56, "esp-chacha20-poly1305": 56, "esp-aes-128-gmac": 56,
    "esp-cbc-hmac-sha1": 64, "esp-cbc-hmac-sha256": 68, "esp-null-hmac-md5": 44, "esp-null-hmac-sha256": 48,
    "ah-hmac-md5": 44, "ah-hmac-sha256": 52, "macsec-gcm": 32, "macsec-gmac": 32, "wireguard": 68,
}  # fmt: skip
STAGES = {
    "tcp": {"tcp"},
    "tls": {"tcp", "record", "crypto"},
    "ktls": {"tcp", "record"},
}  # includes the kernel's cryptography
TICK = 0.05  # rounds have few packets, and the timer interrupts some of them


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """Return the machine's output. It runs once for all test processes."""
    base = tmp_path_factory.getbasetemp()
    shared = base.parent if "PYTEST_XDIST_WORKER" in os.environ else base
    folder, guest = shared / "emulated-kernel", Path(__file__).resolve().with_name("guest.py")
    with (shared / "emulated-kernel.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (folder / "out/told.json").exists():
            shutil.rmtree(folder, ignore_errors=True)
            folder.mkdir()
            emulated.run(folder, sys.executable, str(guest), "/mnt/told.json")
    answer: dict[str, Any] = json.loads((folder / "out/told.json").read_text())
    return answer


def costs(measured: dict[str, Any], name: str) -> dict[str, float]:
    return {stage: median(values) for stage, values in measured["stages"][name].items()}


@pytest.mark.parametrize("word", WORDS)
def test_every_path_of_a_stock_kernel_answers(told: dict[str, Any], word: str) -> None:
    everything = told["all"]
    assert everything["refusals"] == {}
    assert everything["faults"] == {}
    stages = everything["stages"][word]
    assert directions(stages)
    assert all(min(values) > 0 for values in stages.values())
    if word in ADDED and word != "plain":
        assert everything["added"][word][str(SIZE)] == ADDED[word]


@pytest.mark.parametrize("word", WORDS)
def test_a_packet_costs_more_the_further_it_goes(told: dict[str, Any], word: str) -> None:
    found = costs(told["all"], word)
    way = [found[stage] for stage in ("generate", "hop", "plain", "protect", "both") if stage in found]
    assert way == sorted(way)
    if "null-both" in found and word not in told["all"]["asynchronous"]:
        assert found["plain"] < found["null-protect"] < found["protect"]
        assert found["null-both"] < found["both"]


@pytest.mark.parametrize("word", WORDS)
def test_a_stage_against_itself_differs_by_less_than_a_hundredth(told: dict[str, Any], word: str) -> None:
    found = costs(told["all"], word)
    assert found["plain-again"] == pytest.approx(found["plain"], rel=0.01)


@pytest.mark.parametrize("word", [word for word in WORDS if not word.startswith(("plain", "macsec", "wireguard"))])
def test_the_parts_of_the_account_add_up_to_the_gateway(told: dict[str, Any], word: str) -> None:
    """With each stage's median in every round the sum is exact to the instruction; the real rounds agree with it."""
    path, measured = parse_path(word), told["all"]
    names = [path.name, *([path.mac_twin.name] if path.mac_twin else [])]
    rounds = [measured["stages"][name] for name in names]
    level = [{stage: [cost] * 5 for stage, cost in costs(measured, name).items()} for name in names]
    for direction in directions(rounds[0]):
        exact, seen = (
            account(stages[0], direction, mac=dict(enumerate(stages)).get(1), authenticates=path.authenticates_only)
            for stages in (level, rounds)
        )
        parts = {part.name: part.ns.median for part in exact.parts}
        assert sum(parts.values()) == pytest.approx(exact.gateway.median)
        crypto = sum(parts[name] for name in parts.keys() & {"crypto", "cipher", "authenticator"})
        assert exact.free is not None
        assert exact.free.median == pytest.approx(exact.gateway.median - crypto)
        assert seen.gateway.median == pytest.approx(exact.gateway.median, rel=TICK)


def test_runs_agree(told: dict[str, Any]) -> None:
    """Chains are set up again for each run. HMAC-MD5 is the same code in all three."""
    for measured, words in ((told["again"], REPEATED), (told["generic"], ["esp-null-hmac-md5"])):
        for word in words:
            name = parse_path(word).name
            for stage, cost in costs(told["all"], name).items():
                assert costs(measured, name)[stage] == pytest.approx(cost, rel=0.05), (name, stage)


def test_aes_without_the_cpus_instructions_costs_four_times_as_much_and_is_found(told: dict[str, Any]) -> None:
    name = "esp-aes-128-gcm"
    generic, aesni = costs(told["generic"], name), costs(told["again"], name)
    assert generic["both"] - generic["plain"] >= 4 * (aesni["both"] - aesni["plain"])
    driver, unused_feature, remedy = told["generic"]["drivers"][name]
    assert "aes-generic" in driver
    assert (unused_feature, remedy) == ("aes", "modprobe -a aesni_intel")
    driver, unused_feature, remedy = told["again"]["drivers"][name]
    assert "aesni" in driver
    assert (unused_feature, remedy) == ("", "")


def test_the_time_of_workers_is_counted_by_busy_time_and_reported(told: dict[str, Any]) -> None:
    assert told["all"]["asynchronous"] == [
        "esp-aes-128-gcm/transport",
        "esp-null-null/transport",
        "wireguard",
        "wireguard/ip6",
    ]
    found = costs(told["all"], "wireguard")
    assert found["both"] > 2 * found["plain"]


@pytest.mark.parametrize("word", [path.name for path in RECORD_PATHS])
@pytest.mark.parametrize("size", RECORD_SIZES)
def test_tls_of_openssl_and_of_the_kernel_carries_every_record(told: dict[str, Any], word: str, size: int) -> None:
    """RFC 8446 section 5.2: a header of 5 bytes, the record's type, and a tag of 16 bytes."""
    carried = told["records"]
    assert carried["refusals"] == {}
    assert carried["faults"] == []
    assert carried["added"][str(size)][word] == (None if word == "tcp" else 22)
    stages = {stage: median(values) for stage, values in carried["stages"][str(size)][word].items()}
    assert set(stages) == STAGES[parse_path(word).kind]
    if word != "tcp":
        assert stages["tcp"] + stages.get("crypto", 0) < stages["record"]


@pytest.mark.parametrize("word", [path.name for path in RECORD_PATHS])
@pytest.mark.parametrize("size", RECORD_SIZES)
def test_the_parts_of_an_end_add_up_and_plain_tcp_agrees_with_itself(
    told: dict[str, Any], word: str, size: int
) -> None:
    carried = told["records"]
    level = {stage: [median(values)] * 5 for stage, values in carried["stages"][str(size)][word].items()}
    end = account(level, "either")
    assert sum(part.ns.median for part in end.parts) == pytest.approx(end.gateway.median)
    assert median(carried["control"][str(size)]) == pytest.approx(level["tcp"][0], rel=0.01)


def test_the_driver_of_kernel_tls_is_reported(told: dict[str, Any]) -> None:
    drivers = told["records"]["drivers"]
    assert set(drivers) == {path.name for path in RECORD_PATHS if path.kind == "ktls"}
    assert "aesni" in drivers["ktls-aes-128-gcm"]


def test_an_ordinary_user_has_all_but_macsec(told: dict[str, Any]) -> None:
    assert told["nobody"] == {
        "plain": "", "esp-aes-128-gcm": "", "ah-hmac-md5/ip6": "", "wireguard": "", "macsec-gcm": "macsec-root",
    }  # fmt: skip
