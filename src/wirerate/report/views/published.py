"""The ECC slides of 2015 beside the model: figures, ratios, observations, and slide 11's key lengths today."""

from __future__ import annotations

from collections.abc import Sequence

from wirerate.catalogue.boards import BOARDS
from wirerate.catalogue.key_lengths import KEY_LENGTHS, THEN
from wirerate.records import Comparison, Run
from wirerate.report import numbers
from wirerate.report.table import Cell, Column, Group, Table, Tone
from wirerate.verdict.observations import HOLDS, OBSERVATION, REFUTED
from wirerate.verdict.published import FIGURE, HIT, MISS, NEAR, RATIO, RATIO_AIM, TIME_AIM

_TONES: dict[str, Tone] = {HIT: "good", NEAR: "unsure", MISS: "bad", HOLDS: "good", REFUTED: "bad"}
_STANDING: dict[str, Tone] = {"forbidden": "bad", "legacy": "warn", "recommended": "good"}


def is_published(run: Run) -> bool:
    return any(c.conditions.get("kind") == FIGURE for c in run.comparisons)


def of_kind(run: Run, kind: str) -> list[Comparison]:
    return [c for c in run.comparisons if c.conditions.get("kind") == kind]


def figures(run: Run) -> Table:
    """One group per published figure, one row per board and version."""
    columns = (
        Column("model", ("board", "version"), numeric=False),
        Column("ms", ("model_ms", "model_low_ms", "model_high_ms")),
        Column("range", ("published_ms",)),
        Column("published / model", ("ratio", "ratio_low", "ratio_high")),
        Column("", ("outcome",), numeric=False),
    )
    groups: dict[str, list[Comparison]] = {}
    for c in of_kind(run, FIGURE):
        groups.setdefault(_published(c), []).append(c)
    rows = [Group(head, tuple(map(_figure, found))) for head, found in groups.items()]
    note = (
        f"hit: typical time within {TIME_AIM:.0%}; near: the published figure lies in the model's range; miss: it does "
        "not. Where a slide names no board, the two boards of its section stand side by side."
    )
    return Table("published-figures", columns, tuple(rows), note)


def _published(c: Comparison) -> str:
    given = c.conditions
    nist = {"on": ", NIST reduction on", "off": ", NIST reduction off"}.get(str(given["nist"]), "")
    stated = "" if given["board_stated"] else ", no board named"
    return f"Slide {given['slide']}: {given['curve']} {given['operation']}{nist}: {given['published_ms']:g} ms{stated}"


def _figure(c: Comparison) -> tuple[Cell, ...]:
    given, ratio = c.conditions, c.ratio
    ends = [float(given[name]) for name in ("model_ms", "model_low_ms", "model_high_ms")]
    word = str(given["outcome"])
    return (
        Cell(f"{BOARDS[str(given['board'])].title}, {given['version']}", "", (given["board"], given["version"])),
        Cell(numbers.significant(ends[0]), "strong", tuple(ends)),
        Cell(f"{numbers.significant(ends[1])} – {numbers.significant(ends[2])}", "dim", (given["published_ms"],)),
        Cell(f"{ratio.median:.2f}", "", (ratio.median, ratio.low, ratio.high), f"{ratio.low:.2f} to {ratio.high:.2f}"),
        Cell(word, _TONES[word], (word,)),
    )


def ratios(run: Run) -> Table:
    """Ratios of published figures: the speed of the code cancels as far as both have it in common."""
    columns = (
        Column("ratio", ("pair", "slide"), numeric=False),
        Column("published", ("published_ratio",)),
        Column("model", ("model_ratio",)),
        Column("version", ("version", "board"), numeric=False),
        Column("published / model", ("ratio", "ratio_low", "ratio_high")),
        Column("", ("outcome",), numeric=False),
    )
    rows = tuple(_ratio(c) for c in of_kind(run, RATIO))
    note = f"hit: within {RATIO_AIM:.0%}; near: in the model's range."
    return Table("published-ratios", columns, (Group("", rows),), note)


def _ratio(c: Comparison) -> tuple[Cell, ...]:
    given, word = c.conditions, str(c.conditions["outcome"])
    return (
        Cell(str(given["pair"]), "", (given["pair"], given["slide"])),
        Cell(f"{given['published_ratio']:.2f}", "", (given["published_ratio"],)),
        Cell(f"{given['model_ratio']:.2f}", "strong", (given["model_ratio"],)),
        Cell(f"{given['version']}, {given['board']}", "dim", (given["version"], given["board"])),
        Cell(f"{c.ratio.median:.2f}", "", (c.ratio.median, c.ratio.low, c.ratio.high)),
        Cell(word, _TONES[word], (word,)),
    )


