# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The first screen of a check's page: what was asked, the answer for every link and size, what to use instead of what
with the lines to paste, and what is not in the figure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from wirerate.records import AnyRun, Verdict
from wirerate.report import html, labels, numbers, questions, verdicts
from wirerate.report.html import strip
from wirerate.report.labels import Judged
from wirerate.verdict import CANNOT_TELL, FALLS_SHORT, KEEPS_UP, PER_PACKET, TIGHT

_CARDS = 4  # more verdicts on one question are told by the chart that follows
_IN_A_WORD = {KEEPS_UP: "yes", TIGHT: "just", CANNOT_TELL: "one cannot tell", FALLS_SHORT: "no"}  # the worst last


@dataclass(frozen=True)
class Answer:
    """To one question: its word, the sentence, and the verdict that it rests on."""

    word: str
    sentence: str
    shown: Judged
    best: Verdict

    def brief(self) -> str:
        """Where the questions are several: the best that may be used, with its headroom."""
        room, manner = self.best.headroom, verdicts.manner(self.best)
        figures = f" {numbers.factor(room)}" if room else ""
        barred = "" if self.best.permitted else "; not to be used"
        return f"{self.shown.glyph} {labels.short(self.best.subject)}, {manner}{figures}{barred}"


def title(run: AnyRun) -> str:
    """One question's sentence, or how the questions divide: 'Yes on 1G; no on 10G and 100G'."""
    found = _answers(run)
    if len(found) == 1:
        return next(iter(found.values())).sentence
    said = []
    named = dict(zip(found, questions.titles(list(found)), strict=True))
    joint = "on" if set(named.values()) <= {verdict.link for verdict in run.verdicts} else "for"
    for word, brief in _IN_A_WORD.items():
        these = [named[asked] for asked, answer in found.items() if answer.word == word]
        if these:
            said.append(f"{brief} {joint} {numbers.joined(these)}")
    sentence = "; ".join(said)
    return sentence[0].upper() + sentence[1:]


def first_screen(run: AnyRun) -> str:
    found = _answers(run)
    worst = max(found.values(), key=lambda answer: list(_IN_A_WORD).index(answer.word))
    here = run.verdicts if len(found) == 1 else []
    asked = f"{questions.all_carried(run.verdicts)}, on {verdicts.processors(run)}"
    facts = _one(run, worst.best) if len(found) == 1 else _several(found)
    return strip(
        f"Does this machine’s authentication keep up {asked}?",
        worst.shown if len(found) == 1 else _word(worst.word),
        title(run),
        [*facts, *_drift(run), ("In the figure", verdicts.scope(run)), ("Words", verdicts.words(run))],
        below=_instead(run),
        cards=[_card(run, v) for v in here] if 1 < len(here) <= _CARDS else (),
        partial=run.partial,
        problems=len(run.problems),
    )


def _drift(run: AnyRun) -> Iterator[tuple[str, str]]:
    if drift := labels.drift(run):
        yield "Drift", drift


def _answers(run: AnyRun) -> dict[str, Answer]:
    found: dict[str, list[Verdict]] = {}
    for verdict in run.verdicts:
        found.setdefault(questions.question(verdict), []).append(verdict)
    return {asked: _answer(here) for asked, here in found.items()}


def _answer(here: Sequence[Verdict]) -> Answer:
    able = sorted((v for v in here if v.permitted and v.verdict in (KEEPS_UP, TIGHT)), key=_most_headroom)
    if able:
        return _yes(able[0], labels.algorithm(able[0].subject))
    unsure = sorted((v for v in here if v.permitted and v.verdict == CANNOT_TELL and v.headroom), key=_most_headroom)
    if unsure:
        return _perhaps(unsure[0], labels.algorithm(unsure[0].subject))
    barred = sorted((v for v in here if v.verdict in (KEEPS_UP, TIGHT)), key=_most_headroom)
    instead = _would_do(here)
    if barred:
        sentence = f"{labels.algorithm(barred[0].subject)} is fast enough, and not to be used.{instead}"
        return Answer(FALLS_SHORT, sentence, labels.judged(barred[0]), barred[0])
    best = min(here, key=lambda v: (not v.permitted, *_most_headroom(v)))
    name = labels.algorithm(best.subject)
    if all(v.verdict == CANNOT_TELL for v in here):
        return Answer(CANNOT_TELL, f"This host cannot tell.{instead}", _word(CANNOT_TELL), best)
    share = numbers.significant(best.headroom.median, 2) if best.headroom else "less than 1"
    closest = name if len({v.subject for v in here}) == 1 else f"{name} comes closest and"
    where = verdicts.on_threads(best.conditions.threads)
    sentence = f"No: {closest} reaches {share} of the speed needed on {where}.{instead}"
    return Answer(FALLS_SHORT, sentence, _word(FALLS_SHORT), best)


