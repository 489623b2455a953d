#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Write avx2_steps.S: the 64 steps of MD5 for 2 or 4 groups of 8 lanes, one 256-bit vector per word.

    python3 generate_avx2.py > avx2_steps.S

Without rotations and three-input instructions, a step is a chain of five or six operations, and four groups are needed
to hide the latency of one. Their states alone take 16 vectors, which is all that AVX2 has. So only the words needed
soonest are kept in registers, and the order of instructions is fixed by writing it down:

    ymm0 .. ymm11    per group, three registers in rotation: b and c, the words computed last, and the new word
    ymm12 .. ymm15   one temporary per group
    memory           the four words of every group, written when computed and read as a and d

That memory is the part of the message words' rows that 32 lanes leave unused. On the stack, its addresses could agree
with those of message words in the lowest 12 bits, and a load would needlessly wait for such a store.
"""

from __future__ import annotations

from md5_steps import ROW, Step, file_header, function, read_steps, round_loop, rounds


def place(name: str, group: int) -> str:
    """Return the memory operand of a word of a group's state: after the lanes' words in one of the first four rows."""
    return f"[rsi + {ROW * 'abcd'.index(name) + 128 + 32 * group}]"


def select(step: Step, b: str, c: str, d: str, new: str, temp: str) -> list[str]:
    """Return code that adds the round function to `new`. F and G are sums of disjoint halves; the half without b comes
    first.
    """
    match step.function:
        case "F":
            return [
                f"vpand {temp}, {b}, {c}",
                f"vpaddd {new}, {new}, {temp}",
                f"vpandn {temp}, {b}, {d}",
                f"vpaddd {new}, {new}, {temp}",
            ]
        case "G":
            return [
                f"vmovdqa {temp}, {d}",
                f"vpandn {temp}, {temp}, {c}",
                f"vpaddd {new}, {new}, {temp}",
                f"vpand {temp}, {b}, {d}",
                f"vpaddd {new}, {new}, {temp}",
            ]
        case "H":
            return [f"vpxor {temp}, {c}, {d}", f"vpxor {temp}, {temp}, {b}", f"vpaddd {new}, {new}, {temp}"]
        case _:
            return [
                f"vmovdqa {temp}, {d}",
                f"vpxor {temp}, {temp}, [rdx]",
                f"vpor {temp}, {temp}, {b}",
                f"vpxor {temp}, {temp}, {c}",
                f"vpaddd {new}, {new}, {temp}",
            ]


def step_code(step: Step, index: int, groups: int, offset: str) -> list[str]:
    """Return the code of step `index` (of four) for all groups, interleaving pairs of groups; `offset` locates the
    words.

    The two halves of the rotation have no bit in common, so they are joined by addition; b is added to one of them
    first.
    """
    per_group = []
    for group in range(groups):
        a, d = place(step.names[0], group), place(step.names[3], group)
        new, b, c = (f"ymm{3 * group + (index + i) % 3}" for i in (0, 2, 1))
        temp = f"ymm{12 + group}"
        code = [
            f"vmovdqa {new}, {a}",
            f"vpaddd {new}, {new}, [rax + {32 * index}]",
            f"vpaddd {new}, {new}, [rsi + {offset} + {32 * group}]",
        ]
        code += select(step, b, c, d, new, temp)
        code += [
            f"vpslld {temp}, {new}, {step.rotation}",
            f"vpsrld {new}, {new}, {32 - step.rotation}",
            f"vpaddd {temp}, {temp}, {b}",
            f"vpaddd {new}, {new}, {temp}",
            f"vmovdqa {a}, {new}",
        ]
        per_group.append(code)
    pairs = (per_group[i : i + 2] for i in range(0, groups, 2))
    code = [operation for pair in pairs for row in zip(*pair, strict=True) for operation in row]
    if index == 3:  # three registers rotate, so move b and c to where the next four steps expect them
        code += [f"vmovdqa ymm{3 * g + 1 + i}, ymm{3 * g + (2 + i) % 3}" for g in range(groups) for i in (0, 1)]
    return code


def block(steps: list[Step], groups: int) -> list[str]:
    """Return code that hashes one block of all lanes, from transposed words at rsi into the state at rdi."""
    load = [
        line
        for g in range(groups)
        for i, name in enumerate("abcd")
        for line in (f"vmovdqu ymm15, [rdi + {i * ROW + 32 * g}]", f"vmovdqa {place(name, g)}, ymm15")
    ]
    # The first step (index 0) takes b from register 2 of its group and c from register 1.
    load += [f"vmovdqa ymm{3 * g + 2}, {place('b', g)}" for g in range(groups)]
    load += [f"vmovdqa ymm{3 * g + 1}, {place('c', g)}" for g in range(groups)]
    add = [
        line
        for i, name in enumerate("abcd")
        for g in range(groups)
        for line in (
            f"vmovdqa ymm15, {place(name, g)}",
            f"vpaddd ymm15, ymm15, [rdi + {i * ROW + 32 * g}]",
            f"vmovdqu [rdi + {i * ROW + 32 * g}], ymm15",
        )
    ]

    def code(step: Step, index: int, offset: str) -> list[str]:
        return step_code(step, index, groups, offset)

    main = [line for sixteen in rounds(steps) for line in round_loop(sixteen, ("rcx", "r8", "r9", "r10"), code, 32)]
    return ["lea rax, [rip + constants]", "lea rdx, [rip + ones]", *load, *main, *add]


def main() -> None:
    steps = read_steps()
    lines = [
        *file_header("generate_avx2.py"),
        "    .section .rodata",
        "    .p2align 9",
        "constants:",
        *(f"    .fill 8, 4, {step.constant:#010x}" for step in steps),
        "ones:",
        "    .fill 8, 4, 0xffffffff",
        "    .text",
    ]
    for groups in (2, 4):
        lines += function(f"wr_md5_avx2_block_{8 * groups}", block(steps, groups))
    lines.append('    .section .note.GNU-stack, "", @progbits')
    print("\n".join(lines))


if __name__ == "__main__":
    main()
