"""The output of `path` for records: terminal, page and exported table."""

from __future__ import annotations

import csv
import io
import re

import pytest
from tests.python.wings.path import made_records as made

from wirerate.report import kinds
from wirerate.report.document import document
from wirerate.report.table import width_of
from wirerate.report.terminal import Paper
from wirerate.wings.path import sentences as paths
from wirerate.wings.path.run import PathRun


def flat(run: PathRun, width: int = 200, *, explain: bool = False) -> str:
    return " ".join(kinds.text(run, Paper(width), explain=explain).split())


def sentence(run: PathRun, subject: str) -> str:
    return paths.sentence(run, next(v for v in run.verdicts if v.subject == subject))


@pytest.mark.parametrize(
    ("path", "link", "machine", "says"),
    [
        ("tls", "10G", {}, "Nothing needs to change; cipher and authenticator take 47 % of the record's time."),
        ("tls", "100G", {}, "ktls-aes-128-gcm gains ×1.69"),
        ("tls", "100G", {"without": ["ktls"]}, "Free crypto would gain ×1.89, but no path measured here is a faster "
                                               "replacement; more cores, offload or larger records gain more."),
        ("ktls", "100G", {}, "The kernel's crypto cannot be called on its own, so it cannot be separated. If all "
                             "protection were free, it would gain ×2.10; more cores, offload or larger records gain "
                             "more."),
        ("tcp", "100G", {}, "Plain TCP reaches ×0.66"),
    ],
)  # fmt: skip
def test_one_sentence_states_the_gain_of_a_change(
    path: str, link: str, machine: dict[str, list[str]], says: str
) -> None:
    run = made.run([path], "16Ki", [link], **machine)
    assert says in sentence(run, {"tls": "tls-aes-128-gcm", "ktls": "ktls-aes-128-gcm"}.get(path, path))


def test_the_answer_states_in_one_line_what_the_figures_exclude() -> None:
    assert "Over loopback, without a network card's driver and interrupts." in flat(made.run(["tls"]))


def test_the_page_and_explain_state_what_the_figures_exclude() -> None:
    run = made.run(["tls"])
    page = document(run)
    said = ("Records cross loopback", "buffers are warm", "one end is half", "Kernel 6.12.0-made", "OpenSSL")
    for words in said:
        assert words.lower() in flat(run, explain=True).lower()
        assert words.lower() in page.lower()
    for words in ("veth", "gateway", "forward", "packet's time"):
        assert words not in flat(run, explain=True)
        assert words not in re.sub(r"<style>.*?</style>|<script.*?</script>", "", page, flags=re.DOTALL)


@pytest.mark.parametrize("width", [40, 60, 80, 120])
def test_it_fits(width: int) -> None:
    for run in (made.run(without=["ktls"]), made.run(["tls", "ktls"], "100,1400,4Ki,16Ki", ["10G", "100G"])):
        text = kinds.text(run, Paper(width))
        wide = [line for line in text.splitlines() if width_of(line) > width]
        assert [line for line in wide if " " in line.strip()] == []


def test_the_noise_of_plain_tcp_is_reported() -> None:
    assert "two measurements of plain TCP differ by up to" in flat(made.run(spread=0.01), explain=True)


def test_every_part_is_exported_with_its_interval_and_share() -> None:
    rows = list(csv.DictReader(io.StringIO(kinds.csv(made.run(["tls"], "16Ki")))))
    found = next(row for row in rows if row["path"] == "tls-aes-128-gcm")
    assert float(found["tcp_ns"]) == pytest.approx(2100)
    assert float(found["record_ns"]) == pytest.approx(1850)
    assert float(found["crypto_ns"]) == pytest.approx(3500)
    assert float(found["crypto"]) == pytest.approx(7000 / 14900)
    assert found["added_bytes"] == "22"
    header = list(found)
    assert len(header) == len(set(header))
    assert "forwarding_ns" not in header


def test_the_page_has_a_bar_for_each_size() -> None:
    page = document(made.run(["tls", "ktls"]))
    names = re.findall(r'<section id="([^"]+)"', page)
    assert len(names) == len(set(names))
    assert {"shares", "shares-1", "path", "worth"} <= set(names)
    assert "One end, 16384-byte records" in page
    assert "ns per record" in page
    assert "1,200 ns or less per record" in page


def test_bytes_of_tls_are_those_of_the_catalogue() -> None:
    assert " expected" not in flat(made.run(), explain=True)


def test_the_page_s_title_has_the_first_alternative_and_the_rest_stands_below() -> None:
    run = made.run(["tls"], "16Ki", ["100G"])
    page = document(run)
    title = re.findall(r"<title>(.*?)</title>", page)[0]
    assert "Change the TLS implementation or cipher: ktls-aes-128-gcm gains ×1.69" in title
    assert "ktls-aes-256-gcm" not in title
    assert "ktls-aes-256-gcm gains" in page
    assert "ktls-aes-256-gcm gains" in flat(run, explain=True)
