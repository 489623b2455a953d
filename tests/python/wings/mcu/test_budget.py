"""Budgets for key exchanges, signatures and estimated handshakes."""

from __future__ import annotations

from typing import Any

import pytest

from wirerate.catalogue.schemes import EXCHANGES, QUANTUM, SCHEMES, SIGNATURES
from wirerate.errors import EXIT_NO, EXIT_OK, UsageError
from wirerate.records import AnyRun
from wirerate.report import kinds
from wirerate.report.terminal import Paper
from wirerate.wings.mcu import budget as budget_calls
from wirerate.wings.mcu import operations
from wirerate.wings.mcu.rows import BudgetRun, Composed, ComposedHandshake, ComposedScheme

WIDE = {"time": 60e9, "ram": 256 * 1024.0}
BOARD = "nrf52840"


def budget(purpose: str, quantum: str | None = None, limits: dict[str, float] | None = None, **more: Any) -> BudgetRun:
    return budget_calls.mcu_budget(limits or WIDE, more.pop("board", BOARD), purpose=purpose, quantum=quantum, **more)


def chosen(run: BudgetRun) -> Composed:
    assert run.findings.chosen is not None
    return held(run)[run.findings.chosen]


def held(run: AnyRun) -> list[Composed]:
    assert all(isinstance(m, Composed) for m in run.rows)
    return run.rows


@pytest.mark.parametrize("purpose", ["kem", "signature", "handshake"])
@pytest.mark.parametrize("quantum", QUANTUM)
def test_a_budget_compares_only_the_requested_kind_and_names_it(purpose: str, quantum: str) -> None:
    if (purpose, quantum) == ("signature", "hybrid"):
        with pytest.raises(UsageError, match="no hybrid signature scheme"):
            budget(purpose, quantum)
        return
    run = budget(purpose, quantum)
    allowed = {"safe", "hybrid"} if (purpose, quantum) == ("kem", "safe") else {quantum}
    assert {own.quantum for own in held(run)} <= allowed
    assert run.exit == EXIT_OK
    assert run.findings.quantum == quantum
    assert chosen(run).quantum in allowed
    assert run.findings.config


def test_without_a_kind_all_are_searched() -> None:
    assert {own.quantum for own in held(budget("kem"))} == set(QUANTUM)
    assert {own.quantum for own in held(budget("signature"))} == {"classical", "safe"}


def test_nothing_on_the_front_is_beaten_in_time_ram_flash_energy_and_bytes() -> None:
    rows = held(budget("kem"))

    def point(own: Composed) -> tuple[float, ...]:
        assert own.energy
        return own.ns.median, own.ram_bytes, own.flash_bytes, own.energy.high, own.wire_bytes

    front = [m for m in rows if m.fit and m.fit.front]
    assert 1 < len(front) < len(rows)
    for m in front:
        assert not any(
            all(a <= b for a, b in zip(point(other), point(m), strict=True)) and point(other) != point(m)
            for other in rows
        )
    shortest = min(rows, key=lambda m: m.wire_bytes)
    assert shortest.setup in {m.setup for m in front}


def test_a_limit_on_the_wire_is_applied() -> None:
    run = budget("signature", limits={"wire": 100.0})
    assert chosen(run).setup in ("ECDSA P-256", "Ed25519")
    none = budget("signature", "safe", limits={"wire": 100.0})
    assert none.exit == EXIT_NO
    assert "wire 2,420 bytes" in none.problems[0].message
    with pytest.raises(UsageError, match="sends nothing"):
        budget_calls.mcu_budget({"wire": 100.0}, BOARD, purpose="sign")


