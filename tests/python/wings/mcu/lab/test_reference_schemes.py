"""The reference packages give the standards' known answers; errors name a missing package."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest
from tests.python.wings.mcu.lab.conftest import answers, same, slh_signature

from wirerate.catalogue.schemes import SCHEMES
from wirerate.wings.mcu.lab import reference
from wirerate.wings.mcu.lab.scheme_images import SEED, text
from wirerate.wings.mcu.scheme_numbers import hash_calls

KEMS = [name for name, scheme in SCHEMES.items() if scheme.family == "ml-kem"]
SIGNATURES = [name for name, scheme in SCHEMES.items() if scheme.family == "ml-dsa"]
HASHED = [name for name, scheme in SCHEMES.items() if scheme.family == "slh-dsa"]


@pytest.mark.usefixtures("packages")
@pytest.mark.parametrize("name", KEMS)
def test_the_known_answers_of_fips_203(name: str) -> None:
    scheme, known_answers = SCHEMES[name], answers("fips203.txt", name)
    assert len(known_answers) == 5
    for answer in known_answers:
        if "seed" in answer:
            public, secret = reference.keys(scheme, answer["seed"])
            same(answer, public=public, secret=secret)
        elif "drawn" in answer:
            ciphertext, shared = reference.encapsulate(scheme, answer["public"], answer["drawn"])
            same(answer, ciphertext=ciphertext, shared=shared)
        else:
            same(answer, shared=reference.decapsulate(scheme, answer["secret"], answer["ciphertext"]))


@pytest.mark.usefixtures("packages")
@pytest.mark.parametrize("name", SIGNATURES)
def test_the_known_answers_of_fips_204(name: str) -> None:
    scheme, known_answers = SCHEMES[name], answers("fips204.txt", name)
    assert len(known_answers) == 5
    for answer in known_answers:
        if "seed" in answer:
            public, secret = reference.keys(scheme, answer["seed"])
            same(answer, public=public, secret=secret)
        elif "drawn" in answer:
            framed = bytes([0, len(answer["context"])]) + answer["context"] + answer["message"]  # algorithm 2
            same(
                answer, signature=reference.parameters(scheme)._sign_internal(answer["secret"], framed, answer["drawn"])
            )


@pytest.mark.usefixtures("packages")
@pytest.mark.parametrize("name", SIGNATURES)
def test_signing_is_the_deterministic_variant(name: str) -> None:
    """The randomness is zero bytes and the context is empty."""
    scheme = SCHEMES[name]
    _, secret = reference.keys(scheme, SEED)
    expected = reference.parameters(scheme)._sign_internal(secret, bytes(2) + text(0), bytes(32))
    assert reference.sign(scheme, secret, text(0)) == expected


@pytest.mark.usefixtures("packages")
@pytest.mark.parametrize("name", SIGNATURES)
def test_the_catalogues_messages_are_rejected_as_it_states(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A vector beyond its bound rejects an attempt: the package tests z first, then r0, then the hints."""
    from dilithium_py.modules.modules import Matrix

    scheme, rejections = SCHEMES[name], []
    gamma1, beta = 1 << scheme.numbers["gamma1_bits"], scheme.numbers["tau"] * scheme.numbers["eta"]
    bounds = {gamma1 - beta: "z", scheme.numbers["gamma2"] - beta: "r0", scheme.numbers["gamma2"]: "t0"}
    check_norm_bound, sum_hint = Matrix.check_norm_bound, Matrix.sum_hint

    def checked(self: object, bound: int) -> bool:
        if beyond := check_norm_bound(self, bound):
            rejections.append(bounds[bound])
        return beyond

    def summed(self: object) -> int:
        if (count := sum_hint(self)) > scheme.numbers["omega"]:
            rejections.append("hint")
        return count

    monkeypatch.setattr(Matrix, "check_norm_bound", checked)
    monkeypatch.setattr(Matrix, "sum_hint", summed)
    _, secret = reference.keys(scheme, SEED)
    rejections_by_message = []
    for number in scheme.accepts:
        rejections.clear()
        reference.sign(scheme, secret, text(number))
        rejections_by_message.append(tuple(rejections))
    assert rejections_by_message == [(), ("z",), ("r0",)]


