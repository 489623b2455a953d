#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Write avx512_steps.S: the 64 steps of MD5 for 1, 2 and 4 groups of 16 lanes, one 512-bit vector per word.

    python3 generate_avx512.py > avx512_steps.S

Why this is not C: a step is a chain of four dependent operations (select, add, rotate, add). To hide their latency, the
steps of several groups must be interleaved operation by operation, and compilers undo such an order.

Registers, for `groups` groups:
    zmm0 ..                      a, b, c, d of group 0, then of group 1, ...
    the next `groups`            one temporary per group, for the round function
    zmm20, zmm21                 the step's constant T[i], alternating
    zmm22 .. zmm27               for transposing the next block during the steps of this one
    zmm28, k1                    the padding of a block, and a mask of the message bytes before it

The steps (RFC 1321 section 3.4) come from steps.h, the table that all kernels share. The round functions become truth
tables of vpternlogd. Its first operand should be b, the word computed last: on Zen 4 and 5 the latency from the first
operand is one cycle shorter than from the other two.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from md5_steps import OUTER_WORDS, ROW, Step, constant, file_header, function, read_steps, round_loop, rounds

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
    """Return the immediate of vpternlogd for operands b, c, d in this order: bit 4b + 2c + d is the value."""
    f = ROUND_FUNCTIONS[function]
    return sum((f(i >> 2 & 1, i >> 1 & 1, i & 1) & 1) << i for i in range(8))


def registers(groups: int, group: int) -> dict[str, str]:
    """Return the state registers of a group by their names in the RFC, and its temporary as "t"."""
    names = {name: f"zmm{4 * group + i}" for i, name in enumerate("abcd")}
    return names | {"t": f"zmm{4 * groups + group}"}


def step_code(step: Step, groups: int, addend: str, constant: str, word: str | None) -> list[str]:
    """Return one step of all groups, interleaved.

    `word` is the address of group 0's message word, or None if the constant includes the word.
    """
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
    """Return code that loads a lane's block, at offset r11 from its pointer in rbx."""
    return [f"vmovdqu64 {vector}, [rbx + r11]"]


def load_padded(vector: str) -> list[str]:
    """Return code that loads the bytes selected by the mask, with padding in place of the others."""
    return [f"vmovdqa64 {vector}, {PADDING}", f"vmovdqu8 {vector}{{k1}}, [rbx]"]


def load_four(place: str, pointers: str, load: Callable[[str], list[str]]) -> list[str]:
    """Return code that turns four lanes' blocks into vectors whose quarter q holds word 4q + i, i = 0 to 3."""
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
    """Return code that combines four such vectors of the same i into words i, 4 + i, 8 + i, 12 + i of all 16 lanes."""
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
    """Return code that prefetches, in round `number`, a quarter of a quarter of the lanes' cache lines.

    Prefetching all at once would exceed the loads that a core can have in flight, and the steps' loads would have to
    wait.
    """
    group, part = divmod(number * groups, 4)
    code = []
    for lane in range(part, part + groups):
        code += [f"mov rbx, [rdx + {128 * group + 8 * lane}]", "prefetcht0 [rbx + r9]"]
    return code


def transposition(groups: int, loading: Callable[[str], list[str]]) -> list[tuple[list[str], list[str]]]:
    """Return each round's share of transposing the next block: code for every loop iteration, and code after the loop.

    The words are loaded through the lanes' pointers at rdx, plus r11, and stored at r10. Rounds 1 and 2 load, 3 and 4
    combine; odd rounds process groups 0 and 2, even rounds groups 1 and 3. In between, the vectors are stored where the
    words will be, because the steps leave too few registers. Four rows are stored at a time, after the loads of as many
    lanes: avx512.c puts the data that later lanes load into rows that are not yet overwritten.
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
    """Return code that adds the state before the block to the block's result (the end of RFC 1321 section 3.4)."""
    code = []
    for i, name in enumerate("abcd"):
        for g in range(groups):
            register, place = registers(groups, g)[name], f"{i * ROW + 64 * g}]"
            code += [f"vpaddd {register}, {register}, [rdi + {place}", f"vmovdqu64 [{to} + {place}, {register}"]
    return code


