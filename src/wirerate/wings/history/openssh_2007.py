# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The faster MACs announced on OpenSSH's mailing list in June 2007, and the same MACs on this machine."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Sequence
from typing import Any

from wirerate.catalogue.history import PostedRuns, PostedSeries, openssh_2007_runs
from wirerate.errors import Error
from wirerate.question import Progress
from wirerate.records import Interval, read, store
from wirerate.report import columns, html, labels, numbers
from wirerate.report.html import Page, head, tabled
from wirerate.report.table import Cell, Filled, Table, grouped, listed, stacked, wrap
from wirerate.report.terminal import Paper
from wirerate.verdict.posted_runs import posted_series
from wirerate.vocabulary import Keyed
from wirerate.wings.history.history import call
from wirerate.wings.history.rows import AnnouncedGain, HistoryRun, OpenSsh2007, PayloadGain, TransferGain2007

_SECONDS = 8.0
_MACS = ("hmac-md5", "hmac-sha1", "umac-64")
_PAYLOADS = (64, 256, 512, 1024, 2048, 8192, 32768)
_SHOWN = (64, 2048, 32768)  # payloads shown in the table
_SCP = 2048  # scp's buffer in 2007
_MD5, _SHA1, _UMAC = "hmac-md5@openssl", "hmac-sha1@openssl", "umac-64@wirerate"
_KEEPING = (0.16, 0.12)
# Subject, reference, how the reference handles its key schedule, and the announced gains. OpenSSH 4.6p1 set the key of
# the MAC again for every packet.
_ANNOUNCED: tuple[tuple[str, str, Keyed, tuple[float, ...]], ...] = (
    (_MD5, _MD5, "rekey", _KEEPING),
    (_MD5, _MD5, "fresh", _KEEPING),
    (_SHA1, _SHA1, "rekey", ()),
    (_UMAC, _MD5, "reuse", (0.20,)),
    (_UMAC, _MD5, "rekey", (0.20,)),
    (_UMAC, _SHA1, "reuse", (0.28,)),
)


def answer(progress: Progress | None) -> HistoryRun:
    """Return the announced gains beside those that `wirerate ssh mill` measures, and statistics of the posted runs."""
    mill = call("mill")(_MACS, payloads=_PAYLOADS, time=_SECONDS, progress=progress)
    sha = mill.findings
    run = HistoryRun(command="history openssh-2007", environment=mill.environment, source="openssh-2007")
    run.rows = [row for announced in _ANNOUNCED if (row := _gain(mill.comparisons, *announced))]
    run.findings = OpenSsh2007(
        posted=posted_series(),
        transfers=_transfers(),
        md5_ns=sha and sha.md5_ns,
        sha1_ns=sha and sha.sha1_ns,
        sha_instructions=sha and sha.sha_instructions,
    )
    run.problems, run.exit, run.partial = mill.problems, mill.exit, mill.partial
    return run


def _gain(
    comparisons: Sequence[Any], subject: str, reference: str, keyed: Keyed, announced: tuple[float, ...]
) -> AnnouncedGain | None:
    ratios = {
        int(c.conditions.bytes or 0): c.ratio
        for c in comparisons
        if (c.subject, c.reference, c.against_keyed) == (subject, reference, keyed)
    }
    if not ratios:
        return None
    gains = tuple(
        PayloadGain(bytes=size, gain=Interval(r.median - 1, r.low - 1, r.high - 1, r.confidence))
        for size, r in sorted(ratios.items())
    )
    points = [(one.bytes, one.gain.median) for one in gains]
    return AnnouncedGain(
        subject=subject,
        reference=reference,
        reference_keyed=keyed,
        announced=announced,
        gains=gains,
        payloads=tuple(crossing(points, level) for level in announced),
    )


def crossing(points: Sequence[tuple[int, float]], level: float) -> float | None:
    """Return the payload at which a gain passes the level, interpolated on logarithmic scales; None if it never does.

    A fixed saving of time per packet gives a gain of 1 / (a + b × size), which is nearly a straight line on these
    scales.
    """
    for (x0, y0), (x1, y1) in itertools.pairwise(points):
        if (y0 - level) * (y1 - level) <= 0 and y0 > 0 and y1 > 0 and y0 != y1:
            share = (math.log(level) - math.log(y0)) / (math.log(y1) - math.log(y0))
            return math.exp(math.log(x0) + share * (math.log(x1) - math.log(x0)))
    return None


