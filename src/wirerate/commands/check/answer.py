# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The first screen of a check's page: the question, the answer in one sentence, the verdicts as a grid, what to do, and
what the figures leave out."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from wirerate import registry
from wirerate.catalogue import config_lines, protocol
from wirerate.errors import UsageError
from wirerate.records import Alternative, AnyRun, ConfigLine, Interval, Verdict
from wirerate.report import html, labels, numbers, questions, sizes, verdicts
from wirerate.report.places import Place, place_of, places
from wirerate.verdict import BATCHED, BOTH, CANNOT_TELL, FALLS_SHORT, KEEPS_UP, PER_PACKET, TIGHT
from wirerate.verdict.rules import MARGIN, word

_BEST_FIRST = (KEEPS_UP, TIGHT, CANNOT_TELL, FALLS_SHORT)
_PHRASES = {KEEPS_UP: "keeps up", TIGHT: "is tight", CANNOT_TELL: "is undecided", FALLS_SHORT: "falls short"}
_VERBS = {"seal": "seals", "open": "opens", "tag": "tags", "verify": "verifies", "hash": "hashes", "sign": "signs"}
_CACHES = {"cold": "memory", "llc": "last-level cache", "warm": "the core's nearest caches"}
_PROTOCOLS = {"macsec": "MACsec", "wireguard": "WireGuard", "isis": "IS-IS", "snmpv3": "SNMPv3"}
_MOST_COLUMNS = 7  # columns of the grid that fit without scrolling
_MOST_NAMES = 3  # subjects that the question lists by name


@dataclass(frozen=True)
class Row:
    """A row of the grid: one subject, used per packet or in batches, with its verdict for every link and packet
    size."""

    name: str
    role: str
    verdicts: dict[Place, Verdict]

    @property
    def label(self) -> str:
        return numbers.with_role(self.name, self.role)

    @property
    def first(self) -> Verdict:
        return next(iter(self.verdicts.values()))

    @property
    def permitted(self) -> bool:
        return self.first.permitted

    def at(self, *words: str) -> list[Place]:
        """Return the links and packet sizes with one of the verdicts `words`."""
        return [place for place, verdict in self.verdicts.items() if verdict.verdict in words]


def grid(run: AnyRun) -> list[Row]:
    """Return a row of verdicts for each subject and way of use, permitted subjects first."""
    names = sizes.subject_names(run.verdicts)
    rows: dict[tuple[str, str], dict[Place, Verdict]] = {}
    for verdict in run.verdicts:
        rows.setdefault((names[verdict.subject], verdict.role), {})[place_of(verdict)] = verdict
    listed = [Row(name, role, verdicts) for (name, role), verdicts in rows.items()]
    return sorted(listed, key=lambda row: not row.permitted)


def lead(run: AnyRun) -> Row:
    """Return the row that the headline is about: a permitted one if possible, then the one with the best verdicts. Of
    rows with equal verdicts, use per packet comes before batches, because today's stacks work packet by packet; then
    the most headroom decides."""
    return min(grid(run), key=_rank)


def _rank(row: Row) -> tuple[bool, int, bool, float]:
    judged = row.verdicts.values()
    worst = sum(_BEST_FIRST.index(v.verdict) for v in judged)
    rooms = [math.log(v.headroom.low) if v.headroom and v.headroom.low > 0 else -9.0 for v in judged]
    return not row.permitted, worst, row.role not in ("", PER_PACKET), -sum(rooms)


def title(run: AnyRun) -> str:
    """Return the answer in one sentence."""
    row, rows = lead(run), grid(run)
    if not row.permitted:
        return _refused(row)
    if len(row.verdicts) == 1:
        return _one_place(row.first, row.label, alone=len(rows) == 1)
    words = {word: row.at(word) for word in _BEST_FIRST if row.at(word)}
    if len(words) == 1:
        word = next(iter(words))
        start = {KEEPS_UP: "Yes: ", FALLS_SHORT: "No: "}.get(word, "")
        return f"{start}{row.label} {_PHRASES[word]} {places(list(row.verdicts), [])}"
    phrases = [f"{_PHRASES[word]} {places(where, list(row.verdicts))}" for word, where in words.items()]
    return f"{row.label} {', '.join(phrases[:-1])}, but {phrases[-1]}"


