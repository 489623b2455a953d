"""The user's own tree and configuration: the answer reports the options that were actually built."""

from __future__ import annotations

import os
import re
import shutil
from pathlib import Path

import pytest

from wirerate.errors import ConfigurationError, UsageError
from wirerate.records import AnyRun
from wirerate.report.kinds import text
from wirerate.report.terminal import Paper
from wirerate.wings.mcu import operations as operations_calls
from wirerate.wings.mcu.curve_options import Toggles, config
from wirerate.wings.mcu.lab import firmware
from wirerate.wings.mcu.lab.user_tree import Overrides, configure_tree
from wirerate.wings.mcu.rows import BoardOperation, Operation, Options
from wirerate.wings.mcu.target import core_named

CURVE = "secp192r1"
BARE = Toggles(fixed_point=False, window=2)
AGREES = ("ecdh", "ecdhe")


@pytest.fixture
def bare(tmp_path: Path) -> Path:
    """Return a configuration with key agreement on one curve, no comb and the smallest window."""
    path = tmp_path / "my.h"
    path.write_text(config("3.6", [CURVE], BARE, AGREES))
    return path


@pytest.fixture
def configured_tree(mbedtls: Path, tmp_path: Path) -> Path:
    """Return a tree whose default configuration is the same."""
    tree = tmp_path / "tree"
    shutil.copytree(mbedtls / "include", tree / "include")
    for name in ("library", "3rdparty"):
        (tree / name).symlink_to(mbedtls / name)
    (tree / "include" / "mbedtls" / "mbedtls_config.h").write_text(config("3.6", [CURVE], BARE, AGREES))
    return tree


def asked(tree: Path, *operations: str, **more: object) -> AnyRun:
    question = {"curves": [CURVE], "operations": operations or None, "mbedtls": str(tree)}
    return operations_calls.mcu("nrf52840", **(question | more))  # type: ignore[arg-type]


def detail(m: Operation) -> BoardOperation:
    assert isinstance(m, BoardOperation)
    return m


def test_the_answer_reports_the_options_of_the_build(mbedtls: Path, bare: Path) -> None:
    (row,) = (run := asked(mbedtls, "ecdh", config=str(bare))).rows
    (default,) = operations_calls.mcu("nrf52840", curves=[CURVE], operations=["ecdh"]).rows
    assert detail(row).options == Options(nist=True, fixed_point=False, window=2)
    assert detail(row).configuration == str(bare)
    assert detail(row).instructions > 1.05 * detail(default).instructions
    assert "my.h; window 2, NIST reduction, no comb" in " ".join(text(run, Paper(explain=True)).split())


def test_without_a_file_the_trees_configuration_applies(configured_tree: Path, bare: Path) -> None:
    (by_itself,), (named,) = (asked(configured_tree, "ecdh", config=name).rows for name in (None, str(bare)))
    assert detail(by_itself).options == detail(named).options == Options(nist=True, fixed_point=False, window=2)
    assert detail(by_itself).instructions == detail(named).instructions
    assert detail(by_itself).configuration.endswith("include/mbedtls/mbedtls_config.h")


def test_the_configuration_that_mbed_tls_comes_with_builds(mbedtls: Path) -> None:
    """The default configuration is for an operating system with sockets, files and a clock."""
    (row,) = asked(mbedtls, "ecdh").rows
    assert detail(row).options == Options(nist=True, fixed_point=True, window=4)
    assert (detail(row).version, detail(row).release[:4]) == ("3.6", "3.6.")


def test_options_override_the_configuration(mbedtls: Path, bare: Path) -> None:
    run = asked(mbedtls, "ecdh", config=str(bare), windows=[2, 4])
    narrow, wide = map(detail, run.rows)
    assert (narrow.options.window, wide.options.window) == (2, 4)
    assert wide.heap_bytes > narrow.heap_bytes
    for overrides, toggles in (
        (Overrides(nist=False), Toggles(nist=False, fixed_point=False, window=2)),
        (Overrides(fixed_point=True, window=5), Toggles(window=5)),
    ):
        assert configure_tree(mbedtls, bare, core_named("cortex-m0"), overrides).toggles == toggles


