"""SLH-DSA costs composed from runs with lower trees equal those of runs with higher trees."""

from __future__ import annotations

import pytest

from wirerate.catalogue.schemes import SCHEMES
from wirerate.errors import EmulationError
from wirerate.wings.mcu.cycles import Cache, Fetched, Trace, cycles
from wirerate.wings.mcu.lab import reference, schemes
from wirerate.wings.mcu.lab.emulated_calls import Call, Machine
from wirerate.wings.mcu.lab.scheme_images import SEED, Choice, image, text
from wirerate.wings.mcu.lab.schemes import LOWER, is_composed, is_signature
from wirerate.wings.mcu.scheme_numbers import hash_calls
from wirerate.wings.mcu.store import SCHEMES as TABLE
from wirerate.wings.mcu.store import stored
from wirerate.wings.mcu.target import ALL_BUFFERS

SHORT = "slh-dsa-sha2-128s"


def test_slow_operations_are_composed() -> None:
    composed = {(name, op) for name, scheme in SCHEMES.items() for op in scheme.operations if is_composed(scheme, op)}
    small = [name for name in SCHEMES if name.startswith("slh-dsa-") and name.endswith("s")]
    assert len(small) == 6
    slow = {("slh-dsa-shake-192f", "sign"), ("slh-dsa-shake-256f", "sign")}
    assert composed == {(name, op) for name in small for op in ("keygen", "sign")} | slow


@pytest.mark.usefixtures("fetched_all")
@pytest.mark.parametrize("operation", ["keygen", "sign"])
def test_composed_costs_equal_those_of_a_whole_run(operation: str) -> None:
    """The whole run has trees one level higher, and one layer more, than any part."""
    choice = Choice(SHORT, "wolfssl")
    machine = Machine(image(choice, (operation,), defines=LOWER), choice.core, ALL_BUFFERS[:1])
    parameters = schemes._resized(reference.parameters(choice.facts), 4, 4, 4)
    compose, run = (
        (schemes._lower_keygen, schemes._make_keys)
        if operation == "keygen"
        else (schemes._lower_sign, schemes._make_signature)
    )
    _, composed = compose(machine, choice, parameters)
    whole = run(machine, choice, parameters).trace
    assert composed.instructions == pytest.approx(whole.instructions, rel=1e-3)
    assert cycles(composed, choice.core).typical == pytest.approx(cycles(whole, choice.core).typical, rel=1e-3)


@pytest.mark.usefixtures("packages")
def test_is_signature_agrees_with_the_package_on_standard_trees() -> None:
    scheme = SCHEMES["slh-dsa-sha2-128f"]
    _, secret = reference.keys(scheme, SEED)
    signature = reference.sign(scheme, secret, text(0))

    def accepted(message: bytes, candidate: bytes) -> bool:
        return is_signature(scheme, reference.parameters(scheme), secret, message, lambda size: candidate[:size])

    assert accepted(text(0), signature)
    assert not accepted(text(1), signature)
    for index in range(0, len(signature), 999):
        assert not accepted(text(0), signature[:index] + bytes([signature[index] ^ 1]) + signature[index + 1 :]), index


@pytest.mark.usefixtures("fetched_all")
@pytest.mark.parametrize("part", [0, 40, -1])
def test_a_wrong_signature_with_lower_trees_is_an_error(part: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Spoil the randomizer, FORS and the last layer in turn."""
    choice = Choice(SHORT, "wolfssl")
    machine = Machine(image(choice, ("sign",), defines=LOWER), choice.core, ALL_BUFFERS[:1])
    parameters = schemes._resized(reference.parameters(choice.facts), 2, 1, 1)
    schemes._make_signature(machine, choice, parameters)
    read = machine.read

    def spoiled(name: str, size: int) -> bytes:
        content = bytearray(read(name, size))
        content[part] ^= 1
        return bytes(content)

    monkeypatch.setattr(machine, "read", spoiled)
    with pytest.raises(EmulationError, match="the reference implementation rejects a signature"):
        schemes._make_signature(machine, choice, parameters)


def test_lines_of_a_cache_do_not_grow_as_trees_do() -> None:
    """Take first fetches from the run with most of them; scale refetches per instruction from the longest run."""
    near = Cache(16384, 8, 2)
    runs = [Trace(100, fetched={near.name: Fetched(7, 0)}), Trace(1000, fetched={near.name: Fetched(5, 30)})]
    calls = [Call(0, trace, 0, {}) for trace in runs]
    assert schemes._fetched(calls, 50_000) == {near.name: Fetched(7, 1500)}


@pytest.mark.usefixtures("fetched_all")
def test_a_wrong_key_with_lower_trees_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reference, "slh_keys", lambda *_: (bytes(32), bytes(64)))
    choice = Choice(SHORT, "wolfssl")
    machine = Machine(image(choice, ("keygen",), defines=LOWER), choice.core, ALL_BUFFERS[:1])
    with pytest.raises(EmulationError, match="keygen returned a wrong public key"):
        schemes.composed(machine, choice, "keygen", machine.image)


@pytest.mark.parametrize("family", ["sha2", "shake"])
@pytest.mark.parametrize("size", ["128", "192", "256"])
def test_composed_and_whole_runs_cost_the_same_per_hash(family: str, size: str) -> None:
    """Nearly all time is hashing. With the larger SHA-2 sets, signing uses more SHA-512 than key generation does."""
    cost_per_hash: dict[str, list[float]] = {"keygen": [], "sign": []}
    for name in (f"slh-dsa-{family}-{size}{speed}" for speed in "sf"):
        for operation, costs in cost_per_hash.items():
            point = stored(TABLE)[f"{name}@wolfssl", "cortex-m4", "-O2", operation]
            assert point.counted.composed == is_composed(SCHEMES[name], operation)
            costs.append(point.counted.trace.instructions / (hash_calls(SCHEMES[name], operation) or 0))
    assert cost_per_hash["keygen"][0] == pytest.approx(cost_per_hash["keygen"][1], rel=2e-3)
    if family == "shake" or size == "128":
        assert cost_per_hash["sign"] == pytest.approx(cost_per_hash["keygen"], rel=0.01)
    else:
        assert min(cost_per_hash["sign"]) > 1.1 * max(cost_per_hash["keygen"])
