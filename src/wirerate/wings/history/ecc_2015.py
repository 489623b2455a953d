# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Slides on elliptic curves of 25 March 2015 (Tschofenig, Pégourié-Gonnard) beside stored estimates of `mcu`."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import Any, TypeVar

from wirerate.catalogue.boards import BOARDS
from wirerate.catalogue.history import KeyLength, ecc_2015_slides, key_lengths
from wirerate.catalogue.libraries import DEFAULT, VERSIONS
from wirerate.host.machine import environment
from wirerate.question import Progress
from wirerate.report import columns, html, numbers
from wirerate.report.html import Page, head, tabled
from wirerate.report.method import emulated
from wirerate.report.rfc1810 import rows_of
from wirerate.report.table import Cell, Filled, Group, Table, Tone, grouped, listed, stacked, wrap
from wirerate.report.terminal import Paper
from wirerate.wings.history import ecc_observations
from wirerate.wings.history.ecc_figures import (
    RATIO_AIM,
    TIME_AIM,
    printed,
    reasons,
    slide_ratios,
    slide_times,
)
from wirerate.wings.history.rows import HistoryRun, SlideObservation, SlideRatio, SlideTime

R = TypeVar("R", SlideTime, SlideRatio)

NO_EVIDENCE = "Emulated times do not show whether code runs in constant time."
_TONES: dict[str, Tone] = {"hit": "good", "near": "", "miss": "warn", "holds": "good", "refuted": "bad"}


def answer(progress: Progress | None) -> HistoryRun:
    """Return every published time, ratio and observation beside the stored estimates."""
    run = HistoryRun(command="history ecc-2015", environment=environment(), source="ecc-2015")
    times = []
    for row in slide_times():
        times.append(row)
        if progress:
            progress(len(times) / 50, row.printed)
    run.rows += [*times, *slide_ratios(times)]
    for version in ecc_observations.VERSIONS:
        run.rows += ecc_observations.slide_observations(version)
    return run


def _verdict(run: HistoryRun) -> str:
    rows = [row for row in rows_of(run.rows, SlideTime) if (row.name, row.version) == ("secp256r1 sign", DEFAULT)]
    first = rows[0]
    return (
        f"In 2015 a P-256 signature took {first.published_ms:g} ms on a Cortex-M board; with Mbed TLS {DEFAULT} it "
        f"takes an estimated {_ms(first.ns.median)} ms on the {BOARDS[first.board].title}."
    )


def _observed(run: HistoryRun) -> str:
    rows = rows_of(run.rows, SlideObservation)
    outcomes = [row.outcome for row in rows if row.version == DEFAULT]
    words = {"holds": "hold", "refuted": "refuted", "cannot tell": "undecided"}
    counts = [f"{outcomes.count(word)} {words[word]}" for word in dict.fromkeys(outcomes)]
    return f"Of the slides' {len(outcomes)} observations, by estimates of Mbed TLS {DEFAULT}: {', '.join(counts)}."


# ---- tables ----


def _ms(ns: float) -> str:
    return numbers.significant(ns / 1e6)


def _by_version(version: str) -> Filled[Sequence[SlideTime]]:
    def cell(rows: Sequence[SlideTime]) -> Cell:
        row = next((row for row in rows if row.version == version), None)
        if row is None:
            return Cell(numbers.NONE, "dim", (None,) * 5)
        figures = (row.ns.median, row.ns.low, row.ns.high, row.outcome, row.fits_hz)
        return Cell(_ms(row.ns.median), _TONES[row.outcome], figures, row.outcome)

    fields = tuple(f"{name}_{version}" for name in ("ns", "ns_low", "ns_high", "outcome", "fits_hz"))
    return Filled(version, fields, cell=cell)


_TIMES: tuple[Filled[Sequence[SlideTime]], ...] = (
    columns.words("milliseconds", "figure", lambda rows: rows[0].name, "strong"),
    columns.figure("slide", "slide", lambda rows: rows[0].slide, str, "dim"),
    columns.figure("2015", "published_ms", lambda rows: rows[0].published_ms, "{:g}".format, "strong"),
    Filled("board", ("board", "stated"), numeric=False, cell=lambda rows: _board(rows[0])),
    *(_by_version(version) for version in reversed(VERSIONS)),
)


def _board(row: SlideTime) -> Cell:
    stated = not row.printed.endswith("no board named")
    return Cell(row.board + ("" if stated else "?"), "", (row.board, int(stated)))


