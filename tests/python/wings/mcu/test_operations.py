"""The Python calls of `mcu`: arguments that do not apply are refused, and none is ignored."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from wirerate.catalogue import boards as boards_of
from wirerate.catalogue.boards import BOARDS, boards_in
from wirerate.errors import EXIT_OK, UsageError
from wirerate.report.kinds import text
from wirerate.wings.mcu import boards, budget, handshakes, operations
from wirerate.wings.mcu.rows import BoardOperation, LibraryCall, Limits, SchemeOperation

NEW_BOARD = b"""
[workbench]
title = "A board of the reader's"
part = "LPC1768FBD100 at half its clock"
core = "cortex-m3"
clock_hz = 48_000_000
flash_bytes = 8_192
ram_bytes = 32_768
aliases = ["bench-m3"]
accelerator = ""
source = "this test"

[workbench.flash]
wait_states = [[48_000_000, 2]]
line_bytes = 16
lines = 8
prefetch = true
source = "as the LPC1768's"

[workbench.current]
ua_per_mhz = [400.0, 440.0]
volts = 3.3
source = "this test"
"""


def test_a_board_is_a_table_and_nothing_else(monkeypatch: pytest.MonkeyPatch) -> None:
    """As CONTRIBUTING says: a board whose flash buffers the grid covers is answered from stored results."""
    for name, board in boards_in(NEW_BOARD).items():
        monkeypatch.setitem(BOARDS, name, board)
    run = operations.mcu("bench-m3", curves=["secp256r1"], operations=["sign"])
    (own,) = run.rows
    assert isinstance(own, BoardOperation)
    assert (own.board, own.clock_hz, own.wait_states, own.over) == ("workbench", 48e6, 2, ("flash",))
    assert own.energy is not None
    assert own.energy.low < own.energy.high
    assert [problem.code for problem in run.problems] == ["beyond-board"]
    assert "A board of the reader's" in text(run)
    assert "workbench" in {each.name for each in boards.mcu_boards().findings.boards}
    found = budget.mcu_budget({"time": 10e9}, "workbench")
    assert found.findings.limits == Limits(time=10e9, ram=32768, flash=8192)
    chosen = found.rows[found.findings.chosen or 0]
    assert isinstance(chosen, BoardOperation)
    assert (found.exit, chosen.version) == (EXIT_OK, "p256-m")  # the one that takes so little flash


def test_a_board_of_ones_own_is_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The board is known by its name later; errors spell arguments as the caller does."""
    with pytest.raises(UsageError, match="unknown board") as failed:
        operations.mcu("no-such-board")
    assert 'then own_board="board.toml"' in (failed.value.fix or "")
    monkeypatch.setattr(boards_of, "BOARDS", dict(BOARDS))
    path = tmp_path / "board.toml"
    path.write_bytes(NEW_BOARD)
    with pytest.raises(UsageError, match=r"own_board=.* cannot be combined with f401re"):
        operations.mcu("f401re", own_board=str(path))
    (own,) = operations.mcu(own_board=str(path), operations=["sign"]).rows
    assert (own.board, own.clock_hz) == ("workbench", 48e6)
    assert boards_of.board("bench-m3").name == "workbench"


