"""The kernel path in the answer of a check: its name, and its share in a kept run of this host."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from msgspec import structs
from tests.python.wings.path import made
from tests.python.wings.path import made_records as records

from wirerate.authenticators.subjects import parse_subject
from wirerate.commands.check.command import after_check
from wirerate.host.machine import environment
from wirerate.links import load, parse_link, parse_packets
from wirerate.records import CheckRun, Interval, Measurement, store
from wirerate.report import kinds
from wirerate.verdict import Case, judge_all
from wirerate.wings.path import path_share
from wirerate.wings.path.catalogue import parse_path
from wirerate.wings.path.run import PathRun

GENERAL = "the rest of the network stack is extra"


def checked(subject: str = "aes-128-gcm", protocol: str | None = "esp-gcm", packet: str = "imix") -> CheckRun:
    """Return a check with invented figures: each end takes 400 ns."""
    name = parse_subject(subject)
    asked = load(parse_link("10G"), parse_packets(packet), name, protocol)
    rows = tuple(
        Measurement(subject=f"{subject}@openssl", keyed=asked.keyed, operation=operation, cache="cold", rounds=16,
                    ns=Interval(400.0, 400.0, 400.0, 0.95))
        for operation in name.facts.operations
    )  # fmt: skip
    run = CheckRun(command="check", environment=environment(), rows=list(rows))
    run.verdicts = judge_all([Case(asked, rows)])
    return run


def kept(names: tuple[str, ...] = ("esp-gcm",), packets: str = "imix", **kernel: Any) -> PathRun:
    return made.run(names, packets, **{"release": os.uname().release, **kernel})


@pytest.mark.parametrize(
    ("subject", "protocol", "packet", "path"),
    [
        ("aes-128-gcm", "esp-gcm", "imix", "esp-aes-128-gcm"),
        ("aes-128-gcm", "esp-gcm", "1500", "esp-aes-128-gcm/ip6"),
        ("aes-128-gcm", "esp-gcm/transport/nat-t/esn", "imix", "esp-aes-128-gcm/transport/esn/udp"),
        ("hmac-sha256", "ah/tunnel", "imix", "ah-hmac-sha256"),
        ("hmac-sha256", "ah", "imix", "ah-hmac-sha256/transport"),
        ("aes-128-gmac", "esp-null-gmac", "imix", "esp-aes-128-gmac"),
        ("hmac-md5", "esp-null-hmac-md5", "imix", "esp-null-hmac-md5"),
        ("aes-128-gcm", "macsec", "imix", "macsec-gcm"),
        ("chacha20-poly1305", "wireguard", "imix", "wireguard"),
        ("aes-128-gcm", "macsec/xpn", "imix", ""),
        ("hmac-sha256", None, "imix", ""),
        ("aes-128-gcm", "tls-1.3", "1500", "tls-aes-128-gcm"),
        ("chacha20-poly1305", "tls-1.3", "imix", "tls-chacha20-poly1305"),
        ("hmac-sha256", "ssh", "imix", ""),
    ],
)
def test_a_protocol_s_path_is_named_as_path_takes_it(
    subject: str, protocol: str | None, packet: str, path: str
) -> None:
    verdict = checked(subject, protocol, packet).verdicts[0]
    assert path_share.kernel_path(verdict) == path
    assert not path or parse_path(path).name == path


def test_the_next_steps_have_the_path_where_there_is_one() -> None:
    commands = [command for command, _ in after_check(checked())]
    assert "wirerate path esp-aes-128-gcm --link 10G --packet imix" in commands
    assert not any("wirerate path" in command for command, _ in after_check(checked("hmac-sha256", None)))


@pytest.mark.parametrize(
    ("packet", "command"),
    [
        ("1460", "wirerate path tls-aes-128-gcm ktls-aes-128-gcm --link 10G --record 1400"),  # over IPv6
        ("59", "wirerate path tls-aes-128-gcm ktls-aes-128-gcm --link 10G --record 19"),  # over IPv4
        ("imix", "wirerate path tls-aes-128-gcm ktls-aes-128-gcm --link 10G"),
    ],
)
def test_next_steps_for_tls_name_both_kinds_with_the_packets_record_size(packet: str, command: str) -> None:
    assert command in [said for said, _ in after_check(checked(protocol="tls-1.3", packet=packet))]


def test_for_tls_a_kept_run_counts_if_its_record_fills_the_packet() -> None:
    mine = records.run(["tls"], "1400")
    assert mine.findings
    mine.findings = structs.replace(mine.findings, kernel=os.uname().release)
    run, other = checked(protocol="tls-1.3", packet="1460"), checked(protocol="tls-1.3", packet="1500")
    for each in (run, other):
        path_share.with_path_shares(each, [mine])
    assert "Crypto is 12 % of this kernel’s path tls-aes-128-gcm" in text_of(run)
    assert [v.path for v in other.verdicts] == [None] * len(other.verdicts)


def test_a_path_measured_on_this_host_is_reported_with_its_headroom() -> None:
    run = checked()
    path_share.with_path_shares(run, [kept()])
    share = run.verdicts[0].path
    assert share
    assert share.crypto
    assert round(share.crypto.median, 2) == 0.11
    text = text_of(run)
    assert "Crypto is 11 % of this kernel’s path esp-aes-128-gcm" in text
    assert re.search(r"the whole path reaches ×0\.\d+, FALLS SHORT; with free crypto ×0\.\d+", text)


def text_of(run: CheckRun) -> str:
    return " ".join(kinds.text(run, explain=True).split())


@pytest.mark.parametrize(
    "other",
    [
        lambda: kept(packets="1400"),
        lambda: kept(release="5.0-another"),
        lambda: kept(("wireguard",)),
        lambda: at("elsewhere", kept()),
    ],
    ids=["other packets", "other kernel", "other path", "other host"],
)
def test_runs_of_another_host_kernel_path_or_mix_do_not_count(other: Callable[[], PathRun]) -> None:
    run = checked()
    path_share.with_path_shares(run, [other()])
    assert [v.path for v in run.verdicts] == [None] * len(run.verdicts)
    assert GENERAL in text_of(run)


def at(host: str, run: PathRun) -> PathRun:
    assert run.environment
    run.environment.host = host
    return run


def test_a_path_without_breakdown_says_so() -> None:
    run = checked("chacha20-poly1305", "wireguard")
    path_share.with_path_shares(run, [kept(("wireguard",))])
    assert "The share of crypto in this kernel’s path wireguard" in text_of(run)


def test_the_newest_kept_run_counts_and_one_that_cannot_be_read_is_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    store.keep(kept(("wireguard",)))
    store.keep(kept())
    (store.folder() / "99990101T000000.000000Z-path.jsonl").write_text("no run")
    run = checked()
    path_share.add(run)
    assert "Crypto is 11 % of" in " ".join(text_of(run).split())
