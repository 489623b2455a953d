"""Programs of other Debian releases, unpacked beside the system's and never installed; apt verifies them."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

from wirerate import folders
from wirerate.cleanup import temporary_folder
from wirerate.errors import MissingError
from wirerate.wings.mcu.lab.source import apt_mirrors, atomic_folder

KEYRING = "/usr/share/keyrings/debian-archive-keyring.gpg"
_PATIENCE_S = 300


class Tree:
    """Packages of one release with all their dependencies, including its C library."""

    def __init__(self, root: Path) -> None:
        self.root = root

    def command(self, program: str) -> list[str]:
        """Return the start of a command line that runs a program of this tree with the tree's own libraries."""
        loader = next(iter(sorted(self.root.glob("**/ld-linux-x86-64.so.2"))), None)
        if loader is None:
            raise MissingError(f"{self.root} has no loader for x86-64")
        folders = {str(path.parent) for path in self.root.glob("**/x86_64-linux-gnu/lib*.so*")}
        return [str(loader), "--library-path", ":".join(sorted(folders)), str(self.root / program.lstrip("/"))]

    def wrapper(self, program: str) -> Path:
        """Return a script that runs such a program, for programs that start each other by path."""
        script = self.root / f"{Path(program).name}.sh"
        words = " ".join(f"'{word}'" for word in self.command(program))
        script.write_text(f'#!/bin/sh\nexec {words} "$@"\n')
        script.chmod(0o755)
        return script


def unpacked(suite: str, *packages: str, architecture: str = "amd64") -> Tree:
    """Return packages of a suite from the user's cache, or fetch them from this machine's mirror."""
    other = "" if architecture == "amd64" else f"-{architecture}"
    folder = folders.cache_folder("interop") / f"{suite}{other}-{'-'.join(packages)}"
    if not folder.is_dir():
        with atomic_folder(folder) as new, temporary_folder("interop") as scratch:
            apt = _apt("deb", suite, scratch, architecture)
            _run([*apt, "install", "--download-only", "--no-install-recommends", "-y", *packages])
            for package in sorted((scratch / "cache" / "archives").glob("*.deb")):
                _run(["dpkg", "-x", str(package), str(new)])
                shutil.rmtree(new / "usr" / "share" / "doc", ignore_errors=True)
    return Tree(folder)


def source_folder(suite: str, package: str) -> Path:
    """Return the folder of a source package that was fetched before."""
    return folders.cache_folder("interop") / f"{suite}-{package}-source"


def source(suite: str, package: str) -> Path:
    """Return the source package of a suite with its Debian patches, from the user's cache or this machine's mirror."""
    folder = source_folder(suite, package)
    if not folder.is_dir():
        if not shutil.which("dpkg-source"):
            raise MissingError("no dpkg-source (Debian: dpkg-dev)")
        with atomic_folder(folder) as new, temporary_folder("interop") as scratch:
            apt = _apt("deb-src", suite, scratch)
            _run([*apt, "source", "--download-only", package], scratch)
            _run(["dpkg-source", "--no-check", "-x", *(path.name for path in scratch.glob("*.dsc")), "source"], scratch)
            shutil.copytree(scratch / "source", new, dirs_exist_ok=True, symlinks=True)
    return folder


def _apt(kind: str, suite: str, scratch: Path, architecture: str = "amd64") -> list[str]:
    """Run apt-get for this suite only, verified by Debian's keys, with all its files in `scratch`."""
    mirrors = apt_mirrors()
    if not mirrors or not Path(KEYRING).exists():
        raise MissingError(f"no Debian mirror and keyring here for {suite}")
    for name in ("state/lists/partial", "cache/archives/partial", "parts"):
        (scratch / name).mkdir(parents=True)
    (scratch / "status").touch()  # no package counts as installed, so that all dependencies are fetched
    (scratch / "sources.list").write_text(f"{kind} [signed-by={KEYRING}] {mirrors[0]} {suite} main\n")
    settings = {
        "Dir::State": scratch / "state",
        "Dir::State::status": scratch / "status",
        "Dir::Cache": scratch / "cache",
        "Dir::Etc::sourcelist": scratch / "sources.list",
        "Dir::Etc::sourceparts": scratch / "parts",
        "Dir::Etc::preferencesparts": scratch / "parts",
        "APT::Architecture": architecture,
        "APT::Architectures": architecture,
        "APT::Sandbox::User": "",
        "Acquire::Languages": "none",
        "Debug::NoLocking": "1",
    }
    apt = ["apt-get", "-qq", *(word for name, value in settings.items() for word in ("-o", f"{name}={value}"))]
    _run([*apt, "update"])
    return apt


def _run(command: list[str], folder: Path | None = None) -> None:
    done = subprocess.run(
        command,
        cwd=folder,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
        timeout=_PATIENCE_S,
        start_new_session=True,  # apt uses the terminal, which would stop a background process group
    )
    if done.returncode:
        said = (done.stderr or done.stdout).strip().splitlines()
        raise MissingError(f"{command[0]}: {said[0] if said else done.returncode}")
