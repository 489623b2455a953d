"""The commands as Python calls on this machine, with short rounds: what they measure and how they judge."""

from __future__ import annotations

import os
from collections.abc import Callable
from copy import deepcopy
from pathlib import Path

import pytest

import wirerate
from wirerate import records
from wirerate.authenticators import kernels
from wirerate.commands.compare import compare
from wirerate.commands.report import complete
from wirerate.errors import Error, UsageError
from wirerate.records import AnyRun
from wirerate.report import kinds
from wirerate.running.workloads import LARGEST_BATCH

BRIEF = 0.05


@pytest.fixture(scope="module")
def checked() -> AnyRun:
    return wirerate.check(["hmac-md5@wirerate"], links=["1G"], time=BRIEF)


def test_check_measures_both_ways_and_judges_each_link() -> None:
    run = wirerate.check(["hmac-md5@wirerate"], links=["10M", "800G"], time=BRIEF, policy="any")
    assert {(v.link, v.role) for v in run.verdicts} == {
        (link, role) for link in ("10M", "800G") for role in ("per packet", "batched")
    }
    by_link = {v.link: v for v in run.verdicts}
    assert by_link["10M"].verdict == "KEEPS UP"
    assert by_link["800G"].verdict == "FALLS SHORT"
    assert by_link["800G"].alternatives
    assert run.exit == 1
    caches = {(m.batch, m.cache) for m in run.rows if m.subject.startswith("hmac-md5@wirerate")}
    assert caches >= {(batch, cache) for batch in (1, LARGEST_BATCH) for cache in ("cold", "llc", "warm")}


def test_alternatives_are_of_the_same_link() -> None:
    run = wirerate.check(["hmac-sha256"], links=["10M", "800G"], time=BRIEF)
    for verdict in run.verdicts:
        for alternative in verdict.alternatives:
            slow = verdict.link == "800G"
            assert alternative.headroom is None or (alternative.headroom.median < 1) == slow


def test_check_covers_what_the_protocol_covers() -> None:
    run = wirerate.check(["hmac-sha256"], links=["1G"], packet="1500", protocol="ah", time=BRIEF)
    timed = {m.bytes for m in run.rows if m.subject.startswith("hmac-sha256")}
    assert timed == {1500 + 32}  # RFC 4302 section 2.6: 12 + 16 of ICV, padded to 8 in IPv6
    assert all(v.subject.startswith("hmac-sha256-128@") for v in run.verdicts)


def test_forbidden_subject_fails_though_it_keeps_up() -> None:
    run = wirerate.check(["hmac-md5@wirerate"], links=["10M"], time=BRIEF)
    assert {v.verdict for v in run.verdicts} == {"KEEPS UP"}
    assert not any(v.permitted for v in run.verdicts)
    assert run.exit == 1


@pytest.mark.parametrize("protocol", ["esp-null-hmac-md5", "tcp-md5", "radius"])
def test_a_protocol_of_refused_subjects_alone_fails(protocol: str) -> None:
    link: dict[str, list[str]] = {"links": ["1G"]} if protocol.startswith("esp") else {}
    run = wirerate.check(protocol=protocol, time=BRIEF, **link)
    assert not any(v.permitted for v in run.verdicts)
    assert run.exit == 1


def test_default_check_has_at_least_six_authenticators() -> None:
    run = wirerate.check(links=["1G"], time=BRIEF)
    assert len({v.subject.partition("@")[0] for v in run.verdicts}) >= 6


def test_speed_has_ceiling_floor_and_split() -> None:
    run = wirerate.speed(["md5@wirerate"], time=BRIEF)
    assert {m.role for m in run.rows} == {"subject", "ceiling", "floor"}
    assert all(m.fixed_ns is not None and m.per_byte_ns is not None for m in run.rows)


def test_speed_keeps_keyed_states_apart() -> None:
    run = wirerate.speed(["hmac-md5@wirerate"], lengths=[64], keyed=["reuse", "rekey"], time=BRIEF)
    assert {m.keyed for m in run.rows if m.role == "subject"} == {"reuse", "rekey"}


def test_sweep_covers_working_sets() -> None:
    run = wirerate.speed(["md5@wirerate"], lengths=[1500], caches=["sweep"], time=BRIEF)
    sets = {m.working_set for m in run.rows if m.role == "subject"}
    assert (min(sets), max(sets)) == (4 << 10, 256 << 20)


