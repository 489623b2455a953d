"""Estimated handshakes compared with the emulated one and with their parts, and the answer on them."""

from __future__ import annotations

from itertools import pairwise

import pytest

from wirerate.catalogue.schemes import EXCHANGES, QUANTUM, SCHEMES, SIGNATURES
from wirerate.errors import MissingError, UsageError
from wirerate.records import AnyRun
from wirerate.report import kinds
from wirerate.report.terminal import Paper
from wirerate.wings.mcu import handshakes as handshakes_calls
from wirerate.wings.mcu.handshake_estimates import SHOWN, TODAY, Estimator, Request, quantum_of
from wirerate.wings.mcu.handshake_parts import MeasuredParts
from wirerate.wings.mcu.rows import ComposedHandshake, HandshakeAnswer
from wirerate.wings.mcu.setups import CLIENT, SERVER
from wirerate.wings.mcu.target import target

BOARDS = ("nrf52840", "lpc1768", "f091rc", "kl25z")  # one of each core


def estimator(board: str = "nrf52840") -> Estimator:
    return Estimator(MeasuredParts(target(board), "-O2"))


def ends(run: AnyRun) -> list[ComposedHandshake]:
    assert all(isinstance(m, ComposedHandshake) for m in run.rows)
    return run.rows


def does(own: ComposedHandshake) -> list[tuple[str, str]]:
    return [(part.scheme, part.operation) for part in own.parts if part.operation != "blocks"]


def answered(run: AnyRun) -> HandshakeAnswer:
    assert isinstance(run.findings, HandshakeAnswer)
    return run.findings


@pytest.mark.parametrize("board", BOARDS)
def test_the_estimate_of_the_emulated_handshake_is_within_five_per_cent(board: str) -> None:
    time, wire = estimator(board).accuracy()
    assert time == pytest.approx(1, abs=0.05)
    assert wire == pytest.approx(1, abs=0.05)


@pytest.mark.parametrize("board", BOARDS)
@pytest.mark.parametrize("quantum", QUANTUM)
@pytest.mark.parametrize("protocol", ["dtls-1.3", "tls-1.3"])
def test_a_composition_is_the_sum_of_its_parts(board: str, quantum: str, protocol: str) -> None:
    run = handshakes_calls.mcu_handshake(board, quantum=quantum, protocol=protocol)
    assert run.exit == 0
    for own in ends(run):
        assert own.basis == "composed"
        assert sum(part.cycles for part in own.parts) == pytest.approx(own.cycles.typical, rel=1e-6)
        assert own.ns.low <= own.ns.median <= own.ns.high
        assert own.ns.median == pytest.approx(own.cycles.typical * 1e9 / own.clock_hz)
        assert own.wire_bytes == sum(message.bytes for message in own.messages) == own.bytes
        assert own.ram_bytes == own.kept_bytes + max(part.working_bytes + part.held_bytes for part in own.parts)
        assert own.commands
        assert (own.frames is None) == (protocol == "tls-1.3")
    for client, server in zip(ends(run)[::2], ends(run)[1::2], strict=True):
        assert (client.side, server.side) == (CLIENT, SERVER)
        assert (client.wire_bytes, client.messages) == (server.wire_bytes, server.messages)


@pytest.mark.parametrize("quantum", QUANTUM)
def test_the_answer_is_of_clients_with_certificates_at_both_ends(quantum: str) -> None:
    run = handshakes_calls.mcu_handshake("nrf52840", quantum=quantum)
    found = answered(run)
    old, new = ends(run)[found.today], ends(run)[found.chosen]
    assert (old.exchange, old.signature) == TODAY
    assert new.quantum == quantum
    assert all(each.side == CLIENT and each.mutual for each in (old, new))
    assert found.time == new.ns.median / old.ns.median
    assert found.ram == new.ram_bytes / old.ram_bytes
    assert found.wire == new.wire_bytes / old.wire_bytes


def test_post_quantum_handshakes_cost_bytes_and_ram_but_not_time() -> None:
    found = answered(handshakes_calls.mcu_handshake("nrf52840", quantum="safe"))
    assert found.time < 1 < found.ram
    assert 8 < found.wire < 10


def test_other_implementations_of_the_same_pair_are_named() -> None:
    """mldsa-native is built for little RAM; the bytes on the wire do not depend on the implementation."""
    run = handshakes_calls.mcu_handshake("nrf52840", quantum="safe")
    found = answered(run)
    assert found.alternative is not None
    ours, theirs = (ends(run)[n] for n in (found.chosen, found.alternative))
    assert (ours.code, theirs.code) == ("", "mlkem-native, mldsa-native")
    assert (ours.setup, ours.side, ours.wire_bytes) == (theirs.setup, theirs.side, theirs.wire_bytes)
    assert theirs.ram_bytes < ours.ram_bytes / 2
    assert ours.cycles.typical < theirs.cycles.typical
    assert "The same by mlkem-native, mldsa-native: " in " ".join(kinds.text(run, Paper(400), explain=True).split())


