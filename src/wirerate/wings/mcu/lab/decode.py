# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Decode basic blocks into the instruction classes that the manuals' timing tables distinguish."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from wirerate.errors import MissingError
from wirerate.wings.mcu import INSTALL

_CONDITION = "eq|ne|cs|hs|cc|lo|mi|pl|vs|vc|hi|ls|ge|lt|gt|le"
# Classes by mnemonic; the first match counts. An IT block's condition is split off before the match.
_MNEMONICS: tuple[tuple[str, str], ...] = (
    ("branch", r"b"),
    ("call", r"bl"),
    ("call_register", r"blx"),
    ("branch_register", r"bx"),
    ("compare_branch", r"cbn?z"),
    ("table_branch", r"tb[bh]"),
    ("it", r"it[te]{0,3}"),
    ("load", r"ldr(?:b|h|sb|sh)?t?"),
    ("store", r"str[bh]?t?"),
    ("load_double", r"ldrd"),
    ("store_double", r"strd"),
    ("load_multiple", r"pop|ldm(?:ia|db)?"),
    ("store_multiple", r"push|stm(?:ia|db)?"),
    ("multiply", r"muls?"),
    ("multiply_accumulate", r"mla|mls"),
    ("long_multiply", r"[us]mull"),
    ("long_accumulate", r"[us]mlal"),
    ("long_double_accumulate", r"umaal"),
    ("dsp_multiply", r"sm(?:la|ul|lal)[bt][bt]|sm(?:la|ul)w[bt]|smm(?:la|ul|ls)r?|sm(?:la|lal|ls|lsl|ua|us)dx?"),
    ("divide", r"[us]div"),
    ("barrier", r"dmb|dsb|isb"),
    ("system", r"mrs|msr|cps(?:ie|id)|svc|bkpt|udf|wf[ei]|sev|yield"),
    *(
        (name, rf"(?:{pattern})(?:{_CONDITION})?(?:\.\w+)*")
        for name, pattern in (
            ("float_load", "vldr"),
            ("float_store", "vstr"),
            ("float_load_multiple", "vpop|vldm(?:ia|db)?"),
            ("float_store_multiple", "vpush|vstm(?:ia|db)?"),
            ("float_move", "vmov"),
            ("float_system", "vmrs|vmsr"),
        )
    ),
    ("floating", r"v\w+(?:\.\w+)*"),
    (
        "alu",
        r"(?:adc|add|and|asr|bic|eor|lsl|lsr|mov|mvn|orn|orr|ror|rrx|rsb|sbc|sub)s?|addw|subw|adr|bfc|bfi|clz|cmn|cmp"
        r"|movw|movt|nop|pkhbt|pkhtb|rbit|rev|rev16|revsh|sbfx|ubfx|sel|ssat|usat|ssat16|usat16|teq|tst"
        r"|[su]xta?(?:b|h|b16)|(?:q|s|sh|u|uh|uq)(?:add|sub)(?:8|16)|(?:q|s|sh|u|uh|uq)(?:asx|sax)|qd?(?:add|sub)",
    ),
)
_CLASSES = [(name, re.compile(pattern)) for name, pattern in _MNEMONICS]
_CONDITIONS = frozenset(_CONDITION.split("|"))
_BRANCHES = {"branch", "call", "call_register", "branch_register", "compare_branch", "table_branch"}
_TO_PC = {"load": "load_pc", "load_multiple": "load_multiple_pc", "alu": "branch_register"}
_MULTIPLE = ("load_multiple", "store_multiple", "load_multiple_pc", "float_load_multiple", "float_store_multiple")
_NO_RESULT = re.compile(r"(?:cmp|cmn|tst|teq|nop|it)")
_COMPUTES = {"alu", "multiply", "multiply_accumulate", "long_multiply", "long_accumulate", "long_double_accumulate"}


@dataclass(frozen=True)
class Decoded:
    """The instruction counts of a block by class. `end` is the class of the branch that ends it, or empty."""

    classes: Mapping[str, int]
    instructions: int
    end: str = ""
    conditional: bool = False


@dataclass(frozen=True)
class _Step:
    """The properties of an instruction that affect the time of the next one."""

    name: str = ""
    operands: str = ""
    computed: frozenset[str] = frozenset()  # registers it computes
    loaded: str = ""  # the register it loads
    address: frozenset[str] = frozenset()  # registers its address is computed from
    indexed: bool = False  # the address has an index register
    writes_base: bool = False
    wide: bool = False  # a 32-bit instruction not aligned to four bytes


def decode(code: bytes, address: int) -> Decoded:
    """Count a block's instructions by class. Dependencies on a previous block's last instruction are ignored."""
    classes: Counter[str] = Counter()
    end, conditional, instructions = "", False, 0
    before = _Step()
    for location, size, mnemonic, operands in _disassembler().disasm_lite(code, address):
        name, condition, step = _instruction(mnemonic, operands, size == 4 and location % 4 == 2)
        classes[_class_in_sequence(step, before)] += 1
        for hazard in _hazards(step, before):
            classes[hazard] += 1
        if name in _MULTIPLE:
            classes[f"{name}:register"] += _count_words(operands[operands.index("{") + 1 :])
        if name in _BRANCHES or name.endswith("_pc"):
            end, conditional = name, bool(condition) or name == "compare_branch"
        before = step
        instructions += 1
    return Decoded(dict(classes), instructions, end, conditional)


