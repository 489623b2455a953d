"""The verdict block. Few questions are answered in full, stanza by stanza; many in one matrix of subjects and links."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import groupby

from wirerate.records import Run, Verdict
from wirerate.report import naming, numbers, verdicts
from wirerate.report.paper import Paper
from wirerate.report.table import Tone, to_text, wrap

_LABEL = 12  # columns of the words on the left
_SCOPE = "Authenticator only: the rest of the stack takes its time on top."
_STANZAS = 4  # more subjects than this and one matrix reads better


def block(run: Run, on: Paper) -> str:
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
        lines += _labelled("needs", f"{numbers.time_ns(rows[0].needs_ns)} or less per packet{_mean(rows[0])}", on)
        for subject, judged in groupby(rows, key=lambda v: v.subject):
            lines += ["", *_stanza(run, subject, list(judged), on)]
    return lines


def _mean(verdict: Verdict) -> str:
    octets = verdict.conditions.get("ip_bytes")
    return f", {octets:,.0f} bytes on average" if isinstance(octets, float | int) else ""


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
        figures = f"{numbers.significant(measured.median)} ns ({numbers.bounds(measured)}; {_certainty(run, verdict)})"
        lines += _labelled("measured", f"{figures}, {verdicts.manner(verdict)}", on)
    if headroom:
        warmer = verdicts.warmer(verdict)
        figures = f"{numbers.times(headroom.median)} ({numbers.bounds(headroom)})"
        lines += _labelled("headroom", f"{figures}; {warmer}" if warmer else figures, on)
    text = _labelled("verdict", f"{shown.glyph} {shown.words}{_cores(verdict)}", on)
    return [*lines, *(line[: _LABEL + 2] + on.ink(line[_LABEL + 2 :], shown.tone) for line in text)]


def _cores(verdict: Verdict) -> str:
    return f"; {verdict.cores} cores would do" if verdict.permitted and (verdict.cores or 1) > 1 else ""


def _notes(run: Run, on: Paper) -> list[str]:
    """What is said about the verdicts, each sentence once."""
    told = (s for v in run.verdicts for s in re.split(r"(?<=\.) (?=[A-Z])", v.note) if s)
    return ["", *_labelled("note", " ".join(dict.fromkeys((_SCOPE, *told))), on)]


def _certainty(run: Run, verdict: Verdict) -> str:
    assert verdict.measured_ns is not None
    measurement = verdicts.decided_by(run, verdict)
    certainty = numbers.confidence(verdict.measured_ns)
    return f"{certainty}, {measurement.rounds} rounds" if measurement and measurement.rounds else certainty


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
