"""The mill through its Python face: every cell measured and compared, packets all opened, 2007's sizes read off."""

from __future__ import annotations

import csv
import io
from itertools import pairwise
from typing import Any

import pytest

from wirerate import api
from wirerate.cli.ssh import command
from wirerate.errors import MissingError, UsageError
from wirerate.lab.ssh.mill import gains, machine
from wirerate.lab.ssh.mill.claims import crossing, findings
from wirerate.lab.ssh.mill.machine import parse_mac
from wirerate.records import Comparison, Conditions, Interval, Measurement
from wirerate.records.details import MilledPacket, MillGain
from wirerate.report import kinds, numbers
from wirerate.report.page.document import document
from wirerate.report.paper import Paper
from wirerate.rounds.round import Round

PAYLOADS = (1, 512, 4096)
Measured = tuple[list[Measurement], list[Comparison]]


@pytest.fixture(scope="module")
def measured() -> Measured:
    macs = [parse_mac(name) for name in ("hmac-md5@wirerate", "umac-64")]
    measurements, comparisons, interrupted = gains.measure(macs, "arcfour", etm=True, payloads=PAYLOADS, budget_s=0.1)
    assert not interrupted
    return measurements, comparisons


def packet(measurement: Measurement) -> MilledPacket:
    assert isinstance(measurement.details, MilledPacket)
    return measurement.details


def gain(comparison: Comparison) -> MillGain:
    assert isinstance(comparison.details, MillGain)
    return comparison.details


def test_every_cell_has_its_rounds(measured: Measured) -> None:
    measurements, _ = measured
    assert len(measurements) == len(PAYLOADS) * (1 + 2 * 3)
    for each in measurements:
        assert each.rounds == len(each.samples_ns) == 16
        assert each.ns.low <= each.ns.median <= each.ns.high
        assert packet(each).order == "encrypt-then-MAC"
        assert packet(each).packet_bytes >= each.bytes + 5 + 4
        assert 0 < each.cpu_share <= 1
        assert each.involuntary >= 0
        assert each.stolen is None or 0 <= each.stolen <= 1
        assert each.noise >= 0
        assert each.settled is False or each.ns.high - each.ns.low <= 2 * gains.PRECISION * each.ns.median


def test_hmac_is_predicted_and_fitted_where_it_should_be(measured: Measured) -> None:
    measurements, _ = measured
    kept = {m.bytes: m for m in measurements if m.subject == "hmac-md5@wirerate" and m.keyed == "reuse"}
    assert kept[1].residual == pytest.approx(0, abs=1e-9)
    assert kept[4096].residual == pytest.approx(0, abs=1e-9)
    assert packet(kept[512]).packet_bytes == 524
    assert packet(kept[512]).compressions == 10
    rekeyed = next(m for m in measurements if m.subject == "hmac-md5@wirerate" and (m.keyed, m.bytes) == ("rekey", 512))
    assert packet(rekeyed).compressions == 12
    assert rekeyed.residual == pytest.approx(rekeyed.ns.median / packet(rekeyed).predicted_ns - 1)
    umac = {(m.bytes, m.keyed): packet(m).predicted_ns for m in measurements if m.subject == "umac-64@wirerate"}
    predicted = {key for key, ns in umac.items() if ns}
    assert predicted == {(size, mode) for size in (512, 4096) for mode in ("rekey", "fresh")}


def test_comparisons_pair_modes_and_macs(measured: Measured) -> None:
    _, comparisons = measured
    pairs = {(c.subject, c.reference, gain(c).against_keyed) for c in comparisons}
    assert pairs == {
        ("hmac-md5@wirerate", "hmac-md5@wirerate", "rekey"),
        ("hmac-md5@wirerate", "hmac-md5@wirerate", "fresh"),
        ("umac-64@wirerate", "umac-64@wirerate", "rekey"),
        ("umac-64@wirerate", "umac-64@wirerate", "fresh"),
        ("umac-64@wirerate", "hmac-md5@wirerate", "reuse"),
    }
    assert {c.conditions.bytes for c in comparisons} == set(PAYLOADS)
    assert {(c.conditions.keyed, gain(c).cipher, gain(c).order) for c in comparisons} == {
        ("reuse", "arcfour", "encrypt-then-MAC")
    }


def test_ctrl_c_keeps_finished_rounds() -> None:
    def progress(share: float, label: str) -> None:
        if label == "512 bytes":
            raise KeyboardInterrupt

    macs = [parse_mac("hmac-md5@wirerate")]
    measurements, _, interrupted = gains.measure(macs, "none", etm=False, payloads=PAYLOADS, progress=progress)
    assert interrupted
    assert {m.bytes for m in measurements} == {1}


