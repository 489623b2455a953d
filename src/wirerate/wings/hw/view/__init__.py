# SPDX-License-Identifier: Apache-2.0 OR MIT
"""`hw`: cores in hardware, all side by side, or one with its rates, area, limit, latency and verdicts."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from wirerate.report import naming
from wirerate.report.html import Page
from wirerate.report.paper import Paper
from wirerate.report.table import Table, stacked, wrap
from wirerate.wings.hw.rows import HwRun
from wirerate.wings.hw.view import tables, words

LABEL = 11


def text(run: HwRun, on: Paper) -> str:
    asked_about = words.brought(run) or words.one_core(run)
    return _one_text(run, on) if asked_about else _all_text(run, on)


def table(run: HwRun) -> Table:
    """With the part, the core and what it is held against in columns of their own."""
    found = _exported(run)
    told = {"part": words.part_of(run).title}
    if words.brought(run) or words.one_core(run):
        told["core" if words.one_core(run) else "brought"] = run.rows[0].core
    if run.verdicts:
        told["link"] = run.verdicts[0].link
        if not words.by_size(run):  # a column of its own, with several sizes
            told["packets"] = run.verdicts[0].packets
    return replace(
        found,
        groups=tuple(replace(group, figures=tuple(told.values())) for group in found.groups),
        group_fields=(found.group_fields[0], *told),
        note=" ".join(filter(None, (found.note, naming.HEADROOM if run.verdicts else ""))),
    )


def _exported(run: HwRun) -> Table:
    if words.brought(run):
        shown = ("cores", tables.beside(run))
    elif words.one_core(run):
        shown = ("rates", tables.rates(run))
    else:
        return tables.cores(run)
    if not run.verdicts:
        return shown[1]
    judged = tables.verdicts(run)
    return judged if words.by_size(run) else stacked("hw", (shown, (words.question(run), judged)))


def page(run: HwRun) -> Page:
    from wirerate.wings.hw.view import sections  # draws charts: not for those who ask for the text

    return sections.page(run)


def _all_text(run: HwRun, on: Paper) -> str:
    lines = [on.ink(f"In hardware: {words.part_of(run).title}", "strong"), ""]
    lines += _table(tables.cores(run), on)
    lines += ["", *wrap(_COLUMNS, on.width), "", *wrap(_NEXT, on.width)]
    return "\n".join(lines) + "\n"


_COLUMNS = (
    "RFC 1810: its formula with this part's adder. Calibrated: F with an addition, an addition, and a rotation as "
    "placed alone, chained, less the register that they share, and the longest wire as the other placed cores foretell "
    "it. Placed: full place and route, median over seeds. All lanes together; one chain is one message."
)
_NEXT = "One core in full: wirerate hw md5 --lanes 67 --link 40G --packet 1500; its Verilog: --emit FOLDER."


def _one_text(run: HwRun, on: Paper) -> str:
    best = words.about(run)
    lines = [on.ink(words.title(best), "strong"), ""]
    if words.brought(run):
        lines += _table(tables.beside(run), on)
        rests = f"{words.source(best)}: {words.rests_on(best)}."
        lines += ["", *_wrapped((rests, *words.on_its_area(run)), on)]
    else:
        lines += _table(tables.rates(run), on)
        if on.width < 100:
            rates = words.first_size(run)
            lines += [line for m in rates for line in wrap(f"{words.source(m)}: {words.rests_on(m)}.", on.width, "  ")]
    lines.append("")
    for label, told in words.facts(best):
        first, *rest = wrap(told, on.width - LABEL) or [""]
        lines += [on.ink(label.ljust(LABEL), "dim") + first, *(" " * LABEL + line for line in rest)]
    if run.verdicts:
        lines += ["", on.ink(words.question(run), "strong"), *_table(tables.verdicts(run), on)]
        lines += ["", *_wrapped(words.explained_by_size(run), on)] if words.by_size(run) else []
        lines += _wrapped(words.consequences(run), on)
    return "\n".join(lines) + "\n"


def _table(shown: Table, on: Paper) -> list[str]:
    return on.table(shown).splitlines()


def _wrapped(sentences: Iterable[str], on: Paper) -> list[str]:
    return [line for each in sentences for line in wrap(each, on.width)]
