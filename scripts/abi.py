"""The library's binary interface as text, for tests/core/abi.txt: `python scripts/abi.py > tests/core/abi.txt`.

Every exported function as its header declares it, every constant, and the layout of every public structure as the
compiler of this machine laid it out in `wirerate._native` (cffi checks that when the module is loaded). A
difference that is no addition breaks programs: it needs a new SOVERSION, which is the minor version before 1.0.
docs/reference/compatibility.md says it for users.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path

from wirerate._native import ffi

ROOT = Path(__file__).resolve().parent.parent
HEADERS = ("wirerate.h", "wirerate_ah.h")  # wirerate_experimental.h is no part of the installed library
COUNTS = {"WR_AH_REASONS"}  # grow with what they count


def soname(version: str) -> str:
    """As CMakeLists.txt has it: before 1.0 a minor version may change the interface."""
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
    for field, about in kind.fields or ():
        yield f"    {about.offset:5} {about.type.cname} {field}"


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
    """Indented lines with the line that they belong to."""
    whole, heading = [], ""
    for line in text:
        heading = heading if line.startswith(" ") else line
        whole.append(f"{heading.partition(':')[0]}: {line.strip()}" if line.startswith(" ") else line)
    return whole


def broken(stored: list[str], current: list[str]) -> list[str]:
    """What programs were built for that is no more; room that is taken now is not of it."""
    return [line for line in within(stored) if line not in within(current) and not line.endswith(" reserved")]


def main() -> int:
    print("\n".join(lines()))
    return 0


if __name__ == "__main__":
    sys.exit(main())
