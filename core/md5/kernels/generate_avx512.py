#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Writes avx512_steps.S: the 64 steps of MD5 for 1, 2 and 4 groups of 16 lanes, one 512-bit vector per word.

    python3 generate_avx512.py > avx512_steps.S

Why not C: a step is a chain of four dependent operations (select, add, rotate, add), so the groups' steps must be
interleaved operation by operation to fill each other's gaps, and compilers undo such an order. Here it is kept.

Registers, for `groups` groups:
    zmm0 ..                      a, b, c, d of group 0, then of group 1, ...
    the next `groups`            one temporary per group, for the round function
    zmm20, zmm21                 the step's constant T[i], in turns
    zmm22 .. zmm27               the transposition of the next block, which runs in the gaps of this block's steps

What a step is (RFC 1321 section 3.4) comes from steps.h, the table that all kernels share. The round functions
become truth tables of vpternlogd. Its first operand should be b: that is the word computed last, and on Zen 4 and 5 the
result follows the first operand a cycle earlier than the other two.
"""

from __future__ import annotations

from collections.abc import Callable

from md5_steps import BLOCK, OUTER_WORDS, ROW, Step, beginning, constant, function, read_steps

CONSTANTS = ("zmm20", "zmm21")
FREE = tuple(f"zmm{i}" for i in range(22, 28))


ROUND_FUNCTIONS: dict[str, Callable[[int, int, int], int]] = {  # RFC 1321 section 3.4, on single bits
    "F": lambda b, c, d: (b & c) | (~b & d),
    "G": lambda b, c, d: (b & d) | (c & ~d),
    "H": lambda b, c, d: b ^ c ^ d,
    "I": lambda b, c, d: c ^ (b | ~d),
}


def truth_table(function: str) -> int:
    """The immediate of vpternlogd for operands b, c, d in this order: bit 4b + 2c + d is the function's value."""
    f = ROUND_FUNCTIONS[function]
    return sum((f(i >> 2 & 1, i >> 1 & 1, i & 1) & 1) << i for i in range(8))


def registers(groups: int, group: int) -> dict[str, str]:
    """The state registers of a group by the RFC's names, and its temporary as t."""
    names = {name: f"zmm{4 * group + i}" for i, name in enumerate("abcd")}
    return names | {"t": f"zmm{4 * groups + group}"}


def step_code(step: Step, index: int, groups: int, constant_words: dict[int, int]) -> list[str]:
    """One step of all groups, operation by operation. Words known in advance are already part of the constant."""
    known = step.word in constant_words
    addend = CONSTANTS[index % 2]
    code = [f"vpbroadcastd {addend}, dword ptr [rax + {4 * index}]"]
    per_group = []
    for group in range(groups):
        reg = registers(groups, group)
        a, b, c, d = (reg[name] for name in step.names)
        t = reg["t"]
        word = f"[rsi + {step.word * ROW + 64 * group}]"
        per_group.append(
            ([] if known else [f"vpaddd {a}, {a}, {word}"])
            + [
                f"vpaddd {a}, {a}, {addend}",
                f"vmovdqa64 {t}, {b}",
                f"vpternlogd {t}, {c}, {d}, {truth_table(step.function):#04x}",
                f"vpaddd {a}, {a}, {t}",
                f"vprold {a}, {a}, {step.rotation}",
                f"vpaddd {a}, {a}, {b}",
            ]
        )
    for operation in zip(*per_group, strict=True):
        code.extend(operation)
    return code


def transposition_code(groups: int) -> list[str]:
    """Words of the next block, from the lanes' pointers at rdx plus r11, to the words at r10.

    Four lanes at a time become vectors whose quarter q holds word 4q + i of the four; then, for each i, four of these
    become words i, 4 + i, 8 + i, 12 + i of all 16 lanes. Between the two they wait where the words will be: the
    steps leave too few registers for all 16.
    """
    v = FREE
    code = []
    for group in range(groups):
        place = [f"[r10 + {i * ROW + 64 * group}]" for i in range(16)]
        for four in range(4):
            for m in range(4):
                lane = 16 * group + 4 * four + m
                code += [f"mov rbx, [rdx + {8 * lane}]", f"vmovdqu64 {v[m]}, [rbx + r11]", "prefetcht0 [rbx + r9]"]
            code += [
                f"vpunpckldq {v[4]}, {v[0]}, {v[1]}",
                f"vpunpckhdq {v[1]}, {v[0]}, {v[1]}",
                f"vpunpckldq {v[5]}, {v[2]}, {v[3]}",
                f"vpunpckhdq {v[3]}, {v[2]}, {v[3]}",
                f"vpunpcklqdq {v[0]}, {v[4]}, {v[5]}",
                f"vpunpckhqdq {v[4]}, {v[4]}, {v[5]}",
                f"vpunpcklqdq {v[2]}, {v[1]}, {v[3]}",
                f"vpunpckhqdq {v[1]}, {v[1]}, {v[3]}",
            ]
            code += [f"vmovdqa64 {place[4 * four + i]}, {vector}" for i, vector in enumerate((v[0], v[4], v[2], v[1]))]
        for i in range(4):
            code += [f"vmovdqa64 {v[m]}, {place[4 * m + i]}" for m in range(4)]
            code += [
                f"vshufi32x4 {v[4]}, {v[0]}, {v[1]}, 0x88",
                f"vshufi32x4 {v[0]}, {v[0]}, {v[1]}, 0xdd",
                f"vshufi32x4 {v[5]}, {v[2]}, {v[3]}, 0x88",
                f"vshufi32x4 {v[2]}, {v[2]}, {v[3]}, 0xdd",
                f"vshufi32x4 {v[1]}, {v[4]}, {v[5]}, 0x88",
                f"vshufi32x4 {v[4]}, {v[4]}, {v[5]}, 0xdd",
                f"vshufi32x4 {v[3]}, {v[0]}, {v[2]}, 0x88",
                f"vshufi32x4 {v[0]}, {v[0]}, {v[2]}, 0xdd",
            ]
            code += [f"vmovdqa64 {place[4 * m + i]}, {vector}" for m, vector in enumerate((v[1], v[3], v[4], v[0]))]
    return code


