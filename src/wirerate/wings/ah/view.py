# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The answer and the page of `ah speed`: verdicts first, then headroom on RFC 1810's links and costs per packet."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from wirerate.authenticators.ah_algorithms import AH_ALGORITHMS, AH_OPERATIONS
from wirerate.links import parse_link, parse_packets
from wirerate.records import Interval, Measurement, Verdict
from wirerate.report import html, labels, numbers
from wirerate.report.columns import figure
from wirerate.report.html import Page, head, tabled
from wirerate.report.table import Cell, Filled, Group, Table, Tone, grouped, wrap
from wirerate.report.terminal import Paper
from wirerate.verdict import BATCHED, COLDEST_FIRST, KEEPS_UP, TIGHT
from wirerate.verdict.rules import headroom, word
from wirerate.wings.ah.rows import AhPackets, AhRun

# RFC 1810 names 100 Mbit/s of TCP, 130 of UDP over ATM, ATM at 622 Mbit/s, and 1 Gbit/s. ATM's payload rate is lower
# than its nominal rate. Today's links follow.
_LINES = (
    ("100 Mbit/s TCP", "rate:100M"),
    ("130 Mbit/s UDP", "rate:130M"),
    ("OC-3, nominal", "rate:155.52M"),
    ("OC-3, in cells", "oc-3c"),
    ("OC-12, nominal", "rate:622.08M"),
    ("OC-12, in cells", "oc-12c"),
    ("1 Gbit/s", "rate:1G"),
    ("10G Ethernet", "10G"),
    ("25G Ethernet", "25G"),
    ("40G Ethernet", "40G"),
    ("100G Ethernet", "100G"),
)

_TERMS = (
    "Per packet with the key schedule kept, or in batches of 256. p99: 99th percentile of single calls, per packet. "
    "wire: Gbit/s on 10G Ethernet with preamble and gap. model: MD5's lower bound on this core. bare: the MAC alone "
    "over the same bytes."
)


def text(run: AhRun, paper: Paper) -> str:
    """Return the answer for the terminal; with `explain`, also RFC 1810's links and every cost."""
    title = "\n".join(paper.ink(line, "strong") for line in wrap(_sentence(run), paper.width)) + "\n"
    if not paper.explain:
        return title + _short_verdicts(run, paper)
    parts = [title, *(paper.table(table) for table in (_headrooms(run), _costs(run)) if table)]
    parts += [_wrapped(_ratios(run), paper), _verdicts(_best_verdicts(run), paper)]
    return "\n".join(part for part in parts if part)


def _wrapped(sentences: Sequence[str], paper: Paper) -> str:
    return "".join("\n".join(wrap(sentence, paper.width)) + "\n" for sentence in sentences)


def _best_verdicts(run: AhRun) -> list[Verdict]:
    """Return the verdicts for batches, or for single packets where an algorithm has no batches."""
    batched = {labels.algorithm(v.subject) for v in run.verdicts if v.role == BATCHED}
    return [v for v in run.verdicts if v.role == BATCHED or labels.algorithm(v.subject) not in batched]


def _short_verdicts(run: AhRun, paper: Paper) -> str:
    """Return a line per algorithm and link, for the slower of signing and verifying."""
    slowest: dict[tuple[str, str], Verdict] = {}
    for v in sorted(_best_verdicts(run), key=lambda v: v.headroom.median if v.headroom else 0.0):
        slowest.setdefault((labels.algorithm(v.subject), v.link), v)
    order = dict.fromkeys((labels.algorithm(v.subject), v.link) for v in run.verdicts)
    rows = [slowest[key] for key in order if key in slowest]
    links = len({v.link for v in rows}) > 1
    width = max((len(labels.algorithm(v.subject)) for v in rows), default=0)
    lines = []
    for v in rows:
        shown, room = labels.judged(v), numbers.times(v.headroom.median) if v.headroom else numbers.NONE
        way = f"{v.conditions.operation}, {v.role}" + (f", {v.link}" if links else "")
        algorithm = f"{shown.glyph} {labels.algorithm(v.subject):{width}}  {room:>6}"
        words = v.verdict if v.permitted else f"{v.verdict}, MUST NOT BE USED"  # the first line already names the RFC
        lines.append(f"{paper.ink(algorithm, shown.tone)}  {way}: {words}")
    if rows:
        places = rows[0].conditions
        scope = f"{rows[0].link}, " if not links else ""
        lines.append(f"{scope}{rows[0].packets}, {labels.CACHES.get(places.cache, places.cache)}; the slower of "
                     "signing and verifying. More: --explain")  # fmt: skip
    return "".join(f"{line}\n" for line in lines)


def _verdicts(verdicts: Sequence[Verdict], paper: Paper) -> str:
    lines = []
    for v in verdicts:
        shown = labels.judged(v)
        room = f"×{v.headroom.median:.3g}" if v.headroom else "not measured"
        row = f"{labels.short(v.subject)}, {v.conditions.operation}, {v.role}, {v.link}: {room}"
        lines.append(f"{paper.ink(f'{shown.glyph} {shown.words}', shown.tone)}: {row}")
    return "\n".join(lines) + "\n" if lines else ""


