"""Run the checks before a release: `python scripts/release [--final]`, `make release-check`.

Nothing is published. With --final, the changelog must name the version instead of "Unreleased". Checks that this
machine cannot make are listed as skipped.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import elsewhere
import third_party

ROOT = Path(__file__).resolve().parents[2]
DIST = ROOT / "dist"  # exactly the files to upload to PyPI
EXTRAS = ROOT / "build" / "release"
BIN = Path(sys.executable).parent
ABSENT = 4  # exit status of our scripts if this machine lacks something they need
BASE = ("cffi", "click", "msgspec", "rich")


class Failed(Exception):
    """A check failed; the message says what to do."""


class Skipped(Exception):
    """A check that this machine cannot make; the message says why."""


def run(*command: str | Path) -> str:
    """Run a command and return its output. Raise Failed or Skipped, by its exit status."""
    done = subprocess.run(
        [str(word) for word in command],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    if done.returncode == ABSENT:
        raise Skipped(done.stdout.strip())
    if done.returncode:
        raise Failed(f"$ {' '.join(str(word) for word in command)}\n{done.stdout}")
    return done.stdout.strip()


def versions() -> dict[str, str]:
    """Return the version stated in every file that must state it."""
    places = {
        "include/wirerate.h": r'^#define WR_VERSION +"([^"]+)"',
        "pyproject.toml": r'^version = "([^"]+)"',
        "src/wirerate/_version.py": r'^__version__ = "([^"]+)"',
        "debian/changelog": r"^wirerate \(([^)-]+)-",
    }
    matches = {place: re.search(words, (ROOT / place).read_text(), re.MULTILINE) for place, words in places.items()}
    return {place: match[1] if match else "none" for place, match in matches.items()}


def one_version() -> str:
    stated = versions()
    if len(set(stated.values())) != 1:
        raise Failed("; ".join(f"{place} states {version}" for place, version in stated.items()))
    return stated["pyproject.toml"]


def changelog(final: bool) -> str:
    """Check that the changelog has an entry for the version, or for "Unreleased" before the release."""
    text, version = (ROOT / "CHANGELOG.md").read_text(), one_version()
    entries = re.split(r"^## ", text, flags=re.MULTILINE)[1:]
    for entry in entries:
        title, _, lines = entry.partition("\n")
        if title.startswith(version) or (title.startswith("Unreleased") and not final):
            if not lines.strip():
                raise Failed(f"CHANGELOG.md: the section {title} is empty")
            return f"{len(re.findall('^- ', lines, re.MULTILINE))} lines under {title}"
    raise Failed(f"CHANGELOG.md has no section for {version}: add it, with the date")


def licences() -> str:
    if differing := third_party.differing():
        regenerate = "python scripts/release/third_party.py"
        raise Failed(f"THIRD-PARTY.md is outdated for {', '.join(differing)}; type: {regenerate}")
    return f"{len(third_party.pinned())} packages in THIRD-PARTY.md"


def wheels() -> str:
    return run(sys.executable, "scripts/wheels", "--twice", "--out", DIST)


def trials() -> str:
    return run(sys.executable, "scripts/trials", "--wheels", DIST)


def metadata() -> str:
    files = [*sorted(DIST.glob("*.whl")), *DIST.glob("*.tar.gz")]
    run(BIN / "twine", "check", "--strict", *files)
    return f"{len(files)} files passed twine check"


def materials() -> str:
    """Write the software bill of materials."""
    out = EXTRAS / "wirerate.cdx.json"
    EXTRAS.mkdir(parents=True, exist_ok=True)
    pins = ROOT / "scripts" / "constraints.txt"
    options = ("--pyproject", ROOT / "pyproject.toml", "--output-reproducible", "--of", "JSON", "-o", out)
    run(BIN / "cyclonedx-py", "requirements", *options, pins)
    return f"{out.name}, {out.stat().st_size:,} bytes"


def vulnerabilities() -> str:
    """Check the dependencies of a base installation for known vulnerabilities."""
    known = {third_party.named(name): name for name in third_party.pinned()}
    base = third_party.reached(list(BASE), known)
    listed = ROOT / "build" / "audited.txt"
    listed.parent.mkdir(exist_ok=True)
    listed.write_text("".join(f"{known[name]}=={third_party.pinned()[known[name]]}\n" for name in sorted(base)))
    options = ("--no-deps", "--disable-pip", "--progress-spinner", "off")
    try:
        output = run(BIN / "pip-audit", *options, "-r", listed)
    except Failed as failed:
        if re.search(r"Found \d+ known vulnerabilit", str(failed)):
            raise
        raise Skipped("cannot reach pip-audit's database") from failed
    if "could not be audited" in output:
        raise Skipped("the configured package index has no data on vulnerabilities")
    return output.splitlines()[-1]


def workflows() -> str:
    linter = shutil.which("actionlint", path=os.pathsep.join([str(BIN), os.environ.get("PATH", os.defpath)]))
    if not linter:
        raise Skipped("actionlint is not installed (go install github.com/rhysd/actionlint/cmd/actionlint@v1.7.12)")
    return run(linter, *(ROOT / ".github" / "workflows").glob("*.yml")) or "no findings"


def other_systems() -> str:
    """Cross-compile the C library for other operating systems, without running it."""
    outcomes = dict(elsewhere.compiled())
    if failed := {name: output for name, output in outcomes.items() if output}:
        raise Failed("\n".join(f"{name}: {output}" for name, output in failed.items()))
    if not outcomes:
        raise Skipped("neither zig nor mingw-w64 is installed")
    return f"compiled, not run: {', '.join(outcomes)}"


def debian() -> str:
    """Build and test the Debian packages in clean roots."""
    return run(sys.executable, "scripts/deb")


def main() -> int:
    parser = argparse.ArgumentParser(prog="scripts/release", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--final", action="store_true", help="require the version in the changelog")
    final = parser.parse_args().final
    checks: dict[str, Callable[[], str]] = {
        "version": one_version,
        "changelog": lambda: changelog(final),
        "licences": licences,
        "workflows": workflows,
        "wheels": wheels,
        "metadata": metadata,
        "materials": materials,
        "vulnerabilities": vulnerabilities,
        "trials": trials,
        "other systems": other_systems,
        "debian": debian,
    }
    failed = 0
    for name, check in checks.items():
        try:
            print(f"  pass  {name:<16} {check()}", flush=True)
        except Skipped as why:
            print(f"  skip  {name:<16} {why}", flush=True)
        except Failed as what:
            failed += 1
            print(f"  FAIL  {name:<16} {what}", flush=True)
    print(f"release-check: {failed} of {len(checks)} checks failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
