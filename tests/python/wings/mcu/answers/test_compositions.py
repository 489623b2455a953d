"""A budget over key exchanges, signatures and handshakes that nobody ran as a whole."""

from __future__ import annotations

from typing import Any

import pytest

from wirerate.catalogue.key_exchanges import EXCHANGES, QUANTUM, SIGNATURES
from wirerate.catalogue.schemes import SCHEMES
from wirerate.errors import EXIT_NO, EXIT_OK, UsageError
from wirerate.records import BudgetAnswer, Measurement, Run
from wirerate.records.details import Composed, ComposedHandshake, ComposedScheme
from wirerate.report import kinds
from wirerate.report.paper import Paper
from wirerate.wings.mcu.answers import budget as budget_calls
from wirerate.wings.mcu.answers import operations

WIDE = {"time": 60e9, "ram": 256 * 1024.0}
BOARD = "nrf52840"


def budget(purpose: str, quantum: str | None = None, limits: dict[str, float] | None = None, **more: Any) -> Run:
    return budget_calls.mcu_budget(limits or WIDE, more.pop("board", BOARD), purpose=purpose, quantum=quantum, **more)


def answered(run: Run) -> BudgetAnswer:
    assert isinstance(run.findings, BudgetAnswer)
    return run.findings


def chosen(run: Run) -> Composed:
    number = answered(run).chosen
    assert number is not None
    return own(run.measurements[number])


def own(m: Measurement) -> Composed:
    assert isinstance(m.details, Composed)
    return m.details


@pytest.mark.parametrize("purpose", ["kem", "signature", "handshake"])
@pytest.mark.parametrize("quantum", QUANTUM)
def test_only_that_kind_is_held_and_the_answer_says_which(purpose: str, quantum: str) -> None:
    if (purpose, quantum) == ("signature", "hybrid"):
        with pytest.raises(UsageError, match="no hybrid of two signatures"):
            budget(purpose, quantum)
        return
    run = budget(purpose, quantum)
    allowed = {"safe", "hybrid"} if (purpose, quantum) == ("kem", "safe") else {quantum}
    assert {own(m).quantum for m in run.measurements} <= allowed
    assert run.exit == EXIT_OK
    assert answered(run).quantum == quantum
    assert chosen(run).quantum in allowed
    assert answered(run).config


def test_without_a_kind_all_are_searched() -> None:
    assert {own(m).quantum for m in budget("kem").measurements} == set(QUANTUM)
    assert {own(m).quantum for m in budget("signature").measurements} == {"classical", "safe"}


def test_nothing_on_the_front_is_beaten_in_time_ram_flash_energy_and_bytes() -> None:
    rows = budget("kem").measurements

    def point(m: Measurement) -> tuple[float, ...]:
        assert m.ns
        energy = own(m).energy
        assert energy
        return m.ns.median, own(m).ram_bytes, own(m).flash_bytes, energy.high, own(m).wire_bytes

    front = [m for m in rows if (fit := own(m).fit) and fit.front]
    assert 1 < len(front) < len(rows)
    for m in front:
        assert not any(
            all(a <= b for a, b in zip(point(other), point(m), strict=True)) and point(other) != point(m)
            for other in rows
        )
    shortest = min(rows, key=lambda m: own(m).wire_bytes)
    assert own(shortest).setup in {own(m).setup for m in front}


def test_a_limit_on_the_wire_is_held() -> None:
    run = budget("signature", limits={"wire": 100.0})
    assert chosen(run).setup in ("ECDSA P-256", "Ed25519")
    none = budget("signature", "safe", limits={"wire": 100.0})
    assert none.exit == EXIT_NO
    assert "wire 2,420 bytes" in none.problems[0].message
    with pytest.raises(UsageError, match="sends nothing"):
        budget_calls.mcu_budget({"wire": 100.0}, BOARD, purpose="sign")


def test_what_either_end_takes_most_of_is_what_it_takes() -> None:
    run = budget("kem", "safe", level="O2")
    found = next(m for m in run.measurements if own(m).setup == "ML-KEM-768")
    parts = operations.mcu(BOARD, operations=["ml-kem-768"]).measurements
    times = {m.operation: m.ns.median for m in parts if m.ns}
    assert found.ns
    assert found.ns.median == pytest.approx(max(times["keygen"] + times["decapsulate"], times["encapsulate"]))
    assert own(found).wire_bytes == SCHEMES["ml-kem-768"].public_key + SCHEMES["ml-kem-768"].message
    assert isinstance(found.details, ComposedScheme)


