"""Records over this machine's loopback: carried, counted, compared, interrupted; missing features and causes."""

from __future__ import annotations

import errno
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from wirerate.statistics import Looks
from wirerate.wings.path import refusals
from wirerate.wings.path.breakdown import accounts, noise, stage_rows
from wirerate.wings.path.catalogue import RECORD_PATHS, TCP, Cell, parse_path
from wirerate.wings.path.measure import measure
from wirerate.wings.path.question import records_of
from wirerate.wings.path.stages import PathMeasurement

FEW = Looks((2,))
RECORDS = 7
PLAIN_TCP = Cell("tcp", TCP)


def carried(words: list[str], sizes: list[int]) -> PathMeasurement:
    mixes = [records_of(size) for size in sizes]
    return measure([parse_path(word) for word in words], mixes, a_round=RECORDS, looks=FEW)


def opened() -> int:
    return sum(1 for _ in Path("/proc/self/fd").iterdir())


def test_every_record_comes_back_and_is_counted_in_every_step() -> None:
    answer = carried(["tcp", "tls"], [1, 1400, 16384])
    assert [each.mix for each in answer.mixes] == [records_of(size) for size in (1, 1400, 16384)]
    assert answer.host.release in Path("/proc/version").read_text()
    for each in answer.mixes:
        assert not each.faults
        assert {len(each.costs(step)) for step in each.cells} == {2}
        assert all(min(each.costs(step)) > 0 for step in each.cells)
        assert len(each.series.control) == 2
        rounds = {step: 2 * RECORDS * (1 + (step.stage == "tcp")) for step in each.cells}  # TCP is also the control
        assert {step: traffic.sent for step, traffic in each.traffic.items()} == rounds
        assert each.traffic[PLAIN_TCP].octets == rounds[PLAIN_TCP] * each.mix.mean_bytes


@pytest.mark.parametrize("word", ["tls-aes-128-gcm", "tls-aes-256-gcm", "tls-chacha20-poly1305"])
def test_openssl_adds_the_bytes_of_tls_and_has_all_parts(word: str) -> None:
    """RFC 8446 section 5.2: a header of 5 bytes, the record's type, and a tag of 16 bytes."""
    path = parse_path(word)
    answer = carried([word], [1400])
    if answer.refusals:
        assert answer.refusals[0].cause == "library"
        pytest.skip(answer.refusals[0].message)
    (each,) = answer.mixes
    assert each.added[path] == {1400: 22}
    assert list(each.stages(path)) == ["tcp", "record", "crypto"]
    (row,) = accounts(each, [path], {}, {path: {1400: 22}})
    assert [end.subject for end in row.ends] == [word]
    assert [m.status for m in stage_rows(each)] == ["ok", "ok", "ok"]
    assert noise(each) is not None


def test_kernel_tls_works_or_is_reported_as_missing() -> None:
    answer = carried(["ktls"], [1400])
    path = parse_path("ktls")
    (each,) = answer.mixes
    if answer.refusals:
        (refusal,) = answer.refusals
        assert (refusal.path, refusal.cause) in ((path.name, "module"), (path.name, "algorithm"))
        assert refusal.fix.startswith("type: sudo modprobe ")
        assert Cell("record", path) not in each.cells
    else:
        assert each.added[path] == {1400: 22}
    assert each.costs(PLAIN_TCP)


def test_ctrl_c_before_a_connection_is_there_leaves_an_answer_without_rounds() -> None:
    def interrupt(_share: float, label: str) -> None:
        if label == "setting up tls-aes-128-gcm":
            raise KeyboardInterrupt

    answer = measure(RECORD_PATHS, [records_of(1400)], progress=interrupt)
    assert (answer.interrupted, answer.mixes) == (True, [])


def test_ctrl_c_in_the_rounds_keeps_those_that_finished() -> None:
    calls = []

    def interrupt(_share: float, label: str) -> None:
        calls.append(label)
        if calls.count("1400-byte records") == 2:
            raise KeyboardInterrupt

    answer = measure([TCP], [records_of(1400)], looks=Looks((1000,)), progress=interrupt)
    assert answer.interrupted
    (each,) = answer.mixes
    assert 0 < each.series.rounds < 1000
    assert len(each.costs(PLAIN_TCP)) == each.series.rounds


def test_descriptors_and_the_cpus_are_given_back() -> None:
    carried(["tcp"], [100])  # files that are opened once and stay open
    before = opened(), os.sched_getaffinity(0)
    carried(["tcp", "tls", "ktls"], [100])
    assert (opened(), os.sched_getaffinity(0)) == before


ASKS = """
from wirerate.errors import MissingError
from wirerate.wings.path.catalogue import TCP
from wirerate.wings.path.measure import measure
from wirerate.wings.path.question import records_of
try:
    measure([TCP], [records_of(100)])
except MissingError as error:
    print(error.exit_code, error, error.fix, sep="|")
"""


@pytest.mark.skipif(not shutil.which("unshare"), reason="no unshare (Debian: util-linux)")
def test_without_a_loopback_the_error_says_how_to_enable_it() -> None:
    words = ["unshare", "--user", "--map-root-user", "--net", sys.executable, "-c", ASKS]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    if not done.stdout and "Operation not permitted" in done.stderr:
        pytest.skip(f"no such namespace here: {done.stderr.strip()}")
    code, told, fix = done.stdout.strip().split("|")
    assert (code, fix) == ("4", "type: sudo ip link set lo up")
    assert "a TCP connection over loopback: Network is unreachable" in told


@pytest.mark.parametrize(
    ("word", "error", "said", "cause", "message", "fix"),
    [
        ("ktls", errno.ENOENT, "TCP_ULP tls", "module", "this kernel has no TLS", "sudo modprobe tls"),
        ("ktls", errno.ENOENT, "TLS_TX", "algorithm", "TLS lacks aes-128-gcm", "sudo modprobe -a gcm"),
        ("ktls-chacha20-poly1305", errno.EINVAL, "TLS_TX", "algorithm", "lacks chacha20-poly1305", "chacha20poly1305"),
        ("tls", 0, "libssl.so.3 is not on this machine", "library", "libssl.so.3 is not on this machine", "libssl3"),
        ("tcp", errno.EMFILE, "a TCP connection over loopback", "kernel", "Too many open files", "ulimit -n"),
    ],
)
def test_a_missing_feature_is_reported_with_its_cause(
    word: str, error: int, said: str, cause: str, message: str, fix: str
) -> None:
    refusal = refusals.of_records(parse_path(word), error, said)
    assert refusal.cause == cause
    assert message in refusal.message
    assert fix in refusal.fix
