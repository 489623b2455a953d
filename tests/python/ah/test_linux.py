"""AH compared with a real Linux kernel in both directions, including replayed and forged packets."""

from __future__ import annotations

import pytest

from . import linux, oracle

pytestmark = pytest.mark.skipif(bool(linux.absent()), reason=linux.absent())
NAMES = [case.name for case in linux.cases()] if not linux.absent() else []


@pytest.fixture(scope="module")
def kernel(tmp_path_factory: pytest.TempPathFactory) -> dict[str, linux.Case]:
    found = linux.cases()
    linux.run(tmp_path_factory.mktemp("uml"), found)
    return {case.name: case for case in found}


@pytest.mark.parametrize("name", NAMES)
def test_packets_signed_by_the_kernel_verify(kernel: dict[str, linux.Case], name: str) -> None:
    case = kernel[name]
    assert len(case.sent) == len(linux.SIZES)
    results = case.association().verify(case.sent)
    if case.plain_auth:  # RFC 8221 section 6: SHA-256 cut to 96 bits is not HMAC-SHA-256-128
        assert {result.reason for result in results} == {"bad-ah-length"}
        return
    assert [result.reason for result in results] == ["ok"] * len(linux.SIZES)
    forged = [packet[:-1] + bytes([packet[-1] ^ 1]) for packet in case.sent]
    assert {result.reason for result in case.association().verify(forged)} == {"bad-icv"}
    start = linux.ESN_HIGH << 32 | linux.ESN_LOW if case.esn else 0
    assert [result.sequence for result in results] == [start + n for n in range(1, len(linux.SIZES) + 1)]


@pytest.mark.parametrize("name", NAMES)
def test_the_kernel_agrees_with_the_oracle(kernel: dict[str, linux.Case], name: str) -> None:
    case = kernel[name]
    if case.plain_auth:
        pytest.skip("not an algorithm of AH")
    for n, packet in enumerate(case.sent, start=1):
        data = oracle.covered(packet, case.algorithm, "4302")
        if case.esn:
            data += (linux.ESN_HIGH + (linux.ESN_LOW + n >> 32)).to_bytes(4, "big")
        assert oracle.tag(case.algorithm, case.key, data) in packet


@pytest.mark.parametrize("name", NAMES)
def test_the_kernel_accepts_our_packets(kernel: dict[str, linux.Case], name: str) -> None:
    case = kernel[name]
    assert case.delivered == [number for _, number, taken in case.inject if taken]
    dropped = sum(not taken for _, _, taken in case.inject)
    assert sum(case.statistics.values()) == dropped


@pytest.mark.parametrize("name", [name for name in NAMES if name.split()[-1] in ("transport", "tunnel", "esn")])
def test_replays_and_forgeries_are_counted_alike(kernel: dict[str, linux.Case], name: str) -> None:
    case = kernel[name]
    reasons = [result.reason for result in case.association().verify([packet for packet, _, _ in case.inject])]
    assert [reason == "ok" for reason in reasons] == [taken for _, _, taken in case.inject]
    assert case.statistics.get("XfrmInStateSeqError", 0) == reasons.count("replayed") + reasons.count("too-old")
    assert case.statistics.get("XfrmInStateProtoError", 0) == reasons.count("bad-icv")


def test_the_fragment_header_is_where_linux_and_the_rfc_differ(kernel: dict[str, linux.Case]) -> None:
    case = kernel["hmac-md5-96 headers"]
    as_the_rfc, as_linux = (packet for packet, _, _ in case.inject[-2:])
    assert case.association().verify([as_the_rfc])[0].ok
    assert case.association().verify([as_linux])[0].reason == "bad-icv"
    sa = linux.SecurityAssociation(case.spi, linux.Mac(case.algorithm, case.key), cover_fragment=True)
    assert [result.reason for result in sa.verify([as_linux, as_the_rfc])] == ["ok", "bad-icv"]
