# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The answer of `ssh` on the terminal, as a table and as a page: what to use, the bottleneck, and all candidates."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from wirerate.catalogue import standing
from wirerate.records import Comparison, Interval
from wirerate.report import columns, html, labels, numbers
from wirerate.report.html import Page, head, tabled
from wirerate.report.table import Cell, Column, Filled, Group, Table, Tone, grouped, listed, wrap
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
    "CPU s/GiB: at the busier end, without the cost of starting; vs best: that time divided by the best one's, paired "
    "by round, with = for a tie and ~ for a single trial; MAC: at least this share of the CPU time is the MAC; MB/s: "
    "throughput of this transfer; here, there: user + system time."
)
_ONE_CORE = "A connection runs on one core at each end. The busier end's CPU decides, with kernel and copies included."
_NOT_CPU: dict[Bottleneck, str] = {
    "window": "Another cipher would not help. Use several connections at once, or an OpenSSH with a larger channel "
    "window.",
    "network": "Another cipher would not help: the network limits the transfer.",
    "source": "Another cipher would not help: reading the data limits the transfer. Compress it, or read it from "
    "faster storage.",
}
_LIMITS: dict[Bottleneck, str] = {
    "window": "channel window / round trip",
    "network": "the network",
    "source": "the disk or pipe that the data comes from",
}
_PLURALS = {"up": "uploads", "down": "downloads"}
_SCOPE = (
    "scp, sftp, git and rsync over ssh use this block too. rsync://, PuTTY, WinSCP and FileZilla do not. The figures "
    "do not include rsync's checksums and compression, nor the disks."
)
_NOTABLE_WAIT = 0.1  # waits for a CPU above this share of the busier end's working time are mentioned
_MANY_TIES = 3  # from this many on, the first sentence counts ties instead of naming them
_MORE = "More: --explain"


def text(run: SshRun, paper: Paper) -> str:
    """Return what to use, the bottleneck, the candidates and the lines to paste.

    `paper.explain` adds terms, conditions, security and host.
    """
    first, *rest = wrap(_headline(run), paper.width)
    lines = [paper.ink(first, "strong"), *rest]
    for title, reason in _bottlenecks(run):
        lines += wrap(f"{title}; {reason}.", paper.width)
    lines += _verdicts(run, paper)
    lines += paper.table(_candidate_table(run)).splitlines()
    if not paper.explain:
        lines += wrap(" ".join(filter(None, (_legend(run), _tried_once(run)))), paper.width)
    lines += _config(run, comments=paper.explain)
    if not paper.explain:
        return "\n".join([*lines, paper.ink(_MORE, "dim")]) + "\n"
    parts = ["\n".join(lines) + "\n", paper.table(table(run)), _explanations(run, paper), _standings_text(run, paper)]
    return "\n".join(part for part in parts if part)


def table(run: SshRun) -> Table:
    """Return every figure: a row per candidate, grouped by direction and by rounds or single trial."""
    groups = []
    for operation in dict.fromkeys(m.operation for m in run.rows):
        rows_of_operation = [row for row in _rows(run) if row.transfer.operation == operation]
        for compared in (True, False):
            if rows := [row for row in rows_of_operation if bool(row.transfer.cpu) == compared]:
                first = rows[0].transfer
                heading = _heading(first) if compared else "single trial only"
                groups.append(grouped(heading, _COLUMNS, rows, *(getattr(first, name) for name in _CONDITIONS)))
    noise = run.comparisons[0].noise if run.comparisons else None
    control = f" Control: two measurements of one candidate differ by up to {numbers.share(noise, 1)}." if noise else ""
    note = f"{_NOTE}{control} Host: {labels.hardware(run)}."
    return Table("ssh", _COLUMNS, tuple(groups), note, ("condition", *_CONDITIONS))


