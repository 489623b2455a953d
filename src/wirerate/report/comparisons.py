# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The comparison table: paired ratios with their interval and, where a threshold was asked, the change."""

from __future__ import annotations

from collections.abc import Iterator

from wirerate.authenticators.ah_algorithms import AH_OPERATIONS
from wirerate.authenticators.subjects import RECEIVING, is_library_path
from wirerate.records import AcrossRuns, AnyRun, CommandTime, CompareRun, Comparison
from wirerate.report import columns, labels, numbers
from wirerate.report.table import Cell, Figure, Filled, Table, Tone, grouped
from wirerate.verdict.change import POWER, seconds_to_find

_GIVEN = ("operation", "bytes", "packets", "cache", "working_set", "keyed", "batch", "threads")
_CONDITIONS = (*_GIVEN, "relative_to", "noise")

_GLYPHS: dict[str, tuple[str, Tone]] = {
    "IMPROVED": ("▲", "good"),
    "REGRESSED": ("▼", "bad"),
    "NO CHANGE": ("=", ""),
    "CANNOT TELL": ("?", "unsure"),
}


def _interval(comparison: Comparison) -> Cell:
    ratio = comparison.ratio
    return Cell(numbers.bounds(ratio), "dim", (ratio.low, ratio.high, ratio.confidence), numbers.confidence(ratio))


def _change(comparison: Comparison) -> Cell:
    glyph, tone = _GLYPHS.get(comparison.change, ("", ""))
    words = " ".join(filter(None, (glyph, comparison.change + _below(comparison))))
    return Cell(words, tone, (comparison.change,))


def _instructions(comparison: Comparison) -> Cell:
    """How many more the subject executes."""
    if comparison.instructions is None:
        return Cell("")
    glyph, tone = _GLYPHS.get(comparison.instructions_change, ("", ""))
    more = 1 / comparison.instructions.median - 1
    return Cell(f"{glyph} {more:+.2%}".strip(), tone, (comparison.instructions.median, comparison.instructions_change))


def _below(comparison: Comparison) -> str:
    """What NO CHANGE must not hide: a difference that is there, and too small to matter to the reader."""
    ratio = comparison.ratio
    if comparison.change != "NO CHANGE" or ratio.low <= 1 <= ratio.high:
        return ""
    much = f"{numbers.percent(abs(1 - ratio.median))} {'slower' if ratio.median < 1 else 'faster'}"
    return f": {much}, below your threshold"


def _slowdown(more_time: float) -> str:
    return numbers.percent(more_time) if more_time <= 1 else "over 100 %"


_COLUMNS: tuple[Filled[Comparison], ...] = (
    columns.words("subject", "subject", lambda each: each.subject, "strong"),
    columns.words("against", "reference", lambda each: each.reference),
    Filled(
        "speed", ("ratio",),
        cell=lambda each: Cell(numbers.times(each.ratio.median), _change(each).tone, (each.ratio.median,)),
    ),
    Filled("interval", ("low", "high", "confidence"), cell=_interval),
    columns.figure("rounds", "rounds", lambda each: each.rounds, str, "dim", expendable=True),
)  # fmt: skip
_JUDGED: tuple[Filled[Comparison], ...] = (
    columns.figure("finds", "finds", lambda each: each.finds, _slowdown, "dim", expendable=True),
    Filled("change", ("change",), numeric=False, cell=_change),
)

_COUNTED: tuple[Filled[Comparison], ...] = (
    Filled("instructions", ("instructions", "instructions_change"), numeric=False, cell=_instructions),
)


def table(run: AnyRun) -> Table:
    shown = (*_COLUMNS, *_JUDGED) if any(each.change for each in run.comparisons) else _COLUMNS
    if any(each.instructions for each in run.comparisons):
        shown = (*shown, *_COUNTED)
    groups: dict[tuple[str, tuple[Figure, ...]], list[Comparison]] = {}
    for comparison in run.comparisons:
        groups.setdefault((condition(comparison), _figures(comparison)), []).append(comparison)
    rows = tuple(grouped(heading, shown, found, *figures) for (heading, figures), found in groups.items())
    return Table("compare", shown, rows, _note(run) if groups else "", ("condition", *_CONDITIONS))


