# SPDX-License-Identifier: Apache-2.0 OR MIT
"""`check`: the verdicts, what to use instead, and everything measured for them.

On the terminal few questions are answered in full, stanza by stanza, many in one matrix of subjects and links. On the
page the answer to the question that divides the subjects most comes first; colour, word and sign say the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby

from wirerate.records import Alternative, Run, Verdict
from wirerate.report import naming, numbers, speeds, verdicts
from wirerate.report.naming import Judged
from wirerate.report.page import html
from wirerate.report.page.parts import Page, strip
from wirerate.report.paper import Paper
from wirerate.report.table import Table, Tone, to_text, wrap
from wirerate.verdict import CANNOT_TELL, FALLS_SHORT, KEEPS_UP, PER_PACKET, TIGHT

_LABEL = 12  # columns of the words on the left
_SCOPE = "Authenticator only: the rest of the stack takes its time on top."
_STANZAS = 4  # more subjects than this and one matrix reads better
_CARDS = 4  # more verdicts on one question are told by the chart that follows


def text(run: Run, on: Paper) -> str:
    if not run.verdicts:
        return "No verdict in this run: it was not held against a link. Type: wirerate check --link 10G\n"
    subjects = {(v.subject, verdicts.question(v)) for v in run.verdicts}
    lines = _stanzas(run, on) if len(subjects) <= _STANZAS else _matrix(run, on)
    if run.partial:
        lines += ["", on.ink("Partial: stopped before the end; the finished rounds are counted.", "warn")]
    lines += _notes(run, on)
    lines += ["", *_labelled("host", naming.hardware(run), on, "dim")]
    return "\n".join(lines) + "\n"


def _stanzas(run: Run, on: Paper) -> list[str]:
    lines: list[str] = []
    for _, asked in groupby(run.verdicts, key=verdicts.question):
        rows = list(asked)
        lines += [*([""] if lines else []), on.ink(_question(rows[0]), "strong")]
        lines += _labelled("needs", verdicts.needs(rows[0]) + verdicts.mean(rows[0]), on)
        for subject, judged in groupby(rows, key=lambda v: v.subject):
            lines += ["", *_stanza(run, subject, list(judged), on)]
    return lines


def _question(verdict: Verdict) -> str:
    return f"Does it keep up with {verdicts.carried(verdict)}?"


def _stanza(run: Run, subject: str, judged: Sequence[Verdict], on: Paper) -> list[str]:
    lines = [on.ink(subject, "strong")]
    for verdict in judged:
        lines += _measured(run, verdict, on)
    first = judged[0]
    lines += _labelled("security", first.security.standing, on)
    return [*lines, *_alternatives(judged, on)]


def _alternatives(judged: Sequence[Verdict], on: Paper) -> list[str]:
    """The first row's, and what the batched row has before them when that is another."""
    lines: list[str] = []
    named: set[str] = set()
    for verdict in judged:
        others = verdict.alternatives if not named else verdict.alternatives[:1]
        for alternative in others:
            if (text := verdicts.instead(alternative)) in named:
                continue
            label = verdict.role if named and verdict is not judged[0] else "" if named else "instead"
            named.add(text)
            lines += _labelled(label, text, on)
            if alternative.config:
                lines += wrap(alternative.config, on.width, " " * (_LABEL + 4))
    return lines


def _measured(run: Run, verdict: Verdict, on: Paper) -> list[str]:
    shown = naming.judged(verdict)
    measured, headroom = verdict.measured_ns, verdict.headroom
    lines = []
    if measured:
        sure = verdicts.certainty(run, verdict)
        figures = f"{numbers.significant(measured.median)} ns ({numbers.bounds(measured)}; {sure})"
        lines += _labelled("measured", f"{figures}, {verdicts.manner(verdict)}", on)
    if headroom:
        warmer = verdicts.warmer(verdict)
        figures = f"{numbers.times(headroom.median)} ({numbers.bounds(headroom)})"
        lines += _labelled("headroom", f"{figures}; {warmer}" if warmer else figures, on)
    words = "; ".join(part for part in (f"{shown.glyph} {shown.words}", verdicts.cores(verdict)) if part)
    said = _labelled("verdict", words, on)
    return [*lines, *(line[: _LABEL + 2] + on.ink(line[_LABEL + 2 :], shown.tone) for line in said)]


def _notes(run: Run, on: Paper) -> list[str]:
    """What is said about the verdicts, each sentence once."""
    told = (sentence for verdict in run.verdicts for sentence in verdicts.told(run, verdict))
    return ["", *_labelled("note", " ".join(dict.fromkeys((_SCOPE, *told))), on)]