def _compact_times(run: HistoryRun) -> Table:
    by_board = groupby(rows_of(run.rows, SlideTime), key=lambda row: (row.printed, row.board))
    note = (
        "By version of Mbed TLS: typical estimate on that board. Board with ?: the slide names none; both of its "
        f"section's boards are listed. The slides ran {ecc_2015_slides().code}."
    )
    return listed("times", _TIMES, [[*rows] for _, rows in by_board], note)


def _middle(row: SlideTime | SlideRatio) -> Cell:
    ratio = row.ratio
    return Cell(f"{ratio.median:.2f}, {ratio.low:.2f} to {ratio.high:.2f}", "", columns.ends(ratio))


_RATIO: Filled[Any] = Filled("published / estimate", ("ratio", "ratio_low", "ratio_high"), cell=_middle)
_OUTCOME: Filled[Any] = Filled(
    "", ("outcome",), False, cell=lambda row: Cell(row.outcome, _TONES.get(row.outcome, "unsure"))
)
_WHOLE_TIMES: tuple[Filled[SlideTime], ...] = (
    columns.words("estimate", "model", lambda row: f"{BOARDS[row.board].title}, {row.version}"),
    columns.figure("ms", "ns", lambda row: row.ns.median, _ms),
    Filled("range", ("ns_low", "ns_high"),
           cell=lambda row: Cell(f"{_ms(row.ns.low)} – {_ms(row.ns.high)}", "", (row.ns.low, row.ns.high))),
    _RATIO,
    _OUTCOME,
    columns.figure("fits at", "fits_hz", lambda row: row.fits_hz, lambda hz: f"{hz / 1e6:.1f} MHz"),
)  # fmt: skip
_RATIOS: tuple[Filled[SlideRatio], ...] = (
    columns.words("version", "version", lambda row: f"{row.version}, {row.board}"),
    columns.figure("published", "published", lambda row: row.published, "{:.2f}".format),
    columns.figure("estimate", "estimated", lambda row: row.estimated, "{:.2f}".format),
    _RATIO,
    _OUTCOME,
)
_OBSERVATIONS: tuple[Filled[SlideObservation], ...] = (
    columns.words("observation", "claim", lambda row: row.subject),
    _OUTCOME,
    columns.words("version", "version", lambda row: row.version),
    columns.words("taken as", "bound", lambda row: row.taken_as),
    Filled("ratio", ("low", "high"), cell=lambda row: _span(row)),
    columns.words("against it", "against", lambda row: ", ".join(row.against)),
)


def _span(row: SlideObservation) -> Cell:
    if row.low is None or row.high is None:
        return Cell("no stored estimate decides it", "dim", (None, None))
    shown = numbers.percent if row.taken_as.endswith("%") else "{:.3g}".format
    ends = dict.fromkeys((shown(row.low), shown(row.high)))
    return Cell(" – ".join(ends), "", (row.low, row.high))


def times(run: HistoryRun) -> Table:
    """Return a group per published time, with a row per board and version."""
    note = (
        f"hit: the typical estimate is within {numbers.share(TIME_AIM)}; near: the published time lies in the "
        "estimate's range; miss: it does not. fits at: the clock at which the estimate equals the published time, if "
        "the part reaches it. Where a slide names no board, both boards of its section are listed."
    )
    return Table("published-figures", _WHOLE_TIMES, _groups(_WHOLE_TIMES, rows_of(run.rows, SlideTime)), note)


def ratios(run: HistoryRun) -> Table:
    note = f"hit: within {numbers.share(RATIO_AIM)}; near: in the estimate's range."
    return Table("published-ratios", _RATIOS, _groups(_RATIOS, rows_of(run.rows, SlideRatio)), note)


def observations(run: HistoryRun) -> Table:
    return listed("observations", _OBSERVATIONS, rows_of(run.rows, SlideObservation))


def _groups(shown: Sequence[Filled[R]], rows: Sequence[R]) -> tuple[Group, ...]:
    titles = dict.fromkeys(map(printed, rows))
    return tuple(grouped(title, shown, [row for row in rows if printed(row) == title]) for title in titles)


_STANDING: dict[str, Tone] = {"forbidden": "bad", "legacy": "warn", "recommended": "good"}
_KEY_LENGTHS: tuple[Filled[KeyLength], ...] = (
    columns.figure("symmetric", "symmetric", lambda row: row.symmetric, str, "strong"),
    columns.figure("ECC", "ecc", lambda row: row.ecc, str),
    columns.figure("DH/DSA/RSA", "rsa", lambda row: row.rsa, str),
    Filled("today", ("today", "standing"), numeric=False,
           cell=lambda row: Cell(row.today, _STANDING[row.standing], (row.today, row.standing))),
    Filled("source", ("source", "verified"), numeric=False,
           cell=lambda row: Cell(row.source, "dim", (row.source, int(row.verified)))),
)  # fmt: skip


