"""The Pythons on which wheels are tested: this machine's, Debian's newest, Debian's for arm64 (in QEMU), one with musl.

PyPI and Debian have no Python linked with musl, so one is built from Debian's musl and Python sources in the user's
cache, which takes a few minutes.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.interop.suites import Tree

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "src")]  # the tests have the code that fetches packages of other Debian releases

WORK = ROOT / "build" / "trials"
PATIENCE_S = 900
SUITE, PYTHON = "bookworm", "python3.11"
NEW_SUITE, NEW_PYTHON = "forky", "python3.14"  # used if the machine has none as new


class Absent(Exception):
    """This machine cannot provide the place; the message says why."""


class Failed(Exception):
    """A command failed or printed a wrong result."""


@dataclass(frozen=True)
class Place:
    """A Python, its wheels' platform tag, and whether its processor is emulated."""

    name: str
    platform: str
    python: Callable[[], list[str]]
    emulated: bool = False


def run(*command: str | Path, folder: Path | None = None, statuses: tuple[int, ...] = (0,), **variables: str) -> str:
    """Run a command in a clean environment with a separate home. Return its output, or raise Failed."""
    WORK.mkdir(parents=True, exist_ok=True)
    kept = {name: os.environ[name] for name in ("PATH", "TMPDIR", "SSL_CERT_FILE") if name in os.environ}
    words = [str(word) for word in command]
    done = subprocess.run(
        words,
        cwd=folder or WORK,
        env=kept | {"HOME": str(WORK / "home")} | variables,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
        timeout=PATIENCE_S,
    )
    if done.returncode not in statuses:
        raise Failed(f"$ {' '.join(words)}\n{done.stdout}\nstatus {done.returncode}")
    return done.stdout


def installed(place: Place, wheels: Path) -> tuple[list[str], dict[str, str]]:
    """Install wirerate and pytest from a folder of wheels. Return the Python's command and environment."""
    python = place.python()
    wheel = next(wheels.glob(f"wirerate-*-{place.platform}.whl"), None)
    if wheel is None:
        raise Failed(f"no wheel for {place.platform} in {wheels}; type: make wheels")
    folder, target = WORK / place.name / "wheels", WORK / place.name / "installed"
    shutil.rmtree(WORK / place.name, ignore_errors=True)
    number = run(*python, "-c", "import sys; print('%d.%d' % sys.version_info[:2])").strip()
    pip = (sys.executable, "-m", "pip", "--disable-pip-version-check", "-q")
    platform_options = ("--only-binary", ":all:", "--platform", place.platform, "--python-version", number)
    pinned = ("-c", ROOT / "scripts" / "constraints.txt")
    run(*pip, "download", *platform_options, *pinned, "-d", folder, wheel, "pytest")
    offline = ("--no-index", "--find-links", folder)
    if place.platform == _HERE and len(python) == 1:  # a Python of this machine, which can create environments
        run(*python, "-m", "venv", target)
        run(target / "bin" / "python", "-m", "pip", "-q", "install", *offline, folder / wheel.name, "pytest")
        return [str(target / "bin" / "python")], {}
    run(*pip, "install", *platform_options, *offline, "--target", target, folder / wheel.name, "pytest")
    return python, {"PYTHONPATH": str(target)}


def _pythons() -> list[str]:
    """Return this machine's supported CPythons that can create environments, oldest first."""
    folders = [*os.environ.get("PATH", "").split(os.pathsep), *map(str, Path.home().glob(".pyenv/versions/*/bin"))]
    python_by_minor: dict[int, str] = {}
    for path in (path for folder in folders if folder for path in Path(folder).glob("python3.*")):
        number = re.fullmatch(r"python3\.(\d+)", path.name)
        if number and int(number[1]) >= 11 and int(number[1]) not in python_by_minor and _makes_environments(path):
            python_by_minor[int(number[1])] = str(path.resolve())
    if not python_by_minor:
        raise Absent("no Python 3.11 or later with venv")
    return [path for _, path in sorted(python_by_minor.items())]


