# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Fetch libraries' sources once, check their SHA-256, and unpack them into the user's cache.

Archives come from the mirrors that apt is configured for, with its proxies and credentials. Without apt they come from
the public addresses.
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
    """Return the user's cache folder for sources, objects and images."""
    return folders.cache_folder("mcu")


@contextmanager
def atomic_folder(folder: Path) -> Iterator[Path]:
    """Yield a temporary folder to fill, and rename it to `folder` when the block ends.

    A killed program therefore leaves no incomplete `folder`. If another process creates it first, its folder stays.
    """
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
    """Remove temporary folders that a killed program left. Keep recent ones: another process may be filling them."""
    for leftover in folder.parent.glob(f".{folder.name}-*"):
        with suppress(OSError):
            if time.time() - leftover.stat().st_mtime > _LONG_AGO_S:
                shutil.rmtree(leftover)


_HELPER = "/usr/lib/apt/apt-helper"
_DEBIAN = "http://deb.debian.org/debian"
_CRATES = "https://static.crates.io/crates"
_TIMEOUT_S = 60
_FIX_FOLDER = "name the folder that contains library/ and include/"
# The files in which other libraries, and predecessors and successors of Mbed TLS, state their version.
_OTHER_LIBRARIES = (
    ("PolarSSL", "include/polarssl/version.h", r'POLARSSL_VERSION_STRING\s+"([^"]+)"'),
    ("TF-PSA-Crypto", "include/tf-psa-crypto/build_info.h", r'TF_PSA_CRYPTO_VERSION_STRING\s+"([^"]+)"'),
    ("wolfSSL", "wolfssl/version.h", r'LIBWOLFSSL_VERSION_STRING\s+"([^"]+)"'),
    ("OpenSSL", "VERSION.dat", r"(?s)^MAJOR=(\d+)\s+MINOR=(\d+)\s+PATCH=(\d+)"),
)


def fetch(version: str = DEFAULT) -> Path:
    """Return the source tree of an Mbed TLS version (`library/`, `include/`), fetching it if it is not cached."""
    alternative = "use your own tree: wirerate mcu --mbedtls DIR"
    return fetch_tree(f"Mbed TLS {version}", library(version).archives, alternative=alternative)


def fetch_tree(title: str, archives: Sequence[Archive], *, alternative: str = "") -> Path:
    """Return the tree of the first archive that is cached or can be fetched.

    If no archive can be fetched, raise MissingError; `alternative` tells the user what to do instead.
    """
    for archive in archives:
        if _folder(archive).is_dir():
            return _folder(archive)
    failures = []
    for archive in archives:
        try:
            return _unpack(archive)
        except MissingError as error:
            failures.append(str(error))
    put = f"put {Path(archives[0].path).name} into {cache_folder() / 'archives'}"
    raise MissingError(
        f"{title} could not be downloaded: " + "; ".join(failures),
        fix=f"connect this machine to its package mirror, {alternative + ', ' if alternative else ''}or {put}",
    )


def user_tree(path: Path) -> Path:
    """Return the absolute path of the user's Mbed TLS tree.

    Raise UsageError if it is no tree of 2.x or 3.x; the message names the library or version that it is.
    """
    if not path.is_dir():
        raise UsageError(f"there is no folder {path}", fix=_FIX_FOLDER)
    version = _read_version(path)
    if version and _is_supported(version):
        return path.resolve()
    if version:
        why = f"{path} is Mbed TLS {version}, and only 2.x and 3.x can be measured"
        raise UsageError(why, fix="name a tree of 2.x or 3.x, or choose one of wirerate's versions with ‹version›")
    if other := _identify_other_library(path):
        fix = "name a tree of Mbed TLS 2.x or 3.x, or measure any function with: wirerate mcu function --elf FILE"
        raise UsageError(f"{path} is {other}, not Mbed TLS", fix=fix)
    candidates = (path.resolve().parent, *sorted(path.glob("*")))
    suggestion = next((folder for folder in candidates if _is_supported(_read_version(folder) or "")), None)
    raise UsageError(_no_tree_message(path), fix=f"did you mean {suggestion}?" if suggestion else _FIX_FOLDER)


def release(tree: Path) -> str:
    """Return the exact version of an Mbed TLS tree, from its headers."""
    version = _read_version(tree)
    if version is None:
        raise UsageError(_no_tree_message(tree), fix=_FIX_FOLDER)
    return version