def _transfers() -> tuple[TransferGain2007, ...]:
    """Return the comparison of UMAC-64 with HMAC-MD5 in the newest stored run of `wirerate ssh`, if it has one."""
    try:
        newest: Any = read(store.last("ssh"))
    except Error:
        return ()
    gains = newest.findings.umac_over_md5 if newest.findings else ()
    date = newest.environment.date if newest.environment else ""
    return tuple(
        TransferGain2007(
            subject=one.subject,
            reference=one.reference,
            direction=one.direction,
            rounds=one.rounds,
            cpu=one.cpu,
            time=one.time,
            date=date,
        )
        for one in gains
    )


# ---- sentences ----


def _verdict(run: HistoryRun) -> str:
    then = "In June 2007 OpenSSH's UMAC-64 made whole transfers 20 % faster than HMAC-MD5"
    umac = next((row for row in run.rows if isinstance(row, AnnouncedGain) and row.announced == (0.20,)), None)
    if umac is None:
        return f"{then}. Nothing was measured here."
    small, large = _at(umac, _SCP), umac.gains[-1]
    return (
        f"{then}; here it seals a packet of {numbers.size(_SCP)} {_percent(small)} faster and one of "
        f"{numbers.size(large.bytes)} {_percent(large.gain.median)} faster."
    )


def _at(row: AnnouncedGain, size: int) -> float:
    return next((one.gain.median for one in row.gains if one.bytes == size), row.gains[-1].gain.median)


def _remarks(run: HistoryRun) -> list[str]:
    """Return remarks on what the announcement and the posted runs leave open, with evidence from this machine."""
    about = openssh_2007_runs()
    remarks = [
        "The announced gains are of whole transfers over arcfour256 without a packet size; here they are of one "
        "packet's CPU time under arcfour.",
        *about.reports,
    ]
    findings = run.findings
    if findings and findings.md5_ns and findings.sha1_ns:
        why = " (the CPU has instructions for SHA-1)" if findings.sha_instructions else ""
        remarks.append(
            "The message expected a larger gain for HMAC-SHA1 because SHA-1 was the more expensive hash; here its "
            f"compression function takes {findings.sha1_ns:.3g} ns{why}, MD5's {findings.md5_ns:.3g} ns."
        )
    for one in findings.transfers if findings else ():
        remarks.append(
            f"Whole transfers here (wirerate ssh, {one.date[:10]}, {one.direction}): {one.subject} over "
            f"{one.reference} {numbers.factor(one.cpu)} by CPU time, {numbers.factor(one.time)} by transfer time."
        )
    if not (findings and findings.transfers):
        remarks.append("Whole transfers here: wirerate ssh compares the two MACs end to end.")
    return remarks


# ---- tables ----

_NAMES = {_MD5: "HMAC-MD5", _SHA1: "HMAC-SHA1", _UMAC: "UMAC-64"}
_STATES = {"rekey": "rekeyed", "fresh": "allocated", "reuse": "kept"}


def _name(row: AnnouncedGain) -> str:
    kept = " kept" if row.subject == row.reference else ""
    reference = "" if kept else f" {_NAMES[row.reference]}"
    return f"{_NAMES[row.subject]}{kept} over{reference} {_STATES[row.reference_keyed]}"


def _percent(share: float) -> str:
    if share >= 10:
        return numbers.times(share + 1)
    return numbers.share(share) if abs(share) >= 0.1 else numbers.share(share, 1)


def _announced(row: AnnouncedGain) -> Cell:
    shown = " – ".join(f"{share * 100:.0f}" for share in sorted(row.announced))
    low, high = (min(row.announced), max(row.announced)) if row.announced else (None, None)
    return Cell(f"{shown} %" if shown else "larger", "", (low, high))


def _reached(row: AnnouncedGain) -> Cell:
    known = sorted(size for size in row.payloads if size is not None)
    shown = " – ".join(numbers.significant(size, 2) for size in known)
    figures = (known[0], known[-1]) if known else (None, None)
    return Cell(f"{shown} B" if known else numbers.NONE, "", figures)


def _size(size: int) -> Filled[AnnouncedGain]:
    def cell(row: AnnouncedGain) -> Cell:
        gain = next((one.gain for one in row.gains if one.bytes == size), None)
        if gain is None:
            return Cell(numbers.NONE, "", columns.ends(None))
        shown = _percent(gain.median) if gain.low > 0 else "≈0"
        return Cell(shown, "", columns.ends(gain), f"{_percent(gain.low)} to {_percent(gain.high)}")

    fields = (f"gain_{size}", f"gain_{size}_low", f"gain_{size}_high")
    return Filled(numbers.size(size), fields, cell=cell)


