"""Certificates that are the same on every machine."""

from __future__ import annotations

import pytest

from wirerate.errors import MissingError
from wirerate.wings.mcu.lab.credentials import credentials

x509 = pytest.importorskip("cryptography.x509")


@pytest.mark.parametrize("algorithm", ["ecdsa-p256", "ml-dsa-44"])
def test_certificates_are_signed_by_the_authority_and_reproducible(algorithm: str) -> None:
    try:
        first = credentials(algorithm)
    except MissingError as error:
        pytest.skip(str(error))
    authority = x509.load_der_x509_certificate(first.authority)
    for end in first.ends.values():
        x509.load_der_x509_certificate(end.certificate).verify_directly_issued_by(authority)
    credentials.cache_clear()
    assert credentials(algorithm) == first


def test_a_package_without_the_scheme_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    mldsa = pytest.importorskip("cryptography.hazmat.primitives.asymmetric.mldsa")
    from cryptography.exceptions import UnsupportedAlgorithm

    class Without:
        @classmethod
        def from_seed_bytes(cls, seed: bytes) -> None:
            raise UnsupportedAlgorithm("not here")

    try:
        credentials("ml-dsa-65")
    except MissingError as error:
        pytest.skip(str(error))
    credentials.cache_clear()
    monkeypatch.setattr(mldsa, "MLDSA65PrivateKey", Without)
    with pytest.raises(MissingError, match="lacks ML-DSA"):
        credentials("ml-dsa-65")