@pytest.mark.parametrize(
    ("lines", "toggles"),
    [
        ("#undef MBEDTLS_ECP_NIST_OPTIM", Toggles(nist=False, fixed_point=False, window=2)),
        ("#undef MBEDTLS_ECP_WINDOW_SIZE", Toggles(fixed_point=False)),
        ("#define W (1 + 2)\n#undef MBEDTLS_ECP_WINDOW_SIZE\n#define MBEDTLS_ECP_WINDOW_SIZE W",
         Toggles(fixed_point=False, window=3)),
        ("#undef MBEDTLS_ECP_FIXED_POINT_OPTIM", Toggles(window=2)),
    ],
)  # fmt: skip
def test_options_not_set_take_the_librarys_default(mbedtls: Path, bare: Path, lines: str, toggles: Toggles) -> None:
    bare.write_text(f"{bare.read_text()}{lines}\n")
    assert configure_tree(mbedtls, bare, core_named("cortex-m4"), Overrides()).toggles == toggles


def test_a_header_that_is_included_is_part_of_the_build(mbedtls: Path, bare: Path, tmp_path: Path) -> None:
    outer = tmp_path / "outer.h"
    outer.write_text('#include "my.h"\n')
    first = configure_tree(mbedtls, outer, core_named("cortex-m4"), Overrides())
    bare.write_text(config("3.6", [CURVE], Toggles(window=3)))
    then = configure_tree(mbedtls, outer, core_named("cortex-m4"), Overrides())
    assert (first.toggles, then.toggles) == (BARE, Toggles(window=3))
    assert first.key != then.key, "the cache would answer with the old one"


def test_an_empty_configuration_is_an_error_that_lists_the_missing_macros(mbedtls: Path, tmp_path: Path) -> None:
    (tmp_path / "empty.h").write_text("")
    for operations, wants in (
        (("verify",), "MBEDTLS_ECDSA_C"),
        ((), "MBEDTLS_ECDSA_C"),
        (("ecdhe",), "MBEDTLS_ECDH_C"),
    ):
        with pytest.raises(
            ConfigurationError, match=r"empty.h does not define MBEDTLS_BIGNUM_C, MBEDTLS_ECP_C"
        ) as caught:
            asked(mbedtls, *operations, config=str(tmp_path / "empty.h"))
        assert wants in str(caught.value)
        assert caught.value.exit_code == 2


def test_missing_default_operations_are_reported_as_problems(mbedtls: Path, bare: Path) -> None:
    run = asked(mbedtls, config=str(bare))
    assert [m.operation for m in run.rows] == ["ecdh", "ecdhe"]
    (problem,) = run.problems
    assert problem.code == "not-configured"
    assert "without sign and verify" in problem.message
    with pytest.raises(ConfigurationError, match=r"which sign on secp192r1 needs"):
        asked(mbedtls, "ecdh", "sign", config=str(bare))
    with pytest.raises(ConfigurationError, match=r"MBEDTLS_ECP_DP_SECP384R1_ENABLED") as caught:
        asked(mbedtls, "ecdh", config=str(bare), curves=["secp384r1"])
    assert 'curves=["secp192r1"]' in caught.value.fix


def test_signing_with_random_nonces_is_measured_and_reported(mbedtls: Path, tmp_path: Path) -> None:
    """Most configurations lack MBEDTLS_ECDSA_DETERMINISTIC and what depends on it."""
    lines = config("3.6", [CURVE], BARE).splitlines()
    drawn = tmp_path / "drawn.h"
    drawn.write_text("\n".join(line for line in lines if not re.search("DETERMINISTIC|HMAC_DRBG", line)))
    run = asked(mbedtls, "sign", config=str(drawn))
    assert [m.operation for m in run.rows] == ["sign"]
    (problem,) = run.problems
    assert problem.code == "nonce-drawn"
    assert "drawn.h does not define MBEDTLS_ECDSA_DETERMINISTIC" in problem.message


