#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Write docs/reference/pqm4.md: modelled times of ML-KEM and ML-DSA compared with published board measurements.

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

pqm4 publishes the cost of post-quantum schemes on a Cortex-M4 board. It calls cycle counts of simulators meaningless
and requires the board. These tables compare this program's model with pqm4's board and with an RP2040. The model is not
fitted to either. `make pqm4` builds the sources, runs them in the emulator, and writes this page.

Code: PQClean's clean C implementations, from the crates {packages}. Compiler: {compiler}; soft floating point, GNU C11.

## Cortex-M4

{board}. Published: {source}; {published_compiler}, {level}. In cycles.

pqm4 hashes with assembly code that no package contains. The figures therefore **exclude hashing**: from pqm4's mean,
the share of hashing in its table is subtracted; here, cycles count only while no hash function is active. pqm4's share
for signatures is from other runs than the mean, so their hashing is taken from this code and scaled by the ratio for
the scheme's key generation and verification. The stack is complete: this code's, with the {permutation} bytes of pqm4's
permutation instead of the portable one's, which is the deepest call.

| scheme | operation | published | predicted | range | predicted / published | stack published | predicted | ratio |
|---|---|---:|---:|---:|---:|---:|---:|---:|
{cycles}

A test requires every typical value to be within 5 %, every stack within 3 %, and every published figure within its
range.

Signing repeats until an attempt is not rejected, so a published mean is a sample. The mean number of attempts:

| scheme | published | expected by the standard's parameters | standard error of {runs} signatures |
|---|---:|---:|---:|
{attempts}

## Cortex-M0+

{rp_board}. Published: {rp_source}; {rp_compiler}. In milliseconds, hashing included.

The paper states 133 MHz and -Os, but its repository sets neither. pico-sdk 2.2.0 then builds at {rp_level} and runs at
{rp_mhz:g} MHz, which is what the table compares. A real Pico links pico-sdk's 64-bit multiplication, which takes
{multiply} cycles a call where the compiler's takes 58; the prediction uses the former. It includes neither a cold cache
nor the interrupts of USB, over which the board reports.

| scheme | operation | published | predicted | predicted / published |
|---|---|---:|---:|---:|
{times}

## Less close results, and comparisons that were not possible

- P-256 on the same RP2040: Mbed TLS 3.6.2, as included in pico-sdk 2.2.0, with the repository's configuration (no
  assembly, window 4, comb). With a warm cache, key generation, signing, verification and a whole key agreement are
  predicted to take 73.9, 81.9, 293 and 564 ms. The measured times are 83.6, 92.6, 321 and 617 ms, so the ratio is 0.88
  to 0.91. This was run by hand in November 2026. Version 3.5.1 takes as long; 3.6.5 and 3.6.7 take 8 to 22 % longer.
  With the boot ROM's memcpy and memset the ratio is 0.87 to 0.90. Full newlib instead of nano changes nothing; -O2
  takes 2 % longer, -Os 27 % longer, and the library's assembly 11 % less.
  The cache explains the kind and size of the difference, but not its exact value. A verification executes 2,000 cache
  lines of code, which is the whole cache. In simulation (two ways, random replacement, 77 cycles a line, uncertain from
  60 to 94) a warm verification refetches 5,900 to 331,000 lines, depending on the link order. Over twelve link orders
  the ratio is 0.91 to 1.53, with a median of 0.96; in the nine orders that refetch fewer than 65,000 lines, all four
  operations agree within 4 %. The measured time would correspond to 52,000 lines. In the order in which pico-sdk lists
  Mbed TLS's files, after its own code at 32 distances, it is 102,000 to 303,000 lines and a ratio of 1.09 to 1.48, most
  often 1.09, or 1.05 at 60 cycles a line. With replacement of the least recently used line, the twelve orders fetch
  4,200 to 397,000 lines. The measured program is not public. ML-KEM and ML-DSA fit into the cache.
- pqm4's `m4fspeed`, `m4f` and `m4fstack` are assembly code that no package contains. Run by hand in November 2026, the
  predictions were 1 to 4.5 % low for transforms and 5 % low for verification with `m4fstack`. The manual gives their
  multiplications one cycle and mentions nothing that explains the difference. Others have measured an additional cycle
  for three or more consecutive 32-bit instructions that cross word boundaries (compendium.i-0.nl), with open cases; the
  model does not include it.
- The K64F figures of 2016 (P-256: 304, 594 and 566 ms to sign, verify and agree; P-384: 451, 863 and 829 ms) are for
  Mbed TLS 2.3.0, which no package archive has. The nearest available version, 2.4.0, takes 249, 489 and 461 ms (P-384:
  406, 799 and 770 ms) at -O2, and 316, 619 and 589 ms (P-384: 540, 1,063 and 1,027 ms) at -Os. All six figures lie
  between the two levels. The flash is an assumption: four wait states, 16 lines of 16 bytes, prefetch.
- The knowledge base of Mbed TLS gives ratios without a version: 1.20 for window 4 over window 2, 1.43 for the comb, and
  1.49 for its heap. Run by hand, they are 1.18, 1.36 and 1.36.

The command for the K64F comparison, at one of the two levels:

```sh
{nearest}
```
"""


def page() -> str:
    names = {row.scheme: None for row in PQM4.rows}
    rows: list[Compared] = []
    attempts: list[Attempts] = []
    for name in names:
        compared, attempt = pqm4(name)
        rows += compared
        attempts += [attempt] if attempt else []
    text = _TEXT.format(
        packages=", ".join(path.partition("/")[2].removesuffix(".crate") for path in _archives()),
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
    """Wrap a paragraph, unless it is a table, a heading or a command."""
    if paragraph.startswith(("|", "#", "```")):
        return paragraph
    items = (" ".join(item.split()) for item in re.split(r"\n(?=- )", paragraph))
    return "\n".join(_fill(item, "  " if item.startswith("- ") else "") for item in items)


def _fill(text: str, indent: str) -> str:
    return textwrap.fill(text, 120, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False)


def _archives() -> Iterator[str]:
    return (archive.path for archive in IMPLEMENTATIONS[PQM4.implementation].archives)


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
    print(f"wrote {PAGE.name}")
