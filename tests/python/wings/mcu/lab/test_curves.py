"""Curve operations of Mbed TLS on every core: results, costs, and errors for wrong results."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from wirerate.catalogue.libraries import P256M
from wirerate.errors import ConfigurationError, EmulationError, Error, UsageError
from wirerate.wings.mcu.counted_runs import Counted
from wirerate.wings.mcu.curve_options import GROUPS, Toggles, config, fragment, psa_fragment
from wirerate.wings.mcu.cycles import cycles
from wirerate.wings.mcu.lab import curves

CORES = ("cortex-m0", "cortex-m3", "cortex-m4")
OPERATIONS = ("sign", "verify", "ecdhe")


def run(choice: curves.Choice, *operations: str) -> dict[str, Counted]:
    (curve,) = choice.curves
    points = curves.points(choice, curves.image(choice), curve, operations or choice.operations)
    return {point.operation: point.counted for point in points}


def spent(counted: Counted) -> int:
    return counted.trace.instructions


def flash(choice: curves.Choice) -> Counted:
    return curves.footprint(choice).counted


@pytest.mark.parametrize("core", CORES)
def test_p256_on_every_core_with_and_without_each_option(mbedtls: Path, core: str) -> None:
    """Points exist only for correct results; the options have the effect they are meant for."""
    both = run(curves.Choice(core=core, curves=("secp256r1",), operations=OPERATIONS))
    plain, slow = (
        run(curves.Choice(core=core, curves=("secp256r1",), operations=("sign",), toggles=toggles))["sign"]
        for toggles in (Toggles(fixed_point=False), Toggles(nist=False))
    )
    sign, verify, ecdhe = (both[name] for name in OPERATIONS)
    assert spent(sign) < spent(ecdhe) < spent(verify)  # slide 12
    assert 2 * spent(sign) < spent(plain) < spent(slow) * 2
    assert 3 * spent(sign) < spent(slow)  # mbedtls_config.h: "4 to 8 times faster" of special reduction
    for point in both.values():
        assert 0 < point.heap_kept < point.heap_bytes < 8192
        assert 256 < point.stack_bytes < 4096
        time = cycles(point.trace, core)
        assert spent(point) < time.low <= time.typical <= time.high < 3 * spent(point)


@pytest.mark.parametrize("curve", ["curve25519", "secp224k1", "brainpoolP256r1"])
def test_other_families(mbedtls: Path, curve: str) -> None:
    """Cover a curve without signatures, an order one bit longer than the field, and no special reduction."""
    operations = ("sign",) if curve == "secp224k1" else ("ecdh",)
    points = run(curves.Choice(curves=(curve,), operations=operations))
    assert set(points) == set(operations)


def test_p256m_is_smaller_and_slower(mbedtls: Path) -> None:
    choice = curves.Choice(version=P256M, curves=("secp256r1",), operations=OPERATIONS)
    points, library = run(choice), curves.Choice(curves=("secp256r1",), operations=OPERATIONS)
    assert set(points) == set(OPERATIONS)
    assert all(point.heap_bytes == 0 for point in points.values())
    assert 2 * flash(choice).flash_bytes < flash(library).flash_bytes
    assert spent(points["sign"]) > spent(run(library, "sign")["sign"])


def test_flash_is_that_of_the_operations_alone(mbedtls: Path) -> None:
    sizes = {
        operations: flash(curves.Choice(curves=("secp192r1",), operations=operations))
        for operations in (("ecdh",), ("verify",), ("sign",), ("sign", "verify", "ecdh"))
    }
    totals = [footprint.flash_bytes for footprint in sizes.values()]
    assert totals == sorted(totals)
    assert "ecdsa" not in sizes["ecdh",].blocks
    assert "rng" in sizes["sign",].blocks
    assert not {"harness", "instrument"} & sizes["sign",].blocks.keys()


def test_a_point_is_the_same_every_time(mbedtls: Path) -> None:
    choice = curves.Choice(curves=("secp192r1",), operations=("sign",))
    assert run(choice) == run(choice)


def test_the_m0plus_is_answered_from_the_m0(mbedtls: Path) -> None:
    """Images for both cores are identical, as target.built_for() assumes."""
    images = [
        curves.image(curves.Choice(core=core, curves=("secp192r1",), operations=("sign",)))
        for core in ("cortex-m0", "cortex-m0plus")
    ]
    assert [segment.data for segment in images[0].segments] == [segment.data for segment in images[1].segments]


def test_a_wrong_result_is_an_error(mbedtls: Path, tmp_path: Path) -> None:
    """Change one bit of the group order in the library's source."""
    wrong = tmp_path / "mbedtls"
    for folder in ("library", "include"):
        shutil.copytree(mbedtls / folder, wrong / folder)
    file = wrong / "library" / "ecp_curves.c"
    text = file.read_text()
    start = text.index("secp192r1_n[]")
    file.write_text(text[:start] + text[start:].replace("0x31, 0x28", "0x33, 0x28", 1))
    choice = curves.Choice(curves=("secp192r1",), operations=("sign",), tree=wrong)
    with pytest.raises(EmulationError, match=r"ecc_sign on secp192r1 .cortex-m4.") as caught:
        run(choice)
    assert caught.value.exit_code == 4


