# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The answer about one subject on one link: the verdict, the figures an engineer checks next, and what to do."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from wirerate.catalogue import protocol as find_protocol
from wirerate.errors import UsageError
from wirerate.links import parse_link
from wirerate.records import AnyRun, Oversized, Verdict
from wirerate.report import labels, numbers, questions, verdicts
from wirerate.report.table import width_of, wrap
from wirerate.report.terminal import Paper, labelled
from wirerate.verdict import FALLS_SHORT, KEEPS_UP, TIGHT
from wirerate.verdict.rules import MARGIN

_MOST_LINES = 12  # lines of the answer at 80 columns; twice as many below 60 columns
NARROW = 60  # columns
_FROM = {"cold": "from memory", "llc": "from the LLC", "warm": "from the core's caches"}
_VERBS = {"seal": "sealing", "open": "opening", "tag": "tagging", "verify": "verifying", "hash": "hashing",
          "checksum": "summing"}  # fmt: skip


def answer(run: AnyRun, rows: Sequence[Verdict], paper: Paper) -> list[str]:
    """Return the answer about one subject: `rows` are its verdict per packet, and in batches where it has them."""
    head = [*_headline(run, rows[0], paper), *_details(rows, paper)]
    facts = [*_numbers(rows[0]), *_to_do(rows[0])]
    # Leave room for an empty line and the pointer to --explain.
    most = (2 if paper.width < NARROW else 1) * _MOST_LINES - len(head) - 2
    for label, shorten in _SHORTER:  # shorten facts until the answer fits
        if len(_lines(facts, paper)) <= most:
            break
        facts = [(name, shorten(text) if name == label else text) for name, text in facts]
    return [*head, "", *_lines(facts, paper)]


Fact = tuple[str, str]  # label, text; an empty text is left out


def _lines(facts: Sequence[Fact], paper: Paper) -> list[str]:
    return [line for label, text in facts if text for line in labelled(label, text, paper)]


def _clause(text: str) -> str:
    shorter = text.partition("; ")[0].partition(", ")[0]
    return shorter if shorter == text else f"{shorter} …"


def _first_sentences(count: int) -> Callable[[str], str]:
    return lambda text: ". ".join(text.removesuffix(".").split(". ")[:count]) + "."


def _without_protocol(text: str) -> str:
    return re.sub(r"\([^+(]*\+", "(+", text)


def _without_date(text: str) -> str:
    return re.sub(r" \(run of [^)]*\)", "", text)


# Shorter forms of facts, the most expendable first.
_SHORTER: tuple[tuple[str, Callable[[str], str]], ...] = (
    ("usual rate", lambda _: ""),
    ("configure", _clause),
    ("packets", _without_protocol),
    ("whole path", _without_date),
    ("security", _first_sentences(2)),
    ("security", _first_sentences(1)),
    ("configure", lambda _: ""),
)


def _headline(run: AnyRun, verdict: Verdict, paper: Paper) -> Iterator[str]:
    """Yield 'sign WORD  subject (library version)  ×headroom (interval)', on two lines where it is too long."""
    shown = labels.judged(verdict)
    word = verdict.objection if not verdict.permitted else verdict.verdict
    name = labels.with_version(run, verdict.subject)
    room = numbers.factor(verdict.headroom) if verdict.headroom and verdict.permitted else ""
    start = f"{shown.glyph} {word}"
    line = f"{start}  {name}  {room}".rstrip()
    if width_of(line) <= paper.width:
        yield paper.ink(start, shown.tone) + line[len(start) :]
        return
    yield paper.ink(start, shown.tone)
    yield from wrap(f"{name} {room}".rstrip(), paper.width, "  ")


def _details(rows: Sequence[Verdict], paper: Paper) -> Iterator[str]:
    """Yield the reason for the verdict, and the verdicts in other cache states and in batches."""
    verdict, *batched = rows
    sentences = [_cost(verdict)]
    sentences += [text for text in (_other_cache(verdict), *map(_batched, batched)) if text]
    for sentence in sentences:
        yield from wrap(sentence, paper.width, "  ")


def _cost(verdict: Verdict) -> str:
    """Return '7 Gbit/s on one core, 10 needed: opening takes 493 ns per packet from memory; 347 ns are available'."""
    if verdict.measured_ns is None:
        return verdict.note or f"{verdict.subject} was not measured."
    available, unit = numbers.time_ns(verdict.needs_ns), "packet"
    if questions.messages_of(verdict):
        unit = "message"
    conditions = verdict.conditions
    operations = [_VERBS.get(name, name) for name in conditions.operation.split(" and ")]
    slower = ", the slower direction," if len(verdict.directions) > 1 and conditions.direction != "both" else ""
    source = _FROM.get(conditions.cache, conditions.cache)
    takes = (
        f"{' and '.join(operations)}{slower} takes {numbers.time_ns(verdict.measured_ns.median)} per {unit} {source}"
    )
    fast = "" if verdict.permitted else f"Speed alone: {verdict.verdict}. "
    return f"{fast}{_throughput(verdict)}{takes}; {available} {'is' if available == '1 ns' else 'are'} available."


