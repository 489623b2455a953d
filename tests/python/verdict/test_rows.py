from __future__ import annotations

import pytest

from wirerate.verdict import BATCHED, PER_PACKET, Case
from wirerate.verdict.rows import Row, fastest, rows


def test_per_packet_and_batched_are_two_rows(make_load, measurement) -> None:
    found = rows(
        Case(
            make_load("hmac-md5"),
            (measurement("hmac-md5@openssl", 90), measurement("hmac-md5@wirerate", 20, batch=256)),
        )
    )
    assert [(row.role, row.decides.subject) for row in found] == [
        (PER_PACKET, "hmac-md5@openssl"),
        (BATCHED, "hmac-md5@wirerate"),
    ]


@pytest.mark.parametrize(("batch", "roles"), [(1, [PER_PACKET]), (2, [BATCHED]), (256, [BATCHED]), (257, [])])
def test_a_batch_is_2_to_256_packets(make_load, measurement, batch: int, roles: list[str]) -> None:
    found = rows(Case(make_load("hmac-md5"), (measurement("hmac-md5", 20, batch=batch),)))
    assert [row.role for row in found] == roles


def test_subjects_without_measurements_have_no_row(make_load, measurement) -> None:
    here = make_load("hmac-md5")
    assert rows(Case(here, ())) == []
    assert [row.role for row in rows(Case(here, (measurement("hmac-md5", 20, batch=8),)))] == [BATCHED]


def test_the_best_implementation_present_decides(make_load, measurement) -> None:
    measured = (
        measurement("hmac-sha1@openssl", 90, batch=256),
        measurement("hmac-sha1@ipsec-mb", 30, batch=256),
        measurement("hmac-sha1@nettle", 0, batch=256, status="absent", note="libnettle is not installed"),
    )
    (row,) = rows(Case(make_load("hmac-sha1"), measured))
    assert row.decides.subject == "hmac-sha1@ipsec-mb"


def test_cold_decides_and_warmer_caches_are_shown(make_load, measurement) -> None:
    measured = (
        measurement("hmac-md5@openssl", 70, cache="warm"),
        measurement("hmac-md5@openssl", 100, cache="cold"),
        measurement("hmac-md5@openssl", 80, cache="llc"),
        measurement("hmac-md5@nettle", 10, cache="warm"),
    )
    (row,) = rows(Case(make_load("hmac-md5"), measured))
    assert (row.decides.cache, row.decides.subject) == ("cold", "hmac-md5@openssl")
    assert row.in_cache("warm").median == 70
    assert row.in_cache("llc").median == 80


def test_without_a_cold_measurement_the_coldest_decides(make_load, measurement) -> None:
    measured = (measurement("hmac-md5", 70, cache="warm"), measurement("hmac-md5", 80, cache="llc"))
    (row,) = rows(Case(make_load("hmac-md5"), measured))
    assert row.decides.cache == "llc"


def test_a_sweep_of_working_sets_decides_nothing(make_load, measurement) -> None:
    assert rows(Case(make_load("hmac-md5"), (measurement("hmac-md5", 70, cache="65536"),))) == []


def test_kept_keys_decide_unless_only_others_were_asked_for(make_load, measurement) -> None:
    here = make_load("hmac-md5")
    fresh = measurement("hmac-md5@nettle", 10, keyed="fresh")
    (row,) = rows(Case(here, (fresh, measurement("hmac-md5@openssl", 90, keyed="reuse"))))
    assert row.decides.keyed == "reuse"
    (row,) = rows(Case(here, (fresh,)))
    assert row.decides.keyed == "fresh"


def test_an_absent_subject_has_a_row_that_says_so(make_load, measurement) -> None:
    gone = measurement("umac-64@nettle", 0, status="absent", note="libnettle is not installed")
    (row,) = rows(Case(make_load("umac-64"), (gone,)))
    assert row.ns is None
    assert row.decides.note == "libnettle is not installed"


def test_a_wrong_subject_is_never_timed(make_load, measurement) -> None:
    wrong = measurement("hmac-md5@nettle", 5)
    wrong.status = "wrong"
    (row,) = rows(Case(make_load("hmac-md5"), (wrong, measurement("hmac-md5@openssl", 90))))
    assert row.decides.subject == "hmac-md5@openssl"
    (row,) = rows(Case(make_load("hmac-md5"), (wrong,)))
    assert row.ns is None


def test_fastest_ignores_subjects_without_measurements(make_load, measurement) -> None:
    here = make_load("hmac-md5")
    slow = Row(here, PER_PACKET, measurement("hmac-md5", 90))
    quick = Row(here, BATCHED, measurement("hmac-md5", 20, batch=4))
    gone = Row(here, PER_PACKET, measurement("hmac-md5", 0, status="absent"))
    assert fastest([gone, slow, quick]) is quick
    assert fastest([gone]) is None
