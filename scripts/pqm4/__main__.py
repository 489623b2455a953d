#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Writes docs/reference/pqm4.md: ML-KEM and ML-DSA built, run and timed, beside what others measured on boards.

Usage: python scripts/pqm4        (needs the cross-compiler, the extra `mcu`, and a network for the sources once)
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterable, Iterator
from pathlib import Path

from comparison import Attempts, Compared, pqm4, rp2040
from measured_boards import PQM4, RP2040

from wirerate.catalogue.schemes import IMPLEMENTATIONS, SCHEMES
from wirerate.wings.mcu.lab.firmware import toolchain

PAGE = Path(__file__).parents[2] / "docs" / "reference" / "pqm4.md"
_NEAREST = (
    "wirerate mcu --core cortex-m4 --clock 120M --flash 4:16:16+prefetch --version 2.4 --window 2 --no-fixed-point "
    "--curve secp256r1,secp384r1 --op sign,verify,ecdhe --level Os --measure"
)
_TEXT = """# pqm4 without a board

pqm4 publishes what post-quantum schemes take on a Cortex-M4 board, and calls cycles of a simulator meaningless: it
needs the board. These tables hold this program's model against it and against an RP2040. No figure of the model comes
from them. `make pqm4` builds the sources again, runs them in the emulator, and writes this page.

Code: PQClean's clean implementations in C, of the crates {packages}. Compiler: {compiler}; soft floating point, GNU
C11.

## Cortex-M4

{board}. Published: {source}; {published_compiler}, {level}. In cycles.

pqm4 hashes by an assembly of its own, which no package has. So the figures are **what runs beside hashing**: there,
the mean less the share that its table gives for hashing; here, what runs while no hash function is active. For
signatures, whose share is of other runs than their mean, hashing there is taken to be this code's, scaled as in the
scheme's key pair and verification. The stack is whole: this code's, with the {permutation} bytes of pqm4's
permutation in place of the portable one's, the deepest call of them all.

| scheme | operation | published | predicted | range | predicted / published | stack published | predicted | ratio |
|---|---|---:|---:|---:|---:|---:|---:|---:|
{cycles}

Every typical value is within 5 %, every stack within 3 %, and each published figure lies in its range: a test asks
for that.

A signature is attempted until one gives nothing away, so a published mean is a sample. What it comes to, in attempts:

| scheme | published mean | by the standard's parameters | standard error of {runs} signatures |
|---|---:|---:|---:|
{attempts}

## Cortex-M0+

{rp_board}. Published: {rp_source}; {rp_compiler}. In milliseconds, hashing included.

The paper says 133 MHz and -Os; its repository sets neither, and pico-sdk 2.2.0 then builds at {rp_level} and runs at
{rp_mhz:g} MHz: that is what is compared. A real Pico links pico-sdk's multiplication of 64 bits, {multiply} cycles a
call where the compiler's takes 58; it is priced so here. Cold code and the interrupts of USB, by which the board
reports, are not in it.

| scheme | operation | published | predicted | predicted / published |
|---|---|---:|---:|---:|
{times}

## Not met closely, and not compared

- P-256 on the same RP2040: Mbed TLS 3.6.2, which pico-sdk 2.2.0 brings, under the repository's configuration (no
  assembly, window 4, comb). Key pair, signature, verification and a whole key agreement take 73.9, 81.9, 293 and 564
  ms here while the cache holds all that runs; 83.6, 92.6, 321 and 617 were measured: 0.88 to 0.91. Run by hand in
  November 2026; 3.5.1 takes as long, 3.6.5 and 3.6.7 8 to 22 % longer. With the boot ROM's memcpy and memset it is
  0.87 to 0.90; full newlib in place of nano changes nothing; -O2 takes 2 % longer, -Os 27 %, the library's assembly
  11 % less.
  The cache accounts for it in kind and size, and does not settle it. A verification runs 2,000 lines of code, the
  whole cache. Followed through it (two ways, a line replaced by chance, 77 cycles each, of 60 to 94), twelve orders
  of linking fetch 5,900 to 331,000 lines of a verification again once warm: 0.91 to 1.53 of what was measured, the
  median 0.96; in the nine that fetch fewer than 65,000 all four operations are within 4 % of each other. What was
  measured would be 52,000 lines. In the order in which pico-sdk lists Mbed TLS's files, its own code before them at
  32 distances, it is 102,000 to 303,000 lines, 1.09 to 1.48, most often 1.09, or 1.05 at 60 cycles a line. Where the
  least recently used line is replaced, the twelve orders fetch 4,200 to 397,000. The program that was measured is not
  public. ML-KEM and ML-DSA are smaller than the cache.
- pqm4's `m4fspeed`, `m4f` and `m4fstack` are assembly that no package has. Run by hand in November 2026, transforms
  were 1 to 4.5 % low and the verification of `m4fstack` 5 % low. The manual gives their multiplications one cycle
  each and names nothing that would make up for it. Others have measured a further cycle for three or more
  instructions of 32 bits in a row that lie across words (compendium.i-0.nl), with cases they leave open: it is not in
  the model.
- The K64F figures of 2016 (P-256 304, 594 and 566 ms to sign, verify and agree, P-384 451, 863 and 829) are of Mbed
  TLS 2.3.0, which no package archive has. 2.4.0, the nearest that one has, takes 249, 489 and 461, 406, 799 and 770
  at -O2, 316, 619 and 589, 540, 1,063 and 1,027 at -Os: all six lie between the two levels. The flash is an
  assumption: four wait states, 16 lines of 16 bytes, prefetch.
- The knowledge base of Mbed TLS gives ratios without a version: window 4 over 2 1.20, the comb 1.43, its heap 1.49.
  Run by hand: 1.18, 1.36 and 1.36.

What the K64F's figures were held against, at one of the two levels:

```sh
{nearest}
```
"""


