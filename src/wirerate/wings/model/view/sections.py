# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The model's page: a step's figures and its drawing, the machines, the bounds with what was measured beside them."""

from __future__ import annotations

from collections.abc import Sequence

from wirerate.graph.algorithm import Algorithm
from wirerate.graph.algorithms import ALGORITHMS
from wirerate.graph.bounds import are_asked_about
from wirerate.graph.picture import overlapped_steps, single_step, to_inline
from wirerate.graph.processors import Processor, processor
from wirerate.graph.rows import ModelBeside, ModelBound, ModelChain, ModelMachine, ModelStep
from wirerate.report import charts, html, limits, naming, numbers
from wirerate.report.charts import bound
from wirerate.report.charts.rows import Dot, DotRow, dot_chart
from wirerate.report.charts.theme import Spec
from wirerate.report.html import Page, head, tabled
from wirerate.report.method import method
from wirerate.wings.model.rows import ModelRun
from wirerate.wings.model.view import tables, words


def page(run: ModelRun) -> Page:
    found = _limits(run) if words.of(run, ModelBound) else _story(run)
    return Page(f"{found.title} · wirerate", found.head, found.sections, found.method)


def _algorithm(subject: str) -> Algorithm:
    return ALGORITHMS[subject.partition("-x")[0]]


# ---- RFC 1810's story ----


def _story(run: ModelRun) -> Page:
    (step,) = words.of(run, ModelStep)
    algorithm = _algorithm(step.subject)
    title = f"{algorithm.title}: {_most_at_once(step)}, and {step.hardware:.3g} units of time a word in hardware"
    eyebrow = words.title(step.subject)
    sections = [
        _step(step, algorithm),
        _machines(run),
        *_against_ip(run),
        _figures(run),
        *([_contradictions()] if step.subject == "md5" else []),
    ]
    return Page(title, head(eyebrow, title, _reached(run), partial=run.partial), sections, method(_STORY_RULES))


def _most_at_once(step: ModelStep) -> str:
    done = numbers.count(step.operations, "operation")
    return f"{done} a step, at most {step.parallelism} at once"


def _reached(run: ModelRun) -> str:
    """What this machine makes of it, beside the prediction."""
    for about in words.of(run, ModelMachine):
        if about.this and about.measured:
            median = about.measured.median
            return f"This machine reaches {words.mbps(median)}, {median / about.low_mbps:.2f} of what its MIPS allow."
    return ""


def _step(step: ModelStep, algorithm: Algorithm) -> str:
    body = html.fact_list(words.step_facts(step)) + _drawn(algorithm)
    return html.section("step", "A step", f"{step.operations} operations in {step.units:.3g} units of time", body)


def _drawn(algorithm: Algorithm) -> str:
    """A step by itself, and steps in hardware; each scrolls in its frame where the screen is narrower."""
    return "".join(
        f'<div class="scroll tree" tabindex="0" role="group" aria-label="{html.text(picture.title)}">'
        f"{to_inline(picture)}</div>"
        for picture in (single_step(algorithm), overlapped_steps(algorithm, count=2))
    )


def _machines(run: ModelRun) -> str:
    found = list(words.of(run, ModelMachine))
    compared = [about for about in found if about.measured]
    if len(compared) < 2:
        return tabled("machines", "Machines", "What a machine's MIPS allow", tables.machines(run))
    shares = [each.measured.median / each.low_mbps for each in compared if each.measured]
    low, high = (numbers.significant(end, 2) for end in (min(shares), max(shares)))
    title = f"Measured: {low} to {high} of the lower end of what the model predicts"
    reads = (
        "Predicted: from no parallelism at all to all that the tree has, as a pale bar. At the end of each row: "
        f"measured over the lower end. {words.MIPS}"
    )

    def spec(width: int) -> Spec:
        return dot_chart([_machine_row(each) for each in found], ["predicted", "measured"], "Mbit/s (log)", width)

    chart = charts.Chart("machines", title, reads, tables.machines(run), spec)
    return html.section("machines", "Machines", title, html.drawing(chart, naming.hardware(run)))


def _against_ip(run: ModelRun) -> list[str]:
    table = tables.against_ip(run)
    return [tabled("ip", "Against IP", words.AGAINST_IP, table)] if table else []


