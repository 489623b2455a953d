# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The answer and the page of `model`: RFC 1810's figures, or a processor's bounds compared with measurements."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from wirerate.graph.algorithm import Algorithm
from wirerate.graph.algorithms import ALGORITHMS
from wirerate.graph.bounds import has_dedicated_instructions
from wirerate.graph.picture import overlapped_steps, single_step, to_inline
from wirerate.graph.processors import Processor, processor
from wirerate.graph.rows import (
    ModelBeside,
    ModelBound,
    ModelChain,
    ModelMachine,
    ModelSlots,
    ModelStep,
)
from wirerate.report import columns, html, labels, limits, numbers, rfc1810
from wirerate.report.charts import bound
from wirerate.report.columns import figure
from wirerate.report.html import Page, head, tabled
from wirerate.report.method import method
from wirerate.report.table import Cell, Filled, Table, listed, stacked, wrap
from wirerate.report.terminal import Paper, facts
from wirerate.wings.model import sentences
from wirerate.wings.model.rows import ModelRun

_LABEL = 12  # columns of the labels


def text(run: ModelRun, paper: Paper) -> str:
    """Return the answer for the terminal: a processor's bounds, or RFC 1810's figures."""
    if not sentences.rows_of(run, ModelBound):
        return _rfc1810_text(run, paper)
    return _explained_bounds_text(run, paper) if paper.explain else _bounds_text(run, paper)


def table(run: ModelRun) -> Table:
    """Return the exported table, with columns for the algorithm and the processor."""
    rows = _rows(run)
    cpu = next((row.cpu for row in sentences.rows_of(run, ModelBound)), None)
    figures = run.rows[0].subject.partition("-x")[0], cpu
    groups = tuple(replace(group, figures=figures) for group in rows.groups)
    slots = (
        f"{labels.UNIT} Issue slots: {labels.SCHEDULE}, as a list schedule does."
        if sentences.rows_of(run, ModelSlots)
        else ""
    )
    note = " ".join(filter(None, (rows.note, slots)))
    return replace(rows, groups=groups, note=note, group_fields=("condition", "algorithm", "cpu"))


def page(run: ModelRun) -> Page:
    page = _bounds_page(run) if sentences.rows_of(run, ModelBound) else _rfc1810_page(run)
    return Page(f"{page.title} · wirerate", page.head, page.sections, page.method)


def _algorithm(subject: str) -> Algorithm:
    return ALGORITHMS[subject.partition("-x")[0]]


# ---- the terminal ----


def _strong(title: str, paper: Paper) -> list[str]:
    return [paper.ink(line, "strong") for line in wrap(title, paper.width)]


def _rfc1810_text(run: ModelRun, paper: Paper) -> str:
    """Return RFC 1810's figures, one per line."""
    (step,) = sentences.rows_of(run, ModelStep)
    lines = _strong(_rfc1810_title(run), paper)
    lines += facts([(f"  {label}", line) for label, line in sentences.short_facts(run)], _LABEL, paper, "dim")
    if step.subject == "md5":
        lines += wrap(f"{sentences.HISTORY}.", paper.width)
    return "\n".join(lines) + "\n"


def _bounds_text(run: ModelRun, paper: Paper) -> str:
    """Return a processor's bounds by number of ways, and the measurements compared with them."""
    bound_rows = sentences.rows_of(run, ModelBound)
    cpu, algorithm = processor(bound_rows[0].cpu), _algorithm(bound_rows[0].subject)
    lines = _strong(_least(bound_rows, cpu, algorithm), paper)
    lines += paper.table(bounds(run)).splitlines()
    if compared := sentences.rows_of(run, ModelBeside):
        lines += paper.table(bound.figures(compared)).splitlines()
        lines += [line for m in compared for line in _comparison(m, paper)]
    for note in (sentences.two_ends(run), f"{sentences.short_instructions(run, cpu)}  More: --explain"):
        lines += wrap(note, paper.width)
    return "\n".join(lines) + "\n"


def _comparison(m: ModelBeside, paper: Paper) -> list[str]:
    subject = m.subject if m.batch == 1 else f"{m.subject}, {labels.batch(m.batch)}"
    return wrap(f"{subject}: {limits.why(m)}.", paper.width)


