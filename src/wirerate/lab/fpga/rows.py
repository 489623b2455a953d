"""What a lab of this kind yields: a core's rates as measurements, each with where it comes from."""

from __future__ import annotations

from dataclasses import dataclass

from wirerate.graph.rfc1810 import OPERATION_NS
from wirerate.graph.verilog.core import Core
from wirerate.lab.fpga.formulas import DERATING, DERATING_SOURCE, calibrated_mhz, rfc_clocks, rfc_mhz
from wirerate.lab.fpga.results import Calibration, Result
from wirerate.records import Interval, Measurement

FORMULA = "formula"


@dataclass(frozen=True)
class Packet:
    """What is hashed: packets of a mix, mean bytes and blocks each."""

    label: str
    bytes: float
    blocks: float


def formulas(core: Core, cost: Calibration, packet: Packet, operation_ns: float | None) -> list[Measurement]:
    """RFC 1810's formula with its own operation and this part's, then the calibrated one; with an operation of the
    reader's, that silicon instead."""
    if operation_ns:
        operations = (cost.add, cost.logic_add, cost.rotate, cost.rotate_4, cost.add_add)
        own = Calibration(cost.part, FORMULA, *(each * operation_ns / cost.add for each in operations))
        note = f"operations in the proportion that {cost.part.name} has: F and an addition {own.logic_add:.3g} ns"
        return [
            _formula(core, packet, "rfc1810", rfc_mhz(core, operation_ns), f"N = {operation_ns:g} ns", operation_ns),
            _formula(core, packet, "calibrated", calibrated_mhz(core, own), note, operation_ns),
        ]
    note = f"an addition {cost.add:.3g} ns, F with one {cost.logic_add:.3g}"
    if core.lanes == 1 and core.bits == 512:
        four = core.name == "md5-4-steps"
        note += f", a rotation by one of {4 if four else 16} {cost.rotate_4 if four else cost.rotate:.3g}"
    if core.cuts <= 1 and core.bits == 512:
        note += f"; {2 * cost.add - cost.add_add:.2g} less for each that shares a register"
    return [
        _formula(core, packet, "rfc1810", rfc_mhz(core, OPERATION_NS), f"N = {OPERATION_NS:g} ns, its CMOS; by its "
                 "other readings half or twice that (wirerate model md5)", OPERATION_NS),
        _formula(core, packet, "rfc1810", rfc_mhz(core, cost.add), f"N = {cost.add:.3g} ns, this part's adder",
                 cost.add),
        _formula(core, packet, "calibrated", calibrated_mhz(core, cost), note, cost.add),
    ]  # fmt: skip


def _formula(core: Core, packet: Packet, source: str, mhz: float, note: str, operation_ns: float) -> Measurement:
    clocks = rfc_clocks(core) if source == "rfc1810" else core.clocks
    rates = _rates(core, Interval(mhz, mhz, mhz, None, ("formula",)), packet, clocks)
    rates.extra.update(source=source, operation_ns=operation_ns)
    rates.basis, rates.note = FORMULA, note
    return rates


def placed(found: Result, packet: Packet) -> Measurement:
    """The placements of a core: rates, area, path, tools."""
    one, path = found.placements[0], found.path
    row = _rates(found.core, found.fmax_mhz, packet, found.core.clocks)
    row.basis = found.basis
    low, high = found.fmax_mhz.low, found.fmax_mhz.high
    apart = f" ({low:.1f} to {high:.1f} MHz)" if len(found.placements) > 1 else ""
    row.note = f"{found.fmax_mhz.unknowns[0]}{apart}, Yosys {one.yosys}, nextpnr {one.nextpnr}, {one.date[:10]}"
    row.extra.update(
        source="placed",
        part=found.part.name, package=one.package, speed=one.speed,
        seeds=len(found.placements), target_mhz=one.target_mhz,
        luts=found.luts, ffs=found.ffs, ram_blocks=found.ram_blocks,
        area=found.area, fitting=found.fitting,
        path_start=path.start, path_end=path.end, path_additions=path.additions, path_luts=path.luts,
        path_logic_ns=path.logic_ns, path_routing_ns=path.routing_ns,
        netlist_sha256=one.netlist_sha256, verilog_sha256=one.verilog_sha256,
        yosys=one.yosys, nextpnr=one.nextpnr, date=one.date, command=one.command,
        derating_low=DERATING[0], derating_high=DERATING[1], derating_source=DERATING_SOURCE,
    )  # fmt: skip
    return row


def _rates(core: Core, fmax: Interval, packet: Packet, clocks: int) -> Measurement:
    """Nanoseconds per packet with every lane busy; a single chain's rate and latency beside it."""
    per_packet = packet.blocks * clocks * 1000 / core.lanes  # at one MHz
    ns = Interval(per_packet / fmax.median, per_packet / fmax.high, per_packet / fmax.low, None, fmax.unknowns)
    chain = core.bits * fmax.median / clocks
    return Measurement(
        subject=core.name,
        operation="checksum" if core.name.startswith("checksum-") else "hash",
        bytes=packet.bytes,
        packets=packet.label,
        ns=ns,
        extra={
            "what": "core",
            "core": core.name, "title": core.title, "lanes": core.lanes,
            "fmax_mhz": fmax.median, "fmax_low": fmax.low, "fmax_high": fmax.high,
            "clocks": clocks, "chain_mbps": chain, "mbps": core.lanes * chain,
            "blocks": packet.blocks, "latency_ns": packet.blocks * clocks * 1000 / fmax.median,
        },
    )  # fmt: skip
