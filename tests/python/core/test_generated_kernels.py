"""The assembly kernels equal their generators' output, and their steps are those of RFC 1321, computed from its
formulas.
"""

from __future__ import annotations

import math
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

KERNELS = Path(__file__).parents[3] / "core" / "md5" / "kernels"
ROW = 256  # bytes between the rows of two message words: 64 lanes of 4 bytes

# RFC 1321 section 3.4: T[i] = floor(2^32 * abs(sin(i))), the rotations by round, and the order of the words.
CONSTANTS = [int(2**32 * abs(math.sin(i))) for i in range(1, 65)]
ROTATIONS = [s for row in ((7, 12, 17, 22), (5, 9, 14, 20), (4, 11, 16, 23), (6, 10, 15, 21)) for s in 4 * row]
WORDS = [
    word
    for start, stride in ((0, 1), (1, 5), (5, 3), (0, 7))
    for word in ((start + stride * i) % 16 for i in range(16))
]
OUTER = {4: 0x80, 14: (64 + 16) * 8} | dict.fromkeys((5, 6, 7, 8, 9, 10, 11, 12, 13, 15), 0)


def body(assembly: str, function: str) -> list[str]:
    """Return the instructions of one function."""
    text = assembly.split(f"\n{function}:\n")[1].split("    .size ")[0]
    return [line.strip() for line in text.splitlines()]


def executed(assembly: str, function: str) -> list[str]:
    """Return the instructions of a function as executed for one block.

    Loops are unrolled, and the addresses of words and constants are evaluated.
    """
    code = body(assembly, function)
    registers = dict.fromkeys(("rax", "rsi"), 0)
    lines: list[str] = []
    at, nonzero = 0, False
    while at < len(code):
        line = code[at]
        at += 1
        if m := re.fullmatch(r"(mov|add|sub|and|test) (\w+), (\d+)", line):
            name, number = m[2].replace("eax", "rax"), int(m[3])
            value = registers.get(name, 0)
            results = {"mov": number, "add": value + number, "sub": value - number, "and": value & number}
            nonzero = value & number != 0
            registers[name] = results.get(m[1], value)
        elif line == "jnz 2b" and nonzero:
            at = max(i for i in range(at) if code[i] == "2:")
        elif m := re.search(r"\[(rsi|rax) \+ ([^]]*)\]", line):
            terms = [m[1], *m[2].split(" + ")]
            place = sum(int(term) if term.isdigit() else registers[term] for term in terms)
            lines.append(line.replace(m[0], f"[{m[1]} + {place}]"))
        else:
            lines.append(line)
    return lines


def table(assembly: str, label: str) -> list[int]:
    """Return the numbers after a label."""
    lines = assembly.split(f"\n{label}:\n")[1].splitlines()[:64]
    return [int(line.split()[-1], 16) for line in lines]


@pytest.mark.parametrize("isa", ["avx2", "avx512"])
def test_the_stored_assembly_is_the_generators_output(isa: str) -> None:
    command = [sys.executable, "-B", str(KERNELS / f"generate_{isa}.py")]
    written = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    assert written == (KERNELS / f"{isa}_steps.S").read_text()


def test_the_table_of_steps_is_the_rfcs() -> None:
    pattern = re.compile(r"S\(([FGHI]), (\w), (\w), (\w), (\w), +(\d+), +(\d+), (0x\w{8})u\)")
    steps = pattern.findall((KERNELS / "steps.h").read_text())
    assert [int(step[7], 16) for step in steps] == CONSTANTS
    assert [int(step[6]) for step in steps] == ROTATIONS
    assert [int(step[5]) for step in steps] == WORDS
    assert [step[0] for step in steps] == [f for f in "FGHI" for _ in range(16)]
    assert ["".join(step[1:5]) for step in steps] == ["abcd", "dabc", "cdab", "bcda"] * 16


@pytest.mark.parametrize("isa", ["avx2", "avx512"])
def test_the_constants_are_the_rfcs(isa: str) -> None:
    assembly = (KERNELS / f"{isa}_steps.S").read_text()
    assert table(assembly, "constants") == CONSTANTS
    if isa == "avx2":
        return
    folded = [(t + OUTER.get(word, 0)) % 2**32 for t, word in zip(CONSTANTS, WORDS, strict=True)]
    assert table(assembly, "outer_constants") == folded


def functions() -> list[tuple[str, str, int]]:
    return [
        ("avx512", f"wr_md5_avx512_{kind}_{16 * groups}", groups)
        for kind in ("block", "outer", "stream")
        for groups in (1, 2, 4)
    ] + [("avx2", f"wr_md5_avx2_block_{8 * groups}", groups) for groups in (2, 4)]


@pytest.mark.parametrize(("isa", "function", "groups"), functions())
def test_the_emitted_steps_are_the_rfcs(isa: str, function: str, groups: int) -> None:
    code = executed((KERNELS / f"{isa}_steps.S").read_text(), function)
    vector = {"avx512": 64, "avx2": 32}[isa]

    rotate = re.compile(r"(?:vprold|vpslld) \w+, \w+, (\d+)")
    rotations = [int(m[1]) for line in code if (m := rotate.fullmatch(line))]
    assert rotations == [s for s in ROTATIONS for _ in range(groups)]

    add_word = re.compile(r"vpaddd \w+, \w+, \[rsi \+ (\d+)\]")
    offsets = [int(m[1]) for line in code if (m := add_word.fullmatch(line))]
    words = [w for w in WORDS if "outer" not in function or w not in OUTER]
    expected = [word * ROW + vector * group for word in words for group in range(groups)]
    assert sorted(offsets[i : i + groups] for i in range(0, len(offsets), groups)) == sorted(
        expected[i : i + groups] for i in range(0, len(expected), groups)
    )
    assert [o // ROW for o in offsets[::groups]] == words

    add_constant = re.compile(r"(?:vpbroadcastd \w+, dword ptr|vpaddd \w+, \w+,) \[rax \+ (\d+)\]")
    constants = [int(m[1]) for line in code if (m := add_constant.fullmatch(line))]
    step = 4 if isa == "avx512" else 32
    assert list(dict.fromkeys(constants)) == [step * i for i in range(64)]


def test_the_truth_tables_are_the_rfcs_functions() -> None:
    functions: tuple[Callable[[int, int, int], int], ...] = (
        lambda b, c, d: b & c | ~b & d,
        lambda b, c, d: b & d | c & ~d,
        lambda b, c, d: b ^ c ^ d,
        lambda b, c, d: c ^ (b | ~d),
    )
    code = executed((KERNELS / "avx512_steps.S").read_text(), "wr_md5_avx512_block_16")
    tables = [int(m[1], 16) for line in code if (m := re.search(r"vpternlogd .*, (0x\w+)$", line))]
    expected = [sum((f(i >> 2 & 1, i >> 1 & 1, i & 1) & 1) << i for i in range(8)) for f in functions]
    assert tables == [immediate for immediate in expected for _ in range(16)]
