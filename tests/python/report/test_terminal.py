from __future__ import annotations

import csv
import io
import re
from collections.abc import Callable

import msgspec
import pytest
from msgspec.structs import asdict

from wirerate.commands.doctor import diagnosis as doctor
from wirerate.records import AcrossRuns, AnyRun, CompareRun, Interval, Peer, Problem
from wirerate.report import kinds, numbers, speeds
from wirerate.report.table import to_text, width_of
from wirerate.report.terminal import Paper, detect_paper

GREEN = "\x1b[32m"
COLOR = Paper(80, color=True)
PLAIN = Paper(80)


class Stream(io.StringIO):
    """A stream with a chosen encoding, which is or is not a terminal."""

    def __init__(self, *, terminal: bool, encoding: str = "utf-8") -> None:
        super().__init__()
        self._terminal, self._encoding = terminal, encoding

    def isatty(self) -> bool:
        return self._terminal

    @property
    def encoding(self) -> str:  # type: ignore[override]
        return self._encoding


def test_an_answer_has_the_verdict_first_and_the_figures_of_the_run(check_of: Callable[..., AnyRun]) -> None:
    run = check_of("hmac-sha256@openssl", ("10G",), "ah")
    text = kinds.text(run, PLAIN)
    words = ["FALLS SHORT", "hmac-sha256", "on one core", "packets", "remedy", "security", "more: --explain"]
    places = [text.index(word) for word in words]
    assert places == sorted(places)
    (verdict,) = run.verdicts
    assert verdict.measured_ns is not None
    assert verdict.headroom is not None
    assert f"{numbers.significant(verdict.measured_ns.median)} ns" in text
    assert numbers.factor(verdict.headroom) in text.splitlines()[0]


def test_an_explanation_has_the_measurement_and_the_machine(check_of: Callable[..., AnyRun]) -> None:
    run = check_of("hmac-md5@openssl", ("10G",), "ah")
    text = kinds.text(run, PLAIN, explain=True)
    assert "96.9 %, 64 rounds" in text
    assert "MUST NOT BE USED (RFC 8221)" in text
    assert "Synthetic CPU 1" in text
    assert "Synthetic CPU 1" not in kinds.text(run, PLAIN)


def test_an_answer_says_what_batches_reach(check_of: Callable[..., AnyRun]) -> None:
    run = check_of("hmac-md5@openssl", ("10G",), "ah")
    first = run.verdicts[0]
    batched = msgspec.structs.replace(
        first, subject="hmac-md5@wirerate/avx2", role="batched", headroom=Interval(3.5, 3.4, 3.6, 0.95)
    )
    run.verdicts = [first, batched]
    assert re.search(r"In batches of up to \d+ \(wirerate\): ×3.50", kinds.text(run, PLAIN))


@pytest.mark.parametrize("links", [("10G",), ("1G", "10G", "100G")])
def test_the_matrix_has_every_verdict_within_80_columns(
    links: tuple[str, ...], full_run: AnyRun, three_links: AnyRun
) -> None:
    run = full_run if len(links) == 1 else three_links
    text = kinds.text(run, PLAIN)
    assert all(width_of(line) <= 80 for line in text.splitlines())
    for verdict in run.verdicts:
        assert verdict.headroom is not None
        assert numbers.times(verdict.headroom.median) in text


def test_forbidden_subjects_are_never_green(check_of: Callable[..., AnyRun]) -> None:
    run = check_of("hmac-md5@wirerate/avx2", ("1G",), "ah")
    assert run.verdicts[0].verdict == "KEEPS UP"
    text = kinds.text(run, COLOR)
    assert text.startswith("\x1b[31m⊘ MUST NOT BE USED (RFC 8221)")
    assert "Speed alone: KEEPS UP." in text
    assert GREEN not in text


def test_a_good_verdict_is_green(check_of: Callable[..., AnyRun]) -> None:
    assert GREEN in kinds.text(check_of("aes-128-gmac@openssl", ("1G",)), COLOR)


def test_partial_and_empty_runs_say_so(check_of: Callable[..., AnyRun]) -> None:
    run = check_of("aes-128-gmac@openssl", ("1G",))
    run.partial = True
    assert "Partial" in kinds.text(run, PLAIN)
    run.verdicts = []
    assert "stopped before the first figure" in kinds.text(run, PLAIN)
    run.partial = False
    assert "wirerate check --link 10G" in kinds.text(run, PLAIN)


