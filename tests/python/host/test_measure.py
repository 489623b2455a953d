from __future__ import annotations

import os
import shutil
import signal
import subprocess
import threading
from pathlib import Path

import pytest

import wirerate
from wirerate.authenticators.subjects import parse_subject
from wirerate.host import meter
from wirerate.host.bench import Opener
from wirerate.host.measure import Stopped, measure
from wirerate.host.request import Request
from wirerate.records import Measurement

pytestmark = pytest.mark.machine

# A library with libwirerate's interface that is broken in one way.
BROKEN = r"""
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
typedef struct { const void *data; size_t length; uint8_t *tag; } message;
const char *wr_version(void) { return "0.0.1"; }
static void digest(uint8_t *out) { if (CRASH) abort(); memset(out, 7, 16); }
void wr_md5(const void *data, size_t length, uint8_t *out) { (void)data; (void)length; digest(out); }
void wr_md5_batch(const message *all, size_t count) { for (size_t i = 0; i < count; i++) digest(all[i].tag); }
"""


def request(subject: str, lengths: tuple[int, ...] = (256,), **more: object) -> Request:
    return Request(parse_subject(subject), lengths, **more)  # type: ignore[arg-type]


def quick(*requests: Request) -> list[Measurement]:
    """Stop after the first look."""
    return measure(requests, budget_s=0)[0]


def broken(folder: Path, *, crash: bool) -> str:
    compiler = shutil.which("cc")
    if not compiler:
        pytest.skip("no C compiler: cc is not installed")
    source, library = folder / "broken.c", folder / "libbroken.so"
    source.write_text(BROKEN)
    subprocess.run([compiler, "-shared", "-fPIC", f"-DCRASH={int(crash)}", "-o", library, source], check=True)
    return str(library)


def test_a_measurement_holds_every_round_and_its_conditions() -> None:
    (row,) = quick(request("md5@wirerate/portable", cache="warm", group="g"))
    assert (row.subject, row.status, row.role) == ("md5@wirerate/portable", "ok", "subject")
    assert (row.bytes, row.packets, row.operation, row.cache) == (256, "", "hash", "warm")
    assert row.rounds == len(row.samples_ns) == len(row.samples_at) == 16
    assert set(row.samples_at) <= {0, 1}
    assert row.ns is not None
    assert min(row.samples_ns) <= row.ns.low <= row.ns.median <= row.ns.high <= max(row.samples_ns)
    assert row.ns.confidence == pytest.approx(0.95)
    assert row.cpu_share is not None
    assert 0 < row.cpu_share <= 1.1
    assert row.core_cycles is not None
    assert row.core_cycles > 1  # MD5 takes about five cycles per byte, never one
    assert row.group == "g"
    assert isinstance(row.noise, float)


def test_each_request_gets_its_measurement_in_order_and_its_ratio_to_the_first() -> None:
    requests = [request(subject, (1024,)) for subject in ("md5@wirerate", "internet-checksum", "md5@wirerate/portable")]
    rows, comparisons = measure(requests, budget_s=0)
    assert [row.subject.partition("@")[0] for row in rows] == ["md5", "internet-checksum", "md5"]
    assert [row.reference for row in comparisons] == [rows[0].subject] * 2
    assert [row.subject for row in comparisons] == [row.subject for row in rows[1:]]
    assert comparisons[0].ratio.median > 1  # MD5 takes longer than a sum
    assert comparisons[0].conditions.bytes == 1024


def test_three_lengths_give_the_fixed_and_the_per_byte_cost() -> None:
    rows = quick(*(request("md5@wirerate", (length,)) for length in (64, 1024, 4096)))
    assert len({(row.fixed_ns, row.per_byte_ns) for row in rows}) == 1
    assert rows[0].per_byte_ns is not None
    assert rows[0].per_byte_ns > 0
    assert rows[0].residual is not None


