"""Write docs/reference/platforms.md from the results of this working tree."""

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

The platforms on which the C library is tested. In 2007 OpenSSH asked for tests of its MAC changes "on as many platforms
as possible"; this page is libwirerate's answer. `make platforms` generated it from its results.

Each platform's compilers build the library and one test program (`tests/core/platform`). It checks the RFCs' and our
vectors on every kernel, compares batches of mixed lengths with single messages, surrounds every buffer with pages that
fault, and checks UMAC's vectors up to 2^25 bytes in pieces of 4 KiB. QEMU's user mode runs the programs, and Wine the
Windows one; x86-64, i686 and Windows programs run on the real processor. All warnings are errors, including
`-Wcast-align`.
"""
COLUMNS = """
*Unaligned*: the behaviour of unaligned loads that the program observed. If the platform allows them, another build
traps on them (`{strict}`) and passes all tests too. On
Alpha and HPPA they fault because the program asks Linux for it (`prctl(PR_SET_UNALIGN)`). *Vectors* and *checks* count
one run; a vector counts once per kernel. *2^32 bits*: whether messages of more than 2^32 bits are tested too. Levels
and compilers that are not listed (–) were not run for this page.
"""
CORTEX = """On Cortex-M cores, the emulator of `wirerate mcu` calls the library's functions one at a time. It checks the
vectors up to 2^15 bytes (in pieces of 4 KiB), and compares random messages at every alignment with the host's results.
"""
PROCESSORS_BEGIN = """## x86-64 processors

The same program in QEMU's models of older processors. A kernel that used an instruction the processor lacks would end
the run; as a control, the program executes one such instruction and must be killed. QEMU 7.2 reads the masked-out
elements of AVX2 loads, so on Haswell the pages around buffers are readable; on a real processor they fault.
"""


def versions(rows: Iterable[Result]) -> str:
    """Return the date, machine, emulator and compilers of the results."""
    output = subprocess.run(["qemu-s390x", "--version"], capture_output=True, text=True, check=True).stdout
    qemu = re.search(r"version (\S+)", output)
    compilers = ", ".join(sorted({row.compiler for row in rows}))
    today = time.strftime("%Y-%m-%d", time.gmtime())
    emulator = qemu[1] if qemu else "?"
    return f"Run on {today}, {platform.machine()}, QEMU {emulator}, {compilers}, sources {next(iter(rows)).sources}."


def facts(row: Result) -> tuple[str, str, str, str]:
    """Return byte order, word size, `char` and alignment, from the program's description of its platform."""
    match = re.fullmatch(r"(\w+)-endian, (\d+)-bit, long (\d+), char (\w+), uint64_t aligned to (\d+)", row.platform)
    if not match:
        raise SystemExit(f"{row.target}: cannot parse the platform's description {row.platform!r}")
    order, bits, long, char, alignment = match.groups()
    return order, f"{bits}, `long` {8 * int(long)}", char, alignment


def unaligned(rows: list[Result]) -> str:
    """Return what happens on unaligned accesses, and whether a build that traps on them passed."""
    plain = next(row for row in rows if row.flags == "-O2")
    trapping_build = any(row.flags == " ".join(STRICT) for row in rows)
    if plain.target in CORES:
        return "faults" if plain.strict else "the emulator allows it"
    behaviour = {"4 8": "faults", "8": "64-bit loads fault", "": "allowed"}[plain.strict]
    return f"{behaviour}; trapping build passes" if trapping_build else behaviour


def levels(rows: list[Result], compiler: str) -> str:
    """Return the optimisation levels that passed, in order."""
    passed = [level for level in LEVELS if any(r.flags == level and r.compiler.startswith(compiler) for r in rows)]
    return " ".join(passed) or "–"


def line(target: Target, rows: list[Result]) -> str:
    """Return a platform's row of the table."""
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
        platform_rows = [row for row in rows if row.target == target.name]
        if platform_rows:
            yield line(target, platform_rows)
    for core in CORES:
        platform_rows = [row for row in rows if row.target == core]
        if any(row.flags == "-O2" for row in platform_rows):
            yield line(Target(core, "arm-none-eabi-gcc", "", (), (), no_clang="newlib is gcc's"), platform_rows)


def processors(rows: list[Result]) -> Iterable[str]:
    yield "| processor | kernels that ran | first instruction set that it lacks (SIGILL) | checks |"
    yield "|---|---|---|---|"
    for name, _, lacks in PROCESSORS:
        row = next((row for row in rows if row.target == f"x86-64 {name}"), None)
        if row:
            yield f"| {name} | {row.kernels} | {lacks} | {row.checks:,} |"


def text(rows: list[Result]) -> str:
    """Return the whole page."""
    refused = [
        "## Not tested",
        "",
        "| platform | reason |",
        "|---|---|",
        *(f"| {name} | {reason} |" for name, reason in NOT_TESTED),
    ]
    tested = [BEGIN, versions(rows), "", *table(rows), COLUMNS.format(strict=" ".join(STRICT[1:]))]
    return "\n".join([*tested, CORTEX, PROCESSORS_BEGIN, *processors(rows), "", *refused]) + "\n"


def write(rows: list[Result]) -> None:
    PAGE.write_text(text(rows))
    print(f"platforms: wrote {PAGE.relative_to(ROOT)}")