def _explained_bounds_text(run: ModelRun, paper: Paper) -> str:
    """Return the bounds with terms, critical chain, comparisons and sources."""
    bound_rows = sentences.rows_of(run, ModelBound)
    cpu, algorithm = processor(bound_rows[0].cpu), _algorithm(bound_rows[0].subject)
    lines = [*_strong(_least(bound_rows, cpu, algorithm), paper), "", *paper.table(bounds(run)).splitlines()]
    lines += ["", *wrap(sentences.LIMITS, paper.width), *wrap(sentences.two_ends(run), paper.width)]
    lines += ["", *wrap(sentences.instructions(run, cpu), paper.width)]
    lines += [*_measured(run, paper), *_explained(run, paper)]
    lines += ["", *(paper.ink(line, "dim") for line in wrap(f"Unit costs: {'; '.join(cpu.documents())}.", paper.width))]
    lines += [paper.ink(line, "dim") for line in wrap(cpu.note, paper.width)]
    return "\n".join(lines) + "\n"


def _measured(run: ModelRun, paper: Paper) -> list[str]:
    rows = sentences.rows_of(run, ModelBeside)
    if not rows:
        return []
    lines = ["", paper.ink("Measured and bound", "strong"), *paper.table(bound.figures(rows)).splitlines()]
    for m in rows:
        lines += ["", *wrap(f"{m.subject}, {labels.batch(m.batch)}: {limits.why(m)}.", paper.width)]
    return lines


def _explained(run: ModelRun, paper: Paper) -> list[str]:
    """Return what limits the bounds, and the critical chain."""
    lines: list[str] = []
    for chain in sentences.rows_of(run, ModelChain):
        lines += [
            "",
            *(line for row in sentences.rows_of(run, ModelBound) for line in wrap(sentences.bound(row), paper.width)),
        ]
        lines += ["", *wrap(f"{sentences.chain_title(chain, processor(chain.cpu).title)}:", paper.width)]
        lines += [line for text in sentences.chain(chain) for line in wrap(text, paper.width, "  ")]
    return lines


# ---- the page ----


def _rfc1810_title(run: ModelRun) -> str:
    """Return the title: this CPU's predicted and measured rate or, if the run predicts no CPU, the rate in hardware."""
    (step,) = sentences.rows_of(run, ModelStep)
    title = _algorithm(step.subject).title
    model = f"{title[:1].upper()}{title[1:]} in RFC 1810's model"
    for row in sentences.rows_of(run, ModelMachine):
        if row.this:
            reached = f"; it reaches {rfc1810.mbps(row.measured.median)}" if row.measured else ""
            return f"{model}: {rfc1810.mbps(row.low_mbps)} to {rfc1810.mbps(row.high_mbps)} on this CPU{reached}"
    return f"{model}: {step.hardware:.3g} units of time per word in hardware"


def _rfc1810_page(run: ModelRun) -> Page:
    (step,) = sentences.rows_of(run, ModelStep)
    algorithm = _algorithm(step.subject)
    title = _rfc1810_title(run)
    eyebrow = sentences.title(step.subject)
    sections = [
        _step(step, algorithm),
        tabled("machines", "Machines", "Predicted and measured rates", _machines(run)),
        _figures(run),
    ]
    return Page(title, head(eyebrow, title, _reached(run), partial=run.partial), sections, method(_RFC1810_RULES))


def _reached(run: ModelRun) -> str:
    """Return this machine's measured rate relative to the prediction."""
    for row in sentences.rows_of(run, ModelMachine):
        if row.this and row.measured:
            median = row.measured.median
            return f"This machine reaches {rfc1810.mbps(median)}, ×{median / row.low_mbps:.2f} its serial prediction."
    return ""


def _step(step: ModelStep, algorithm: Algorithm) -> str:
    body = html.fact_list(sentences.step_facts(step)) + _drawn(algorithm)
    return html.section("step", "A step", f"{step.operations} operations in {step.units:.3g} units of time", body)


