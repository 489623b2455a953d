# SPDX-License-Identifier: Apache-2.0 OR MIT
"""RFC 1810, "Report on MD5 Performance" (June 1995), beside the same measurements on this machine."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial

from wirerate.authenticators.subjects import Subject
from wirerate.catalogue.history import rfc1810_figures
from wirerate.graph.rows import ModelIpRates, ModelMachine
from wirerate.host.measure import measure
from wirerate.question import Progress
from wirerate.records import Interval, Measurement, Row
from wirerate.report import charts, columns, html, labels, numbers, rfc1810
from wirerate.report.charts.rows import Dot, DotRow, dot_chart
from wirerate.report.html import Page, head, tabled
from wirerate.report.rfc1810 import rows_of
from wirerate.report.table import Cell, Filled, Table, listed, stacked, wrap
from wirerate.report.terminal import Paper, facts
from wirerate.running.cautions import cautions
from wirerate.running.workloads import Condition, Messages, modes
from wirerate.system import MEASURES
from wirerate.wings.history.history import call
from wirerate.wings.history.rows import HistoryRun

_BYTES, _SECONDS = 65536, 2.0
_SUBJECTS = ("md5", "md5-x4", "md5-x16", "internet-checksum", "umac-64")  # the first is the reference
_CITED = "RFC 1810, J. Touch, June 1995"
_NOTE = "This machine: software on one core. For MD5 in an FPGA: wirerate hw md5."
_LABEL = 15  # columns of the labels on the left


def answer(progress: Progress | None) -> HistoryRun:
    """Return the rows of `wirerate model md5`, and measure the RFC's subjects that `model` does not measure."""
    run = HistoryRun(command="history rfc1810", environment=None, source="rfc1810")
    model = call("model")("md5", progress=progress)
    run.environment, run.problems, run.exit = model.environment, model.problems, model.exit
    run.rows += model.rows
    if MEASURES:
        condition = Condition(Messages((_BYTES,)), "cold")
        subjects = [Subject(name) for name in _SUBJECTS]
        requests = [condition.request(subject, modes(subject)[0]) for subject in subjects]
        measured, run.comparisons = measure(requests, progress=progress, budget_s=_SECONDS)
        run.rows += measured
        said = {problem.code for problem in run.problems}
        run.problems += [caution for caution in cautions(measured) if caution.code not in said]
    return run


# ---- what the RFC says, and what is measured here ----


@dataclass(frozen=True)
class _Claim:
    """A figure in the RFC, its section, and the same figure measured on this machine."""

    name: str
    published: str
    mbps: float  # the published figure
    measured: Interval | None
    section: str
    is_ratio: bool = False  # a multiple of MD5's rate, not Mbps

    @property
    def times(self) -> float | None:
        return self.measured.median / self.mbps if self.measured and not self.is_ratio else None


def _claims(run: HistoryRun) -> list[_Claim]:
    machines = rows_of(run.rows, ModelMachine)
    this = next((row for row in machines if row.this), None)
    measured, cached = (this.measured, this.cached) if this else (None, None)
    published = [row.measured.median for row in machines if row.measured and not row.this]
    fastest, alternatives = max(published), rfc1810_figures().alternatives
    rates = {labels.algorithm(m.subject): _mbps(m) for m in rows_of(run.rows, Measurement) if m.cache == "cold"}
    umac = next((c.ratio for c in run.comparisons if labels.algorithm(c.subject) == "umac-64"), None)
    return [
        _Claim("MD5, read from memory", f"{min(published):.0f} – {fastest:.0f}", fastest, measured, "Measurements"),
        _Claim("MD5, read from cache", "100", 100, cached, "Measurements"),
        _Claim("MD5 in CMOS", "256", 256, measured, "Analysis"),
        _Claim("4-way MD5 in CMOS", "1,000", 1000, rates.get("md5-x4"), "One Proposed Solution"),
        _Claim("16-way MD5", "1,000", 1000, rates.get("md5-x16"), "Conclusions"),
        _Claim("Internet checksum", "over 1,000", 1000, rates.get("internet-checksum"), "Analysis"),
        _Claim("alternatives to MD5 (UMAC-64)", f"×{alternatives.times_md5:g}", alternatives.times_md5, umac,
               "One Proposed Solution", is_ratio=True),
    ]  # fmt: skip


def _mbps(row: Measurement) -> Interval | None:
    if row.ns is None or not row.bytes:
        return None
    bits, ns = row.bytes * 8e3, row.ns
    return Interval(bits / ns.median, bits / ns.high, bits / ns.low, ns.confidence)


def _rate(claim: _Claim) -> Cell:
    if claim.measured is None:
        return Cell(numbers.NONE, "dim", (None, None, None))
    median = claim.measured.median
    shown = numbers.times(median) if claim.is_ratio else f"{median:,.0f}"
    return Cell(shown, "strong", columns.ends(claim.measured))


_CLAIMS: tuple[Filled[_Claim], ...] = (
    columns.words("Mbit/s", "figure", lambda claim: claim.name),
    Filled("1995", ("published", "published_mbps"), cell=lambda claim: Cell(claim.published, "", (claim.published,
           claim.mbps))),
    Filled("here", ("here_mbps", "here_low", "here_high"), cell=_rate),
    columns.figure("ratio", "ratio", lambda claim: claim.times, numbers.times),
    columns.words("section of the RFC", "section", lambda claim: claim.section, "dim"),
)  # fmt: skip
_MACHINES = (
    rfc1810.MACHINE,
    rfc1810.MIPS_RATING,
    rfc1810.PREDICTED,
    rfc1810.MEASURED,
    replace(rfc1810.CACHED, title="cached"),
    replace(rfc1810.OF_LOWER, expendable=True),
)


