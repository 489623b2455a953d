# SPDX-License-Identifier: Apache-2.0 OR MIT
"""`model`: RFC 1810's story number by number, or a processor's bounds with what was measured beside them."""

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

_LABEL = 15  # columns of the words on the left


def text(run: ModelRun, on: Paper) -> str:
    """A processor's bounds where the run has some, else RFC 1810's story."""
    return _limits_text(run, on) if sentences.of(run, ModelBound) else _story_text(run, on)


def table(run: ModelRun) -> Table:
    """All rows that the screen shows, each with the algorithm, and the processor that bounds are of."""
    found = _rows(run)
    about = next((each.cpu for each in sentences.of(run, ModelBound)), None)
    figures = run.rows[0].subject.partition("-x")[0], about
    groups = tuple(replace(group, figures=figures) for group in found.groups)
    slots = (
        f"{labels.UNIT} Issue slots: {labels.SCHEDULE}, as a list schedule does."
        if sentences.of(run, ModelSlots)
        else ""
    )
    note = " ".join(filter(None, (found.note, slots)))
    return replace(found, groups=groups, note=note, group_fields=("condition", "algorithm", "cpu"))


def page(run: ModelRun) -> Page:
    found = _limits_page(run) if sentences.of(run, ModelBound) else _story_page(run)
    return Page(f"{found.title} · wirerate", found.head, found.sections, found.method)


def _algorithm(subject: str) -> Algorithm:
    return ALGORITHMS[subject.partition("-x")[0]]


# ---- the terminal ----


def _story_text(run: ModelRun, on: Paper) -> str:
    """What the graph says of one step, a word, a machine, silicon, chains and the checksum."""
    (step,) = sentences.of(run, ModelStep)
    lines = [on.ink(sentences.title(step.subject), "strong"), "", *facts(sentences.step_facts(step), _LABEL, on)]
    lines += ["", *on.table(_machines(run)).splitlines(), ""]
    for heading, figures in sentences.story(run):
        lines += [on.ink(heading, "strong"), *facts(figures, _LABEL, on), ""]
    if step.subject == "md5":
        lines += wrap(f"{sentences.HISTORY}.", on.width)
    return "\n".join(lines) + "\n"


def _limits_text(run: ModelRun, on: Paper) -> str:
    """A processor's bounds by ways, measured figures beside them, the chain in words, the documents behind the
    costs."""
    first = sentences.of(run, ModelBound)[0]
    about = processor(first.cpu)
    algorithm = _algorithm(first.subject)
    lines = [*(on.ink(line, "strong") for line in wrap(sentences.least(algorithm.title, about), on.width)), ""]
    lines += on.table(bounds(run)).splitlines()
    lines += ["", *wrap(sentences.LIMITS, on.width), *wrap(sentences.two_ends(run), on.width)]
    lines += ["", *wrap(sentences.instructions(run, about), on.width)]
    lines += [*_measured(run, on), *_explained(run, on)]
    lines += ["", *(on.ink(line, "dim") for line in wrap(f"Unit costs: {'; '.join(about.documents())}.", on.width))]
    lines += [on.ink(line, "dim") for line in wrap(about.note, on.width)]
    return "\n".join(lines) + "\n"


def _measured(run: ModelRun, on: Paper) -> list[str]:
    found = sentences.of(run, ModelBeside)
    if not found:
        return []
    lines = ["", on.ink("Model against measurement", "strong"), *on.table(bound.figures(found)).splitlines()]
    for m in found:
        lines += ["", *wrap(f"{m.subject}, {labels.batch(m.batch)}: {limits.why(m)}.", on.width)]
    return lines


def _explained(run: ModelRun, on: Paper) -> list[str]:
    """The bounds and the chain in words, where they were asked for."""
    lines: list[str] = []
    for chain in sentences.of(run, ModelChain):
        lines += [
            "",
            *(line for each in sentences.of(run, ModelBound) for line in wrap(sentences.bound(each), on.width)),
        ]
        lines += ["", *wrap(f"{sentences.chain_title(chain, processor(chain.cpu).title)}:", on.width)]
        lines += [line for told in sentences.chain(chain) for line in wrap(told, on.width, "  ")]
    return lines


# ---- the page ----


