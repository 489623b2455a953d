"""The answer strip: what was asked, what came out, what to use instead; colour, word and sign say the same."""

from __future__ import annotations

from collections.abc import Sequence

from wirerate.links import parse_link
from wirerate.records import Run, Verdict
from wirerate.report import numbers
from wirerate.report.charts import margin
from wirerate.report.page.html import text
from wirerate.report.views import naming, verdicts
from wirerate.verdict import KEEPS_UP, PER_PACKET, TIGHT

_CARDS = 9  # more verdicts on one question stay in the table below


def strip(run: Run) -> str:
    if not run.verdicts:
        return _measured_only(run)
    asked = margin.contested(run.verdicts)
    here = [v for v in run.verdicts if verdicts.question(v) == asked]
    cards = "".join(map(_card, sorted(here, key=_rank)[:_CARDS]))
    partial = "<p>Partial: the run was stopped before its end. What had finished is counted.</p>" if run.partial else ""
    return (
        f'<header><p class="eyebrow">{text(_question(here[0]))}</p><h1>{text(headline(here))}</h1>{partial}{_facts(here)}'
        f'<ul class="answers">{cards}</ul></header>'
    )


def headline(here: Sequence[Verdict]) -> str:
    """The answer in one sentence."""
    able = _able(here)
    subjects = list(dict.fromkeys(v.subject for v in here))
    labels = naming.shortest(subjects)
    if able:
        best = able[0]
        how = ", in batches" if best.role not in ("", PER_PACKET) else ""
        room = numbers.times(best.headroom.median).removeprefix("×") if best.headroom else ""
        if best.verdict == TIGHT:
            return f"Just: {labels[best.subject]} keeps up{how}, with {room} times the speed needed"
        return f"Yes, with {labels[best.subject]}{how}: {room} times the speed needed"
    if any(v.verdict in (KEEPS_UP, TIGHT) for v in here):
        return "Only with what is not to be used"
    if all(v.verdict == "CANNOT TELL" for v in here):
        return "This host is too noisy to tell"
    return "No, not on one core"


def _able(here: Sequence[Verdict]) -> list[Verdict]:
    """Those that may be used and keep up, the one with most headroom first."""
    able = [v for v in here if v.permitted and v.verdict in (KEEPS_UP, TIGHT) and v.headroom]
    return sorted(able, key=lambda v: (v.verdict != KEEPS_UP, -(v.headroom.low if v.headroom else 0)))


def _rank(verdict: Verdict) -> tuple[bool, float]:
    return not verdict.permitted, -(verdict.headroom.median if verdict.headroom else 0.0)


def _question(verdict: Verdict) -> str:
    return f"Does this machine's authentication keep up with {_link(verdict)} carrying {verdict.packets}?"


def _link(verdict: Verdict) -> str:
    return parse_link(verdict.link).title


def _facts(here: Sequence[Verdict]) -> str:
    first = here[0]
    octets = first.conditions.get("ip_bytes")
    mean = f", {octets:,.0f} bytes on average" if isinstance(octets, float | int) else ""
    protocol = first.conditions.get("protocol")
    carried = f", inside {protocol}" if protocol not in (None, "", "none") else ""
    facts = [
        ("Link", f"{_link(first)}{carried}"),
        ("Packets", f"{first.packets}{mean}"),
        ("Time per packet", f"{numbers.time_ns(first.needs_ns)} at line rate"),
    ]
    able = _able(here)
    if able and able[0].headroom and able[0].measured_ns:
        best = able[0]
        assert best.headroom and best.measured_ns
        measured = f"{numbers.time_ns(best.measured_ns.median)} ({numbers.bounds(best.measured_ns)})"
        facts.append(("Best measured", f"{best.subject}, {measured}, {verdicts.manner(best)}"))
    others = _alternatives(here)
    if others:
        facts.append(("Use instead", "; ".join(others)))
    rows = "".join(f"<dt>{text(name)}</dt><dd>{text(value)}</dd>" for name, value in facts)
    return f'<dl class="facts">{rows}</dl>'


def _alternatives(here: Sequence[Verdict]) -> list[str]:
    """What is proposed for the subjects that fall short or are not to be used, each once."""
    found = {a.subject: verdicts.instead(a) for v in here for a in v.alternatives}
    return list(found.values())[:3]


def _card(verdict: Verdict) -> str:
    shown = naming.judged(verdict)
    room = verdict.headroom
    margin_ = f'<p class="margin"><b>{text(numbers.times(room.median))}</b> {text(numbers.bounds(room))}</p>' if room else ""
    cores = f"{verdict.cores} cores would do. " if verdict.cores and verdict.cores > 1 else ""
    note = cores + (verdict.note if not room else "")
    manner = f'<p class="margin">{text(verdicts.manner(verdict))}</p>'
    return (
        f'<li class="answer {shown.tone}"><h3>{text(verdict.subject)}</h3>{manner}'
        f'<p class="word {shown.tone}"><span class="icon" aria-hidden="true">{shown.glyph}</span>{text(shown.words)}</p>'
        f"{margin_}{f'<p class=note>{text(note)}</p>' if note else ''}</li>"
    )


def _measured_only(run: Run) -> str:
    titles = {"compare": "Comparison", "speed": "Speed", "doctor": "This host"}
    title = titles.get(run.command.partition(" ")[0], "What was measured")
    hint = "This run was not held against a link. To have a verdict: <code>wirerate check --link 10G</code>."
    return f'<header><p class="eyebrow">wirerate {text(run.command)}</p><h1>{text(title)}</h1><p>{hint}</p></header>'
