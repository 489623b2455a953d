"""Schemes on the cores: the standards' known answers in the emulator, and a result that is wrong has no time."""

from __future__ import annotations

import pytest
from tests.python.lab.mcu.schemes.conftest import answers, same

from wirerate.catalogue.schemes import IMPLEMENTATIONS, SCHEMES, Scheme
from wirerate.errors import EmulationError
from wirerate.lab.mcu.build.image import Image
from wirerate.lab.mcu.emulate.machine import Machine
from wirerate.lab.mcu.schemes import harness, host_kem, host_signature
from wirerate.lab.mcu.schemes.harness import count, text
from wirerate.lab.mcu.schemes.images import Choice, image
from wirerate.lab.mcu.schemes.sizes import held_bytes
from wirerate.lab.mcu.timing.cycles import cycles
from wirerate.lab.mcu.timing.trace import Trace

CORES = ("cortex-m0", "cortex-m3", "cortex-m4")
SHORT, LONG = SCHEMES["ml-kem-512"], SCHEMES["ml-dsa-44"]


def called(machine: Machine, operation: str, *args: int, **given: bytes) -> int:
    for name, value in given.items():
        machine.write(f"scheme_{name}", value)
    return machine.call(f"scheme_{operation}", *args, counted=False).result


@pytest.mark.parametrize("name", [name for name, each in SCHEMES.items() if each.kind == "kem"])
def test_the_known_answers_of_fips_203_in_the_emulator(implementation: str, name: str) -> None:
    if name not in IMPLEMENTATIONS[implementation].schemes:
        pytest.skip(f"{implementation} has no {name}")
    core = CORES[list(SCHEMES).index(name) % len(CORES)]
    choice, scheme = Choice(name, implementation, core), SCHEMES[name]
    machine = Machine(image(choice, scheme.operations), core)
    for each in answers("fips203.txt", name):
        if "seed" in each:
            assert called(machine, "keygen", random=each["seed"]) == 0
            public, secret = machine.read("scheme_public_key", scheme.public_key), held(machine, scheme)
            same(each, public=public, secret=secret)
        elif "drawn" in each:
            assert called(machine, "encapsulate", random=each["drawn"], public_key=each["public"]) == 0
            ciphertext = machine.read("scheme_message", scheme.message)
            same(each, ciphertext=ciphertext, shared=machine.read("scheme_shared", 32))
        else:
            assert called(machine, "decapsulate", secret_key=each["secret"], message=each["ciphertext"]) == 0
            same(each, shared=machine.read("scheme_shared", 32))


@pytest.mark.parametrize("name", [name for name, each in SCHEMES.items() if each.kind == "signature"])
def test_the_known_answers_of_fips_204_in_the_emulator(implementation: str, name: str) -> None:
    if name not in IMPLEMENTATIONS[implementation].schemes:
        pytest.skip(f"{implementation} has no {name}")
    core = CORES[list(SCHEMES).index(name) % len(CORES)]
    choice, scheme = Choice(name, implementation, core), SCHEMES[name]
    machine = Machine(image(choice, scheme.operations), core)
    for each in answers("fips204.txt", name):
        given = {"text": each.get("message", b""), "context": each.get("context", b"")}
        machine.write("scheme_context_bytes", len(given["context"]).to_bytes(4, "little"))
        if "seed" in each:
            assert called(machine, "keygen", random=each["seed"]) == 0
            same(each, public=machine.read("scheme_public_key", scheme.public_key), secret=held(machine, scheme))
        elif "drawn" in each:
            length = len(each["message"])
            assert called(machine, "sign", length, random=each["drawn"], secret_key=each["secret"], **given) == 0
            same(each, signature=machine.read("scheme_message", scheme.message))
        else:
            given |= {"public_key": each["public"], "message": each["signature"]}
            assert (called(machine, "verify", len(each["message"]), **given) == 0) == (each["valid"] == b"\1")


def held(machine: Machine, scheme: Scheme) -> bytes:
    return machine.read("scheme_secret_key", scheme.secret_key)


def test_what_an_operation_takes(implementation: str) -> None:
    found = {each.operation: each for each in count(Choice("ml-kem-512", implementation))}
    assert list(found) == list(SHORT.operations)
    times = [cycles(each.trace, "cortex-m4").typical for each in found.values()]
    assert times == sorted(times), "decapsulation encapsulates again"
    for each in found.values():
        assert 4000 < each.stack_bytes < 16000
        assert each.static_bytes < 256, "keys and messages are the harness's"
        assert {"keccak", "ml-kem-512"} <= set(each.flash)
        assert not {"harness", "instrument"} & set(each.flash)
        assert each.flash.get("libc", 0) < 1024, "nothing allocates"
    assert held_bytes(SHORT, "decapsulate") == 1632 + 768 + 32


def test_signing_by_what_ends_an_attempt(implementation: str) -> None:
    (found,) = count(Choice("ml-dsa-44", implementation, level="-Os"), ("sign",))
    at_once = cycles(found.trace, "cortex-m4").typical
    by_z, by_r0 = (cycles(found.rejected[why], "cortex-m4").typical for why in ("z", "r0"))
    assert 0 < by_z < by_r0 < at_once


@pytest.mark.parametrize("name", ["ml-dsa-44", "ml-dsa-65", "ml-dsa-87"])
def test_the_messages_of_the_catalogue_end_as_it_says(name: str) -> None:
    _, secret = host_signature.keygen(SCHEMES[name], harness.SEED[:32])
    ended = [host_signature.sign(SCHEMES[name], secret, text(number)).rejected for number in SCHEMES[name].accepts]
    assert ended == [(), ("z",), ("r0",)]


def test_a_result_that_is_not_the_hosts_has_no_time(implementation: str, monkeypatch: pytest.MonkeyPatch) -> None:
    choice = Choice("ml-kem-512", implementation)
    monkeypatch.setattr(host_kem, "encapsulate", lambda *_: (bytes(768), bytes(32)))
    with pytest.raises(EmulationError, match="encapsulate gave another message than the host"):
        list(count(choice, ("encapsulate",)))


def test_an_image_has_only_what_it_is_asked_for(implementation: str) -> None:
    def size(*operations: str) -> int:
        built: Image = image(Choice("ml-kem-512", implementation), operations)
        return sum(built.flash_bytes.values())

    assert size("keygen") < size("decapsulate") < size("keygen", "encapsulate", "decapsulate")


def test_weights_are_of_counts() -> None:
    from wirerate.lab.mcu.timing.trace import Buffers, Misses, weighted

    near = Buffers(16, 8)
    one = Trace(10, {"alu": 8, "load": 2}, {near: Misses(4, 2, 1)})
    other = Trace(7, {"alu": 7}, {near: Misses(1, 2, 0)})
    found = weighted(((1.0, one), (2.5, other)))
    assert (found.instructions, found.classes) == (28, {"alu": 26, "load": 2})
    assert found.misses[near] == Misses(6, 7, 1)
    assert weighted(((1, one), (-1, one))).classes == {}