def round_code(steps: list[Step], groups: int, offsets: tuple[str, ...], filler: Sequence[str] = ()) -> list[str]:
    """Return the code of one round, with one-word constants."""

    def code(step: Step, i: int, offset: str) -> list[str]:
        return step_code(step, groups, CONSTANTS[i % 2], f"rax + {4 * i}", f"rsi + {offset}")

    return round_loop(steps, offsets, code, 4, filler)


def block(steps: list[Step], groups: int) -> list[str]:
    """Return code that hashes one block of all lanes, from transposed words at rsi."""
    code = ["lea rax, [rip + constants]", *load_state(groups)]
    for sixteen in rounds(steps):
        code += round_code(sixteen, groups, ("rcx", "rdx", "r8", "r9"))
    return [*code, *add_state(groups)]


def outer(steps: list[Step], groups: int) -> list[str]:
    """Return code for HMAC's outer hash: four words at rsi become the tag; the constants include the others."""
    code = ["lea rax, [rip + outer_constants]", *load_state(groups)]
    for i, step in enumerate(steps):
        word = None if step.word in OUTER_WORDS else f"rsi + {step.word * ROW}"
        code += step_code(step, groups, CONSTANTS[i % 2], f"rax + {4 * i}", word)
    return [*code, *add_state(groups, "rsi")]


def outer_and_words(steps: list[Step], groups: int) -> list[str]:
    """Return code for HMAC's outer hash of a whole block at rsi, and for the words of the next group's first block.

    The words are stored at rcx. The block of each lane is the bytes selected by mask r9 from its pointer at rdx,
    followed by the padding at r8. Unrolled, this function would take 17 KiB.
    """
    code = [f"vmovdqu64 {PADDING}, [r8]", "kmovq k1, r9", "mov r10, rcx", *load_state(groups)]
    code.append("lea rax, [rip + constants]")
    for sixteen, (filler, after) in zip(rounds(steps), transposition(groups, load_padded), strict=True):
        code += round_code(sixteen, groups, ("r12", "r13", "r14", "r15"), filler) + after
    return [*code, *add_state(groups, "rsi")]


def stream(steps: list[Step], groups: int) -> list[str]:
    """Return code that hashes r8 blocks, the first from the words at rsi, and transposes the next block meanwhile.

    rdx has the lanes' pointers, r9 the offset of the first block to transpose, rcx the distance between a lane's
    blocks. The stack argument is a second buffer for words; the two are used alternately. Data are prefetched two
    blocks ahead: any farther, and 64 lanes would evict each other's lines from L1.
    """
    code = ["mov r11, r9", "lea r9, [r9 + 2 * rcx]", "mov r10, [rbp + 16]", *load_state(groups)]
    code += ["1:", "lea rax, [rip + constants]"]
    for sixteen, (filler, after) in zip(rounds(steps), transposition(groups, load_whole), strict=True):
        code += round_code(sixteen, groups, ("r12", "r13", "r14", "r15"), filler) + after
    return [*code, *add_state(groups), "xchg rsi, r10", "add r11, rcx", "add r9, rcx", "dec r8", "jnz 1b"]


def one_message(steps: list[Step]) -> list[str]:
    """Return code that hashes rdx blocks of one message, from rsi into the four words at rdi, on the vector unit.

    The rotation is split. With x = ax + f, where ax = a + X[k] + T[i] is known early, (x <<< s) + b equals (ax << s) +
    b + (f << s) + (x >> 32-s). All but one shift and one addition is then off the chain through b, which is select,
    add, shift, add: 4 cycles if each takes one (Zen 4). The scalar unit needs 4 or 5, and a rotation would take 2.
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
        *file_header("generate_avx512.py"),
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
