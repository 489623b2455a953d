"""Fetching Mbed TLS: pinned archives, what is unpacked, and errors."""

from __future__ import annotations

import datetime
import hashlib
import io
import tarfile
from pathlib import Path

import pytest

from wirerate.catalogue.libraries import LIBRARIES, VERSIONS, Archive, Library, library
from wirerate.errors import MissingError, UsageError
from wirerate.wings.mcu.lab import source
from wirerate.wings.mcu.lab.source import cache_folder, fetch, release

CONTENT = {
    "top/vendor/library/ecp.c": b"/* code */",
    "top/vendor/include/mbedtls/version.h": b'#define MBEDTLS_VERSION_STRING         "9.8.7"\n',
    "top/vendor/programs/demo.c": b"not wanted",
    "top/vendor/library/../../../../escaped": b"not wanted",
    "top/other/library/ecp.c": b"not wanted",
}


def archive(folder: Path) -> Archive:
    """Create an archive like the catalogue's in the folder of downloaded archives."""
    data = io.BytesIO()
    with tarfile.open(fileobj=data, mode="w:gz") as file:
        for name, content in CONTENT.items():
            member = tarfile.TarInfo(name)
            member.size = len(content)
            file.addfile(member, io.BytesIO(content))
        link = tarfile.TarInfo("top/vendor/library/link.c")
        link.type, link.linkname = tarfile.SYMTYPE, "/etc/passwd"
        file.addfile(link)
    folder.mkdir(parents=True)
    (folder / "made-9.8.crate").write_bytes(data.getvalue())
    return Archive("crate", "made/made-9.8.crate", hashlib.sha256(data.getvalue()).hexdigest(), root="vendor")


def offer(version: str, pinned: Archive, monkeypatch: pytest.MonkeyPatch) -> None:
    today = datetime.date(2026, 11, 21)
    monkeypatch.setitem(LIBRARIES, version, Library(version, today, today, "", archives=(pinned,)))


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    return cache_folder()


def test_every_version_is_pinned() -> None:
    assert VERSIONS == ("3.6", "2.28", "2.16", "2.4")
    archives = [one for version in VERSIONS for one in library(version).archives]
    assert all(len(one.sha256) == 64 and int(one.sha256, 16) for one in archives)
    assert len({one.sha256 for one in archives}) == len(archives)
    assert all(f"{version}." in library(version).archives[0].path for version in VERSIONS)


def test_only_regular_files_that_are_needed_are_unpacked(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    offer("9.8", archive(cache / "archives"), monkeypatch)
    tree = fetch("9.8")
    files = sorted(str(path.relative_to(tree)) for path in tree.rglob("*") if not path.is_dir())
    assert files == ["include/mbedtls/version.h", "library/ecp.c"]
    assert release(tree) == "9.8.7"
    assert not list(cache.parent.rglob("escaped"))
    (cache / "archives" / "made-9.8.crate").unlink()
    assert fetch("9.8") == tree, "the unpacked tree is reused"


def test_a_file_with_another_hash_is_not_used(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pinned = archive(cache / "archives")
    (cache / "archives" / "made-9.8.crate").write_bytes(b"something else")
    offer("9.8", pinned, monkeypatch)
    with pytest.raises(MissingError, match="SHA-256") as failed:
        fetch("9.8")
    assert failed.value.exit_code == 4
    assert not (cache / "source").exists() or not list((cache / "source").iterdir())


def test_without_a_network_the_error_says_what_to_type(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def nothing(wanted: Archive, folder: Path) -> Path:
        raise MissingError(f"{wanted.path}: no route to host")

    monkeypatch.setattr(source, "_download", nothing)
    with pytest.raises(MissingError, match=r"3\.6 could not be downloaded.*no route to host") as failed:
        fetch()
    assert "--mbedtls DIR" in failed.value.fix
    assert "mbedtls_3.6.7.orig.tar.bz2" in failed.value.fix


def test_a_version_that_is_not_offered_and_a_folder_that_is_no_tree(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="version of Mbed TLS"):
        fetch("1.3")
    with pytest.raises(UsageError, match="not an Mbed TLS tree"):
        release(tmp_path)
