# SPDX-License-Identifier: Apache-2.0 OR MIT
"""`check`: the verdicts, what to use instead, and everything measured for them.

On the terminal few questions are answered in full, stanza by stanza, many in one matrix of subjects and links. On the
page the answer to the question that divides the subjects most comes first; colour, word and sign say the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import TYPE_CHECKING

from wirerate.records import CheckRun, Verdict
from wirerate.report import headrooms, labels, numbers, questions, speeds, verdicts
from wirerate.report.table import Table, wrap
from wirerate.report.terminal import LABEL, Paper, labelled
from wirerate.report.verdicts import barred

if TYPE_CHECKING:
    from wirerate.report.html import Page

_STANZAS = 4  # more subjects than this and one matrix reads better


def text(run: CheckRun, on: Paper) -> str:
    if not run.verdicts:
        return "No verdict in this run: it was not held against a link. Type: wirerate check --link 10G\n"
    subjects = {(v.subject, questions.question(v)) for v in run.verdicts}
    sizes = {v.packets for v in run.verdicts}  # are read side by side
    lines = _stanzas(run, on) if len(subjects) <= _STANZAS and len(sizes) == 1 else _matrix(run, on)
    if run.partial:
        lines += ["", on.ink("Partial: stopped before the end; the finished rounds are counted.", "warn")]
    if drift := labels.drift(run):
        lines += ["", *labelled("drift", drift, on, "warn")]
    lines += _notes(run, on)
    lines += ["", *labelled("host", labels.hardware(run), on, "dim")]
    return "\n".join(lines) + "\n"


def _stanzas(run: CheckRun, on: Paper) -> list[str]:
    lines: list[str] = []
    for _, asked in groupby(run.verdicts, key=questions.question):
        rows = list(asked)
        lines += [*([""] if lines else []), on.ink(_question(rows[0]), "strong")]
        lines += labelled("needs", questions.needs(rows[0]) + questions.mean(rows[0]), on)
        for subject, judged in groupby(rows, key=lambda v: v.subject):
            lines += ["", *_stanza(run, subject, list(judged), on)]
    return lines


def _question(verdict: Verdict) -> str:
    return f"Does it keep up with {questions.carried(verdict)}?"


def _stanza(run: CheckRun, subject: str, judged: Sequence[Verdict], on: Paper) -> list[str]:
    lines = [on.ink(subject, "strong")]
    for verdict in judged:
        lines += _measured(run, verdict, on)
    first = judged[0]
    lines += labelled("security", first.security.standing, on)
    return [*lines, *_alternatives(judged, on)]


def _alternatives(judged: Sequence[Verdict], on: Paper) -> list[str]:
    """The first row's, and what the batched row has before them when that is another."""
    lines: list[str] = []
    named: set[str] = set()
    for verdict in judged:
        others = verdict.alternatives if not named else verdict.alternatives[:1]
        for alternative in others:
            if (text := verdicts.instead(verdict, alternative)) in named:
                continue
            label = verdict.role if named and verdict is not judged[0] else "" if named else "instead"
            named.add(text)
            lines += labelled(label, text, on)
            for line in verdicts.config_lines(alternative) if alternative.subject != verdict.subject else ():
                lines += wrap(line, on.width, " " * (LABEL + 4))
    return lines


def _measured(run: CheckRun, verdict: Verdict, on: Paper) -> list[str]:
    shown = labels.judged(verdict)
    measured, headroom = verdict.measured_ns, verdict.headroom
    lines = []
    if measured:
        sure = verdicts.certainty(run, verdict)
        figures = f"{numbers.significant(measured.median)} ns ({numbers.bounds(measured)}; {sure})"
        lines += labelled("measured", f"{figures}, {verdicts.manner(verdict)}", on)
    if ends := verdicts.directions(verdict):
        lines += labelled("directions", ends, on)
    if headroom:
        warmer = verdicts.warmer(verdict)
        figures = numbers.factor(headroom)
        lines += labelled("headroom", f"{figures}; {warmer}" if warmer else figures, on)
    if verdict.scaling:
        lines += labelled("on more", verdicts.scaling(verdict), on)
    words = "; ".join(part for part in (f"{shown.glyph} {shown.words}", verdicts.cores(verdict)) if part)
    said = labelled("verdict", words, on)
    return [*lines, *(line[: LABEL + 2] + on.ink(line[LABEL + 2 :], shown.tone) for line in said)]


def _notes(run: CheckRun, on: Paper) -> list[str]:
    """What is said about the verdicts, each sentence once."""
    told = (sentence for verdict in run.verdicts for sentence in verdicts.told(run, verdict))
    noted = labelled("note", " ".join(dict.fromkeys((verdicts.scope(run), *told))), on)
    return ["", *noted, "", *labelled("words", verdicts.words(run), on, "dim")]


def _matrix(run: CheckRun, on: Paper) -> list[str]:
    """Subjects down; for one link its verdicts in words, for several a column each with the verdict's sign."""
    first = run.verdicts[0]
    if len(set(map(questions.question, run.verdicts))) == 1:
        head = [on.ink(_question(first), "strong"), f"It leaves {questions.needs(first).replace(' or less', '')}."]
        table, signs = headrooms.in_words(run), []
    else:
        head = [on.ink(f"Does it keep up {questions.all_carried(run.verdicts)}?", "strong")]
        table, signs = headrooms.matrix(run), [on.ink(f"  {headrooms.SIGNS}", "dim")]
    lines = on.table(table).splitlines()
    below = [*(["", *signs] if signs else []), *barred(run.verdicts, on), *_instead(run.verdicts, on)]
    return [*head, "", *lines, *below]


def _instead(asked: Sequence[Verdict], on: Paper) -> list[str]:
    found = verdicts.replacements(asked)
    several = len(set(map(questions.question, asked))) > 1
    lines = []
    for number, (question, others) in enumerate(found.items()):
        text = "; ".join(f"for {', '.join(each.names)}: {other}" for other, each in others.items())
        lines += labelled("" if number else "instead", f"{question}: {text}" if several else text, on)
    chosen = dict.fromkeys(line for others in found.values() for each in others.values() for line in each.lines)
    lines += [line for each in chosen for line in wrap(each, on.width, " " * (LABEL + 4))]
    return ["", *lines] if lines else []


def table(run: CheckRun) -> Table:
    """The verdicts; of a run that was stopped before it had any, what was measured."""
    return headrooms.table(run) if run.verdicts else speeds.whole_table(run)


def page(run: CheckRun) -> Page:
    from wirerate.commands.check import answer
    from wirerate.report import measured, sizes  # only a page needs them
    from wirerate.report.html import Page

    if not run.verdicts:
        return Page("wirerate check", measured.head(run, "What was measured"), measured.sections(run))
    rows = sizes.size_verdicts(run)
    leading = answer.lead(run)
    sections = [
        measured.by_size(rows, (leading.name, leading.role), run),
        measured.headroom(run, matrix=False),
        *measured.sections(run, rates=not rows),
        measured.security(run),
    ]
    return Page(f"{answer.title(run)} · wirerate", answer.first_screen(run), sections)