def test_a_build_error_quotes_the_compiler(mbedtls: Path) -> None:
    broken = config("3.6", ["secp192r1"], Toggles()) + "#define MBEDTLS_ECP_WINDOW_SIZE 9\n"
    with pytest.raises(ConfigurationError, match=r"error: .*MBEDTLS_ECP_WINDOW_SIZE") as caught:
        curves.image(curves.Choice(curves=("secp192r1",), config_h=broken))
    assert caught.value.exit_code == 2


@pytest.mark.parametrize(
    ("version", "curve", "operation"), [("3.6", "curve25519", "sign"), (P256M, "secp384r1", "sign")]
)
def test_an_undefined_operation_is_a_usage_error(version: str, curve: str, operation: str) -> None:
    with pytest.raises(UsageError) as caught:
        curves.Choice(version=version, curves=(curve,), operations=(operation,))
    assert isinstance(caught.value, Error)
    assert caught.value.fix.startswith("type ")


def test_a_fragment_has_the_choice_and_no_randomness_of_the_harness() -> None:
    text = fragment("secp256r1", Toggles(nist=True, fixed_point=False, window=3), ("sign",))
    defined = {line.split(maxsplit=1)[1] for line in text.splitlines() if line.startswith("#define")}
    assert {"MBEDTLS_ECP_DP_SECP256R1_ENABLED", "MBEDTLS_ECP_NIST_OPTIM", "MBEDTLS_ECDSA_DETERMINISTIC"} <= defined
    assert {"MBEDTLS_ECP_FIXED_POINT_OPTIM 0", "MBEDTLS_ECP_WINDOW_SIZE 3"} <= defined
    assert "MBEDTLS_ECDH_C" not in defined
    assert "test_random" not in text
    assert not any("ENTROPY" in line or "TEST" in line for line in defined)
    assert "MBEDTLS_ENTROPY_HARDWARE_ALT" in text  # in a comment


def test_psa_names() -> None:
    assert "#define PSA_WANT_ECC_SECP_R1_256 1" in psa_fragment("secp256r1", ("sign",))
    assert "#define PSA_WANT_ECC_MONTGOMERY_255 1" in psa_fragment("curve25519", ("ecdhe",))
    assert "DETERMINISTIC_ECDSA" not in psa_fragment("curve25519", ("ecdhe",))
    assert "#define PSA_WANT_ALG_DETERMINISTIC_ECDSA 1" in psa_fragment("secp256r1", ("sign",))
    assert "#define PSA_WANT_ALG_ECDSA 1" in psa_fragment("secp256r1", ("sign",), P256M)
    assert {psa_fragment(curve, ("ecdh",)).split()[1] for curve in GROUPS} >= {
        "PSA_WANT_ECC_BRAINPOOL_P_R1_384", "PSA_WANT_ECC_SECP_K1_192", "PSA_WANT_ECC_SECP_R1_521",
    }  # fmt: skip