def table(run: AhRun) -> Table:
    """Return the exported table: costs per packet, and the verdicts for the requested links."""
    links = list(dict.fromkeys(v.link for v in run.verdicts))
    columns = (*_COLUMNS, *(_judged_on(run, link) for link in links))
    note = f"{_TERMS} {labels.caches_explained(m.cache for m in run.rows)}".strip()
    return Table("ah", columns, _groups(run, columns), note, ("condition", "packets", "cache", "threads"))


def page(run: AhRun) -> Page:
    from wirerate.report import measured
    from wirerate.report.charts import rounds

    title, lines = _sentence(run), _headrooms(run)
    ratios = html.paragraphs(_ratios(run))
    sections = [
        tabled("ah", "RFC 1810's links and today's", "Headroom by algorithm", lines, "heat") if lines else "",
        html.section("ratios", "Comparison", "The gain from batches, and the cost of AH", ratios) if ratios else "",
        measured.headroom(run),
        tabled("costs", "All measurements", "Cost per packet", _costs(run)),
        measured.compared(run),
        measured.charted("rounds", "Rounds over time", rounds.chart(run), run),
        measured.security(run),
    ]
    eyebrow = "IPv6 AH: RFC 1810's question today"
    return Page(f"{title} · wirerate", head(eyebrow, title, partial=run.partial), sections)


def _costs(run: AhRun) -> Table:
    """Return the table of costs per packet, grouped by operation and cache state."""
    missing = dict.fromkeys(f"{m.subject} is {m.status}: {m.note}." for m in run.rows if m.ns is None)
    note = " ".join([_TERMS, labels.caches_explained(m.cache for m in run.rows), *missing])
    return Table("ah", _COLUMNS, _groups(run, _COLUMNS), note)


def _groups(run: AhRun, columns: Sequence[Filled[Measurement]]) -> tuple[Group, ...]:
    groups: dict[str, list[Measurement]] = {}
    for m in run.rows:
        if m.ns is not None:
            groups.setdefault(_heading(m), []).append(m)
    return tuple(
        grouped(heading, columns, sorted(rows, key=_cost), rows[0].packets, rows[0].cache, rows[0].threads)
        for heading, rows in groups.items()
    )


def _judged_on(run: AhRun, link: str) -> Filled[Measurement]:
    """Return the column of a link's verdicts. Only the coldest cache state is judged."""
    judged = {
        (v.subject, v.conditions.operation, v.conditions.batch, v.conditions.cache): v
        for v in reversed(run.verdicts)  # the first of several verdicts counts
        if v.link == link
    }

    def cell(m: Measurement) -> Cell:
        verdict = judged.get((m.subject, m.operation, m.batch, m.cache))
        if verdict is None:
            return Cell("", "", (None,) * 3)
        shown, room = labels.judged(verdict), verdict.headroom
        figures = (room.median if room else None, verdict.verdict, verdict.objection)
        return Cell(f"{numbers.times(room.median) if room else numbers.NONE} {shown.glyph}", shown.tone, figures)

    return Filled(link, (f"{link}_headroom", f"{link}_verdict", f"{link}_objection"), cell=cell)


def _headrooms(run: AhRun) -> Table | None:
    """Return the headroom of every algorithm at its best on every link, in the coldest cache state and for the slower
    of signing and verifying."""
    chosen = _deciding(run)
    if not chosen:
        return None
    mix = next(iter(chosen.values())).packets
    columns: tuple[Filled[tuple[str, str]], ...] = (
        Filled("line", ("line", "link"), numeric=False, cell=lambda line: Cell(line[0], "", line)),
        *(Filled(name, (f"{name}_headroom",), cell=partial(_headroom, m)) for name, m in chosen.items()),
    )
    links = dict.fromkeys(v.link for v in run.verdicts)
    shown = [*_LINES, *((name, name) for name in links if name not in {known for _, known in _LINES})]
    return Table(
        "ah-lines",
        columns,
        (grouped(f"{mix}, one core, cold where measured", columns, shown),),
        note="Headroom: time available ÷ time needed per packet, batched if the algorithm has batches, for the slower "
        "of signing and verifying. Links named by a rate carry only IP.",
    )


def _sentence(run: AhRun) -> str:
    """Answer RFC 1810's question for this machine."""
    md5 = [m for m in _deciding(run).values() if "md5" in m.subject]
    able = [(title, m) for title, name in _LINES for m in md5 if word(_room(m, name)) in (KEEPS_UP, TIGHT)]
    if not able:
        return "MD5 in AH keeps up with none of RFC 1810's links on this machine"
    title, best = able[-1]
    return f"On one core {labels.algorithm(best.subject)} in AH keeps up with {title}, but MUST NOT be used (RFC 8221)"


