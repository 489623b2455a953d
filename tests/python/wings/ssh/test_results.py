"""From known figures to measurements, ratios, the proposal and the note on UMAC."""

from __future__ import annotations

import csv
import io
import json
import shutil
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest

from wirerate.errors import MissingError
from wirerate.links import parse_link
from wirerate.records import Measurement
from wirerate.report import kinds
from wirerate.report.document import document
from wirerate.report.terminal import Paper
from wirerate.running.cautions import cautions
from wirerate.verdict import CANNOT_TELL, FALLS_SHORT, KEEPS_UP, TIGHT
from wirerate.wings.ssh import transfers
from wirerate.wings.ssh.algorithms import CHACHA, Candidate, pair_of_2007
from wirerate.wings.ssh.connection import Usage
from wirerate.wings.ssh.contest import packet_bytes, promising, trial_costs
from wirerate.wings.ssh.results import Results
from wirerate.wings.ssh.rows import Bottleneck, ConnectionVerdict, Flow, SshAdvice, SshRun, Transfer
from wirerate.wings.ssh.verdict import (
    Contender,
    answered,
    block,
    choose,
    judge_transfers,
    noisy,
    pattern,
    slow_umac,
    status,
    validated,
)

from .made import SIZE, seen, transfer

GCM = Candidate("aes128-gcm@openssh.com")
UMAC = Candidate("aes128-ctr", "umac-64-etm@openssh.com")
SHA = Candidate("aes128-ctr", "hmac-sha2-256-etm@openssh.com")
needs_ssh = pytest.mark.skipif(not shutil.which("ssh"), reason="no ssh (Debian: openssh-client)")
MD5 = Candidate("aes128-ctr", "hmac-md5-etm@openssh.com")


def test_set_up_is_subtracted_and_the_busier_end_counts() -> None:
    results = Results(seen({GCM: 0.10, UMAC: 0.14, SHA: 0.20}))
    first, second, third = results.rows()
    assert [m.subject for m in (first, second, third)] == [
        "aes128-gcm",
        "aes128-ctr+umac-64-etm",
        "aes128-ctr+hmac-sha2-256-etm",
    ]
    cpu = first.cpu
    assert cpu is not None
    assert first.cpu_ns_per_byte == cpu.median == pytest.approx(0.10 / SIZE * 1e9, rel=0.02)
    assert cpu.low <= cpu.median <= cpu.high
    assert first.ns is not None
    assert first.ns.median == pytest.approx(0.105e9, rel=0.02)
    assert second.mac_share == pytest.approx(1 - 0.10 / 0.14, abs=0.02)
    assert third.mac_share == pytest.approx(0.5, abs=0.02)
    assert first.mac_share is None
    assert first.rounds == len(first.samples_ns) == len(first.samples_at) == 16


def test_a_start_as_long_as_the_transfer_gives_no_rate() -> None:
    """On a busy machine a short transfer can take longer than a long one; then the rate is unknown."""
    made = seen({GCM: 0.10})
    for row, wall in ((made.rounds[GCM], 1.0), (made.short, 1.5)):
        row[:] = [replace(each, wall=wall) for each in row]
    results = Results(made)
    (measured,) = results.rows()
    assert measured.mbps == pytest.approx(SIZE / 0.1 / 1e6)
    course = results.course()
    assert course
    assert course.flow.mbps == pytest.approx(SIZE / 0.1 / 1e6)


def test_ratios_are_against_the_cheapest() -> None:
    results = Results(seen({SHA: 0.20, GCM: 0.10}))
    (only,) = results.comparisons()
    assert (only.subject, only.reference) == (str(SHA), str(GCM))
    assert only.ratio.low <= 0.5 <= only.ratio.high
    assert only.noise is not None
    assert 0 <= only.noise < 0.1


def test_no_secret_is_in_a_record() -> None:
    for each in Results(seen({GCM: 0.1, SHA: 0.2})).rows():
        own = set(each.__struct_fields__) - set(Measurement.__struct_fields__)
        assert not any("key" in name or "nonce" in name for name in own)