@pytest.mark.parametrize(
    ("call", "says"),
    [
        (lambda: operations.mcu("f401re", version="p256-m", windows=[5]), "p256-m has no options"),
        (lambda: operations.mcu("f401re", version="p256-m", nist=False), "p256-m has no options"),
        (lambda: operations.mcu("f401re", mbedtls="tree", version="3.6"), "version has no meaning with mbedtls"),
        (
            lambda: operations.mcu("f401re", operations=["ml-kem-768"], curves=["secp256r1"]),
            "curves does not apply to ml-kem",
        ),
        (
            lambda: operations.mcu("f401re", operations=["ml-kem-768"], nist=False),
            "nist=False does not apply to ml-kem-768",
        ),
        (
            lambda: operations.mcu("f401re", operations=["ml-dsa-44"], windows=[4]),
            "windows does not apply to ml-dsa-44",
        ),
        (
            lambda: operations.mcu("f401re", operations=["ml-dsa-44"], version="3.6"),
            "version does not apply to ml-dsa-44",
        ),
        (
            lambda: operations.mcu("f401re", operations=["ml-dsa-44"], allocator="buffer"),
            "allocator does not apply to",
        ),
        (lambda: operations.mcu("f401re", operations=["ml-dsa-45"]), "unknown operation 'ml-dsa-45'"),
        (lambda: operations.mcu("f401re", operations=["sha-256"], windows=[4]), "windows does not apply to sha-256"),
        (lambda: operations.mcu("f401re", operations=["aes-128-cbc"]), "unknown operation 'aes-128-cbc'"),
        (
            lambda: operations.mcu("f401re", operations=["slh-dsa-sha2-128s@pqclean"]),
            "pqclean has no SLH-DSA-SHA2-128s",
        ),
        (
            lambda: handshakes.mcu_handshake("f401re", mbedtls="tree", version="3.6"),
            "version has no meaning with mbedtls",
        ),
        (lambda: handshakes.mcu_handshake("f401re", version="p256-m"), "not TLS"),
        (lambda: handshakes.mcu_handshake("f401re", level="O9"), "unknown compiler level"),
        (lambda: budget.mcu_budget({"time": 1e9}, "f401re", purpose="handshake", curves=["secp256r1"]), "RFC 7925"),
        (lambda: budget.mcu_budget({"time": 1e9}, "f401re", purpose="handshake", fixed_point=True), "RFC 7925"),
        (lambda: budget.mcu_budget({"time": 1e9}, "f401re", version="p256-m", purpose="handshake"), "not TLS"),
        (lambda: budget.mcu_budget({"time": 1e9}, "f401re", version="p256-m", windows=[5]), "p256-m has no options"),
        (lambda: budget.mcu_budget({"energy": 50}, "rp2040"), "energy needs a current"),
        (
            lambda: budget.mcu_budget({"energy": 50}, core="cortex-m4", clock=84e6),
            "energy needs a current",
        ),
        (lambda: budget.mcu_budget({"wire": 4096}, "f401re"), "sends nothing"),
        (lambda: budget.mcu_budget({"time": 1e9}, "f401re", purpose="seal"), "unknown purpose"),
        (lambda: operations.mcu("f401re", config="x.h"), "config has no meaning without mbedtls"),
        (lambda: operations.mcu(), "no board and no core"),
    ],
)
def test_arguments_that_do_not_apply_are_refused(call: Callable[[], object], says: str) -> None:
    """Errors for a Python caller name arguments, not command-line options."""
    with pytest.raises(UsageError, match=says) as refused:
        call()
    assert "--" not in f"{refused.value} {refused.value.fix}"


def test_schemes_stand_beside_curves() -> None:
    run = operations.mcu("rp2040", operations=["sign", "ml-kem-768", "ml-dsa-44@pqclean"])
    assert run.exit == EXIT_OK
    assert [m.operation for m in run.rows] == [
        "sign", "keygen", "encapsulate", "decapsulate", "keygen", "sign", "verify",
    ]  # fmt: skip
    assert {m.basis for m in run.rows} == {"stored"}
    shown = text(run)
    for word in ("secp256r1 sign", "ml-kem-768 encapsulate", "ml-dsa-44 sign", "Mbed TLS", "public domain (CC0)"):
        assert word in shown


def test_operations_that_exceed_the_boards_memory_are_a_problem() -> None:
    run = operations.mcu("kl25z", operations=["ml-dsa-87"])
    (problem,) = run.problems
    assert problem.code == "beyond-board"
    assert "ml-dsa-87 sign (ram)" in problem.message


