# SPDX-License-Identifier: Apache-2.0 OR MIT
"""How a `check` run is shown: one subject on one link in full, several as a table; `--explain` adds the measurement,
the terms and the machine."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import TYPE_CHECKING

from wirerate.commands.check import single
from wirerate.records import CheckRun, Verdict
from wirerate.report import headrooms, labels, numbers, questions, speeds, verdicts
from wirerate.report.table import Table, wrap
from wirerate.report.terminal import Paper, labelled
from wirerate.verdict import BATCHED, BOTH

if TYPE_CHECKING:
    from wirerate.report.html import Page

_MOST_INSTEAD = 2  # lines about alternatives under a table; 1 on a narrow terminal


def text(run: CheckRun, paper: Paper) -> str:
    if not run.verdicts:
        return _without_verdicts(run)
    by_question = {key: list(rows) for key, rows in groupby(run.verdicts, key=questions.question)}
    subjects = [verdict for verdict in run.verdicts if verdict.role != BATCHED]
    if len(by_question) == 1 and len(subjects) <= 1:
        lines = single.answer(run, run.verdicts, paper)
    elif len(by_question) == 1:
        lines = _table(run, paper)
    else:
        lines = _matrix(run, paper)
    lines += _warnings(run, paper)
    lines = [*lines, *_explanation(run, paper)] if paper.explain else paper.with_more(lines)
    return "\n".join(lines) + "\n"


def _without_verdicts(run: CheckRun) -> str:
    if run.partial:
        return "No verdict: the measurement was stopped before the first figure. Type the command again.\n"
    return "No verdict: this run names no link. Type: wirerate check --link 10G\n"


def _warnings(run: CheckRun, paper: Paper) -> Iterator[str]:
    if run.partial:
        yield from wrap(
            paper.ink("Partial: stopped before the end; the finished rounds are counted.", "warn"), paper.width
        )
    if drift := labels.drift(run):
        yield from labelled("drift", drift, paper, "warn")


def _table(run: CheckRun, paper: Paper) -> list[str]:
    """Return the verdicts on one question: a line for the question, a row for each subject, the alternatives."""
    first = run.verdicts[0]
    rows = paper.table(headrooms.by_subject(run, narrow=paper.width < single.NARROW)).splitlines()
    return [*_question(first, paper), *rows, *_instead(run.verdicts, paper), *_refused(run.verdicts, paper)]


def _question(verdict: Verdict, paper: Paper) -> list[str]:
    """Return '10G, imix, esp-gcm, one direction, one core, IPv4: 2.88 M packets/s (347 ns each)'."""
    if questions.messages_of(verdict):
        sentence = f"{questions.carried(verdict)}: {numbers.time_ns(verdict.needs_ns)} a message"
    else:
        conditions = verdict.conditions
        parts = [questions.question(verdict), *([] if conditions.direction == BOTH else ["one direction"])]
        parts += [verdicts.on_threads(conditions.threads), f"IPv{conditions.ip_version}"]
        rate = f"{single.per_second(verdict.needs_ns)} packets/s ({numbers.time_ns(verdict.needs_ns)} each)"
        sentence = f"{', '.join(parts)}: {rate}"
    return wrap(sentence, paper.width)


def _matrix(run: CheckRun, paper: Paper) -> list[str]:
    """Return the verdicts on several questions: subjects down, links and packets across."""
    cores = verdicts.processors(run)
    ip = numbers.one_of(list(dict.fromkeys(f"IPv{verdict.conditions.ip_version}" for verdict in run.verdicts)))
    head = wrap(f"Headroom {questions.all_carried(run.verdicts)}, {cores}, {ip}", paper.width)
    lines = paper.table(headrooms.matrix(run)).splitlines()
    signs = wrap(headrooms.SIGNS, paper.width)
    return [*head, *lines, *(paper.ink(line, "dim") for line in signs), *_instead(run.verdicts, paper)]


def _instead(judged: Sequence[Verdict], paper: Paper) -> list[str]:
    """Return the first alternative of each subject that needs one, in at most two lines."""
    several = len(set(map(questions.question, judged))) > 1
    sentences = [
        f"{'' if alternative.startswith('spread') else 'instead of '}{', '.join(replacement.names)}"
        f"{f' ({question})' if several else ''}: {alternative}"
        for question, by_text in verdicts.replacements(judged).items()
        for alternative, replacement in by_text.items()
    ]
    lines: list[str] = []
    for sentence in sentences:
        wrapped = wrap(sentence, paper.width)
        if len(lines) + len(wrapped) > _MOST_INSTEAD - (paper.width < single.NARROW):
            break
        lines += wrapped
    return lines


def _refused(judged: Sequence[Verdict], paper: Paper) -> list[str]:
    """Return the names of the subjects that must not be used, each with its reason."""
    reasons = {labels.algorithm(verdict.subject): verdict.objection for verdict in judged if not verdict.permitted}
    sentence = "; ".join(f"{name}: {reason}" for name, reason in reasons.items())
    return wrap(f"⊘ {sentence}", paper.width) if reasons else []


# ---- --explain ----


def _explanation(run: CheckRun, paper: Paper) -> list[str]:
    lines: list[str] = []
    for _, rows_of_question in groupby(run.verdicts, key=questions.question):
        rows = list(rows_of_question)
        lines += ["", paper.ink(questions.carried(rows[0]), "strong")]
        lines += labelled("available", questions.needs(rows[0]) + questions.mean(rows[0]), paper)
        for verdict in rows:
            lines += ["", paper.ink(_title(verdict), "strong"), *_measured(run, verdict, paper)]
            lines += labelled("security", f"{verdict.security.standing} ({verdict.security.source})", paper)
            lines += _alternatives(verdict, paper)
    sentences = (note for verdict in run.verdicts for note in verdicts.notes(run, verdict))
    lines += ["", *labelled("note", " ".join(dict.fromkeys((verdicts.scope(run), *sentences))), paper)]
    lines += ["", *labelled("terms", verdicts.words(run), paper, "dim")]
    return [*lines, "", *labelled("host", labels.hardware(run), paper, "dim")]


def _title(verdict: Verdict) -> str:
    return f"{verdict.subject}, {verdict.role}" if verdict.role == BATCHED else verdict.subject


def _measured(run: CheckRun, verdict: Verdict, paper: Paper) -> Iterator[str]:
    shown = labels.judged(verdict)
    if verdict.measured_ns:
        certainty = verdicts.certainty(run, verdict)
        figures = f"{numbers.time_ns(verdict.measured_ns.median)} ({numbers.bounds(verdict.measured_ns)}; {certainty})"
        yield from labelled("measured", f"{figures}, {verdicts.manner(verdict)}", paper)
    if directions := verdicts.directions(verdict):
        yield from labelled("directions", directions, paper)
    if verdict.headroom:
        elsewhere = verdicts.warmer(verdict)
        figures = numbers.factor(verdict.headroom)
        yield from labelled("headroom", f"{figures}; {elsewhere}" if elsewhere else figures, paper)
    if verdict.scaling:
        yield from labelled("more cores", verdicts.scaling(verdict), paper)
    several = verdicts.cores(verdict)
    words = f"{shown.glyph} {shown.words}{f'; keeps up on {several}' if several else ''}"
    yield from labelled("verdict", words, paper, shown.tone)


def _alternatives(verdict: Verdict, paper: Paper) -> Iterator[str]:
    for number, alternative in enumerate(verdict.alternatives):
        label = "" if number else "instead"
        yield from labelled(label, verdicts.instead(verdict, alternative), paper)
        if alternative.subject != verdict.subject:
            for line in verdicts.config_lines(alternative):
                yield from labelled("", f"  {line}", paper)


def table(run: CheckRun) -> Table:
    """Return a table of the verdicts, or of the measurements if the run stopped before the first verdict."""
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
