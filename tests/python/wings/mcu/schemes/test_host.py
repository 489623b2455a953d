"""ML-KEM, ML-DSA and SLH-DSA on the host: the standards' known answers, and a third implementation."""

from __future__ import annotations

import pytest
from tests.python.wings.mcu.schemes.conftest import answers, same

from wirerate.catalogue.schemes import SCHEMES
from wirerate.wings.mcu.schemes import host_kem, host_signature, host_slh
from wirerate.wings.mcu.schemes.sizes import hash_calls

KEMS = [name for name, each in SCHEMES.items() if each.family == "ml-kem"]
SIGNATURES = [name for name, each in SCHEMES.items() if each.family == "ml-dsa"]
HASHED = [name for name, each in SCHEMES.items() if each.family == "slh-dsa"]
SEED = bytes(range(64))


@pytest.mark.parametrize("name", KEMS)
def test_the_known_answers_of_fips_203(name: str) -> None:
    scheme, given = SCHEMES[name], answers("fips203.txt", name)
    assert len(given) == 5
    for each in given:
        if "seed" in each:
            public, secret = host_kem.keygen(scheme, each["seed"])
            same(each, public=public, secret=secret)
        elif "drawn" in each:
            ciphertext, shared = host_kem.encapsulate(scheme, each["public"], each["drawn"])
            same(each, ciphertext=ciphertext, shared=shared)
        else:
            same(each, shared=host_kem.decapsulate(scheme, each["secret"], each["ciphertext"]))


@pytest.mark.parametrize("name", SIGNATURES)
def test_the_known_answers_of_fips_204(name: str) -> None:
    scheme, given = SCHEMES[name], answers("fips204.txt", name)
    assert len(given) == 5
    for each in given:
        if "seed" in each:
            public, secret = host_signature.keygen(scheme, each["seed"])
            same(each, public=public, secret=secret)
        elif "drawn" in each:
            signed = host_signature.sign(scheme, each["secret"], each["message"], each["drawn"], each["context"])
            same(each, signature=signed.signature)


@pytest.mark.parametrize("name", HASHED)
def test_the_known_answers_of_fips_205(name: str) -> None:
    """Of signatures one of each fast set: others take seconds."""
    scheme = SCHEMES[name]
    for each in answers("fips205.txt", name):
        if "seed" in each:
            public, secret = host_slh.keygen(scheme, each["seed"])
            same(each, public=public, secret=secret)
        elif name.endswith("f") and each["drawn"]:
            signature = host_slh.sign(scheme, each["secret"], each["message"], each["drawn"])
            same(each, signature=signature)
            public = each["secret"][len(each["secret"]) // 2 :]
            assert host_slh.verify(scheme, public, each["message"], signature)
            assert not host_slh.verify(scheme, public, each["message"] + b"!", signature)


@pytest.mark.parametrize("name", HASHED)
def test_the_sizes_of_fips_205_follow_from_its_numbers(name: str) -> None:
    scheme = SCHEMES[name]
    assert host_slh.trees(scheme).signature == scheme.message
    assert (scheme.public_key, scheme.secret_key) == (2 * scheme.numbers["n"], 4 * scheme.numbers["n"])


def test_a_key_of_slh_dsa_is_so_many_hashes(monkeypatch: pytest.MonkeyPatch) -> None:
    called = []
    for name in ("of", "long"):
        own = getattr(host_slh._Hashes, name)
        monkeypatch.setattr(host_slh._Hashes, name, lambda *given, own=own: called.append(1) or own(*given))
    scheme = SCHEMES["slh-dsa-sha2-128f"]
    host_slh.keygen(scheme, SEED)
    assert len(called) == hash_calls(scheme, "keygen")


@pytest.mark.parametrize("name", KEMS[1:])  # it has no ML-KEM-512
def test_cryptography_takes_what_the_host_makes(name: str) -> None:
    mlkem = pytest.importorskip("cryptography.hazmat.primitives.asymmetric.mlkem")
    theirs = getattr(mlkem, f"MLKEM{name.rpartition('-')[2]}PrivateKey").from_seed_bytes(SEED)
    public, secret = host_kem.keygen(SCHEMES[name], SEED)
    ciphertext, shared = host_kem.encapsulate(SCHEMES[name], public, SEED[:32])
    assert theirs.public_key().public_bytes_raw() == public
    assert theirs.decapsulate(ciphertext) == shared
    spoiled = ciphertext[:-1] + bytes([ciphertext[-1] ^ 1])
    assert theirs.decapsulate(spoiled) == host_kem.decapsulate(SCHEMES[name], secret, spoiled) != shared


@pytest.mark.parametrize("name", SIGNATURES)
def test_cryptography_verifies_what_the_host_signs(name: str) -> None:
    mldsa = pytest.importorskip("cryptography.hazmat.primitives.asymmetric.mldsa")
    theirs = getattr(mldsa, f"MLDSA{name.rpartition('-')[2]}PrivateKey").from_seed_bytes(SEED[:32])
    public, secret = host_signature.keygen(SCHEMES[name], SEED[:32])
    assert theirs.public_key().public_bytes_raw() == public
    signed = host_signature.sign(SCHEMES[name], secret, b"text", context=b"where")
    theirs.public_key().verify(signed.signature, b"text", b"where")
