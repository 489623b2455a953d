# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The comparison table: paired ratios with their intervals and, with a threshold, the change."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from wirerate.authenticators.ah_algorithms import AH_OPERATIONS
from wirerate.authenticators.subjects import RECEIVING, is_library_path
from wirerate.records import AcrossRuns, AnyRun, CommandTime, CompareRun, Comparison
from wirerate.report import columns, labels, numbers
from wirerate.report.table import Cell, Figure, Filled, Table, Tone, grouped, listed
from wirerate.verdict.change import POWER, seconds_to_find

_MEASURED_UNDER = ("operation", "bytes", "packets", "cache", "working_set", "keyed", "batch", "threads")
_CONDITIONS = (*_MEASURED_UNDER, "relative_to", "noise")

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
    """Return how many more instructions the subject executes than the reference."""
    if comparison.instructions is None:
        return Cell("")
    glyph, tone = _GLYPHS.get(comparison.instructions_change, ("", ""))
    more = 1 / comparison.instructions.median - 1
    return Cell(f"{glyph} {more:+.2%}".strip(), tone, (comparison.instructions.median, comparison.instructions_change))


def _below(comparison: Comparison) -> str:
    """Return the difference that NO CHANGE would hide: measurable, but below the reader's threshold."""
    ratio = comparison.ratio
    if comparison.change != "NO CHANGE" or ratio.low <= 1 <= ratio.high:
        return ""
    much = f"{numbers.percent(abs(1 - ratio.median))} {'slower' if ratio.median < 1 else 'faster'}"
    return f": {much}, below your threshold"


def _slowdown(more_time: float) -> str:
    return numbers.percent(more_time) if more_time <= 1 else "over 100 %"


_COLUMNS: tuple[Filled[Comparison], ...] = (
    columns.words("subject", "subject", lambda c: c.subject, "strong"),
    columns.words("against", "reference", lambda c: c.reference),
    Filled(
        "speed", ("ratio",),
        cell=lambda c: Cell(numbers.times(c.ratio.median), _change(c).tone, (c.ratio.median,)),
    ),
    Filled("interval", ("low", "high", "confidence"), cell=_interval),
    columns.figure("rounds", "rounds", lambda c: c.rounds, str, "dim", expendable=True),
)  # fmt: skip
_JUDGED: tuple[Filled[Comparison], ...] = (
    columns.figure("detectable", "finds", lambda c: c.finds, _slowdown, "dim", expendable=True),
    Filled("change", ("change",), numeric=False, cell=_change),
)

_COUNTED: tuple[Filled[Comparison], ...] = (
    Filled("instructions", ("instructions", "instructions_change"), numeric=False, cell=_instructions),
)


def table(run: AnyRun) -> Table:
    shown = (*_COLUMNS, *_JUDGED) if any(c.change for c in run.comparisons) else _COLUMNS
    if any(c.instructions for c in run.comparisons):
        shown = (*shown, *_COUNTED)
    groups: dict[tuple[str, tuple[Figure, ...]], list[Comparison]] = {}
    for comparison in run.comparisons:
        groups.setdefault((condition(comparison), _figures(comparison)), []).append(comparison)
    rows = tuple(grouped(heading, shown, alike, *figures) for (heading, figures), alike in groups.items())
    return Table("compare", shown, rows, _note(run) if groups else "", ("condition", *_CONDITIONS))


def headlines(run: AnyRun) -> list[tuple[str, Tone]]:
    """Return a line for each pair of subjects with its tone: sign, change and speed by condition."""
    pairs: dict[tuple[str, str], list[Comparison]] = {}
    for comparison in run.comparisons:
        pairs.setdefault((comparison.subject, comparison.reference), []).append(comparison)
    return [_headline(subject, reference, alike) for (subject, reference), alike in pairs.items()]


_WORST_FIRST = ("REGRESSED", "CANNOT TELL", "IMPROVED", "NO CHANGE")


def _headline(subject: str, reference: str, alike: Sequence[Comparison]) -> tuple[str, Tone]:
    changes = {comparison.change for comparison in alike}
    change = next((word for word in _WORST_FIRST if word in changes), "")
    glyph, tone = _GLYPHS.get(change, ("", ""))
    first, *further = (
        (numbers.times(comparison.ratio.median), f" at {where}" if (where := _where(comparison)) else "")
        for comparison in alike
    )
    speeds = f"{first[0]} as fast as {reference}{first[1]}" + "".join(f", {ratio}{at}" for ratio, at in further)
    words = " ".join(filter(None, (glyph, change)))
    return f"{words}{': ' if words else ''}{subject} is {speeds}", tone


def _where(comparison: Comparison) -> str:
    conditions = comparison.conditions
    parts = [labels.message(conditions)]
    parts += [conditions.operation] if conditions.operation in (*AH_OPERATIONS, *RECEIVING, "seal") else []
    parts += [labels.cache(conditions)] if conditions.cache not in ("", "warm") else []
    parts += [conditions.keyed] if conditions.keyed in ("rekey", "fresh") else []
    return ", ".join(filter(None, parts))


def short_table(run: AnyRun) -> Table:
    """Return one row for each comparison, without the conditions that all of them share."""
    several = len({(c.subject, c.reference) for c in run.comparisons}) > 1
    subject: Filled[Comparison] = columns.words("subject", "subject", lambda c: labels.short(c.subject), "strong")
    place: Filled[Comparison] = columns.words("condition", "condition", _where)
    shown: tuple[Filled[Comparison], ...] = (
        *([subject] if several else []),
        place,
        *_COLUMNS[2:],
        *(_JUDGED if any(c.change for c in run.comparisons) else ()),
        *(_COUNTED if any(c.instructions for c in run.comparisons) else ()),
    )
    return listed("compare", shown, run.comparisons)