def test_a_refused_packet_ends_the_measurement(monkeypatch: pytest.MonkeyPatch) -> None:
    sealed = Round(wall_ns=10, cpu_ns=10, messages=1, wrong=1)
    monkeypatch.setattr(gains, "seal", lambda mills, payload, packets, order: [sealed] * len(order))
    with pytest.raises(MissingError, match="1 packets of 1 bytes were refused"):
        gains.measure([parse_mac("umac-128")], "none", etm=False, payloads=(1,))


@pytest.mark.parametrize(
    ("name", "word"), [("hmac-md6", "hmac-md5"), ("umac-64-etm", "umac-64"), ("poly1305", "one of")]
)
def test_unknown_macs_name_what_is_near(name: str, word: str) -> None:
    with pytest.raises(UsageError) as raised:
        parse_mac(name)
    assert word in raised.value.fix


def test_code_that_has_no_such_mac() -> None:
    with pytest.raises(UsageError, match="no such code"):
        parse_mac("umac-64@openssl")


def test_crossing_of_a_fixed_saving() -> None:
    points = [(size, 300 / (100 + size)) for size in (1, 64, 256, 512, 1024, 2048, 8192)]
    assert crossing(points, 0.16) == pytest.approx(300 / 0.16 - 100, rel=0.05)
    assert crossing(points, 5.0) is None
    assert crossing(points, 0.001) is None


def claim(subject: str, reference: str, against: str, size: int, ratio: float) -> Comparison:
    return Comparison(
        subject=subject,
        reference=reference,
        ratio=Interval(ratio, ratio - 0.01, ratio + 0.01, 0.95),
        change="",
        conditions=Conditions(bytes=size),
        details=MillGain(cipher="arcfour", order="encrypt-and-MAC", against_keyed=against),
    )


def test_findings_read_the_sizes_off() -> None:
    md5 = "hmac-md5@openssl"
    gains = {64: 0.6, 512: 0.2, 1024: 0.1, 32768: 0.003}
    comparisons = [claim(md5, md5, "rekey", size, 1 + gain) for size, gain in gains.items()]
    comparisons += [claim("umac-64@nettle", md5, "reuse", size, 1.9) for size in gains]
    keeping, umac = findings(comparisons)
    sixteen, twelve = keeping.crossings
    assert 512 < sixteen < twelve < 1024
    assert keeping.last[0] == 32768
    assert umac.crossings == (None,)
    assert all(one < other for (one, _), (other, _) in pairwise(keeping.gains))


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ({"cipher": "aes512-ctr"}, "unknown cipher of the mill"),
        ({"payloads": (0,)}, "1 to 32768 bytes"),
        ({"payloads": (64, 32769)}, "1 to 32768 bytes"),
        ({"macs": ("md5",)}, "unknown MAC"),
    ],
)
def test_bad_questions(arguments: dict[str, Any], told: str) -> None:
    with pytest.raises(UsageError, match=told):
        api.mill(**arguments)


def test_answer_has_2007s_figures_and_the_table() -> None:
    run = api.mill(("hmac-md5@openssl", "hmac-sha1"), payloads=(1, 1024, 32768), time=0.1)
    assert run.exit == 0
    text = kinds.text(run, Paper(100))
    assert "keeping hmac-md5's state instead of rekeying: 16% at " in text
    assert "hmac-sha1 gains more than hmac-md5 at" in text
    assert "hmac-md5@openssl, arcfour, encrypt-and-MAC" in text
    page = document(run)
    assert "Where its figures appear here" in page
    assert "Measured beside predicted" in page


def test_the_export_is_the_table_on_the_screen() -> None:
    run = api.mill(("hmac-md5@wirerate",), payloads=(1, 1024), time=0.1)
    rows = list(csv.DictReader(io.StringIO(kinds.csv(run))))
    assert [row["bytes"] for row in rows] == ["1", "1024"]
    times = {(row["bytes"], mode): float(row[f"{mode}_ns"]) for row in rows for mode in ("reuse", "rekey", "fresh")}
    measured = {(f"{m.bytes:.0f}", m.keyed): m.ns.median for m in run.measurements if m.keyed}
    assert times == measured
    text = kinds.text(run, Paper(100))
    assert all(f"{numbers.time_ns(each)} " in text for each in times.values())


def test_the_command_line_offers_what_the_mill_takes() -> None:
    (cipher,) = (each for each in command.commands["mill"].params if each.name == "cipher")
    assert cipher.type.choices == machine.CIPHERS
