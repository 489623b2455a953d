# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Verdicts as rows: what the link needs, what was measured, the headroom between them, and what to use instead."""

from __future__ import annotations

from collections.abc import Sequence

from wirerate.authenticators.ah_algorithms import AH_OPERATIONS
from wirerate.authenticators.subjects import ALGORITHMS, parse_subject
from wirerate.catalogue import PROTOCOLS
from wirerate.errors import UsageError
from wirerate.links import parse_link
from wirerate.records import Run, Verdict
from wirerate.records.details import BreakEven
from wirerate.report import choosing, messages, naming, numbers
from wirerate.report.speeds import break_even_notes
from wirerate.report.table import Cell, Column, Group, Table
from wirerate.verdict import BOTH, CANNOT_TELL, COLDEST_FIRST, ONE, PER_PACKET

SIGNS = "✓ keeps up, ≈ tight, ✗ falls short, ? cannot tell, ⊘ not to be used"

_ONE_FLOW = "One SA, tunnel or TCP flow stays on one core: more cores carry more flows, not a faster one."
_WHOLE = "Cipher and MAC are measured together, not added up: ipsec-mb does both in one job, OpenSSL in two calls."
_SPANS_LINE_RATE = (
    "The interval spans line rate: measure longer (--time), or ask wirerate doctor what disturbs this host."
)
_DIRECTIONS = {ONE: ", one direction", BOTH: ", both directions at once"}
_JUDGED = {
    ONE: "One direction is judged, by the slower of its two ends; --duplex judges one core that carries both.",
    BOTH: "Both directions are judged, on one core.",
}
_WARMEST_FIRST = tuple(reversed(COLDEST_FIRST[1:]))  # without the one that decides
_CONDITIONS = (
    "protocol",
    "over",
    "policy",
    "operation",
    "direction",
    "batch",
    "keyed",
    "threads",
    "ip_version",
    "ip_bytes",
    "covered_bytes",
)

_ENDS = ("send_ns", "receive_ns")

COLUMNS = (
    Column("subject", ("subject", "role", "cache"), numeric=False),
    Column("as", _CONDITIONS, numeric=False),
    Column("ns needed", ("needs_ns",), expendable=True),
    Column("ns measured", ("measured_ns", "measured_low", "measured_high", "confidence")),
    Column("headroom", ("headroom", "headroom_low", "headroom_high", "warm_headroom", "llc_headroom")),
    Column("full duplex", ("duplex_headroom", "duplex_low", "duplex_high", *_ENDS), expendable=True),
    Column("cores", ("cores", "cores_worst")),
    Column("verdict", ("verdict", "objection", "permitted"), numeric=False),
)


def table(run: Run) -> Table:
    """All verdicts, one group per link and mix, in the order in which they were asked."""
    groups: dict[str, list[tuple[Cell, ...]]] = {}
    for verdict in run.verdicts:
        groups.setdefault(question(verdict), []).append(_row(verdict))
    return Table(
        "headroom",
        COLUMNS,
        tuple(Group(heading, tuple(rows)) for heading, rows in groups.items()),
        " ".join(
            each
            for each in (
                f"{scope(run)} On {processors(run)}. Host: {naming.hardware(run)}.",
                choosing.footnotes(run.verdicts),
            )
            if each
        ),
        group_fields=("question",),
    )


def question(verdict: Verdict) -> str:
    duplex = ", full duplex" if verdict.conditions.direction == BOTH else ""
    return f"{verdict.link}, {verdict.packets}{_under(verdict, ',')}{duplex}"


def carried(verdict: Verdict) -> str:
    """The question in a sentence: '10G Ethernet carrying imix under ah'."""
    return _carrying(verdict, _title(verdict.link), verdict.packets)


def _title(link: str) -> str:
    try:
        return parse_link(link).title
    except UsageError:  # of a later version
        return link


def _carrying(verdict: Verdict, links: str, packets: str) -> str:
    told = messages.messages_of(verdict)
    if told:
        return messages.carried(verdict, told)
    return f"{links} carrying {packets}{_under(verdict, ' under')}{ways(verdict)}"


def ways(verdict: Verdict) -> str:
    """', one direction', to stand behind what is carried."""
    return _DIRECTIONS.get(verdict.conditions.direction, "")


def _under(verdict: Verdict, joint: str) -> str:
    """The protocol, and the operation where that is half of a question: signing or verifying."""
    given = verdict.conditions
    over = f"{joint.removesuffix(' under')} over {given.over}" if given.over else ""
    if given.protocol in ("", "none"):
        return over
    half = given.operation in AH_OPERATIONS and not verdict.directions
    operation = f" ({given.operation})" if half else ""
    return f"{joint} {given.protocol}{operation}{over}"


