"""Print the library's symbols file: `python scripts/deb/symbols.py > debian/libwirerate0.3.symbols`.

It lists the functions in tests/core/abi.txt. The experimental header is not part of the package.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SINCE = "0.3.0"  # the first version of libwirerate.so.0.3; functions added later need a later one


def functions() -> list[str]:
    """Return the names of all exported functions, sorted."""
    names = re.findall(r"\b(wr_\w+)\(", (ROOT / "tests" / "core" / "abi.txt").read_text())
    return sorted(set(names))


def symbols() -> str:
    library = re.search(r"libwirerate\.so\.([\d.]+)", (ROOT / "tests" / "core" / "abi.txt").read_text())
    version = library[1] if library else ""
    lines = [f"libwirerate.so.{version} libwirerate{version} #MINVER#"]
    return "\n".join([*lines, *(f" {name}@Base {SINCE}" for name in functions())]) + "\n"


if __name__ == "__main__":
    sys.stdout.write(symbols())