def _drawn(algorithm: Algorithm) -> str:
    """Return drawings of a step and of overlapping steps, which scroll on narrow screens."""
    return "".join(
        f'<div class="scroll tree" tabindex="0" role="group" aria-label="{html.text(picture.title)}">'
        f"{to_inline(picture)}</div>"
        for picture in (single_step(algorithm), overlapped_steps(algorithm, count=2))
    )


def _figures(run: ModelRun) -> str:
    body = "".join(f"<h3>{html.text(heading)}</h3>{html.fact_list(facts)}" for heading, facts in sentences.figures(run))
    return html.section("figures", "Other machines", "Silicon, chains and issue slots", body)


def _bounds_page(run: ModelRun) -> Page:
    bounds = sentences.rows_of(run, ModelBound)
    first = bounds[0]
    cpu, algorithm = processor(first.cpu), _algorithm(first.subject)
    title = _least(bounds, cpu, algorithm)
    lead = f"{limits.limit(first.low, first.cpu)}."
    opening = head(f"The bounds of {cpu.title}", title, lead[0].upper() + lead[1:], partial=run.partial)
    sections = [_bounds(run, cpu), _beside(run, cpu), _chain(run, cpu), _picture(algorithm), _costs(cpu)]
    return Page(title, opening, [section for section in sections if section], method(_BOUND_RULES))


def _least(bounds: Sequence[ModelBound], cpu: Processor, algorithm: Algorithm) -> str:
    first, best = bounds[0], min(bounds, key=lambda row: row.low.cycles_per_byte)
    by = " with general instructions" if has_dedicated_instructions(algorithm) else ""
    answer = f"{algorithm.title} takes at least {_cycles(first)} cycles a byte on {cpu.title}{by}"
    return answer if best is first else f"{answer}, and {_cycles(best)} with {best.low.ways} ways"


def _cycles(row: ModelBound) -> str:
    return limits.span(row.low, row.high).replace(" – ", " to ")


def _bounds(run: ModelRun, cpu: Processor) -> str:
    table = bounds(run)
    caption = " ".join(
        filter(None, (table.note, sentences.LIMITS, sentences.two_ends(run), sentences.instructions(run, cpu)))
    )
    limiting = map(sentences.bound, sentences.rows_of(run, ModelBound))
    reasons = html.folded("The limit of every bound", html.items(limiting))
    title = f"Fewest cycles per byte on {cpu.title}"
    return html.section("bounds", "Bounds by ways", title, html.kept(table, caption) + reasons)


def _beside(run: ModelRun, cpu: Processor) -> str:
    rows = list(sentences.rows_of(run, ModelBeside))
    if not rows:
        return ""
    near = sum(row.beyond is None for row in rows)
    title = f"{near} of {len(rows)} measurements explained by the bounds of {cpu.title}"
    body = html.drawing(bound.chart(rows, title), labels.hardware(run))
    return html.section("measured", "Measured and bound", title, body)


def _chain(run: ModelRun, cpu: Processor) -> str:
    for chain in sentences.rows_of(run, ModelChain):
        title = f"The dependency chain takes {chain.cycles:.0f} cycles a block"
        body = html.paragraphs([f"{sentences.chain_title(chain, cpu.title)}:"]) + html.items(sentences.chain(chain))
        return html.section("chain", "Critical chain", title, body)
    return ""


def _picture(algorithm: Algorithm) -> str:
    return html.section("step", "A step", f"{algorithm.title}'s operations and their dependencies", _drawn(algorithm))


def _costs(cpu: Processor) -> str:
    sources = html.items(cpu.documents()) + html.paragraphs([cpu.note] if cpu.note else [])
    return html.section("costs", "Unit costs", f"Sources for the cost of an operation on {cpu.title}", sources)