def key_length_table() -> Table:
    """Return slide 11's comparable key lengths with what is recommended today."""
    slide = key_lengths()
    return listed("key-lengths", _KEY_LENGTHS, slide.row, f"Slide 11 of 2015: {slide.then}.")


# ---- terminal, exports, page ----


def text(run: HistoryRun, paper: Paper) -> str:
    lines = [
        *(paper.ink(line, "strong") for line in wrap(_verdict(run), paper.width)),
        *wrap(_observed(run), paper.width),
        "",
    ]
    lines += [*paper.table(_compact_times(run)).splitlines(), ""]
    lines += [paper.ink("Observations of slides 12 and 13", "strong"), *_observation_lines(run, paper), ""]
    lines += [paper.ink("Slide 11: comparable key lengths, and what is recommended today", "strong")]
    lines += _key_length_lines(paper)
    if paper.explain:
        lines += ["", *paper.table(ratios(run)).splitlines(), ""]
        explanations = reasons([*rows_of(run.rows, SlideTime), *rows_of(run.rows, SlideRatio)])
        lines += [line for one in [*explanations, " ".join(ecc_2015_slides().known.split())]
                  for line in wrap(one, paper.width)]  # fmt: skip
    lines += ["", *wrap(f"Source: {ecc_2015_slides().source}. {NO_EVIDENCE}", paper.width)]
    return "\n".join(lines) + "\n"


def _observation_lines(run: HistoryRun, paper: Paper) -> list[str]:
    """Return each claim with its outcome for the default version."""
    lines = []
    for row in rows_of(run.rows, SlideObservation):
        if row.version == DEFAULT:
            evidence = f" ({_evidence(row)})" if row.outcome == "refuted" else ""
            first, *rest = wrap(row.subject + evidence, paper.width - 13)
            lines.append(paper.ink(f"{row.outcome:13}", _TONES.get(row.outcome, "unsure")) + first)
            lines += [f"{'':13}{line}" for line in rest]
    return lines


def _evidence(row: SlideObservation) -> str:
    return f"{row.taken_as}: {_span(row).text}"


def _observed_section(run: HistoryRun) -> str:
    """Return each claim with its outcome and evidence by version; the whole table is folded."""
    rows = rows_of(run.rows, SlideObservation)
    claims = {row.subject: row.taken_as for row in rows}
    evidence = {
        claim: f"{taken_as}. "
        + "; ".join(
            f"Mbed TLS {row.version}: {row.outcome} ({_span(row).text})" for row in rows if row.subject == claim
        )
        for claim, taken_as in claims.items()
    }
    body = html.fact_list(list(evidence.items()))
    body += html.folded("As a table", html.kept(observations(run), "Observations of slides 12 and 13", "prose"))
    return html.section("observations", "Slides 12 and 13", _observed(run).removesuffix("."), body)


def _key_length_lines(paper: Paper) -> list[str]:
    lines = []
    for row in key_lengths().row:
        lengths = f"{row.symmetric} bits = ECC {row.ecc} = RSA {row.rsa}"
        first, *rest = wrap(row.today, paper.width - 34)
        lines.append(f"{lengths:34}" + paper.ink(first, _STANDING[row.standing]))
        lines += [f"{'':34}{line}" for line in rest]
    return lines


def table(run: HistoryRun) -> Table:
    parts = [("times", _compact_times(run)), ("observations", observations(run)), ("key lengths", key_length_table())]
    return stacked("ecc-2015", parts)


def page(run: HistoryRun) -> Page:
    explanations = reasons([*rows_of(run.rows, SlideTime), *rows_of(run.rows, SlideRatio)])
    sections = [
        tabled("times", "Every figure of the slides", "Published times and estimates, in milliseconds",
               _compact_times(run)),
        _observed_section(run),
        tabled("ratios", "Ratios", "What the version of the library changes least", ratios(run)),
        html.section("why", "Why", "Hits and misses, figure by figure", html.items(explanations)),
        tabled("ranges", "Every estimate", "Ranges, and the clock that fits", times(run)),
        tabled("key-lengths", "Slide 11", "Comparable key lengths, and what is recommended today",
               key_length_table(), "prose"),
    ]  # fmt: skip
    opening = head(ecc_2015_slides().source, _verdict(run), NO_EVIDENCE, partial=run.partial)
    return Page("ECC on Cortex-M, 2015 · wirerate", opening, sections, emulated())