def _no_tree_message(path: Path) -> str:
    return f"{path} is not an Mbed TLS tree: no include/mbedtls/version.h there states a version"


def _is_supported(version: str) -> bool:
    """Return whether a version is 2.x or 3.x."""
    return version.partition(".")[0] in ("2", "3")


def _read_version(tree: Path) -> str | None:
    """Return the version in a tree's headers, or None."""
    for name in ("build_info.h", "version.h"):
        header = tree / "include" / "mbedtls" / name
        if header.is_file():
            match = re.search(r'define MBEDTLS_VERSION_STRING\s+"([^"]+)"', header.read_text(errors="replace"))
            if match:
                return match[1]
    return None


def _identify_other_library(path: Path) -> str:
    """Return the name and version of another library's tree, or an empty string."""
    for name, file, version in _OTHER_LIBRARIES:
        header = path / file
        match = re.search(version, header.read_text(errors="replace")) if header.is_file() else None
        if match:
            return f"{name} {'.'.join(match.groups())}"
    return ""


def _folder(archive: Archive) -> Path:
    """Return the cache folder of an archive. Its name depends on the parts that are extracted, because two libraries
    may use the same archive."""
    choice = hashlib.sha256("\n".join((archive.root, *archive.kept)).encode()).hexdigest()
    return cache_folder() / "source" / f"{archive.name}-{archive.sha256[:12]}-{choice[:6]}"


def _unpack(archive: Archive) -> Path:
    folder = _folder(archive)
    kept = cache_folder() / "archives" / Path(archive.path).name
    with temporary_folder("mcu") as scratch:
        file = kept if kept.is_file() else _download(archive, scratch)
        digest = hashlib.sha256(file.read_bytes()).hexdigest()
        if digest != archive.sha256:
            raise MissingError(f"{file.name} is rejected: its SHA-256 is {digest[:16]}…, not {archive.sha256[:16]}…")
        with atomic_folder(folder) as new:
            _extract(file, archive, new)
    return folder


def _extract(file: Path, wanted: Archive, into: Path) -> None:
    """Extract the kept parts of an archive into `into`, without the archive's top folder and root. Skip everything but
    regular files, and paths that lead out of `into`."""
    with tarfile.open(file) as archive:
        for member in archive:
            path = Path(*Path(member.name).parts[1:])
            if wanted.root:
                if not path.is_relative_to(wanted.root):
                    continue
                path = path.relative_to(wanted.root)
            kept = any(path.is_relative_to(prefix) for prefix in wanted.kept)
            if not member.isfile() or ".." in path.parts or not kept:
                continue
            target = into / path
            target.parent.mkdir(parents=True, exist_ok=True)
            content = archive.extractfile(member)
            assert content is not None
            target.write_bytes(content.read())


def _download(archive: Archive, folder: Path) -> Path:
    """Download an archive into `folder`."""
    target = folder / Path(archive.path).name
    if archive.kind == "crate":
        _download_directly(f"{_CRATES}/{archive.path.replace('+', '%2B')}", target)
        return target
    mirrors = apt_mirrors()
    for mirror in mirrors:
        address = f"{mirror.rstrip('/')}/{archive.path}"
        command = [_HELPER, "-qq", "download-file", address, str(target), f"SHA256:{archive.sha256}"]
        if _succeeds(command):
            return target
    _download_directly(f"{_DEBIAN}/{archive.path}", target)
    return target


def apt_mirrors() -> list[str]:
    """Return the Debian mirrors that apt is configured for, without duplicates."""
    if not shutil.which("apt-get") or not Path(_HELPER).exists():
        return []
    command = ["apt-get", "indextargets", "--format", "$(REPO_URI)", "Created-By: Packages"]
    output = subprocess.run(command, capture_output=True, text=True, check=False, timeout=_TIMEOUT_S).stdout
    return [uri for uri in dict.fromkeys(output.split()) if uri.rstrip("/").endswith("/debian")]


def _succeeds(command: list[str]) -> bool:
    try:
        return subprocess.run(command, capture_output=True, check=False, timeout=_TIMEOUT_S).returncode == 0
    except subprocess.TimeoutExpired:
        return False


def _download_directly(address: str, target: Path) -> None:
    import urllib.error
    import urllib.request

    try:
        with urllib.request.urlopen(address, timeout=_TIMEOUT_S) as answer:
            target.write_bytes(answer.read())
    except (OSError, urllib.error.URLError) as error:
        raise MissingError(f"{address}: {getattr(error, 'reason', error)}") from error
