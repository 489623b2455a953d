"""The exported table has the rows on the screen, each once, with the comparisons beside them."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Sequence

import pytest
from msgspec.structs import asdict

from wirerate.records import AnyRun, Comparison, Conditions, Interval, Measurement, SpeedRun
from wirerate.report import kinds
from wirerate.report.terminal import Paper
from wirerate.wings.ah.rows import AhPackets, AhRun

WIDE = Paper(width=200)


def rows_of(run: AnyRun) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(kinds.csv(run))))


def row(subject: str, ns: float, **told: object) -> Measurement:
    fields: dict[str, object] = {"subject": subject, "bytes": 1500, "rounds": 16, "ns": Interval(ns, ns, ns, 0.95)}
    return Measurement(**(fields | told))  # type: ignore[arg-type]


def ratio(subject: str, reference: str, value: float, **under: object) -> Comparison:
    conditions = Conditions(**({"operation": "tag", "bytes": 1500, "cache": "warm", "batch": 1, "threads": 1} | under))  # type: ignore[arg-type]
    return Comparison(
        subject=subject,
        reference=reference,
        ratio=Interval(value, value - 0.1, value + 0.1, 0.95),
        change="",
        conditions=conditions,
        rounds=16,
    )


def speed(measurements: Sequence[Measurement], comparisons: Sequence[Comparison] = ()) -> AnyRun:
    run = SpeedRun(command="speed", environment=None)
    run.rows, run.comparisons = list(measurements), list(comparisons)
    return run


def against() -> AnyRun:
    """Return a run that compares two subjects with two others, and has a sweep."""
    pairs = [("md5@wirerate/avx2", "md5@openssl", 100.0), ("sha1@nettle", "sha1@openssl", 80.0)]
    found = [row(name, ns * times) for *names, ns in pairs for name, times in zip(names, (1, 2), strict=True)]
    sets = (4096, 8192)
    found += [row(n, 100, cache="sweep", working_set=s) for s in sets for n in ("md5@wirerate/avx2", "md5@openssl")]
    compared = [ratio(one, other, 2.0) for one, other, _ in pairs]
    compared += [ratio(*pairs[0][:2], 1 + s / 8192, cache="sweep", working_set=s) for s in sets]
    return speed(found, compared)


def ah() -> AnyRun:
    run = AhRun(command="ah", environment=None)
    told = {"packets": "imix6", "keyed": "reuse", "bytes": 376.0}
    for operation, batch, ns in (("sign", 1, 700.0), ("sign", 256, 60.0), ("tag", 256, 50.0), ("verify", 1, 690.0)):
        like = row("hmac-md5-96@wirerate/avx2", ns, operation=operation, batch=batch, **told)
        run.rows.append(AhPackets(**asdict(like), ip_bytes=352.0))
    return run


@pytest.mark.parametrize("make", [against, ah], ids=["speed", "ah"])
def test_every_row_of_the_screen_is_exported_once(make: Callable[[], AnyRun]) -> None:
    run = make()
    rows, shown = rows_of(run), kinds.text(run, WIDE, explain=True)
    assert len(rows) == len(run.rows) == len({tuple(each.values()) for each in rows})
    assert all(each["subject"].partition("/")[0] in shown or "working set" in each["condition"] for each in rows)
    assert kinds.markdown(run).count("\n| ") >= len(rows)


def test_a_ratio_stands_in_the_row_that_it_is_of() -> None:
    rows = rows_of(against())
    held = {(r["subject"], r["condition"].partition(" · per packet")[0]): r for r in rows if r["against"]}
    assert len(held) == 4
    first = held["md5@wirerate/avx2", "1,500 B · warm"]
    assert (first["against"], first["ratio"], first["ratio_low"]) == ("md5@openssl", "2.0", "1.9")
    assert held["md5@wirerate/avx2", "1,500 B · working set 8 KiB"]["ratio"] == "2.0"
    assert held["md5@wirerate/avx2", "1,500 B · working set 4 KiB"]["ratio"] == "1.5"
    assert all(not r["ratio"] for r in rows if r["subject"].endswith("@openssl"))


def test_without_a_comparison_there_is_no_column_of_one() -> None:
    assert "against" not in kinds.csv(speed([row("md5@openssl", 100.0)])).splitlines()[0]


def test_a_sweeps_ratios_say_which_working_set() -> None:
    text = kinds.text(against(), WIDE)
    assert "1,500 B · working set 4 KiB · per packet" in text
    assert "1,500 B · working set 8 KiB · per packet" in text


def test_an_absent_subject_is_reported_once_for_all_sizes() -> None:
    gone = [
        Measurement(subject="umac-64@nettle", status="absent", bytes=size, note="install libnettle8")
        for size in (64, 576, 1500)
    ]
    run = speed([row("md5@openssl", 100.0), *gone])
    assert [each["status"] for each in rows_of(run)] == ["ok", "absent"]
    assert kinds.text(run, WIDE).count("umac-64@nettle is absent: install libnettle8.") == 1


def test_ah_reports_missing_measurements() -> None:
    run = ah()
    run.rows.append(
        Measurement(subject="hmac-md5-96@openssl", operation="sign", status="wrong", note="3 packets differ")
    )
    assert "hmac-md5-96@openssl is wrong: 3 packets differ." in " ".join(kinds.text(run, WIDE, explain=True).split())