def test_a_tree_is_found_from_where_the_command_is_typed(
    mbedtls: Path, bare: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Relative paths also work when the library is compiled, which happens in another folder."""
    bare.write_text(bare.read_text() + f"/* {bare} */\n#define MBEDTLS_ECP_NO_INTERNAL_RNG\n")
    monkeypatch.chdir(mbedtls.parent)
    (row,) = asked(Path(mbedtls.name), "ecdh", config=os.path.relpath(bare)).rows
    assert detail(row).options == Options(nist=True, fixed_point=False, window=2)


def test_a_window_that_is_no_number_is_an_error(mbedtls: Path, bare: Path) -> None:
    bare.write_text(bare.read_text().replace("WINDOW_SIZE 2", "WINDOW_SIZE two"))
    with pytest.raises(ConfigurationError, match="MBEDTLS_ECP_WINDOW_SIZE is two in"):
        asked(mbedtls, "ecdh", config=str(bare))


def test_a_configuration_that_contradicts_itself_quotes_the_librarys_own_check(mbedtls: Path, bare: Path) -> None:
    bare.write_text(bare.read_text() + "#undef MBEDTLS_BIGNUM_C\n")
    with pytest.raises(ConfigurationError, match=r"error: .*not all prerequisites"):
        asked(mbedtls, "ecdh", config=str(bare))


@pytest.mark.parametrize(
    ("folder", "message"),
    [
        ("absent", "there is no folder"),
        ("empty", "is not an Mbed TLS tree"),
        ("tree/library", "did you mean .*tree"),
        ("above", "did you mean .*above/mbedtls"),
        ("four", "is Mbed TLS 4.0.0, and only 2.x and 3.x"),
        ("apart", "is Mbed TLS 3.7.0 without library/ecp.c"),
        ("polar", "is PolarSSL 1.3.10, not Mbed TLS"),
        ("wolf", "is wolfSSL 5.9.4, not Mbed TLS"),
        ("psa", "is TF-PSA-Crypto 1.0.0, not Mbed TLS"),
        ("ssl", "is OpenSSL 3.5.1, not Mbed TLS"),
        ("bare", "no configuration include/mbedtls/mbedtls_config.h"),
    ],
)
def test_a_folder_without_mbed_tls_is_an_error_even_without_a_compiler(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, folder: str, message: str
) -> None:
    for name, version, with_curves in (
        *(("tree", "3.6.7", True), ("above/mbedtls", "3.6.7", True)),
        *(("four", "4.0.0", True), ("bare", "3.6.7", True), ("apart", "3.7.0", False)),
    ):
        include = tmp_path / name / "include" / "mbedtls"
        include.mkdir(parents=True)
        (tmp_path / name / "library").mkdir()
        (include / "build_info.h").write_text(f'#define MBEDTLS_VERSION_STRING "{version}"\n')
        if with_curves:
            (include / "ecp.h").touch()
            (tmp_path / name / "library" / "ecp.c").touch()
    (tmp_path / "empty").mkdir()
    for file, content in (
        ("polar/include/polarssl/version.h", '#define POLARSSL_VERSION_STRING         "1.3.10"'),
        ("wolf/wolfssl/version.h", '#define LIBWOLFSSL_VERSION_STRING "5.9.4"'),
        ("psa/include/tf-psa-crypto/build_info.h", '#define TF_PSA_CRYPTO_VERSION_STRING "1.0.0"'),
        ("ssl/VERSION.dat", "MAJOR=3\nMINOR=5\nPATCH=1"),
    ):
        (tmp_path / file).parent.mkdir(parents=True)
        (tmp_path / file).write_text(f"/* a header */\n{content}\n" if file.endswith(".h") else content)
    monkeypatch.setattr(firmware, "toolchain", lambda: pytest.fail("a compiler was looked for"))
    with pytest.raises(UsageError) as caught:
        asked(tmp_path / folder, "ecdh")
    assert re.search(message, f"{caught.value}; {caught.value.fix}")
    with pytest.raises(UsageError):
        asked(tmp_path / folder, "ecdh", config=str(tmp_path / "no.h"))
