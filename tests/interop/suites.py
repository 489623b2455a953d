"""Programs of other Debian releases beside the system's, never installed: apt verifies them, dpkg -x unpacks."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from pathlib import Path

from wirerate.errors import MissingError
from wirerate.lab.mcu.build.cache import made_whole
from wirerate.lab.mcu.build.source import apt_mirrors

KEYRING = "/usr/share/keyrings/debian-archive-keyring.gpg"
_PATIENCE_S = 300


class Tree:
    """A release's packages with all that they need, down to its C library."""

    def __init__(self, root: Path) -> None:
        self.root = root

    def command(self, program: str) -> list[str]:
        """The start of a command line that runs a program of this tree with the tree's own libraries."""
        loader = next(iter(sorted(self.root.glob("**/ld-linux-x86-64.so.2"))), None)
        if loader is None:
            raise MissingError(f"{self.root} has no loader for x86-64")
        folders = {str(path.parent) for path in self.root.glob("**/x86_64-linux-gnu/lib*.so*")}
        return [str(loader), "--library-path", ":".join(sorted(folders)), str(self.root / program.lstrip("/"))]

    def wrapper(self, program: str) -> Path:
        """A script that is such a program, for those that start one another by a path."""
        script = self.root / f"{Path(program).name}.sh"
        words = " ".join(f"'{word}'" for word in self.command(program))
        script.write_text(f'#!/bin/sh\nexec {words} "$@"\n')
        script.chmod(0o755)
        return script


def unpacked(suite: str, *packages: str) -> Tree:
    """The packages of a suite, from the user's cache or from the mirror that this machine uses."""
    cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "wirerate" / "interop"
    folder = cache / f"{suite}-{'-'.join(packages)}"
    if not folder.is_dir():
        mirrors = apt_mirrors()
        if not mirrors or not Path(KEYRING).exists():
            raise MissingError(f"no Debian mirror and keyring here for {suite}")
        with made_whole(folder) as new, tempfile.TemporaryDirectory(prefix="wirerate-") as scratch:
            _fetch(mirrors[0], suite, packages, Path(scratch), new)
    return Tree(folder)


def _fetch(mirror: str, suite: str, packages: tuple[str, ...], scratch: Path, into: Path) -> None:
    for name in ("state/lists/partial", "cache/archives/partial", "parts"):
        (scratch / name).mkdir(parents=True)
    (scratch / "status").touch()  # nothing counts as installed, so that all that is needed comes
    (scratch / "sources.list").write_text(f"deb [signed-by={KEYRING}] {mirror} {suite} main\n")
    settings = {
        "Dir::State": scratch / "state",
        "Dir::State::status": scratch / "status",
        "Dir::Cache": scratch / "cache",
        "Dir::Etc::sourcelist": scratch / "sources.list",
        "Dir::Etc::sourceparts": scratch / "parts",
        "Dir::Etc::preferencesparts": scratch / "parts",
        "APT::Architecture": "amd64",
        "APT::Architectures": "amd64",
        "APT::Sandbox::User": "",
        "Acquire::Languages": "none",
        "Debug::NoLocking": "1",
    }
    apt = ["apt-get", "-qq", *(word for name, value in settings.items() for word in ("-o", f"{name}={value}"))]
    _run([*apt, "update"])
    _run([*apt, "install", "--download-only", "--no-install-recommends", "-y", *packages])
    for package in sorted((scratch / "cache" / "archives").glob("*.deb")):
        _run(["dpkg", "-x", str(package), str(into)])
        shutil.rmtree(into / "usr" / "share" / "doc", ignore_errors=True)


def _run(command: list[str]) -> None:
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=_PATIENCE_S)
    if done.returncode:
        said = (done.stderr or done.stdout).strip().splitlines()
        raise MissingError(f"{command[0]}: {said[0] if said else done.returncode}")
