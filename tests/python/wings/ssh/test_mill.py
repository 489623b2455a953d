"""The packet mill through Python: every cell is measured and compared, and all packets are opened."""

from __future__ import annotations

import csv
import io
from typing import Any

import pytest

from wirerate.errors import MissingError, UsageError
from wirerate.records import Conditions, Interval
from wirerate.report import kinds, numbers
from wirerate.report.document import document
from wirerate.report.terminal import Paper
from wirerate.rounds.round import Round
from wirerate.vocabulary import Keyed
from wirerate.wings.ssh import mill as module
from wirerate.wings.ssh.command import command
from wirerate.wings.ssh.mill import CIPHERS, PRECISION, Mill, Milling, measure, mill, parse_mac, seal
from wirerate.wings.ssh.mill_view import keying_table
from wirerate.wings.ssh.openssh_2007 import answer
from wirerate.wings.ssh.rows import MilledPacket, MillGain, MillRun

PAYLOADS = (1, 512, 4096)
Measured = tuple[list[MilledPacket], list[MillGain]]


@pytest.fixture(scope="module")
def measured() -> Measured:
    macs = ("hmac-md5@wirerate", "umac-64")
    measurements, comparisons, interrupted = measure(Milling(macs, etm=True, payloads=PAYLOADS, time=0.1))
    assert not interrupted
    return measurements, comparisons


def test_every_cell_has_its_rounds(measured: Measured) -> None:
    measurements, _ = measured
    assert len(measurements) == len(PAYLOADS) * (1 + 2 * 3)
    for each in measurements:
        assert each.rounds == len(each.samples_ns) == 16
        assert each.ns.low <= each.ns.median <= each.ns.high
        assert each.order == "encrypt-then-MAC"
        assert each.packet_bytes >= each.bytes + 5 + 4
        assert 0 < each.cpu_share <= 1
        assert each.involuntary >= 0
        assert each.stolen is None or 0 <= each.stolen <= 1
        assert each.noise >= 0
        assert each.settled is False or each.ns.high - each.ns.low <= 2 * PRECISION * each.ns.median


def test_hmac_is_predicted_and_fitted_where_it_should_be(measured: Measured) -> None:
    measurements, _ = measured
    kept = {m.bytes: m for m in measurements if m.subject == "hmac-md5@wirerate" and m.keyed == "reuse"}
    assert kept[1].residual == pytest.approx(0, abs=1e-9)
    assert kept[4096].residual == pytest.approx(0, abs=1e-9)
    assert kept[512].packet_bytes == 524
    assert kept[512].compressions == 10
    rekeyed = next(m for m in measurements if m.subject == "hmac-md5@wirerate" and (m.keyed, m.bytes) == ("rekey", 512))
    assert rekeyed.compressions == 12
    assert rekeyed.residual == pytest.approx(rekeyed.ns.median / rekeyed.predicted_ns - 1)
    umac = {(m.bytes, m.keyed): m.predicted_ns for m in measurements if m.subject == "umac-64@wirerate"}
    predicted = {key for key, ns in umac.items() if ns}
    assert predicted == {(size, mode) for size in PAYLOADS for mode in ("rekey", "fresh")}


def test_gains_are_predicted_by_the_time_of_keying(measured: Measured) -> None:
    """The time is measured once, without a cipher, for all payloads; ours is about two compressions."""
    measurements, comparisons = measured
    rekeyed = [m for m in measurements if m.subject == "hmac-md5@wirerate" and m.keyed == "rekey"]
    (keying,) = {m.keying for m in rekeyed}
    assert keying.low <= keying.median <= keying.high
    assert keying.median == pytest.approx(2 * rekeyed[0].compression_ns, rel=0.3)
    assert {m.keying for m in measurements if m.keyed == "reuse"} == {None}
    own = [c for c in comparisons if c.subject == c.reference == "hmac-md5@wirerate" and c.against_keyed == "rekey"]
    assert len(own) == len(PAYLOADS)
    for gain in own:
        kept = next(m for m in measurements if (m.subject, m.keyed) == (gain.subject, "reuse")
                    and m.bytes == gain.conditions.bytes)  # fmt: skip
        for end in ("low", "median", "high"):
            assert getattr(gain.predicted, end) == 1 + getattr(keying, end) / kept.predicted_ns
    assert own[0].predicted.median == pytest.approx(own[0].ratio.median, rel=0.15)
    assert {c.predicted for c in comparisons if c.subject != c.reference} == {None}