def _story_page(run: ModelRun) -> Page:
    (step,) = sentences.of(run, ModelStep)
    algorithm = _algorithm(step.subject)
    done = f"{numbers.count(step.operations, 'operation')} a step, at most {step.parallelism} at once"
    title = f"{algorithm.title}: {done}, and {step.hardware:.3g} units of time a word in hardware"
    eyebrow = sentences.title(step.subject)
    sections = [
        _step(step, algorithm),
        tabled("machines", "Machines", "Predicted and measured rates", _machines(run)),
        _figures(run),
    ]
    return Page(title, head(eyebrow, title, _reached(run), partial=run.partial), sections, method(_STORY_RULES))


def _reached(run: ModelRun) -> str:
    """What this machine makes of it, beside the prediction."""
    for about in sentences.of(run, ModelMachine):
        if about.this and about.measured:
            median = about.measured.median
            return f"This machine reaches {rfc1810.mbps(median)}, {median / about.low_mbps:.2f} of what its MIPS allow."
    return ""


def _step(step: ModelStep, algorithm: Algorithm) -> str:
    body = html.fact_list(sentences.step_facts(step)) + _drawn(algorithm)
    return html.section("step", "A step", f"{step.operations} operations in {step.units:.3g} units of time", body)


def _drawn(algorithm: Algorithm) -> str:
    """A step by itself, and steps in hardware; each scrolls in its frame where the screen is narrower."""
    return "".join(
        f'<div class="scroll tree" tabindex="0" role="group" aria-label="{html.text(picture.title)}">'
        f"{to_inline(picture)}</div>"
        for picture in (single_step(algorithm), overlapped_steps(algorithm, count=2))
    )


def _figures(run: ModelRun) -> str:
    body = "".join(f"<h3>{html.text(heading)}</h3>{html.fact_list(facts)}" for heading, facts in sentences.story(run))
    return html.section("figures", "Other machines", "Silicon, chains and issue slots", body)


def _limits_page(run: ModelRun) -> Page:
    bounds = sentences.of(run, ModelBound)
    first = bounds[0]
    about, algorithm = processor(first.cpu), _algorithm(first.subject)
    title = _least(bounds, about, algorithm)
    lead = f"{limits.limit(first.low, first.cpu)}."
    opening = head(f"What {about.title} allows", title, lead[0].upper() + lead[1:], partial=run.partial)
    sections = [_bounds(run, about), _beside(run, about), _chain(run, about), _picture(algorithm), _costs(about)]
    return Page(title, opening, [section for section in sections if section], method(_LIMIT_RULES))


def _least(bounds: Sequence[ModelBound], about: Processor, algorithm: Algorithm) -> str:
    first, best = bounds[0], min(bounds, key=lambda each: each.low.cycles_per_byte)
    by = " by general instructions" if has_dedicated_instructions(algorithm) else ""
    told = f"{algorithm.title} takes at least {_cycles(first)} cycles a byte on {about.title}{by}"
    return told if best is first else f"{told}, and {_cycles(best)} with {best.low.ways} ways"


def _cycles(each: ModelBound) -> str:
    return limits.span(each.low, each.high).replace(" – ", " to ")


def _bounds(run: ModelRun, about: Processor) -> str:
    table = bounds(run)
    caption = " ".join(
        filter(None, (table.note, sentences.LIMITS, sentences.two_ends(run), sentences.instructions(run, about)))
    )
    told = html.folded("What limits each of them", html.items(map(sentences.bound, sentences.of(run, ModelBound))))
    title = f"The least that {about.title} allows"
    return html.section("bounds", "Bounds by ways", title, html.kept(table, caption) + told)


def _beside(run: ModelRun, about: Processor) -> str:
    found = list(sentences.of(run, ModelBeside))
    if not found:
        return ""
    near = sum(each.beyond is None for each in sentences.of(run, ModelBeside))
    title = f"{near} of {len(found)} explained by what {about.title} allows"
    body = html.drawing(bound.chart(found, title), labels.hardware(run))
    return html.section("measured", "Model against measurement", title, body)


def _chain(run: ModelRun, about: Processor) -> str:
    for chain in sentences.of(run, ModelChain):
        title = f"{chain.cycles:.0f} cycles a block, whatever else is idle"
        body = html.paragraphs([f"{sentences.chain_title(chain, about.title)}:"]) + html.items(sentences.chain(chain))
        return html.section("chain", "The chain in words", title, body)
    return ""


def _picture(algorithm: Algorithm) -> str:
    return html.section("step", "A step", f"{algorithm.title}'s operations, and what waits for what", _drawn(algorithm))


def _costs(about: Processor) -> str:
    told = html.items(about.documents()) + html.paragraphs([about.note] if about.note else [])
    return html.section("costs", "Unit costs", f"What an operation costs on {about.title}", told)