def _labelled(label: str, text: str, on: Paper, tone: Tone = "") -> list[str]:
    """'  label       text', wrapped under itself."""
    indent = " " * (_LABEL + 2)
    lines = wrap(text, on.width, indent) or [indent]
    lines[0] = "  " + label.ljust(_LABEL) + lines[0][len(indent) :]
    return [on.ink(line, tone) for line in lines]


def _matrix(run: Run, on: Paper) -> list[str]:
    """Subjects down; for one link its verdicts in words, for several a column each with the verdict's sign."""
    first = run.verdicts[0]
    if len(set(map(verdicts.question, run.verdicts))) == 1:
        head = [on.ink(_question(first), "strong"), f"It leaves {numbers.time_ns(first.needs_ns)} per packet."]
        table, signs = verdicts.in_words(run), []
    else:
        mixes = " or ".join(dict.fromkeys(v.packets for v in run.verdicts))
        head = [on.ink(f"Does it keep up, carrying {mixes}?", "strong")]
        table, signs = verdicts.matrix(run), [on.ink(f"  {verdicts.SIGNS}", "dim")]
    lines = to_text(table, width=on.width, color=on.color).splitlines()
    legend = [*signs, *_labelled("×", "headroom on one core, cold: time available / time needed", on, "dim")]
    return [*head, "", *lines, "", *legend, *_warnings(run.verdicts, on), *_instead(run.verdicts, on)]


def _warnings(asked: Iterable[Verdict], on: Paper) -> list[str]:
    """Every subject that is not to be used, once, with its standing."""
    forbidden = {naming.algorithm(v.subject): v for v in asked if not v.permitted}
    lines: list[str] = []
    for name, verdict in forbidden.items():
        fits = len(name) + 2 < _LABEL
        text = verdict.security.standing if fits else f"{name}: {verdict.security.standing}"
        lines += ["", *_labelled(f"⊘ {name}" if fits else "⊘", text, on)]
    return lines


def _instead(asked: Sequence[Verdict], on: Paper) -> list[str]:
    """The first alternative of each subject's, gathered by question."""
    found: dict[str, dict[str, None]] = {}
    for verdict in asked:
        for alternative in verdict.alternatives[:1]:
            found.setdefault(verdicts.question(verdict), {})[verdicts.instead(alternative)] = None
    several = len(set(map(verdicts.question, asked))) > 1
    lines = []
    for number, (question, others) in enumerate(found.items()):
        text = "; ".join(others)
        lines += _labelled("" if number else "instead", f"{question}: {text}" if several else text, on)
    return ["", *lines] if lines else []


def table(run: Run) -> Table:
    """The verdicts; of a run that was stopped before it had any, what was measured."""
    return verdicts.table(run) if run.verdicts else speeds.whole_table(run)


def page(run: Run) -> Page:
    from wirerate.report.page import measured  # what only a page has is loaded for one

    if not run.verdicts:
        return Page("wirerate check", measured.head(run, "What was measured"), measured.sections(run))
    answer = answered(run)
    title = f"{answer.sentence} · wirerate"
    return Page(title, _strip(run, answer), [measured.headroom(run), *measured.sections(run), measured.security(run)])


@dataclass(frozen=True)
class Answer:
    """One sentence on one question, and the verdict that it rests on."""

    sentence: str
    shown: Judged
    best: Verdict


def answered(run: Run) -> Answer:
    """The answer on the question that divides the subjects most; the run has verdicts."""
    asked = verdicts.question(verdicts.contested(run.verdicts))
    here = [v for v in run.verdicts if verdicts.question(v) == asked]
    able = sorted((v for v in here if v.permitted and v.verdict in (KEEPS_UP, TIGHT)), key=_most_headroom)
    if able:
        return _yes(able[0], naming.algorithm(able[0].subject))
    unsure = sorted((v for v in here if v.permitted and v.verdict == CANNOT_TELL and v.headroom), key=_most_headroom)
    if unsure:
        return _perhaps(unsure[0], naming.algorithm(unsure[0].subject))
    barred = sorted((v for v in here if v.verdict in (KEEPS_UP, TIGHT)), key=_most_headroom)
    instead = _would_do(here)
    if barred:
        sentence = f"{naming.algorithm(barred[0].subject)} is fast enough, and not to be used.{instead}"
        return Answer(sentence, naming.judged(barred[0]), barred[0])
    best = min(here, key=lambda v: (not v.permitted, *_most_headroom(v)))
    name = naming.algorithm(best.subject)
    if all(v.verdict == CANNOT_TELL for v in here):
        return Answer(f"This host cannot tell.{instead}", _word(CANNOT_TELL), best)
    share = numbers.significant(best.headroom.median, 2) if best.headroom else "less than 1"
    closest = name if len({v.subject for v in here}) == 1 else f"{name} comes closest and"
    sentence = f"No: {closest} reaches {share} of the speed needed on one core.{instead}"
    return Answer(sentence, _word(FALLS_SHORT), best)


