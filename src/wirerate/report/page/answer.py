"""The answer strip: what was asked, what came out, what to use instead; colour, word and sign say the same."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from wirerate.records import Alternative, Run, Verdict
from wirerate.report import naming, numbers, verdicts
from wirerate.report.charts import margin
from wirerate.report.page.html import text
from wirerate.report.table import Tone
from wirerate.verdict import CANNOT_TELL, FALLS_SHORT, KEEPS_UP, PER_PACKET, TIGHT

_CARDS = 4  # more verdicts on one question are told by the chart that follows


@dataclass(frozen=True)
class Answer:
    """One sentence on one question, and the verdict that it rests on."""

    sentence: str
    word: str
    glyph: str
    tone: Tone
    best: Verdict


def answered(run: Run) -> Answer:
    """The answer on the question that divides the subjects most; the run has verdicts."""
    asked = margin.contested(run.verdicts)
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
        return Answer(sentence, naming.judged(barred[0]).words, "⊘", "bad", barred[0])
    best = min(here, key=lambda v: (not v.permitted, *_most_headroom(v)))
    name = naming.algorithm(best.subject)
    if all(v.verdict == CANNOT_TELL for v in here):
        return Answer(f"This host cannot tell.{instead}", CANNOT_TELL, *naming.shown_as(CANNOT_TELL), best)
    share = numbers.significant(best.headroom.median, 2) if best.headroom else "less than 1"
    closest = name if len({v.subject for v in here}) == 1 else f"{name} comes closest and"
    sentence = f"No: {closest} reaches {share} of the speed needed on one core.{instead}"
    return Answer(sentence, FALLS_SHORT, *naming.shown_as(FALLS_SHORT), best)


def _yes(best: Verdict, name: str) -> Answer:
    factor = numbers.significant(best.headroom.median) if best.headroom else ""
    sure = "Yes, with" if best.verdict == KEEPS_UP else "Just, with"
    return Answer(
        f"{sure} {name}{_how(best).rstrip(',')}: {factor} times the speed needed",
        best.verdict,
        *naming.shown_as(best.verdict),
        best,
    )


def _perhaps(best: Verdict, name: str) -> Answer:
    assert best.headroom is not None
    low, high = (numbers.significant(end, 2) for end in (best.headroom.low, best.headroom.high))
    sentence = f"Cannot tell: {name}{_how(best)} has {low} to {high} times the speed needed"
    return Answer(sentence, CANNOT_TELL, *naming.shown_as(CANNOT_TELL), best)


def _how(verdict: Verdict) -> str:
    return ", in batches," if verdict.role not in ("", PER_PACKET) else ""


def _most_headroom(verdict: Verdict) -> tuple[bool, float]:
    return verdict.verdict == TIGHT, -(verdict.headroom.low if verdict.headroom else 0.0)


def _would_do(here: Sequence[Verdict]) -> str:
    """The sentence on the first alternative that keeps up on one core."""
    for alternative in _alternatives(here):
        if alternative.headroom and alternative.headroom.low >= 1 and (alternative.cores or 1) == 1:
            name = naming.algorithm(alternative.subject)
            return f" {name} would do: {numbers.significant(alternative.headroom.median)} times the speed needed"
    return ""


def _alternatives(here: Sequence[Verdict]) -> list[Alternative]:
    """What is proposed for subjects that fall short or are not to be used, each once."""
    return list({a.subject: a for v in here for a in v.alternatives}.values())


def strip(run: Run) -> str:
    if not run.verdicts:
        return _measured_only(run)
    answer = answered(run)
    asked = verdicts.question(answer.best)
    here = [v for v in run.verdicts if verdicts.question(v) == asked]
    cards = f'<ul class="cards">{"".join(map(_card, here))}</ul>' if 1 < len(here) <= _CARDS else ""
    partial = (
        '<p class="note">Partial: stopped before its end; what had finished is counted.</p>' if run.partial else ""
    )
    return (
        f'<header><p class="eyebrow">{text(_question(answer.best))}</p><div class="strip {answer.tone}">'
        f'<p class="word"><span class="icon" aria-hidden="true">{answer.glyph}</span>{text(answer.word)}</p>'
        f"<h1>{text(answer.sentence)}</h1>{_facts(run, answer.best, here)}{partial}</div>{cards}{_told(run)}</header>"
    )


def _told(run: Run) -> str:
    if not run.problems:
        return ""
    told = numbers.count(len(run.problems), "thing")
    return f'<p class="note"><a href="#problems">{told} to know about this run</a></p>'


def _question(verdict: Verdict) -> str:
    return f"Does this machine’s authentication keep up with {verdicts.carried(verdict)}?"


def _facts(run: Run, best: Verdict, here: Sequence[Verdict]) -> str:
    octets = best.conditions.get("ip_bytes")
    mean = f", {octets:,.0f} bytes on average" if isinstance(octets, float | int) else ""
    facts = [
        ("Link", verdicts.carried(best).partition(" carrying ")[0]),
        ("Packets", best.packets + mean),
        ("Needs", _needs(best)),
    ]
    if best.measured_ns:
        figures = f"{numbers.time_ns(best.measured_ns.median)} ({numbers.bounds(best.measured_ns)})"
        facts.append(("Measured", f"{figures}, {best.subject}, {verdicts.manner(best)}"))
    if best.headroom:
        facts.append(
            (
                "Margin",
                f"{numbers.times(best.headroom.median)} ({numbers.bounds(best.headroom)}; {_certainty(run, best)})",
            )
        )
    others = [a for a in (best.alternatives or _alternatives(here)) if a.subject != best.subject]
    if others:
        facts.append(("Alternative", "; ".join(map(verdicts.instead, others[:3]))))
    rows = "".join(f"<div><dt>{text(name)}</dt><dd>{text(value)}</dd></div>" for name, value in facts)
    return f'<dl class="facts">{rows}</dl>'


def _needs(verdict: Verdict) -> str:
    return f"{numbers.time_ns(verdict.needs_ns)} or less per packet"


def _certainty(run: Run, verdict: Verdict) -> str:
    measurement = verdicts.decided_by(run, verdict)
    sure = numbers.confidence(verdict.headroom) if verdict.headroom else ""
    return f"{sure}, {measurement.rounds} rounds" if measurement else sure


def _card(verdict: Verdict) -> str:
    shown, room = naming.judged(verdict), verdict.headroom
    figures = f"<b>{text(numbers.times(room.median))}</b> {text(numbers.bounds(room))}" if room else ""
    cores = f"{verdict.cores} cores would do" if verdict.permitted and (verdict.cores or 1) > 1 else ""
    note = cores or ("" if room else verdict.note)
    name, manner = text(naming.short(verdict.subject)), text(verdicts.manner(verdict))
    return (
        f'<li class="{shown.tone}"><h3>{name}</h3><p>{manner}</p>'
        f'<p class="word"><span class="icon" aria-hidden="true">{shown.glyph}</span>{text(shown.words)}</p>'
        f'<p class="margin">{figures}</p>{f"<p>{text(note)}</p>" if note else ""}</li>'
    )


def _measured_only(run: Run) -> str:
    titles = {"compare": "Comparison", "speed": "Speed", "doctor": "This host"}
    title = titles.get(run.command.partition(" ")[0], "What was measured")
    hint = "This run was not held against a link. To have a verdict: <code>wirerate check --link 10G</code>"
    return f'<header><p class="eyebrow">wirerate {text(run.command)}</p><h1>{text(title)}</h1><p>{hint}</p></header>'