def interleave(main: list[str], filler: list[str]) -> list[str]:
    """Filler spread evenly over main."""
    code = []
    used = 0
    for i, line in enumerate(main, 1):
        code.append(line)
        due = len(filler) * i // len(main)
        code += filler[used:due]
        used = due
    return code


def load_state(groups: int) -> list[str]:
    return [
        f"vmovdqu64 {registers(groups, g)[name]}, [rdi + {i * ROW + 64 * g}]"
        for g in range(groups)
        for i, name in enumerate("abcd")
    ]


def add_state(groups: int, to: str = "rdi") -> list[str]:
    """RFC 1321 section 3.4, last lines: the block's result is added to what the state was."""
    code = []
    for i, name in enumerate("abcd"):
        for g in range(groups):
            register, place = registers(groups, g)[name], f"{i * ROW + 64 * g}]"
            code += [f"vpaddd {register}, {register}, [rdi + {place}", f"vmovdqu64 [{to} + {place}, {register}"]
    return code


def block(steps: list[Step], groups: int, table: str, constant_words: dict[int, int], to: str = "rdi") -> list[str]:
    """One block of all lanes from words that lie transposed at rsi; the new state goes to `to`."""
    main = [line for i, step in enumerate(steps) for line in step_code(step, i, groups, constant_words)]
    return [f"lea rax, [rip + {table}]", *load_state(groups), *main, *add_state(groups, to)]


def stream(steps: list[Step], groups: int, table: str) -> list[str]:
    """r8 blocks, the first from the words at rsi; each is crunched while the one after it is transposed.

    rdx: the lanes' pointers, rcx: bytes from a lane's block to its next, r9: how far from the pointers to prefetch.
    """
    main = [line for i, step in enumerate(steps) for line in step_code(step, i, groups, {})]
    return [
        f"lea rax, [rip + {table}]",
        "mov r11, rcx",
        f"lea r10, [rsi + {BLOCK}]",
        *load_state(groups),
        "1:",
        *interleave(main, transposition_code(groups)),
        *add_state(groups),
        "xchg rsi, r10",
        "add r11, rcx",
        "add r9, rcx",
        "dec r8",
        "jnz 1b",
    ]


def one_message(steps: list[Step]) -> list[str]:
    """rdx blocks of one message at rsi into the four words at rdi, on the vector unit, with the rotation split.

    (x <<< s) + b, where x = ax + f and ax = a + X[k] + T[i] is known early, is (ax << s) + b + (f << s) + (x >> 32-s):
    all but one shift and one addition is off the chain through b, which is select, add, shift, add. Where each takes
    one cycle (Zen 4) that is 4 cycles, and the scalar unit needs 4 or 5; a rotation would take 2.
    """
    code = ["lea rax, [rip + constants]", *(f"vmovd xmm{i}, dword ptr [rdi + {4 * i}]" for i in range(4)), "1:"]
    code += [f"vmovdqa64 xmm{16 + i}, xmm{i}" for i in range(4)]
    for index, step in enumerate(steps):
        a, b, c, d = (f"xmm{'abcd'.index(name)}" for name in step.names)
        t, left = "xmm4", "xmm5"
        code += [
            f"vpaddd {a}, {a}, dword ptr [rsi + {4 * step.word}]{{1to4}}",
            f"vpaddd {a}, {a}, dword ptr [rax + {4 * index}]{{1to4}}",
            f"vpslld {left}, {a}, {step.rotation}",
            f"vpaddd {left}, {left}, {b}",
            f"vmovdqa64 {t}, {b}",
            f"vpternlogd {t}, {c}, {d}, {truth_table(step.function):#04x}",
            f"vpaddd {a}, {a}, {t}",
            f"vpsrld {a}, {a}, {32 - step.rotation}",
            f"vpslld {t}, {t}, {step.rotation}",
            f"vpaddd {left}, {left}, {t}",
            f"vpaddd {a}, {a}, {left}",
        ]
    code += [f"vpaddd xmm{i}, xmm{i}, xmm{16 + i}" for i in range(4)]
    code += ["add rsi, 64", "dec rdx", "jnz 1b"]
    return code + [f"vmovd dword ptr [rdi + {4 * i}], xmm{i}" for i in range(4)]


def main() -> None:
    steps = read_steps()
    lines = [
        *beginning("generate_avx512.py"),
        "    .section .rodata",
        "    .p2align 6",
        "constants:",
        *(f"    .long {constant(step, {}):#010x}" for step in steps),
        "outer_constants:",
        *(f"    .long {constant(step, OUTER_WORDS):#010x}" for step in steps),
        "    .text",
    ]
    for groups in (1, 2, 4):
        lanes = 16 * groups
        lines += function(f"wr_md5_avx512_block_{lanes}", block(steps, groups, "constants", {}))
        lines += function(f"wr_md5_avx512_outer_{lanes}", block(steps, groups, "outer_constants", OUTER_WORDS, "rsi"))
        lines += function(f"wr_md5_avx512_stream_{lanes}", stream(steps, groups, "constants"), saves_rbx=True)
    lines += function("wr_md5_avx512_one", one_message(steps))
    lines.append('    .section .note.GNU-stack, "", @progbits')
    print("\n".join(lines))


if __name__ == "__main__":
    main()
