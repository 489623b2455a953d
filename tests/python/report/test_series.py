from __future__ import annotations

from wirerate.records import AnyRun
from wirerate.report import labels, series


def test_size_curves_are_of_plain_sizes_in_order(full_run: AnyRun) -> None:
    curves = series.size_curves(full_run)
    assert {c.subject for c in curves} >= {"hmac-md5@openssl", "read@wirerate"}
    for curve in curves:
        sizes = [p.x for p in curve.points]
        assert sizes == sorted(sizes)
        assert len(sizes) > 1


def test_one_line_per_algorithm_and_a_batch_where_it_is_faster(full_run: AnyRun) -> None:
    drawn = series.drawn(series.size_curves(full_run))
    single = [labels.algorithm(c.subject) for c in drawn if c.batch == 1]
    assert len(single) == len(set(single))
    assert [c.subject for c in drawn if c.batch > 1] == ["hmac-md5@wirerate/avx2"]
    assert next(c for c in drawn if c.subject.startswith("hmac-md5")).subject == "hmac-md5@wirerate/avx2"


def test_macs_in_use_today_come_before_md5(full_run: AnyRun) -> None:
    drawn = series.drawn(series.size_curves(full_run))
    old = [c.historical for c in drawn]
    assert old == sorted(old)


def test_rates_are_bits_over_nanoseconds(full_run: AnyRun) -> None:
    curve = next(c for c in series.size_curves(full_run) if c.subject == "umac-64@nettle")
    for point in curve.points:
        assert point.gbits == point.x * 8 / point.ns.median
        assert point.low <= point.gbits <= point.high


def test_a_sweep_is_read_from_its_working_sets(full_run: AnyRun) -> None:
    curves = series.sweep_curves(full_run)
    assert len(curves) == 3
    assert all(len(c.points) == 17 for c in curves)


def test_keyed_costs_have_one_row_per_subject_and_state(full_run: AnyRun) -> None:
    rows = [(m.subject, m.keyed) for m in series.keyed_costs(full_run)]
    assert len(rows) == len(set(rows))
    assert ("hmac-md5@openssl", "fresh") in rows


def test_rounds_are_of_the_deciding_measurements(full_run: AnyRun) -> None:
    chosen = series.round_series(full_run)
    assert 1 < len(chosen) <= 6
    assert all(m.packets == "imix" and m.cache == "cold" for m in chosen)


def test_labels_are_as_short_as_they_may_be() -> None:
    shortest = labels.shortest(["md5@openssl", "umac-64@nettle", "md5@wirerate/avx2", "md5@wirerate/sse2"])
    assert shortest == {
        "md5@openssl": "md5@openssl",
        "umac-64@nettle": "umac-64",
        "md5@wirerate/avx2": "md5@wirerate/avx2",
        "md5@wirerate/sse2": "md5@wirerate/sse2",
    }
    assert labels.short("md5@./build/libwirerate.so") == "md5@./build/libwirerate.so"