_GRAPH = (
    ("One text.", "The algorithm is written once. Run on integers it gives the digest, as hashlib does; run on symbols "
     "the graph, from which everything here is derived."),
)  # fmt: skip
_STORY_RULES = (
    *_GRAPH,
    ("Units.", "RFC 1810 lets every operation take one unit of time. Serial: one after the other. Parallel: steps one "
     "after the other, operations side by side. Hardware: three-input logic, rotations as wires, steps overlapped."),
    ("This machine.", "MIPS is the measured core clock times the additions per cycle; the rate is measured with the "
     "cache defeated, one message at a time, in rounds with an exact interval."),
)  # fmt: skip
_LIMIT_RULES = (
    *_GRAPH,
    ("Three limits.", "The chain through the state, when operations start as soon as their operands are there; "
     "the pipes, where every group of them must have cycles for the operations that only it can do; all lanes in "
     "use."),
    ("Rewrites.", "The bound is the least over the graphs that the processor's instructions allow, and over mixtures "
     "of two of them. A rewrite keeps the value of every output."),
    ("What is left out.", "Loads and stores, moves, the sizes of scheduler and register file, several units at once, "
     "and instructions for one algorithm. What they lack makes a bound too low, but for the last two, which can beat "
     "it."),
)  # fmt: skip


# ---- the tables ----


def _rows(run: ModelRun) -> Table:
    if sentences.of(run, ModelBound):
        measured = list(sentences.of(run, ModelBeside))
        found = bounds(run)
        return stacked("model", (("bounds", found), ("measured", bound.table(measured)))) if measured else found
    parts = (
        ("machines", rfc1810.machines(run.rows)),
        ("against IP", rfc1810.against_ip(run.rows)),
        ("hardware and chains", rfc1810.rate_table(run.rows)),
        ("issue slots", listed("slots", _SLOTS, sentences.of(run, ModelSlots))),
    )
    return stacked("model", tuple(part for part in parts if part[1]))


def _machines(run: ModelRun) -> Table:
    """Return this machine's rates and those that were asked for; the export has those of 1995 too."""
    table = rfc1810.machines(sentences.without_history(run))
    return replace(table, note="MIPS: core clock × additions per cycle. The cache is defeated.")


_SLOTS: tuple[Filled[ModelSlots], ...] = (
    columns.words("", "slots", lambda each: f"{each.slots} at once"),
    figure("units a word", "units_per_word", lambda each: each.units_per_word, "{:.3g}".format),
)


def _ends(about: ModelBound) -> Cell:
    low, high = about.low, about.high
    return Cell(limits.span(low, high), "strong", (low.cycles_per_byte, high.cycles_per_byte))


def _gbits(about: ModelBound) -> float | None:
    return numbers.gbits(about.bytes, about.ns.low) if about.ns and about.bytes else None


_WAYS: Filled[ModelBound] = figure("ways", "ways", lambda about: about.low.ways, str)
_CYCLES: Filled[ModelBound] = Filled("cycles/byte", ("cycles_per_byte_low", "cycles_per_byte_high"), cell=_ends)
_RATE: Filled[ModelBound] = figure("rate", "gbit_per_s", _gbits, numbers.rate)
_LIMITS: tuple[Filled[ModelBound], ...] = (
    figure("latency", "latency", lambda about: about.low.latency, "{:.3f}".format, "dim", expendable=True),
    figure("issue", "issue", lambda about: about.low.issue, "{:.3f}".format, "dim", expendable=True),
    figure("lanes", "lanes", lambda about: about.low.lanes, "{:.3f}".format, "dim", expendable=True),
    columns.words("unit", "unit", lambda about: about.low.unit),
    columns.words("limit", "limit", lambda about: about.low.limit),
)


def bounds(run: ModelRun) -> Table:
    """Cycles per byte by ways, and which limit makes them; rates where the clock is known."""
    found = sentences.of(run, ModelBound)
    one = next((each.low.cycles_per_byte for each in found if each.low.ways == 1), None)
    gain: Filled[ModelBound] = figure(
        "gain", "gain", lambda each: one and one / each.low.cycles_per_byte, numbers.times
    )
    rate = (_RATE,) if any(each.ns for each in found) else ()
    left_out = dict.fromkeys(each.left_out for each in found if each.left_out)
    note = f"Left out: {'; '.join(left_out)}." if left_out else ""
    return listed("bounds", (_WAYS, _CYCLES, *rate, gain, *_LIMITS), found, note)