def _claim_table(run: HistoryRun) -> Table:
    return listed("claims", _CLAIMS, _claims(run), _NOTE)


def _verdict(run: HistoryRun) -> str:
    machines = [row for row in rows_of(run.rows, ModelMachine) if row.measured]
    fastest = max((row for row in machines if not row.this), key=_median)
    this = next((row for row in machines if row.this), None)
    then = f"In 1995 MD5 reached {_median(fastest):.0f} Mbit/s on the fastest machine, a {fastest.machine}"
    if this is None:
        return f"{then}. Nothing was measured on this machine."
    return f"{then}; one core here reaches {_median(this):,.0f} Mbit/s."


def _median(row: ModelMachine) -> float:
    return row.measured.median if row.measured else 0.0


def _ip(run: HistoryRun) -> str:
    (ip,) = rows_of(run.rows, ModelIpRates)
    return (
        f"At that time IP over ATM carried {ip.tcp_mbps:.0f} Mbit/s of TCP or {ip.udp_mbps:.0f} of UDP, more than MD5 "
        "could hash. For today's links: wirerate check md5 --link 10G."
    )


# ---- terminal, exports, page ----


def text(run: HistoryRun, paper: Paper) -> str:
    lines = [
        *(paper.ink(line, "strong") for line in wrap(_verdict(run), paper.width)),
        *wrap(_ip(run), paper.width),
        "",
    ]
    lines += paper.table(_claim_table(run)).splitlines()
    machines = listed("machines", _MACHINES, rows_of(run.rows, ModelMachine))
    lines += ["", *paper.table(machines).splitlines(), ""]
    if paper.explain:
        lines += [*wrap(rfc1810.MIPS, paper.width), ""]
        for heading, pairs in _explained(run.rows):
            lines += [paper.ink(heading, "strong"), *facts(pairs, _LABEL, paper), ""]
        lines += [f"Host: {labels.hardware(run)}."]
    return "\n".join([*lines, *wrap(f"Source: {_CITED}.", paper.width)]) + "\n"


def _explained(rows: Sequence[Row]) -> list[tuple[str, list[tuple[str, str]]]]:
    """Return the RFC's derived rates and its contradictions, each under a heading."""
    derived = [
        (heading, [(rfc1810.mbps(rate), source) for rate, source in rates]) for heading, rates in rfc1810.rates(rows)
    ]
    return [*derived, ("Where the RFC disagrees with itself", list(rfc1810.CONTRADICTIONS.items()))]


def table(run: HistoryRun) -> Table:
    parts = (
        ("RFC 1810 and this machine", _claim_table(run)),
        ("machines", rfc1810.machines(run.rows)),
        ("against IP", rfc1810.against_ip(run.rows)),
        ("hardware and chains", rfc1810.rate_table(run.rows)),
    )
    return stacked("rfc1810", parts)


def page(run: HistoryRun) -> Page:
    ip = rfc1810.against_ip(run.rows)
    sections = [
        tabled("claims", "RFC 1810 and this machine", "What the RFC says, and what is measured here",
               _claim_table(run)),
        _machines(run),
        tabled("ip", "Against IP", "MD5 in Mbps, and its share of what IP carried in 1995", ip),
        *(html.section(f"derived-{number}", "The text of 1995", heading, html.fact_list(pairs))
          for number, (heading, pairs) in enumerate(_explained(run.rows))),
    ]  # fmt: skip
    title = "RFC 1810 and this machine"
    return Page(f"{title} · wirerate", head(_CITED, _verdict(run), _ip(run), partial=run.partial), sections)


def _machines(run: HistoryRun) -> str:
    rows = rows_of(run.rows, ModelMachine)
    shares = [row.measured.median / row.low_mbps for row in rows if row.measured]
    low, high = (numbers.significant(end, 2) for end in (min(shares), max(shares)))
    title = f"Measured: {low} to {high} of the lower end of the prediction"
    reads = (
        "The pale bar is the RFC's prediction, from no parallelism to all that MD5 has. At the end of each row: "
        f"measured / lower end. {rfc1810.MIPS}"
    )
    spec = partial(dot_chart, [_machine_row(row) for row in rows], ["predicted", "measured"], "Mbit/s (log)")
    chart = charts.Chart("machines", title, reads, rfc1810.machines(run.rows), spec)
    return html.section("machines", "Machines", title, html.drawing(chart, labels.hardware(run)))


def _machine_row(row: ModelMachine) -> DotRow:
    name = rfc1810.machine_name(row)
    predicted = Dot(row.low_mbps, row.low_mbps, row.high_mbps, 0, f"{name}: predicted {row.low_mbps:,.0f} Mbps")
    if row.measured is None:
        return DotRow(name, (predicted,))
    median = row.measured.median
    measured = Dot(median, row.measured.low, row.measured.high, 1, f"{name}: measured {median:,.0f} Mbps")
    return DotRow(name, (predicted, measured), f"{median / row.low_mbps:.2f}")
