"""Chains that do not carry packets are found before anything is timed, and packets lost in a round are counted."""

from __future__ import annotations

import contextlib

import pytest

from wirerate.wings.path.bench import Bench, ChainError, check_chain
from wirerate.wings.path.catalogue import PLAIN, Cell, parse_path
from wirerate.wings.path.chain import Chain, quiet

from .permitted import absent

pytestmark = pytest.mark.skipif(bool(absent()), reason=absent())


def test_a_gateway_that_does_not_forward_is_found_before_anything_is_timed() -> None:
    with (
        contextlib.closing(quiet("ip4")) as source,
        contextlib.closing(Chain(Cell("plain", PLAIN), source, 1)) as chain,
    ):
        assert check_chain(chain, [64]).inline
        chain.last.set("ipv4/ip_forward", "0")
        with pytest.raises(ChainError, match="a packet of 64 bytes was lost"):
            check_chain(chain, [64])


def test_a_socket_error_affects_one_path_only(monkeypatch: pytest.MonkeyPatch) -> None:
    """Here the socket's device does not exist."""
    monkeypatch.setattr(
        Chain, "_open_sender", lambda chain, source: source.socket(17, 3).bind(("none-of-that-name", 0))
    )
    with Bench() as bench:
        built = bench.build(Cell("hop", PLAIN), [64])
        assert built.proof is None
        assert built.refusal
        assert ": a socket: " in built.refusal.message


def test_packets_that_are_lost_in_a_round_are_counted() -> None:
    with Bench() as bench:
        assert bench.build(Cell("hop", PLAIN), [64, 200]).proof
        (told,), _ = bench.run("ip4", [64, 200], 5, [0])
        assert (told.sent, told.arrived, told.excess_bytes, told.late) == (10, 10, 0, False)
        bench._chains[0][0].last.set("ipv4/ip_forward", "0")
        (told,), _ = bench.run("ip4", [64, 200], 5, [0])
        assert (told.sent, told.arrived, told.late) == (10, 0, True)


def test_a_packet_of_another_size_is_detected_by_the_byte_count() -> None:
    """A packet changed on its way would be detected in the same way."""
    with Bench() as bench:
        bench.build(Cell("plain", PLAIN), [64])
        chain, proof, _ = bench._chains[0]
        assert proof.added == {64: 0}
        chain.cell = Cell("protect", parse_path("esp-gcm"))  # now four bytes fewer arrive than expected
        proof.added[64] = 4
        (told,), _ = bench.run("ip4", [64], 5, [0])
        assert (told.arrived, told.excess_bytes) == (5, -20)
