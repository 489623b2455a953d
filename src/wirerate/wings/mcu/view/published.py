# SPDX-License-Identifier: Apache-2.0 OR MIT
"""`mcu published`: the ECC slides of 2015 beside the model: figures, ratios, observations, and what decides each."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from typing import TypeVar

from wirerate.catalogue.boards import BOARDS
from wirerate.catalogue.ecc_slides import KNOWN
from wirerate.records import Interval
from wirerate.report import numbers
from wirerate.report.page import html
from wirerate.report.page.method import emulated
from wirerate.report.page.parts import Page, head
from wirerate.report.paper import Paper
from wirerate.report.table import Cell, Column, Group, Table, Tone, to_text, wrap
from wirerate.wings.mcu.rows import BoardOperation
from wirerate.wings.mcu.runs import Observation, PublishedFigure, PublishedRatio, PublishedRun
from wirerate.wings.mcu.verdict.observations import HOLDS, REFUTED
from wirerate.wings.mcu.verdict.published import HIT, MISS, NEAR, RATIO_AIM, TIME_AIM
from wirerate.wings.mcu.view import key_lengths
from wirerate.wings.mcu.view.common import NO_EVIDENCE

_TONES: dict[str, Tone] = {HIT: "good", NEAR: "unsure", MISS: "bad", HOLDS: "good", REFUTED: "bad"}

Beside = PublishedFigure | PublishedRatio
Told = PublishedFigure | PublishedRatio | Observation
D = TypeVar("D", bound=Told)


def of(run: PublishedRun, kind: type[D]) -> list[D]:
    return [own for own in run.rows if isinstance(own, kind)]


def text(run: PublishedRun, on: Paper) -> str:
    parts = [on.ink("Performance Investigations, 25 March 2015, beside the model", "strong"), ""]
    parts += [*wrap(_VERSIONS, on.width), ""]
    parts += to_text(figures(run), width=on.width, color=on.color).splitlines()
    parts += ["", on.ink("Why", "strong")]
    for what, found in _by_figure(run).items():
        parts += textwrap.wrap(f"{what}: {reason(found)}.{_known(found)}", on.width, subsequent_indent="  ")
    parts += ["", on.ink("Ratios: what the version of the code changes least", "strong")]
    parts += to_text(ratios(run), width=on.width, color=on.color).splitlines()
    parts += ["", on.ink("Observations of slides 12 and 13", "strong")]
    parts += [line for own in of(run, Observation) for line in _told(own, on)]
    parts += ["", on.ink("Slide 11: comparable key lengths, and what is recommended today", "strong")]
    for row in key_lengths.table().groups[0].rows:
        bits = "/".join(cell.text for cell in row[:3])
        parts += textwrap.wrap(f"{bits}: {row[3].text} ({row[4].text}).", on.width, subsequent_indent="  ")
    return "\n".join([*parts, "", NO_EVIDENCE]) + "\n"


_VERSIONS = (
    "Each figure stands beside the versions of the code that can be had, the oldest and the default one among them: "
    "what changes from version to version is the library's. No parameter was fitted to these figures. " + KNOWN
)


def _told(own: Observation, on: Paper) -> list[str]:
    said = f"{on.ink(own.outcome, _TONES.get(own.outcome, 'unsure'))} ({own.version}): {own.claim}"
    detail = f"{taken_as(own)}: {_found(own)}"
    if own.against:
        detail += f"; against it: {_against(own)}"
    lines = [said, *wrap(detail, on.width, "  ")]
    return [part for line in lines for part in (textwrap.wrap(line, on.width, subsequent_indent="  ") or [""])]


# ---- tables ----


def table(run: PublishedRun) -> Table:
    """All that the slides say as one table."""
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
    rows = tuple(_row(own) for own in run.rows if not isinstance(own, BoardOperation))
    return Table("published", columns, (Group("", rows),))


def _row(own: Told) -> tuple[Cell, ...]:
    if isinstance(own, PublishedFigure):
        kind, what, published, model = "figure", f"{own.curve} {own.operation}", own.published_ms, own.model_ms
    elif isinstance(own, PublishedRatio):
        kind, what, published, model = "ratio", own.pair, own.published, own.model
    else:
        kind, what, published, model = "observation", own.claim, None, None
    return (
        Cell(str(own.slide), "", (own.slide,)),
        Cell(kind),
        Cell(what),
        Cell(own.board),
        Cell(own.version),
        Cell(_significant(published), "", (published,)),
        Cell(_significant(model), "", (model, *_ends(own.ratio))),
        Cell(own.outcome, _TONES.get(own.outcome, "unsure")),
    )


def _ends(ratio: Interval) -> tuple[float, float, float]:
    return ratio.median, ratio.low, ratio.high


def _significant(value: float | None) -> str:
    return numbers.NONE if value is None else numbers.significant(value)


def figures(run: PublishedRun) -> Table:
    """One group per published figure, one row per board and version."""
    columns = (
        Column("model", ("board", "version"), numeric=False),
        Column("ms", ("model_ms", "model_low_ms", "model_high_ms")),
        Column("range", ("published_ms",)),
        Column("published / model", ("ratio", "ratio_low", "ratio_high")),
        Column("", ("outcome",), numeric=False),
        Column("fits at", ("fits_hz",), expendable=True),
    )
    groups: dict[str, list[tuple[Cell, ...]]] = {}
    for own in of(run, PublishedFigure):
        groups.setdefault(_printed(own), []).append(_figure(own))
    note = (
        f"hit: typical time within {numbers.share(TIME_AIM)}; near: the published figure lies in the model's range; "
        "miss: it does not. fits at: the clock at which the model would take as long, if the part reaches it. Where a "
        "slide names no board, the two boards of its section stand side by side."
    )
    return Table("published-figures", columns, tuple(Group(what, tuple(rows)) for what, rows in groups.items()), note)


def _printed(own: PublishedFigure) -> str:
    """What the slide prints."""
    nist = f", NIST reduction {own.nist}" if own.nist else ""
    stated = "" if own.board_stated else ", no board named"
    return f"Slide {own.slide}: {own.curve} {own.operation}{nist}: {own.published_ms:g} ms{stated}"


def _figure(own: PublishedFigure) -> tuple[Cell, ...]:
    ratio = own.ratio
    low, high = numbers.significant(own.model_low_ms), numbers.significant(own.model_high_ms)
    ends = (own.model_ms, own.model_low_ms, own.model_high_ms)
    return (
        Cell(f"{BOARDS[own.board].title}, {own.version}", "", (own.board, own.version)),
        Cell(numbers.significant(own.model_ms), "strong", ends),
        Cell(f"{low} – {high}", "dim", (own.published_ms,)),
        Cell(f"{ratio.median:.2f}", "", _ends(ratio), f"{ratio.low:.2f} to {ratio.high:.2f}"),
        Cell(own.outcome, _TONES[own.outcome], (own.outcome,)),
        Cell(numbers.NONE if own.fits_hz is None else f"{own.fits_hz / 1e6:.1f} MHz", "dim", (own.fits_hz,)),
    )


def ratios(run: PublishedRun) -> Table:
    """Ratios of published figures: the speed of the code cancels as far as both have it in common."""
    columns = (
        Column("ratio", ("pair", "slide"), numeric=False),
        Column("published", ("published_ratio",)),
        Column("model", ("model_ratio",)),
        Column("version", ("version", "board"), numeric=False),
        Column("published / model", ("ratio", "ratio_low", "ratio_high")),
        Column("", ("outcome",), numeric=False),
    )
    rows = tuple(map(_ratio, of(run, PublishedRatio)))
    note = f"hit: within {numbers.share(RATIO_AIM)}; near: in the model's range."
    return Table("published-ratios", columns, (Group("", rows),), note)


def _ratio(own: PublishedRatio) -> tuple[Cell, ...]:
    return (
        Cell(own.pair, "", (own.pair, own.slide)),
        Cell(f"{own.published:.2f}", "", (own.published,)),
        Cell(f"{own.model:.2f}", "strong", (own.model,)),
        Cell(f"{own.version}, {own.board}", "dim", (own.version, own.board)),
        Cell(f"{own.ratio.median:.2f}", "", _ends(own.ratio)),
        Cell(own.outcome, _TONES[own.outcome], (own.outcome,)),
    )


def observations(run: PublishedRun) -> Table:
    """Slides 12 and 13 in their words, with what decides each and the cases that speak against it."""
    columns = (
        Column("observation", ("claim", "slide"), numeric=False),
        Column("", ("outcome",), numeric=False),
        Column("version", ("version",), numeric=False),
        Column("taken as", ("bound",), numeric=False),
        Column("found", ("ratio", "ratio_low", "ratio_high"), numeric=False),
        Column("against it", ("against",), numeric=False),
    )
    rows = tuple(map(_observation, of(run, Observation)))
    return Table("observations", columns, (Group("", rows),))


def _observation(own: Observation) -> tuple[Cell, ...]:
    return (
        Cell(own.claim, "", (own.claim, own.slide)),
        Cell(own.outcome, _TONES.get(own.outcome, "unsure"), (own.outcome,)),
        Cell(own.version, "dim", (own.version,)),
        Cell(taken_as(own), "dim"),
        Cell(_found(own), "", _ends(own.ratio)),
        Cell(_against(own)),
    )


# ---- words ----

_TAKEN_AS = {
    "sign_faster_than_verify": "verify / sign above {above:g}",
    "brainpool_slower_than_nist": "Brainpool / NIST of equal length, sign, above {above:g}",
    "long_keys_slower": "secp384r1, secp521r1 / secp256r1, sign, at least {at_least:g}",
    "ecdh_slightly_faster_than_ecdhe": "ECDHE / ECDH above {above:g} and at most {at_most:g}",
    "clock_matters": "slowest / fastest clock, at least {at_least:g}",
    "symmetric_negligible": "share of a handshake's cycles at most {share}",
    "nist_reduction_helps": "off / on, sign, at least {at_least:g}",
    "fixed_point_helps": "off / on, sign, at least {at_least:g}",
    "ram_buys_time": "heap of the fastest window / of the slowest, verify, above {above:g}",
    "code_and_ram": "heap of a signature, in KiB, at least {at_least:g}",
}


def taken_as(own: Observation) -> str:
    """What the claim's words are taken to mean, so that a reader can disagree."""
    return _TAKEN_AS[own.subject].format(
        above=own.above, at_least=own.at_least, at_most=own.at_most, share=numbers.share(own.at_most or 0)
    )


