# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Processor cores: latency, pipes and throughput of every operation, with sources, from catalogue/cores.toml."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from wirerate.errors import unknown

if TYPE_CHECKING:
    from wirerate.graph.algorithm import Node  # imported only for types, because identifying the core needs no graph

BITS = {"own": 128, "scalar": 64, "neon": 128, "xmm": 128, "ymm": 256, "zmm": 512, "tree": 64}


@dataclass(frozen=True, slots=True)
class UnitCost:
    """The cost of one kind of operation. Its latency is `low` to `high` cycles, and it occupies one of `pipes` for
    `cycles` cycles. If `pipes` is empty, any number of operations can run at once."""

    low: float
    high: float
    pipes: frozenset[str]
    cycles: float
    source: str

    @property
    def verified(self) -> bool:
        return self.source != "unverified"


@dataclass(frozen=True)
class Unit:
    """A register file and its operations: scalar, or vectors of `bits` bits."""

    name: str
    bits: int
    costs: Mapping[str, UnitCost]

    @property
    def vector(self) -> bool:
        return self.name not in ("scalar", "tree")

    def cost(self, kind: str) -> UnitCost:
        return self.costs["select" if kind == "logic3" and "logic3" not in self.costs else kind]

    def low(self, node: Node) -> float:
        """Return the shortest possible latency."""
        return self.cost(node.kind).low

    def high(self, node: Node) -> float:
        """Return the longest possible latency; it exceeds the shortest if the latency varies or is not verified."""
        return self.cost(node.kind).high

    def registers(self, ways: int, bits: int) -> int:
        """Return the number of instructions that an operation on `bits`-bit words takes for this number of ways."""
        return -(-ways * bits // self.bits) if self.vector else ways


@dataclass(frozen=True)
class Processor:
    """A processor core, or RFC 1810's abstract one."""

    name: str
    title: str
    source: str
    note: str
    dispatch: int | None  # operations per cycle from the front end
    units: Mapping[str, Unit]
    cpu: Mapping[str, Any]
    dedicated: Mapping[str, UnitCost] | None = None  # dedicated instructions by algorithm; None: unknown

    def is_this(self, vendor: str, family: int, model: int) -> bool:
        """Return whether CPUID's vendor, family and model are this core's."""
        if (self.cpu.get("vendor"), self.cpu.get("family")) != (vendor, family):
            return False
        return "models" not in self.cpu or model in self.cpu["models"]

    def registers(self, unit: str) -> int:
        """Return the number of registers: 16 on x86-64 (32 vector registers with AVX-512), 31 and 32 on Arm."""
        arm = "neon" in self.units
        if unit == "scalar":
            return 31 if arm else 16
        return 32 if arm or "logic3" in self.units[unit].costs else 16

    @property
    def instruction_set(self) -> str:
        """The instruction set that the units represent."""
        if "tree" in self.units:
            return "one operation tree"
        if "neon" in self.units:
            return "AArch64 with Neon"
        return f"x86-64 up to {'AVX-512' if 'zmm' in self.units else 'AVX2'}"

    def documents(self) -> list[str]:
        """Return the documents that the costs come from, without repetition."""
        sources = dict.fromkeys(cost.source for unit in self.units.values() for cost in unit.costs.values())
        return [document(source) for source in sources]


def _unit(name: str, rows: Mapping[str, Any], source: str) -> Unit:
    costs: dict[str, UnitCost] = {}
    source = rows.get("source", source)
    for kinds, row in rows.items():
        if kinds == "source":
            continue
        latency = row["latency"]
        low, high = latency if isinstance(latency, list) else (latency, latency)
        named = row.get("source", source)
        if named == "unverified":
            low, high = max(1, low - 1), high + 1
        cost = UnitCost(low, high, frozenset(row["pipes"].split()), row.get("cycles", 1), named)
        costs |= dict.fromkeys(kinds.split(), cost)
    return Unit(name, BITS[name], costs)


@cache
def _file() -> Mapping[str, Any]:
    return tomllib.loads((Path(__file__).parents[1] / "catalogue" / "cores.toml").read_text(encoding="utf-8"))


@cache
def processors() -> dict[str, Processor]:
    """Return all cores by name."""
    return {
        name: Processor(
            name,
            row["title"],
            row["source"],
            row.get("note", ""),
            row.get("dispatch"),
            {unit: _unit(unit, rows, row["source"]) for unit, rows in row["units"].items()},
            row.get("cpu", {}),
            _unit("own", row["own"], row["source"]).costs if "own" in row else None,
        )
        for name, row in _file()["cores"].items()
    }


def processor(name: str) -> Processor:
    """Return the core of that name; raise UsageError with the nearest name if there is none."""
    if name not in processors():
        raise unknown("CPU", name, processors())
    return processors()[name]


def identified_core(vendor: str, family: int, model: int) -> Processor | None:
    """Return the core that CPUID identifies, or None if its costs are unknown."""
    return next((core for core in processors().values() if core.is_this(vendor, family, model)), None)


# The units that a kernel uses, and whether it has three-input logic and rotation (AVX-512 added both for all register
# widths). "portable" code on x86-64 is compiled for SSE2.
_KERNEL_UNITS = {
    "portable": ({"scalar", "xmm"}, False),
    "sse2": ({"scalar", "xmm"}, False),
    "sse": ({"scalar", "xmm"}, False),
    "avx": ({"scalar", "xmm"}, False),
    "avx2": ({"scalar", "xmm", "ymm"}, False),
    "avx512": ({"scalar", "xmm", "ymm", "zmm"}, True),
    "neon": ({"scalar", "neon"}, True),
}


def limited_to(whole: Processor, kernel: str) -> Processor:
    """Return the core with only the units that the kernel uses, or the whole core if the kernel is unknown."""
    if kernel not in _KERNEL_UNITS:
        return whole
    names, newest = _KERNEL_UNITS[kernel]
    units = {
        name: unit if newest or name == "scalar" else replace(unit, costs=_without(unit.costs, {"logic3", "rotl"}))
        for name, unit in whole.units.items()
        if name in names
    }
    return replace(whole, units=units) if units else whole


def _without(costs: Mapping[str, UnitCost], kinds: set[str]) -> dict[str, UnitCost]:
    return {kind: cost for kind, cost in costs.items() if kind not in kinds}


def document(source: str) -> str:
    """Return the document that a source's short name refers to."""
    return str(_file()["sources"].get(source, "unverified: no document"))