def test_curve25519_is_mbed_tls_s_or_another_s() -> None:
    rows = ends(handshakes_calls.mcu_handshake("nrf52840", quantum="classical"))
    clients = {(own.signature, own.code): own for own in rows
               if (own.exchange, own.side, own.mutual) == ("x25519", "client", True)}  # fmt: skip
    ours, theirs = clients["ecdsa-p256", ""], clients["ecdsa-p256", "monocypher"]
    assert theirs.cycles.typical < ours.cycles.typical
    assert ours.wire_bytes == theirs.wire_bytes
    small = clients["ed25519", "monocypher"]
    assert small.ram_bytes < theirs.ram_bytes
    assert small.flash_bytes < theirs.flash_bytes, "no curve of Mbed TLS is left in it"


def test_each_end_has_the_operations_of_the_standard() -> None:
    client, server = map(does, estimator().ends(Request("x25519mlkem768", "ml-dsa-44")))
    proof = [("ml-dsa-44", "sign"), ("ml-dsa-44", "verify"), ("ml-dsa-44", "verify")]
    assert client == [("ml-kem-768", "keygen"), ("ml-kem-768", "decapsulate"), ("x25519", "ecdhe"), *proof]
    assert server == [("ml-kem-768", "encapsulate"), ("x25519", "ecdhe"), *proof]


def test_without_the_clients_certificate_its_end_signs_nothing() -> None:
    client, server = ([what for _, what in does(m)] for m in estimator().ends(Request(*TODAY, mutual=False)))
    assert client == ["ecdhe", "verify", "verify"]
    assert server == ["ecdhe", "sign"]


def test_more_security_costs_more_of_everything() -> None:
    pairs = [("ml-kem-512", "ml-dsa-44"), ("ml-kem-768", "ml-dsa-65"), ("ml-kem-1024", "ml-dsa-87")]
    found = [estimator().ends(Request(*pair))[0] for pair in pairs]
    for less, more in pairwise(found):
        assert less.ns.median < more.ns.median
        for name in ("category", "strength", "ram_bytes", "wire_bytes", "frames"):
            assert getattr(less, name) < getattr(more, name), name


def test_the_wire_has_the_sizes_of_the_schemes() -> None:
    points = {"x25519": 32, "secp256r1": 65}
    for name, exchange in EXCHANGES.items():
        keys = sum(SCHEMES[each].public_key if each in SCHEMES else points[each] for each in exchange.parts)
        answers = sum(SCHEMES[each].message if each in SCHEMES else points[each] for each in exchange.parts)
        assert (exchange.client, exchange.server) == (keys, answers), name
    for name in SIGNATURES.keys() & SCHEMES.keys():
        ours, facts = SIGNATURES[name], SCHEMES[name]
        assert (ours.public_key, ours.signature, ours.category) == (facts.public_key, facts.message, facts.category)


def test_each_pair_that_is_shown_is_of_its_kind() -> None:
    for quantum, pairs in SHOWN.items():
        assert {quantum_of(EXCHANGES[one], SIGNATURES[other]) for one, other in pairs} == {quantum}
    assert quantum_of(EXCHANGES["x25519"], SIGNATURES["ml-dsa-44"]) == ""


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"quantum": "maybe"}, "unknown kind of handshake"),
        ({"quantum": "safe", "protocol": "quic"}, "unknown protocol of handshakes"),
        ({"protocol": "tls-1.3"}, "no meaning without quantum"),
        ({"quantum": "safe", "version": "2.28"}, "version has no meaning here: with quantum the handshake is"),
        ({"quantum": "safe", "mbedtls": "tree"}, "mbedtls has no meaning here"),
    ],
)
def test_arguments_that_do_not_apply_are_refused_by_name(given: dict[str, str], said: str) -> None:
    with pytest.raises(UsageError) as caught:
        handshakes_calls.mcu_handshake("nrf52840", **given)  # type: ignore[arg-type]
    assert said in str(caught.value)


def test_a_flash_without_stored_results_is_an_error() -> None:
    with pytest.raises(MissingError, match="an estimate needs a stored handshake"):
        handshakes_calls.mcu_handshake("nrf52840", flash="3:32:17", quantum="safe")


def test_too_little_memory_is_a_problem_that_names_the_board() -> None:
    (problem,) = handshakes_calls.mcu_handshake("kl25z", quantum="safe").problems
    assert problem.code == "beyond-board"
    assert "16,384 bytes of RAM" in problem.message
    assert "ML-KEM-512 + ML-DSA-44 (ram)" in problem.message
