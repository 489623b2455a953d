# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The comparison table: paired ratios with their interval and, where a threshold was asked, the change."""

from __future__ import annotations

from wirerate.authenticators.ah_algorithms import AH_OPERATIONS
from wirerate.records import Comparison, Run
from wirerate.records.details import AcrossRuns
from wirerate.report import naming, numbers
from wirerate.report.table import Cell, Column, Group, Table, Tone

COLUMNS = (
    Column("subject", ("subject",), numeric=False),
    Column("against", ("reference",), numeric=False),
    Column("speed", ("ratio",)),
    Column("interval", ("low", "high", "confidence")),
    Column("rounds", ("rounds",), expendable=True),
    Column("change", ("change",), numeric=False),
)

_GLYPHS: dict[str, tuple[str, Tone]] = {
    "IMPROVED": ("▲", "good"),
    "REGRESSED": ("▼", "bad"),
    "NO CHANGE": ("=", ""),
    "CANNOT TELL": ("?", "unsure"),
}


def table(run: Run) -> Table:
    groups: dict[str, list[tuple[Cell, ...]]] = {}
    for comparison in run.comparisons:
        groups.setdefault(condition(comparison), []).append(_row(comparison))
    note = "speed: how many times as fast as the reference, paired round by round." if groups else ""
    host = f" Host: {naming.hardware(run)}." if groups else ""
    return Table("compare", COLUMNS, tuple(Group(h, tuple(r)) for h, r in groups.items()), note + host)


def condition(comparison: Comparison) -> str:
    """Under what the ratio holds, as elsewhere, and how far two measurements of one subject lay apart here."""
    given, noise, details = comparison.conditions, comparison.noise, comparison.details
    parts = [
        given.operation if given.operation in AH_OPERATIONS else "",
        naming.message(given),
        naming.cache(given),
        naming.MODES.get(given.keyed, ""),
        naming.batch(given.batch or 1),
        naming.threads(given.threads or 1),
        f"relative to {details.relative_to}" if isinstance(details, AcrossRuns) else "",
        f"A/A noise ±{numbers.percent(noise)}" if noise is not None else "",
    ]
    return " · ".join(part for part in parts if part)


def _row(comparison: Comparison) -> tuple[Cell, ...]:
    ratio = comparison.ratio
    glyph, tone = _GLYPHS.get(comparison.change, ("", ""))
    return (
        Cell(comparison.subject, "strong", (comparison.subject,)),
        Cell(comparison.reference, "", (comparison.reference,)),
        Cell(numbers.times(ratio.median), tone, (ratio.median,)),
        Cell(numbers.bounds(ratio), "dim", (ratio.low, ratio.high, ratio.confidence), numbers.confidence(ratio)),
        Cell(str(comparison.rounds), "dim", (comparison.rounds,)),
        Cell(f"{glyph} {comparison.change}".strip(), tone, (comparison.change,)),
    )
