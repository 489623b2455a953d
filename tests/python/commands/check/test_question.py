"""Questions of a check: links with packets, or messages per second."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from wirerate.catalogue import PROTOCOLS
from wirerate.commands.check.check import Check, links_and_mixes
from wirerate.errors import UsageError
from wirerate.links import judged_by_messages, load, parse_messages
from wirerate.records import CheckRun, Interval, LinkEnd, Measurement, MessageVerdict, Verdict, file
from wirerate.report import questions
from wirerate.verdict import judge


def judged(protocol: str, subject: str, ns: float, asked: str | None = None) -> Verdict:
    ((link, mix),) = links_and_mixes(Check(protocol=protocol, messages=asked))
    here = load(link, mix, subject, protocol)
    found = Measurement(
        subject=subject, cache="cold", keyed=here.keyed, ns=Interval(ns, ns * 0.8, ns * 1.25, 0.95), rounds=32
    )
    return judge(here, [found], policy="any")[0]


@pytest.mark.parametrize("protocol", judged_by_messages())
def test_every_protocol_of_the_control_plane_has_a_verdict_on_each_of_its_algorithms(protocol: str) -> None:
    usual = PROTOCOLS[protocol].messages
    assert usual is not None
    for algorithm in PROTOCOLS[protocol].algorithms:
        verdict = judged(protocol, algorithm, 1000)
        assert verdict.verdict == "KEEPS UP"
        assert isinstance(verdict, MessageVerdict)
        assert verdict.per_second == pytest.approx(usual.rate)
        assert verdict.most_per_second == pytest.approx(1e9 / 1250)
        assert verdict.core_share == pytest.approx(usual.rate * 1000 / 1e9)
        assert verdict.usual == usual.usual


def test_a_rate_that_was_asked_for_is_not_called_usual() -> None:
    verdict = judged("tcp-ao", "hmac-sha1", 1000, "900k/s:512")
    assert verdict.verdict == "CANNOT TELL"  # 1,111 ns apart: the interval of 800 to 1,250 spans them
    assert verdict.packets == "512"
    assert verdict.link == "900,000 messages/s"
    assert isinstance(verdict, MessageVerdict)
    assert verdict.usual == verdict.what == verdict.source == ""
    assert verdict.conditions.covered_bytes == 512 - 20 + 16 + 12 + 4
    assert judged("tcp-ao", "hmac-sha1", 1000, "2M/s").verdict == "FALLS SHORT"


def test_a_message_is_of_ip_version_4_whatever_its_size() -> None:
    """An Access-Request of 150 bytes after 28 bytes of IPv4 and UDP, with the attribute's 18 bytes."""
    assert judged("radius", "hmac-md5", 1000).conditions.covered_bytes == 150 + 18
    assert judged("bfd", "sha1", 1000).conditions.covered_bytes == 24 + 28
    assert judged("ntp", "aes-128-cmac", 1000).conditions.covered_bytes == 48
    assert judged("ntp", "md5", 1000).conditions.covered_bytes == 48 + 16
    assert judged("ospf", "hmac-sha256", 1000).conditions.covered_bytes == 1480 + 32
    assert judged("isis", "hmac-md5", 1000).conditions.covered_bytes == 1492 + 3 + 16
    assert judged("rip", "hmac-sha1", 1000).conditions.covered_bytes == 504 + 4 + 20
    assert judged("snmpv3", "hmac-sha256", 1000).conditions.covered_bytes == 200 + 24


def test_the_verdict_is_in_messages_and_a_share_of_a_core() -> None:
    verdict = judged("radius", "hmac-md5", 1000)
    usual, most = questions.message_notes(verdict)
    assert usual.startswith("56 messages/s are usual for 10,000 users")
    assert most == "hmac-md5: at most 800,000 messages a second on one core; 56 messages/s take 0.0056 % of it."
    assert questions.core_share(1.5) == "150 %"


def test_a_run_file_keeps_it() -> None:
    run = CheckRun(command="check", environment=None, verdicts=[judged("radius", "hmac-md5", 1000)])
    assert file.from_json(run.to_json().encode(), "run").verdicts == run.verdicts


@pytest.mark.parametrize(
    ("given", "option"),
    [
        ({"links": ["10G"]}, "links"),
        ({"packet": "imix"}, "packet"),
        ({"frame": "64"}, "frame"),
        ({"over": ("vlan",)}, "over"),
    ],
)
def test_link_options_are_refused_for_messages(given: dict[str, Any], option: str) -> None:
    with pytest.raises(UsageError, match=f"{option} has no meaning here: tcp-ao does not run at line rate") as caught:
        Check(**given, protocol="tcp-ao")
    assert 'messages="10k/s"' in caught.value.fix


@pytest.mark.parametrize("protocol", [None, "esp-gcm/transport"])
def test_messages_are_refused_with_a_link(protocol: str | None) -> None:
    with pytest.raises(UsageError, match="for control-plane protocols") as caught:
        Check(links=["10G"], protocol=protocol, messages="10k/s")
    assert "protocol with one of: tcp-ao" in caught.value.fix


@pytest.mark.parametrize(
    ("text", "rate", "size"), [("10k/s", 1e4, None), ("10K", 1e4, None), ("0.5", 0.5, None), ("2M/s:512", 2e6, 512)]
)
def test_rates_of_messages(text: str, rate: float, size: int | None) -> None:
    found = parse_messages(text)
    assert (found.per_second, found.size) == (rate, size)


@pytest.mark.parametrize("text", ["", "fast", "0/s", "10k/min", "10k/s:", "-1"])
def test_an_invalid_rate_of_messages_is_an_error(text: str) -> None:
    with pytest.raises(UsageError) as caught:
        parse_messages(text)
    assert "type it like 10k/s" in caught.value.fix


def test_a_question_does_not_depend_on_the_deciding_end() -> None:
    """Signing and verifying IPv6 AH are two questions; tagging and verifying in a check are the two ends of one."""
    verdict = judged("tcp-ao", "hmac-sha1", 1000)
    ends = tuple(
        LinkEnd(operation=each, ns=verdict.measured_ns, headroom=verdict.headroom) for each in ("tag", "verify")
    )
    verdict.conditions = replace(verdict.conditions, operation="verify")
    verdict.directions = ends
    assert questions.question(verdict).endswith(", tcp-ao")
    verdict.directions = ()
    assert questions.question(verdict).endswith(", tcp-ao (verify)")