def test_openssl_keys_for_longer_than_two_compressions() -> None:
    """A prediction by the number of compressions only would miss a third of the gain or more."""
    run = mill(("hmac-md5@openssl",), cipher="none", payloads=(1, 1024), time=0.5)
    (row,) = listed_keying(run)
    assert row["compressions_ns"] == pytest.approx(2 * run.rows[-1].compression_ns)
    assert row["rekeying_ns"] > 1.2 * row["compressions_ns"]
    assert row["own_ns"] == pytest.approx(row["rekeying_ns"] - row["compressions_ns"])
    assert row["own_share"] == pytest.approx(row["own_ns"] / row["rekeying_ns"])
    assert row["sizes"] == 2
    text = kinds.text(run, Paper(80), explain=True)
    assert "Time to rekey per packet" in text
    assert max(map(len, text.splitlines())) <= 80
    assert "Time to rekey per packet" in document(run)


def listed_keying(run: MillRun) -> list[dict[str, Any]]:
    table = keying_table(run)
    assert table is not None
    names = [name for column in table.columns for name in column.fields]
    (group,) = table.groups
    return [
        dict(zip(names, (f for cell in row for f in cell.figures or (cell.text,)), strict=True)) for row in group.rows
    ]


def test_a_run_of_an_earlier_version_has_no_table_of_keying() -> None:
    assert keying_table(MillRun(command="ssh mill", environment=None, rows=[milled(MD5, 90.0)])) is None


def test_mills_work_in_the_same_memory_that_moves_from_round_to_round() -> None:
    """Packets are opened after every move by receivers that did not move; a wrong address would be refused."""
    mills = [Mill("aes128-ctr", parse_mac(name), "reuse", False) for name in ("hmac-md5", "umac-64", "umac-128")]
    rounds = seal(mills, 1500, [3, 5, 7], [0, 1, 2, 1] * 100, moved_every=4)
    assert [each.messages for each in rounds] == [3, 5, 7, 5] * 100
    assert not any(each.wrong for each in rounds)


def test_comparisons_pair_modes_and_macs(measured: Measured) -> None:
    _, comparisons = measured
    pairs = {(c.subject, c.reference, c.against_keyed) for c in comparisons}
    assert pairs == {
        ("hmac-md5@wirerate", "hmac-md5@wirerate", "rekey"),
        ("hmac-md5@wirerate", "hmac-md5@wirerate", "fresh"),
        ("umac-64@wirerate", "umac-64@wirerate", "rekey"),
        ("umac-64@wirerate", "umac-64@wirerate", "fresh"),
        ("umac-64@wirerate", "hmac-md5@wirerate", "reuse"),
        ("umac-64@wirerate", "hmac-md5@wirerate", "rekey"),
    }
    assert {c.conditions.bytes for c in comparisons} == set(PAYLOADS)
    assert {(c.conditions.keyed, c.cipher, c.order) for c in comparisons} == {("reuse", "arcfour", "encrypt-then-MAC")}


def test_ctrl_c_keeps_finished_rounds() -> None:
    def progress(share: float, label: str) -> None:
        if label == "512 bytes":
            raise KeyboardInterrupt

    asked = Milling(("hmac-md5@wirerate",), cipher="none", payloads=PAYLOADS, progress=progress)
    measurements, _, interrupted = measure(asked)
    assert interrupted
    assert {m.bytes for m in measurements} == {1}


def test_a_refused_packet_ends_the_measurement(monkeypatch: pytest.MonkeyPatch) -> None:
    sealed = Round(wall_ns=10, cpu_ns=10, messages=1, wrong=1)
    monkeypatch.setattr(module, "seal", lambda mills, payload, packets, order, moved_every=0: [sealed] * len(order))
    with pytest.raises(MissingError, match="1 packets of 1 bytes failed to open"):
        measure(Milling(("umac-128",), cipher="none", payloads=(1,)))


@pytest.mark.parametrize(
    ("name", "word"), [("hmac-md6", "hmac-md5"), ("umac-64-etm", "umac-64"), ("poly1305", "one of")]
)
def test_unknown_macs_suggest_the_nearest(name: str, word: str) -> None:
    with pytest.raises(UsageError) as raised:
        parse_mac(name)
    assert word in raised.value.fix


