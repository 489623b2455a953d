"""The output of `path`: where a packet's time goes, what a change would gain, and what the figures exclude."""

from __future__ import annotations

import csv
import html
import io
import re
from collections.abc import Sequence

import pytest
from tests.python.wings.path import made

from wirerate.records import Interval
from wirerate.report import kinds, numbers
from wirerate.report.document import document
from wirerate.report.table import width_of
from wirerate.report.terminal import Paper
from wirerate.wings.path import sentences as paths
from wirerate.wings.path.run import AddedBytes, PathAccount, PathPart, PathRun
from wirerate.wings.path.sentences import PARTS, UNITS, Unit

ALL = tuple(path.name for path in made.HERE)


def flat(run: PathRun, width: int = 200, *, explain: bool = False) -> str:
    return " ".join(kinds.text(run, Paper(width), explain=explain).split())


def sentence(run: PathRun, subject: str) -> str:
    return paths.sentence(run, next(v for v in run.verdicts if v.subject == subject))


def part(name: str, share: float) -> PathPart:
    interval = Interval(share, share, share, 0.95)
    return PathPart(name=name, ns=interval, share=interval)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("path", "links", "says"),
    [
        ("esp-aes-128-gcm", "10G", "Changing cipher and authenticator gains at most ×1.13; more cores, offload or "
                                   "larger packets gain more."),
        ("esp-aes-128-gmac", "10G", "Changing the authenticator gains at most ×1.16; more cores, offload or larger "
                                    "packets gain more."),
        ("esp-null-hmac-md5", "10G", "Change the crypto: esp-null-hmac-sha256 gains ×1.63 (×0.0885 to ×0.145); "
                                     "esp-aes-128-gcm gains ×1.90 (×0.0885 to ×0.168); esp-aes-256-gcm gains ×1.89 "
                                     "(×0.0885 to ×0.167). Free crypto would gain ×2.14."),
        ("wireguard", "10G", "The kernel has no null algorithms for it, so its crypto cannot be separated. If all "
                             "protection were free, it would gain ×5.70; more cores, offload or larger packets gain "
                             "more."),
        ("esp-aes-128-gcm", "100M", "Nothing needs to change; cipher and authenticator take 11 % of the packet's "
                                    "time."),
        ("plain", "10G", "Plain forwarding reaches ×0.526 on one core; any protocol's cost is added to that."),
    ],
)  # fmt: skip
def test_one_sentence_states_the_gain_of_a_change(path: str, links: str, says: str) -> None:
    run = made.run([path] if path != "plain" else (), links=[links])
    assert sentence(run, path) == says


@pytest.mark.parametrize("names", [(), ("esp-gcm", "esp-null-hmac-md5")])
@pytest.mark.parametrize("duplex", [False, True])
def test_every_answer_states_what_the_figures_exclude(names: Sequence[str], duplex: bool) -> None:
    run = made.run(names, duplex=duplex)
    page = html.unescape(document(run))
    assert "Without a network card's driver, interrupts and GRO. More: --explain" in flat(run)
    for words in ("A network card's driver, its interrupts, GRO", "buffers are warm", "processed singly",
                  "Kernel 6.12.0-made", "spectre_v2, retbleed"):  # fmt: skip
        assert words in flat(run, explain=True)
        assert words in page


def test_one_path_is_answered_in_twelve_lines() -> None:
    """The verdict comes first; a forbidden path with an alternative has the most lines."""
    for name in ALL[1:]:
        lines = kinds.text(made.run([name]), Paper(80)).splitlines()
        assert len(lines) <= 12
        assert name in lines[0]
        assert "FALLS SHORT" in lines[0]
    assert len(kinds.text(made.run(["esp-gcm"]), Paper(40)).splitlines()) <= 24


@pytest.mark.parametrize(("width", "most"), [(80, 6), (40, 8)])
def test_many_paths_are_answered_in_six_lines_more_than_rows(width: int, most: int) -> None:
    """Each warning takes another line."""
    for run, warnings in ((made.run(), 1), (made.run(["esp-gcm", "wireguard"], links=["10G", "100G"]), 0)):
        assert len(kinds.text(run, Paper(width)).splitlines()) <= len(run.verdicts) + most + warnings


def test_bars_are_as_long_as_the_shares() -> None:
    parts = [part("forwarding", 0.25), part("path", 0.5), part("crypto", 0.25)]
    assert paths.bar(parts, 40) == "░" * 10 + "▒" * 20 + "■" * 10
    assert paths.bar([part("forwarding", 1.1), part("crypto", -0.1)], 10) == "░" * 10
    assert paths.bar([], 10) == ""


@pytest.mark.parametrize("unit", UNITS.values(), ids=UNITS)
def test_in_a_run_each_part_has_a_sign_of_its_own_in_ascii_too(unit: Unit) -> None:
    names = list(unit.columns)
    for paper in (Paper(80), Paper(80, ascii=True)):
        assert len({paper.fit(sign) for sign in (*(PARTS[name][1] for name in names), "✗", "✓")}) == len(names) + 2


@pytest.mark.parametrize("width", [40, 60, 80, 120])
def test_it_fits(width: int) -> None:
    for run in (made.run(refusals=made.LACKING), made.run(["esp-gcm", "esp-null-hmac-md5"], links=["10G", "100G"])):
        text = kinds.text(run, Paper(width))
        wide = [line for line in text.splitlines() if width_of(line) > width]
        assert [line for line in wide if " " in line.strip()] == []


