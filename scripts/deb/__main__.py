"""Build and test the Debian packages of debian/: `python scripts/deb`, `make deb`.

The packages are built, and checked by lintian, in a root of Debian 13, the first release with all dependencies. They
are then installed in a second root without the sources, where the tests in debian/tests compile a C program against
the library and run the command. Both roots are folders; the machine's own system is not changed.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "src")]  # the package knows this machine's mirror

WORK = ROOT / "build" / "deb"
SUITE = "trixie"
KEYRING = "/usr/share/keyrings/debian-archive-keyring.gpg"
SUPPRESSED = "initial-upload-closes-no-bugs"  # asks for a bug number in Debian's tracker; nothing is uploaded
TOOLS = ("lintian", "fakeroot")  # besides the packages in debian/control
PACKAGES = "/packages"


class Failed(Exception):
    """A command failed; the message is its output."""


def run(*command: str | Path, folder: Path = ROOT) -> str:
    """Run a command and return its output. Raise Failed if it fails."""
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
    """Return what this machine lacks and how to install it, or an empty string."""
    if os.geteuid():
        return "creating a Debian root needs root; type: sudo make deb"
    if not shutil.which("mmdebstrap"):
        return "mmdebstrap is not installed; type: sudo apt-get install mmdebstrap"
    return (
        ""
        if Path(KEYRING).exists()
        else "Debian's keys are not installed; type: sudo apt-get install debian-archive-keyring"
    )


def root(name: str, variant: str, packages: list[str]) -> Path:
    """Return a root folder with these packages, creating it if an earlier run has not."""
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
    """Return the package names in a field of a control file."""
    text = (ROOT / "debian" / file).read_text()
    values = re.findall(rf"^{field}:((?:.*\n)(?:[ \t]+.*\n)*)", text, re.MULTILINE)
    names = [re.split(r"[ (]", word.strip())[0] for value in values for word in value.split(",")]
    return [name.replace("debhelper-compat", "debhelper") for name in names if name]


def build_packages(build: Path) -> list[Path]:
    """Build the packages with dpkg-buildpackage, check them with lintian, and return them."""
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
    output = run(
        "chroot",
        build,
        "sh",
        "-c",
        f"cd {PACKAGES} && lintian --allow-root --suppress-tags {SUPPRESSED} --fail-on error,warning {name}_*.changes",
    )
    print(f"lintian: {output.strip() or 'nothing'}")
    return sorted(path for path in place.glob("*.deb") if "-dbgsym" not in path.name)


def test_packages(clean: Path, packages: list[Path]) -> None:
    """Install the packages in the clean root with apt, and run the tests of debian/tests there."""
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
            output = run("chroot", clean, f"{PACKAGES}/{test}").strip().splitlines()
            print(f"debian/tests/{test}: passed{': ' + output[-1].strip() if output else ''}")
    finally:
        run("umount", clean / "proc")


def main() -> int:
    if reason := absent():
        print(f"cannot build the Debian packages: {reason}")
        return 4
    WORK.mkdir(parents=True, exist_ok=True)
    try:
        needed = [*depends("Build-Depends", "control"), *TOOLS]
        packages = build_packages(root("build", "buildd", needed))
        compiler = ["gcc", "libc6-dev", "pkgconf"]
        test_packages(root("clean", "apt", compiler), packages)
    except Failed as failed:
        print(failed)
        return 1
    for package in packages:
        print(f"{package.name}: {package.stat().st_size / 1000:,.0f} kB")
    return 0


if __name__ == "__main__":
    sys.exit(main())
