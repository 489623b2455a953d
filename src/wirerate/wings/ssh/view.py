# SPDX-License-Identifier: Apache-2.0 OR MIT
"""`ssh`: what holds a connection back, which cipher and MAC it should have, and which differences are real."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from wirerate.catalogue import standing
from wirerate.records import Comparison, Interval
from wirerate.report import columns, html, labels, numbers
from wirerate.report.html import Page, head, tabled
from wirerate.report.table import Cell, Column, Filled, Group, Table, Tone, grouped, wrap
from wirerate.report.terminal import Paper
from wirerate.statistics import CONFIDENCE
from wirerate.wings.ssh.algorithms import Candidate
from wirerate.wings.ssh.results import CPUS, OPERATIONS
from wirerate.wings.ssh.rows import (
    Bottleneck,
    ConnectionVerdict,
    Course,
    EndCost,
    SshRun,
    Transfer,
    UmacGain,
)
from wirerate.wings.ssh.verdict import answered

_GIB = (1 << 30) / 1e9  # seconds per GiB for each nanosecond per byte
_NOTE = (
    "CPU s/GiB: of the busier end, its fixed cost subtracted; vs best: that time over the best one's, paired round by "
    "round, = where it cannot be told from 1 or from the control; MAC: at least this share of the CPU time; MB/s: as "
    "this machine let it run; here, there: user + system."
)
_JUDGED = "One connection runs on one core at each end; the CPU of the busier end decides, kernel and copies included."
_NOT_CPU: dict[Bottleneck, str] = {
    "window": "No cipher makes this faster: use several connections at once, or an OpenSSH with a larger channel "
    "window.",
    "network": "No cipher makes this faster than the network is.",
    "source": "No cipher makes this faster than the file is read: compress it, or read it from somewhere faster.",
}
_LIMITS: dict[Bottleneck, str] = {
    "window": "channel window x round trip",
    "network": "the network",
    "source": "the disk or pipe that the data comes from",
}
_PLURALS = {"up": "uploads", "down": "downloads"}
_OTHERS = (
    "scp, sftp, git and rsync over ssh read this block, too. rsync's own checksums and compression, and the disks, are "
    "not in these figures; rsync://, PuTTY, WinSCP and FileZilla do not read it."
)
_WORTH_SAYING = 0.1  # of an end's time with work: held by other programs


def text(run: SshRun, on: Paper) -> str:
    """The bottleneck first, then the table, the verdicts, the block to paste, the security of each."""
    lines: list[str] = []
    for title, reason in _bottlenecks(run):
        first, *rest = wrap(f"{title}; {reason}.", on.width)
        lines += [on.ink(first, "strong"), *rest]
    parts = ["\n".join(lines) + "\n", on.table(table(run))]
    parts += [_verdicts(run, on), _proposal(run, on), _standings_text(run, on)]
    return "\n".join(part for part in parts if part)


def table(run: SshRun) -> Table:
    groups = []
    for operation in dict.fromkeys(m.operation for m in run.rows):
        against = {c.subject: c for c in reversed(run.comparisons) if c.conditions.operation == operation}
        rows = [_Row(m, against.get(m.subject)) for m in run.rows if m.operation == operation]
        for compared in (True, False):
            if found := [row for row in rows if bool(row.transfer.cpu) == compared]:
                first = found[0].transfer
                heading = _heading(first) if compared else "one look only"
                groups.append(grouped(heading, _COLUMNS, found, *(getattr(first, name) for name in _CONDITIONS)))
    noise = run.comparisons[0].noise if run.comparisons else None
    control = f" Control: one of them against itself differs by up to {numbers.share(noise, 1)}." if noise else ""
    note = f"{_NOTE}{control} Host: {labels.hardware(run)}."
    return Table("ssh", _COLUMNS, tuple(groups), note, ("condition", *_CONDITIONS))


def page(run: SshRun) -> Page:
    peer = next((m.peer for m in run.rows), "")
    told = _bottlenecks(run)
    asked = head(
        f"Which cipher and MAC for ssh to {peer}?",
        "; ".join(title for title, _ in told),
        " ".join(f"{reason}." for _, reason in told),
        partial=run.partial,
    )
    matrix = _matrix(run)
    by_mac = html.kept(matrix, f"{matrix.note}; an AEAD cipher has its own MAC", "heat")
    sections = [
        _block(run),
        html.section("ssh-matrix", "Cipher by MAC", "CPU time per GiB", by_mac),
        tabled("ssh-table", "Ranked", "Which differences are real", table(run)),
        html.section("ssh-security", "Security", "What each of them promises", _standings_html(run)),
    ]
    if gains := _umac_over_md5(run):
        sections.append(html.section("umac-md5", "UMAC-64 over HMAC-MD5", _ANNOUNCED, html.items(gains)))
    return Page(f"wirerate {run.command}", asked, sections)


# ---- the bottleneck ----


def _bottlenecks(run: SshRun) -> list[tuple[str, str]]:
    """The answer's first line, and the figures that it follows from; for each direction."""
    advice = run.findings
    if advice is None:
        return [("Bottleneck: not known", "no round was finished")]
    first = Course(direction=advice.direction, bottleneck=advice.bottleneck, flow=advice.flow)
    courses = [first, *([advice.also] if advice.also else [])]
    about = run.rows[0]
    named = len(courses) > 1 or advice.direction == "down"
    return [_bottleneck(course, about, named=named) for course in courses]