def _one_place(verdict: Verdict, name: str, *, alone: bool) -> str:
    room = verdict.headroom
    if room is None:
        return f"Undecided: {name} was not measured"
    factor = numbers.significant(room.median)
    match verdict.verdict:
        case "KEEPS UP":
            return f"Yes: {name} keeps up, with {factor} times the speed needed"
        case "TIGHT":
            return f"Just: {name} has {factor} times the speed needed"
        case "CANNOT TELL":
            low, high = (numbers.significant(end, 2) for end in (room.low, room.high))
            return f"Undecided: {name} has {low} to {high} times the speed needed"
    closest = name if alone else f"{name} comes closest and"
    return f"No: {closest} reaches {numbers.significant(room.median, 2)} of the speed needed"


def _refused(row: Row) -> str:
    reason = _objection(row.first)
    reason = reason[:1].lower() + reason[1:]
    if not row.at(FALLS_SHORT, CANNOT_TELL):
        return f"{row.label} is fast enough, but {reason}"
    return f"{row.label} {'' if reason.startswith('must') else 'is '}{reason}"


def _objection(verdict: Verdict) -> str:
    """Return the objection as a sentence: 'Must not be used (RFC 8221)'."""
    reason, bracket, source = verdict.objection.partition(" (")
    return reason.capitalize().replace("fips", "FIPS") + bracket + source


def first_screen(run: AnyRun) -> str:
    """Return the page's head as HTML."""
    rows, row = grid(run), lead(run)
    partial = "Partial: the run was stopped early; finished rounds are counted." if run.partial else ""
    warnings = "".join(f'<p class="note">{html.text(line)}</p>' for line in (partial, labels.drift(run)) if line)
    warnings += html.warnings_link(len(run.problems))
    return (
        f'<header><p class="eyebrow">{html.text(question(run))}</p><h1>{_unbroken(title(run))}</h1>'
        f'<p class="lead">{html.text(" ".join(_lead_sentences(row)))}</p>'
        f'{_grid_table(rows)}<p class="note">{html.text(_legend(rows))}</p>'
        f'<div class="two">{_do_this(row)}{_left_out(run, row)}</div>{warnings}</header>'
    )


def _unbroken(sentence: str) -> str:
    """Return HTML that breaks no line at a hyphen."""
    return html.text(sentence).replace("-", "-&NoBreak;")


def question(run: AnyRun) -> str:
    """Return the question: 'Does aes-128-gcm in ESP keep up with 10G and 25G on one core of gw1? One direction.'"""
    names = list(dict.fromkeys(row.name for row in grid(run)))
    verdict = run.verdicts[0]
    subject = numbers.joined(names) if len(names) <= _MOST_NAMES else f"these {len(names)} algorithms"
    links = numbers.joined(list(dict.fromkeys(v.link for v in run.verdicts)))
    packets = {v.packets for v in run.verdicts}
    if len(packets) == 1 and not questions.messages_of(verdict):
        links += f" of {numbers.packets(verdict.packets)}"
    host = f" of {run.environment.host}" if run.environment and run.environment.host else ""
    ways = {"one": " One direction.", BOTH: " Both directions on the same core."}.get(verdict.conditions.direction, "")
    do = "Does" if len(names) == 1 else "Do"
    return f"{do} {subject}{_carrier(verdict)} keep up with {links} on {verdicts.processors(run)}{host}?{ways}"


def _carrier(verdict: Verdict) -> str:
    """Return ' in ESP', or '' without a protocol."""
    conditions = verdict.conditions
    base, _, variants = conditions.protocol.partition("/")
    over = f" over {conditions.over.replace(',', ' over ')}" if conditions.over else ""
    if base in ("", "none"):
        return over
    name = "ESP" if base.startswith("esp-") else _PROTOCOLS.get(base, base.upper().replace("TLS-", "TLS "))
    return f" in {name}{f' ({variants})' if variants else ''}{over}"