def _machine_row(about: ModelMachine) -> DotRow:
    name = words.machine(about)
    predicted = Dot(about.low_mbps, about.low_mbps, about.high_mbps, 0, f"{name}: predicted {about.low_mbps:,.0f} Mbps")
    found = about.measured
    if found is None:
        return DotRow(name, (predicted,))
    measured = Dot(found.median, found.low, found.high, 1, f"{name}: measured {found.median:,.0f} Mbps")
    return DotRow(name, (predicted, measured), f"{found.median / about.low_mbps:.2f}")


def _figures(run: ModelRun) -> str:
    body = "".join(f"<h3>{html.text(heading)}</h3>{html.fact_list(facts)}" for heading, facts in words.story(run))
    return html.section("figures", "Other machines", "What silicon, chains and issue slots would make of it", body)


def _contradictions() -> str:
    told = html.fact_list(list(words.CONTRADICTIONS.items()))
    return html.section("contradictions", "The text of 1995", "Where the RFC disagrees with itself", told)


# ---- a processor's bounds ----


def _limits(run: ModelRun) -> Page:
    bounds = words.of(run, ModelBound)
    first = bounds[0]
    about, algorithm = processor(first.cpu), _algorithm(first.subject)
    title = _least(bounds, about, algorithm)
    lead = f"{limits.limit(first.low, first.cpu)}."
    opening = head(f"What {about.title} allows", title, lead[0].upper() + lead[1:], partial=run.partial)
    sections = [_bounds(run, about), _beside(run, about), _chain(run, about), _picture(algorithm), _costs(about)]
    return Page(title, opening, [section for section in sections if section], method(_LIMIT_RULES))


def _least(bounds: Sequence[ModelBound], about: Processor, algorithm: Algorithm) -> str:
    first, best = bounds[0], min(bounds, key=lambda each: each.low.cycles_per_byte)
    by = " by general instructions" if are_asked_about(algorithm) else ""
    told = f"{algorithm.title} takes at least {_cycles(first)} cycles a byte on {about.title}{by}"
    return told if best is first else f"{told}, and {_cycles(best)} with {best.low.ways} ways"


def _cycles(each: ModelBound) -> str:
    return limits.span(each.low, each.high).replace(" – ", " to ")


def _bounds(run: ModelRun, about: Processor) -> str:
    table = tables.bounds(run)
    caption = " ".join(filter(None, (table.note, words.LIMITS, words.two_ends(run), words.instructions(run, about))))
    body = html.scrolled(table, caption) + html.csv_link(table)
    told = "".join(f"<li>{html.text(words.bound(each))}</li>" for each in words.of(run, ModelBound))
    body += f"<details><summary>What limits each of them</summary><ul>{told}</ul></details>"
    return html.section("bounds", "Bounds by ways", f"The least that {about.title} allows", body)


def _beside(run: ModelRun, about: Processor) -> str:
    found = list(words.of(run, ModelBeside))
    if not found:
        return ""
    near = sum(each.beyond is None for each in words.of(run, ModelBeside))
    title = f"{near} of {len(found)} explained by what {about.title} allows"
    body = html.drawing(bound.chart(found, title), naming.hardware(run))
    return html.section("measured", "Model against measurement", title, body)


def _chain(run: ModelRun, about: Processor) -> str:
    for chain in words.of(run, ModelChain):
        told = "".join(f"<li>{html.text(line)}</li>" for line in words.chain(chain))
        title = f"{chain.cycles:.0f} cycles a block, whatever else is idle"
        body = f"<p>{html.text(words.chain_title(chain, about.title))}:</p><ul>{told}</ul>"
        return html.section("chain", "The chain in words", title, body)
    return ""


def _picture(algorithm: Algorithm) -> str:
    return html.section("step", "A step", f"{algorithm.title}'s operations, and what waits for what", _drawn(algorithm))


def _costs(about: Processor) -> str:
    told = "".join(f"<li>{html.text(each)}</li>" for each in about.documents())
    note = f"<p>{html.text(about.note)}</p>" if about.note else ""
    return html.section("costs", "Unit costs", f"What an operation costs on {about.title}", f"<ul>{told}</ul>{note}")


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
