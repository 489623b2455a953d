"""wolfSSL's DTLS 1.3 handshakes between two emulated boards: new runs and stored results."""

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
    """Skip unless firmware can be built and the crate and ML-DSA certificates are available."""
    try:
        source()
        credentials(PAIR.signature)
    except MissingError as error:
        pytest.skip(str(error))
    return run(PAIR)


def test_each_end_performs_its_operations(proven: Handshake) -> None:
    client, server = (set(proven.sides[side].runs) for side in (CLIENT, SERVER))
    assert client - server == {"ML-KEM key generation", "ML-KEM decapsulate"}
    assert server - client == {"ML-KEM encapsulate"}
    assert {"ML-DSA sign", "ML-DSA verify", *SYMMETRIC} <= client & server


def test_operations_cost_the_same_in_a_handshake_and_alone(proven: Handshake) -> None:
    """Each end verifies the peer's certificate and its signature, over longer texts than the single operation."""
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


def test_the_stored_handshake_equals_a_new_run(proven: Handshake, counts: Callable[[Handshake], Handshake]) -> None:
    stored = next(row for row in ROWS if (row.pair[0], row.core) == (PAIR.exchange, "cortex-m4"))
    if (stored.made.compiler, stored.made.release) != (proven.made.compiler, proven.made.release):
        pytest.skip(f"stored with {stored.made.compiler} and wolfSSL {stored.made.release}, here are others")
    assert counts(proven) == counts(stored)


# Bytes that wolfSSL sends beyond the layout: a cipher suite in its cookie and, if it requests another key share, a
# group; and the identifiers of two more ML-DSA levels.
COOKIE, GROUP, LEVELS = 3, 2, 2 * 2


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row.name}@{row.core}")
def test_messages_are_as_long_as_the_layout_says(row: Handshake) -> None:
    """Lengths agree except for the extra bytes above, fragment headers, the records listed in the ACK, and ECDSA
    signatures, whose length varies."""
    exchange, signature = row.pair[0], SIGNATURES[row.pair[1]]
    layout = messages_13(Handshake13(EXCHANGES[exchange], signature))
    assert [(m.name, m.side) for m in row.messages] == [(expected.name, expected.side) for expected in layout]
    asked_again = layout[0].body < 200 and exchange not in ("secp256r1", "x25519")
    for number, (got, expected) in enumerate(zip(row.messages, layout, strict=True)):
        headers = (DTLS13.sealed if expected.sealed else DTLS13.plain) + DTLS13.header
        more = got.bytes - expected.body - headers
        if expected.name == "HelloRetryRequest" or number == 2:
            more -= COOKIE + (GROUP if asked_again else 0)
        if signature.name.startswith("ml-dsa") and expected.name in ("ClientHello", "CertificateRequest"):
            more -= LEVELS
        if expected.name == "ACK":
            assert (more + DTLS13.header) % 16 == 0
        elif expected.name == "CertificateVerify" and signature.signature_least:
            assert signature.signature_least - signature.signature <= more <= 0
        else:
            assert more % headers == 0, got
            assert 0 <= more // headers <= 5, got


def test_stored_handshakes_are_complete() -> None:
    assert {row.pair for row in ROWS if row.core == "cortex-m4"} == set(PAIRS)
    for row in ROWS:
        assert row.bytes == sum(row.datagram_bytes)
        assert row.made.release == WOLFSSL.release
        for side in row.sides.values():
            assert side.whole.instructions > 10**6


@pytest.mark.parametrize("exchange", WOLFSSL.groups)
@pytest.mark.parametrize("signature", ["ecdsa-p256", "ml-dsa-44"])
def test_the_configuration_has_the_group_of_every_pair(exchange: str, signature: str, firmware_cache: object) -> None:
    """A hybrid group is enabled even if its certificates need no curve."""
    macros = [f"-D{WOLFSSL.macros[scheme]}" for scheme in Pair(exchange, signature).schemes]
    settings = ["-mcpu=cortex-m4", "-mthumb", f"-I{INSTRUMENT / 'wolfssl'}", *macros]
    macros_defined = toolchain().definitions(settings, '#include "user_settings.h"\n')
    assert ("HAVE_ECC" in macros_defined) == ("secp256r1" in exchange or signature == "ecdsa-p256")
    assert ("WOLFSSL_HAVE_MLKEM" in macros_defined) == ("ml-kem" in exchange or "mlkem" in exchange)
    if "mlkem768" in exchange:
        assert "WOLFSSL_PQC_HYBRIDS" in macros_defined


def test_the_archive_names_its_licence() -> None:
    (archive,) = WOLFSSL.archives
    assert archive.licence.startswith("GPL")
    assert {"COPYING", "LICENSING"} <= set(archive.kept)