def all_carried(asked: Sequence[Verdict]) -> str:
    """What several questions have in common, to stand behind 'Does it keep up'; what divides them is in columns."""
    links, packets = (list(dict.fromkeys(words)) for words in ((v.link for v in asked), (v.packets for v in asked)))
    named = numbers.one_of(links) if len(links) > 1 else _title(links[0])
    return f"with {_carrying(asked[0], named, numbers.one_of(packets, '-byte frames'))}"


def scope(run: Run) -> str:
    """What is in the figures, and which way the packets go."""
    names = dict.fromkeys(naming.algorithm(verdict.subject) for verdict in run.verdicts)
    sealed = [name for name in names if _seals(name)]
    if not sealed:
        what = "Authenticator only"
    elif len(sealed) == len(names):
        what = "Authenticator and cipher only"
    else:
        what = f"Authenticator only, and the cipher of {', '.join(sealed)}"
    ways = {verdict.conditions.direction for verdict in run.verdicts}
    told = [sentence for way, sentence in _JUDGED.items() if way in ways]
    return " ".join([f"{what}: the rest of the stack takes its time on top.", *told])


def _seals(name: str) -> bool:
    try:
        return parse_subject(name).facts.kind == "aead"
    except UsageError:  # of a later version
        return False


def contested(judged: Sequence[Verdict]) -> Verdict:
    """One on the question that divides the subjects most; on the first one asked where none does."""
    words: dict[str, set[str]] = {}
    for verdict in judged:
        words.setdefault(question(verdict), set()).add(verdict.verdict)
    most = max(words, key=lambda asked: len(words[asked]))
    return next(verdict for verdict in judged if question(verdict) == most)


def needs(verdict: Verdict) -> str:
    unit = "message" if messages.messages_of(verdict) else "packet"
    return f"{numbers.time_ns(verdict.needs_ns)} or less per {unit}"


def mean(verdict: Verdict) -> str:
    """', 340 bytes on average', to stand behind the packets."""
    octets = None if messages.messages_of(verdict) else verdict.conditions.ip_bytes
    return f", {octets:,.0f} bytes on average" if octets is not None else ""


def manner(verdict: Verdict) -> str:
    """What was judged, and how the subject was run: 'open, per packet, cold'."""
    given = verdict.conditions
    return f"{given.operation}, {way(verdict)}" if given.direction else way(verdict)


def way(verdict: Verdict) -> str:
    """How the subject was run, whichever of its ends was the slower: 'per packet, cold'."""
    cache = verdict.conditions.cache
    role = verdict.role or naming.batch(verdict.conditions.batch or 1)
    count = verdict.conditions.threads or 1
    threads = naming.threads(count) if count > 1 else ""
    return ", ".join(part for part in (role, naming.CACHES.get(cache, cache), threads) if part)


def processors(run: Run) -> str:
    """What the figures are of: 'one core', or 'two threads, each on a CPU of its own'."""
    return " or ".join(dict.fromkeys(on_threads(verdict.conditions.threads) for verdict in run.verdicts)) or "one core"


def on_threads(count: int | None) -> str:
    return "one core" if (count or 1) == 1 else f"{count} threads, each on a CPU of its own"


def certainty(run: Run, verdict: Verdict) -> str:
    """Of the measurement that it rests on: '95 %, 32 rounds'; empty where nothing was measured."""
    if verdict.measured_ns is None:
        return ""
    sure = numbers.confidence(verdict.measured_ns)
    same = (m for m in run.measurements if m.subject == verdict.subject and m.ns == verdict.measured_ns)
    measurement = next(same, None)
    return f"{sure}, {measurement.rounds} rounds" if measurement and measurement.rounds else sure


def cores(verdict: Verdict) -> str:
    """'13 cores would do, 15 at worst', of what one core does not carry and may be used."""
    count = carriers(verdict.cores, verdict.cores_worst)
    return count.replace(" cores", " cores would do", 1) if verdict.permitted and count else ""


def carriers(likely: int | None, worst: int | None) -> str:
    """'2 cores, 3 at worst', '1 to 2 cores'; empty where one core does even at worst."""
    few, many = likely or 1, worst or likely or 1
    if many == 1:
        return ""
    if few == 1:
        return f"1 to {many} cores"
    return f"{few} cores" if few == many else f"{few} cores, {many} at worst"