def _bottleneck(course: Course, about: Transfer, *, named: bool) -> tuple[str, str]:
    ends = ("sending", "receiving") if course.direction == "up" else ("receiving", "sending")
    both = "both ends being this machine" if about.one_machine else ""
    where: dict[Bottleneck, str] = {
        "cpu-here": f"CPU of the {ends[0]} end, {both or 'this machine'}",
        "cpu-there": f"CPU of the {ends[1]} end, {both or about.peer}",
        **_LIMITS,
    }
    of = f" of {_PLURALS[course.direction]}" if named else ""
    return f"Bottleneck{of}: {where[course.bottleneck]}", _reason(course, about)


def _reason(course: Course, about: Transfer) -> str:
    flow = course.flow
    here, there = flow.here, flow.there or 0.0
    if course.bottleneck == "window":
        return (
            f"{about.window / (1 << 20):.3g} MiB of channel window / {about.round_trip_ms:.3g} ms round trip = "
            f"{flow.window_mbps or 0:.3g} MB/s at most, {flow.mbps:.3g} MB/s reached"
        )
    if course.bottleneck == "source":
        return f"the source alone is read at {flow.source_mbps or 0:.3g} MB/s, sent at {flow.mbps:.3g}"
    if course.bottleneck == "network":
        unknown = "" if flow.there is not None else " (the other end's CPU could not be read)"
        busy = f"the CPUs are busy for {numbers.share(here)} here and {numbers.share(there)} there{unknown}"
        return f"{busy}, the window has room: by elimination; {flow.mbps:.3g} MB/s reached"
    more, less = numbers.share(max(here, there)), numbers.share(min(here, there))
    held = (
        f"; for {numbers.share(flow.waited)} of that other programs held the CPU" if flow.waited > _WORTH_SAYING else ""
    )
    return f"busy for {more} of the transfer, the other end for {less}{held}"


# ---- the proposal ----


def _proposal(run: SshRun, on: Paper) -> str:
    advice = run.findings
    if advice is None:
        return ""
    if advice.noise:
        told = (
            f"? CANNOT TELL which to use: one of them against itself differs by up to {numbers.share(advice.noise)} "
            "here, as much as ciphers do. Leave the configuration as it is."
        )
        return "\n".join(wrap(told, on.width)) + "\n"
    held = [advice.bottleneck, *([advice.also.bottleneck] if advice.also else [])]
    if not any(each in CPUS for each in held):
        return "\n".join(line for each in dict.fromkeys(held) for line in wrap(_NOT_CPU[each], on.width)) + "\n"
    if not advice.chosen:
        return "Nothing that was compared may be recommended: leave the configuration as it is.\n"
    same = _ties(run)  # with the best one: what ties with it need not tie with another of them
    tied = f" {advice.chosen} cannot be told from {', '.join(same)}." if same and advice.chosen not in same else ""
    lines = wrap(f"For ~/.ssh/config, with the default lists behind it:{tied}", on.width)
    shown = [*lines, "", *(f"    {line}" for line in advice.config.splitlines()), "", *wrap(_OTHERS, on.width)]
    return "\n".join(shown) + "\n"


def _block(run: SshRun) -> str:
    advice = run.findings
    if advice is None or not advice.chosen:
        return ""
    tied = _ties(run)
    also = f"<p>Not to be told apart: {html.text(', '.join(tied))}.</p>" if tied else ""
    block = f"<pre><code>{html.text(advice.config)}</code></pre>"
    note = "For ~/.ssh/config; ^ puts a name in front of the default list, whose others stay."
    notes = "".join(f'<p class="note">{html.text(words)}</p>' for words in (note, _OTHERS))
    return html.section("config", "To paste", f"{advice.chosen} is proposed", block + also + notes)


def _ties(run: SshRun) -> list[str]:
    """The subjects that cannot be told from the best one."""
    return list(dict.fromkeys(c.subject for c in run.comparisons if _is_tie(c)))