def _yes(best: Verdict, name: str) -> Answer:
    factor = numbers.significant(best.headroom.median) if best.headroom else ""
    sure = "Yes, with" if best.verdict == KEEPS_UP else "Just, with"
    sentence = f"{sure} {name}{_how(best).rstrip(',')}: {factor} times the speed needed"
    return Answer(sentence, _word(best.verdict), best)


def _word(verdict: str) -> Judged:
    """Of the answer as a whole, whatever is said of one subject."""
    return Judged(verdict, *naming.shown_as(verdict))


def _perhaps(best: Verdict, name: str) -> Answer:
    assert best.headroom is not None
    low, high = (numbers.significant(end, 2) for end in (best.headroom.low, best.headroom.high))
    sentence = f"Cannot tell: {name}{_how(best)} has {low} to {high} times the speed needed"
    return Answer(sentence, _word(CANNOT_TELL), best)


def _how(verdict: Verdict) -> str:
    return ", in batches," if verdict.role not in ("", PER_PACKET) else ""


def _most_headroom(verdict: Verdict) -> tuple[bool, float]:
    return verdict.verdict == TIGHT, -(verdict.headroom.low if verdict.headroom else 0.0)


def _would_do(here: Sequence[Verdict]) -> str:
    """The sentence on the first alternative that keeps up on one core."""
    for alternative in _proposed(here):
        if alternative.headroom and alternative.headroom.low >= 1 and (alternative.cores or 1) == 1:
            name = naming.algorithm(alternative.subject)
            return f" {name} would do: {numbers.significant(alternative.headroom.median)} times the speed needed"
    return ""


def _proposed(here: Sequence[Verdict]) -> list[Alternative]:
    """What is proposed for subjects that fall short or are not to be used, each once."""
    return list({a.subject: a for v in here for a in v.alternatives}.values())


def _strip(run: Run, answer: Answer) -> str:
    asked = verdicts.question(answer.best)
    here = [v for v in run.verdicts if verdicts.question(v) == asked]
    return strip(
        f"Does this machine’s authentication keep up with {verdicts.carried(answer.best)}?",
        answer.shown,
        answer.sentence,
        _facts(run, answer.best, here),
        cards=[_card(run, v) for v in here] if 1 < len(here) <= _CARDS else (),
        partial=run.partial,
        problems=len(run.problems),
    )


def _facts(run: Run, best: Verdict, here: Sequence[Verdict]) -> list[tuple[str, str]]:
    facts = [
        ("Link", verdicts.carried(best).partition(" carrying ")[0]),
        ("Packets", best.packets + verdicts.mean(best)),
        ("Needs", verdicts.needs(best)),
    ]
    if best.measured_ns:
        figures = f"{numbers.time_ns(best.measured_ns.median)} ({numbers.bounds(best.measured_ns)})"
        facts.append(("Measured", f"{figures}, {best.subject}, {verdicts.manner(best)}"))
    if best.headroom:
        sure = verdicts.certainty(run, best)
        figures = f"{numbers.times(best.headroom.median)} ({numbers.bounds(best.headroom)}; {sure})"
        facts.append(("Margin", figures))
    others = [a for a in (best.alternatives or _proposed(here)) if a.subject != best.subject]
    if others:
        facts.append(("Alternative", "; ".join(map(verdicts.instead, others[:3]))))
    return facts


def _card(run: Run, verdict: Verdict) -> str:
    shown, room = naming.judged(verdict), verdict.headroom
    figures = f"<b>{html.text(numbers.times(room.median))}</b> {html.text(numbers.bounds(room))}" if room else ""
    note = verdicts.cores(verdict) or ("" if room else " ".join(verdicts.told(run, verdict)))
    name, manner = html.text(naming.short(verdict.subject)), html.text(verdicts.manner(verdict))
    return (
        f'<li class="{shown.tone}"><h3>{name}</h3><p>{manner}</p>'
        f'<p class="word"><span class="icon" aria-hidden="true">{shown.glyph}</span>{html.text(shown.words)}</p>'
        f'<p class="margin">{figures}</p>{f"<p>{html.text(note)}</p>" if note else ""}</li>'
    )
