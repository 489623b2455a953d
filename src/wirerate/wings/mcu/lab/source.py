# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Libraries in source: fetched once, held against their SHA-256, unpacked into the user's cache, where this lab keeps
what it fetched and built.

Package archives are reached the way this machine gets its packages: by apt's own mirrors, proxies and credentials where
there is apt, by the archives' public addresses otherwise.
"""

from __future__ import annotations

import hashlib
import re
import shutil
import subprocess
import tarfile
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

from wirerate import folders
from wirerate.catalogue.libraries import DEFAULT, Archive, library
from wirerate.cleanup import temporary_folder
from wirerate.errors import MissingError, OutputError, UsageError

_LONG_AGO_S = 3600


def cache_folder() -> Path:
    """The user's, for this lab."""
    return folders.cache_folder("mcu")


@contextmanager
def made_whole(folder: Path) -> Iterator[Path]:
    """A new folder beside `folder` that takes its name once the block has filled it: killed at any moment, the program
    leaves nothing half made under a name that is looked for. Another process that was first wins."""
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        _sweep(folder)
        new = Path(tempfile.mkdtemp(prefix=f".{folder.name}-", dir=folder.parent))
    except OSError as error:
        fix = "set XDG_CACHE_HOME to a folder you may write"
        raise OutputError(f"cannot write {folder.parent}: {error.strerror}", fix=fix) from error
    try:
        yield new
        new.chmod(0o755)
        try:
            new.rename(folder)
        except OSError:
            if not folder.is_dir():
                raise
    finally:
        shutil.rmtree(new, ignore_errors=True)


def _sweep(folder: Path) -> None:
    """Removes what a killed program left of this folder, if it was long ago: a younger one may still be filled."""
    for left in folder.parent.glob(f".{folder.name}-*"):
        with suppress(OSError):
            if time.time() - left.stat().st_mtime > _LONG_AGO_S:
                shutil.rmtree(left)


_HELPER = "/usr/lib/apt/apt-helper"
_DEBIAN = "http://deb.debian.org/debian"
_CRATES = "https://static.crates.io/crates"
_TIMEOUT_S = 60
_NAME = "name the folder that has library/ and include/"
# Where other libraries, and later ones of the same house, say what they are.
_OTHERS = (
    ("PolarSSL", "include/polarssl/version.h", r'POLARSSL_VERSION_STRING\s+"([^"]+)"'),
    ("TF-PSA-Crypto", "include/tf-psa-crypto/build_info.h", r'TF_PSA_CRYPTO_VERSION_STRING\s+"([^"]+)"'),
    ("wolfSSL", "wolfssl/version.h", r'LIBWOLFSSL_VERSION_STRING\s+"([^"]+)"'),
    ("OpenSSL", "VERSION.dat", r"(?s)^MAJOR=(\d+)\s+MINOR=(\d+)\s+PATCH=(\d+)"),
)


def fetch(version: str = DEFAULT) -> Path:
    """The unpacked tree (`library/`, `include/`) that a version of Mbed TLS is in, from the cache or the network."""
    own = "wirerate mcu --mbedtls DIR with a tree of your own"
    return fetched(f"Mbed TLS {version}", library(version).archives, instead=own)


def fetched(title: str, archives: Sequence[Archive], *, instead: str = "") -> Path:
    """The tree that one of these archives holds; `instead` is what else a reader can do who has none of them."""
    for archive in archives:
        if _folder(archive).is_dir():
            return _folder(archive)
    failures = []
    for archive in archives:
        try:
            return _unpacked(archive)
        except MissingError as error:
            failures.append(str(error))
    put = f"put {Path(archives[0].path).name} into {cache_folder() / 'archives'}"
    raise MissingError(
        f"{title} could not be fetched, so nothing can be built from it: " + "; ".join(failures),
        fix="connect this machine to its package mirror, or" + (f": {instead} (or {put})" if instead else f" {put}"),
    )


def own_tree(path: Path) -> Path:
    """A tree of the reader's, wherever it was named from; a folder that holds none is a UsageError, which names what
    it holds instead."""
    if not path.is_dir():
        raise UsageError(f"there is no folder {path}", fix=_NAME)
    found = _version_in(path)
    if found and _measured(found):
        return path.resolve()
    if found:
        why = f"{path} is Mbed TLS {found}: only 2.x and 3.x have the functions that are measured"
        raise UsageError(why, fix="name a tree of 2.x or 3.x; for one of wirerate's own give ‹version›")
    if other := _other_in(path):
        fix = "name a tree of Mbed TLS 2.x or 3.x; a function of any program: wirerate mcu function --elf FILE"
        raise UsageError(f"{path} is {other}, not Mbed TLS", fix=fix)
    around = (path.resolve().parent, *sorted(path.glob("*")))
    near = next((each for each in around if _measured(_version_in(each) or "")), None)
    raise UsageError(_no_tree(path), fix=f"did you mean {near}?" if near else _NAME)


