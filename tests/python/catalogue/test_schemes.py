"""schemes.toml: sizes agree with the standards, sources are pinned, and unknown names get suggestions."""

from __future__ import annotations

import pytest

from wirerate.catalogue.libraries import WOLFSSL
from wirerate.catalogue.schemes import IMPLEMENTATIONS, SCHEMES, implemented, scheme_named
from wirerate.errors import UsageError


@pytest.mark.parametrize("name", [name for name, scheme in SCHEMES.items() if scheme.numbers])
def test_sizes_follow_from_the_parameters(name: str) -> None:
    scheme = SCHEMES[name]
    k = scheme.numbers["k"]
    if scheme.kind == "kem":  # FIPS 203, section 7
        assert scheme.public_key == 384 * k + 32
        assert scheme.secret_key == 768 * k + 96
        assert scheme.message == 32 * (scheme.numbers["du"] * k + scheme.numbers["dv"])
    elif scheme.family == "slh-dsa":  # FIPS 205, figures 16 and 17; sections 5, 6.2 and 8.3
        n, h, d, a = (scheme.numbers[letter] for letter in ("n", "h", "d", "a"))
        assert (scheme.public_key, scheme.secret_key) == (2 * n, 4 * n)
        assert scheme.message == n * (1 + k * (1 + a) + h + d * (2 * n + 3))
        assert h % d == 0
    else:  # FIPS 204, table 2
        width, gamma1 = scheme.numbers["l"], scheme.numbers["gamma1_bits"]
        assert scheme.public_key == 32 + 320 * k
        short = (2 * scheme.numbers["eta"]).bit_length()
        assert scheme.secret_key == 128 + 32 * (short * (k + width) + 13 * k)
        assert scheme.message == scheme.numbers["lambda"] // 4 + 32 * width * (gamma1 + 1) + scheme.numbers["omega"] + k


def test_families_have_their_kinds() -> None:
    kinds = {scheme.family: scheme.kind for scheme in SCHEMES.values()}
    assert kinds == {
        "ml-kem": "kem",
        "ml-dsa": "signature",
        "slh-dsa": "signature",
        "x25519": "agreement",
        "ed25519": "signature",
    }


def test_every_source_is_pinned_and_every_scheme_has_one() -> None:
    archives = [archive for code in IMPLEMENTATIONS.values() for archive in code.archives]
    assert all(len(archive.sha256) == 64 and int(archive.sha256, 16) and archive.kept for archive in archives)
    for name in SCHEMES:
        for who in implemented(name):
            assert IMPLEMENTATIONS[who].packages(name)
    assert IMPLEMENTATIONS["pqclean"].packages("ml-kem-768") == ("pqcrypto-internals-0.2.11", "pqcrypto-mlkem-0.1.1")


def test_a_package_is_of_one_release_wherever_it_is_named() -> None:
    """wolfSSL's schemes and its handshake are built from the same release."""
    pins: dict[str, set[tuple[str, str]]] = {}
    for archive in (*WOLFSSL.archives, *(archive for code in IMPLEMENTATIONS.values() for archive in code.archives)):
        pins.setdefault(archive.path.partition("/")[0], set()).add((archive.path, archive.sha256))
    assert "wolfssl-sys" in pins
    assert [name for name, pinned in pins.items() if len(pinned) > 1] == []
    assert IMPLEMENTATIONS["wolfssl"].title == f"{WOLFSSL.title} {WOLFSSL.release}"


def test_names_are_found_or_corrected() -> None:
    scheme, code = scheme_named("ML-KEM-768@pqclean")
    assert (scheme.name, code.name) == ("ml-kem-768", "pqclean")
    assert scheme_named("ml-dsa-44")[1].name == implemented("ml-dsa-44")[0]
    with pytest.raises(UsageError, match="unknown scheme 'ml-kem-786'") as caught:
        scheme_named("ml-kem-786")
    assert caught.value.fix == "did you mean ml-kem-768?"
    with pytest.raises(UsageError, match="unknown implementation of ml-kem-768 'pqclaen'") as caught:
        scheme_named("ml-kem-768@pqclaen")
    assert "pqclean" in caught.value.fix