def test_bottleneck_of_the_cheapest() -> None:
    found = Results(seen({GCM: 0.10, SHA: 0.20})).course()
    assert found is not None
    assert found.bottleneck == "cpu-there"
    assert Results(seen({GCM: 0.10}, rounds=0)).course() is None


@pytest.mark.parametrize(
    ("costs", "strict", "chosen"),
    [
        ({GCM: 0.10, UMAC: 0.14, SHA: 0.20}, True, GCM),
        ({UMAC: 0.10, GCM: 0.14}, True, UMAC),
        ({UMAC: 0.1000, SHA: 0.1001}, True, SHA),  # tied, so the stronger tag wins
        ({Candidate(CHACHA): 0.05, GCM: 0.10}, True, Candidate(CHACHA)),
        ({Candidate(CHACHA): 0.05, GCM: 0.10}, False, GCM),
        ({MD5: 0.05, Candidate("aes128-cbc", SHA.mac): 0.06, SHA: 0.2}, True, SHA),
        ({MD5: 0.05}, True, None),
    ],
)
def test_the_proposed_pair(costs: dict[Candidate, float], strict: bool, chosen: Candidate | None) -> None:
    assert choose(Results(seen(costs, strict=strict))) == chosen


@needs_ssh
@pytest.mark.parametrize("choice", [GCM, UMAC, SHA, Candidate(CHACHA)])
def test_block_puts_the_choice_first_and_keeps_the_defaults(choice: Candidate) -> None:
    text = block("peer.example", choice)
    assert "\nHost peer.example\n" in text
    assert ("AEAD" in text) == (not choice.mac)
    assert f"Ciphers ^{choice.cipher}\n" in text
    assert "Kex" not in text
    assert validated(text, "peer.example", choice) == text


@needs_ssh
def test_a_block_that_ssh_refuses_is_not_handed_out() -> None:
    with pytest.raises(MissingError, match="does not accept"):
        validated("Host peer.example\n    Ciphers ^nonsense\n", "peer.example", GCM)


def test_slow_umac_is_noticed_with_its_figures() -> None:
    found = slow_umac(Results(seen({GCM: 0.1, UMAC: 0.30, SHA: 0.20})))
    assert found is not None
    assert (found.subject, found.reference) == (str(UMAC), str(SHA))
    assert 1 / found.ratio.median == pytest.approx(1.5, rel=0.03)
    assert slow_umac(Results(seen({GCM: 0.1, UMAC: 0.14, SHA: 0.20}))) is None
    assert slow_umac(Results(seen({UMAC: 0.201, SHA: 0.20}, spread=0.2))) is None


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("peer.example", "peer.example"),
        ("me@peer.example", "peer.example"),
        ("ssh://me@peer.example:2201", "peer.example"),
        ("ssh://127.0.0.1:2201/", "127.0.0.1"),
        ("me@::1", "::1"),
    ],
)
@needs_ssh
def test_the_block_matches_the_typed_host(typed: str, name: str, tmp_path: Path) -> None:
    text = block(pattern(typed), UMAC)
    assert f"Host {name}\n" in text
    assert validated(text, typed, UMAC) == text
    assert read_by_ssh(text, typed, tmp_path)["hostname"] == name
    with pytest.raises(MissingError):
        validated(block("another.example", UMAC), typed, UMAC)


def read_by_ssh(text: str, typed: str, folder: Path) -> dict[str, str]:
    config = folder / "config"
    config.write_text(text)
    done = subprocess.run(["ssh", "-G", "-F", str(config), "--", typed], capture_output=True, text=True, check=True)
    return dict(line.split(" ", 1) for line in done.stdout.splitlines() if " " in line)


@needs_ssh
def test_the_block_says_that_it_must_stand_first_which_is_so(tmp_path: Path) -> None:
    lines, own = block("peer.example", UMAC), "Host *\n    Ciphers aes256-ctr\n    MACs hmac-sha1\n"
    assert "above any other Ciphers or MACs line" in lines
    above, below = (read_by_ssh(text, "peer.example", tmp_path) for text in (lines + own, own + lines))
    assert above["ciphers"].startswith("aes128-ctr,")
    assert above["macs"].startswith(UMAC.mac)
    assert (below["ciphers"], below["macs"]) == ("aes256-ctr", "hmac-sha1")