def _oldest() -> list[str]:
    return _pythons()[:1]


def _newest() -> list[str]:
    """Return Debian's newest Python, or this machine's if that is as new."""
    *older, last = _pythons()
    if int(last.rpartition(".")[2]) < int(NEW_PYTHON.rpartition(".")[2]) and os.uname().machine == "x86_64":
        try:
            return _debian_python(NEW_SUITE, NEW_PYTHON).command(f"usr/bin/{NEW_PYTHON}")
        except Absent:
            if not older:
                raise
    if not older:
        raise Absent("this machine has only one Python, which is also the oldest")
    return [last]


def _makes_environments(python: Path) -> bool:
    try:
        return (
            subprocess.run([python, "-c", "import ensurepip, venv"], capture_output=True, check=False).returncode == 0
        )
    except OSError:
        return False


def _debian_python(suite: str, python: str, architecture: str = "amd64") -> Tree:
    """Fetch and unpack a Python of Debian without installing it."""
    from tests.interop.suites import unpacked

    from wirerate.errors import MissingError

    try:
        return unpacked(suite, python, architecture=architecture)
    except MissingError as error:
        raise Absent(str(error)) from error


def _arm64() -> list[str]:
    """Return the command of Debian's arm64 Python in QEMU."""
    if not shutil.which("qemu-aarch64"):
        raise Absent("no qemu-aarch64 (Debian: qemu-user)")
    root = _debian_python(SUITE, PYTHON, "arm64").root
    return ["qemu-aarch64", "-L", str(root), str(root / "usr" / "bin" / PYTHON)]


def _musl() -> list[str]:
    """Return a Python linked with Debian's musl, building it from Debian's sources if it is not cached."""
    from tests.interop.suites import source

    from wirerate import folders
    from wirerate.errors import MissingError
    from wirerate.wings.mcu.lab.source import atomic_folder

    if not shutil.which("musl-gcc"):
        raise Absent("no musl-gcc (Debian: musl-tools)")
    folder = folders.cache_folder("interop") / f"{SUITE}-{PYTHON}-musl"
    if not folder.is_dir():
        try:
            tree = source(SUITE, PYTHON)
        except MissingError as error:
            raise Absent(str(error)) from error
        with atomic_folder(folder) as new:
            _build_with_musl(tree, new)
    return [str(folder / "bin" / PYTHON)]


# Hide the system's C library: setup.py of 3.11 searches its folders, and configure asks the compiler for their name.
_MUSL_COMPILER = """#!/bin/sh
for word do
    shift
    case $word in
    --print-multiarch) exit 1 ;;
    -I/usr/* | -L/usr/* | -L/lib/*) ;;
    *) set -- "$@" "$word" ;;
    esac
done
exec musl-gcc "$@"
"""


def _build_with_musl(tree: Path, made: Path) -> None:
    """Build Python into a folder, without zlib, OpenSSL and the like. The folder may be moved afterwards."""
    work = WORK / "musl-python"
    shutil.rmtree(work, ignore_errors=True)
    shutil.copytree(tree, work, symlinks=True)
    compiler = work / "musl-compiler"
    compiler.write_text(_MUSL_COMPILER)
    compiler.chmod(0o755)
    options = ("--disable-test-modules", "--without-ensurepip", f"--prefix={made}")
    # Hide the system's libraries from pkg-config.
    run("./configure", "-q", *options, folder=work, CC=str(compiler), PKG_CONFIG_LIBDIR=str(work / "none"))
    run("make", "-j2", folder=work)
    run("make", "install", folder=work)


_HERE = f"manylinux_2_17_{os.uname().machine}"
PLACES = (
    Place("oldest", _HERE, _oldest),
    Place("newest", _HERE, _newest),
    Place("musl", f"musllinux_1_2_{os.uname().machine}", _musl),
    *([] if os.uname().machine == "aarch64" else [Place("aarch64", "manylinux_2_17_aarch64", _arm64, emulated=True)]),
)