def _lead_sentences(row: Row) -> Iterator[str]:
    """Yield sentences on how many packets a second the core handles and how many the link brings. The sentences are
    about the first link and packet size where the verdict is not KEEPS UP."""
    place = next(iter(row.at(FALLS_SHORT, CANNOT_TELL, TIGHT)), None) or min(row.verdicts, key=lambda p: _room(row, p))
    verdict = row.verdicts[place]
    unit = "messages" if questions.messages_of(verdict) else "packets"
    if verdict.measured_ns:
        rate, needed = (numbers.per_second(1e9 / ns) for ns in (verdict.measured_ns.median, verdict.needs_ns))
        does = " and ".join(_VERBS.get(word, "processes") for word in verdict.conditions.operation.split(" and "))
        who = verdicts.on_threads(verdict.conditions.threads)
        cores = verdicts.cores(verdict).partition(" (")[0]
        more = f", which takes {cores}" if cores else ""
        yield f"{who[0].upper()}{who[1:]} {does} {rate} {unit} a second; {place.brings} brings {needed}{more}."
        if verdict.headroom and word(_exactly(verdict.headroom)) != verdict.verdict:
            low, high = (numbers.times(end) for end in (verdict.headroom.low, verdict.headroom.high))
            yield f"This measurement is uncertain, from {low} to {high}: run it again with --time 60."
    for warmer in verdict.warmer:
        if warmer.headroom >= MARGIN and verdict.verdict != KEEPS_UP and warmer.cache == "llc":
            room = numbers.times(warmer.headroom)
            yield f"It keeps up there ({room}) if the network card puts packets into the last-level cache."
    yield from questions.message_notes(verdict)


def _exactly(room: Interval) -> Interval:
    """Return the median without its interval."""
    return Interval(room.median, room.median, room.median, room.confidence)


def _room(row: Row, place: Place) -> float:
    room = row.verdicts[place].headroom
    return room.low if room else 0.0


# ---- the grid ----


def _grid_table(rows: Sequence[Row]) -> str:
    across = list(dict.fromkeys(place for row in rows for place in row.verdicts))
    heads = "".join(f'<th scope="col">{"<br>".join(map(html.text, place.head(across)))}</th>' for place in across)
    body = "".join(f'<tr><th scope="row">{_name_cell(row)}</th>{_cells(row, across)}</tr>' for row in rows)
    columns = "many" if len(across) > _MOST_COLUMNS else f"of{len(across)}"
    return (
        f'<div class="scroll" tabindex="0" role="group" aria-label="Verdicts">'
        f'<table class="grid {columns}" aria-label="Verdicts">'
        f"<thead><tr><td></td>{heads}</tr></thead><tbody>{body}</tbody></table></div>"
    )


def _name_cell(row: Row) -> str:
    return html.text(row.name) + ("<small>in batches</small>" if row.role == BATCHED else "")


def _cells(row: Row, across: Sequence[Place]) -> str:
    if not row.permitted:
        rooms = [v.headroom.median for v in row.verdicts.values() if v.headroom]
        span = dict.fromkeys((numbers.times(min(rooms)), numbers.times(max(rooms)))) if rooms else ()
        figures = f": {' to '.join(span)}" if span else ""
        reason = f"⊘ {_objection(row.first)}. Measured, not judged{figures}"
        return f'<td class="refused" colspan="{len(across)}">{html.text(reason)}</td>'
    return "".join(_cell(row.verdicts.get(place), " ".join(place.head(across))) for place in across)