def page(run: SshRun) -> Page:
    peer = next((m.peer for m in run.rows), "")
    limits = _bottlenecks(run)
    title = head(
        f"Which cipher and MAC for ssh to {peer}?",
        _headline(run),
        " ".join(f"{limit}: {reason}." for limit, reason in limits),
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
    return Page(f"wirerate {run.command}", title, sections)


# ---- what to use ----


def _headline(run: SshRun) -> str:
    """Return the answer's first sentence, which names the algorithms to use or the reason to change nothing."""
    advice = run.findings
    if advice is None:
        return "No round was finished, so there is no answer."
    if advice.noise:
        return (
            "? CANNOT TELL which cipher to use: two measurements of one cipher differ by up to "
            f"{numbers.share(advice.noise)}, as much as different ciphers do. Keep your configuration."
        )
    limits = [advice.bottleneck, *([advice.also.bottleneck] if advice.also else [])]
    if not any(limit in CPUS for limit in limits):
        return " ".join(_NOT_CPU[limit] for limit in dict.fromkeys(limits))
    if not advice.chosen:
        return "None of the candidates is recommended: keep the configuration."
    ties = _ties(run)  # ties with the best candidate; the tied ones need not tie with one another
    names = ", ".join(ties) if len(ties) < _MANY_TIES else f"{len(ties)} others (marked =)"
    tied = f" It ties with {names}." if ties and advice.chosen not in ties else ""
    row = next((m for m in run.rows if m.subject == advice.chosen and m.cpu), None)
    cost = f": {row.cpu_ns_per_byte * _GIB:.3g} CPU s/GiB at the busier end" if row else ""
    rate = f", {row.mbps:,.0f} MB/s" if row and row.mbps else ""
    return f"Use {advice.chosen}{cost}{rate}.{tied}"


def _config(run: SshRun, *, comments: bool) -> list[str]:
    """Return the lines for ~/.ssh/config."""
    if run.findings is None or not run.findings.chosen:
        return []
    return [line for line in run.findings.config.splitlines() if comments or not line.startswith("#")]


def _explanations(run: SshRun, paper: Paper) -> str:
    notes = []
    if run.findings and run.findings.chosen:
        notes.append(
            f"The Host block is for ~/.ssh/config. OpenSSH's other algorithms follow the ones named there. {_SCOPE}"
        )
    if any(_by_cpu(verdict) for verdict in _answered_verdicts(run)):
        notes.append(_ONE_CORE)
    return "".join(f"{line}\n" for note in notes for line in wrap(note, paper.width))


def _block(run: SshRun) -> str:
    advice = run.findings
    if advice is None or not advice.chosen:
        return ""
    ties = _ties(run)
    tied = f"<p>These tie with the best: {html.text(', '.join(ties))}.</p>" if ties else ""
    block = f"<pre><code>{html.text(advice.config)}</code></pre>"
    note = "For ~/.ssh/config. ^ puts a name in front of the default list, whose other names stay."
    notes = "".join(f'<p class="note">{html.text(words)}</p>' for words in (note, _SCOPE))
    return html.section("config", "To paste", f"{advice.chosen} is recommended", block + tied + notes)


# ---- the bottleneck ----


def _bottlenecks(run: SshRun) -> list[tuple[str, str]]:
    """Return the bottleneck in each direction, and the figures that show it."""
    advice = run.findings
    if advice is None:
        return []
    first = Course(direction=advice.direction, bottleneck=advice.bottleneck, flow=advice.flow)
    courses = [first, *([advice.also] if advice.also else [])]
    named = len(courses) > 1 or advice.direction == "down"
    return [_bottleneck(course, run.rows[0], named=named) for course in courses]


def _bottleneck(course: Course, transfer: Transfer, *, named: bool) -> tuple[str, str]:
    ends = ("sending", "receiving") if course.direction == "up" else ("receiving", "sending")
    both = "both ends are this machine" if transfer.one_machine else ""
    places: dict[Bottleneck, str] = {
        "cpu-here": f"CPU of the {ends[0]} end ({both or 'this machine'})",
        "cpu-there": f"CPU of the {ends[1]} end ({both or transfer.peer})",
        **_LIMITS,
    }
    direction = f" of {_PLURALS[course.direction]}" if named else ""
    return f"Bottleneck{direction}: {places[course.bottleneck]}", _reason(course, transfer)


def _reason(course: Course, transfer: Transfer) -> str:
    flow = course.flow
    local, remote = flow.here, flow.there or 0.0
    if course.bottleneck == "window":
        return (
            f"{transfer.window / (1 << 20):.3g} MiB of channel window / {transfer.round_trip_ms:.3g} ms round trip = "
            f"{flow.window_mbps or 0:.3g} MB/s at most, {flow.mbps:.3g} MB/s reached"
        )
    if course.bottleneck == "source":
        return f"it is read at {flow.source_mbps or 0:.3g} MB/s on its own, and sent at {flow.mbps:.3g} MB/s"
    if course.bottleneck == "network":
        unknown = " (the other end's CPU could not be read)" if flow.there is None else ""
        return (
            f"by elimination: CPU busy {numbers.share(local)} here, {numbers.share(remote)} there{unknown}, channel "
            f"window not full; {flow.mbps:.3g} MB/s reached"
        )
    more, less = numbers.share(max(local, remote)), numbers.share(min(local, remote))
    waited = f" ({numbers.share(flow.waited)} of that with other programs)" * (flow.waited > _NOTABLE_WAIT)
    return f"busy for {more} of the transfer{waited}, the other end's for {less}"


# ---- ties ----


def _ties(run: SshRun) -> list[str]:
    """Return the subjects that cannot be distinguished from the best candidate."""
    return list(dict.fromkeys(c.subject for c in run.comparisons if _is_tie(c)))


def _is_tie(comparison: Comparison) -> bool:
    """Return whether the ratio's interval overlaps the range of the A/A control."""
    noise = comparison.noise or 0.0
    return comparison.ratio.low <= 1 + noise and comparison.ratio.high >= 1 / (1 + noise)


# ---- verdicts and security ----


def _answered_verdicts(run: SshRun) -> list[ConnectionVerdict]:
    """Return the verdicts on the recommended candidate, else on the cheapest one permitted."""
    subject = answered(run)
    return [verdict for verdict in run.verdicts if verdict.subject == subject]


def _verdicts(run: SshRun, paper: Paper) -> list[str]:
    """Return one verdict per link."""
    verdicts = _answered_verdicts(run)
    lines = []
    several = len({verdict.conditions.operation for verdict in verdicts}) > 1
    for verdict in verdicts:
        direction = f"{verdict.conditions.operation}, " if several else ""
        sign = labels.judged(verdict)
        word = f"{sign.glyph} {sign.words}"
        first, *rest = wrap(f"{word}: {direction}{_verdict_text(verdict)}", paper.width)
        lines += [paper.ink(word, sign.tone) + first.removeprefix(word), *rest]
    return lines


def _verdict_text(verdict: ConnectionVerdict) -> str:
    """Return '1G with aes128-gcm: ×0.15; 18.2 MB/s reached, limited by channel window / round trip; ...'."""
    room = verdict.headroom.median
    question = f"{verdict.link} with {verdict.subject}: {numbers.times(room)}"
    if verdict.limit in CPUS:
        return f"{question} on one core"
    if _by_cpu(verdict):
        return f"{question} by CPU time; the network was full at {verdict.mbps:.3g} MB/s"
    several = f"; {verdict.cores} connections at once would reach it" if verdict.cores and room < 1 else ""
    return (
        f"{question}; {verdict.mbps:.3g} MB/s reached, limited by {_LIMITS[verdict.limit]}; the CPU alone would allow "
        f"{numbers.times(verdict.cpu_headroom.median)}{several}"
    )


def _by_cpu(verdict: ConnectionVerdict) -> bool:
    """Return whether CPU time decided the verdict, not the throughput reached."""
    return verdict.headroom == verdict.cpu_headroom


def _standings(run: SshRun) -> dict[str, str]:
    """Return the security of every authenticator compared, in the table's order."""
    standings: dict[str, str] = {}
    for row in run.rows:
        name = Candidate(row.cipher, row.mac).standing
        if name and row.cpu:
            standings.setdefault(row.mac or row.cipher, standing(name).standing)
    return standings


def _standings_text(run: SshRun, paper: Paper) -> str:
    lines = []
    for name, words in _standings(run).items():
        first, *rest = wrap(f"{name}: {words}", paper.width - 2)
        lines += [first, *(f"  {line}" for line in rest)]
    return "\n".join(lines) + "\n" if lines else ""


def _standings_html(run: SshRun) -> str:
    rows = "".join(
        f"<div><dt>{html.text(name)}</dt><dd>{html.text(words)}</dd></div>" for name, words in _standings(run).items()
    )
    return f'<dl class="facts">{rows}</dl>'


# ---- the tables ----


def _matrix(run: SshRun) -> Table:
    """Return the page's heat map: CPU seconds per GiB by cipher and MAC."""
    first = [m for m in run.rows if m.operation == run.rows[0].operation]
    transfers = {(row.cipher, row.mac): row for row in first}
    ciphers, macs = dict.fromkeys(cipher for cipher, _ in transfers), dict.fromkeys(mac for _, mac in transfers)
    best = min((row.cpu_ns_per_byte for row in transfers.values()), default=0.0)
    columns = (
        Column("cipher", ("cipher",), numeric=False),
        *(Column(mac or "own (AEAD)", (mac or "aead",)) for mac in macs),
    )
    rows = tuple((Cell(c, "strong"), *(_heat(transfers.get((c, mac)), best) for mac in macs)) for c in ciphers)
    note = f"CPU seconds per GiB at the busier end, {first[0].operation}" if first else ""
    return Table("ssh-matrix", columns, (Group("", rows),), note)


def _heat(transfer: Transfer | None, best: float) -> Cell:
    if transfer is None:
        return Cell("", "", (None,))
    cost = transfer.cpu_ns_per_byte
    tone: Tone = "good" if cost <= 1.1 * best else "warn" if cost <= 1.5 * best else "bad"
    if transfer.cpu is None:
        tone = "dim"  # a single trial is too uncertain for a colour
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
    """A candidate's transfers, and their comparison with the best candidate's; None for the best itself and after a
    single trial."""

    transfer: Transfer
    comparison: Comparison | None


def _rows(run: SshRun) -> list[_Row]:
    by_operation = {(c.conditions.operation, c.subject): c for c in reversed(run.comparisons)}
    return [_Row(m, by_operation.get((m.operation, m.subject))) for m in run.rows]


def _candidate_table(run: SshRun) -> Table:
    """Return the default answer's table: the candidates measured in rounds, without the conditions.

    If the run stopped before any round was finished, the table has the single trials.
    """
    rows = [row for row in _rows(run) if row.transfer.cpu] or _rows(run)
    several = len({row.transfer.operation for row in rows}) > 1
    direction: Filled[_Row] = columns.words("direction", "operation", lambda row: row.transfer.operation)
    shown = (_COLUMNS[0], *([direction] if several else []), *_COLUMNS[1:6])
    return listed("ssh", shown, rows)


def _legend(run: SshRun) -> str:
    return "=: no measurable difference from the best. MAC: its share of the CPU time, at least." if _ties(run) else ""


def _tried_once(run: SshRun) -> str:
    """Return a sentence on the candidates that were dropped after a single trial, '' if there are none."""
    once = sorted((m.look or 0.0, m.subject) for m in run.rows if not m.cpu)
    if not once or len(once) == len(run.rows):
        return ""
    (ratio, name), count = once[0], numbers.count(len({subject for _, subject in once}), "candidate")
    cheapest = f"; the cheapest of them, {name}, took about ×{ratio:.1f} of the best" if ratio else ""
    return f"{count} dropped after a single trial{cheapest}."


def _interval(row: _Row) -> Cell:
    if (cpu := row.transfer.cpu) is None:
        return Cell(numbers.NONE, "dim", (None, None, None))
    low, high = cpu.low * _GIB, cpu.high * _GIB
    return Cell(f"{low:.3g} – {high:.3g}", "dim", (low, high, cpu.confidence))


def _versus_best(row: _Row) -> Cell:
    """Return the ratio to the best candidate; the CSV has its sign (best, = or ~) in a separate column."""
    if row.comparison is None:
        if row.transfer.cpu:
            return Cell("best", "good", ("best", 1.0, None, None))
        look = row.transfer.look
        return Cell(f"~×{look:.1f}" if look else numbers.NONE, "dim", ("~", look, None, None))
    ratio = row.comparison.ratio
    slower, low, high = 1 / ratio.median, 1 / ratio.high, 1 / ratio.low
    sign = "=" if _is_tie(row.comparison) else ""
    shown = f"{sign} {numbers.times(slower)}".strip()
    return Cell(shown, "dim" if sign else "", (sign, slower, low, high), f"{low:.3f} to {high:.3f}")


def _share(row: _Row) -> Cell:
    share = row.transfer.mac_share
    notable = share if share and share >= 0.005 else None
    return Cell(f"≥{numbers.share(notable)}" if notable else numbers.NONE, "", (notable,))


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
    Filled("vs best", ("sign", "ratio", "ratio_low", "ratio_high"), cell=_versus_best),
    Filled("MAC", ("mac_share",), cell=_share),
    columns.figure("MB/s", "mbps", lambda row: row.transfer.mbps, "{:,.0f}".format),
    _end("here", lambda transfer: transfer.here),
    _end("there", lambda transfer: transfer.there),
)


