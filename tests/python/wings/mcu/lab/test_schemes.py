"""Schemes in the emulator: the standards' known answers, costs, and errors for wrong results."""

from __future__ import annotations

import pytest
from tests.python.wings.mcu.lab.conftest import answers, pairs, same, slh_signature

from wirerate.catalogue.schemes import SCHEMES, Scheme
from wirerate.errors import EmulationError
from wirerate.wings.mcu.cycles import Trace, cycles
from wirerate.wings.mcu.lab import reference
from wirerate.wings.mcu.lab.emulated_calls import Machine
from wirerate.wings.mcu.lab.image import Image
from wirerate.wings.mcu.lab.scheme_images import Choice, image
from wirerate.wings.mcu.lab.schemes import count
from wirerate.wings.mcu.scheme_numbers import held_bytes

pytestmark = pytest.mark.usefixtures("fetched_all")

CORES = ("cortex-m0", "cortex-m3", "cortex-m4")
SHORT, LONG = SCHEMES["ml-kem-512"], SCHEMES["ml-dsa-44"]


def called(machine: Machine, operation: str, *args: int, **variables: bytes) -> int:
    for name, value in variables.items():
        machine.write(f"scheme_{name}", value)
    return machine.call(f"scheme_{operation}", *args, counted=False).result


@pytest.mark.parametrize(("name", "implementation"), pairs("ml-kem"))
def test_the_known_answers_of_fips_203_in_the_emulator(name: str, implementation: str) -> None:
    core = CORES[list(SCHEMES).index(name) % len(CORES)]
    choice, scheme = Choice(name, implementation, core), SCHEMES[name]
    machine = Machine(image(choice, scheme.operations), core)
    for answer in answers("fips203.txt", name):
        if "seed" in answer:
            assert called(machine, "keygen", random=answer["seed"]) == 0
            public, secret = machine.read("scheme_public_key", scheme.public_key), held(machine, scheme)
            same(answer, public=public, secret=secret)
        elif "drawn" in answer:
            assert called(machine, "encapsulate", random=answer["drawn"], public_key=answer["public"]) == 0
            ciphertext = machine.read("scheme_message", scheme.message)
            same(answer, ciphertext=ciphertext, shared=machine.read("scheme_shared", 32))
        else:
            assert called(machine, "decapsulate", secret_key=answer["secret"], message=answer["ciphertext"]) == 0
            same(answer, shared=machine.read("scheme_shared", 32))


@pytest.mark.parametrize(("name", "implementation"), pairs("ml-dsa"))
def test_the_known_answers_of_fips_204_in_the_emulator(name: str, implementation: str) -> None:
    core = CORES[list(SCHEMES).index(name) % len(CORES)]
    choice, scheme = Choice(name, implementation, core), SCHEMES[name]
    machine = Machine(image(choice, scheme.operations), core)
    for answer in answers("fips204.txt", name):
        variables = {"text": answer.get("message", b""), "context": answer.get("context", b"")}
        machine.write("scheme_context_bytes", len(variables["context"]).to_bytes(4, "little"))
        if "seed" in answer:
            assert called(machine, "keygen", random=answer["seed"]) == 0
            same(answer, public=machine.read("scheme_public_key", scheme.public_key), secret=held(machine, scheme))
        elif "drawn" in answer:
            length = len(answer["message"])
            assert (
                called(machine, "sign", length, random=answer["drawn"], secret_key=answer["secret"], **variables) == 0
            )
            same(answer, signature=machine.read("scheme_message", scheme.message))
        else:
            variables |= {"public_key": answer["public"], "message": answer["signature"]}
            assert (called(machine, "verify", len(answer["message"]), **variables) == 0) == (answer["valid"] == b"\1")


