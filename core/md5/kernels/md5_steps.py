# SPDX-License-Identifier: Apache-2.0 OR MIT
"""What the assembly generators share: the table of steps, read from steps.h, and the form of a function."""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

LANES = 64  # columns of state and words, WR_LANES_MAX
ROW = 4 * LANES  # bytes from one word's row to the next
BLOCK = 16 * ROW  # bytes of a block of words, all lanes


class Step(NamedTuple):
    """One line of steps.h: register names a..d as the step sees them, word index, rotation, constant."""

    function: str
    names: tuple[str, str, str, str]
    word: int
    rotation: int
    constant: int


def read_steps() -> list[Step]:
    """The 64 steps, in order."""
    header = Path(__file__).with_name("steps.h")
    pattern = re.compile(r"S\(([FGHI]), ([abcd]), ([abcd]), ([abcd]), ([abcd]), +(\d+), +(\d+), (0x[0-9a-f]{8})u\)")
    steps = [
        Step(m[1], (m[2], m[3], m[4], m[5]), int(m[6]), int(m[7]), int(m[8], 16))
        for m in pattern.finditer(header.read_text())
    ]
    if len(steps) != 64:
        raise SystemExit(f"{header}: {len(steps)} steps, 64 expected")
    return steps


# The outer hash of HMAC: 16 bytes of digest, 0x80, zeros, and the length in bits, 64 + 16 bytes.
OUTER_WORDS = dict.fromkeys(range(4, 16), 0) | {4: 0x80, 14: (64 + 16) * 8}


def constant(step: Step, known: dict[int, int]) -> int:
    """T[i], plus the message word if it is known in advance."""
    return (step.constant + known.get(step.word, 0)) % 2**32


def beginning(generator: str) -> list[str]:
    """Of the assembler file. Without the note that <cet.h> adds a linker takes IBT and SHSTK from the whole library."""
    return [
        "/* SPDX-License-Identifier: Apache-2.0 OR MIT */",
        f"/* Written by {generator} from steps.h. Do not edit. */",
        "#ifdef __CET__",
        "#include <cet.h>",
        "#endif",
        "    .intel_syntax noprefix",
    ]


def function(name: str, body: list[str], *, saves_rbx: bool = False) -> list[str]:
    """A function of the assembler file, not visible outside the library, with a frame that profilers can walk."""
    save = ["push rbx", ".cfi_offset 3, -24"] if saves_rbx else []  # DWARF's numbers: 3 rbx, 6 rbp, 7 rsp
    restore = ["pop rbx"] if saves_rbx else []
    frame = ["push rbp", ".cfi_def_cfa_offset 16", ".cfi_offset 6, -16", "mov rbp, rsp", ".cfi_def_cfa_register 6"]
    lines = [*frame, *save, *body, "vzeroupper", *restore, "pop rbp", ".cfi_def_cfa 7, 8", "ret"]
    return [
        "",
        "    .p2align 6",
        f"    .globl {name}",
        f"    .hidden {name}",
        f"    .type {name}, @function",
        f"{name}:",
        "    .cfi_startproc",
        "    endbr64",
        *(line if line.endswith(":") else "    " + line for line in lines),
        "    .cfi_endproc",
        f"    .size {name}, . - {name}",
    ]
