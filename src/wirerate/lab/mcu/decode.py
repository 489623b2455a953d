"""Instructions of a basic block by class: what the timing tables of the manuals tell apart."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from wirerate.errors import MissingError

INSTALL = "pip install 'wirerate[mcu]'"

_CONDITION = "eq|ne|cs|hs|cc|lo|mi|pl|vs|vc|hi|ls|ge|lt|gt|le"
# Class by mnemonic, first match; the condition that an IT block adds is a group of its own.
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
    ("dsp_multiply", r"sm(?:la|ul|lal)[bt][bt]|sm(?:la|ul)w[bt]|smm(?:la|ul|ls)r?|sm(?:la|lal|ls|lsl|ua|us)dx?|usada?8"),
    ("divide", r"[us]div"),
    ("barrier", r"dmb|dsb|isb"),
    ("system", r"mrs|msr|cps(?:ie|id)|svc|bkpt|udf|wf[ei]|sev|yield"),
    ("floating", r"v\w+(?:\.\w+)*"),
    (
        "alu",
        r"(?:adc|add|and|asr|bic|eor|lsl|lsr|mov|mvn|orn|orr|ror|rrx|rsb|sbc|sub)s?|addw|subw|adr|bfc|bfi|clz|cmn|cmp"
        r"|movw|movt|nop|pkhbt|pkhtb|rbit|rev|rev16|revsh|sbfx|ubfx|sel|ssat|usat|ssat16|usat16|teq|tst"
        r"|[su]xta?(?:b|h|b16)|(?:q|s|sh|u|uh|uq)(?:add|sub)(?:8|16)|(?:q|s|sh|u|uh|uq)(?:asx|sax)|qd?(?:add|sub)",
    ),
)
_CLASSES = [
    (name, re.compile(rf"(?:{pattern})(?P<condition>{_CONDITION})?(?:\.[wn])?")) for name, pattern in _MNEMONICS
]
_BRANCHES = {"branch", "call", "call_register", "branch_register", "compare_branch", "table_branch"}
_TO_PC = {"load": "load_pc", "load_multiple": "load_multiple_pc", "alu": "branch_register"}
_MEMORY = ("load", "store")


@dataclass(frozen=True)
class Decoded:
    """A block: its instructions by class, and the one that ends it if that is a branch."""

    classes: Mapping[str, int]
    instructions: int
    end: str = ""
    conditional: bool = False


def decode(code: bytes, address: int) -> Decoded:
    """A block's instructions, counted."""
    lines = _disassemble(code, address)
    classes: Counter[str] = Counter()
    end, conditional = "", False
    before = _Access()
    for mnemonic, operands in lines:
        name, condition = _class(mnemonic, operands)
        if name in ("load_multiple", "store_multiple", "load_multiple_pc"):
            classes[f"{name}:register"] += _registers(operands)
        access = _Access.of(name, operands)
        classes[_as_placed(name, access, before)] += 1
        if access.base and access.base == before.target:
            classes["address_stall"] += 1
        before = access
        if name in _BRANCHES or name.endswith("_pc"):
            end, conditional = name, bool(condition) or name == "compare_branch"
    return Decoded(dict(classes), len(lines), end, conditional)


@dataclass(frozen=True)
class _Access:
    """A single load or store: what the next one's time depends on."""

    kind: str = ""
    base: str = ""
    target: str = ""  # the register that a load fills
    indexed: bool = False  # [base, register]
    writes_base: bool = False

    @staticmethod
    def of(name: str, operands: str) -> _Access:
        if name not in _MEMORY:
            return _Access()
        target, _, where = operands.partition(", ")
        inside = where[where.find("[") + 1 : where.find("]")].split(", ")
        indexed = len(inside) > 1 and not inside[1].startswith("#")
        moves = where.endswith("!") or not where.endswith("]")
        return _Access(name, inside[0], target if name == "load" else "", indexed, moves)


def _as_placed(name: str, access: _Access, before: _Access) -> str:
    """Loads and stores by what decides their time: literals, register offsets, and what stands before them."""
    if not access.kind:
        return name
    if access.kind == "store":
        name = "store_indexed" if access.indexed else "store"
    elif access.base == "pc":
        name = "load_literal"
    follows = before.kind and not before.writes_base and access.base != before.target
    return f"{name}:next" if follows else name


def _class(mnemonic: str, operands: str) -> tuple[str, str]:
    for name, pattern in _CLASSES:
        found = pattern.fullmatch(mnemonic)
        if found:
            return _to_pc(name, operands), found["condition"] or ""
    return "other", ""


def _to_pc(name: str, operands: str) -> str:
    """An instruction that writes the program counter is a branch, whatever else it is."""
    if name == "load_multiple":
        return "load_multiple_pc" if re.search(r"\bpc\}", operands) else name
    return _TO_PC[name] if name in _TO_PC and operands.startswith("pc,") else name


def _registers(operands: str) -> int:
    return operands[operands.index("{") :].count(",") + 1


def _disassemble(code: bytes, address: int) -> list[tuple[str, str]]:
    return [(mnemonic, operands) for _, _, mnemonic, operands in _disassembler().disasm_lite(code, address)]


_made: list[Any] = []


def _disassembler() -> Any:
    if not _made:
        try:
            import capstone
        except ImportError as error:
            raise MissingError("capstone is not here, and without it no instruction is told", fix=INSTALL) from error
        _made.append(capstone.Cs(capstone.CS_ARCH_ARM, capstone.CS_MODE_THUMB | capstone.CS_MODE_MCLASS))
    return _made[0]


def weigh(runs: Iterable[tuple[Decoded, int, int]]) -> tuple[int, dict[str, int]]:
    """Instructions and classes of blocks that ran so often and were left by a branch so often. An unconditional branch
    is always taken."""
    instructions = 0
    classes: Counter[str] = Counter()
    for block, executed, taken in runs:
        instructions += block.instructions * executed
        for name, count in block.classes.items():
            classes[name] += count * executed
        if block.end:
            classes[f"{block.end}:taken"] += taken if block.conditional else executed
    return instructions, {name: count for name, count in sorted(classes.items()) if count}
