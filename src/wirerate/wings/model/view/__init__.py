# SPDX-License-Identifier: Apache-2.0 OR MIT
"""`model`: RFC 1810's story number by number, or a processor's bounds with what was measured beside them."""

from __future__ import annotations

from collections.abc import Sequence

from wirerate.graph.algorithms import ALGORITHMS
from wirerate.graph.processors import processor
from wirerate.graph.rows import ModelBeside, ModelBound, ModelChain, ModelStep
from wirerate.report import limits, naming
from wirerate.report import table as dress
from wirerate.report.charts import bound
from wirerate.report.html import Page
from wirerate.report.paper import Paper
from wirerate.report.table import Table, wrap
from wirerate.wings.model.rows import ModelRun
from wirerate.wings.model.view import tables, words

LABEL = 15


def text(run: ModelRun, on: Paper) -> str:
    """A processor's bounds where the run has some, else RFC 1810's story."""
    return _limits(run, on) if words.of(run, ModelBound) else _story(run, on)


def table(run: ModelRun) -> Table:
    return tables.exported(run)


def page(run: ModelRun) -> Page:
    from wirerate.wings.model.view import sections  # draws: not for those who ask for the text

    return sections.page(run)


def _story(run: ModelRun, on: Paper) -> str:
    """What the graph says of one step, a word, a machine, silicon, chains and the checksum."""
    (step,) = words.of(run, ModelStep)
    lines = [on.ink(words.title(step.subject), "strong"), "", *_facts(words.step_facts(step), on)]
    lines += ["", *on.table(tables.machines(run)).splitlines(), ""]
    if step.subject == "md5":
        lines += [*wrap(words.MIPS, on.width), "", *_against_ip(run, on)]
    for heading, facts in words.story(run):
        lines += [on.ink(heading, "strong"), *_facts(facts, on), ""]
    if step.subject == "md5":
        lines += [on.ink("Where the RFC disagrees with itself", "strong")]
        lines += _facts(list(words.CONTRADICTIONS.items()), on)
    return "\n".join(lines) + "\n"


def _against_ip(run: ModelRun, on: Paper) -> list[str]:
    """Nothing of a run that an earlier version kept: it has no such rates."""
    table = tables.against_ip(run)
    if not table:
        return []
    return [on.ink(words.AGAINST_IP, "strong"), *on.table(table).splitlines(), ""]


def _limits(run: ModelRun, on: Paper) -> str:
    """A processor's bounds by ways, measured figures beside them, the chain in words, the documents behind the
    costs."""
    first = words.of(run, ModelBound)[0]
    about = processor(first.cpu)
    algorithm = ALGORITHMS[first.subject.partition("-x")[0]]
    lines = [*(on.ink(line, "strong") for line in wrap(words.least(algorithm.title, about), on.width)), ""]
    lines += on.table(tables.bounds(run)).splitlines()
    lines += ["", *wrap(words.LIMITS, on.width), *wrap(words.two_ends(run), on.width)]
    lines += ["", *wrap(words.instructions(run, about), on.width)]
    lines += [*_measured(run, on), *_explained(run, on)]
    lines += ["", *(on.ink(line, "dim") for line in wrap(f"Unit costs: {'; '.join(about.documents())}.", on.width))]
    lines += [on.ink(line, "dim") for line in wrap(about.note, on.width)]
    return "\n".join(lines) + "\n"


def _measured(run: ModelRun, on: Paper) -> list[str]:
    found = words.of(run, ModelBeside)
    if not found:
        return []
    table = bound.table(found)
    lines = ["", on.ink("Model against measurement", "strong")]
    lines += on.table(_without_sentences(table)).splitlines()
    for m in found:
        lines += ["", *wrap(f"{m.subject}, {naming.batch(m.batch)}: {limits.why(m)}.", on.width)]
    return lines


def _without_sentences(table: Table) -> Table:
    groups = tuple(dress.Group(g.heading, tuple(row[:-1] for row in g.rows)) for g in table.groups)
    return dress.Table(table.name, table.columns[:-1], groups, table.note)


def _explained(run: ModelRun, on: Paper) -> list[str]:
    """The bounds and the chain in words, where they were asked for."""
    lines: list[str] = []
    for chain in words.of(run, ModelChain):
        lines += ["", *(line for each in words.of(run, ModelBound) for line in wrap(words.bound(each), on.width))]
        lines += ["", *wrap(f"{words.chain_title(chain, processor(chain.cpu).title)}:", on.width)]
        lines += [line for told in words.chain(chain) for line in wrap(told, on.width, "  ")]
    return lines


def _facts(facts: Sequence[tuple[str, str]], on: Paper) -> list[str]:
    """A label, then its sentence in a column of its own."""
    lines: list[str] = []
    for label, told in facts:
        first, *rest = wrap(told, on.width - LABEL) or [""]
        lines.append(label.ljust(LABEL) + first if len(label) < LABEL else f"{label}: {first}")
        lines += [" " * LABEL + line for line in rest]
    return lines