def test_a_mix_is_measured_in_its_proportions() -> None:
    mix = (40,) * 7 + (576,) * 4 + (1500,)
    (row,) = quick(request("internet-checksum", mix, packets="imix"))
    assert row.bytes == sum(mix) / 12
    assert row.packets == "imix"


@pytest.mark.parametrize("threads", [1, 2])
def test_threads_and_batches(threads: int) -> None:
    rows = quick(request("hmac-md5@wirerate", keyed="reuse", batch=64, threads=threads))
    assert [(row.status, row.threads, row.batch, row.keyed) for row in rows] == [("ok", threads, 64, "reuse")]


@pytest.mark.parametrize("keyed", ["reuse", "rekey", "fresh"])
def test_keyed_modes(keyed: str) -> None:
    (row,) = quick(request("hmac-md5-96@wirerate", keyed=keyed))
    assert (row.status, row.keyed, row.operation) == ("ok", keyed, "tag")
    assert row.subject.startswith("hmac-md5-96@wirerate/")


def test_a_subject_without_an_implementation_gets_the_first_that_is_present() -> None:
    (row,) = quick(request("md5"))
    assert row.subject.startswith("md5@wirerate/")


def test_the_kernel_asked_for_is_the_kernel_measured() -> None:
    wirerate.use_kernel("portable")
    try:
        (row,) = quick(request("md5"))
    finally:
        wirerate.use_kernel("auto")
    assert row.subject == "md5@wirerate/portable"


def test_a_sweep_takes_the_working_set_named() -> None:
    (row,) = quick(request("read", (64,), cache="sweep", working_set=8192))
    assert (row.cache, row.working_set) == ("sweep", 8192)


@pytest.mark.parametrize("crash", [False, True], ids=["wrong tags", "crash"])
def test_a_broken_peer_is_wrong_is_not_timed_and_the_rest_goes_on(tmp_path: Path, crash: bool) -> None:
    bad, good = quick(request(f"md5@{broken(tmp_path, crash=crash)}"), request("md5@wirerate"))
    assert (bad.status, bad.ns, bad.samples_ns) == ("wrong", None, ())
    assert bad.note
    assert good.status == "ok"


def test_an_absent_peer_says_what_is_missing_and_the_rest_goes_on(tmp_path: Path) -> None:
    absent, good = quick(request(f"md5@{tmp_path}/nowhere.so"), request("md5@wirerate"))
    assert (absent.status, absent.ns) == ("absent", None)
    assert "nowhere.so" in absent.note
    assert good.status == "ok"


def test_a_peer_that_goes_wrong_while_it_is_timed_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    real = meter.Workload.run

    def spoiled(self, subjects, messages, expected, order, threads):  # type: ignore[no-untyped-def]
        expected = [meter.ffi.new("uint8_t[]", 16 * 256), *expected[1:]]  # wrong tags
        return real(self, subjects, messages, expected, order, threads)

    monkeypatch.setattr(meter.Workload, "run", spoiled)
    bad, good = quick(request("md5@wirerate"), request("md5@wirerate/portable"))
    assert bad.status == "wrong"
    assert "tags were wrong" in bad.note
    assert good.status == "ok"


def test_a_peer_that_crashes_while_it_is_timed_is_left_out_and_the_block_goes_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    real = meter.Workload.run

    def crashing(self, subjects, messages, expected, order, threads):  # type: ignore[no-untyped-def]
        rounds, stolen = real(self, subjects, messages, expected, order, threads)
        if len(subjects) == 3:  # both subjects, and the copy of the first
            return rounds[: list(order).index(1)], stolen
        return rounds, stolen

    monkeypatch.setattr(meter.Workload, "run", crashing)
    good, bad = quick(request("md5@wirerate"), request("md5@wirerate/portable"))
    assert (bad.status, bad.note) == ("wrong", "crashed")
    assert (good.status, good.rounds) == ("ok", 16)