def told(run: Run, verdict: Verdict) -> list[str]:
    """What is to be known about it beside the figures, a sentence each."""
    found = [verdict.note] if verdict.note else []
    if verdict.measured_ns is None and not found:
        found.append(f"{verdict.subject} was not measured.")
    if verdict.measured_ns is not None and verdict.verdict == CANNOT_TELL:
        found.append(_SPANS_LINE_RATE)
    carrier = PROTOCOLS.get(verdict.conditions.protocol.partition("/")[0])
    if carrier is not None and not carrier.keeps_state:
        found.append(f"{carrier.name}: {carrier.state}.")
    found += messages.told_of(verdict)
    if _is_combined(verdict.subject):
        found.append(_WHOLE)
    counts = [each or 1 for each in (verdict.cores, *(other.cores for other in verdict.alternatives))]
    if max(counts) > 1:
        found.append(_ONE_FLOW)
    here = run.environment.cores if run.environment else 0
    if 0 < here < max(counts):
        how = "by the last step measured" if verdict.scaling else "by division, not measured"
        found.append(f"This host has {numbers.count(here, 'CPU')}: larger numbers of cores are {how}.")
    name = naming.algorithm(verdict.subject)
    ways = (m for m in run.measurements if isinstance(m.details, BreakEven) and naming.algorithm(m.subject) == name)
    return [*found, *break_even_notes(ways)]


def _is_combined(subject: str) -> bool:
    """Whether it is a cipher and a MAC; a subject of a later version is not known to be."""
    name = subject.partition("@")[0]
    return any(facts.parts and name.startswith(each) for each, facts in ALGORITHMS.items())


def directions(verdict: Verdict) -> str:
    """Each end by itself, which of them is judged, and the headroom of a core that does both."""
    ends, given = verdict.directions, verdict.conditions
    if not ends:
        return ""
    told = ", ".join(f"{end.operation} {numbers.time_ns(end.ns.median)}" for end in ends)
    if verdict.duplex is None:
        return f"{told}, and no other"
    if given.direction == BOTH:
        alone = numbers.times(min(end.headroom.median for end in ends))
        return f"{told}, both on one core; one direction alone {alone}"
    judged = "the slower is judged" if len(ends) > 1 else "the same at both ends"
    return f"{told}: {judged}; both on one core, full duplex, {numbers.times(verdict.duplex.median)}"


def warmer(verdict: Verdict) -> str:
    """The headrooms in warmer caches, which are shown and do not decide."""
    found = sorted(verdict.warmer, key=lambda each: _WARMEST_FIRST.index(each.cache))
    return ", ".join(f"{naming.CACHES[each.cache]} {numbers.times(each.headroom)}" for each in found)


def scaling(verdict: Verdict) -> str:
    """'2 threads ×0.58 (0.55 - 0.60)': what was measured on more CPUs."""
    return "; ".join(
        f"{naming.threads(each.threads)} {numbers.times(each.headroom.median)} ({numbers.bounds(each.headroom)})"
        + (", two a core" if each.siblings else "")
        for each in verdict.scaling
    )


def _row(verdict: Verdict) -> tuple[Cell, ...]:
    shown = naming.judged(verdict)
    measured, headroom, given = verdict.measured_ns, verdict.headroom, verdict.conditions
    elsewhere = {each.cache: each.headroom for each in verdict.warmer}
    return (
        Cell(verdict.subject, "strong", (verdict.subject, verdict.role, given.cache)),
        Cell(manner(verdict), "", tuple(getattr(given, name) for name in _CONDITIONS)),
        Cell(numbers.significant(verdict.needs_ns), "", (verdict.needs_ns,)),
        Cell(
            f"{numbers.significant(measured.median)} ({numbers.bounds(measured)})" if measured else numbers.NONE,
            "",
            (measured.median, measured.low, measured.high, measured.confidence) if measured else (None,) * 4,
        ),
        Cell(
            f"{numbers.times(headroom.median)} ({numbers.bounds(headroom)})" if headroom else numbers.NONE,
            shown.tone,
            (
                *((headroom.median, headroom.low, headroom.high) if headroom else (None,) * 3),
                *map(elsewhere.get, _WARMEST_FIRST),
            ),
        ),
        _duplex(verdict),
        Cell(str(verdict.cores) if verdict.cores else numbers.NONE, "", (verdict.cores, verdict.cores_worst)),
        Cell(
            f"{shown.glyph} {shown.words}",
            shown.tone,
            (verdict.verdict, verdict.objection, str(verdict.permitted).lower()),
        ),
    )


