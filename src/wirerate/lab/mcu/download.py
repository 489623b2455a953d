"""Files from package archives, the way this machine gets its packages: apt's own mirrors, proxies and credentials where
there is apt, the archives' public addresses otherwise. What comes is held against its SHA-256 by the caller."""

from __future__ import annotations

import shutil
import subprocess
import urllib.error
import urllib.request
from pathlib import Path

from wirerate.catalogue.libraries import Archive
from wirerate.errors import MissingError

_HELPER = "/usr/lib/apt/apt-helper"
_DEBIAN = "http://deb.debian.org/debian"
_CRATES = "https://static.crates.io/crates"
_TIMEOUT_S = 60


def download(archive: Archive, folder: Path) -> Path:
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
    try:
        with urllib.request.urlopen(address, timeout=_TIMEOUT_S) as answer:
            target.write_bytes(answer.read())
    except (OSError, urllib.error.URLError) as error:
        raise MissingError(f"{address}: {getattr(error, 'reason', error)}") from error