def _is_tie(comparison: Comparison) -> bool:
    """Whether the interval reaches to where a candidate against itself came out: the A/A control."""
    noise = comparison.noise or 0.0
    return comparison.ratio.low <= 1 + noise and comparison.ratio.high >= 1 / (1 + noise)


# ---- verdicts and security ----


def _verdicts(run: SshRun, on: Paper) -> str:
    """One line per link, on what is proposed, else on the cheapest that could be."""
    about = answered(run)
    judged = [verdict for verdict in run.verdicts if verdict.subject == about]
    lines = []
    several = len({verdict.conditions.operation for verdict in judged}) > 1
    for verdict in judged:
        of = f"{verdict.conditions.operation}, " if several else ""
        shown = labels.judged(verdict)
        first, *rest = wrap(f"{shown.glyph} {shown.words}: {of}{_judged_text(verdict)}", on.width)
        words = f"{shown.glyph} {shown.words}"
        lines += [on.ink(words, shown.tone) + first.removeprefix(words), *rest]
    cpu = any(_by_cpu(verdict) for verdict in judged)
    return "\n".join([*lines, *(wrap(_JUDGED, on.width) if cpu else [])]) + "\n" if lines else ""


def _judged_text(verdict: ConnectionVerdict) -> str:
    """1G, aes128-gcm, 0.15 times the speed needed: 18.2 MB/s reached, which the channel window x round trip limits."""
    room = verdict.headroom.median
    told = f"{verdict.link}, {verdict.subject}, {room:.3g} times the speed needed"
    if verdict.limit in CPUS:
        return told
    if _by_cpu(verdict):
        return f"{told} by CPU time; {verdict.mbps:.3g} MB/s reached: the network was full"
    several = f"; {verdict.cores} connections at once would" if verdict.cores and room < 1 else ""
    return (
        f"{told}: {verdict.mbps:.3g} MB/s reached, limited by {_LIMITS[verdict.limit]}; CPU time alone would allow "
        f"{verdict.cpu_headroom.median:.3g} times{several}"
    )


def _by_cpu(verdict: ConnectionVerdict) -> bool:
    """Whether CPU time decided, not the rate that was reached."""
    return verdict.headroom == verdict.cpu_headroom


def _standings(run: SshRun) -> dict[str, str]:
    """Each authenticator once with its standing, in the table's order."""
    found: dict[str, str] = {}
    for each in run.rows:
        name = Candidate(each.cipher, each.mac).standing
        if name and each.cpu:
            found.setdefault(each.mac or each.cipher, standing(name).standing)
    return found


def _standings_text(run: SshRun, on: Paper) -> str:
    lines = []
    for name, words in _standings(run).items():
        first, *rest = wrap(f"{name}: {words}", on.width - 2)
        lines += [first, *(f"  {line}" for line in rest)]
    return "\n".join(lines) + "\n" if lines else ""


def _standings_html(run: SshRun) -> str:
    rows = "".join(
        f"<div><dt>{html.text(name)}</dt><dd>{html.text(words)}</dd></div>" for name, words in _standings(run).items()
    )
    return f'<dl class="facts">{rows}</dl>'


# ---- the tables ----


def _matrix(run: SshRun) -> Table:
    """Cipher by MAC, CPU seconds per GiB: the page's heat map."""
    first = [m for m in run.rows if m.operation == run.rows[0].operation]
    found = {(each.cipher, each.mac): each for each in first}
    ciphers, macs = dict.fromkeys(cipher for cipher, _ in found), dict.fromkeys(mac for _, mac in found)
    best = min((each.cpu_ns_per_byte for each in found.values()), default=0.0)
    columns = (
        Column("cipher", ("cipher",), numeric=False),
        *(Column(mac or "own (AEAD)", (mac or "aead",)) for mac in macs),
    )
    rows = tuple((Cell(c, "strong"), *(_heat(found.get((c, mac)), best) for mac in macs)) for c in ciphers)
    what = f"CPU seconds per GiB of the busier end, {first[0].operation}" if first else ""
    return Table("ssh-matrix", columns, (Group("", rows),), what)


def _heat(transfer: Transfer | None, best: float) -> Cell:
    if transfer is None:
        return Cell("", "", (None,))
    cost = transfer.cpu_ns_per_byte
    tone: Tone = "good" if cost <= 1.1 * best else "warn" if cost <= 1.5 * best else "bad"
    if transfer.cpu is None:
        tone = "dim"  # one look is no measurement to be coloured by
    return Cell(f"{cost * _GIB:.3g}", tone, (cost * _GIB,))


def _heading(first: Transfer) -> str:
    size = f", packets of {numbers.size(round(first.packet_bytes))}" if first.packet_bytes else ""
    by = " by sftp" if first.through == "sftp" else ""
    rounds = f"{numbers.count(first.rounds, 'round')} of {numbers.size(first.bytes or 0)}{size}"
    set_up = f"{numbers.significant(first.start_ms)} ms of set-up and start subtracted"
    return f"{first.operation}s{by}: {rounds}, {set_up}"