def _cell(verdict: Verdict | None, head: str) -> str:
    """Return one verdict with sign, colour and word. Without a verdict, return a dash with the reason."""
    where = f'data-place="{html.text(head)}"'
    if verdict is None or verdict.headroom is None:
        short = "not measured" if verdict else "not judged"
        reason = verdict.note if verdict and verdict.note else short
        return f'<td class="refused" {where} title="{html.text(reason)}">{numbers.NONE}<small>{short}</small></td>'
    shown, room = labels.judged(verdict), verdict.headroom
    hint = f"{shown.words}: {numbers.factor(room)}, {numbers.confidence(room)}"
    certain = word(_exactly(room)) == verdict.verdict
    note = _core_count(verdict).partition(" (")[0] if certain else numbers.bounds(room).replace(" ", "")
    return (
        f'<td class="{shown.tone}" {where} data-value="{room.median}" title="{html.text(hint)}">'
        f'{shown.glyph}<span class="aloud"> {html.text(_PHRASES[verdict.verdict])}</span> {numbers.times(room.median)}'
        f"<small>{note}</small></td>"
    )


def _core_count(verdict: Verdict | Alternative) -> str:
    """Return '1 core', or '3 cores (TIGHT on 2)': the fewest that keep up."""
    return verdicts.carriers(verdict.cores_worst or verdict.cores, verdict.cores_tight) or "1 core"


def _legend(rows: Sequence[Row]) -> str:
    shown = [v for row in rows for v in row.verdicts.values()]
    verdict = shown[0]
    unit = "message" if questions.messages_of(verdict) else "packet"
    signs = [
        sign
        for word, sign in (
            (KEEPS_UP, f"✓ ×{MARGIN} or more"),
            (TIGHT, f"≈ ×1 to ×{MARGIN}"),
            (CANNOT_TELL, "? undecided: the interval spans a limit"),
            (FALLS_SHORT, "✗ below ×1"),
        )
        if any(v.verdict == word and v.permitted for v in shown)
    ]
    slower = ", in the slower direction" if verdict.conditions.direction == "one" else ""
    cache = _CACHES.get(verdict.conditions.cache, verdict.conditions.cache)
    meaning = f"×: time available per {unit} ÷ time needed{slower}, with data from {cache}."
    return " ".join(filter(None, (meaning, " · ".join(signs) + ("." if signs else ""),
                                  f"Cores: the fewest that reach ×{MARGIN}." if signs else "")))  # fmt: skip


# ---- what to do ----


def _do_this(row: Row) -> str:
    sentences, lines = _advice(row)
    body = html.paragraphs([" ".join(sentences)]) + _paste(lines) + html.paragraphs(_cautions(row))
    return f'<div class="card"><h2>Do this</h2>{body}</div>'


def _cautions(row: Row) -> Iterator[str]:
    if any((v.cores_worst or 1) > 1 for v in row.verdicts.values()):
        yield verdicts.ONE_FLOW
    if big := next((v.oversized for v in row.verdicts.values() if v.oversized), None):
        fits = f" Packets of up to {big.fits:,} bytes fit." if big.fits else ""
        grown = f"{big.ip_bytes:,}-byte packets become {big.sent_bytes:,} bytes, above the MTU of {big.mtu:,}"
        yield f"{grown}: they are fragmented or dropped.{fits}"


def _advice(row: Row) -> tuple[list[str], Sequence[ConfigLine]]:
    """Return the recommendation, and the configuration lines of the algorithm recommended."""
    wanting = {p: v for p, v in row.verdicts.items() if v.verdict != KEEPS_UP or not v.permitted}
    if not wanting:
        return [f"Use {row.label}: it keeps up everywhere."], _lines_of(row.first)
    firsts = {p: v.alternatives[0] for p, v in wanting.items() if v.alternatives}
    changes = {p: a for p, a in firsts.items() if labels.algorithm(a.subject) != labels.algorithm(row.first.subject)}
    sentences, lines = [], _lines_of(row.first)
    if changes:
        best = next(iter(changes.values()))
        where = [p for p, a in changes.items() if labels.algorithm(a.subject) == labels.algorithm(best.subject)]
        name = numbers.with_role(labels.algorithm(best.subject), best.role)
        instead = f"Use {name} instead of {row.name}"
        figures = f": {numbers.times(best.headroom.median)} {places(where[:1], [])}" if best.headroom else ""
        sentences.append(f"{instead}{figures}{verdicts.equality(best)}.")
        lines = best.lines
        spread = {p: a for p, a in firsts.items() if p in where and (a.cores_worst or 1) > 1}
    else:
        sentences.append(f"Keep {row.label}: no permitted alternative needs fewer cores.")
        spread = firsts
    sentences += _spreading(row, spread)
    return sentences, lines


