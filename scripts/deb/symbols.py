"""The library's symbols as Debian lists them: `python scripts/deb/symbols.py > debian/libwirerate0.2.symbols`.

The functions of tests/core/abi.txt, and those of the experimental header, which are exported and promised to nobody.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SINCE = "0.2.0"  # the version that gave the library this name; what comes later gets its own


def functions() -> list[str]:
    """Every exported function, by name."""
    promised = re.findall(r"\b(wr_\w+)\(", (ROOT / "tests" / "core" / "abi.txt").read_text())
    header = (ROOT / "include" / "wirerate_experimental.h").read_text()
    return sorted({*promised, *re.findall(r"^WR_API [^;(]*?(wr_\w+)\(", header, re.MULTILINE)})


def symbols() -> str:
    library = re.search(r"libwirerate\.so\.([\d.]+)", (ROOT / "tests" / "core" / "abi.txt").read_text())
    version = library[1] if library else ""
    lines = [f"libwirerate.so.{version} libwirerate{version} #MINVER#"]
    return "\n".join([*lines, *(f" {name}@Base {SINCE}" for name in functions())]) + "\n"


if __name__ == "__main__":
    sys.stdout.write(symbols())
