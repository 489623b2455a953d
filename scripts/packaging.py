"""Build the wheel and the source distribution, and test them in clean environments.

    python scripts/packaging.py [--wheelhouse FOLDER]

1. Check the wheel with abi3audit (only CPython 3.11's stable interface) and auditwheel (the glibc it needs, and that it
   links no other library).
2. Install the wheel offline from a wheelhouse into a new environment, and run some tests.
3. The same from the source distribution, with a C compiler as the only tool.

Packages missing from the wheelhouse are downloaded first. Without a network, steps 2 and 3 are skipped.
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
BUILD = ROOT / "build" / "wheel"  # reuses what `make test` has compiled
TESTS = ("test_vectors.py", "test_package.py", "authenticators/test_digests.py", "authenticators/test_umac.py")
TESTERS = ("pytest", "hypothesis", "numpy")
# The programs of a C compiler, for a PATH with nothing else on it.
COMPILER = "cc gcc as ld ar ranlib nm objcopy strip sh uname".split()


class Failed(Exception):
    """A step's command failed; its output is the message."""


def run(*command: str | Path, **environment: str) -> str:
    """Run a command and return its output. Raise Failed if it fails."""
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


def build_distributions() -> tuple[Path, Path]:
    """Build a wheel and a source distribution with this interpreter, which has the build requirements."""
    shutil.rmtree(WORK, ignore_errors=True)
    dist = WORK / "dist"
    dist.mkdir(parents=True)
    offline = ("--no-build-isolation", "--no-deps", "--no-index", "--config-settings", f"build-dir={BUILD}")
    run(sys.executable, "-m", "pip", "wheel", *offline, "-w", dist, ROOT)
    code = f"import os; os.chdir({str(ROOT)!r}); from scikit_build_core import build; build.build_sdist({str(dist)!r})"
    run(sys.executable, "-c", code)
    return next(dist.glob("*.whl")), next(dist.glob("*.tar.gz"))


def audit(wheel: Path) -> None:
    """Check that the wheel runs on every CPython from 3.11 and needs no library but the C library."""
    bin_folder = Path(sys.executable).parent
    if "cp311-abi3" not in wheel.name:
        raise Failed(f"{wheel.name} is not an abi3 wheel")
    print(run(bin_folder / "abi3audit", "--strict", "--summary", "--verbose", wheel).strip())
    shown = run(bin_folder / "auditwheel", "show", wheel)
    tag = re.search(r'constrains the platform tag to\s+"(manylinux_\S+)"', " ".join(shown.split()))
    if not tag:
        raise Failed(f"auditwheel finds no manylinux tag for {wheel.name}\n{shown}")
    print(f"auditwheel: {tag[1]}")


def requirements() -> list[str]:
    """Return the requirements for running, building and testing."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    return [*project["build-system"]["requires"], *project["project"]["dependencies"], "cmake>=3.26", "ninja", *TESTERS]


def wheelhouse(folder: Path) -> bool:
    """Download missing requirements into the folder. Return whether it has all of them."""
    constrained = ["--only-binary", ":all:", "-c", str(ROOT / "scripts" / "constraints.txt"), "-d", str(folder)]
    for source in (["--no-index", "--find-links", str(folder)], []):
        command = [sys.executable, "-m", "pip", "download", "-q", *constrained, *source, *requirements()]
        if subprocess.run(command, capture_output=True, check=False).returncode == 0:
            return True
    print("skipped: installation into a clean environment: the wheelhouse is incomplete and cannot be downloaded")
    return False


def create_environment(name: str, folder: Path, package: Path, **variables: str) -> Path:
    """Create an environment with the package installed offline, and return its Python."""
    run(sys.executable, "-m", "venv", WORK / name)
    python = WORK / name / "bin" / "python"
    install(python, folder, package, **variables)
    return python


def install(python: Path, folder: Path, *packages: str | Path, **variables: str) -> None:
    """Install packages offline. Skip byte-compiling: the tests import little of numpy."""
    offline = {"PIP_NO_INDEX": "1", "PIP_FIND_LINKS": str(folder), "PIP_NO_COMPILE": "1"} | variables
    run(python, "-m", "pip", "install", "-q", *packages, **offline)


def test_package(name: str, folder: Path, package: Path, **variables: str) -> str:
    """Install a package, run copies of the tests away from the sources, and return the version and the test summary."""
    python = create_environment(name, folder, package, **variables)
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
    """Create a folder with links to a C compiler and no other tool: no CMake, Ninja, make or git."""
    folder = WORK / "compiler"
    folder.mkdir()
    configured = [
        (sysconfig.get_config_var(name) or "cc").split()[0] for name in ("CC", "AR")
    ]  # Debian's Python names its compiler
    for tool in dict.fromkeys(COMPILER + configured):
        path = shutil.which(tool)
        if path:
            (folder / tool).symlink_to(path)
    return str(folder)


def main() -> int:
    parser = argparse.ArgumentParser(prog="scripts/packaging.py", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--wheelhouse", type=Path, default=ROOT / "build" / "wheelhouse", metavar="FOLDER")
    folder: Path = parser.parse_args().wheelhouse.resolve()
    try:
        wheel, source = build_distributions()
        audit(wheel)
        if wheelhouse(folder):
            compiler_folder = compiler_alone()
            with ThreadPoolExecutor() as pool:
                trials = [
                    pool.submit(test_package, "from-wheel", folder, wheel),
                    pool.submit(test_package, "from-source", folder, source, PATH=compiler_folder),
                ]
            for trial in trials:
                print(trial.result())
    except Failed as failed:
        print(failed)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