def test_a_key_exchange_needs_the_larger_amount_of_its_two_ends() -> None:
    run = budget("kem", "safe", level="O2")
    found = next(m for m in held(run) if m.setup == "ML-KEM-768")
    parts = operations.mcu(BOARD, operations=["ml-kem-768"]).rows
    times = {m.operation: m.ns.median for m in parts}
    assert found.ns.median == pytest.approx(max(times["keygen"] + times["decapsulate"], times["encapsulate"]))
    assert found.wire_bytes == SCHEMES["ml-kem-768"].public_key + SCHEMES["ml-kem-768"].message
    assert isinstance(found, ComposedScheme)


def test_a_hybrid_does_both() -> None:
    rows = {own.setup: own for own in held(budget("kem", level="O2"))}
    both, one, other = (rows[name] for name in ("X25519MLKEM768", "ML-KEM-768", "X25519"))
    assert both.cycles.typical == pytest.approx(one.cycles.typical + other.cycles.typical)
    assert both.wire_bytes == one.wire_bytes + other.wire_bytes
    assert max(one.ram_bytes, other.ram_bytes) < both.ram_bytes
    assert max(one.flash_bytes, other.flash_bytes) < both.flash_bytes < one.flash_bytes + other.flash_bytes


def test_other_implementations_of_a_scheme_are_compared_too() -> None:
    rows = held(budget("kem", "safe", level="O2"))
    both = {each.code: each for each in rows if each.setup == "ML-KEM-768"}
    assert set(both) == {"", "mlkem-native"}
    assert len({each.wire_bytes for each in both.values()}) == 1
    assert both[""].packages != both["mlkem-native"].packages
    told = kinds.text(budget("kem", "safe", limits={"time": 33e6}), Paper(400), explain=True)
    assert "/* ML-KEM-512 (FIPS 203): mlkem-native" in told


def test_security_keeps_its_meaning() -> None:
    """`security` is in bits, independent of the NIST category."""
    assert {own.strength for own in held(budget("kem", "safe"))} == {128, 192, 256}
    assert all(own.strength >= 128 for own in held(budget("handshake", "safe")))
    categories = {own.setup: own.category for own in held(budget("kem"))}
    assert (categories["ML-KEM-512"], categories["ML-KEM-1024"], categories["P-256"]) == (1, 5, 0)


def test_trade_offs_are_listed() -> None:
    text = " ".join(kinds.text(budget("handshake", "classical"), Paper(400), explain=True).split())
    assert "Others are better in" in text
    assert "having a client certificate:" in text
    text = " ".join(kinds.text(budget("signature"), Paper(400), explain=True).split())
    assert "128 bits, no NIST category. A future quantum computer could forge its signatures" in text
    assert "security: " in text


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
    pairs = {(m.exchange, m.signature) for m in budget("handshake", "safe").rows if isinstance(m, ComposedHandshake)}
    known = {name for name, each in SIGNATURES.items() if name in SCHEMES and each.quantum == "safe"}
    assert {("ml-kem-512", name) for name in known} <= pairs
    assert {one for one, _ in pairs} == {name for name, each in EXCHANGES.items() if each.quantum != "classical"}


@pytest.mark.parametrize(
    ("purpose", "given", "said"),
    [
        ("sign", {"quantum": "safe"}, "quantum has no meaning here: it is for a key exchange"),
        ("kem", {"curves": ["secp256r1"]}, "curves has no meaning here: the estimate uses"),
        ("kem", {"windows": [4]}, "windows has no meaning here"),
        ("signature", {"version": "2.28"}, "version has no meaning here"),
        ("handshake", {"quantum": "safe", "nist": True}, "nist has no meaning here"),
        ("kem", {"quantum": "maybe"}, "unknown kind"),
    ],
)
def test_arguments_that_do_not_apply_are_refused_by_name(purpose: str, given: dict[str, Any], said: str) -> None:
    with pytest.raises(UsageError, match=said) as refused:
        budget_calls.mcu_budget(WIDE, BOARD, purpose=purpose, **given)
    assert "--" not in f"{refused.value} {refused.value.fix}"
    if "quantum" in given and purpose == "sign":
        assert refused.value.fix == 'add purpose="kem", signature or handshake'
