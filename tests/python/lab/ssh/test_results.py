"""Figures that are known go in; measurements, ratios, the proposal and the notice on UMAC come out."""

from __future__ import annotations

import shutil

import pytest

from wirerate.lab.ssh import advice
from wirerate.lab.ssh.algorithms import CHACHA, Candidate
from wirerate.lab.ssh.bottleneck import CPU_THERE
from wirerate.lab.ssh.measure import packet_bytes, promising, trial_costs
from wirerate.lab.ssh.results import Results
from wirerate.links import parse_link
from wirerate.verdict import FALLS_SHORT, KEEPS_UP, TIGHT
from wirerate.verdict.transfer import Contender, judge_transfers, status

from .sessions import SIZE, session, transfer

GCM = Candidate("aes128-gcm@openssh.com")
UMAC = Candidate("aes128-ctr", "umac-64-etm@openssh.com")
SHA = Candidate("aes128-ctr", "hmac-sha2-256-etm@openssh.com")
needs_ssh = pytest.mark.skipif(not shutil.which("ssh"), reason="no ssh (Debian: openssh-client)")
MD5 = Candidate("aes128-ctr", "hmac-md5-etm@openssh.com")


def test_set_up_is_subtracted_and_the_busier_end_counts() -> None:
    results = Results(session({GCM: 0.10, UMAC: 0.14, SHA: 0.20}))
    first, second, third = results.measurements()
    assert [m.subject for m in (first, second, third)] == [
        "aes128-gcm",
        "aes128-ctr+umac-64-etm",
        "aes128-ctr+hmac-sha2-256-etm",
    ]
    assert float(first.extra["cpu_ns_per_byte"]) == pytest.approx(0.10 / SIZE * 1e9, rel=0.02)
    assert first.extra["cpu_low"] <= first.extra["cpu_ns_per_byte"] <= first.extra["cpu_high"]
    assert first.ns is not None
    assert first.ns.median == pytest.approx(0.105e9, rel=0.02)
    assert float(second.extra["mac_share"]) == pytest.approx(1 - 0.10 / 0.14, abs=0.02)
    assert float(third.extra["mac_share"]) == pytest.approx(0.5, abs=0.02)
    assert "mac_share" not in first.extra
    assert first.rounds == len(first.samples_ns) == len(first.samples_at) == 16


def test_ratios_are_against_the_cheapest() -> None:
    results = Results(session({SHA: 0.20, GCM: 0.10}))
    (only,) = results.comparisons()
    assert (only.subject, only.reference) == (str(SHA), str(GCM))
    assert only.ratio.low <= 0.5 <= only.ratio.high
    assert 0 <= float(only.conditions["noise"]) < 0.1


def test_no_secret_is_in_a_record() -> None:
    for each in Results(session({GCM: 0.1, SHA: 0.2})).measurements():
        assert not any("key" in name or "nonce" in name for name in each.extra)


def test_bottleneck_of_the_cheapest() -> None:
    found = Results(session({GCM: 0.10, SHA: 0.20})).bottleneck()
    assert found is not None
    assert found.kind == CPU_THERE


@pytest.mark.parametrize(
    ("costs", "strict", "chosen"),
    [
        ({GCM: 0.10, UMAC: 0.14, SHA: 0.20}, True, GCM),
        ({UMAC: 0.10, GCM: 0.14}, True, UMAC),
        ({UMAC: 0.1000, SHA: 0.1001}, True, SHA),  # not to be told apart: the stronger tag
        ({Candidate(CHACHA): 0.05, GCM: 0.10}, True, Candidate(CHACHA)),
        ({Candidate(CHACHA): 0.05, GCM: 0.10}, False, GCM),
        ({MD5: 0.05, Candidate("aes128-cbc", SHA.mac): 0.06, SHA: 0.2}, True, SHA),
        ({MD5: 0.05}, True, None),
    ],
)
def test_what_is_proposed(costs: dict[Candidate, float], strict: bool, chosen: Candidate | None) -> None:
    results = Results(session(costs, strict=strict))
    ranked = sorted(costs, key=lambda candidate: costs[candidate])
    assert advice.choose(results, ranked) == chosen


