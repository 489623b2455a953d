"""Print the library's binary interface: `python scripts/abi.py > tests/core/abi.txt`.

The text lists every exported function as declared in its header, every constant, and every public structure's layout
as compiled into `wirerate._native` (cffi checks it when the module is loaded). Any change other than an addition
breaks programs and needs a new SOVERSION; before 1.0 that is the minor version. See docs/reference/compatibility.md.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path

from wirerate._native import ffi

ROOT = Path(__file__).resolve().parent.parent
HEADERS = ("wirerate.h", "wirerate_ah.h")  # wirerate_experimental.h is not installed
COUNTS = {"WR_AH_REASONS"}  # enumerators that count the others, and so grow


def soname(version: str) -> str:
    """Return the soname, as in CMakeLists.txt: before 1.0 a minor version may change the interface."""
    major, minor, _ = version.split(".")
    return f"libwirerate.so.{major}" if major != "0" else f"libwirerate.so.0.{minor}"


def functions(text: str) -> Iterator[str]:
    for declaration in re.findall(r"^WR_API ([^;]*);", text, re.MULTILINE):
        yield " ".join(declaration.split())


def constants(text: str) -> Iterator[str]:
    yield from re.findall(r"^#define (WR_\w+ +\d+) *$", text, re.MULTILINE)


def enumerators(name: str) -> Iterator[str]:
    yield name
    for label, value in sorted(ffi.typeof(name).relements.items(), key=lambda row: row[1]):
        if label not in COUNTS:
            yield f"    {value:5} {label}"


def layout(name: str) -> Iterator[str]:
    kind = ffi.typeof(name)
    yield f"{name}: {ffi.sizeof(kind)} bytes, aligned to {ffi.alignof(kind)}"
    for field, member in kind.fields or ():
        yield f"    {member.offset:5} {member.type.cname} {field}"


def lines() -> Iterator[str]:
    texts = [(ROOT / "include" / header).read_text() for header in HEADERS]
    bare = [re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL) for text in texts]
    version = re.search(r'^#define WR_VERSION +"([^"]*)"', texts[0], re.MULTILINE)
    yield f"# {soname(version[1] if version else '?')} on a 64-bit platform, by scripts/abi.py"
    for text in bare:
        yield from sorted(constants(text))
        yield from sorted(functions(text))
        for name in sorted(re.findall(r"^(?:typedef )?(?:struct|enum) (\w+) {", text, re.MULTILINE)):
            if f"enum {name}" in text:
                yield from enumerators(f"enum {name}")
            else:
                yield from layout(f"struct {name}")


def within(text: list[str]) -> list[str]:
    """Prefix indented lines with the name of the structure or enumeration they belong to."""
    qualified, heading = [], ""
    for line in text:
        heading = heading if line.startswith(" ") else line
        qualified.append(f"{heading.partition(':')[0]}: {line.strip()}" if line.startswith(" ") else line)
    return qualified


def broken(stored: list[str], current: list[str]) -> list[str]:
    """Return stored lines that are gone, except for reserved fields, which may be replaced."""
    return [line for line in within(stored) if line not in within(current) and not line.endswith(" reserved")]


def main() -> int:
    print("\n".join(lines()))
    return 0


if __name__ == "__main__":
    sys.exit(main())
