"""Two builds of a library, given by path, are compared: libwirerate, OpenSSL, nettle or ipsec-mb."""

from __future__ import annotations

import ctypes.util
import shutil
from pathlib import Path

import pytest

import wirerate
from wirerate.errors import MissingError, UsageError
from wirerate.host import meter
from wirerate.records import AnyRun, Comparison
from wirerate.running.workloads import takes_batches

BRIEF = 0.05
LIBRARIES = {"openssl": "libcrypto.so.3", "nettle": "libnettle.so.8", "ipsec-mb": "libIPSec_MB.so.1"}


def another(implementation: str, folder: Path) -> Path:
    """Return a copy of the system's library at another path, like another build."""
    name = LIBRARIES[implementation]
    version = meter.peer(implementation)
    if version.absent:
        pytest.skip(f"{implementation} is not on this machine: {version.absent}")
    ctypes.CDLL(name)
    maps = Path("/proc/self/maps").read_text().splitlines()
    file = next(line.split(maxsplit=5)[5] for line in maps if f"/{name.partition('.so')[0]}.so" in line)
    return Path(shutil.copy(file, folder / name))


def test_instructions_are_counted_or_the_reason_is_given() -> None:
    def found() -> Comparison:
        name = "md5@wirerate/portable"
        return wirerate.compare(name, name, lengths=[64], instructions=True, time=0.1).comparisons[0]

    try:
        meter.count_instructions()
    except MissingError:
        with pytest.raises(MissingError, match="cannot count instructions") as refused:
            found()
        assert refused.value.exit_code == 4
        return
    counted = found()
    assert counted.instructions is not None
    assert counted.instructions.median == pytest.approx(1, abs=0.001)
    assert counted.instructions_change == "NO CHANGE"


def compared(a: str, b: str) -> AnyRun:
    return wirerate.compare(a, b, lengths=[64], time=BRIEF)


@pytest.mark.parametrize(
    ("implementation", "algorithms"),
    [
        ("openssl", "md5,sha256,hmac-sha256,aes-128-cmac,poly1305,aes-128-gcm"),
        ("nettle", "md5,hmac-sha1-96,umac-64"),
        ("ipsec-mb", "hmac-md5,hmac-sha256-128,aes-128-gmac"),
    ],
)
def test_another_build_is_measured_beside_the_systems(implementation: str, algorithms: str, tmp_path: Path) -> None:
    library = another(implementation, tmp_path)
    run = compared(f"{algorithms}@{implementation}", f"@{library}")
    names = algorithms.split(",")
    assert [c.subject for c in run.comparisons] == [f"{name}@{library}" for name in names]
    assert [c.reference.partition("/")[0] for c in run.comparisons] == [f"{name}@{implementation}" for name in names]
    assert all(c.rounds for c in run.comparisons)
    versions = {peer.name: peer.version for peer in run.environment.peers} if run.environment else {}
    assert versions[str(library)] == versions[implementation]
    assert not [problem for problem in run.problems if problem.code in ("absent", "wrong")]


def test_a_relative_path_and_a_second_copy_are_builds_of_their_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copy(another("openssl", tmp_path), tmp_path / "newer.so")
    monkeypatch.chdir(tmp_path)
    run = compared("md5@./libcrypto.so.3", "md5@newer.so")
    assert [(c.reference, c.subject) for c in run.comparisons] == [("md5@./libcrypto.so.3", "md5@newer.so")]
    loaded = Path("/proc/self/maps").read_text()
    assert str(tmp_path / "libcrypto.so.3") in loaded
    assert str(tmp_path / "newer.so") in loaded


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [("gone.so", None, "No such file"), ("text.so", b"no library", "invalid ELF header|file too short")],
)
def test_a_build_that_is_not_there_is_an_error_before_anything_is_measured(
    name: str, content: bytes | None, message: str, tmp_path: Path
) -> None:
    if content is not None:
        (tmp_path / name).write_bytes(content)
    with pytest.raises(MissingError, match=message) as caught:
        compared("md5@wirerate", f"md5@{tmp_path / name}")
    assert caught.value.exit_code == 4
    assert "built for this machine" in caught.value.fix


def test_an_unknown_library_is_an_error_that_says_so(tmp_path: Path) -> None:
    known = ctypes.util.find_library("m")
    if known is None:
        pytest.skip("no libm to use as an unknown library")
    with pytest.raises(MissingError, match="libwirerate, libcrypto, libnettle"):
        compared("md5@wirerate", f"md5@{known}" if "/" in known else f"md5@{_path_of(known)}")


def _path_of(soname: str) -> str:
    ctypes.CDLL(soname)
    stem = soname.partition(".so")[0]
    lines = Path("/proc/self/maps").read_text().splitlines()
    return next(line.split(maxsplit=5)[5] for line in lines if f"/{stem}" in line)


def test_an_algorithm_that_a_build_lacks_is_absent(tmp_path: Path) -> None:
    library = another("nettle", tmp_path)
    run = compared("aes-128-cmac@openssl", f"aes-128-cmac@{library}")
    assert run.exit == 4
    assert any("nettle has no aes-128-cmac" in problem.message for problem in run.problems)


def test_sides_of_unequal_number_are_no_pairs() -> None:
    with pytest.raises(UsageError, match="2 subjects cannot be paired with 1"):
        wirerate.compare("md5,sha256@openssl", "md5@openssl")


def test_several_subjects_are_compared_pair_by_pair() -> None:
    run = wirerate.compare(["md5@wirerate", "hmac-md5@wirerate"], ["md5@openssl", "hmac-md5@openssl"],
                           lengths=[64, 1500], time=BRIEF)  # fmt: skip
    assert {(c.reference.partition("/")[0], c.subject, c.conditions.bytes) for c in run.comparisons} == {
        (f"{name}@wirerate", f"{name}@openssl", length) for name in ("md5", "hmac-md5") for length in (64, 1500)
    }
    assert len(run.comparisons) == 4


@pytest.mark.parametrize(("implementation", "batches"), [("openssl", False), ("nettle", False), ("ipsec-mb", True)])
def test_a_builds_batches_are_its_own(implementation: str, batches: bool, tmp_path: Path) -> None:
    assert takes_batches(str(another(implementation, tmp_path))) == batches
