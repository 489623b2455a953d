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
    zmm28, k1                    what pads a block, and a mask of the bytes before it

What a step is (RFC 1321 section 3.4) comes from steps.h, the table that all kernels share. The round functions
become truth tables of vpternlogd. Its first operand should be b: that is the word computed last, and on Zen 4 and 5 the
result follows the first operand a cycle earlier than the other two.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from md5_steps import OUTER_WORDS, ROW, Step, beginning, constant, function, read_steps, round_loop, rounds

CONSTANTS = ("zmm20", "zmm21")
STREAM_SAVES = ("rbx", "r12", "r13", "r14", "r15")
FREE = tuple(f"zmm{i}" for i in range(22, 28))
PADDING = "zmm28"


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


def step_code(step: Step, groups: int, addend: str, constant: str, word: str | None) -> list[str]:
    """One step of all groups, operation by operation; `word` is where group 0's lies, None: part of the constant."""
    code = [f"vpbroadcastd {addend}, dword ptr [{constant}]"]
    per_group = []
    for group in range(groups):
        reg = registers(groups, group)
        a, b, c, d = (reg[name] for name in step.names)
        t = reg["t"]
        per_group.append(
            ([f"vpaddd {a}, {a}, [{word} + {64 * group}]"] if word else [])
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


def load_whole(vector: str) -> list[str]:
    """A lane's block, r11 behind its pointer in rbx."""
    return [f"vmovdqu64 {vector}, [rbx + r11]"]


def load_padded(vector: str) -> list[str]:
    """The bytes of the mask, and padding for the others, which are not read."""
    return [f"vmovdqa64 {vector}, {PADDING}", f"vmovdqu8 {vector}{{k1}}, [rbx]"]


def load_four(place: str, pointers: str, load: Callable[[str], list[str]]) -> list[str]:
    """Four lanes' blocks become vectors whose quarter q holds word 4q + i of the four, i = 0 .. 3."""
    v = FREE
    code = []
    for m in range(4):
        code += [f"mov rbx, [{pointers} + {8 * m}]", *load(v[m])]
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
    return code + [f"vmovdqa64 [{place} + {i * ROW}], {vector}" for i, vector in enumerate((v[0], v[4], v[2], v[1]))]


def join_fours(place: str) -> list[str]:
    """Four such vectors of the same i become words i, 4 + i, 8 + i, 12 + i of all 16 lanes."""
    v = FREE
    code = [f"vmovdqa64 {v[m]}, [{place} + {4 * m * ROW}]" for m in range(4)]
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
    return code + [
        f"vmovdqa64 [{place} + {4 * m * ROW}], {vector}" for m, vector in enumerate((v[1], v[3], v[4], v[0]))
    ]


def prefetch(groups: int, number: int) -> list[str]:
    """A quarter of a quarter of the lanes' lines, in the round of this number. Were they asked for together, more would
    be on their way than a core can have, and the loads of the steps' words would wait behind them."""
    group, part = divmod(number * groups, 4)
    code = []
    for lane in range(part, part + groups):
        code += [f"mov rbx, [rdx + {128 * group + 8 * lane}]", "prefetcht0 [rbx + r9]"]
    return code


def transposition(groups: int, loading: Callable[[str], list[str]]) -> list[tuple[list[str], list[str]]]:
    """What each round does for the words of the next block: a part for each of its four fours of steps, and then once.

    The words come from the lanes' pointers at rdx plus r11 and go to r10. Rounds 1 and 2 load, 3 and 4 join; the odd
    rounds do groups 0 and 2, the even ones 1 and 3. In between the vectors wait where the words will be: the steps
    leave too few registers. Four rows at a time are stored there, behind the loads of as many lanes: avx512.c puts what
    later lanes load into rows that are not yet stored.
    """
    todo: list[tuple[list[str], list[str]]] = []
    for number in range(4):
        load, code = number < 2, prefetch(groups, number) if loading is load_whole else []
        for group in range(number % 2, groups, 2):
            place = f"r10 + {64 * group}"
            code += load_four(place, f"rdx + {128 * group}", loading) if load else join_fours(place)
        advance = 4 * ROW if load else ROW
        todo.append(([*code, "add rdx, 32", f"add r10, {advance}"], ["sub rdx, 128", f"sub r10, {4 * advance}"]))
    return todo


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


def round_code(steps: list[Step], groups: int, offsets: tuple[str, ...], filler: Sequence[str] = ()) -> list[str]:
    """One round; the constants are words."""

    def code(step: Step, i: int, offset: str) -> list[str]:
        return step_code(step, groups, CONSTANTS[i % 2], f"rax + {4 * i}", f"rsi + {offset}")

    return round_loop(steps, offsets, code, 4, filler)


def block(steps: list[Step], groups: int) -> list[str]:
    """One block of all lanes from words that lie transposed at rsi."""
    code = ["lea rax, [rip + constants]", *load_state(groups)]
    for sixteen in rounds(steps):
        code += round_code(sixteen, groups, ("rcx", "rdx", "r8", "r9"))
    return [*code, *add_state(groups)]


def outer(steps: list[Step], groups: int) -> list[str]:
    """HMAC's outer hash: four words at rsi, which become the tag; the others are part of the constants."""
    code = ["lea rax, [rip + outer_constants]", *load_state(groups)]
    for i, step in enumerate(steps):
        word = None if step.word in OUTER_WORDS else f"rsi + {step.word * ROW}"
        code += step_code(step, groups, CONSTANTS[i % 2], f"rax + {4 * i}", word)
    return [*code, *add_state(groups, "rsi")]


def outer_and_words(steps: list[Step], groups: int) -> list[str]:
    """The same of a whole block at rsi, and in the gaps the first block of the next group becomes words at rcx: of each
    lane at rdx the bytes of the mask r9, and the padding at r8 behind them. Written out it would be 17 KiB."""
    code = [f"vmovdqu64 {PADDING}, [r8]", "kmovq k1, r9", "mov r10, rcx", *load_state(groups)]
    code.append("lea rax, [rip + constants]")
    for sixteen, (filler, after) in zip(rounds(steps), transposition(groups, load_padded), strict=True):
        code += round_code(sixteen, groups, ("r12", "r13", "r14", "r15"), filler) + after
    return [*code, *add_state(groups, "rsi")]


def stream(steps: list[Step], groups: int) -> list[str]:
    """r8 blocks, the first from the words at rsi; each is crunched while the one after it is transposed.

    rdx: the lanes' pointers, r9: bytes from there to what is transposed first, rcx: bytes from a lane's block to its
    next; and the only one on the stack: the words' other place. The two take turns. What is transposed two blocks later
    is prefetched: farther, 64 lanes would crowd each other out of L1.
    """
    code = ["mov r11, r9", "lea r9, [r9 + 2 * rcx]", "mov r10, [rbp + 16]", *load_state(groups)]
    code += ["1:", "lea rax, [rip + constants]"]
    for sixteen, (filler, after) in zip(rounds(steps), transposition(groups, load_whole), strict=True):
        code += round_code(sixteen, groups, ("r12", "r13", "r14", "r15"), filler) + after
    return [*code, *add_state(groups), "xchg rsi, r10", "add r11, rcx", "add r9, rcx", "dec r8", "jnz 1b"]


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
        lines += function(f"wr_md5_avx512_block_{lanes}", block(steps, groups))
        lines += function(f"wr_md5_avx512_outer_{lanes}", outer(steps, groups))
        lines += function(f"wr_md5_avx512_stream_{lanes}", stream(steps, groups), saves=STREAM_SAVES)
    lines += function("wr_md5_avx512_outer_and_words_64", outer_and_words(steps, 4), saves=STREAM_SAVES)
    lines += function("wr_md5_avx512_one", one_message(steps))
    lines.append('    .section .note.GNU-stack, "", @progbits')
    print("\n".join(lines))


if __name__ == "__main__":
    main()