def _spreading(row: Row, spread: dict[Place, Alternative]) -> Iterator[str]:
    across = list(row.verdicts)
    by_count: dict[str, list[str]] = {}
    for place, alternative in spread.items():
        if alternative.cores_worst and alternative.cores_worst > 1:
            by_count.setdefault(_core_count(alternative), []).append(" ".join(place.head(across)))
    if by_count and len(across) == 1:
        yield f"Spread the flows over {next(iter(by_count))}."
    elif by_count:
        parts = [f"{numbers.joined(where)} {'needs' if len(where) == 1 else 'need'} {count}"
                 for count, where in by_count.items()]  # fmt: skip
        yield f"Spread the flows: {numbers.joined(parts)}."


def _lines_of(verdict: Verdict) -> Sequence[ConfigLine]:
    try:
        return config_lines(protocol(verdict.conditions.protocol or None), labels.algorithm(verdict.subject))
    except UsageError:  # the run comes from a later version of wirerate
        return ()


def _paste(lines: Sequence[ConfigLine]) -> str:
    """Return configuration lines as HTML: those of the first system visible, those of other systems folded."""
    if not lines:
        return ""
    blocks = [(line.system, line.text) if line.system else _system(line.text) for line in lines]
    first, *folded = (f"<pre><code>{html.text(f'# {system}' if system else '')}\n{html.text(text)}</code></pre>"
                      for system, text in blocks)  # fmt: skip
    names = ", ".join(system for system, _ in blocks[1:])
    return first + (html.folded(f"The same in {names}", "".join(folded)) if folded else "")


def _system(line: str) -> tuple[str, str]:
    """Split 'swanctl.conf: esp_proposals = …' into the file's name and the line."""
    system, colon, text = line.partition(": ")
    return (system, text) if colon else ("", line)


# ---- what is not in the figures ----


def _left_out(run: AnyRun, row: Row) -> str:
    path = next((v.path for v in row.verdicts.values() if v.path), None)
    bar = _share_bar(path.crypto.median) if path and path.crypto else ""
    body = (
        f"{bar}<p>{html.text(verdicts.scope(run))}</p>{'' if path else _next_step(run)}{html.paragraphs(_notes(row))}"
    )
    return f'<div class="card"><h2>What is not in these figures</h2>{body}</div>'


def _notes(row: Row) -> Iterator[str]:
    verdict = row.first
    if verdict.duplex and verdict.conditions.direction == "one":
        where = f" {places([next(iter(row.verdicts))], [])}" if len(row.verdicts) > 1 else ""
        yield f"Both directions together reach {numbers.times(verdict.duplex.median)}{where}."


def _share_bar(crypto: float) -> str:
    """Return crypto's share of the kernel's packet path as a bar."""
    share = min(1.0, max(0.0, crypto))
    words = f"kernel {numbers.share(1 - share)}, crypto {numbers.share(share)}"
    wide = f"{100 * (1 - share):.1f}%"
    return (
        f"<p>The kernel’s own work on each packet{', here the larger part' if share < 0.5 else ''}:</p>"
        f'<svg class="share" width="100%" height="28" role="img" aria-label="{words}">'
        f'<rect class="rest" width="{wide}" height="28"/>'
        f'<rect class="crypto" x="{wide}" width="{100 * share:.1f}%" height="28"/>'
        f'<text x="10" y="19">{words}</text></svg>'
    )


def _next_step(run: AnyRun) -> str:
    """Return the command that measures the rest of the path, or '' if this kernel cannot run it."""
    steps = (step for addition in registry.check_additions() if (step := addition.next_step(run)))
    command = next((step[0] for step in steps), "")
    return f"<p>To measure the rest on this kernel:</p><pre><code>{html.text(command)}</code></pre>" if command else ""
