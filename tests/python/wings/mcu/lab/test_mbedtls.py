"""Complete DTLS 1.2 handshakes between two emulated boards, with their messages checked byte by byte."""

from __future__ import annotations

import struct
from collections.abc import Callable

import pytest

from wirerate.catalogue.libraries import DEFAULT
from wirerate.errors import EmulationError, MissingError, UsageError
from wirerate.wings.mcu.counted_runs import Counted, Handshake
from wirerate.wings.mcu.lab.credentials import credentials
from wirerate.wings.mcu.lab.ends import shake_hands
from wirerate.wings.mcu.lab.mbedtls import MbedEnd, messages, run
from wirerate.wings.mcu.lab.source import fetch
from wirerate.wings.mcu.layout import Message
from wirerate.wings.mcu.setups import CLIENT, PARTS, PSK, SERVER, SETUPS, SIDES, SYMMETRIC, Setup
from wirerate.wings.mcu.store import stored_handshakes

CORE = "cortex-m4"


@pytest.fixture(scope="module")
def built(firmware_cache: object) -> None:
    """Skip unless firmware can be built and the library can be fetched."""
    try:
        fetch()
    except MissingError as error:
        pytest.skip(str(error))
    pytest.importorskip("cryptography")


@pytest.fixture(scope="module")
def mutual(built: None) -> Handshake:
    return run("ECDHE-ECDSA", CORE)


def spent(side: Counted) -> int:
    return side.whole.instructions


def names(handshake: Handshake, side: str) -> list[str]:
    return [message.name for message in handshake.messages if message.side == side]


def test_a_mutual_handshake_has_the_messages_of_rfc_6347_with_their_bytes(mutual: Handshake) -> None:
    assert names(mutual, CLIENT) == [
        *("ClientHello", "ClientHello", "Certificate", "ClientKeyExchange", "CertificateVerify"),
        *("ChangeCipherSpec", "Finished"),
    ]
    assert names(mutual, SERVER) == [
        *("HelloVerifyRequest", "ServerHello", "Certificate", "ServerKeyExchange", "CertificateRequest"),
        *("ServerHelloDone", "ChangeCipherSpec", "Finished"),
    ]
    size = {(message.side, message.name): message.bytes for message in mutual.messages}
    # Headers 13 + 12, and two lengths of 3 bytes: RFC 5246 section 7.4.2.
    for side in SIDES:
        assert size[side, "Certificate"] == 13 + 12 + 3 + 3 + len(credentials().ends[side].certificate)
    # An uncompressed point of P-256 with its length: RFC 8422 section 5.7.
    assert size[CLIENT, "ClientKeyExchange"] == 13 + 12 + 1 + 65
    # Explicit nonce 8, Finished 12 + 12, tag of CCM_8: RFC 6655.
    assert size[SERVER, "Finished"] == size[CLIENT, "Finished"] == 13 + 8 + 24 + 8
    assert mutual.bytes == sum(size.values()) + 13 + 12 + 72  # and the first ClientHello: no cookie, 32 bytes shorter
    assert mutual.bytes_on_ipv4 == mutual.bytes + 28 * mutual.datagrams


def test_time_goes_to_curves_and_little_to_the_symmetric_part(mutual: Handshake) -> None:
    for side in mutual.sides.values():
        assert list(side.runs) == [name for name in PARTS if name in side.runs]
        share = {name: trace.instructions / spent(side) for name, trace in side.runs.items()}
        assert sum(share.values()) == pytest.approx(1)
        assert share["ECDSA verify"] > share["ECDSA sign"] > 0.05
        assert sum(share[name] for name in SYMMETRIC) < 0.02  # slide 12: "neglectable"
        assert share["rest"] < 0.01


