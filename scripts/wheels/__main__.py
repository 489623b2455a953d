"""Build a release's files: `python scripts/wheels [--target NAME]... [--twice] [--out FOLDER]`.

Wheels are built from the source distribution, which proves that it is complete. With --twice, everything is built
again in another folder, and any difference is an error.
"""

from __future__ import annotations

import argparse
import hashlib
import shutil
import sys
from pathlib import Path

from auditing import audited
from building import ROOT, WORK, Failed, source_distribution, wheel
from targets import TARGETS, Target


def build_all(targets: list[Target], work: Path, out: Path) -> list[Path]:
    """Build the source distribution and the wheels, and check every wheel."""
    shutil.rmtree(work, ignore_errors=True)
    source = source_distribution(out)
    print(f"{source.name}: {source.stat().st_size / (1 << 20):.2f} MiB", flush=True)
    files = [source]
    for target in targets:
        files.append(wheel(target, source, work / target.name, out))
        print(audited(files[-1], target), flush=True)
    return files


def digests(files: list[Path]) -> dict[str, str]:
    return {file.name: hashlib.sha256(file.read_bytes()).hexdigest() for file in files}


def differing(first: dict[str, str], second: dict[str, str]) -> list[str]:
    """Return the names of files that only one build has or whose content differs."""
    return sorted(name for name in first.keys() | second.keys() if first.get(name) != second.get(name))


def main() -> int:
    parser = argparse.ArgumentParser(prog="scripts/wheels", description=(__doc__ or "").splitlines()[0])
    names = [target.name for target in TARGETS]
    parser.add_argument("--target", action="append", choices=names, help="build only this wheel; may be repeated")
    parser.add_argument("--twice", action="store_true", help="build twice and compare the bytes")
    parser.add_argument("--out", type=Path, default=ROOT / "dist", metavar="FOLDER")
    chosen = parser.parse_args()
    targets = [target for target in TARGETS if target.name in (chosen.target or names)]
    try:
        shutil.rmtree(chosen.out, ignore_errors=True)
        first = digests(build_all(targets, WORK / "first", chosen.out))
        (WORK / "SHA256SUMS").write_text("".join(f"{digest}  {name}\n" for name, digest in first.items()))
        if chosen.twice:
            again = WORK / "a-folder-of-another-name" / "out"
            shutil.rmtree(again.parent, ignore_errors=True)
            if changed := differing(first, digests(build_all(targets, again.parent / "second", again))):
                raise Failed(f"two builds differ in {', '.join(changed)}")
            print("both builds are identical")
    except Failed as failed:
        print(failed)
        return 1
    print(f"{len(first)} files in {chosen.out}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