@cache
def _instruction(mnemonic: str, operands: str, wide: bool) -> tuple[str, str, _Step]:
    """Return an instruction's class, condition and timing properties. Cached, since most instructions recur."""
    name, condition = _class(mnemonic, operands)
    return name, condition, _step(name, mnemonic, operands, wide=wide)


def _step(name: str, mnemonic: str, operands: str, *, wide: bool) -> _Step:
    if name in ("load", "store"):
        register, _, location = operands.partition(", ")
        inside = location[location.find("[") + 1 : location.find("]")].split(", ")
        address = frozenset(part for part in inside if not part.startswith(("#", "lsl")))
        writes_base = location.endswith("!") or not location.endswith("]")
        loaded = register if name == "load" else ""
        return _Step(name, operands, frozenset(), loaded, address, len(address) > 1, writes_base, wide)
    if name not in _COMPUTES or _NO_RESULT.match(mnemonic):
        return _Step(name, operands)
    results = 2 if name.startswith("long") else 1
    return _Step(name, operands, frozenset(operands.split(", ")[:results]))


def _class_in_sequence(step: _Step, before: _Step) -> str:
    """Return the instruction's class. Loads and stores are refined by addressing and by a preceding load (`:next`)."""
    if step.name not in ("load", "store"):
        return step.name
    name = step.name
    if name == "store":
        name = "store_indexed" if step.indexed else "store"
    elif "pc" in step.address:
        name = "load_literal"
    if before.name != "load" or before.loaded in step.address or (step.writes_base and step.name == "load"):
        return name
    # The manual says an instruction not aligned to four bytes "may fail to pipeline": see cortex_m.toml.
    return f"{name}:next_wide" if step.wide else f"{name}:next"


def _hazards(step: _Step, before: _Step) -> Iterator[str]:
    """Yield the hazards between two instructions, each of which may cost an extra cycle."""
    if step.address & before.computed:
        yield "address_stall"
    if step.name == "load" and before.name == "store":
        yield "load_after_store"
    if before.loaded and re.search(rf"\b{before.loaded}\b", step.operands):
        yield "load_use"


def _class(mnemonic: str, operands: str) -> tuple[str, str]:
    name, condition = _class_of_mnemonic(mnemonic)
    return _floating(_branch_if_pc(name, operands), operands), condition


@cache
def _class_of_mnemonic(mnemonic: str) -> tuple[str, str]:
    """Return the class and the condition of a mnemonic. Cached, since a program uses few mnemonics."""
    stem = mnemonic[:-2] if mnemonic.endswith((".w", ".n")) else mnemonic
    splits = [(stem, ""), (stem[:-2], stem[-2:])] if stem[-2:] in _CONDITIONS else [(stem, "")]
    for name, pattern in _CLASSES:
        for word, condition in splits:
            if pattern.fullmatch(word):
                return name, condition
    return "other", ""


def _count_words(registers: str) -> int:
    """Return the number of words in a register list; a double register has two."""
    return registers.count(",") + 1 + len(re.findall(r"\bd\d", registers))


def _floating(name: str, operands: str) -> str:
    """Refine a floating-point move by its size and by how many core registers it involves."""
    if name in ("float_load", "float_store"):
        return f"{name}_double" if operands.startswith("d") else name
    if name != "float_move" or "[" in operands or "#" in operands:
        return name
    core = len(re.findall(r"\b(?:r\d+|sb|sl|fp|ip|sp|lr)\b", operands))
    return (name, f"{name}_core", f"{name}_pair")[core]


def _branch_if_pc(name: str, operands: str) -> str:
    """Return the branch class for an instruction that writes the program counter; otherwise its class."""
    if name == "load_multiple":
        return "load_multiple_pc" if re.search(r"\bpc\}", operands) else name
    return _TO_PC[name] if name in _TO_PC and operands.startswith("pc,") else name


_disassemblers: list[Any] = []


def _disassembler() -> Any:
    if not _disassemblers:
        try:
            import capstone
        except ImportError as error:
            raise MissingError("capstone is not installed; it is needed to decode instructions", fix=INSTALL) from error
        _disassemblers.append(capstone.Cs(capstone.CS_ARCH_ARM, capstone.CS_MODE_THUMB | capstone.CS_MODE_MCLASS))
    return _disassemblers[0]


def count_executed(runs: Iterable[tuple[Decoded, int, int]]) -> tuple[int, dict[str, int]]:
    """Return the executed instructions, in total and by class.

    `runs` holds decoded blocks, how often each ran, and how often its final branch was taken; an unconditional branch
    is always taken.
    """
    instructions = 0
    classes: Counter[str] = Counter()
    for block, executed, taken in runs:
        instructions += block.instructions * executed
        for name, count in block.classes.items():
            classes[name] += count * executed
        if block.end:
            classes[f"{block.end}:taken"] += taken if block.conditional else executed
    return instructions, {name: count for name, count in sorted(classes.items()) if count}