def test_no_advice_and_no_verdict_where_the_control_is_all_noise() -> None:
    """Noise of 97 % is as large as the difference between ciphers, whatever the ranking is."""
    results = Results(seen({GCM: 0.10, SHA: 0.20}))
    results.noise = 0.97
    run = SshRun(command="ssh", environment=None)
    transfers._add(run, results, [parse_link("5G"), parse_link("100M")])
    found = transfers._findings(run, [results], "peer.example")
    assert found
    assert (found.chosen, found.config, found.noise) == ("", "", 0.97)
    assert [each.name for each in found.posted] == ["STD", "MAC", "HPN"]
    assert {v.link: v.verdict for v in run.verdicts if v.subject == str(GCM)} == {
        "5G": CANNOT_TELL,
        "100M": KEEPS_UP,  # far above the noise
    }
    run.findings = found
    text = " ".join(kinds.text(run, Paper(400)).split())
    assert "? CANNOT TELL which cipher to use: two measurements of one cipher differ by up to 97 %" in text
    assert "Ciphers ^" not in text


def test_a_cheapest_that_may_not_be_proposed_is_not_the_answer() -> None:
    """Nor does it ever have the verdict KEEPS UP without the reason why it is not proposed."""
    plain = Candidate("aes128-ctr", "umac-64@openssh.com")
    results = Results(seen({plain: 0.10, GCM: 0.12}))
    results.noise = 0.97
    run = SshRun(command="ssh", environment=None)
    transfers._add(run, results, [parse_link("100M")])
    run.findings = transfers._findings(run, [results], "peer.example")
    assert answered(run) == str(GCM)
    assert status(run.verdicts, answered(run)) == 0
    assert "KEEPS UP: 100M with aes128-gcm" in kinds.text(run, Paper(160))
    assert {v.subject: v.objection for v in run.verdicts} == {str(plain): "not encrypt-then-MAC", str(GCM): ""}


def test_two_directions_have_a_bottleneck_and_rows_each_and_one_block() -> None:
    up, down = seen({GCM: 0.10, SHA: 0.20}), seen({GCM: 0.30, SHA: 0.20})
    down.direction, down.source_rate = "down", None
    both = [Results(up), Results(down)]
    run = SshRun(command="ssh", environment=None)
    for results in both:
        transfers._add(run, results, [parse_link("1G")])
    found = transfers._findings(run, both, "peer.example")
    assert found
    assert (found.direction, found.also and found.also.direction) == ("up", "down")
    assert found.chosen == str(SHA)  # downloads cost more
    run.findings = found
    text = kinds.text(run, Paper(160), explain=True)
    assert "Bottleneck of uploads: CPU of the receiving end (peer.example)" in text
    assert "Bottleneck of downloads: CPU of the sending end (peer.example)" in text
    assert "uploads: 16 rounds" in text
    assert "downloads: 16 rounds" in text
    assert "KEEPS UP: download, 1G" in text
    rows = list(csv.DictReader(io.StringIO(kinds.csv(run))))
    assert [(row["subject"], row["sign"]) for row in rows] == [
        (str(GCM), "best"), (str(SHA), ""), (str(SHA), "best"), (str(GCM), "")
    ]  # fmt: skip


def test_other_affected_connections_are_named() -> None:
    results = Results(seen({GCM: 0.10, SHA: 0.20}))
    run = SshRun(command="ssh", environment=None)
    transfers._add(run, results, [])
    run.findings = transfers._findings(run, [results], "peer.example")
    text = kinds.text(run, Paper(400), explain=True)
    assert "scp, sftp, git and rsync over ssh use this block too" in text
    assert "PuTTY" in text


def test_a_control_that_differs_from_itself_is_noise() -> None:
    assert not noisy(Results(seen({GCM: 0.1, SHA: 0.20})))
    assert noisy(Results(seen({GCM: 0.1, SHA: 0.20}, spread=0.6)))


