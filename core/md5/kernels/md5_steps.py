# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Shared parts of the assembly generators: the table of steps, read from steps.h, and the frame of a function."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

LANES = 64  # number of columns of state and words (WR_LANES_MAX)
ROW = 4 * LANES  # distance in bytes from one word's row to the next
BLOCK = 16 * ROW  # size in bytes of the words of one block, for all lanes


class Step(NamedTuple):
    """One line of steps.h: register names a to d in the step's order, word index, rotation and constant."""

    function: str
    names: tuple[str, str, str, str]
    word: int
    rotation: int
    constant: int


def read_steps() -> list[Step]:
    """Return the 64 steps in order."""
    header = Path(__file__).with_name("steps.h")
    pattern = re.compile(r"S\(([FGHI]), ([abcd]), ([abcd]), ([abcd]), ([abcd]), +(\d+), +(\d+), (0x[0-9a-f]{8})u\)")
    steps = [
        Step(m[1], (m[2], m[3], m[4], m[5]), int(m[6]), int(m[7]), int(m[8], 16))
        for m in pattern.finditer(header.read_text())
    ]
    if len(steps) != 64:
        raise SystemExit(f"{header}: {len(steps)} steps, 64 expected")
    return steps


# The constant words of HMAC's outer hash, after 16 bytes of digest: 0x80, zeros, and the length of 64 + 16 bytes in
# bits.
OUTER_WORDS = dict.fromkeys(range(4, 16), 0) | {4: 0x80, 14: (64 + 16) * 8}


def constant(step: Step, known: dict[int, int]) -> int:
    """Return T[i], plus the message word if it is known in advance."""
    return (step.constant + known.get(step.word, 0)) % 2**32


def rounds(steps: list[Step]) -> list[list[Step]]:
    """Return the four rounds of 16 steps."""
    return [steps[i : i + 16] for i in range(0, 64, 16)]


def round_loop(
    steps: list[Step],
    offsets: tuple[str, ...],
    code: Callable[[Step, int, str], list[str]],
    constant_size: int,
    filler: Sequence[str] = (),
) -> list[str]:
    """Return a round's 16 steps as a loop over four steps.

    Unrolled, the functions would not fit into the instruction cache. From one iteration to the next, the word index
    grows by 4 or 12 modulo 16. `offsets` are the registers that hold the offsets of the four words. rax points at the
    constants and ends the loop, because a round's constants are aligned to their size. `code` takes a step, its index
    and its offset register. `filler` is spread evenly over the loop body.
    """
    four, advance = steps[:4], (steps[4].word - steps[0].word) % 16
    for i, step in enumerate(steps):
        like = four[i % 4]
        assert (step.function, step.names, step.rotation) == (like.function, like.names, like.rotation)
        assert step.word == (like.word + i // 4 * advance) % 16
    body = []
    for i, (step, offset) in enumerate(zip(four, offsets, strict=True)):
        body += [*code(step, i, offset), f"add {offset}, {advance * ROW}", f"and {offset}, {BLOCK - 1}"]
    return [
        *(f"mov {offset}, {step.word * ROW}" for step, offset in zip(four, offsets, strict=True)),
        "2:",
        *interleave(body, filler),
        f"add rax, {4 * constant_size}",
        f"test eax, {12 * constant_size}",
        "jnz 2b",
    ]


def interleave(main: list[str], filler: Sequence[str]) -> list[str]:
    """Return the lines of `main` with those of `filler` spread evenly between them."""
    code = []
    used = 0
    for i, line in enumerate(main, 1):
        code.append(line)
        due = len(filler) * i // len(main)
        code += filler[used:due]
        used = due
    return code


def file_header(generator: str) -> list[str]:
    """Return the start of the assembler file.

    The note declares support for IBT and SHSTK: if one object lacks it, the linker drops both for the whole program. It
    does not depend on compiler flags, which may not reach the assembler.
    """
    return [
        "/* SPDX-License-Identifier: Apache-2.0 OR MIT */",
        f"/* Written by {generator} from steps.h. Do not edit. */",
        "    .intel_syntax noprefix",
        '    .section .note.gnu.property, "a", @note',
        "    .p2align 3",
        "    .long 4, 16, 5 /* lengths of name and properties; NT_GNU_PROPERTY_TYPE_0 */",
        '    .asciz "GNU"',
        "    .long 0xc0000002, 4, 3, 0 /* GNU_PROPERTY_X86_FEATURE_1_AND: 4 bytes, IBT and SHSTK; padding */",
    ]


def function(name: str, body: list[str], *, saves: tuple[str, ...] = ()) -> list[str]:
    """Return an assembler function that is hidden outside the library, with a frame that profilers can walk."""
    numbers = {"rbx": 3, "r12": 12, "r13": 13, "r14": 14, "r15": 15}  # DWARF register numbers; 6 is rbp, 7 rsp
    save = [f"push {reg}\n    .cfi_offset {numbers[reg]}, {-24 - 8 * i}" for i, reg in enumerate(saves)]
    restore = [f"pop {reg}" for reg in reversed(saves)]
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