def _note(run: AnyRun) -> str:
    across = [each for each in run.comparisons if isinstance(each, AcrossRuns)]
    how = (
        "speed: how many times as fast as in the first run, each held against the same reference within its own run; "
        "the two share no rounds, and nothing is paired across them."
        if across
        else "speed: how many times as fast as the reference, paired round by round."
    )
    cached = labels.caches_explained(each.conditions.cache for each in run.comparisons)
    took, host = _whole_commands(run), f"Host: {labels.hardware(run)}."
    told = (labels.drift(run), how, took, cached, _end(run), _power(run), *_versions(run), host)
    return " ".join(filter(None, told))


def _whole_commands(run: AnyRun) -> str:
    """What each command took; empty where no commands were compared."""
    took = [
        f"{row.subject} {numbers.time_ns(row.ns.median)} ({numbers.time_ns(row.cpu.median)} of CPU)"
        for row in run.rows
        if isinstance(row, CommandTime) and row.ns and row.cpu
    ]
    return f"Wall time of whole processes, their start included: {', '.join(took)}." if took else ""


_RECEIVER = {"tag": "verify", "seal": "open"}


def _end(run: AnyRun) -> str:
    """Which end of a link was compared, where nobody asked and only the sender's was."""
    sent = dict.fromkeys(each.conditions.operation for each in run.comparisons if each.change)
    if not sent or not all(each in _RECEIVER for each in sent):
        return ""
    received = ",".join(_RECEIVER[each] for each in sent)
    return f"Compared is what the sender does, to {' or '.join(sent)}; the receiver's: --operation {received}."


_SMALL = 0.02  # a slowdown that many would like to find


def _power(run: AnyRun) -> str:
    """What was found, or would have been, and what a smaller change would take."""
    found = [each.finds for each in run.comparisons if each.finds is not None]
    if not found:
        return ""
    sure = numbers.percent(POWER)
    return f"finds: a slowdown of {_slowdown(max(found))} or more is called REGRESSED {sure} of the time{_longer(run)}."


def _longer(run: AnyRun) -> str:
    if not isinstance(run, CompareRun) or run.seconds is None or run.threshold is None or run.threshold <= _SMALL / 2:
        return ""
    needed = [seconds_to_find(each, run.threshold, run.seconds, _SMALL) for each in run.comparisons]
    most = max((each for each in needed if each is not None), default=0.0)
    takes = f"about {most:.0f} s" if most >= 1 else "no longer"
    return f"; a change of {100 * _SMALL:.0f} % would need {takes} (--threshold {_SMALL / 2:.0%})"


def _versions(run: AnyRun) -> Iterator[str]:
    """Whose code it was on each side, once for each library."""
    for old, new in dict.fromkeys(
        (_library(each.before), _library(each.after)) for each in run.comparisons if isinstance(each, AcrossRuns)
    ):
        if old and new:
            yield f"First run: {old}; second run: {new}."
    if any(isinstance(each, AcrossRuns) for each in run.comparisons):
        return  # each run has told its own
    named = [side.partition("@")[2] for each in run.comparisons for side in (each.reference, each.subject)]
    sides = {each if is_library_path(each) else each.partition("/")[0] for each in named}
    for peer in run.environment.peers if run.environment else ():
        if peer.name in sides - {"wirerate"}:  # which is named with the host
            yield f"{peer.name}: {_library(peer.version)}."


def _library(version: str) -> str:
    """A version that says whose: our own is only a number."""
    return f"libwirerate {version}" if version[:1].isdigit() else version


def condition(comparison: Comparison) -> str:
    """Under what the ratio holds, as elsewhere, and how far two measurements of one subject lay apart here."""
    given, noise, details = comparison.conditions, comparison.noise, comparison
    parts = [
        given.operation if given.operation in (*AH_OPERATIONS, *RECEIVING, "seal") else "",
        labels.message(given),
        labels.cache(given),
        labels.MODES.get(given.keyed, ""),
        labels.batch(given.batch) if given.batch else "",
        labels.threads(given.threads) if given.threads else "",
        f"relative to {details.relative_to}" if isinstance(details, AcrossRuns) else "",
        f"A/A noise ±{numbers.percent(noise)}" if noise is not None else "",
    ]
    return " · ".join(part for part in parts if part)


def _figures(comparison: Comparison) -> tuple[Figure, ...]:
    """The parts of `condition`, in the order of _CONDITIONS."""
    given, details = comparison.conditions, comparison
    held = details.relative_to if isinstance(details, AcrossRuns) else None
    return (*(getattr(given, name) or None for name in _GIVEN), held, comparison.noise)
