"""The library's symbols as Debian lists them: `python scripts/deb/symbols.py > debian/libwirerate0.3.symbols`.

The functions of tests/core/abi.txt. The experimental header is not part of the package.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SINCE = "0.3.0"  # the version that gave the library this name; what comes later gets its own


def functions() -> list[str]:
    """Every exported function, by name."""
    promised = re.findall(r"\b(wr_\w+)\(", (ROOT / "tests" / "core" / "abi.txt").read_text())
    return sorted(set(promised))


def symbols() -> str:
    library = re.search(r"libwirerate\.so\.([\d.]+)", (ROOT / "tests" / "core" / "abi.txt").read_text())
    version = library[1] if library else ""
    lines = [f"libwirerate.so.{version} libwirerate{version} #MINVER#"]
    return "\n".join([*lines, *(f" {name}@Base {SINCE}" for name in functions())]) + "\n"


if __name__ == "__main__":
    sys.stdout.write(symbols())
