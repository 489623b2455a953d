"""Builds the wheel and the source distribution, and tries them as a user would who has nothing else.

    python scripts/packaging.py [--wheelhouse FOLDER]

1. The wheel: abi3audit (only CPython 3.11's stable interface), auditwheel (which glibc it needs, nothing else linked).
2. Offline, from a wheelhouse, into an environment of its own: the wheel, and some of the tests against it.
3. Offline, from the source distribution, on a machine whose only tool is a C compiler.

Whatever the wheelhouse lacks is downloaded first, once; without a network the last two are skipped, and said to be.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tomllib
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
WORK = ROOT / "build" / "packaging"
BUILD = ROOT / "build" / "wheel"  # what `make test` compiled for its own environment is not compiled again
TESTS = ("test_vectors.py", "test_package.py", "authenticators/test_digests.py", "authenticators/test_umac.py")
TESTERS = ("pytest", "hypothesis", "numpy")
# What a C compiler consists of, for a PATH with nothing else on it.
COMPILER = "cc gcc as ld ar ranlib nm objcopy strip sh uname".split()


class Failed(Exception):
    """A step's command failed; its output is the message."""


def run(*command: str | Path, **environment: str) -> str:
    """Output of a command that succeeds."""
    clean = {name: value for name, value in os.environ.items() if not name.startswith(("PIP_", "PYTHON"))}
    done = subprocess.run(
        [str(word) for word in command],
        env=clean | environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
        cwd=WORK,
    )
    if done.returncode:
        raise Failed(f"$ {' '.join(str(word) for word in command)}\n{done.stdout}")
    return done.stdout


def built() -> tuple[Path, Path]:
    """A wheel and a source distribution, by the interpreter that runs this (it has the build's requirements)."""
    shutil.rmtree(WORK, ignore_errors=True)
    dist = WORK / "dist"
    dist.mkdir(parents=True)
    offline = ("--no-build-isolation", "--no-deps", "--no-index", "--config-settings", f"build-dir={BUILD}")
    run(sys.executable, "-m", "pip", "wheel", *offline, "-w", dist, ROOT)
    code = f"import os; os.chdir({str(ROOT)!r}); from scikit_build_core import build; build.build_sdist({str(dist)!r})"
    run(sys.executable, "-c", code)
    return next(dist.glob("*.whl")), next(dist.glob("*.tar.gz"))


def audited(wheel: Path) -> None:
    """The wheel runs on every CPython from 3.11 and needs no library beyond the C library."""
    bin_folder = Path(sys.executable).parent
    if "cp311-abi3" not in wheel.name:
        raise Failed(f"{wheel.name} is no abi3 wheel")
    print(run(bin_folder / "abi3audit", "--strict", "--summary", "--verbose", wheel).strip())
    shown = run(bin_folder / "auditwheel", "show", wheel)
    tag = re.search(r'constrains the platform tag to\s+"(manylinux_\S+)"', " ".join(shown.split()))
    if not tag:
        raise Failed(f"auditwheel finds no manylinux tag for {wheel.name}\n{shown}")
    print(f"auditwheel: {tag[1]}")


def requirements() -> list[str]:
    """What running, building and testing take, as pip names it."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    return [*project["build-system"]["requires"], *project["project"]["dependencies"], "cmake>=3.26", "ninja", *TESTERS]


def wheelhouse(folder: Path) -> bool:
    """Whether every requirement lies in the folder, after a download where one was needed."""
    constrained = ["--only-binary", ":all:", "-c", str(ROOT / "scripts" / "constraints.txt"), "-d", str(folder)]
    for source in (["--no-index", "--find-links", str(folder)], []):
        command = [sys.executable, "-m", "pip", "download", "-q", *constrained, *source, *requirements()]
        if subprocess.run(command, capture_output=True, check=False).returncode == 0:
            return True
    print("skipped: installation into a clean environment: no wheelhouse and no network to fill one")
    return False


def environment(name: str, folder: Path, what: Path, **variables: str) -> Path:
    """A new environment with the package installed offline; its Python."""
    run(sys.executable, "-m", "venv", WORK / name)
    python = WORK / name / "bin" / "python"
    install(python, folder, what, **variables)
    return python


def install(python: Path, folder: Path, *what: str | Path, **variables: str) -> None:
    """Offline, and without the bytecode of all that is in numpy: a few tests import little of it."""
    offline = {"PIP_NO_INDEX": "1", "PIP_FIND_LINKS": str(folder), "PIP_NO_COMPILE": "1"} | variables
    run(python, "-m", "pip", "install", "-q", *what, **offline)


def tried(name: str, folder: Path, what: Path, **variables: str) -> str:
    """What the package as installed says, and the tests against it: copied, so that no source lies in the way."""
    python = environment(name, folder, what, **variables)
    version = run(python.parent / "wirerate", "--version").strip()
    install(python, folder, *TESTERS)
    copy = WORK / name / "tests"
    for part in ("tests/python", "vectors", "tests/core/abi.txt"):
        place = copy / part
        place.parent.mkdir(parents=True, exist_ok=True)
        (shutil.copytree if (ROOT / part).is_dir() else shutil.copy)(ROOT / part, place)
    shutil.copy(ROOT / "pyproject.toml", copy)
    tests = [copy / "tests" / "python" / test for test in TESTS]
    return f"{version}\n{name}: {run(python, '-m', 'pytest', '-q', '--rootdir', copy, *tests).splitlines()[-1]}"


def compiler_alone() -> str:
    """A folder with a C compiler and no other tool: no CMake, no Ninja, no make, no git."""
    folder = WORK / "compiler"
    folder.mkdir()
    own = [(sysconfig.get_config_var(name) or "cc").split()[0] for name in ("CC", "AR")]  # Debian's Python asks by name
    for tool in dict.fromkeys(COMPILER + own):
        found = shutil.which(tool)
        if found:
            (folder / tool).symlink_to(found)
    return str(folder)


def main() -> int:
    parser = argparse.ArgumentParser(prog="scripts/packaging.py", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--wheelhouse", type=Path, default=ROOT / "build" / "wheelhouse", metavar="FOLDER")
    folder: Path = parser.parse_args().wheelhouse.resolve()
    try:
        wheel, source = built()
        audited(wheel)
        if wheelhouse(folder):
            alone = compiler_alone()
            with ThreadPoolExecutor() as pool:
                both = [
                    pool.submit(tried, "from-wheel", folder, wheel),
                    pool.submit(tried, "from-source", folder, source, PATH=alone),
                ]
            for done in both:
                print(done.result())
    except Failed as failed:
        print(failed)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
