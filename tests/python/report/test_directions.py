"""Every figure says which direction it is for."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence

import pytest
from msgspec.structs import replace

from wirerate.authenticators.subjects import parse_subject
from wirerate.links import load, parse_link, parse_packets
from wirerate.records import AnyRun, CheckRun, Interval, Measurement, SpeedRun
from wirerate.report import kinds, series
from wirerate.report.document import document
from wirerate.report.terminal import Paper
from wirerate.verdict import Case, judge_all
from wirerate.wings.fleet import view as fleet
from wirerate.wings.fleet.hosts import FleetRun

WIDE = Paper(width=200)


def checked(*subjects: str, links: Sequence[str] = ("10G",), duplex: bool = False) -> AnyRun:
    """Return a check of these subjects, each with 400 ns per packet as a sender and 500 ns as a receiver."""
    run = CheckRun(command="check", environment=None)
    cases = []
    for subject in subjects:
        name, mix = parse_subject(subject), parse_packets("imix")
        loads = [load(parse_link(link), mix, name.algorithm, None) for link in links]
        rows = tuple(row(subject, loads[0].keyed, operation) for operation in name.facts.operations)
        run.rows += rows
        cases += [Case(each, rows, duplex) for each in loads]
    run.verdicts = judge_all(cases)
    return run


def row(subject: str, keyed: str, operation: str) -> Measurement:
    median = 500.0 if operation in ("verify", "open") else 400.0
    ns, samples = Interval(median, median, median, 0.95), (median,) * 16
    return Measurement(
        subject=subject, keyed=keyed, operation=operation, cache="cold", bytes=340, ns=ns, rounds=16, samples_ns=samples
    )


def flat(text: str) -> str:
    return " ".join(text.split())


def test_a_paragraph_names_the_judged_direction_and_the_headroom_of_both() -> None:
    run = checked("aes-128-gcm@openssl")
    assert "opening, the slower direction, takes 500 ns per packet from memory; 305 ns are available." in flat(
        kinds.text(run, WIDE)
    )
    text = flat(kinds.text(run, WIDE, explain=True))
    assert "10G Ethernet carrying imix, one direction" in text
    assert "95 %, 16 rounds), open, per packet, cold" in text
    assert "directions seal 400 ns, open 500 ns: the slower is judged; one core for both directions: ×0.339" in text
    assert "The verdict is for one direction, at the slower end. --duplex judges one core that carries both." in text


def test_for_both_directions_the_sum_is_judged() -> None:
    text = flat(kinds.text(checked("hmac-sha256@openssl", duplex=True), WIDE, explain=True))
    assert "carrying imix, both directions at once" in text
    assert "90 %), tag and verify, per packet, cold" in text
    assert "directions tag 400 ns, verify 500 ns, both on one core; one direction alone ×0.611" in text
    assert "The verdict is for both directions on one core." in text
    assert "--duplex" not in text


@pytest.mark.parametrize(
    ("subjects", "scope"),
    [
        (("hmac-sha256@openssl",), "include the authenticator only; the rest"),
        (
            ("aes-128-gcm@openssl", "chacha20-poly1305@openssl"),
            "include cipher and authenticator only; the rest",
        ),
        (
            ("hmac-sha256@openssl", "aes-128-gcm@openssl"),
            "authenticator only, and the cipher of aes-128-gcm; the rest",
        ),
    ],
)
def test_no_one_calls_a_cipher_an_authenticator(subjects: tuple[str, ...], scope: str) -> None:
    run = checked(*subjects)
    assert scope in flat(kinds.text(run, WIDE, explain=True))
    assert scope in flat(kinds.markdown(run))
    assert scope in document(run)


@pytest.mark.parametrize("duplex", [False, True])
@pytest.mark.parametrize("links", [("10G",), ("1G", "10G")])
def test_a_matrix_says_it_too(links: tuple[str, ...], duplex: bool) -> None:
    names = ("hmac-sha256", "hmac-sha1", "aes-128-cmac", "aes-128-gmac", "aes-128-gcm")
    text = flat(kinds.text(checked(*(f"{name}@openssl" for name in names), links=links, duplex=duplex), WIDE))
    assert (
        "both directions at once" if duplex and len(links) > 1 else "full duplex" if duplex else "one direction"
    ) in text


def test_an_export_has_both_ends_and_full_duplex() -> None:
    one, both = (
        next(csv.DictReader(io.StringIO(kinds.csv(checked("aes-128-gcm@openssl", duplex=each)))))
        for each in (False, True)
    )
    assert (one["operation"], one["direction"], one["send_ns"], one["receive_ns"]) == ("open", "one", "400.0", "500.0")
    assert (both["operation"], both["direction"]) == ("seal and open", "both")
    assert one["duplex_headroom"] == both["duplex_headroom"] == both["headroom"] != one["headroom"]
    assert both["question"] == one["question"] + ", full duplex"


def test_rows_and_curves_name_their_operation() -> None:
    speed = SpeedRun(command="speed", environment=None)
    for octets in (64, 1500):
        for operation in ("seal", "open"):
            speed.rows.append(row("aes-128-gcm@openssl", "reuse", operation))
            speed.rows[-1].bytes = octets
    text = kinds.text(speed, WIDE)
    assert "aes-128-gcm@openssl (seal)" in text
    assert "aes-128-gcm@openssl (open)" in text
    assert [each["operation"] for each in csv.DictReader(io.StringIO(kinds.csv(speed)))][:2] == ["seal", "open"]
    assert [each.operation for each in series.size_curves(speed)] == ["seal", "open"]
    assert [each.operation for each in series.drawn(series.size_curves(speed))] == ["seal"]
    speed.rows = [m for m in speed.rows if m.operation == "open"]
    (curve,) = series.drawn(series.size_curves(speed))
    assert curve.condition.startswith("open · cold")


def test_hosts_of_a_fleet_stand_together_whichever_end_was_slower_there() -> None:
    here, there = (checked("aes-128-gcm@openssl").verdicts[0] for _ in range(2))
    there.conditions = replace(there.conditions, operation="seal")
    here.host, there.host = "a", "b"
    run = FleetRun(command="fleet check", environment=None, verdicts=[here, there])
    (group,) = fleet.table(run).groups
    assert [row[0].text for row in group.rows] == ["a", "b"]