def _found(own: Observation) -> str:
    return f"{own.ratio.low:.3g} – {own.ratio.high:.3g}" if own.cases else "nothing stored decides it"


def _against(own: Observation) -> str:
    return ", ".join(f"{case.name} ({case.value:.3g})" for case in own.against)


def _by_figure(run: PublishedRun) -> dict[str, list[Beside]]:
    """Each published figure or ratio beside the model, over boards and versions."""
    found: dict[str, list[Beside]] = {}
    for figure in of(run, PublishedFigure):
        found.setdefault(_printed(figure), []).append(figure)
    for ratio in of(run, PublishedRatio):
        found.setdefault(ratio.pair, []).append(ratio)
    return found


def reason(found: Sequence[Beside]) -> str:
    """Why one figure or ratio is hit or missed, from how it stands in every version: version against model."""
    outcomes = {own.outcome for own in found}
    medians = [own.ratio.median for own in found]
    spread = max(medians) / min(medians)
    versions = {own.version for own in found}
    if outcomes == {MISS}:
        return _missed(isinstance(found[0], PublishedRatio), medians, len(versions))
    if len(versions) == 1:
        return "one version only is stored: what is its doing, and what the model's, cannot be told"
    if MISS in outcomes:
        return f"the version decides: they differ by ×{spread:.2f}" if spread > 1 + RATIO_AIM else _BORDER
    return "the versions agree" if spread < 1 + RATIO_AIM else f"in range, though the versions differ by ×{spread:.2f}"