def _throughput(verdict: Verdict) -> str:
    messages = questions.messages_of(verdict)
    cores = verdicts.on_threads(verdict.conditions.threads)
    if messages:
        most = per_second(1e9 / messages.most_per_second) if messages.most_per_second else numbers.NONE
        return f"At most {most} messages/s on {cores}, {verdict.link.partition(' ')[0]} needed: "
    try:
        rate = parse_link(verdict.link).nominal_bps / 1e9
    except UsageError:  # a link that only a later version knows
        return ""
    if verdict.headroom is None:
        return ""
    reached = numbers.significant(rate * verdict.headroom.median)
    return f"{reached} Gbit/s on {cores}, {rate:g} needed: "


def _other_cache(verdict: Verdict) -> str:
    """Return the headroom from the last-level cache, or from memory where another state was judged."""
    wanted = "cold" if verdict.conditions.cache == "llc" else "llc"
    other = next((state for state in verdict.warmer if state.cache == wanted), None)
    if other is None or not verdict.permitted:
        return ""
    word = _word(other.headroom)
    if word == verdict.verdict == KEEPS_UP:
        return ""
    why = ", where a NIC with DDIO puts packets" if wanted == "llc" else ""
    same = " too" if word == verdict.verdict else ""
    room = numbers.times(other.headroom)
    if _word(float(room.lstrip("×").replace(",", ""))) != word:  # rounding must not cross a threshold: ×1.249
        room = f"×{other.headroom:.4g}"
    return f"{_FROM[wanted][0].upper()}{_FROM[wanted][1:]}{why}: {room}, {word}{same}."


def _word(room: float) -> str:
    return KEEPS_UP if room >= MARGIN else TIGHT if room >= 1 else FALLS_SHORT


def _batched(verdict: Verdict) -> str:
    if verdict.headroom is None:
        return ""
    room, batch = numbers.times(verdict.headroom.median), verdict.conditions.batch
    name = labels.short(verdict.subject).partition("@")[2]
    implementation = labels.PEER_NAMES.get(name, name)
    return f"In batches of up to {batch} ({implementation}): {room}, {verdict.verdict}."


def _numbers(verdict: Verdict) -> Iterator[Fact]:
    """Yield packets per second, bytes added and on the wire, IP version, and packets above the MTU."""
    if messages := questions.messages_of(verdict):
        if messages.usual:
            yield "usual rate", f"{messages.usual} ({messages.source})"
    else:
        yield "packets", traffic(verdict)
    if verdict.oversized:
        yield "MTU", oversized(verdict, verdict.oversized)


def traffic(verdict: Verdict) -> str:
    """Return '2.88 M/s of 340 B (mean), 434 B on the wire (esp-gcm +56 B, IPv4)'."""
    conditions = verdict.conditions
    mean = "" if verdict.packets == f"{conditions.ip_bytes:.0f}" else " (mean)"
    text = f"{per_second(verdict.needs_ns)}/s of {numbers.size(conditions.ip_bytes or 0)}{mean}"
    if conditions.wire_bytes:
        text += f", {numbers.size(conditions.wire_bytes)} on the wire"
    carriers = ", ".join(filter(None, (_protocol(conditions.protocol), conditions.over)))
    added = f"{carriers} +{numbers.size(conditions.added_bytes or 0)}, " if carriers else ""
    return f"{text} ({added}IPv{conditions.ip_version})"


def _protocol(name: str) -> str:
    return "" if name in ("", "none") else name


def per_second(needs_ns: float) -> str:
    """Return '2.88 M', '812 k' or '95' for a time per packet."""
    rate = 1e9 / needs_ns
    for scale, unit in ((1e6, " M"), (1e3, " k")):
        if rate >= scale:
            return f"{numbers.significant(rate / scale)}{unit}"
    return numbers.significant(rate)


def oversized(verdict: Verdict, packet: Oversized) -> str:
    """Return what happens to packets that exceed the MTU once protected, and the size that fits."""
    try:
        at_the_ends = find_protocol(verdict.conditions.protocol or None).layout.strips_ip
    except UsageError:  # a protocol that only a later version knows
        at_the_ends = False
    outcome = "the sender must send less" if at_the_ends else "fragmented or refused"
    fits = f"; {packet.fits:,} B still fit" if packet.fits else ""
    return f"{packet.ip_bytes:,} B grow to {packet.sent_bytes:,} B: {outcome}{fits}"


def _to_do(verdict: Verdict) -> Iterator[Fact]:
    """Yield the first alternative with a line to configure it, the security standing, and the speed of the kernel's
    whole path."""
    if verdict.alternatives:
        first = verdict.alternatives[0]
        text = verdicts.instead(verdict, first)
        if verdict.scaling and first.subject == verdict.subject:
            text += f"; measured: {verdicts.scaling(verdict)}"
        if first.subject == verdict.subject:
            yield "remedy", text[0].upper() + text[1:]
        else:
            yield "instead", text
        lines = verdicts.config_lines(first) if first.subject != verdict.subject else ()
        if lines:
            yield "configure", lines[0]
    yield "security", verdict.security.standing
    if verdict.path:
        yield "whole path", verdicts.path_share(verdict)
