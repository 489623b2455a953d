"""Hardware's tables: all cores side by side, one core by formula and placed, and the verdicts on it."""

from __future__ import annotations

from wirerate.records import Measurement, Run, Verdict
from wirerate.report import numbers
from wirerate.report.table import Cell, Column, Group, Table
from wirerate.report.views.model import figure
from wirerate.verdict import CANNOT_TELL, FALLS_SHORT, KEEPS_UP, TIGHT, sentence

_TONES = {KEEPS_UP: "good", TIGHT: "warn", FALLS_SHORT: "bad", CANNOT_TELL: "unsure"}
NAMES = {"md5": "plain MD5", "keyed-md5": "keyed MD5", "hmac-md5": "HMAC-MD5", "internet-checksum": "checksum"}


def title(m: Measurement) -> str:
    """Where a row's figures come from."""
    source = str(m.extra["source"])
    if source == "placed":
        return "placed here" if m.basis == "placed" else "placed, stored"
    return {"rfc1810": "RFC 1810's formula", "calibrated": "calibrated"}[source]


def rates(run: Run) -> Table:
    """One core: the formulas and the placed result, each with what it rests on."""
    columns = (
        Column("", ("source",), numeric=False),
        Column("MHz", ("fmax_mhz", "fmax_low", "fmax_high")),
        Column("one chain", ("chain_mbps",)),
        Column("all lanes", ("mbps",)),
        Column("from", ("note",), numeric=False, expendable=True),
    )
    return Table("rates", columns, (Group("", tuple(_rate(m) for m in run.measurements)),))


def _rate(m: Measurement) -> tuple[Cell, ...]:
    mhz, low, high = (figure(m, name) for name in ("fmax_mhz", "fmax_low", "fmax_high"))
    strong = m.extra["source"] == "placed"
    return (
        Cell(title(m), "strong" if strong else ""),
        Cell(f"{numbers.significant(mhz)}", figures=(mhz, low, high)),
        Cell(_mbps(figure(m, "chain_mbps")), figures=(figure(m, "chain_mbps"),)),
        Cell(_mbps(figure(m, "mbps")), "strong" if strong else "", (figure(m, "mbps"),)),
        Cell(m.note, "dim"),
    )


def cores(run: Run) -> Table:
    """Every core: RFC 1810's formula with this part's adder, the calibrated one, and the placed result."""
    columns = (
        Column("core", ("core",), numeric=False),
        Column("lanes", ("lanes",)),
        Column("RFC 1810", ("rfc1810_mbps",)),
        Column("calibrated", ("calibrated_mbps",)),
        Column("placed", ("mbps", "mbps_low", "mbps_high")),
        Column("range", ("seeds",)),
        Column("one chain", ("chain_mbps",)),
        Column("area", ("area",)),
    )
    by_core: dict[str, list[Measurement]] = {}
    for m in run.measurements:
        by_core.setdefault(str(m.extra["core"]), []).append(m)
    return Table("cores", columns, (Group("", tuple(_core(found) for found in by_core.values())),))


def _core(found: list[Measurement]) -> tuple[Cell, ...]:
    by_source = {str(m.extra["source"]): m for m in found}  # of the RFC's two the later, with this part's adder
    rfc, calibrated, placed = (by_source.get(name) for name in ("rfc1810", "calibrated", "placed"))
    shown = placed or calibrated or found[0]
    return (
        Cell(str(shown.extra["core"]), "strong"),
        Cell(str(shown.extra["lanes"])),
        *(Cell(_mbps(figure(m, "mbps")) if m else numbers.NONE, figures=(figure(m, "mbps") if m else None,))
          for m in (rfc, calibrated)),
        _placed(placed),
        _range(placed),
        Cell(_mbps(figure(shown, "chain_mbps")), "" if placed else "dim", (figure(shown, "chain_mbps"),)),
        Cell(numbers.percent(figure(placed, "area")) if placed else numbers.NONE,
             figures=(figure(placed, "area") if placed else None,)),
    )  # fmt: skip


def _placed(m: Measurement | None) -> Cell:
    if m is None:
        return Cell("not placed", "dim", (None, None, None))
    mbps, mhz = figure(m, "mbps"), figure(m, "fmax_mhz")
    low, high = (mbps * figure(m, name) / mhz for name in ("fmax_low", "fmax_high"))
    return Cell(_mbps(mbps), "strong", (mbps, low, high))


def _range(m: Measurement | None) -> Cell:
    """How far the seeds lie apart."""
    if m is None:
        return Cell(numbers.NONE, figures=(None,))
    count = int(figure(m, "seeds"))
    mhz, low, high = (figure(m, name) for name in ("fmax_mhz", "fmax_low", "fmax_high"))
    apart = f"-{(1 - low / mhz) * 100:.0f}/+{(high / mhz - 1) * 100:.0f} %" if count > 1 else "1 seed"
    return Cell(apart, "dim", (count,))


def verdicts(run: Run) -> Table:
    """Each way of using the core, against the link."""
    columns = (
        Column("", ("subject",), numeric=False),
        Column("blocks", ("blocks",)),
        Column("a packet", ("ns", "ns_low", "ns_high")),
        Column("headroom", ("headroom", "headroom_low", "headroom_high")),
        Column("cores", ("cores",)),
        Column("verdict", ("verdict",), numeric=False),
    )
    return Table("verdicts", columns, (Group("", tuple(_verdict(v) for v in run.verdicts)),))


def _verdict(v: Verdict) -> tuple[Cell, ...]:
    ns, room = v.measured_ns, v.headroom
    assert ns is not None
    assert room is not None
    tone = _TONES[v.verdict] if v.permitted else "bad" if v.verdict == FALLS_SHORT else "warn"
    return (
        Cell(NAMES.get(v.subject, v.subject), "strong"),
        Cell(numbers.significant(float(v.conditions["blocks"]), 2), figures=(v.conditions["blocks"],)),
        Cell(numbers.time_ns(ns.median), figures=(ns.median, ns.low, ns.high)),
        Cell(numbers.times(room.median), figures=(room.median, room.low, room.high)),
        Cell(str(v.cores), figures=(v.cores,)),
        Cell(sentence(v), tone),  # type: ignore[arg-type]
    )


def _mbps(value: float) -> str:
    return numbers.rate(value / 1000)