# ---- UMAC-64 over HMAC-MD5 ----

_ANNOUNCED = "UMAC-64 and HMAC-MD5 in the same rounds"


def _umac_over_md5(run: SshRun) -> list[str]:
    """Return one sentence per direction: both ratios with their intervals, and the times they compare."""
    gains = run.findings.umac_over_md5 if run.findings else ()
    return [_umac_gain(gain, run.rows) for gain in gains]


def _umac_gain(gain: UmacGain, rows: Sequence[Transfer]) -> str:
    both = {row.subject: row.cpu for row in rows if row.operation == OPERATIONS[gain.direction] and row.cpu}
    costs = [f"{name} {_cost(both[name])}" for name in (gain.subject, gain.reference) if name in both]
    few = "" if (gain.cpu.confidence or 0) >= CONFIDENCE else "; too few rounds for intervals of 95 %"
    return (
        f"{gain.subject} over {gain.reference}, {_PLURALS[gain.direction]}, paired over "
        f"{numbers.count(gain.rounds, 'round')}: {_faster(gain.cpu)} by CPU time of the busier end, "
        f"{_faster(gain.time)} by transfer time on this host{few}. CPU s/GiB: {', '.join(costs)}"
    )


def _faster(ratio: Interval) -> str:
    return f"×{ratio.median:.2f} ({ratio.low:.2f} – {ratio.high:.2f})"


def _cost(cpu: Interval) -> str:
    return f"{cpu.median * _GIB:.3g} ({cpu.low * _GIB:.3g} – {cpu.high * _GIB:.3g})"