@pytest.mark.usefixtures("packages")
@pytest.mark.parametrize("name", HASHED)
def test_the_known_answers_of_fips_205(name: str) -> None:
    """Check signatures of the fast sets only: the small sets take seconds."""
    from slhdsa import PublicKey

    scheme = SCHEMES[name]
    for answer in answers("fips205.txt", name):
        if "seed" in answer:
            public, secret = reference.keys(scheme, answer["seed"])
            same(answer, public=public, secret=secret)
        elif name.endswith("f"):
            signature = slh_signature(scheme, answer["secret"], answer["message"], answer["drawn"])
            same(answer, signature=signature)
            key = PublicKey.from_digest(answer["secret"][len(answer["secret"]) // 2 :], reference.parameters(scheme))
            assert key.verify(answer["message"], signature)
            assert not key.verify(answer["message"] + b"!", signature)


@pytest.mark.usefixtures("packages")
def test_slh_dsa_signs_a_framed_message() -> None:
    """See FIPS 205, algorithm 22, with an empty context."""
    scheme = SCHEMES["slh-dsa-shake-128f"]
    _, secret = reference.keys(scheme, SEED)
    assert reference.sign(scheme, secret, text(0)) == slh_signature(scheme, secret, bytes(2) + text(0), b"")


@pytest.mark.usefixtures("packages")
@pytest.mark.parametrize("name", HASHED)
def test_the_numbers_of_fips_205_are_the_packages(name: str) -> None:
    parameters = reference.parameters(SCHEMES[name])
    assert SCHEMES[name].numbers == {letter: getattr(parameters, letter) for letter in ("n", "h", "d", "a", "k")}


@pytest.mark.usefixtures("packages")
def test_the_hash_count_of_slh_dsa_key_generation(monkeypatch: pytest.MonkeyPatch) -> None:
    from slhdsa.lowlevel import parameters

    called, sha256 = [], parameters.sha256
    monkeypatch.setattr(parameters, "sha256", lambda *args: called.append(1) or sha256(*args))
    scheme = SCHEMES["slh-dsa-sha2-128f"]
    reference.keys(scheme, SEED)
    assert len(called) == hash_calls(scheme, "keygen")


BARE = """
import sys
for name in ("kyber_py", "dilithium_py", "slhdsa", "cryptography"):
    sys.modules[name] = None
from wirerate.cli import main
main()
"""


def without_packages(*words: str) -> subprocess.CompletedProcess[str]:
    """Run `wirerate mcu` without the packages."""
    command = [sys.executable, "-c", BARE, "mcu", "rp2040", *words]
    return subprocess.run(command, env=os.environ | {"NO_COLOR": "1"}, capture_output=True, text=True, check=False)


def test_stored_results_need_no_package() -> None:
    done = without_packages("--op", "ml-kem-768,ml-dsa-44,slh-dsa-sha2-128s,x25519,ed25519")
    assert done.returncode == 0, done.stderr
    assert "ml-kem-768 keygen" in done.stdout


@pytest.mark.parametrize(
    ("scheme", "package"),
    [
        ("ml-kem-768", "kyber-py"),
        ("ml-dsa-44", "dilithium-py"),
        ("slh-dsa-sha2-128f", "slh-dsa"),
        ("x25519", "cryptography"),
        ("ed25519", "cryptography"),
    ],
)
def test_measuring_says_which_package_is_missing(scheme: str, package: str) -> None:
    """The error comes before anything is fetched or built."""
    done = without_packages("--op", scheme, "--measure")
    assert done.returncode == 4, done.stderr
    assert f"the Python package {package} is not installed" in done.stderr
    assert "pip install '.[mcu]'" in done.stderr