def _gains(run: HistoryRun) -> Table:
    shown: tuple[Filled[AnnouncedGain], ...] = (
        columns.words("how much faster", "gain", _name),
        Filled("2007", ("announced_low", "announced_high"), cell=_announced),
        *(_size(size) for size in _SHOWN),
        Filled("equal at", ("equal_at_low", "equal_at_high"), cell=_reached),
    )
    rows = [row for row in run.rows if isinstance(row, AnnouncedGain)]
    return listed("gains", shown, rows, _GAINS_NOTE)


_GAINS_NOTE = (
    "2007: as announced by Damien Miller, openssh-unix-dev, 11 June 2007. 64 B, 2 KiB, 32 KiB: the gain here in "
    "sealing one packet of that payload. kept: the MAC's key schedule is reused; rekeyed: it is recomputed for each "
    "packet, as in 4.6p1; allocated: it is allocated and recomputed for each packet. ≈0: the interval includes zero. "
    "equal at: the payload at which the gain here equals the announced one."
)
_Posted = tuple[PostedSeries, PostedRuns]


def _posted(run: HistoryRun) -> Table:
    """Return the statistics of all posted runs, then of the runs without outliers."""
    series = run.findings.posted if run.findings else ()
    shown: tuple[Filled[_Posted], ...] = (
        columns.words("series", "series", lambda row: row[0].name, "strong"),
        columns.figure("runs", "runs", lambda row: row[1].runs, str),
        columns.interval("median s", "seconds", lambda row: row[1].seconds, "{:g}".format),
        Filled("interval", ("confidence",), cell=_interval),
        columns.figure("mean MB/s", "mean_mbps", lambda row: row[1].mean_mbps, "{:.2f}".format),
        Filled("over STD", ("speedup", "speedup_low", "speedup_high"), cell=_speedup),
    )
    statistics: dict[str, Callable[[PostedSeries], PostedRuns]] = {
        "every posted run": lambda one: one.every,
        "without outliers": lambda one: one.without,
    }
    groups = tuple(grouped(name, shown, [(one, get(one)) for one in series]) for name, get in statistics.items())
    return Table("posted", shown, groups, _posted_note(series))


def _interval(row: _Posted) -> Cell:
    seconds = row[1].seconds
    return Cell(f"{seconds.low:g} – {seconds.high:g}", "dim", (seconds.confidence,))


def _speedup(row: _Posted) -> Cell:
    over = row[1].speedup
    return Cell(numbers.factor(over) if over else numbers.NONE, figures=columns.ends(over))


def _posted_note(series: Sequence[PostedSeries]) -> str:
    about = openssh_2007_runs()
    builds = "; ".join(f"{one.name}: {one.what}" for one in series)
    return (
        f"{about.source}: {about.command}, 2 GiB a run; {about.title}. {builds}. The series ran one after the other, "
        "and HPN, which leaves the MAC alone, gained as much as the kept context: the runs do not show what it gained."
    )


def _seconds() -> list[tuple[str, str]]:
    """Return every posted run's seconds, by series, in the order posted."""
    return [(one.name, " ".join(f"{value:g}" for value in one.seconds)) for one in openssh_2007_runs().series]


# ---- terminal, exports, page ----


def text(run: HistoryRun, paper: Paper) -> str:
    lines = [*(paper.ink(line, "strong") for line in wrap(_verdict(run), paper.width)), ""]
    lines += [*paper.table(_gains(run)).splitlines(), "", *paper.table(_posted(run)).splitlines(), ""]
    lines.append(paper.ink("seconds of every run, in the order posted", "strong"))
    lines += [line for name, values in _seconds() for line in wrap(f"{name}  {values}", paper.width, "")]
    if paper.explain:
        lines += ["", *(line for remark in _remarks(run) for line in wrap(remark, paper.width))]
        lines += [f"Host: {labels.hardware(run)}."]
    return "\n".join(lines) + "\n"


def table(run: HistoryRun) -> Table:
    return stacked("openssh-2007", (("gains", _gains(run)), ("posted", _posted(run))))


def page(run: HistoryRun) -> Page:
    lead = "One packet's CPU time on this machine beside the gains of whole transfers that were announced."
    sections = [
        tabled("gains", "Announced and measured", "How much faster, by payload", _gains(run)),
        tabled("posted", "Posted runs", "61 runs of scp, with and without outliers", _posted(run)),
        html.section("seconds", "Posted runs", "Seconds of every run, in the order posted", html.fact_list(_seconds())),
        html.section("remarks", "The thread", "What the figures do and do not show", html.items(_remarks(run))),
    ]
    opening = head("OpenSSH, June 2007", _verdict(run), lead, partial=run.partial)
    return Page("OpenSSH's MACs of June 2007 · wirerate", opening, sections)