_BORDER = "at the border: the versions hardly differ, and lie on both sides of what counts as a hit"


def _known(found: Sequence[Beside]) -> str:
    """What is known of a figure beyond the versions that are here; nothing of a ratio."""
    own = found[0]
    if not isinstance(own, PublishedFigure):
        return ""
    said = ""
    if own.own_code is not None:
        low, high = own.own_code
        said += f" With the slides' own code: {low:.2f}{'' if low == high else f' to {high:.2f}'}."
    return said + (f" Hypothesis, documented nowhere: {own.hypothesis}." if own.hypothesis else "")


def _missed(quotient: bool, medians: Sequence[float], versions: int) -> str:
    """A miss that no version mends is the model's, or something that the slides do not tell."""
    where = "in every version" if versions > 1 else "in the one version that is stored"
    if min(medians) < 1 < max(medians):
        return "between the versions: none of them is the code that ran"
    if quotient:
        side = "larger" if medians[0] > 1 else "smaller"
        return f"missed {where}: the slides' ratio is {side}; flash, options or code of a side are not as assumed"
    if medians[0] > 1:
        return f"missed {where}: the board was slower"
    return f"missed {where}: the board was faster than the model says"


# ---- the page ----


def page(run: PublishedRun) -> Page:
    top = head("The ECC slides of 25 March 2015", "Their figures beside the model", _LEAD, partial=run.partial)
    sections = [
        _section("figures", "Every figure of the slides", _hits(run, PublishedFigure), figures(run), _reasons(run)),
        _section("ratios", "Ratios of the slides' figures", _hits(run, PublishedRatio), ratios(run)),
        _section("observations", "Slides 12 and 13", _hits(run, Observation), observations(run)),
        key_lengths.section(),
    ]
    return Page(f"wirerate {run.command}", top, sections, emulated())


def _section(name: str, eyebrow: str, title: str, whole: Table, more: str = "") -> str:
    return html.section(name, eyebrow, title, html.scrolled(whole, whole.note, "prose") + more + html.csv_link(whole))


_LEAD = _VERSIONS


def _reasons(run: PublishedRun) -> str:
    items = "".join(f"<li>{html.text(what)}: {html.text(reason(found))}.{html.text(_known(found))}</li>"
                    for what, found in _by_figure(run).items())  # fmt: skip
    return f"<h3>Why</h3><ul>{items}</ul>"


def _hits(run: PublishedRun, kind: type[Told]) -> str:
    words = [own.outcome for own in of(run, kind)]
    counts = ", ".join(f"{words.count(word)} {word}" for word in dict.fromkeys(words))
    return f"{counts} of {len(words)}"
