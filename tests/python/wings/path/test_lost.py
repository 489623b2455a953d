"""Chains that a real kernel does not carry packets through: found before any is timed, and counted where one is."""

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


def test_what_a_socket_refuses_is_one_paths_refusal(monkeypatch: pytest.MonkeyPatch) -> None:
    """As the name of a device that is not there."""
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


def test_a_packet_of_another_size_than_was_proved_is_seen_in_the_bytes() -> None:
    """As a packet changed on its way would be."""
    with Bench() as bench:
        bench.build(Cell("plain", PLAIN), [64])
        chain, proof, _ = bench._chains[0]
        assert proof.added == {64: 0}
        chain.cell = Cell(
            "protect", parse_path("esp-gcm")
        )  # what is added is now counted for, and here is four bytes short
        proof.added[64] = 4
        (told,), _ = bench.run("ip4", [64], 5, [0])
        assert (told.arrived, told.excess_bytes) == (5, -20)
