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


def function(name: str, body: list[str]) -> list[str]:
    """A function of the assembler file, not visible outside the library."""
    return [
        "",
        "    .p2align 6",
        f"    .globl {name}",
        f"    .hidden {name}",
        f"    .type {name}, @function",
        f"{name}:",
        "    endbr64",
        *(line if line.endswith(":") else "    " + line for line in body),
        "    vzeroupper",
        "    ret",
        f"    .size {name}, . - {name}",
    ]