def page() -> str:
    names = {row.scheme: None for row in PQM4.rows}
    rows: list[Compared] = []
    attempts: list[Attempts] = []
    for name in names:
        found, at = pqm4(name)
        rows += found
        attempts += [at] if at else []
    text = _TEXT.format(
        packages=", ".join(each.partition("/")[2].removesuffix(".crate") for each in _archives()),
        compiler=toolchain().version,
        board=PQM4.board,
        source=PQM4.source,
        published_compiler=PQM4.compiler,
        level=PQM4.level,
        permutation=PQM4.permutation_stack,
        cycles="\n".join(cycle_lines(rows)),
        attempts="\n".join(attempt_lines(attempts)),
        nearest=_NEAREST,
        runs=f"{max(row.runs for row in PQM4.rows):,}",
        rp_board=RP2040.board,
        rp_source=RP2040.source,
        rp_compiler=RP2040.compiler,
        rp_level=RP2040.level,
        rp_mhz=RP2040.clock_hz / 1e6,
        multiply=RP2040.multiply_cycles,
        times="\n".join(line for name in names for line in time_lines(rp2040(name))),
    )
    return "\n\n".join(map(_wrapped, text.strip().split("\n\n"))) + "\n"


def _wrapped(paragraph: str) -> str:
    """What is no table, heading or command, in lines of even length."""
    if paragraph.startswith(("|", "#", "```")):
        return paragraph
    items = (" ".join(item.split()) for item in re.split(r"\n(?=- )", paragraph))
    return "\n".join(_fill(item, "  " if item.startswith("- ") else "") for item in items)


def _fill(text: str, indent: str) -> str:
    return textwrap.fill(text, 120, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False)


def _archives() -> Iterator[str]:
    return (each.path for each in IMPLEMENTATIONS[PQM4.implementation].archives)


def cycle_lines(rows: Iterable[Compared]) -> Iterator[str]:
    for row in rows:
        stack = f"{row.stack[1]:,} | {row.stack[0]:,} | {row.stack_ratio:.3f}" if row.stack else "| |"
        low, high = (f"{end:,.0f}" for end in (row.predicted.low, row.predicted.high))
        yield (
            f"| {SCHEMES[row.scheme].title} | {row.operation} | {row.published:,.0f} | {row.predicted.typical:,.0f} | "
            f"{low} to {high} | {row.ratio:.3f} | {stack} |"
        )


def attempt_lines(rows: Iterable[Attempts]) -> Iterator[str]:
    for row in rows:
        yield f"| {SCHEMES[row.scheme].title} | {row.published:.2f} | {row.expected:.2f} | {row.error:.2f} |"


def time_lines(rows: Iterable[Compared]) -> Iterator[str]:
    for row in rows:
        yield (
            f"| {SCHEMES[row.scheme].title} | {row.operation} | {row.published:.3f} | {row.predicted.typical:.3f} | "
            f"{row.ratio:.3f} |"
        )


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
    print(f"{PAGE.name} is written")