def test_ram_and_flash_of_both_ends(mutual: Handshake) -> None:
    for side in mutual.sides.values():
        assert 2 * SETUPS[mutual.name].content_length < side.heap_bytes < 16384
        assert 500 < side.stack_bytes < 8192
        assert {"tls", "ecp", "bignum", "x509", "sha", "cipher"} <= set(side.blocks)
        assert "harness" not in side.blocks
        assert 30_000 < side.flash_bytes < 150_000


@pytest.fixture(scope="module")
def shared_key(built: None) -> Handshake:
    return run("PSK", CORE)


def test_the_same_again_is_the_same_to_the_instruction(shared_key: Handshake) -> None:
    again = run("PSK", CORE)
    assert again.messages == shared_key.messages
    assert again.sides == shared_key.sides


def test_a_shared_key_needs_no_curve(shared_key: Handshake) -> None:

    assert "Certificate" not in names(shared_key, SERVER)
    for side in shared_key.sides.values():
        assert not set(side.runs) & {"ECDSA sign", "ECDSA verify", "ECDHE key generation"}
        assert side.runs["SHA-256 and PRF"].instructions > spent(side) / 2
        assert "ecp" not in side.blocks


def test_the_stored_handshake_equals_a_new_run(shared_key: Handshake, counts: Callable[[Handshake], Handshake]) -> None:
    stored = stored_handshakes()["PSK", CORE, "-O2", DEFAULT]
    if (stored.made.compiler, stored.made.release) != (shared_key.made.compiler, shared_key.made.release):
        pytest.skip(f"stored with {stored.made.compiler} and Mbed TLS {stored.made.release}, here are others")
    assert counts(shared_key) == counts(stored)


def test_a_resumed_session_agrees_on_no_key(shared_key: Handshake) -> None:
    resumed = run("PSK", CORE, setup=Setup(suite=PSK, resumption="id"))
    assert names(resumed, CLIENT) == ["ClientHello", "ClientHello", "ChangeCipherSpec", "Finished"]
    assert names(resumed, SERVER) == ["HelloVerifyRequest", "ServerHello", "ChangeCipherSpec", "Finished"]
    for side, full in zip(resumed.sides.values(), shared_key.sides.values(), strict=True):
        assert spent(side) < spent(full)


def test_a_lost_datagram_is_an_error(built: None) -> None:
    ends = {side: MbedEnd(side, Setup(suite=PSK), CORE, fetch(), "-O2") for side in SIDES}
    for end in ends.values():
        end.prepare()
    step = ends[SERVER].step
    ends[SERVER].step = lambda datagrams: step([])  # type: ignore[method-assign]
    with pytest.raises(EmulationError, match="did not finish"):
        shake_hands(ends)


@pytest.mark.parametrize(
    "setup",
    [
        Setup(suite="rsa"),
        Setup(content_length=256),
        Setup(max_fragment=300),
        Setup(resumption="0-rtt"),
        Setup(window=8),
    ],
)
def test_an_impossible_setup_says_which_are_possible(setup: Setup) -> None:
    with pytest.raises(UsageError) as caught:
        run("", CORE, setup=setup)
    assert caught.value.fix.startswith("choose ")


def record(kind: int, epoch: int, body: bytes) -> bytes:
    return struct.pack("!BHHHIH", kind, 0xFEFD, epoch, 0, 1, len(body)) + body


def test_several_messages_in_a_record_share_its_header() -> None:
    hello = bytes([14]) + bytes(11)
    assert list(messages(record(22, 0, hello + hello) + record(20, 0, b"\1") + record(22, 1, bytes(40)), SERVER)) == [
        Message("ServerHelloDone", SERVER, 25),
        Message("ServerHelloDone", SERVER, 12),
        Message("ChangeCipherSpec", SERVER, 14),
        Message("Finished", SERVER, 53),
    ]


@pytest.mark.parametrize("cut", [5, 20])
def test_an_incomplete_record_is_an_error(cut: int) -> None:
    with pytest.raises(EmulationError, match="incomplete DTLS record"):
        list(messages(record(22, 0, bytes([14]) + bytes(11))[:cut], SERVER))
