"""Builds the Debian packages of debian/ and tries them: `python scripts/deb`, `make deb`.

In a root of Debian 13, the first release with all that the program needs; lintian reads them there, too. Then they are
installed in a second root, which has never seen the sources, and the package's own tests (debian/tests) run: one
compiles a consumer, one asks the program. Both roots are folders; nothing of this machine's system is changed.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "src")]  # where the mirror of this machine is told

WORK = ROOT / "build" / "deb"
SUITE = "trixie"
KEYRING = "/usr/share/keyrings/debian-archive-keyring.gpg"
UNASKED = "initial-upload-closes-no-bugs"  # lintian wants the number of a bug in Debian's tracker; nothing is uploaded
TOOLS = ("lintian", "fakeroot")  # besides what debian/control asks for
PACKAGES = "/packages"


class Failed(Exception):
    """A command failed; the message is what it said."""


def run(*command: str | Path, folder: Path = ROOT) -> str:
    """Output of a command that succeeds."""
    words = [str(word) for word in command]
    done = subprocess.run(
        words,
        cwd=folder,
        env={name: os.environ[name] for name in ("PATH", "TMPDIR") if name in os.environ}
        | {"HOME": "/root", "LC_ALL": "C.UTF-8", "DEBIAN_FRONTEND": "noninteractive"},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    if done.returncode:
        raise Failed(f"$ {' '.join(words)}\n{done.stdout[-8000:]}")
    return done.stdout


def absent() -> str:
    """What of this machine's is missing, and the remedy; empty where nothing is."""
    if os.geteuid():
        return "roots of another release take root; type: sudo make deb"
    if not shutil.which("mmdebstrap"):
        return "no mmdebstrap; type: sudo apt-get install mmdebstrap"
    return "" if Path(KEYRING).exists() else "no keys of Debian's; type: sudo apt-get install debian-archive-keyring"


def root(name: str, variant: str, packages: list[str]) -> Path:
    """A root of that suite with these packages in it; kept from one run to the next."""
    from wirerate.wings.mcu.lab.source import apt_mirrors

    folder = WORK / name
    if not (folder / "complete").exists():
        shutil.rmtree(folder, ignore_errors=True)
        source = f"deb [signed-by={KEYRING}] {apt_mirrors()[0]} {SUITE} main"
        run(
            "mmdebstrap",
            "--mode=root",
            f"--variant={variant}",
            f"--include={','.join(packages)}",
            SUITE,
            folder,
            source,
        )
        (folder / "complete").touch()
    return folder


def depends(field: str, file: str) -> list[str]:
    """The packages that a field of a control file names."""
    text = (ROOT / "debian" / file).read_text()
    found = re.findall(rf"^{field}:((?:.*\n)(?:[ \t]+.*\n)*)", text, re.MULTILINE)
    names = [re.split(r"[ (]", word.strip())[0] for value in found for word in value.split(",")]
    return [name.replace("debhelper-compat", "debhelper") for name in names if name]


def built(build: Path) -> list[Path]:
    """The packages, of the source distribution and debian/, by dpkg-buildpackage; lintian is content."""
    from scikit_build_core import build as backend

    os.chdir(ROOT)
    place = build / PACKAGES.lstrip("/")
    shutil.rmtree(place, ignore_errors=True)
    place.mkdir()
    distribution = Path(backend.build_sdist(str(place)))
    name, version = distribution.name.removesuffix(".tar.gz").split("-")
    (place / distribution.name).rename(place / f"{name}_{version}.orig.tar.gz")
    run("tar", "-xzf", f"{name}_{version}.orig.tar.gz", folder=place)
    tree = place / f"{name}-{version}"
    shutil.copytree(ROOT / "debian", tree / "debian")
    inside = f"{PACKAGES}/{tree.name}"
    log = run("chroot", build, "sh", "-c", f"cd {inside} && dpkg-buildpackage -us -uc 2>&1")
    (WORK / "build.log").write_text(log)
    said = run(
        "chroot",
        build,
        "sh",
        "-c",
        f"cd {PACKAGES} && lintian --allow-root --suppress-tags {UNASKED} --fail-on error,warning {name}_*.changes",
    )
    print(f"lintian: {said.strip() or 'nothing'}")
    return sorted(path for path in place.glob("*.deb") if "-dbgsym" not in path.name)


def tried(clean: Path, packages: list[Path]) -> None:
    """In the clean root, as its own package manager installs them: the tests of debian/tests."""
    place = clean / PACKAGES.lstrip("/")
    shutil.rmtree(place, ignore_errors=True)
    place.mkdir()
    for file in [*packages, *(ROOT / "debian" / "tests").iterdir()]:
        shutil.copy(file, place)
    names = " ".join(f"./{path.name}" for path in packages)
    run("chroot", clean, "apt-get", "update", "-qq")
    run("chroot", clean, "sh", "-c", f"cd {PACKAGES} && apt-get install -y -qq --no-install-recommends {names}")
    run("mount", "-t", "proc", "proc", clean / "proc")
    try:
        for test in depends("Tests", "tests/control"):
            said = run("chroot", clean, f"{PACKAGES}/{test}").strip().splitlines()
            print(f"debian/tests/{test}: passed{': ' + said[-1].strip() if said else ''}")
    finally:
        run("umount", clean / "proc")


def main() -> int:
    if reason := absent():
        print(f"the Debian packages are not built: {reason}")
        return 4
    WORK.mkdir(parents=True, exist_ok=True)
    try:
        needed = [*depends("Build-Depends", "control"), *TOOLS]
        packages = built(root("build", "buildd", needed))
        compiler = ["gcc", "libc6-dev", "pkgconf"]
        tried(root("clean", "apt", compiler), packages)
    except Failed as failed:
        print(failed)
        return 1
    for package in packages:
        print(f"{package.name}: {package.stat().st_size / 1000:,.0f} kB")
    return 0


if __name__ == "__main__":
    sys.exit(main())