@pytest.mark.parametrize("name", ["slh-dsa-sha2-256f", "slh-dsa-shake-256f"])
def test_the_known_answers_of_fips_205_in_the_emulator(name: str) -> None:
    """Check keys and verify the known signatures; signing would take a minute in the emulator."""
    core, scheme = CORES[list(SCHEMES).index(name) % len(CORES)], SCHEMES[name]
    choice = Choice(name, "wolfssl", core)
    machine = Machine(image(choice, scheme.operations, defines=("SLH_INTERNAL",)), core)
    for answer in answers("fips205.txt", name):
        if "seed" in answer:
            assert called(machine, "keygen", random=answer["seed"]) == 0
            same(answer, public=machine.read("scheme_public_key", scheme.public_key), secret=held(machine, scheme))
            continue
        signature = slh_signature(scheme, answer["secret"], answer["message"], answer["drawn"])
        same(answer, signature=signature)
        variables = {"public_key": answer["secret"][len(answer["secret"]) // 2 :], "text": answer["message"]}
        assert called(machine, "verify", len(answer["message"]), message=signature, **variables) == 0
        spoiled = signature[:-1] + bytes([signature[-1] ^ 1])
        assert called(machine, "verify", len(answer["message"]), message=spoiled, **variables) != 0


# RFC 8032, section 7.1, tests 1 and 2: seed, public key, text, signature.
ED25519 = [
    (
        "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60",
        "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a",
        "",
        "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b",
    ),
    (
        "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb",
        "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c",
        "72",
        "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00",
    ),
]


def test_the_vectors_of_rfc_8032_in_the_emulator() -> None:
    machine = Machine(image(Choice("ed25519", "monocypher", "cortex-m0"), SCHEMES["ed25519"].operations), "cortex-m0")
    for seed, public, message, signature in ED25519:
        words = bytes.fromhex(message)
        assert called(machine, "keygen", random=bytes.fromhex(seed)) == 0
        assert machine.read("scheme_public_key", 32).hex() == public
        assert called(machine, "sign", len(words), text=words) == 0
        assert machine.read("scheme_message", 64).hex() == signature
        assert called(machine, "verify", len(words)) == 0
        assert called(machine, "verify", len(words), message=bytes(64)) != 0


def test_the_vector_of_rfc_7748_in_the_emulator() -> None:
    """The first vector of section 5.2."""
    machine = Machine(image(Choice("x25519", "monocypher", "cortex-m3"), SCHEMES["x25519"].operations), "cortex-m3")
    scalar = bytes.fromhex("a546e36bf0527c9d3b16154b82465edd62144c0ac1fc5a18506a2244ba449ac4")
    u = bytes.fromhex("e6db6867583030db3594c1a424b15f7c726624ec26b3353b10a903a6d0ab1c4c")
    assert called(machine, "agree", secret_key=scalar, message=u) == 0
    assert machine.read("scheme_shared", 32).hex() == "c3da55379de9c6908e94ea4df28d084f32eccf03491c71f754b4075577a28552"


def test_curve25519_is_counted_and_checked() -> None:
    for scheme, operation in (("x25519", "agree"), ("ed25519", "sign")):
        (result,) = count(Choice(scheme, "monocypher"), (operation,))
        assert (result.operation, result.counted.static_bytes, result.counted.rejected) == (operation, 0, {})
        assert "glue" in result.counted.blocks


def held(machine: Machine, scheme: Scheme) -> bytes:
    return machine.read("scheme_secret_key", scheme.secret_key)


def test_what_an_operation_takes() -> None:
    counts = {result.operation: result for result in count(Choice("ml-kem-512"))}
    assert list(counts) == list(SHORT.operations)
    times = [cycles(result.counted.trace, "cortex-m4").typical for result in counts.values()]
    assert times == sorted(times), "decapsulation encapsulates again"
    for result in counts.values():
        assert 4000 < result.counted.stack_bytes < 16000
        assert result.counted.static_bytes < 256, "keys and messages are the harness's"
        assert {"keccak", "ml-kem-512"} <= set(result.counted.blocks)
        assert not {"harness", "instrument"} & set(result.counted.blocks)
        assert result.counted.blocks.get("libc", 0) < 1024, "nothing allocates"
    assert held_bytes(SHORT, "decapsulate") == 1632 + 768 + 32


@pytest.mark.parametrize("implementation", ["pqclean", "mldsa-native"])
def test_signing_is_counted_by_cause_of_rejection(implementation: str) -> None:
    (result,) = count(Choice("ml-dsa-44", implementation), ("sign",))
    at_once = cycles(result.counted.trace, "cortex-m4").typical
    by_z, by_r0 = (cycles(result.counted.rejected[why], "cortex-m4").typical for why in ("z", "r0"))
    assert 0 < by_z < by_r0 < at_once


def test_a_wrong_result_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    choice = Choice("ml-kem-512")
    monkeypatch.setattr(reference, "encapsulate", lambda *_: (bytes(768), bytes(32)))
    with pytest.raises(EmulationError, match="encapsulate returned a wrong message"):
        list(count(choice, ("encapsulate",)))


def test_an_image_contains_only_the_requested_operations() -> None:
    def size(*operations: str) -> int:
        built: Image = image(Choice("ml-kem-512"), operations)
        return sum(built.flash_bytes.values())

    assert size("keygen") < size("decapsulate") < size("keygen", "encapsulate", "decapsulate")


def test_weighted_traces() -> None:
    from wirerate.wings.mcu.cycles import Buffers, Misses, weighted

    near = Buffers(16, 8)
    one = Trace(10, {"alu": 8, "load": 2}, {near.name: Misses(4, 2, 1)})
    other = Trace(7, {"alu": 7}, {near.name: Misses(1, 2, 0)})
    combined = weighted(((1.0, one), (2.5, other)))
    assert (combined.instructions, combined.classes) == (28, {"alu": 26, "load": 2})
    assert combined.misses[near.name] == Misses(6, 7, 1)
    assert weighted(((1, one), (-1, one))).classes == {}
