"""docs/reference/platforms.md, written from results of this working tree alone."""

from __future__ import annotations

import platform
import re
import subprocess
import time
from collections.abc import Iterable

from build import ROOT, Result
from targets import CORES, LEVELS, NOT_TESTED, PROCESSORS, STRICT, TARGETS, Target

PAGE = ROOT / "docs" / "reference" / "platforms.md"
BEGIN = """# Platforms

Which platforms the C library is tested on, and how. In 2007 OpenSSH asked for tests of its MAC changes "on as many
platforms as possible"; this page answers that for libwirerate. `make platforms` wrote it, from what it ran.

Each platform's compilers build the library and one program of its tests (`tests/core/platform`): the vectors of the
RFCs and ours on every kernel; batches of every mix of lengths against one message at a time; pages that fault beside
every buffer; UMAC's vectors up to 2^25 bytes in pieces of 4 KiB. QEMU's user mode runs it, and Wine
Windows' program; x86-64, i686 and Windows run on the processor itself. Warnings are errors, `-Wcast-align` among them.
"""
COLUMNS = """
*Unaligned*: what a probe of the same program found, not what a manual says. Where the platform allows an unaligned
load, one more build traps on it
(`{strict}`), and that build passes all tests too. Alpha and
HPPA fault because the program asks Linux to (`prctl(PR_SET_UNALIGN)`). *Vectors* and *checks* are those of one run; a
vector counts once for each kernel. *2^32 bits*: messages whose count of bits exceeds 32 bits, too. A
level or compiler that is not named (–) was not run for this page.
"""
CORTEX = """The Cortex-M cores run the library's functions one call at a time, in the emulator of `wirerate mcu`:
the vectors up to 2^15 bytes, in pieces of 4 KiB where they are longer, and random messages at every alignment against
the host.
"""
PROCESSORS_BEGIN = """## x86-64 processors

The same program under QEMU's models of older processors, whose missing instructions fault: a kernel that used one would
end the run. The control executes one such instruction and must be refused. QEMU 7.2 reads what AVX2's masked loads
leave out, so that with Haswell the pages around buffers may be read; without an emulator they fault.
"""


def versions(rows: Iterable[Result]) -> str:
    """Where and when: the figures' provenance."""
    said = subprocess.run(["qemu-s390x", "--version"], capture_output=True, text=True, check=True).stdout
    qemu = re.search(r"version (\S+)", said)
    compilers = ", ".join(sorted({row.compiler for row in rows}))
    today = time.strftime("%Y-%m-%d", time.gmtime())
    emulator = qemu[1] if qemu else "?"
    return f"Run on {today}, {platform.machine()}, QEMU {emulator}, {compilers}, sources {next(iter(rows)).sources}."


def facts(row: Result) -> tuple[str, str, str, str]:
    """Byte order, word, `long` and char of the program's own description."""
    found = re.fullmatch(r"(\w+)-endian, (\d+)-bit, long (\d+), char (\w+), uint64_t aligned to (\d+)", row.platform)
    if not found:
        raise SystemExit(f"{row.target}: what is this: {row.platform!r}")
    order, bits, long, char, alignment = found.groups()
    return order, f"{bits}, `long` {8 * int(long)}", char, alignment


def unaligned(rows: list[Result]) -> str:
    """What the probe found, and whether the strict build stood in."""
    plain = next(row for row in rows if row.flags == "-O2")
    held = any(row.flags == " ".join(STRICT) for row in rows)
    if plain.target in CORES:
        return "faults" if plain.strict else "the emulator allows it"
    found = {"4 8": "faults", "8": "64-bit loads fault", "": "allowed"}[plain.strict]
    return f"{found}; trapping build passes" if held else found


def levels(rows: list[Result], compiler: str) -> str:
    """The optimisation levels that passed, in order."""
    passed = [level for level in LEVELS if any(r.flags == level and r.compiler.startswith(compiler) for r in rows)]
    return " ".join(passed) or "–"


def line(target: Target, rows: list[Result]) -> str:
    """One row of the table."""
    plain = next(row for row in rows if row.flags == "-O2" and row.compiler.startswith("gcc"))
    order, word, char, alignment = facts(plain)
    clang = levels(rows, "clang") if target.clang else f"– ({target.no_clang})"
    count = "yes" if any(row.mode == "count" for row in rows) else ""
    cells = [target.name, order, word, char, alignment, unaligned(rows), plain.kernels, levels(rows, "gcc"), clang]
    return "| " + " | ".join([*cells, str(plain.vectors), f"{plain.checks:,}", count]) + " |"


def table(rows: list[Result]) -> Iterable[str]:
    yield ("| platform | endian | word (bits) | `char` | `uint64_t` aligned to | unaligned | kernels | gcc | clang "
           "| vectors | checks | 2^32 bits |")  # fmt: skip
    yield "|" + "---|" * 12
    for target in TARGETS:
        own = [row for row in rows if row.target == target.name]
        if own:
            yield line(target, own)
    for core in CORES:
        own = [row for row in rows if row.target == core]
        if any(row.flags == "-O2" for row in own):
            yield line(Target(core, "arm-none-eabi-gcc", "", (), (), no_clang="newlib is gcc's"), own)


def processors(rows: list[Result]) -> Iterable[str]:
    yield "| processor | kernels that ran | first instructions refused (SIGILL) | checks |"
    yield "|---|---|---|---|"
    for name, _, lacks in PROCESSORS:
        row = next((row for row in rows if row.target == f"x86-64 {name}"), None)
        if row:
            yield f"| {name} | {row.kernels} | {lacks} | {row.checks:,} |"


def text(rows: list[Result]) -> str:
    """The whole page."""
    refused = ["## Not tested", "", "| what | why |", "|---|---|", *(f"| {what} | {why} |" for what, why in NOT_TESTED)]
    tested = [BEGIN, versions(rows), "", *table(rows), COLUMNS.format(strict=" ".join(STRICT[1:]))]
    return "\n".join([*tested, CORTEX, PROCESSORS_BEGIN, *processors(rows), "", *refused]) + "\n"


def write(rows: list[Result]) -> None:
    PAGE.write_text(text(rows))
    print(f"platforms: wrote {PAGE.relative_to(ROOT)}")