def test_an_implementation_without_the_mac_is_an_error() -> None:
    with pytest.raises(UsageError, match="ssh mill does not use"):
        parse_mac("umac-64@openssl")


def claim(subject: str, reference: str, against: Keyed, size: int, ratio: float) -> MillGain:
    return MillGain(
        subject=subject,
        reference=reference,
        ratio=Interval(ratio, ratio - 0.01, ratio + 0.01, 0.95),
        conditions=Conditions(bytes=size),
        cipher="arcfour",
        order="encrypt-and-MAC",
        against_keyed=against,
    )


MD5, SHA1 = "hmac-md5@openssl", "hmac-sha1@openssl"


def milled(subject: str, call_ns: float) -> MilledPacket:
    return MilledPacket(
        subject=subject, bytes=64, cipher="arcfour", order="", packet_bytes=1, mac_share=0.5, compression_ns=call_ns
    )


@pytest.mark.parametrize(("instructions", "has"), [(("sha_ni",), True), (("asimd", "sha1"), True), (("avx2",), False)])
def test_whether_sha1_gains_more(instructions: tuple[str, ...], has: bool) -> None:
    comparisons = [claim(MD5, MD5, "rekey", size, 1.5) for size in (64, 1024)]
    comparisons += [claim(SHA1, SHA1, "rekey", size, ratio) for size, ratio in ((64, 1.6), (1024, 1.4))]
    rows = [milled(MD5, 90.0), milled(SHA1, 35.0)]
    found = answer(rows, comparisons, instructions)
    assert found is not None
    assert (found.larger, found.sizes, found.md5_ns, found.sha1_ns) == (1, 2, 90.0, 35.0)
    assert found.sha_instructions is has
    unknown = answer(rows, comparisons, None)
    assert unknown is not None
    assert unknown.sha_instructions is None


def test_without_both_macs_there_is_no_claim_about_sha1() -> None:
    assert answer([], [claim(MD5, MD5, "rekey", 64, 1.5)], ()) is None


def test_an_openssl_that_leaves_instructions_out_names_no_cause(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENSSL_ia32cap", ":~0x20000000")
    run = mill(("hmac-md5@openssl", "hmac-sha1"), payloads=(1, 1024), time=0.05)
    assert run.findings
    assert run.findings.sha_instructions is None
    monkeypatch.delenv("OPENSSL_ia32cap")
    run = mill(("hmac-md5@openssl", "hmac-sha1"), payloads=(1, 1024), time=0.05)
    assert run.findings
    assert run.environment is not None
    assert run.findings.sha_instructions is any(each in run.environment.flags for each in ("sha_ni", "sha1"))
    assert run.findings.md5_ns is not None
    assert run.findings.md5_ns > 0


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
        mill(**arguments)


def test_the_answer_is_the_table_and_points_to_2007() -> None:
    run = mill(("hmac-md5@openssl", "hmac-sha1"), payloads=(1, 1024, 32768), time=0.1)
    assert run.exit == 0
    text = kinds.text(run, Paper(100))
    assert text.startswith("Keeping the MAC's key schedule instead of rekeying per packet gains most for hmac-")
    assert len(text.splitlines()) <= len(("hmac-md5@openssl", "hmac-sha1")) + 6
    assert [line for line in text.splitlines() if "2007" in line] == [text.splitlines()[-1]]
    assert "wirerate history openssh-2007" in text
    page = document(run)
    assert "2007" not in page
    assert "Measured beside predicted" in page


def test_the_export_is_the_table_on_the_screen() -> None:
    run = mill(("hmac-md5@wirerate",), payloads=(1, 1024), time=0.1)
    rows = list(csv.DictReader(io.StringIO(kinds.csv(run))))
    assert [row["bytes"] for row in rows] == ["1", "1024"]
    times = {(row["bytes"], mode): float(row[f"{mode}_ns"]) for row in rows for mode in ("reuse", "rekey", "fresh")}
    measured = {(f"{m.bytes:.0f}", m.keyed): m.ns.median for m in run.rows if m.keyed}
    assert times == measured
    text = kinds.text(run, Paper(100), explain=True)
    assert all(f"{numbers.time_ns(each)} " in text for each in times.values())


def test_the_command_line_offers_the_mills_algorithms() -> None:
    (cipher,) = (each for each in command.commands["mill"].params if each.name == "cipher")
    assert cipher.type.choices == CIPHERS