def test_in_ascii_it_is_ascii() -> None:
    text = kinds.text(made.run(), Paper(80, ascii=True))
    assert text.isascii()


def test_missing_paths_are_named_with_the_reason_and_what_to_type() -> None:
    run = made.run(refusals=made.LACKING)
    reason = "Not measured: esp-aes-128-gcm, esp-null-hmac-md5: this kernel has no ESP"
    assert reason in flat(run)
    assert f"{reason}; modprobe esp4" in flat(run, explain=True)
    page = document(run)
    assert "Requested type not found" in page
    assert "modprobe esp4" in page


def test_bytes_that_differ_from_the_catalogue_are_reported() -> None:
    def account(counted: int, protocol: str = "ah", version: int = 4) -> PathAccount:
        added = (AddedBytes(ip_bytes=576, counted=counted, catalogue=48),)
        ns = Interval(1.0, 1.0, 1.0, 0.95)
        name = "ah-hmac-sha256"
        return PathAccount(subject=name, ns=ns, protocol=protocol, ip_version=version, parts=(), added=added)

    assert paths.unexpected_bytes([account(48)]) == []
    (sentence,) = paths.unexpected_bytes([account(52)])
    assert sentence == (
        "ah-hmac-sha256 adds 52 bytes to 576, not the 48 expected: Linux pads AH over IPv4 to 8 bytes unless the SA "
        "has align4."
    )
    assert "align4" not in paths.unexpected_bytes([account(52, version=6)])[0]


def test_the_noise_is_reported() -> None:
    run = made.run(spread=0.02)
    assert run.findings
    assert run.findings.noise
    noise = numbers.percent(run.findings.noise)
    assert f"two measurements of plain forwarding differ by up to {noise}." in flat(run, explain=True)


def test_time_on_other_cpus_is_reported() -> None:
    assert "on other CPUs than the sender's: wireguard 23 %." in flat(made.run(["wireguard"]), explain=True)


def test_the_answer_begins_with_a_permitted_path_that_has_a_breakdown() -> None:
    assert flat(made.run()).startswith("✗ FALLS SHORT esp-aes-128-gcm, 10G, imix: ×0.168 on one core Changing")


def test_of_several_questions_the_hardest_leads_and_the_page_has_them_all() -> None:
    run = made.run(["esp-aes-128-gcm"], links=["1G", "10G", "25G"])
    assert flat(run).startswith("✗ FALLS SHORT esp-aes-128-gcm, 25G, imix: ×0.0674 ")
    first = document(run).partition("<section")[0]
    assert "Does this kernel keep up with 25G carrying imix" in first
    for link in ("1G", "10G", "25G"):
        (verdict,) = (v for v in run.verdicts if (v.subject, v.link) == ("esp-aes-128-gcm", link))
        assert verdict.headroom
        assert f"{link}, imix, one direction {numbers.times(verdict.headroom.median)}" in first


def test_the_gain_of_a_change_is_stated_once_for_all_links() -> None:
    """It is stated for the first link that the path cannot carry, and once for several paths."""
    text = flat(made.run(links=["1G", "10G", "100G"]), explain=True)
    assert text.count("esp-cbc-hmac-sha256: Change the crypto: ") == 1
    assert text.count("wireguard: The kernel has no null algorithms") == 1
    assert text.count("changing the crypto gains at most") == 1
    assert (
        "esp-aes-128-gcm, esp-aes-256-gcm, esp-aes-128-gmac: changing the crypto gains at most ×1.13 to ×1.16" in text
    )
    assert (
        "esp-aes-256-gcm"
        in re.findall(r"(\S[^:]*): nothing needs to change", flat(made.run(links=["100M"]), explain=True))[0]
    )


def test_a_driver_that_is_too_slow_stands_on_the_page() -> None:
    assert "modprobe aesni_intel" in document(made.run(slow=True))


def test_a_run_without_verdicts_says_so_everywhere() -> None:
    run = made.run(faults={"plain": "10 were lost"})
    assert "No path was measured completely." in flat(run)
    assert "No path was measured completely." in document(run)


def test_every_part_is_exported_with_its_interval_and_share() -> None:
    rows = list(csv.DictReader(io.StringIO(kinds.csv(made.run()))))
    gcm = next(row for row in rows if row["path"] == "esp-aes-128-gcm")
    assert float(gcm["crypto_ns"]) == pytest.approx(1232 - 1029)
    assert float(gcm["crypto_ns_low"]) <= float(gcm["crypto_ns"]) <= float(gcm["crypto_ns_high"])
    assert float(gcm["crypto"]) == pytest.approx(203 / 1813)
    assert float(gcm["ceiling"]) == pytest.approx(305.5 / 1610, rel=0.001)
    assert gcm["driver"] == "rfc4106-gcm-aesni"
    header = kinds.csv(made.run()).splitlines()[0].split(",")
    assert len(header) == len(set(header))


def test_the_page_has_a_bar_for_each_path_and_mix() -> None:
    page = document(made.run(["esp-gcm", "esp-cbc-hmac-sha256"], "imix,1400"))
    names = re.findall(r'<section id="([^"]+)"', page)
    assert len(names) == len(set(names))
    assert {"shares", "shares-1", "path", "worth"} <= set(names)
    assert "esp-cbc-hmac-sha256: authenticator" in page


def test_an_interrupted_run_says_partial() -> None:
    assert "Partial: stopped before the end" in flat(made.run(interrupted=True))