def observations(run: Run) -> Table:
    """Slides 12 and 13 in their words, with what decides each and the cases that speak against it."""
    columns = (
        Column("observation", ("claim", "slide"), numeric=False),
        Column("", ("outcome",), numeric=False),
        Column("version", ("version",), numeric=False),
        Column("taken as", ("bound",), numeric=False),
        Column("found", ("ratio", "ratio_low", "ratio_high"), numeric=False),
        Column("against it", ("against",), numeric=False),
    )
    return Table("observations", columns, (Group("", tuple(map(_observation, of_kind(run, OBSERVATION)))),))


def _observation(c: Comparison) -> tuple[Cell, ...]:
    given, ratio, word = c.conditions, c.ratio, str(c.conditions["outcome"])
    found = f"{ratio.low:.3g} – {ratio.high:.3g}" if given["cases"] else "nothing stored decides it"
    return (
        Cell(str(given["claim"]), "", (given["claim"], given["slide"])),
        Cell(word, _TONES.get(word, "unsure"), (word,)),
        Cell(str(given.get("version", "")), "dim", (given.get("version", ""),)),
        Cell(str(given["bound"]), "dim", (given["bound"],)),
        Cell(found, "", (ratio.median, ratio.low, ratio.high)),
        Cell(str(given["against"]), "", (given["against"],)),
    )


def key_lengths() -> Table:
    """Slide 11's table, with what is recommended today."""
    columns = (
        Column("symmetric", ("symmetric",)),
        Column("ECC", ("ecc",)),
        Column("DH/DSA/RSA", ("rsa",)),
        Column("today", ("today", "standing"), numeric=False),
        Column("source", ("source", "verified"), numeric=False),
    )
    rows = tuple(
        (
            Cell(str(row.symmetric), "strong", (row.symmetric,)),
            Cell(str(row.ecc), "", (row.ecc,)),
            Cell(str(row.rsa), "", (row.rsa,)),
            Cell(row.today, _STANDING[row.standing], (row.today, row.standing)),
            Cell(row.source, "dim", (row.source, int(row.verified))),
        )
        for row in KEY_LENGTHS
    )
    return Table("key-lengths", columns, (Group("", rows),), f"Slide 11 of 2015: {THEN}.")


def by_figure(run: Run) -> dict[str, Sequence[Comparison]]:
    """The comparisons of each published figure or ratio, over boards and versions."""
    found: dict[str, list[Comparison]] = {}
    for c in (*of_kind(run, FIGURE), *of_kind(run, RATIO)):
        head = str(c.conditions["pair"]) if c.conditions["kind"] == RATIO else _published(c)
        found.setdefault(head, []).append(c)
    return dict(found)


def whole(run: Run) -> Table:
    """All comparisons as one table, for exports."""
    columns = (
        Column("slide", ("slide",)),
        Column("kind", ("kind",), numeric=False),
        Column("what", ("what",), numeric=False),
        Column("board", ("board",), numeric=False),
        Column("version", ("version",), numeric=False),
        Column("published", ("published",)),
        Column("model", ("model", "ratio", "ratio_low", "ratio_high")),
        Column("outcome", ("outcome",), numeric=False),
    )
    return Table("published", columns, (Group("", tuple(map(_whole, run.comparisons))),))


def _whole(c: Comparison) -> tuple[Cell, ...]:
    given, kind = c.conditions, str(c.conditions["kind"])
    what = str(given.get("claim") or given.get("pair") or f"{given.get('curve')} {given.get('operation')}")
    published, model = (given.get(f"{side}_ms", given.get(f"{side}_ratio")) for side in ("published", "model"))
    shown = [numbers.significant(float(value)) if value is not None else numbers.NONE for value in (published, model)]
    return (
        Cell(str(given["slide"]), "", (given["slide"],)),
        Cell(kind),
        Cell(what),
        Cell(str(given.get("board", ""))),
        Cell(str(given.get("version", ""))),
        Cell(shown[0], "", (published,)),
        Cell(shown[1], "", (model, c.ratio.median, c.ratio.low, c.ratio.high)),
        Cell(str(given["outcome"]), _TONES.get(str(given["outcome"]), "unsure")),
    )
