"""The answer of `check` is short, and includes what an engineer would check next."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from wirerate.authenticators.subjects import parse_subject
from wirerate.commands.check import single
from wirerate.commands.check.check import Check
from wirerate.errors import UsageError
from wirerate.links import load, parse_link, parse_packets
from wirerate.records import CheckRun, Interval, MeasuredPath, Measurement
from wirerate.report import kinds
from wirerate.report.table import width_of
from wirerate.report.terminal import Paper
from wirerate.verdict import Case, judge_all

WIDE, NARROW = Paper(80), Paper(40)


def checked(
    *subjects: str,
    links: Sequence[str] = ("10G",),
    packets: Sequence[str] = ("imix",),
    protocol: str | None = None,
    ns: float = 500.0,
    ip: int | None = None,
    cache: str = "cold",
    policy: str = "modern",
) -> CheckRun:
    """Return a check with `ns` per packet from memory, half of that from the last-level cache, a third in batches."""
    run = CheckRun(command="check", environment=None)
    cases = []
    for subject in subjects:
        parsed = parse_subject(subject)
        for link in links:
            for packet in packets:
                asked = load(parse_link(link), parse_packets(packet), parsed, protocol, ip_version=ip)
                rows = [
                    measured(subject, asked.keyed, operation, state, batch, ns * share * share_of_batch)
                    for operation in parsed.facts.operations
                    for state, share in (("cold", 1.0), ("llc", 0.5), ("warm", 0.4))
                    for batch, share_of_batch in ((1, 1.0), (256, 0.33))[: 1 if parsed.facts.kind == "aead" else 2]
                ]
                cases.append(Case(asked, tuple(rows), cache=cache))
    run.verdicts = judge_all(cases, policy=policy)
    return run


def measured(subject: str, keyed: str, operation: str, cache: str, batch: int, ns: float) -> Measurement:
    return Measurement(
        subject=subject, keyed=keyed, operation=operation, cache=cache, batch=batch, bytes=340, rounds=16,
        ns=Interval(ns, ns * 0.97, ns * 1.02, 0.95),
    )  # fmt: skip


SINGLE: list[dict[str, Any]] = [
    {"subjects": ["aes-128-gcm@openssl"], "protocol": "esp-gcm"},
    {"subjects": ["aes-128-gcm@openssl"], "protocol": "esp-gcm", "packets": ["1500"], "ip": 6},
    {"subjects": ["chacha20-poly1305@openssl"], "protocol": "wireguard", "packets": ["9000"]},
    {"subjects": ["hmac-sha256@ipsec-mb"], "protocol": "ah", "ns": 50.0},
    {"subjects": ["umac-64@wirerate/avx512"], "ns": 280.0},
    {"subjects": ["hmac-md5@wirerate/avx512"], "protocol": "ah"},
    {"subjects": ["aes-256-cbc-hmac-sha512@openssl"], "protocol": "esp-cbc-hmac-sha512", "ns": 5000.0},
    {"subjects": ["md5-x16@wirerate/avx512"], "ns": 5000.0},
]


@pytest.mark.parametrize("case", SINGLE, ids=lambda case: f"{case['subjects'][0]}-{case.get('protocol', '')}")
@pytest.mark.parametrize(("on", "most"), [(WIDE, 12), (NARROW, 24)], ids=["80", "40"])
def test_an_answer_to_one_question_fits(case: dict[str, Any], on: Paper, most: int) -> None:
    settings = dict(case)
    run = checked(*settings.pop("subjects"), **settings)
    lines = kinds.text(run, on).splitlines()
    assert len(lines) <= most, "\n".join(lines)
    assert max(map(width_of, lines)) <= on.width, "\n".join(lines)


def test_with_a_path_and_more_cores_measured_it_still_fits() -> None:
    run = checked("aes-128-gcm@openssl", protocol="esp-gcm")
    room = Interval(0.2, 0.19, 0.21, 0.95)
    (first, *_) = run.verdicts
    first.path = MeasuredPath(
        path="esp-aes-128-gcm", date="2026-11-23T22:11:00Z", kernel="6.12", packets="imix", operation="protect",
        crypto=Interval(0.12, 0.11, 0.13, 0.95), gain=1.13, headroom=room, verdict="FALLS SHORT",
    )  # fmt: skip
    text = kinds.text(run, WIDE)
    assert len(text.splitlines()) <= 12, text
    flat = " ".join(text.split())
    assert "Crypto is 12 %" in flat
    assert "the whole path reaches ×0.200, FALLS SHORT; with free crypto ×0.226" in flat


SUBJECTS = ("hmac-sha256@openssl", "aes-128-gmac@openssl", "umac-64@wirerate/avx512", "hmac-md5@openssl")


@pytest.mark.parametrize("on", [WIDE, NARROW], ids=["80", "40"])
@pytest.mark.parametrize("protocol", [None, "ah"])
def test_a_table_has_its_rows_and_six_lines(on: Paper, protocol: str | None) -> None:
    subjects = [name for name in SUBJECTS if protocol is None or "umac" not in name]
    lines = kinds.text(checked(*subjects, protocol=protocol), on).splitlines()
    assert len(lines) <= len(subjects) + 6, "\n".join(lines)
    assert max(map(width_of, lines)) <= on.width


def test_a_matrix_has_its_rows_and_six_lines() -> None:
    run = checked(*SUBJECTS, links=("1G", "10G", "25G"))
    lines = kinds.text(run, WIDE).splitlines()
    assert len(lines) <= 2 * len(SUBJECTS) + 6, "\n".join(lines)
    assert max(map(width_of, lines)) <= 80


def test_four_questions_about_one_subject_are_a_table() -> None:
    run = checked("aes-128-gcm@openssl", links=("1G", "10G"), packets=("64", "1500"), protocol="esp-gcm")
    assert len(kinds.text(run, WIDE).splitlines()) <= 2 + 6


def flat(run: CheckRun) -> str:
    return " ".join(kinds.text(run, WIDE).split())


def test_the_answer_has_packet_sizes_added_bytes_and_the_ip_version() -> None:
    text = flat(checked("aes-128-gcm@openssl", protocol="esp-gcm", packets=("1400",), ip=4))
    # Outer IP 20, ESP 8, IV 8, tag 16, trailer and padding of 1,400 bytes 4: 56. Ethernet adds 38.
    assert "837 k/s of 1,400 B, 1,494 B on the wire (esp-gcm +56 B, IPv4)" in text


@pytest.mark.parametrize(("ip", "sent", "fits"), [(4, 1556, 1446), (6, 1576, 1426)])
def test_a_packet_above_the_mtu_is_reported_with_the_size_that_fits(ip: int, sent: int, fits: int) -> None:
    run = checked("aes-128-gcm@openssl", protocol="esp-gcm", packets=("1500",), ip=ip)
    assert f"1,500 B grow to {sent:,} B: fragmented or refused; {fits:,} B still fit" in flat(run)
    smaller = checked("aes-128-gcm@openssl", protocol="esp-gcm", packets=(str(fits),), ip=ip)
    assert smaller.verdicts[0].oversized is None
    larger = checked("aes-128-gcm@openssl", protocol="esp-gcm", packets=(str(fits + 1),), ip=ip)
    assert larger.verdicts[0].oversized is not None


def test_between_the_ends_of_a_connection_the_sender_sends_less() -> None:
    run = checked("aes-128-gcm@openssl", protocol="tls-1.3", packets=("1500",))
    assert "the sender must send less" in flat(run)


def test_the_last_level_cache_reaches_the_answer_and_cache_decides() -> None:
    cold = checked("aes-128-gcm@openssl", protocol="esp-gcm", ns=500)
    assert cold.verdicts[0].verdict == "FALLS SHORT"
    assert "From the LLC, where a NIC with DDIO puts packets: ×1.39, KEEPS UP." in flat(cold)
    llc = checked("aes-128-gcm@openssl", protocol="esp-gcm", ns=500, cache="llc")
    assert llc.verdicts[0].verdict == "KEEPS UP"
    assert "From memory: ×0.695, FALLS SHORT." in flat(llc)


def test_a_forbidden_subject_never_has_a_tick() -> None:
    for policy in ("modern", "fips", "any"):
        text = flat(checked("hmac-md5@openssl", protocol="ah", ns=20, policy=policy))
        assert text.startswith("⊘ MUST NOT BE USED (RFC 8221)")
        assert "✓" not in text


def test_ipv6_needs_packets_that_carry_tcp() -> None:
    with pytest.raises(UsageError, match="too small for TCP over IPv6") as caught:
        Check(["hmac-sha256"], ip=6)
    assert "imix6" in caught.value.fix
    Check(["hmac-sha256"], ip=6, packet="imix6")


@pytest.mark.parametrize(("ns", "text"), [(80.0, "12.5 M"), (1000.0, "1.00 M"), (2000.0, "500 k"), (2e7, "50.0")])
def test_packets_per_second(ns: float, text: str) -> None:
    assert single.per_second(ns) == text