def release(tree: Path) -> str:
    """The exact version that a tree says it is."""
    found = _version_in(tree)
    if found is None:
        raise UsageError(_no_tree(tree), fix=_NAME)
    return found


def _no_tree(path: Path) -> str:
    return f"{path} is not a tree of Mbed TLS: it has no include/mbedtls/version.h with a version"


def _measured(version: str) -> bool:
    """2.x and 3.x."""
    return version.partition(".")[0] in ("2", "3")


def _version_in(tree: Path) -> str | None:
    """The version in a tree's headers, if it has these."""
    for name in ("build_info.h", "version.h"):
        header = tree / "include" / "mbedtls" / name
        if header.is_file():
            found = re.search(r'define MBEDTLS_VERSION_STRING\s+"([^"]+)"', header.read_text(errors="replace"))
            if found:
                return found[1]
    return None


def _other_in(path: Path) -> str:
    """What another library's tree says it is: name and version."""
    for name, file, version in _OTHERS:
        header = path / file
        found = re.search(version, header.read_text(errors="replace")) if header.is_file() else None
        if found:
            return f"{name} {'.'.join(found.groups())}"
    return ""


def _folder(archive: Archive) -> Path:
    """One for each choice of what is kept: two libraries may come from one archive."""
    choice = hashlib.sha256("\n".join((archive.root, *archive.kept)).encode()).hexdigest()
    return cache_folder() / "source" / f"{archive.name}-{archive.sha256[:12]}-{choice[:6]}"


def _unpacked(archive: Archive) -> Path:
    folder = _folder(archive)
    kept = cache_folder() / "archives" / Path(archive.path).name
    with temporary_folder("mcu") as scratch:
        file = kept if kept.is_file() else _download(archive, scratch)
        digest = hashlib.sha256(file.read_bytes()).hexdigest()
        if digest != archive.sha256:
            raise MissingError(f"{file.name} has SHA-256 {digest[:16]}…, not {archive.sha256[:16]}…: not used")
        with made_whole(folder) as new:
            _extract(file, archive, new)
    return folder


def _extract(file: Path, wanted: Archive, into: Path) -> None:
    """The kept parts of an archive, without its top folder and its root; nothing but plain files inside `into`."""
    with tarfile.open(file) as archive:
        for member in archive:
            path = Path(*Path(member.name).parts[1:])
            if wanted.root:
                if not path.is_relative_to(wanted.root):
                    continue
                path = path.relative_to(wanted.root)
            kept = any(path.is_relative_to(each) for each in wanted.kept)
            if not member.isfile() or ".." in path.parts or not kept:
                continue
            target = into / path
            target.parent.mkdir(parents=True, exist_ok=True)
            content = archive.extractfile(member)
            assert content is not None
            target.write_bytes(content.read())


def _download(archive: Archive, folder: Path) -> Path:
    """Fetches it into `folder`."""
    target = folder / Path(archive.path).name
    if archive.kind == "crate":
        _by_python(f"{_CRATES}/{archive.path.replace('+', '%2B')}", target)
        return target
    mirrors = apt_mirrors()
    for mirror in mirrors:
        address = f"{mirror.rstrip('/')}/{archive.path}"
        command = [_HELPER, "-qq", "download-file", address, str(target), f"SHA256:{archive.sha256}"]
        if _succeeds(command):
            return target
    _by_python(f"{_DEBIAN}/{archive.path}", target)
    return target


def apt_mirrors() -> list[str]:
    """The Debian archives that this machine's apt is told to use, each once."""
    if not shutil.which("apt-get") or not Path(_HELPER).exists():
        return []
    command = ["apt-get", "indextargets", "--format", "$(REPO_URI)", "Created-By: Packages"]
    said = subprocess.run(command, capture_output=True, text=True, check=False, timeout=_TIMEOUT_S).stdout
    return [uri for uri in dict.fromkeys(said.split()) if uri.rstrip("/").endswith("/debian")]


def _succeeds(command: list[str]) -> bool:
    try:
        return subprocess.run(command, capture_output=True, check=False, timeout=_TIMEOUT_S).returncode == 0
    except subprocess.TimeoutExpired:
        return False


def _by_python(address: str, target: Path) -> None:
    import urllib.error
    import urllib.request

    try:
        with urllib.request.urlopen(address, timeout=_TIMEOUT_S) as answer:
            target.write_bytes(answer.read())
    except (OSError, urllib.error.URLError) as error:
        raise MissingError(f"{address}: {getattr(error, 'reason', error)}") from error
