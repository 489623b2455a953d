"""All that must hold before a release and can be seen here: `python scripts/release [--final]`, `make release-check`.

Nothing is published. With --final the changelog must have named the version; before, its lines may stand under
Unreleased. What cannot be had on this machine is said, and is no failure.
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
DIST = ROOT / "dist"  # what the index gets, and nothing else
BESIDE = ROOT / "build" / "release"
BIN = Path(sys.executable).parent
ABSENT = 4  # what a script of ours exits with where this machine lacks what it takes
BASE = ("cffi", "click", "msgspec", "rich")


class Failed(Exception):
    """A check that does not hold; the message says what to do."""


class Unseen(Exception):
    """A check that cannot be made here, and why."""


def run(*command: str | Path) -> str:
    """Output of a command that succeeds."""
    done = subprocess.run(
        [str(word) for word in command],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    if done.returncode == ABSENT:
        raise Unseen(done.stdout.strip())
    if done.returncode:
        raise Failed(f"$ {' '.join(str(word) for word in command)}\n{done.stdout}")
    return done.stdout.strip()


def versions() -> dict[str, str]:
    """Every place that must tell the version, since its readers cannot ask another, with what it tells."""
    places = {
        "include/wirerate.h": r'^#define WR_VERSION +"([^"]+)"',
        "pyproject.toml": r'^version = "([^"]+)"',
        "src/wirerate/_version.py": r'^__version__ = "([^"]+)"',
        "debian/changelog": r"^wirerate \(([^)-]+)-",
    }
    found = {place: re.search(words, (ROOT / place).read_text(), re.MULTILINE) for place, words in places.items()}
    return {place: match[1] if match else "none" for place, match in found.items()}


def one_version() -> str:
    told = versions()
    if len(set(told.values())) != 1:
        raise Failed("; ".join(f"{place} says {version}" for place, version in told.items()))
    return told["pyproject.toml"]


def changelog(final: bool) -> str:
    """The version's entry, or before the release the lines that will be it."""
    text, version = (ROOT / "CHANGELOG.md").read_text(), one_version()
    entries = re.split(r"^## ", text, flags=re.MULTILINE)[1:]
    for entry in entries:
        title, _, lines = entry.partition("\n")
        if title.startswith(version) or (title.startswith("Unreleased") and not final):
            if not lines.strip():
                raise Failed(f"CHANGELOG.md: nothing stands under {title}")
            return f"{len(re.findall('^- ', lines, re.MULTILINE))} lines under {title}"
    raise Failed(f"CHANGELOG.md has no entry for {version}: name it, with its date")


def licences() -> str:
    if differing := third_party.differing():
        regenerate = "python scripts/release/third_party.py"
        raise Failed(f"THIRD-PARTY.md is not what {', '.join(differing)} say; type: {regenerate}")
    return f"{len(third_party.pinned())} packages in THIRD-PARTY.md"


def wheels() -> str:
    return run(sys.executable, "scripts/wheels", "--twice", "--out", DIST)


def trials() -> str:
    return run(sys.executable, "scripts/trials", "--wheels", DIST)


def metadata() -> str:
    files = [*sorted(DIST.glob("*.whl")), *DIST.glob("*.tar.gz")]
    run(BIN / "twine", "check", "--strict", *files)
    return f"twine finds {len(files)} files in order"


def materials() -> str:
    """The bill of materials."""
    out = BESIDE / "wirerate.cdx.json"
    BESIDE.mkdir(parents=True, exist_ok=True)
    pins = ROOT / "scripts" / "constraints.txt"
    options = ("--pyproject", ROOT / "pyproject.toml", "--output-reproducible", "--of", "JSON", "-o", out)
    run(BIN / "cyclonedx-py", "requirements", *options, pins)
    return f"{out.name}, {out.stat().st_size:,} bytes"


def vulnerabilities() -> str:
    """Of what an installation of the base brings with it."""
    known = {third_party.named(name): name for name in third_party.pinned()}
    base = third_party.reached(list(BASE), known)
    listed = ROOT / "build" / "audited.txt"
    listed.parent.mkdir(exist_ok=True)
    listed.write_text("".join(f"{known[name]}=={third_party.pinned()[known[name]]}\n" for name in sorted(base)))
    options = ("--no-deps", "--disable-pip", "--progress-spinner", "off")
    try:
        said = run(BIN / "pip-audit", *options, "-r", listed)
    except Failed as failed:
        if re.search(r"Found \d+ known vulnerabilit", str(failed)):
            raise
        raise Unseen("the database of pip-audit is not reached from here") from failed
    if "could not be audited" in said:
        raise Unseen("the index that is reached from here tells pip-audit of no vulnerabilities")
    return said.splitlines()[-1]


def workflows() -> str:
    linter = shutil.which("actionlint", path=os.pathsep.join([str(BIN), os.environ.get("PATH", os.defpath)]))
    if not linter:
        raise Unseen("no actionlint (go install github.com/rhysd/actionlint/cmd/actionlint@v1.7.12)")
    return run(linter, *(ROOT / ".github" / "workflows").glob("*.yml")) or "nothing found"


def other_systems() -> str:
    """The C library; that it was compiled is all that is known of it there."""
    seen = dict(elsewhere.compiled())
    if failed := {name: said for name, said in seen.items() if said}:
        raise Failed("\n".join(f"{name}: {said}" for name, said in failed.items()))
    if not seen:
        raise Unseen("neither zig nor mingw-w64")
    return f"compiled, not run: {', '.join(seen)}"


def debian() -> str:
    """In a clean root of the release that has all that the program needs."""
    return run(sys.executable, "scripts/deb")


def main() -> int:
    parser = argparse.ArgumentParser(prog="scripts/release", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--final", action="store_true", help="the changelog must name the version")
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
        except Unseen as why:
            print(f"  skip  {name:<16} {why}", flush=True)
        except Failed as what:
            failed += 1
            print(f"  FAIL  {name:<16} {what}", flush=True)
    print(f"release-check: {len(checks) - failed} of {len(checks)} without failure")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
