"""The packages that compute on the host: the standards' known answers, and what is said where one is missing."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest
from tests.python.wings.mcu.lab.conftest import answers, same, slh_signature

from wirerate.catalogue.schemes import SCHEMES
from wirerate.wings.mcu.lab import host
from wirerate.wings.mcu.lab.scheme_images import SEED, text
from wirerate.wings.mcu.scheme_numbers import hash_calls

KEMS = [name for name, each in SCHEMES.items() if each.family == "ml-kem"]
SIGNATURES = [name for name, each in SCHEMES.items() if each.family == "ml-dsa"]
HASHED = [name for name, each in SCHEMES.items() if each.family == "slh-dsa"]


@pytest.mark.usefixtures("packages")
@pytest.mark.parametrize("name", KEMS)
def test_the_known_answers_of_fips_203(name: str) -> None:
    scheme, given = SCHEMES[name], answers("fips203.txt", name)
    assert len(given) == 5
    for each in given:
        if "seed" in each:
            public, secret = host.keys(scheme, each["seed"])
            same(each, public=public, secret=secret)
        elif "drawn" in each:
            ciphertext, shared = host.encapsulate(scheme, each["public"], each["drawn"])
            same(each, ciphertext=ciphertext, shared=shared)
        else:
            same(each, shared=host.decapsulate(scheme, each["secret"], each["ciphertext"]))


@pytest.mark.usefixtures("packages")
@pytest.mark.parametrize("name", SIGNATURES)
def test_the_known_answers_of_fips_204(name: str) -> None:
    scheme, given = SCHEMES[name], answers("fips204.txt", name)
    assert len(given) == 5
    for each in given:
        if "seed" in each:
            public, secret = host.keys(scheme, each["seed"])
            same(each, public=public, secret=secret)
        elif "drawn" in each:
            framed = bytes([0, len(each["context"])]) + each["context"] + each["message"]  # algorithm 2
            same(each, signature=host.parameters(scheme)._sign_internal(each["secret"], framed, each["drawn"]))


@pytest.mark.usefixtures("packages")
@pytest.mark.parametrize("name", SIGNATURES)
def test_signing_is_the_deterministic_variant(name: str) -> None:
    """Bytes of zero are drawn, under no context."""
    scheme = SCHEMES[name]
    _, secret = host.keys(scheme, SEED)
    expected = host.parameters(scheme)._sign_internal(secret, bytes(2) + text(0), bytes(32))
    assert host.sign(scheme, secret, text(0)) == expected


@pytest.mark.usefixtures("packages")
@pytest.mark.parametrize("name", SIGNATURES)
def test_the_messages_of_the_catalogue_end_as_it_says(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """An attempt ends where a vector is beyond its bound: the package tests z first, then r0, then the hints."""
    from dilithium_py.modules.modules import Matrix

    scheme, ended = SCHEMES[name], []
    gamma1, beta = 1 << scheme.numbers["gamma1_bits"], scheme.numbers["tau"] * scheme.numbers["eta"]
    bounds = {gamma1 - beta: "z", scheme.numbers["gamma2"] - beta: "r0", scheme.numbers["gamma2"]: "t0"}
    own, hints = Matrix.check_norm_bound, Matrix.sum_hint

    def checked(self: object, bound: int) -> bool:
        if beyond := own(self, bound):
            ended.append(bounds[bound])
        return beyond

    def summed(self: object) -> int:
        if (count := hints(self)) > scheme.numbers["omega"]:
            ended.append("hint")
        return count

    monkeypatch.setattr(Matrix, "check_norm_bound", checked)
    monkeypatch.setattr(Matrix, "sum_hint", summed)
    _, secret = host.keys(scheme, SEED)
    found = []
    for number in scheme.accepts:
        ended.clear()
        host.sign(scheme, secret, text(number))
        found.append(tuple(ended))
    assert found == [(), ("z",), ("r0",)]


@pytest.mark.usefixtures("packages")
@pytest.mark.parametrize("name", HASHED)
def test_the_known_answers_of_fips_205(name: str) -> None:
    """Of signatures one of each fast set: others take seconds."""
    from slhdsa import PublicKey

    scheme = SCHEMES[name]
    for each in answers("fips205.txt", name):
        if "seed" in each:
            public, secret = host.keys(scheme, each["seed"])
            same(each, public=public, secret=secret)
        elif name.endswith("f"):
            signature = slh_signature(scheme, each["secret"], each["message"], each["drawn"])
            same(each, signature=signature)
            key = PublicKey.from_digest(each["secret"][len(each["secret"]) // 2 :], host.parameters(scheme))
            assert key.verify(each["message"], signature)
            assert not key.verify(each["message"] + b"!", signature)


@pytest.mark.usefixtures("packages")
def test_slh_dsa_frames_what_it_signs() -> None:
    """Algorithm 22, with no context."""
    scheme = SCHEMES["slh-dsa-shake-128f"]
    _, secret = host.keys(scheme, SEED)
    assert host.sign(scheme, secret, text(0)) == slh_signature(scheme, secret, bytes(2) + text(0), b"")


@pytest.mark.usefixtures("packages")
@pytest.mark.parametrize("name", HASHED)
def test_the_numbers_of_fips_205_are_the_packages(name: str) -> None:
    of = host.parameters(SCHEMES[name])
    assert SCHEMES[name].numbers == {letter: getattr(of, letter) for letter in ("n", "h", "d", "a", "k")}


@pytest.mark.usefixtures("packages")
def test_a_key_of_slh_dsa_is_so_many_hashes(monkeypatch: pytest.MonkeyPatch) -> None:
    from slhdsa.lowlevel import parameters

    called, own = [], parameters.sha256
    monkeypatch.setattr(parameters, "sha256", lambda *given: called.append(1) or own(*given))
    scheme = SCHEMES["slh-dsa-sha2-128f"]
    host.keys(scheme, SEED)
    assert len(called) == hash_calls(scheme, "keygen")


BARE = """
import sys
for name in ("kyber_py", "dilithium_py", "slhdsa", "cryptography"):
    sys.modules[name] = None
from wirerate.cli import main
main()
"""


def without_packages(*words: str) -> subprocess.CompletedProcess[str]:
    """`wirerate mcu` where none of them can be imported."""
    command = [sys.executable, "-c", BARE, "mcu", "rp2040", *words]
    return subprocess.run(command, env=os.environ | {"NO_COLOR": "1"}, capture_output=True, text=True, check=False)


def test_what_is_stored_needs_no_package() -> None:
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
    """Before anything is fetched or built."""
    done = without_packages("--op", scheme, "--measure")
    assert done.returncode == 4, done.stderr
    assert f"the package {package} is not here" in done.stderr
    assert "pip install '.[mcu]'" in done.stderr