def test_a_hybrid_is_the_sum_of_its_parts() -> None:
    asked = ["ecdh", "ecdhe", "ml-kem-768", "secp256r1mlkem768"]
    found = {
        m.subject.partition("@")[0] + " " + m.operation: m for m in operations.mcu("nrf52840", operations=asked).rows
    }
    kem, whole = "ml-kem-768", "secp256r1mlkem768"
    times = {name: m.ns.median for name, m in found.items()}
    ecdh, ecdhe = (next(time for name, time in times.items() if name.endswith(f" {op}")) for op in ("ecdh", "ecdhe"))
    assert times[f"{whole} keygen"] == pytest.approx(times[f"{kem} keygen"] + ecdhe - ecdh)
    assert times[f"{whole} encapsulate"] == pytest.approx(times[f"{kem} encapsulate"] + ecdhe)
    assert times[f"{whole} decapsulate"] == pytest.approx(times[f"{kem} decapsulate"] + ecdh)
    for operation in ("keygen", "encapsulate", "decapsulate"):
        own, alone = found[f"{whole} {operation}"], found[f"{kem} {operation}"]
        assert isinstance(own, SchemeOperation)
        assert isinstance(alone, SchemeOperation)
        assert own.ns.low <= own.ns.median <= own.ns.high
        assert own.composed
        assert (own.public_key_bytes, own.ciphertext_bytes) == (1184 + 65, 1088 + 65)
        assert own.flash_bytes > alone.flash_bytes
        assert own.ram_bytes == own.stack_bytes + own.heap_bytes + own.static_bytes + own.held_bytes


def test_hybrids_are_called_sums() -> None:
    run = operations.mcu("kl25z", operations=["x25519mlkem768"])
    assert "Hybrids: sums of their parts' figures." in text(run)
    explained = text(run, explain=True)
    for word in ("hybrid of monocypher", "A hybrid's time", "x25519mlkem768 decapsulate"):
        assert word in explained


def test_a_curve_with_an_operation_is_explained_as_two_arguments() -> None:
    with pytest.raises(UsageError, match="unknown operation 'p-256:sign'") as failed:
        operations.mcu("rp2040", operations=["p-256:sign"])
    assert failed.value.fix == 'type curves=["p-256"] operations=["sign"]'


def test_a_board_with_a_cache_has_first_runs() -> None:
    """A board with a cache has first runs; they take longer than repeated ones, within the range."""
    pico, other = (operations.mcu(board, operations=["ml-kem-768"]).rows for board in ("rp2040", "kl25z"))
    for own in pico:
        assert own.first_run
        assert own.cycles.low <= own.cycles.typical < own.first_run.typical < own.cycles.high
    assert not any(m.first_run for m in other)


def test_hash_based_signatures_are_answered_and_extrapolation_is_named() -> None:
    run = operations.mcu("rp2040", operations=["slh-dsa-sha2-128s", "slh-dsa-sha2-128f"])
    found = {(own.scheme, own.operation): own for own in run.rows if isinstance(own, SchemeOperation)}
    assert len(found) == 6
    assert {own.basis for own in found.values()} == {"stored"}
    by_parts = {key for key, own in found.items() if own.by_parts}
    assert by_parts == {("slh-dsa-sha2-128s", "keygen"), ("slh-dsa-sha2-128s", "sign")}
    small, fast = (found[f"slh-dsa-sha2-128{each}", "sign"] for each in "sf")
    assert small.ns.median > 15 * fast.ns.median
    assert (small.signature_bytes, fast.signature_bytes) == (7856, 17088)
    assert small.hash_calls == 2186222
    shown = text(run)
    for word in ("slh-dsa-sha2-128s verify", "extrapolated from runs with smaller trees", "GPL-3.0-or-later"):
        assert word in shown
    assert "wolfssl-sys" in text(run, explain=True)
    assert "extrapolated" not in text(operations.mcu("rp2040", operations=["slh-dsa-sha2-128f"]))


def test_records_stand_beside_curves_and_schemes() -> None:
    run = operations.mcu("nrf52840", operations=["sign", "ml-kem-512", "aes-128-ccm", "sha-256", "AES-128-CCM"])
    records = [m for m in run.rows if isinstance(m, LibraryCall)]
    assert [m.bytes for m in records] == [64, 1024, 16384] * 2
    assert {m.operation for m in records} == {"seal", "tag"}
    shown = text(run)
    for word in ("secp256r1 sign", "ml-kem-512 keygen", "AES-128-CCM", "SHA-256", "16 KiB"):
        assert word in shown
    assert "mcu_symmetric.py" in text(run, explain=True)
    assert "ChaCha20" not in shown