def _deciding(run: AhRun) -> dict[str, Measurement]:
    """Return, for every algorithm, its fastest row of the slower operation in the coldest cache state measured."""
    rows: dict[str, dict[str, Measurement]] = {}
    timed = [m for m in run.rows if m.ns is not None and m.operation in AH_OPERATIONS]
    coldest = min((m.cache for m in timed), key=COLDEST_FIRST.index, default="")
    for m in timed:
        best = rows.setdefault(labels.algorithm(m.subject), {})
        if m.cache == coldest and (m.operation not in best or _cost(m) < _cost(best[m.operation])):
            best[m.operation] = m
    return {name: max(ways.values(), key=_cost) for name, ways in rows.items() if ways}


def _room(m: Measurement, link: str) -> Interval:
    """Return the headroom: time on the wire per packet, AH included, ÷ time needed."""
    assert m.ns is not None
    return headroom(_mean_sent(m, parse_link(link).wire_ns), m.ns)


def _mean_sent(m: Measurement, of_size: Callable[[int], float]) -> float:
    """Return the mean of `of_size(bytes)` over the mix's packets as sent, AH included."""
    packets = parse_packets(m.packets)
    added = round((m.bytes or packets.mean_bytes) - packets.mean_bytes)
    return packets.mean(lambda size: of_size(size + added))


def _headroom(m: Measurement, line: tuple[str, str]) -> Cell:
    room = _room(m, line[1])
    glyph, tone = labels.shown_as(word(room))
    if tone == "good" and AH_ALGORITHMS[labels.algorithm(m.subject)].forbidden:
        tone = "warn"  # never green, because RFC 8221 forbids it
    return Cell(f"{glyph} {numbers.significant(room.median, 2)}", tone, (room.median,), numbers.bounds(room))


def _heading(m: Measurement) -> str:
    bare = "sign" if m.operation == "tag" and isinstance(m, AhPackets) else "for comparison"
    operation = m.operation if m.operation in AH_OPERATIONS else bare
    threads = f", {m.threads} threads" if m.threads > 1 else ""
    return f"{operation}, {m.packets}, {labels.CACHES.get(m.cache, m.cache)}{threads}"


def _cost(m: Measurement) -> float:
    return m.ns.median / m.threads if m.ns else 0.0


def _bits(m: Measurement) -> float:
    """Return the throughput in Gbit/s of IP packets."""
    return 8 * (m.bytes or 0) / _cost(m)


def _tone(m: Measurement) -> Tone:
    return "dim" if m.role != "subject" or m.operation == "tag" else ""


def _name(m: Measurement) -> Cell:
    bare = "bare " if m.operation == "tag" and isinstance(m, AhPackets) else ""
    how = ", batched" if m.batch > 1 else ""
    return Cell(bare + labels.short(m.subject) + how, _tone(m), (m.subject, m.batch, m.operation, m.status))


def _time(m: Measurement) -> Cell:
    assert m.ns is not None
    return Cell(numbers.significant(m.ns.median), _tone(m), (m.ns.median, m.rounds))


def _spread(m: Measurement) -> Cell:
    assert m.ns is not None
    return Cell(numbers.spread(m.ns), "dim", (m.ns.low, m.ns.high, m.ns.confidence))


def _wire_bits(m: Measurement) -> float | None:
    """Return the throughput in Gbit/s on an Ethernet wire, framing included."""
    return _mean_sent(m, parse_link("10G").framing.wire_bytes) * 8 / _cost(m) if isinstance(m, AhPackets) else None


def _model(m: Measurement) -> Cell:
    """Return the model's bound, with a mark if the measurement is below it."""
    if not isinstance(m, AhPackets) or m.model_ns is None:
        return Cell(numbers.NONE, "", (None, ""))
    text, misread = numbers.significant(m.model_ns), "misread" if m.misread else ""
    return Cell(f"{text} {misread}".strip(), "bad" if misread else "", (m.model_ns, misread))


_COLUMNS: tuple[Filled[Measurement], ...] = (
    Filled("subject", ("subject", "batch", "operation", "status"), numeric=False, cell=_name),
    Filled("ns", ("ns", "rounds"), cell=_time),
    Filled("±", ("ns_low", "ns_high", "confidence"), cell=_spread),
    figure("p99", "p99_ns", lambda m: m.p99_ns if isinstance(m, AhPackets) else None, expendable=True),
    figure("Mpps", "mpps", lambda m: 1e3 / _cost(m)),
    figure("Gbit/s IP", "gbit_per_s_ip", _bits),
    figure("wire", "gbit_per_s_wire", _wire_bits, expendable=True),
    Filled("model ns", ("model_ns", "misread"), cell=_model),
)


def _ratios(run: AhRun) -> list[str]:
    """Return sentences that compare AH with the bare MAC, and batches with OpenSSL processing packets singly."""
    sentences = []
    for c in run.comparisons:
        where = f"{c.conditions.operation}, {c.conditions.cache}"
        if c.conditions.operation == "tag":
            share = numbers.percent(1 / c.ratio.median)
            sentences.append(f"sign, {c.conditions.cache}: AH reaches {share} of the bare MAC's packets per second")
        elif "@openssl" in c.subject and "@wirerate" in c.reference and c.conditions.batch == 1:
            times = numbers.significant(1 / c.ratio.median)
            name = labels.algorithm(c.subject)
            sentences.append(f"{where}: {name} in batches is {times} times as fast as OpenSSL packet by packet")
    return sentences