def _yes(best: Verdict, name: str) -> Answer:
    factor = numbers.significant(best.headroom.median) if best.headroom else ""
    sure = "Yes, with" if best.verdict == KEEPS_UP else "Just, with"
    sentence = f"{sure} {name}{_how(best).rstrip(',')}: {factor} times the speed needed"
    return Answer(best.verdict, sentence, _word(best.verdict), best)


def _perhaps(best: Verdict, name: str) -> Answer:
    assert best.headroom is not None
    low, high = (numbers.significant(end, 2) for end in (best.headroom.low, best.headroom.high))
    sentence = f"Cannot tell: {name}{_how(best)} has {low} to {high} times the speed needed"
    return Answer(CANNOT_TELL, sentence, _word(CANNOT_TELL), best)


def _word(verdict: str) -> Judged:
    """Of the answer as a whole, whatever is said of one subject."""
    return Judged(verdict, *labels.shown_as(verdict))


def _how(verdict: Verdict) -> str:
    return ", in batches," if verdict.role not in ("", PER_PACKET) else ""


def _most_headroom(verdict: Verdict) -> tuple[bool, float]:
    return verdict.verdict == TIGHT, -(verdict.headroom.low if verdict.headroom else 0.0)


def _would_do(here: Sequence[Verdict]) -> str:
    """The sentence on the first alternative that keeps up as measured."""
    for alternative in {a.subject: a for v in here for a in v.alternatives}.values():
        if alternative.headroom and alternative.headroom.low >= 1:
            name = labels.algorithm(alternative.subject)
            names = numbers.joined(list(dict.fromkeys((name, *map(labels.algorithm, alternative.equal_to)))), "or")
            equal = " (equal)" if alternative.equal_to else ""
            factor = numbers.significant(alternative.headroom.median)
            return f" {names} would do{equal}: {factor} times the speed needed"
    return ""


def _several(found: dict[str, Answer]) -> Iterator[tuple[str, str]]:
    """Every link and size asked about, with its best."""
    for (asked, answer), name in zip(found.items(), questions.titles(list(found)), strict=True):
        yield name, f"{answer.brief()}; needs {questions.needs(found[asked].best)}"


def _one(run: AnyRun, best: Verdict) -> Iterator[tuple[str, str]]:
    yield "Packets", best.packets + questions.mean(best)
    yield "Needs", questions.needs(best)
    if best.measured_ns:
        figures = f"{numbers.time_ns(best.measured_ns.median)} ({numbers.bounds(best.measured_ns)})"
        yield "Measured", f"{figures}, {best.subject}, {verdicts.manner(best)}"
    if best.headroom:
        figures = numbers.factor(best.headroom)
        yield "Margin", f"{figures}; {verdicts.certainty(run, best)}"
    if ends := verdicts.directions(best):
        yield "Directions", ends
    if cores := verdicts.cores(best):
        measured = verdicts.scaling(best)
        yield "Cores", f"{cores}; measured: {measured}" if measured else cores


def _instead(run: AnyRun) -> str:
    """What instead of what, and the lines that choose it."""
    found = verdicts.replacements(run.verdicts)
    several = len(set(map(questions.question, run.verdicts))) > 1
    items = []
    for asked, others in found.items():
        for other, each in others.items():
            if not several and other.startswith("itself"):
                continue  # told by the number of cores
            where = f"{asked}: " if several else ""
            shown = html.text("\n".join(each.lines))
            lines = f"<pre><code>{shown}</code></pre>" if each.lines else ""
            items.append(f"<li>{html.text(where)}instead of {html.text(', '.join(each.names))}: "
                         f"<b>{html.text(other)}</b>{lines}</li>")  # fmt: skip
    return f'<ul class="instead">{"".join(items)}</ul>' if items else ""


def _card(run: AnyRun, verdict: Verdict) -> str:
    shown, room = labels.judged(verdict), verdict.headroom
    figures = f"<b>{html.text(numbers.times(room.median))}</b> {html.text(numbers.bounds(room))}" if room else ""
    note = verdicts.cores(verdict) or ("" if room else " ".join(verdicts.told(run, verdict)))
    name, manner = html.text(labels.short(verdict.subject)), html.text(verdicts.manner(verdict))
    return (
        f'<li class="{shown.tone}"><h3>{name}</h3><p>{manner}</p>'
        f'<p class="word"><span class="icon" aria-hidden="true">{shown.glyph}</span>{html.text(shown.words)}</p>'
        f'<p class="margin">{figures}</p>{f"<p>{html.text(note)}</p>" if note else ""}</li>'
    )
