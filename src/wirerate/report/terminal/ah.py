"""The answer to `ah speed`: RFC 1810's question first, then its lines, then what each packet costs."""

from __future__ import annotations

from wirerate.records import Run
from wirerate.report.naming import algorithm, judged, short
from wirerate.report.paper import Paper, paper
from wirerate.report.table import to_text, wrap
from wirerate.report.views import ah
from wirerate.verdict import BATCHED


def ah_text(run: Run, on: Paper | None = None) -> str:
    on = on or paper()
    table = ah.lines(run)
    parts = ["\n".join(on.ink(line, "strong") for line in wrap(ah.sentence(run), on.width)) + "\n"]
    parts += [to_text(table, width=on.width, color=on.color)] if table else []
    parts += [to_text(ah.costs(run), width=on.width, color=on.color), _ratios(run, on), _verdicts(run, on)]
    return on.fit("\n".join(part for part in parts if part))


def _ratios(run: Run, on: Paper) -> str:
    return "".join("\n".join(wrap(line, on.width)) + "\n" for line in ah.ratios(run))


def _verdicts(run: Run, on: Paper) -> str:
    """One line per algorithm, operation and link, on its best way; the run has the others."""
    lines = []
    batched = {algorithm(v.subject) for v in run.verdicts if v.role == BATCHED}
    for v in run.verdicts:
        if v.role != BATCHED and algorithm(v.subject) in batched:
            continue
        shown = judged(v)
        room = f"{v.headroom.median:.3g} times the speed needed" if v.headroom else "not measured"
        what = f"{v.conditions['operation']}, {v.link}, {short(v.subject)}, {v.role}: {room}"
        lines.append(f"{on.ink(f'{shown.glyph} {shown.words}', shown.tone)}: {what}")
    return "\n".join(lines) + "\n" if lines else ""