def test_against_compares_each_subject_with_it() -> None:
    run = wirerate.speed(["md5@wirerate"], lengths=[64], against="internet-checksum@wirerate", time=BRIEF)
    assert ("internet-checksum", "md5") in {
        (c.reference.partition("@")[0], c.subject.partition("@")[0]) for c in run.comparisons
    }


def test_compare_says_one_word_per_length() -> None:
    run = wirerate.compare("md5@wirerate", "md5@wirerate/portable", lengths=[64, 1500], time=BRIEF)
    assert len(run.comparisons) == 2
    assert all(c.change in ("IMPROVED", "REGRESSED", "NO CHANGE", "CANNOT TELL") for c in run.comparisons)


def test_completed_run_is_not_measured_again(checked: AnyRun) -> None:
    once = complete.complete(deepcopy(checked), time=BRIEF)
    count = len(once.rows)
    assert {m.bytes for m in once.rows} >= {64, 9000}
    assert len(complete.complete(once, time=BRIEF).rows) == count


def test_kernel_is_forced_and_named() -> None:
    run = wirerate.speed(["md5@wirerate"], lengths=[64], kernel="portable", time=BRIEF)
    assert "md5@wirerate/portable" in {m.subject for m in run.rows}
    assert kernels.forced_kernel() is None  # only for that call


def test_unknown_words_are_wirerate_errors() -> None:
    with pytest.raises(Error, match="hmac-md6"):
        wirerate.check(["hmac-md6"])


def test_compare_pairs_each_keyed_state_with_its_like() -> None:
    run = wirerate.compare("hmac-md5@wirerate", "hmac-md5@wirerate", lengths=[64], keyed=["reuse", "rekey"], time=BRIEF)
    assert [c.conditions.keyed for c in run.comparisons] == ["reuse", "rekey"]


def test_compare_takes_a_mix_or_lengths() -> None:
    run = wirerate.compare("md5@wirerate", "md5@wirerate", packet="imix", time=BRIEF)
    assert {c.conditions.packets for c in run.comparisons} == {"imix"}
    with pytest.raises(Error, match="packet has no meaning with lengths"):
        wirerate.compare("md5@wirerate", "md5@wirerate", packet="imix", lengths=[64], time=BRIEF)


def test_a_checks_run_can_be_compared_with_itself(checked: AnyRun, tmp_path: Path) -> None:
    assert {m.role for m in checked.rows} == {"subject", "ceiling", "floor"}
    records.write(checked, tmp_path / "run.jsonl")
    compared = compare.compare_runs(tmp_path / "run.jsonl", tmp_path / "run.jsonl")
    assert compared.comparisons
    assert {c.change for c in compared.comparisons} <= {"NO CHANGE", "CANNOT TELL"}


@pytest.mark.skipif(len(os.sched_getaffinity(0)) < 2, reason="one CPU, so there is no curve over threads")
def test_cores_are_measured_on_request() -> None:
    before = os.sched_getaffinity(0)
    run = wirerate.check(["aes-128-gcm@openssl"], links=["800G"], packet="1500", cores=True, time=BRIEF)
    (verdict,) = run.verdicts
    assert verdict.scaling[0].threads == 2
    assert verdict.scaling[0].ns in [m.ns for m in run.rows if m.threads == 2]
    assert len(run.rows) == len({id(m) for m in run.rows})
    assert "more cores  2 threads" in kinds.text(run, explain=True)
    assert os.sched_getaffinity(0) == before
    both = wirerate.check(["aes-128-gcm@openssl"], links=["800G"], packet="1500", duplex=True, cores=True, time=BRIEF)
    (step, *_), ends = both.verdicts[0].scaling, [m.ns for m in both.rows if m.threads == 2]
    assert len(ends) == 2
    assert step.ns.median == pytest.approx(sum(each.median for each in ends))
    assert wirerate.check(["md5"], links=["10M"], policy="any", cores=True, time=BRIEF).verdicts[0].scaling == ()


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        (lambda: wirerate.speed(["md5"], keyed=["rekey"]), "keyed has no meaning here: no subject has that"),
        (lambda: wirerate.speed(["hmac-md5"], operations=["seal"]), "hmac-md5 cannot seal"),
        (lambda: wirerate.compare("md5", "sha256", keyed=["rekey"]), "keyed has no meaning here: no subject has"),
        (lambda: wirerate.check(["poly1305@openssl"], kernel="portable"), "kernel has no meaning here: every subject"),
    ],
    ids=["keyed", "operations", "compare", "kernel"],
)
def test_an_option_that_no_subject_supports_is_refused(asked: Callable[[], object], said: str) -> None:
    with pytest.raises(UsageError, match=said):
        asked()