def caveats(run: AnyRun) -> list[str]:
    """Return what limits the comparison: the noise, the slowdown that it can detect, and the end that it covers."""
    noise = [c.noise for c in run.comparisons if c.noise is not None]
    copies = (
        f"Noise: two identical copies of a subject differ by up to {numbers.percent(max(noise))} here." if noise else ""
    )
    relative = dict.fromkeys(c.relative_to for c in run.comparisons if isinstance(c, AcrossRuns))
    across = f"Each run's times are relative to {', '.join(relative)} in that run." if relative else ""
    sentences = (_whole_commands(run), copies, across, _power(run), _end(run), labels.drift(run))
    return [sentence for sentence in sentences if sentence]


def _note(run: AnyRun) -> str:
    across = any(isinstance(c, AcrossRuns) for c in run.comparisons)
    method = (
        "speed: how many times as fast as in the first run. Each run's times are relative to the same reference, "
        "because the two runs share no rounds that could be paired."
        if across
        else "speed: how many times as fast as the reference, paired round by round."
    )
    caches = labels.caches_explained(c.conditions.cache for c in run.comparisons)
    times, host = _whole_commands(run), f"Host: {labels.hardware(run)}."
    sentences = (labels.drift(run), method, times, caches, _end(run), _power(run), *_versions(run), host)
    return " ".join(filter(None, sentences))


def _whole_commands(run: AnyRun) -> str:
    """Return the time of each command, '' where no commands were compared."""
    times = [
        f"{row.subject}: {numbers.time_ns(row.ns.median)} ({numbers.time_ns(row.cpu.median)} of CPU)"
        for row in run.rows
        if isinstance(row, CommandTime) and row.ns and row.cpu
    ]
    return f"Wall time of whole processes, including their start: {'; '.join(times)}." if times else ""


_RECEIVER = {"tag": "verify", "seal": "open"}


def _end(run: AnyRun) -> str:
    """Return a sentence that only the sender's end was compared, or '' if that is not so."""
    sent = dict.fromkeys(c.conditions.operation for c in run.comparisons if c.change)
    if not sent or not all(operation in _RECEIVER for operation in sent):
        return ""
    received = ",".join(_RECEIVER[operation] for operation in sent)
    return f"The comparison is of the sender ({' or '.join(sent)}); for the receiver, type --operation {received}."


_SMALL = 0.02  # the smallest slowdown that a user is likely to care about


def _power(run: AnyRun) -> str:
    """Return the smallest slowdown that this run could detect, and the time that a smaller one would take."""
    detectable = [c.finds for c in run.comparisons if c.finds is not None]
    if not detectable:
        return ""
    smallest, power = _slowdown(max(detectable)), numbers.percent(POWER)
    if max(detectable) > 1:
        return f"detectable: this run is too noisy to find even large slowdowns reliably{_longer(run)}."
    return f"detectable: a slowdown of {smallest} or more is called REGRESSED {power} of the time{_longer(run)}."


def _longer(run: AnyRun) -> str:
    if not isinstance(run, CompareRun) or run.seconds is None or run.threshold is None or run.threshold <= _SMALL / 2:
        return ""
    needed = [seconds_to_find(c, run.threshold, run.seconds, _SMALL) for c in run.comparisons]
    most = max((seconds for seconds in needed if seconds is not None), default=0.0)
    takes = f"for about {most:,.0f} s" if most >= 1 else "no longer"
    return f"; to detect {100 * _SMALL:.0f} %, measure {takes} with --threshold {_SMALL / 2:.0%}"


def _versions(run: AnyRun) -> Iterator[str]:
    """Yield the libraries compared, with their versions."""
    for old, new in dict.fromkeys(
        (_library(c.before), _library(c.after)) for c in run.comparisons if isinstance(c, AcrossRuns)
    ):
        if old and new:
            yield f"First run: {old}; second run: {new}."
    if any(isinstance(c, AcrossRuns) for c in run.comparisons):
        return
    implementations = [side.partition("@")[2] for c in run.comparisons for side in (c.reference, c.subject)]
    sides = {name if is_library_path(name) else name.partition("/")[0] for name in implementations}
    for peer in run.environment.peers if run.environment else ():
        if peer.name in sides - {"wirerate"}:  # the line on the host names libwirerate's version
            yield f"{peer.name}: {_library(peer.version)}."


def _library(version: str) -> str:
    """Return a version with its library's name; only libwirerate's version string lacks the name."""
    return f"libwirerate {version}" if version[:1].isdigit() else version


def condition(comparison: Comparison) -> str:
    """Return the conditions under which the ratio holds, with the noise: the difference between two copies of one
    subject."""
    conditions, noise = comparison.conditions, comparison.noise
    parts = [
        conditions.operation if conditions.operation in (*AH_OPERATIONS, *RECEIVING, "seal") else "",
        labels.message(conditions),
        labels.cache(conditions),
        labels.MODES.get(conditions.keyed, ""),
        labels.batch(conditions.batch) if conditions.batch else "",
        labels.threads(conditions.threads) if conditions.threads else "",
        f"relative to {comparison.relative_to}" if isinstance(comparison, AcrossRuns) else "",
        f"A/A noise ±{numbers.percent(noise)}" if noise is not None else "",
    ]
    return " · ".join(part for part in parts if part)


def _figures(comparison: Comparison) -> tuple[Figure, ...]:
    """Return the parts of `condition` in the order of _CONDITIONS."""
    conditions = comparison.conditions
    reference = comparison.relative_to if isinstance(comparison, AcrossRuns) else None
    return (*(getattr(conditions, name) or None for name in _MEASURED_UNDER), reference, comparison.noise)
