"""Sentences about verdicts, and the table of verdicts."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable

import msgspec
import pytest

from wirerate.links import load, parse_link, parse_packets
from wirerate.records import Alternative, AnyRun, CheckRun, Interval, Measurement, Verdict
from wirerate.report import document, kinds, verdicts
from wirerate.report.labels import judged
from wirerate.verdict import BATCHED, judge


def verdict(algorithm: str, room: float, protocol: str | None = None, *, spread: float = 1.0) -> Verdict:
    """Return a verdict with that headroom on 10G with packets of 1500 bytes."""
    here = load(parse_link("10G"), parse_packets("1500"), algorithm, protocol)
    ns = here.needs_ns / room
    row = Measurement(
        subject=algorithm, cache="cold", keyed="reuse", ns=Interval(ns, ns / spread, ns * spread, 0.95), rounds=16
    )
    return judge(here, [row])[0]


def run_of(*found: Verdict) -> AnyRun:
    return CheckRun(command="check", environment=None, verdicts=list(found))


def sentences(found: Verdict) -> str:
    return " ".join(verdicts.notes(run_of(found), found))


@pytest.mark.parametrize(("room", "said"), [(0.5, True), (1.1, True), (2.0, False)])
def test_more_cores_come_with_their_limitation(room: float, said: bool) -> None:
    found = verdict("hmac-sha256", room)
    assert ("stays on one core" in sentences(found)) == said
    assert ("stays on one core" in " ".join(kinds.text(run_of(found), explain=True).split())) == said


def test_an_undecided_verdict_says_what_to_do() -> None:
    assert "measure longer" in sentences(verdict("hmac-sha256", 1.0, spread=1.3))
    assert "measure longer" not in sentences(verdict("hmac-sha256", 3.0))


def test_tcp_md5_says_that_nothing_can_be_kept() -> None:
    found = verdict("md5", 5.0, "tcp-md5")
    assert judged(found).words == "KEEPS UP, OBSOLETE (RFC 5925)"
    assert "tcp-md5: the key is hashed last, so nothing can be precomputed." in sentences(found)


def test_a_subject_that_was_not_measured_is_listed_with_its_reason() -> None:
    here = load(parse_link("10G"), parse_packets("1500"), "umac-64", None)
    row = Measurement(subject="umac-64@nettle", status="absent", cache="cold", note="libnettle is not installed")
    (found,) = judge(here, [row])
    assert sentences(found).startswith("libnettle is not installed")
    row.note = ""
    (found,) = judge(here, [row])
    assert sentences(found).startswith("umac-64@nettle was not measured.")


def test_each_sentence_is_said_once() -> None:
    text = " ".join(kinds.text(run_of(verdict("hmac-sha256", 0.5), verdict("hmac-sha1", 0.4)), explain=True).split())
    assert text.count("stays on one core") == 1


def test_the_objection_is_beside_the_verdict() -> None:
    assert judged(verdict("hmac-md5", 5.0, "ah")).words == "KEEPS UP, MUST NOT BE USED (RFC 8221)"
    assert judged(verdict("hmac-sha256", 5.0)).words == "KEEPS UP"


def test_every_condition_has_a_column_of_its_own(check_of: Callable[..., AnyRun]) -> None:
    run = check_of("aes-128-gmac@openssl", ("1G", "10G"))
    rows = list(csv.DictReader(io.StringIO(kinds.csv(run))))
    assert len(rows) == len(run.verdicts) == len({tuple(row.values()) for row in rows})
    for row, found in zip(rows, run.verdicts, strict=True):
        assert row["keyed"] == found.conditions.keyed
        assert float(row["covered_bytes"]) == found.conditions.covered_bytes
        warmer = {each.cache: each.headroom for each in found.warmer}
        assert (float(row["warm_headroom"]), float(row["llc_headroom"])) == (warmer["warm"], warmer["llc"])


def measured(
    room: float, packets: str = "1500", threads: int = 1, algorithm: str = "hmac-sha256", link: str = "10G"
) -> Verdict:
    here = load(parse_link(link), parse_packets(packets), algorithm)
    ns = here.needs_ns / room
    row = Measurement(
        subject=algorithm, cache="cold", keyed="reuse", ns=Interval(ns, ns, ns * 1.5, 0.95), rounds=16, threads=threads
    )
    return judge(here, [row])[0]


def test_two_threads_are_never_called_one_core() -> None:
    run = run_of(measured(0.5, threads=2))
    for shown in (kinds.text(run), kinds.markdown(run), document.document(run)):
        assert "2 threads" in shown
        assert "one core" not in shown.replace("stays on one core", "")


def test_cores_are_the_fewest_that_keep_up() -> None:
    assert verdicts.cores(measured(0.9)) == "3 cores (TIGHT on 2)"
    assert verdicts.cores(measured(0.35)) == "6 cores (TIGHT on 5)"
    assert verdicts.cores(measured(1.6)) == "2 cores (TIGHT on 1)"
    assert verdicts.cores(measured(2.0)) == ""
    assert ",2,3," in kinds.csv(run_of(measured(0.9)))


def test_more_cores_than_here_are_by_division(full_run: AnyRun) -> None:
    few = msgspec.structs.replace(full_run.environment, cores=2)
    run = CheckRun(command="check", environment=few, verdicts=[measured(0.1)])
    assert "calculated, not measured" in " ".join(kinds.text(run, explain=True).split())
    run.verdicts = [measured(0.9)]
    assert "calculated" not in kinds.text(run, explain=True)


def test_instead_says_for_which_subject_and_how_it_is_used() -> None:
    slow, other = measured(0.5), measured(0.4, algorithm="aes-128-cmac")
    better = Alternative(
        subject="aes-128-gmac@ipsec-mb", headroom=Interval(2.0, 1.9, 2.1, 0.95), security=slow.security, role=BATCHED,
        cores=1, cores_worst=1,
    )  # fmt: skip
    rows = [msgspec.structs.replace(each, alternatives=(better,)) for each in (slow, other)]
    rows += [msgspec.structs.replace(measured(0.5, packets=size), alternatives=(better,)) for size in ("64", "576")]
    text = " ".join(kinds.text(run_of(*rows)).split())
    assert "instead of hmac-sha256, aes-128-cmac (10G, 1500): aes-128-gmac@ipsec-mb, batched ×2.00" in text
    assert verdicts.instead(slow, msgspec.structs.replace(better, subject=slow.subject)).startswith("spread the flows")


def test_sizes_stand_side_by_side() -> None:
    run = run_of(*(measured(room, packets) for room, packets in ((0.5, "64"), (1.0, "576"), (2.0, "1500"))))
    head = next(line for line in kinds.text(run).splitlines() if line.split()[-1:] == ["1500"])
    assert head.split() == ["64", "576", "1500"]


def test_every_link_asked_about_is_named_whatever_its_framing() -> None:
    run = run_of(*(measured(2.0, link=link) for link in ("oc-3c", "10G")))
    assert "keep up with oc-3c and 10G of 1,500-byte packets on one core" in document.document(run)


def test_equal_alternatives_are_marked_everywhere() -> None:
    found = measured(0.5, algorithm="hmac-md5")
    for first, second in (("aes-128-cmac", "hmac-sha256"), ("hmac-sha256", "aes-128-cmac")):
        other = Alternative(
            subject=f"{first}@openssl", headroom=Interval(2.0, 1.9, 2.1, 0.95), security=found.security, cores=1,
            brings=Interval(4.0, 3.9, 4.1, 0.95), equal_to=(f"{second}@openssl",),
        )  # fmt: skip
        found.alternatives = (*found.alternatives[:1], other) if found.alternatives[0].equal_to else (other,)
    run = run_of(found)
    text = " ".join(kinds.text(run).split())
    assert "instead aes-128-cmac@openssl ×2.00, equal to hmac-sha256@openssl" in text
    text = " ".join(kinds.text(run, explain=True).split())
    assert "hmac-sha256@openssl ×2.00, equal to aes-128-cmac@openssl" in text
    first = document.document(run).partition("<main>")[0]
    assert "Use aes-128-cmac instead of hmac-md5: ×2.00 " in first
    assert ", equal to hmac-sha256@openssl." in first
    (row,) = csv.DictReader(io.StringIO(kinds.csv(run)))
    assert row["alternatives"] == "aes-128-cmac@openssl; hmac-sha256@openssl"
    assert row["alternatives_equal_to"] == "hmac-sha256@openssl; aes-128-cmac@openssl"
    assert row["alternative_brings"] == "4; 4"
    told = msgspec.json.decode(msgspec.json.encode(found))["alternatives"]
    assert [each["equal_to"] for each in told] == [["hmac-sha256@openssl"], ["aes-128-cmac@openssl"]]