_CONDITIONS = ("operation", "through", "peer", "bytes", "rounds", "start_ms", "packet_bytes")  # the heading's parts


@dataclass(frozen=True)
class _Row:
    """A transfer, and how it stands against the best one; None for that one and after one look only."""

    transfer: Transfer
    against: Comparison | None


def _interval(row: _Row) -> Cell:
    if (cpu := row.transfer.cpu) is None:
        return Cell(numbers.NONE, "dim", (None, None, None))
    low, high = cpu.low * _GIB, cpu.high * _GIB
    return Cell(f"{low:.3g} – {high:.3g}", "dim", (low, high, cpu.confidence))


def _against(row: _Row) -> Cell:
    """The CSV has the sign in a column of its own: best, = or ~, as on the screen."""
    if row.against is None:
        if row.transfer.cpu:
            return Cell("best", "good", ("best", 1.0, None, None))
        look = row.transfer.look
        return Cell(f"~×{look:.1f}" if look else numbers.NONE, "dim", ("~", look, None, None))
    ratio = row.against.ratio
    slower, low, high = 1 / ratio.median, 1 / ratio.high, 1 / ratio.low
    sign = "=" if _is_tie(row.against) else ""
    shown = f"{sign} {numbers.times(slower)}".strip()
    return Cell(shown, "dim" if sign else "", (sign, slower, low, high), f"{low:.3f} to {high:.3f}")


def _share(row: _Row) -> Cell:
    share = row.transfer.mac_share
    told = share if share and share >= 0.005 else None
    return Cell(f"≥{numbers.share(told)}" if told else numbers.NONE, "", (told,))


def _end(title: str, get: Callable[[Transfer], EndCost | None]) -> Filled[_Row]:
    def cell(row: _Row) -> Cell:
        if (cost := get(row.transfer)) is None:
            return Cell(numbers.NONE, "", (None, None))
        user, system = cost.user_ns_per_byte * _GIB, cost.system_ns_per_byte * _GIB
        return Cell(f"{user:.2g} + {system:.2g}", "dim", (user, system))

    return Filled(title, (f"{title}_user", f"{title}_system"), expendable=True, cell=cell)


_COLUMNS: tuple[Filled[_Row], ...] = (
    columns.words("cipher and MAC", "subject", lambda row: row.transfer.subject, "strong"),
    columns.figure("CPU s/GiB", "cpu_s_per_gib", lambda row: row.transfer.cpu_ns_per_byte * _GIB, "{:.3g}".format),
    Filled("interval", ("cpu_low", "cpu_high", "confidence"), cell=_interval),
    Filled("vs best", ("sign", "ratio", "ratio_low", "ratio_high"), cell=_against),
    Filled("MAC", ("mac_share",), cell=_share),
    columns.figure("MB/s", "mbps", lambda row: row.transfer.mbps, "{:,.0f}".format),
    _end("here", lambda transfer: transfer.here),
    _end("there", lambda transfer: transfer.there),
)


# ---- UMAC-64 over HMAC-MD5 ----

_ANNOUNCED = "UMAC-64 and HMAC-MD5 in the same rounds"


def _umac_over_md5(run: SshRun) -> list[str]:
    """One sentence for each direction: both ratios with their intervals, and the two times that they are of."""
    gains = run.findings.umac_over_md5 if run.findings else ()
    return [_umac_gain(each, run.rows) for each in gains]


def _umac_gain(gain: UmacGain, rows: Sequence[Transfer]) -> str:
    both = {row.subject: row.cpu for row in rows if row.operation == OPERATIONS[gain.direction] and row.cpu}
    costs = [f"{name} {_cost(both[name])}" for name in (gain.subject, gain.reference) if name in both]
    few = "" if (gain.cpu.confidence or 0) >= CONFIDENCE else "; too few rounds for intervals of 95 %"
    return (
        f"{gain.subject} over {gain.reference}, {_PLURALS[gain.direction]}, paired over "
        f"{numbers.count(gain.rounds, 'round')}: {_faster(gain.cpu)} by CPU time of the busier end, "
        f"{_faster(gain.time)} by the time of a transfer here{few}. CPU s/GiB: {', '.join(costs)}"
    )


def _faster(ratio: Interval) -> str:
    return f"×{ratio.median:.2f} ({ratio.low:.2f} – {ratio.high:.2f})"


def _cost(cpu: Interval) -> str:
    return f"{cpu.median * _GIB:.3g} ({cpu.low * _GIB:.3g} – {cpu.high * _GIB:.3g})"
