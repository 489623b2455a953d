"""wolfSSL's handshakes, run end to end, compared with their parts and with estimates, and the answer on them."""

from __future__ import annotations

import pytest

from wirerate.errors import MissingError, UsageError
from wirerate.records import AnyRun
from wirerate.report import kinds
from wirerate.report.terminal import Paper
from wirerate.wings.mcu import handshakes
from wirerate.wings.mcu.handshake_estimates import TODAY
from wirerate.wings.mcu.rows import HandshakeAnswer, WholeHandshake
from wirerate.wings.mcu.setups import CLIENT, SERVER

BOARDS = ("nrf52840", "rp2040")
FIRST = {
    "classical": TODAY,
    "hybrid": ("x25519mlkem768", "ecdsa-p256"),
    "safe": ("ml-kem-512", "ml-dsa-44"),
}


def ends(run: AnyRun) -> list[WholeHandshake]:
    assert all(isinstance(m, WholeHandshake) for m in run.rows)
    return run.rows


@pytest.mark.parametrize("board", BOARDS)
@pytest.mark.parametrize("quantum", FIRST)
def test_a_stored_handshake_answers_at_once_and_adds_up(board: str, quantum: str) -> None:
    run = handshakes.mcu_handshake(board, quantum=quantum, whose="wolfssl")
    assert (run.kind, run.exit) == ("whole", 0)
    for own in ends(run):
        assert own.basis == "stored"
        assert sum(part.cycles for part in own.parts) == pytest.approx(own.cycles.typical, rel=1e-6)
        assert own.wire_bytes == sum(message.bytes for message in own.messages) == own.bytes
        assert own.bytes_on_ipv6 == own.wire_bytes + 48 * own.datagrams
        assert own.ram_bytes > own.heap_bytes > 10_000
        assert own.licence.startswith("GPL")
        assert own.commands
    for one, other in zip(ends(run)[::2], ends(run)[1::2], strict=True):
        assert (one.side, other.side) == (CLIENT, SERVER)
        assert one.messages == other.messages
    answer = run.findings
    assert isinstance(answer, HandshakeAnswer)
    chosen = ends(run)[answer.chosen]
    assert (chosen.exchange, chosen.signature) == FIRST[quantum]
    assert answer.wire == chosen.wire_bytes / ends(run)[answer.today].wire_bytes


@pytest.mark.parametrize("board", BOARDS)
@pytest.mark.parametrize("quantum", FIRST)
def test_an_estimate_from_its_operations_is_close_to_the_run(board: str, quantum: str) -> None:
    """The estimate's bytes are within 1 %; its time is up to 10 % lower, because it leaves out bookkeeping.

    A client whose key share follows the cookie makes its key pair twice, which is added here."""
    for own in ends(handshakes.mcu_handshake(board, quantum=quantum, whose="wolfssl")):
        assert own.composed_bytes == pytest.approx(own.wire_bytes, rel=0.01)
        twice = sum(part.cycles for part in own.parts if part.scheme.endswith("key generation")) / 2
        late = own.messages[0].bytes + 300 < own.messages[2].bytes
        assert late == ("mlkem768" in own.exchange or own.exchange == "ml-kem-768")
        composed = own.composed_cycles + (twice if late and own.side == CLIENT else 0)
        assert 0.9 < composed / own.cycles.typical < 1.01


def test_the_answer_says_whether_it_was_run_or_estimated() -> None:
    run = handshakes.mcu_handshake("nrf52840", quantum="safe", whose="wolfssl")
    text = " ".join(kinds.text(run, Paper(400)).split())
    assert "Run end to end in wolfSSL 5.9.4, which is not part of wirerate: GPL-3.0" in text
    assert "Estimated" not in text
    assert "post-quantum handshake takes 1.8 times the time" in kinds.page(run).head
    estimated = " ".join(kinds.text(handshakes.mcu_handshake("nrf52840", quantum="safe"), Paper(400)).split())
    assert "Estimated, not run end to end" in estimated
    assert "Run end to end" not in estimated


def test_a_missing_result_names_the_option_that_measures_it() -> None:
    with pytest.raises(MissingError) as caught:
        handshakes.mcu_handshake("nrf52840", quantum="safe", whose="wolfssl", level="O3")
    assert "measure=True" in caught.value.fix


@pytest.mark.parametrize(
    "asked",
    [
        {"whose": "wolfssl"},
        {"whose": "openssl", "quantum": "safe"},
        {"whose": "wolfssl", "quantum": "post"},
        {"whose": "wolfssl", "quantum": "safe", "protocol": "tls-1.3"},
        {"whose": "wolfssl", "quantum": "safe", "version": "3.6"},
    ],
)
def test_impossible_questions_are_refused(asked: dict[str, str]) -> None:
    with pytest.raises(UsageError):
        handshakes.mcu_handshake("nrf52840", **asked)  # type: ignore[arg-type]