def test_one_look_drops_the_hopeless_and_keeps_the_question_of_2007() -> None:
    slow = Candidate("aes256-ctr", "hmac-sha2-512-etm@openssh.com")
    trials = {GCM: transfer(0.10), UMAC: transfer(0.60), SHA: transfer(0.11), slow: transfer(0.5)}
    kept = promising(trial_costs(trials, transfer(0.10, SIZE // 8)), 4)
    assert set(kept) == {GCM, UMAC, SHA}
    chacha = Candidate(CHACHA)
    asked = {chacha: 0.1, GCM: 0.9, UMAC: 0.9, SHA: 0.9}
    assert promising(asked, 3)[0] == chacha


def test_the_pair_of_2007_is_always_measured() -> None:
    costs = {GCM: 0.1, SHA: 0.11, Candidate(CHACHA): 0.12, UMAC: 0.5, MD5: 0.9}
    assert set(promising(costs, 3)) == {GCM, SHA, UMAC, MD5}
    assert MD5 not in promising({each: cost for each, cost in costs.items() if each != UMAC}, 4)
    plain = [Candidate("aes256-cbc", f"{name}") for name in ("umac-64@openssh.com", "hmac-md5", "hmac-sha1")]
    assert set(promising(dict(zip(plain, (0.1, 0.3, 0.3), strict=True)), 5)) == set(plain[:2])


def test_the_pair_has_one_cipher_and_one_order_if_it_can() -> None:
    plain_umac, plain_md5 = Candidate("aes128-ctr", "umac-64@openssh.com"), Candidate("aes128-ctr", "hmac-md5")
    assert pair_of_2007([UMAC, plain_md5, MD5]) == (UMAC, MD5)
    assert pair_of_2007([UMAC, plain_umac, plain_md5]) == (plain_umac, plain_md5)
    assert pair_of_2007([UMAC, plain_md5]) == (UMAC, plain_md5)
    assert pair_of_2007([UMAC, Candidate("aes256-ctr", "hmac-md5"), SHA]) is None


def test_umac_over_md5_has_paired_intervals_in_answer_page_and_json() -> None:
    made = seen({GCM: 0.10, UMAC: 0.14, MD5: 0.21})
    for at in (2, 9):  # rounds that another program slowed down alike: pairs do not see it
        for candidate in made.kept:
            slowed = made.rounds[candidate][at]
            made.rounds[candidate][at] = replace(slowed, there=Usage(slowed.there.user * 3, slowed.there.system, 0.0))
    results = Results(made)
    gain = results.umac_over_md5()
    assert gain is not None
    assert (gain.subject, gain.reference, gain.rounds) == (str(UMAC), str(MD5), 16)
    for ratio in (gain.cpu, gain.time):
        assert 1.4 < ratio.low < ratio.median < ratio.high < 1.6
        assert ratio.median == pytest.approx(1.5, rel=0.02)
        assert ratio.confidence is not None
        assert ratio.confidence >= 0.975
    run = SshRun(command="ssh", environment=None)
    transfers._add(run, results, [])
    run.findings = transfers._findings(run, [results], "peer.example")
    md5 = next(row for row in run.rows if row.subject == str(MD5))
    assert md5.cpu is not None
    assert md5.look is None
    told = json.loads(run.to_json())["findings"]["umac_over_md5"]
    assert [(each["cpu"]["low"], each["time"]["high"]) for each in told] == [(gain.cpu.low, gain.time.high)]
    sentence = f"{UMAC} over {MD5}, uploads, paired over 16 rounds: ×1.5"
    assert "2007" not in kinds.text(run, Paper(400))
    page = document(run)
    assert sentence in page
    assert "UMAC-64 over HMAC-MD5" in page


def test_without_hmac_md5_it_is_not_mentioned() -> None:
    assert Results(seen({GCM: 0.10, UMAC: 0.14, SHA: 0.20})).umac_over_md5() is None


def test_packets_from_ssh_s_own_count() -> None:
    assert packet_bytes(1 << 20, 32 * 20) == 32768
    assert packet_bytes(1 << 20, 0) is None


def test_verdict_on_a_link() -> None:
    costs = {GCM: 0.10, SHA: 0.20}  # 1.5 and 3 ns per byte: 5.3 and 2.7 Gbit/s
    gcm, sha = Results(seen(costs)).rows()
    contenders = [Contender(gcm, GCM.standing), Contender(sha, SHA.standing)]
    needs = {name: parse_link(name).wire_ns(1500) for name in ("1G", "2.5G", "10G")}
    verdicts = [verdict for name in needs for verdict in judge_transfers(parse_link(name), contenders, "cpu-there")]
    assert {(v.link, v.subject): (v.needs_ns, v.verdict) for v in verdicts} == {
        ("1G", gcm.subject): (needs["1G"], KEEPS_UP),
        ("1G", sha.subject): (needs["1G"], KEEPS_UP),
        ("2.5G", gcm.subject): (needs["2.5G"], KEEPS_UP),
        ("2.5G", sha.subject): (needs["2.5G"], TIGHT),
        ("10G", gcm.subject): (needs["10G"], FALLS_SHORT),
        ("10G", sha.subject): (needs["10G"], FALLS_SHORT),
    }
    instead = {(v.link, v.subject): [(a.subject, a.cores) for a in v.alternatives] for v in verdicts if v.alternatives}
    assert instead == {
        ("2.5G", sha.subject): [(gcm.subject, None)],
        ("10G", gcm.subject): [(gcm.subject, 3)],
        ("10G", sha.subject): [(gcm.subject, 3)],
    }
    assert status([v for v in verdicts if v.link != "10G"], sha.subject) == 0
    assert status(verdicts, gcm.subject) == 1


def slowed(rate: float) -> Transfer:
    """Return GCM at 1.5 ns of CPU per byte, in transfers that something else limits to `rate` bytes per second."""
    made = seen({GCM: 0.10})
    for row in (made.rounds[GCM], made.control, made.short):
        row[:] = [replace(each, wall=0.2 + each.size / rate) for each in row]
    (measured,) = Results(made).rows()
    return measured


def judged(rate: float, link: str, limit: Bottleneck) -> tuple[ConnectionVerdict, str]:
    """Return the verdict and the line that states it."""
    measured = slowed(rate)
    (verdict,) = judge_transfers(parse_link(link), [Contender(measured, GCM.standing)], limit)
    run = SshRun(command="ssh", environment=None, rows=[measured], verdicts=[verdict])
    flow = Flow(here=0.1, there=0.1, waited=0.0, mbps=rate / 1e6, window_mbps=20.0, source_mbps=5e3)
    run.findings = SshAdvice(bottleneck=limit, flow=flow)
    return verdict, " ".join(kinds.text(run, Paper(400), explain=True).split())


@pytest.mark.parametrize(
    ("limit", "named"),
    [("window", "channel window / round trip"), ("network", "the network"), ("source", "the disk or pipe")],
)
def test_the_limit_of_a_connection_limits_its_verdict(limit: Bottleneck, named: str) -> None:
    """At a round trip of 103 ms the window allowed 18.2 MB/s, less than a gigabit, whatever the CPU could do."""
    verdict, line = judged(18.2e6, "1G", limit)
    assert verdict.verdict == FALLS_SHORT
    assert verdict.headroom
    assert verdict.headroom.median == pytest.approx(18.2e6 * 8 / 0.94e9, rel=0.02)
    assert verdict.limit == limit
    assert verdict.cpu_headroom.median == pytest.approx(5.7, rel=0.05)
    assert f"18.2 MB/s reached, limited by {named}" in line
    assert "the CPU alone would allow ×5.7" in line
    assert "The busier end's CPU decides" not in line
    assert (verdict.cores, "9 connections at once would reach it" in line) == (
        (9, True) if limit == "window" else (None, False)
    )


def test_a_link_that_is_full_is_judged_by_the_cpu() -> None:
    verdict, line = judged(11.7e6, "100M", "network")
    assert (verdict.verdict, verdict.cpu_headroom) == (KEEPS_UP, verdict.headroom)
    assert "by CPU time; the network was full at 11.7 MB/s" in line
    assert judged(9.0e6, "100M", "network")[0].verdict == FALLS_SHORT


def test_a_window_with_room_for_the_link_keeps_up() -> None:
    verdict, line = judged(18.2e6, "100M", "window")
    assert verdict.verdict == KEEPS_UP
    assert "18.2 MB/s reached, limited by channel window" in line
    assert judged(13e6, "100M", "window")[0].verdict == TIGHT


def test_a_forbidden_pair_is_never_permitted() -> None:
    (md5,) = Results(seen({MD5: 0.01})).rows()
    (verdict,) = judge_transfers(parse_link("1G"), [Contender(md5, MD5.standing, "not proposed")], "cpu-there")
    assert (verdict.verdict, verdict.permitted) == (KEEPS_UP, False)
    assert status([verdict], md5.subject) == 1


def test_rows_carry_their_disturbances() -> None:
    made = seen({GCM: 0.10, SHA: 0.20})
    for row in (*made.rounds.values(), made.control):
        row[:] = [replace(each, stolen=0.1, there=held(each.there)) for each in row]
    for each in Results(made).rows():
        assert each.stolen == pytest.approx(0.1)
        assert each.cpu_share == pytest.approx(0.75)
        assert each.involuntary == 5 * each.rounds
        assert each.noise == pytest.approx(0, abs=0.1)
        assert each.settled is None  # there is only one look
    codes = {problem.code for problem in cautions(Results(made).rows())}
    assert codes >= {"stolen", "shared-cpu"}


def held(usage: Usage | None) -> Usage:
    """Return observations in which other programs had the CPU for a quarter of the time."""
    assert usage is not None
    return replace(usage, waiting=usage.cpu / 3, involuntary=5)


def test_one_look_says_about_how_much_more() -> None:
    made = seen({GCM: 0.10, SHA: 0.20})
    made.kept = [GCM]
    kept, looked = Results(made).rows()
    assert (kept.look, looked.cpu, looked.ns) == (None, None, None)
    assert looked.look == pytest.approx(2, rel=0.2)


def test_the_export_is_the_table_on_the_screen() -> None:
    made = seen({GCM: 0.10, UMAC: 0.14, SHA: 0.20})
    made.kept = [GCM, SHA]
    results = Results(made)
    run = SshRun(command="ssh", environment=None)
    run.rows, run.comparisons = results.rows(), results.comparisons()
    rows = list(csv.DictReader(io.StringIO(kinds.csv(run))))
    assert [row["subject"] for row in rows] == [str(GCM), str(SHA), str(UMAC)]
    assert [row["condition"] for row in rows][1:] == [rows[0]["condition"], "single trial only"]
    assert [float(row["ratio"]) for row in rows][:2] == pytest.approx([1.0, 2.0], rel=0.05)
    text = kinds.text(run, Paper(160), explain=True)
    for row in rows:
        assert screen(row) in [" ".join(line.split()) for line in text.splitlines()]


def screen(row: dict[str, str]) -> str:
    """Return the line on the screen, made only of the exported fields and their units."""
    signs = {"best": "best", "~": f"~×{float(row['ratio']):.1f}", "": f"×{float(row['ratio']):#.3g}"}
    bounds = [f"{float(row[end]):.3g}" for end in ("cpu_low", "cpu_high") if row[end]]
    ends = [f"{float(row[f'{end}_user']):.2g} + {float(row[f'{end}_system']):.2g}" for end in ("here", "there")]
    return " ".join(
        (
            row["subject"],
            f"{float(row['cpu_s_per_gib']):.3g}",
            " – ".join(bounds) or "–",
            signs[row["sign"]],
            f"≥{float(row['mac_share']) * 100:.0f} %" if row["mac_share"] else "–",
            f"{float(row['mbps']):,.0f}" if row["mbps"] else "–",
            *ends,
        )
    )