_GRAPH = (
    ("Graph.", "The algorithm is written once. Executed on integers it computes digests, which are checked against "
     "hashlib; executed on symbols it records the graph behind every figure here."),
)  # fmt: skip
_RFC1810_RULES = (
    *_GRAPH,
    ("Units.", "RFC 1810 counts every operation as one unit of time. Serial: one operation after another. Parallel: "
     "steps one after another, operations in parallel. Hardware: three-input logic, rotations as wires, overlap."),
    ("This machine.", "MIPS is the measured core clock times the additions per cycle. The rate is measured from "
     "memory, one message at a time, in rounds with an exact interval."),
)  # fmt: skip
_BOUND_RULES = (
    *_GRAPH,
    ("Three limits.", "The dependency chain through the state; the pipes, where every group needs cycles for the "
     "operations that only its pipes execute; and the pipes with all lanes in use."),
    ("Rewrites.", "The bound is the minimum over all graphs that the processor's instructions can compute, and over "
     "mixtures of two graphs. Rewrites keep the value of every output."),
    ("Not modelled.", "Loads, stores, moves, the sizes of scheduler and register file, several units at once, and "
     "dedicated instructions. Code that uses the last two can be faster than the bound; the others only make the "
     "bound too low."),
)  # fmt: skip


# ---- the tables ----


def _rows(run: ModelRun) -> Table:
    if sentences.rows_of(run, ModelBound):
        measured = list(sentences.rows_of(run, ModelBeside))
        table = bounds(run)
        return stacked("model", (("bounds", table), ("measured", bound.table(measured)))) if measured else table
    parts = (
        ("machines", rfc1810.machines(run.rows)),
        ("against IP", rfc1810.against_ip(run.rows)),
        ("hardware and chains", rfc1810.rate_table(run.rows)),
        ("issue slots", listed("slots", _SLOTS, sentences.rows_of(run, ModelSlots))),
    )
    return stacked("model", tuple(part for part in parts if part[1]))


def _machines(run: ModelRun) -> Table:
    """Return the rates of this machine and of requested ones; exports also have the machines of 1995."""
    table = rfc1810.machines(sentences.without_history(run))
    return replace(table, note="MIPS: core clock × additions per cycle. The cache is defeated.")


_SLOTS: tuple[Filled[ModelSlots], ...] = (
    columns.words("", "slots", lambda row: f"{row.slots} at once"),
    figure("units a word", "units_per_word", lambda row: row.units_per_word, "{:.3g}".format),
)


def _ends(row: ModelBound) -> Cell:
    low, high = row.low, row.high
    return Cell(limits.span(low, high), "strong", (low.cycles_per_byte, high.cycles_per_byte))


def _gbits(row: ModelBound) -> float | None:
    return numbers.gbits(row.bytes, row.ns.low) if row.ns and row.bytes else None


_WAYS: Filled[ModelBound] = figure("ways", "ways", lambda row: row.low.ways, str)
_CYCLES: Filled[ModelBound] = Filled("cycles/byte", ("cycles_per_byte_low", "cycles_per_byte_high"), cell=_ends)
_RATE: Filled[ModelBound] = figure("rate", "gbit_per_s", _gbits, numbers.rate)
_LIMITS: tuple[Filled[ModelBound], ...] = (
    figure("latency", "latency", lambda row: row.low.latency, "{:.3f}".format, "dim", expendable=True),
    figure("issue", "issue", lambda row: row.low.issue, "{:.3f}".format, "dim", expendable=True),
    figure("lanes", "lanes", lambda row: row.low.lanes, "{:.3f}".format, "dim", expendable=True),
    columns.words("unit", "unit", lambda row: row.low.unit),
    columns.words("limit", "limit", lambda row: row.low.limit),
)


def bounds(run: ModelRun) -> Table:
    """Return a table of bounds in cycles per byte by number of ways, their limits, and rates if the clock is known."""
    rows = sentences.rows_of(run, ModelBound)
    one = next((row.low.cycles_per_byte for row in rows if row.low.ways == 1), None)
    gain: Filled[ModelBound] = figure("gain", "gain", lambda row: one and one / row.low.cycles_per_byte, numbers.times)
    rate = (_RATE,) if any(row.ns for row in rows) else ()
    left_out = dict.fromkeys(row.left_out for row in rows if row.left_out)
    note = f"Left out: {'; '.join(left_out)}." if left_out else ""
    return listed("bounds", (_WAYS, _CYCLES, *rate, gain, *_LIMITS), rows, note)