def _duplex(verdict: Verdict) -> Cell:
    """The headroom of both directions on one core, and for an export what each end takes."""
    room = verdict.duplex
    told = [end.ns.median for end in verdict.directions]
    ends = told * 2 if room and len(told) == 1 else [*told, None, None][:2]
    figures = (room.median, room.low, room.high) if room else (None,) * 3
    return Cell(numbers.times(room.median) if room else numbers.NONE, "", (*figures, *ends), directions(verdict))


def matrix(run: Run) -> Table:
    """Subjects down, questions across: the headroom and the verdict's sign in each cell."""
    questions = list(dict.fromkeys(map(question, run.verdicts)))
    name_of = naming.algorithm if _one_of_each(run.verdicts) else str
    asked: dict[tuple[str, str], dict[str, Verdict]] = {}
    for verdict in run.verdicts:
        asked.setdefault((name_of(verdict.subject), verdict.role), {})[question(verdict)] = verdict
    columns = (
        Column("", ("subject", "role"), numeric=False),
        *(Column(title, (title,)) for title in titles(questions)),
    )
    leaves = {question(verdict): verdict.needs_ns for verdict in run.verdicts}
    needed = (numbers.time_ns(leaves[q]) for q in questions)
    rows = [(Cell("time per packet", "dim"), *(Cell(text, "dim") for text in needed))]
    for (named, role), by_question in asked.items():
        subjects = {verdict.subject for verdict in by_question.values()}
        name = _named(subjects.pop() if len(subjects) == 1 else named, role)
        rows.append((name, *(_sign(by_question.get(q)) for q in questions)))
    return Table("verdicts", columns, (Group("", tuple(rows)),))


def _one_of_each(judged: Sequence[Verdict]) -> bool:
    """Whether algorithms were asked about, not several implementations of one: the best may be another each time."""
    rows = [(question(verdict), naming.algorithm(verdict.subject), verdict.role) for verdict in judged]
    return len(set(rows)) == len(rows)


def titles(questions: Sequence[str]) -> list[str]:
    """Of columns: the links alone, or the packets alone, where these tell the questions apart."""
    parts = [asked.split(", ") for asked in questions]
    for alone in zip(*parts, strict=False):
        if len(set(alone)) == len(questions):
            return list(alone)
    return list(questions)


def _named(subject: str, role: str) -> Cell:
    name = naming.short(subject)
    return Cell(f"{name}, {role}" if role not in ("", PER_PACKET) else name, "strong", (subject, role))


def _sign(verdict: Verdict | None) -> Cell:
    if verdict is None:
        return Cell(numbers.NONE, "dim", (None,))
    shown, room = naming.judged(verdict), verdict.headroom
    margin = f"{numbers.times(room.median)} " if room else ""
    return Cell(margin + shown.glyph, shown.tone, (room.median if room else None,), shown.words)


def in_words(run: Run) -> Table:
    """The verdicts on one question, a word each; the document that objects is named where the standing is told."""
    columns = (
        Column("", ("subject", "role"), numeric=False),
        Column("ns", ("measured_ns",)),
        Column("headroom", ("headroom",)),
        Column("full duplex", ("duplex_headroom",), expendable=True),
        Column("verdict", ("verdict",), numeric=False),
    )
    rows = []
    for verdict in run.verdicts:
        shown, measured, room = naming.judged(verdict), verdict.measured_ns, verdict.headroom
        rows.append(
            (
                _named(verdict.subject, verdict.role),
                Cell(numbers.significant(measured.median) if measured else numbers.NONE),
                Cell(numbers.times(room.median) if room else numbers.NONE, shown.tone),
                Cell(numbers.times(verdict.duplex.median) if verdict.duplex else numbers.NONE),
                Cell(f"{shown.glyph} {shown.words.partition(' (')[0]}", shown.tone),
            )
        )
    return Table("verdicts", columns, (Group("", tuple(rows)),))


def security_table(run: Run) -> Table:
    """What each judged or proposed subject promises, the best attack known, and what the standards say."""
    known = {naming.algorithm(v.subject): v.security for v in run.verdicts}
    for verdict in run.verdicts:
        for alternative in verdict.alternatives:
            known.setdefault(naming.algorithm(alternative.subject), alternative.security)
    columns = tuple(
        Column(n, (n,), numeric=False) for n in ("algorithm", "standing", "attack", "claim", "source", "date")
    )
    rows = tuple(
        (Cell(name, "strong"), Cell(s.standing), Cell(s.attack), Cell(s.claim), Cell(s.source), Cell(s.date))
        for name, s in sorted(known.items())
    )
    return Table("security", columns, (Group("", rows),))