def test_an_interrupt_keeps_the_finished_rounds() -> None:
    requests = [request("md5@wirerate"), request("md5@wirerate", (512,))]
    seen: list[str] = []

    def progress(_share: float, label: str) -> None:
        seen.append(label)
        if len([event for event in seen if "bytes" in event]) == 3:
            threading.Thread(target=os.kill, args=(os.getpid(), signal.SIGINT)).start()

    with pytest.raises(Stopped) as stopped:
        measure(requests, progress=progress, settled=lambda *_: False)
    assert stopped.value.exit_code == 130
    assert len(stopped.value.rows) == 2
    assert stopped.value.rows[0].rounds > 0
    assert stopped.value.rows[0].ns is not None


def test_decisions_stop_the_rounds() -> None:
    looked: list[int] = []

    def settled(measurements, _comparisons):  # type: ignore[no-untyped-def]
        looked.append(measurements[0].rounds)
        return len(looked) == 2

    rows, _ = measure([request("read")], settled=settled)
    assert looked == [16, 32]
    assert rows[0].rounds == 32


def test_messages_larger_than_memory_are_absent_and_the_rest_goes_on() -> None:
    huge, good = quick(request("read", (1 << 45,)), request("read"))
    assert huge.status == "absent"
    assert "do not fit" in huge.note
    assert good.status == "ok"


def test_empty_messages_cost_their_fixed_part() -> None:
    (row,) = quick(request("md5", (0,)))
    assert (row.status, row.bytes, row.core_cycles) == ("ok", 0, None)
    assert row.ns is not None
    assert row.ns.median > 0


def test_nothing_asked_is_nothing_measured() -> None:
    assert measure([]) == ([], [])


def needs_openssl() -> None:
    absent = next(peer.absent for peer in meter.peers() if peer.name == "openssl")
    if absent:
        pytest.skip(f"no OpenSSL: {absent}")


def test_both_directions_are_measured_and_each_says_which() -> None:
    needs_openssl()
    wanted = [("hmac-sha1", "tag"), ("hmac-sha1", "verify"), ("umac-64", "verify"), ("hmac-md5", "verify")]
    keyed = {"keyed": "reuse"}
    rows = quick(*(request(subject, operation=operation, **keyed) for subject, operation in wanted))
    assert [(row.subject.partition("@")[0], row.operation, row.status) for row in rows] == [
        (subject, operation, "ok") for subject, operation in wanted
    ]


def test_sealed_messages_are_opened_and_never_with_the_tag_of_their_plaintext() -> None:
    needs_openssl()
    ciphers = ("aes-128-gcm", "aes-256-gcm", "chacha20-poly1305")
    found = quick(*(request(f"{name}@openssl", (1500,), keyed="reuse", operation="open") for name in ciphers))
    assert [(each.operation, each.status) for each in found] == [("open", "ok")] * 3
    opener = Opener()
    ring = meter.Workload([100], 0)
    seal, opened = (opener.reference(parse_subject("aes-128-gcm"), each).code for each in ("seal", "open"))
    assert bytes(ring.expect(seal)) != bytes(ring.expect(opened))


def test_one_spoiled_tag_is_reported_as_wrong(monkeypatch: pytest.MonkeyPatch) -> None:
    needs_openssl()
    expect = meter.Workload.expect

    def spoiled(self: meter.Workload, reference: meter.OpenSubject) -> object:
        tags = expect(self, reference)
        tags[self.templates // 2 * reference.tag_bytes] ^= 1
        return tags

    monkeypatch.setattr(meter.Workload, "expect", spoiled)
    asked = [("hmac-sha256@openssl", "verify"), ("umac-64@wirerate", "verify"), ("aes-128-gcm@openssl", "open")]
    rows = quick(*(request(subject, operation=operation, keyed="reuse") for subject, operation in asked))
    assert [row.status for row in rows] == ["wrong"] * 3
    assert all("tags were wrong" in row.note for row in rows)


def test_subjects_without_a_key_are_not_verified() -> None:
    needs_openssl()
    (row,) = quick(request("sha256@openssl", operation="verify"))
    assert (row.status, row.note) == ("absent", "sha256 has no key: there is nothing to verify")