@needs_ssh
@pytest.mark.parametrize("choice", [GCM, UMAC, SHA, Candidate(CHACHA)])
def test_block_puts_the_choice_first_and_keeps_the_defaults(choice: Candidate) -> None:
    text = advice.block("peer.example", choice)
    assert text.startswith("Host peer.example\n")
    assert f"Ciphers ^{choice.cipher}\n" in text
    assert "Kex" not in text
    assert advice.validated(text, "peer.example", choice) == text


@needs_ssh
def test_a_block_that_ssh_refuses_is_not_handed_out() -> None:
    with pytest.raises(advice.MissingError, match="does not accept"):
        advice.validated("Host peer.example\n    Ciphers ^nonsense\n", "peer.example", GCM)


def test_slow_umac_is_noticed_with_its_figures() -> None:
    found = advice.slow_umac(Results(session({GCM: 0.1, UMAC: 0.30, SHA: 0.20})))
    assert found is not None
    assert (found.subject, found.reference) == (str(UMAC), str(SHA))
    assert 1 / found.ratio.median == pytest.approx(1.5, rel=0.03)
    assert advice.slow_umac(Results(session({GCM: 0.1, UMAC: 0.14, SHA: 0.20}))) is None
    assert advice.slow_umac(Results(session({UMAC: 0.201, SHA: 0.20}, spread=0.2))) is None


def test_a_control_that_differs_from_itself_is_noise() -> None:
    assert not advice.noisy(Results(session({GCM: 0.1, SHA: 0.20})))
    assert advice.noisy(Results(session({GCM: 0.1, SHA: 0.20}, spread=0.6)))


def test_one_look_drops_the_hopeless_and_keeps_the_question_of_2007() -> None:
    slow = Candidate("aes256-ctr", "hmac-sha2-512-etm@openssh.com")
    trials = {GCM: transfer(0.10), UMAC: transfer(0.60), SHA: transfer(0.11), slow: transfer(0.5)}
    kept = promising(trial_costs(trials, transfer(0.10, SIZE // 8)), 4)
    assert set(kept) == {GCM, UMAC, SHA}
    chacha = Candidate(CHACHA)
    asked = {chacha: 0.1, GCM: 0.9, UMAC: 0.9, SHA: 0.9}
    assert promising(asked, 3)[0] == chacha


def test_packets_from_ssh_s_own_count() -> None:
    assert packet_bytes(1 << 20, 32 * 20) == 32768
    assert packet_bytes(1 << 20, 0) is None


def test_verdict_on_a_link() -> None:
    costs = {GCM: 0.10, SHA: 0.20}  # 1.5 and 3 ns per byte: 5.3 and 2.7 Gbit/s
    gcm, sha = Results(session(costs)).measurements()
    contenders = [Contender(gcm, GCM.standing, True), Contender(sha, SHA.standing, True)]
    needs = {name: parse_link(name).wire_ns(1500) for name in ("1G", "2.5G", "10G")}
    verdicts = [verdict for name in needs for verdict in judge_transfers(parse_link(name), contenders)]
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
        ("10G", gcm.subject): [(gcm.subject, 2)],
        ("10G", sha.subject): [(gcm.subject, 2)],
    }
    assert status([v for v in verdicts if v.link != "10G"], sha.subject) == 0
    assert status(verdicts, gcm.subject) == 1


def test_what_may_not_be_used_is_never_permitted() -> None:
    (md5,) = Results(session({MD5: 0.01})).measurements()
    (verdict,) = judge_transfers(parse_link("1G"), [Contender(md5, MD5.standing, False)])
    assert (verdict.verdict, verdict.permitted) == (KEEPS_UP, False)
    assert status([verdict], md5.subject) == 1