def test_a_hybrid_does_both() -> None:
    rows = {own(m).setup: own(m) for m in budget("kem", level="O2").measurements}
    both, one, other = (rows[name] for name in ("X25519MLKEM768", "ML-KEM-768", "X25519"))
    assert both.cycles.typical == pytest.approx(one.cycles.typical + other.cycles.typical)
    assert both.wire_bytes == one.wire_bytes + other.wire_bytes
    assert max(one.ram_bytes, other.ram_bytes) < both.ram_bytes
    assert max(one.flash_bytes, other.flash_bytes) < both.flash_bytes < one.flash_bytes + other.flash_bytes


def test_who_else_has_a_scheme_is_held_too() -> None:
    rows = [own(m) for m in budget("kem", "safe", level="O2").measurements]
    both = {each.code: each for each in rows if each.setup == "ML-KEM-768"}
    assert set(both) == {"", "mlkem-native"}
    assert len({each.wire_bytes for each in both.values()}) == 1
    assert both[""].packages != both["mlkem-native"].packages
    told = kinds.text(budget("kem", "safe", limits={"time": 33e6}), Paper(400))
    assert "/* ML-KEM-512 (FIPS 203): mlkem-native" in told


def test_security_keeps_its_meaning() -> None:
    """Bits against anyone; the category stands beside them."""
    assert {own(m).strength for m in budget("kem", "safe").measurements} == {128, 192, 256}
    assert all(own(m).strength >= 128 for m in budget("handshake", "safe").measurements)
    categories = {own(m).setup: own(m).category for m in budget("kem").measurements}
    assert (categories["ML-KEM-512"], categories["ML-KEM-1024"], categories["P-256"]) == (1, 5, 0)


def test_what_is_given_up_is_told() -> None:
    told = " ".join(kinds.text(budget("handshake", "classical"), Paper(400)).split())
    assert "It gives up:" in told
    assert "a certificate of the client's; with one:" in told
    told = " ".join(kinds.text(budget("signature"), Paper(400)).split())
    assert "Who has a quantum computer later signs in its place" in told
    assert "security, 128 bits, no NIST category against" in told


@pytest.mark.parametrize("purpose", ["kem", "signature", "handshake"])
@pytest.mark.parametrize("width", [40, 80])
def test_it_fits_a_narrow_terminal(purpose: str, width: int) -> None:
    text = kinds.text(budget(purpose, "safe"), Paper(width))
    assert max(map(len, text.splitlines())) <= width


def test_a_page_and_an_export_of_compositions() -> None:
    run = budget("handshake", "safe")
    page = kinds.page(run)
    assert "<svg" in page.sections[0] or page.sections[0]
    head = kinds.csv(run).splitlines()[0].split(",")
    assert {"setup", "side", "mutual", "wire_bytes", "fits"} <= set(head)


def test_every_pair_of_a_kind_is_tried() -> None:
    pairs = {
        (m.details.exchange, m.details.signature)
        for m in budget("handshake", "safe").measurements
        if isinstance(m.details, ComposedHandshake)
    }
    known = {name for name, each in SIGNATURES.items() if name in SCHEMES and each.quantum == "safe"}
    assert {("ml-kem-512", name) for name in known} <= pairs
    assert {one for one, _ in pairs} == {name for name, each in EXCHANGES.items() if each.quantum != "classical"}


@pytest.mark.parametrize(
    ("purpose", "given", "said"),
    [
        ("sign", {"quantum": "safe"}, "--quantum has no meaning for sign"),
        ("kem", {"curves": ["secp256r1"]}, "--curve has no meaning for kem"),
        ("kem", {"windows": [4]}, "--window has no meaning for kem"),
        ("signature", {"version": "2.28"}, "--version has no meaning for signature"),
        ("handshake", {"quantum": "safe", "nist": True}, "--nist has no meaning for handshake"),
        ("kem", {"quantum": "maybe"}, "unknown kind"),
    ],
)
def test_what_does_not_apply_is_refused_by_name(purpose: str, given: dict[str, Any], said: str) -> None:
    with pytest.raises(UsageError, match=said):
        budget_calls.mcu_budget(WIDE, BOARD, purpose=purpose, **given)
