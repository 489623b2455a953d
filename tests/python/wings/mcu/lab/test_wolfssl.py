"""wolfSSL's DTLS 1.3 between two emulated boards: built, run and proven here, and what is stored of it."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from wirerate.catalogue.libraries import WOLFSSL
from wirerate.catalogue.schemes import EXCHANGES, SIGNATURES
from wirerate.errors import MissingError
from wirerate.wings.mcu.counted_runs import Handshake
from wirerate.wings.mcu.lab.credentials import credentials
from wirerate.wings.mcu.lab.firmware import INSTRUMENT, toolchain
from wirerate.wings.mcu.lab.wolfssl import Pair, run, source
from wirerate.wings.mcu.layout import DTLS13, Handshake13, messages_13
from wirerate.wings.mcu.setups import CLIENT, PAIRS, SERVER, SIDES, SYMMETRIC
from wirerate.wings.mcu.store import HANDSHAKES_13, stored_handshakes

PAIR = Pair("ml-kem-512", "ml-dsa-44")
ROWS = list(stored_handshakes(HANDSHAKES_13).values())


@pytest.fixture(scope="module")
def proven(firmware_cache: object) -> Handshake:
    """Skips where firmware cannot be built, and where the crate or ML-DSA's certificates cannot be had. Built in the
    user's own cache: once is enough for all runs."""
    try:
        source()
        credentials(PAIR.signature)
    except MissingError as error:
        pytest.skip(str(error))
    return run(PAIR)


def test_both_ends_do_what_the_standard_has_them_do(proven: Handshake) -> None:
    client, server = (set(proven.sides[side].runs) for side in (CLIENT, SERVER))
    assert client - server == {"ML-KEM key generation", "ML-KEM decapsulate"}
    assert server - client == {"ML-KEM encapsulate"}
    assert {"ML-DSA sign", "ML-DSA verify", *SYMMETRIC} <= client & server


def test_an_operation_takes_in_the_handshake_what_it_takes_alone(proven: Handshake) -> None:
    """Verified are the peer's certificate and its signature, of longer texts than alone."""
    inside = {side: proven.sides[side].runs for side in SIDES}
    alone = {key: trace.instructions for key, trace in proven.alone.items()}
    for operation, name in (("keygen", "key generation"), ("decapsulate", "decapsulate")):
        assert inside[CLIENT][f"ML-KEM {name}"].instructions == pytest.approx(
            alone[f"ml-kem-512 {operation}"], rel=0.02
        )
    taken = inside[SERVER]["ML-KEM encapsulate"].instructions
    assert taken == pytest.approx(alone["ml-kem-512 encapsulate"], rel=0.02)
    for side in SIDES:
        taken = inside[side]["ML-DSA verify"].instructions
        assert taken == pytest.approx(2 * alone["ml-dsa-44 verify"], rel=0.1)


def test_what_is_stored_is_what_runs(proven: Handshake, counts: Callable[[Handshake], Handshake]) -> None:
    stored = next(row for row in ROWS if (row.pair[0], row.core) == (PAIR.exchange, "cortex-m4"))
    if (stored.made.compiler, stored.made.release) != (proven.made.compiler, proven.made.release):
        pytest.skip(f"stored with {stored.made.compiler} and wolfSSL {stored.made.release}, here are others")
    assert counts(proven) == counts(stored)


# What wolfSSL says more than the layout: in its cookie a suite and, where it asks for a share, a group; signature
# algorithms of two further levels of ML-DSA.
COOKIE, GROUP, LEVELS = 3, 2, 2 * 2


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row.name}@{row.core}")
def test_messages_are_as_long_as_the_layout_says(row: Handshake) -> None:
    """To the byte, but for what is said more, for fragments' headers, for the records that the ACK names, and for
    signatures by ECDSA, which are not all of one length."""
    exchange, signature = row.pair[0], SIGNATURES[row.pair[1]]
    said = messages_13(Handshake13(EXCHANGES[exchange], signature))
    assert [(m.name, m.side) for m in row.messages] == [(each.name, each.side) for each in said]
    asked_again = said[0].body < 200 and exchange not in ("secp256r1", "x25519")
    for number, (got, each) in enumerate(zip(row.messages, said, strict=True)):
        headers = (DTLS13.sealed if each.sealed else DTLS13.plain) + DTLS13.header
        more = got.bytes - each.body - headers
        if each.name == "HelloRetryRequest" or number == 2:
            more -= COOKIE + (GROUP if asked_again else 0)
        if signature.name.startswith("ml-dsa") and each.name in ("ClientHello", "CertificateRequest"):
            more -= LEVELS
        if each.name == "ACK":
            assert (more + DTLS13.header) % 16 == 0
        elif each.name == "CertificateVerify" and signature.signature_least:
            assert signature.signature_least - signature.signature <= more <= 0
        else:
            assert more % headers == 0, got
            assert 0 <= more // headers <= 5, got


def test_what_is_stored_is_proven_and_whole() -> None:
    assert {row.pair for row in ROWS if row.core == "cortex-m4"} == set(PAIRS)
    for row in ROWS:
        assert row.bytes == sum(row.datagram_bytes)
        assert row.made.release == WOLFSSL.release
        for side in row.sides.values():
            assert side.whole.instructions > 10**6


@pytest.mark.parametrize("exchange", WOLFSSL.groups)
@pytest.mark.parametrize("signature", ["ecdsa-p256", "ml-dsa-44"])
def test_the_configuration_has_the_group_of_every_pair(exchange: str, signature: str, firmware_cache: object) -> None:
    """Read by the compiler: a hybrid's group too where its certificates need no curve."""
    macros = [f"-D{WOLFSSL.macros[scheme]}" for scheme in Pair(exchange, signature).schemes]
    settings = ["-mcpu=cortex-m4", "-mthumb", f"-I{INSTRUMENT / 'wolfssl'}", *macros]
    found = toolchain().definitions(settings, '#include "user_settings.h"\n')
    assert ("HAVE_ECC" in found) == ("secp256r1" in exchange or signature == "ecdsa-p256")
    assert ("WOLFSSL_HAVE_MLKEM" in found) == ("ml-kem" in exchange or "mlkem" in exchange)
    if "mlkem768" in exchange:
        assert "WOLFSSL_PQC_HYBRIDS" in found


def test_the_licence_is_told_with_the_archive() -> None:
    (archive,) = WOLFSSL.archives
    assert archive.licence.startswith("GPL")
    assert {"COPYING", "LICENSING"} <= set(archive.kept)
