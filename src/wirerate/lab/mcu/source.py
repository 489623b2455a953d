"""Mbed TLS in source: fetched once, held against its SHA-256, unpacked into the user's cache."""

from __future__ import annotations

import hashlib
import re
import tarfile
from dataclasses import dataclass
from pathlib import Path

from wirerate.errors import MissingError, UsageError, unknown
from wirerate.lab.mcu.download import Archive, download
from wirerate.lab.mcu.folders import cache_folder, made_whole
from wirerate.leftovers import temporary_folder

DEFAULT = "3.6"
P256M = "p256-m"  # in the place of a version: another implementation of one curve, without any toggle; DEFAULT has it
_KEPT = ("library", "include", "3rdparty", "LICENSE")  # what firmware is built from


@dataclass(frozen=True)
class Source:
    """A version of Mbed TLS: the archives that hold it, the preferred one first."""

    release: str  # of the first archive
    archives: tuple[Archive, ...]
    window: int  # ecp.h: MBEDTLS_ECP_WINDOW_SIZE by default; the two other options are on in all of them


VERSIONS: dict[str, Source] = {
    "3.6": Source(
        "3.6.7",
        (
            Archive(
                "debian",
                "pool/main/m/mbedtls/mbedtls_3.6.7.orig.tar.bz2",
                "a7e8bcbec0e6f761b4af24f25677626b35f762f68eef79c08677a363212d11f6",
            ),
            Archive(
                "debian",
                "pool/main/m/mbedtls/mbedtls_3.6.6.orig.tar.bz2",
                "8fb65fae8dcae5840f793c0a334860a411f884cc537ea290ce1c52bb64ca007a",
            ),
            Archive(
                "crate",
                "mbedtls-rs-sys/mbedtls-rs-sys-0.3.1.crate",
                "ed3d6fe75492994df511a63da8de669a0c59938ada3345e3d4756aec095d2ffb",
                root="mbedtls",
            ),
        ),
        window=4,
    ),
    "2.28": Source(
        "2.28.3",
        (
            Archive(
                "debian",
                "pool/main/m/mbedtls/mbedtls_2.28.3.orig.tar.gz",
                "3b4953aa55a681e084d31892d9904cc5328d6b4958ea57b90ae4b4f94ae69a8d",
            ),
            # The same but for changes to aesni.c, padlock.c and a switch in bn_mul.h that is not used here.
            Archive(
                "crate",
                "mbedtls-sys-auto/mbedtls-sys-auto-2.28.4+mbedtls-2.28.3.crate",
                "98d7ce5f5cf8204f7d901bf98d220f54514c6a30ac0dc7cfc473d499139196d4",
                root="vendor",
            ),
        ),
        window=4,
    ),
    "2.16": Source(
        "2.16.0",
        (
            Archive(
                "crate",
                "mbedtls-sys-auto/mbedtls-sys-auto-2.16.0.crate",
                "825e8a9116aa836751d0828ce8293cb6efb2230445d7babf7446ba6aed49eca1",
                root="vendor",
            ),
        ),
        window=6,
    ),
    "2.4": Source(
        "2.4.0",
        (
            Archive(
                "crate",
                "mbedtls-sys-auto/mbedtls-sys-auto-2.4.0.crate",
                "5ce5d5a4de194fb71a33532014041bf4a9a63c775c7a930df40aa9415b7c2459",
                root="vendor",
            ),
        ),
        window=6,
    ),
}


def version_named(word: str | None) -> str:
    """A version's name; the default one's without a word."""
    if word is not None and word not in (*VERSIONS, P256M):
        raise unknown("version of Mbed TLS", word, (*VERSIONS, P256M))
    return word or DEFAULT


def default_window(version: str) -> int:
    return VERSIONS[DEFAULT if version == P256M else version].window


def fetch(version: str = DEFAULT) -> Path:
    """The unpacked tree (`library/`, `include/`) that a version is in, from the cache or the network."""
    archives = VERSIONS[DEFAULT if version_named(version) == P256M else version].archives
    for archive in archives:
        if _folder(archive).is_dir():
            return _folder(archive)
    failures = []
    for archive in archives:
        try:
            return _unpacked(archive)
        except MissingError as error:
            failures.append(str(error))
    raise MissingError(
        f"Mbed TLS {version} could not be fetched, so nothing can be built from it: " + "; ".join(failures),
        fix=f"connect this machine to its package mirror, or: wirerate mcu --mbedtls DIR with a tree of your own "
        f"(or put {Path(archives[0].path).name} into {cache_folder() / 'archives'})",
    )


def release(tree: Path) -> str:
    """The exact version that a tree says it is."""
    for name in ("build_info.h", "version.h"):
        header = tree / "include" / "mbedtls" / name
        if header.is_file():
            found = re.search(r'define MBEDTLS_VERSION_STRING\s+"([^"]+)"', header.read_text(errors="replace"))
            if found:
                return found[1]
    raise UsageError(
        f"{tree} is not a tree of Mbed TLS: it has no include/mbedtls/version.h with a version",
        fix="name the folder that has library/ and include/",
    )


def _folder(archive: Archive) -> Path:
    return cache_folder() / "source" / f"{archive.name}-{archive.sha256[:12]}"


def _unpacked(archive: Archive) -> Path:
    folder = _folder(archive)
    kept = cache_folder() / "archives" / Path(archive.path).name
    with temporary_folder("mcu") as scratch:
        file = kept if kept.is_file() else download(archive, scratch)
        digest = hashlib.sha256(file.read_bytes()).hexdigest()
        if digest != archive.sha256:
            raise MissingError(f"{file.name} has SHA-256 {digest[:16]}…, not {archive.sha256[:16]}…: not used")
        with made_whole(folder) as new:
            _extract(file, archive.root, new)
    return folder


def _extract(file: Path, root: str, into: Path) -> None:
    """The kept parts of an archive, without its top folder and `root`; nothing but plain files inside `into`."""
    with tarfile.open(file) as archive:
        for member in archive:
            path = Path(*Path(member.name).parts[1:])
            if root:
                if not path.is_relative_to(root):
                    continue
                path = path.relative_to(root)
            if not member.isfile() or ".." in path.parts or path.parts[:1] not in [(kept,) for kept in _KEPT]:
                continue
            target = into / path
            target.parent.mkdir(parents=True, exist_ok=True)
            content = archive.extractfile(member)
            assert content is not None
            target.write_bytes(content.read())
