"""SLH-DSA by parts: what runs with lower trees foretell is what a run with higher ones takes."""

from __future__ import annotations

import pytest

from wirerate.catalogue.schemes import SCHEMES
from wirerate.errors import EmulationError
from wirerate.wings.mcu.cycles import Cache, Fetched, Trace, cycles
from wirerate.wings.mcu.lab import host, schemes
from wirerate.wings.mcu.lab.emulated_calls import Call, Machine
from wirerate.wings.mcu.lab.scheme_images import SEED, Choice, image, text
from wirerate.wings.mcu.lab.schemes import LOWER, is_composed, is_signature
from wirerate.wings.mcu.scheme_numbers import hash_calls
from wirerate.wings.mcu.store import SCHEMES as TABLE
from wirerate.wings.mcu.store import stored
from wirerate.wings.mcu.target import ALL_BUFFERS

SHORT = "slh-dsa-sha2-128s"


def test_what_takes_minutes_is_run_by_parts() -> None:
    found = {(name, op) for name, each in SCHEMES.items() for op in each.operations if is_composed(each, op)}
    small = [name for name in SCHEMES if name.startswith("slh-dsa-") and name.endswith("s")]
    assert len(small) == 6
    slow = {("slh-dsa-shake-192f", "sign"), ("slh-dsa-shake-256f", "sign")}
    assert found == {(name, op) for name in small for op in ("keygen", "sign")} | slow


@pytest.mark.usefixtures("fetched_all")
@pytest.mark.parametrize("operation", ["keygen", "sign"])
def test_what_is_composed_is_what_a_whole_run_takes(operation: str) -> None:
    """Of trees one level higher, and one layer more, than any that it is composed of."""
    choice = Choice(SHORT, "wolfssl")
    machine = Machine(image(choice, (operation,), defines=LOWER), choice.core, ALL_BUFFERS[:1])
    of = schemes._shaped(host.parameters(choice.facts), 4, 4, 4)
    compose, run = (
        (schemes._lower_keygen, schemes._made) if operation == "keygen" else (schemes._lower_sign, schemes._signed)
    )
    _, composed = compose(machine, choice, of)
    whole = run(machine, choice, of).trace
    assert composed.instructions == pytest.approx(whole.instructions, rel=1e-3)
    assert cycles(composed, choice.core).typical == pytest.approx(cycles(whole, choice.core).typical, rel=1e-3)


@pytest.mark.usefixtures("packages")
def test_with_the_standards_trees_what_is_a_signature_is_the_packages_own() -> None:
    scheme = SCHEMES["slh-dsa-sha2-128f"]
    _, secret = host.keys(scheme, SEED)
    own = host.sign(scheme, secret, text(0))

    def taken(message: bytes, signature: bytes) -> bool:
        return is_signature(scheme, host.parameters(scheme), secret, message, lambda size: signature[:size])

    assert taken(text(0), own)
    assert not taken(text(1), own)
    for at in range(0, len(own), 999):
        assert not taken(text(0), own[:at] + bytes([own[at] ^ 1]) + own[at + 1 :]), at


@pytest.mark.usefixtures("fetched_all")
@pytest.mark.parametrize("part", [0, 40, -1])
def test_a_signature_with_lower_trees_that_is_not_the_hosts_has_no_time(
    part: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of the randomizer, of FORS, of the last layer."""
    choice = Choice(SHORT, "wolfssl")
    machine = Machine(image(choice, ("sign",), defines=LOWER), choice.core, ALL_BUFFERS[:1])
    of = schemes._shaped(host.parameters(choice.facts), 2, 1, 1)
    schemes._signed(machine, choice, of)
    read = machine.read

    def spoiled(name: str, size: int) -> bytes:
        found = bytearray(read(name, size))
        found[part] ^= 1
        return bytes(found)

    monkeypatch.setattr(machine, "read", spoiled)
    with pytest.raises(EmulationError, match="the host refuses a signature"):
        schemes._signed(machine, choice, of)


def test_lines_of_a_cache_do_not_grow_as_trees_do() -> None:
    """First ones are the most of any run, those that come back as many an instruction as in the longest."""
    near = Cache(16384, 8, 2)
    runs = [Trace(100, fetched={near.name: Fetched(7, 0)}), Trace(1000, fetched={near.name: Fetched(5, 30)})]
    calls = [Call(0, each, 0, {}) for each in runs]
    assert schemes._fetched(calls, 50_000) == {near.name: Fetched(7, 1500)}


@pytest.mark.usefixtures("fetched_all")
def test_a_part_that_is_not_the_hosts_has_no_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(host, "slh_keys", lambda *_: (bytes(32), bytes(64)))
    choice = Choice(SHORT, "wolfssl")
    machine = Machine(image(choice, ("keygen",), defines=LOWER), choice.core, ALL_BUFFERS[:1])
    with pytest.raises(EmulationError, match="keygen gave another public_key than the host"):
        schemes.composed(machine, choice, "keygen", machine.image)


@pytest.mark.parametrize("family", ["sha2", "shake"])
@pytest.mark.parametrize("size", ["128", "192", "256"])
def test_by_parts_and_whole_a_hash_costs_as_much(family: str, size: str) -> None:
    """Nothing but hashing counts. Of the larger sets by SHA-2 a signature hashes more with SHA-512 than a key does."""
    each: dict[str, list[float]] = {"keygen": [], "sign": []}
    for name in (f"slh-dsa-{family}-{size}{speed}" for speed in "sf"):
        for operation, costs in each.items():
            point = stored(TABLE)[f"{name}@wolfssl", "cortex-m4", "-O2", operation]
            assert point.counted.composed == is_composed(SCHEMES[name], operation)
            costs.append(point.counted.trace.instructions / (hash_calls(SCHEMES[name], operation) or 0))
    assert each["keygen"][0] == pytest.approx(each["keygen"][1], rel=2e-3)
    if family == "shake" or size == "128":
        assert each["sign"] == pytest.approx(each["keygen"], rel=0.01)
    else:
        assert min(each["sign"]) > 1.1 * max(each["keygen"])
