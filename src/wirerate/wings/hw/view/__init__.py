# SPDX-License-Identifier: Apache-2.0 OR MIT
"""`hw`: cores in hardware, all side by side, or one with its rates, area, limit, latency and verdicts."""

from __future__ import annotations

from dataclasses import replace

from wirerate.report import naming
from wirerate.report.html import Page
from wirerate.report.paper import Paper
from wirerate.report.table import Table, stacked, to_text, wrap
from wirerate.wings.hw.rows import HwRun
from wirerate.wings.hw.view import tables, ways, words

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
        if not ways.judged(run):  # a column of its own, with several sizes
            told["packets"] = run.verdicts[0].packets
    return replace(
        found,
        groups=tuple(replace(group, figures=tuple(told.values())) for group in found.groups),
        group_fields=(found.group_fields[0], *told),
        note=" ".join(filter(None, (found.note, naming.HEADROOM if run.verdicts else ""))),
    )


def _exported(run: HwRun) -> Table:
    if words.brought(run):
        found = tables.beside(run)
        asked = ((words.question(run), tables.verdicts(run)),) if run.verdicts else ()
        return stacked("hw", (("cores", found), *asked)) if asked else found
    if not words.one_core(run):
        return tables.cores(run)
    if not run.verdicts:
        return tables.rates(run)
    if ways.judged(run):
        return ways.table(run)
    return stacked("hw", (("rates", tables.rates(run)), (words.question(run), tables.verdicts(run))))


def page(run: HwRun) -> Page:
    from wirerate.wings.hw.view import sections  # draws charts: not for those who ask for the text

    return sections.page(run)


def _all_text(run: HwRun, on: Paper) -> str:
    lines = [on.ink(f"In hardware: {words.part_of(run).title}", "strong"), ""]
    lines += to_text(tables.cores(run), width=on.width, color=on.color).splitlines()
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
    found = tables.beside(run) if words.brought(run) else tables.rates(run)
    lines += to_text(found, width=on.width, color=on.color).splitlines()
    if words.brought(run):
        rests = f"{words.source(best)}: {words.rests_on(best)}."
        lines += ["", *(line for each in (rests, *words.on_its_area(run)) for line in wrap(each, on.width))]
    elif on.width < 100:
        lines += [
            line
            for m in words.first_size(run)
            for line in wrap(f"{words.source(m)}: {words.rests_on(m)}.", on.width, "  ")
        ]
    lines.append("")
    for label, told in words.facts(best):
        first, *rest = wrap(told, on.width - LABEL) or [""]
        lines += [on.ink(label.ljust(LABEL), "dim") + first, *(" " * LABEL + line for line in rest)]
    if ways.judged(run):
        lines += ["", on.ink(ways.question(run), "strong")]
        lines += to_text(ways.table(run), width=on.width, color=on.color).splitlines()
        lines += [
            "",
            *(line for told in (*ways.explained(run), *words.consequences(run)) for line in wrap(told, on.width)),
        ]
    elif run.verdicts:
        lines += ["", on.ink(words.question(run), "strong")]
        lines += to_text(tables.verdicts(run), width=on.width, color=on.color).splitlines()
        lines += [line for told in words.consequences(run) for line in wrap(told, on.width)]
    return "\n".join(lines) + "\n"