def test_colour_goes_to_terminals_only(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    assert detect_paper(Stream(terminal=True)).color
    assert not detect_paper(Stream(terminal=False)).color
    monkeypatch.setenv("NO_COLOR", "1")
    assert not detect_paper(Stream(terminal=True)).color


@pytest.mark.parametrize(("columns", "width"), [("40", 40), ("60", 60), ("999", 120), ("1", 40), ("", 80)])
def test_columns_hold_for_a_pipe_too(columns: str, width: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    assert detect_paper(Stream(terminal=False)).width == width


@pytest.mark.parametrize(
    ("asked", "plain"),
    [({"LC_ALL": "C"}, True), ({"LANG": "POSIX"}, True), ({"LC_ALL": "C.UTF-8", "LANG": "C"}, False), ({}, False)],
)
def test_the_c_locale_asked_for_by_name_has_ascii(
    asked: dict[str, str], plain: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("LC_ALL", "LC_CTYPE", "LANG", "PYTHONIOENCODING", "PYTHONUTF8"):
        monkeypatch.delenv(name, raising=False)
    for name, value in asked.items():
        monkeypatch.setenv(name, value)
    assert detect_paper(Stream(terminal=False)).ascii is plain


def test_ascii_terminals_get_ascii_signs(full_run: AnyRun) -> None:
    on = detect_paper(Stream(terminal=False, encoding="ascii"))
    for text in (kinds.text(full_run, on), on.fit(to_text(speeds.table(full_run)))):
        text.encode("ascii")


def test_ascii_signs_differ() -> None:
    signs = "✓✗≈⊘▲▼×–?="
    assert len(set(Paper(ascii=True).fit(signs))) == len(signs)


def test_the_speed_table_shows_ceiling_floor_and_times_md5(speed_run: AnyRun) -> None:
    text = kinds.text(speed_run, PLAIN, explain=True)
    assert "ceiling: read@wirerate" in text
    assert "floor: internet-checksum@wirerate" in text
    at_1500 = {m.subject: m for m in speed_run.rows if m.bytes == 1500 and m.batch == 1 and m.cache == "cold"}
    gmac, md5 = at_1500["aes-128-gmac@openssl"], at_1500["md5@openssl"]
    assert gmac.ns is not None
    assert md5.ns is not None
    block = text[text.index("1,500 B · cold · per packet") :]
    row = re.search(r"^aes-128-gmac@openssl +(.*)$", block, re.MULTILINE)
    assert row is not None
    cells = row[1].split()
    assert cells[0] == numbers.significant(12000 / gmac.ns.median)
    assert cells[-1] == numbers.significant(md5.ns.median / gmac.ns.median)


def test_rfc_1810s_alternatives_stand_beside_times_md5(speed_run: AnyRun) -> None:
    """The RFC's alternatives are shown if MD5 has rows beside it that could replace it."""
    said = "RFC 1810 mentions unnamed alternatives of 3.5 times its speed."
    assert said in " ".join(kinds.text(speed_run, PLAIN, explain=True).split())
    of_md5 = [m for m in speed_run.rows if m.role != "subject" or "md5" in m.subject]
    speed_run.rows, others = of_md5, [m for m in speed_run.rows if "md5" not in m.subject]
    assert "alternatives" not in speeds.table(speed_run).note
    speed_run.rows = others
    assert "alternatives" not in speeds.table(speed_run).note


def test_the_speed_csv_has_every_timed_measurement_exactly(speed_run: AnyRun) -> None:
    rows = list(csv.DictReader(io.StringIO(kinds.csv(speed_run))))
    timed = [m for m in speed_run.rows if m.ns is not None]
    assert sorted(float(row["ns"]) for row in rows if row["ns"]) == sorted(m.ns.median for m in timed if m.ns)
    assert {row["subject"] for row in rows if row["status"] != "ok"} == {"aes-128-cmac@ipsec-mb", "umac-96@nettle"}


def test_wrong_and_absent_subjects_are_listed_with_their_reason(full_run: AnyRun) -> None:
    text = " ".join(to_text(speeds.table(full_run)).split())
    assert "aes-128-cmac@ipsec-mb is absent: apt install libipsec-mb1." in text
    assert "umac-96@nettle is wrong: tag differs at length 17." in text


def test_a_sweep_fits_the_width_and_has_every_size(speed_run: AnyRun) -> None:
    speed_run.rows = [m for m in speed_run.rows if m.cache == "sweep"]
    text = kinds.text(speed_run, PLAIN)
    assert all(width_of(line) <= 80 for line in text.splitlines())
    assert "256 MiB" in text


def test_without_a_sweep_there_is_no_table_of_one(speed_run: AnyRun) -> None:
    assert "by working set" in kinds.text(speed_run, PLAIN)
    speed_run.rows = [m for m in speed_run.rows if m.cache != "sweep"]
    assert "by working set" not in kinds.text(speed_run, PLAIN)


def test_compare_says_all_four_changes(compared_run: AnyRun) -> None:
    text = kinds.text(compared_run, PLAIN)
    for change in ("IMPROVED", "REGRESSED", "NO CHANGE", "CANNOT TELL"):
        assert change in text
    assert "| ×1.21 |" in kinds.markdown(compared_run)


def test_no_change_does_not_hide_a_difference_below_the_threshold(compared_run: AnyRun) -> None:
    slower, equal = compared_run.comparisons[2], compared_run.comparisons[3]
    slower.ratio, slower.change = Interval(0.972, 0.967, 0.977, 0.95), "NO CHANGE"
    equal.ratio, equal.change = Interval(0.999, 0.98, 1.02, 0.95), "NO CHANGE"
    compared_run.comparisons[:] = [slower, equal]
    first, second = (line for line in kinds.markdown(compared_run).splitlines() if "NO CHANGE" in line)
    assert "NO CHANGE: 2.8 % slower, below your threshold" in first
    assert "slower" not in second


def test_only_paired_comparisons_are_called_paired(compared_run: AnyRun) -> None:
    assert "paired round by round" in flat(kinds.text(compared_run, PLAIN, explain=True))
    across = {"relative_to": "read@wirerate", "before": "OpenSSL 3.0.15", "after": "OpenSSL 3.5.0"}
    compared_run.comparisons = [
        AcrossRuns(**asdict(each) | {"subject": "md5@openssl"} | across) for each in compared_run.comparisons
    ]
    text = flat(kinds.text(compared_run, PLAIN, explain=True))
    assert "paired round by round" not in text
    assert "relative to the same reference," in text
    assert text.count("First run: OpenSSL 3.0.15; second run: OpenSSL 3.5.0.") == 1
    assert "openssl: " not in text, "a third version would be of neither"


def test_both_builds_are_named_with_their_versions(compared_run: AnyRun) -> None:
    old, new = Peer(name="./old.so", version="OpenSSL 3.0.15"), Peer(name="./new.so", version="0.3.0")
    compared_run.environment.peers += (old, new)
    text = flat(kinds.text(compared_run, PLAIN, explain=True))
    assert "./old.so: OpenSSL 3.0.15." in text
    assert "./new.so: libwirerate 0.3.0." in text


def test_a_comparison_states_the_change_it_would_have_detected(compared_run: AnyRun) -> None:
    for each in compared_run.comparisons:
        each.finds = 0.07
    text = flat(kinds.text(compared_run, PLAIN, explain=True))
    assert "detectable: a slowdown of 7.0 % or more is called REGRESSED 95 % of the time." in text
    assert "finds" in kinds.csv(compared_run).splitlines()[0]
    assert isinstance(compared_run, CompareRun)
    compared_run.threshold, compared_run.seconds = 0.05, 2.0  # 1.9 % beyond the threshold; 1 % takes 3.7 times as long
    assert "; to detect 2 %, measure for about 7 s with --threshold 1%." in flat(
        kinds.text(compared_run, PLAIN, explain=True)
    )
    compared_run.comparisons[0].finds = 4.5
    assert "detectable: this run is too noisy to find even large slowdowns reliably" in flat(
        kinds.text(compared_run, PLAIN, explain=True)
    )


def flat(text: str) -> str:
    return " ".join(text.split())


def test_the_doctor_gives_a_fix_for_each_finding(full_run: AnyRun) -> None:
    full_run.problems.append(Problem(code="x", message="Second finding.", fix="type this"))
    text = doctor.text(full_run, PLAIN)
    for word in ("stop it and repeat", "type this", "sha_ni", "apt install libipsec-mb1"):
        assert word in text
    full_run.problems.clear()
    assert "Nothing on this host disturbs measurements" in doctor.text(full_run, PLAIN)


@pytest.mark.parametrize("form", ["csv", "markdown"])
def test_the_export_is_the_table_that_stands_for_the_run(form: str, full_run: AnyRun, compared_run: AnyRun) -> None:
    export = kinds.csv if form == "csv" else kinds.markdown
    assert "headroom" in export(full_run).splitlines()[0 if form == "csv" else 2]
    assert "REGRESSED" in export(compared_run)


def test_compare_starts_with_the_change_and_stays_short(compared_run: AnyRun) -> None:
    lines = kinds.text(compared_run, PLAIN).splitlines()
    assert lines[0].startswith("▼ REGRESSED: md5@./new.so is ×1.21 as fast as md5@./old.so at 1,500 B, cold")
    assert len(lines) <= len(compared_run.comparisons) + 6
    assert all(width_of(line) <= 80 for line in lines)
    assert lines[-1].endswith("more: --explain")


def test_speed_has_a_row_for_each_subject_and_a_column_for_each_size(speed_run: AnyRun) -> None:
    speed_run.rows = [m for m in speed_run.rows if m.cache == "cold" and m.batch == 1 and m.ns]
    lines = kinds.text(speed_run, PLAIN).splitlines()
    names = {(m.subject, m.keyed, m.role) for m in speed_run.rows}
    assert len(lines) <= len(names) + 6
    assert "64 B" in lines[1]
    assert "1,500 B" in lines[1]
