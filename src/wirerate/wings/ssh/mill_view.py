# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The answer of `ssh mill`: what keeping a MAC's key schedule gains by packet size, measured and predicted."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from wirerate.records import Interval
from wirerate.report import columns, labels, numbers
from wirerate.report.html import Page, head, tabled
from wirerate.report.table import Cell, Filled, Table, Tone, grouped, listed, wrap
from wirerate.report.terminal import Paper
from wirerate.vocabulary import Keyed
from wirerate.wings.ssh.rows import MilledPacket, MillGain, MillRun

_NOTE = (
    "CPU time per packet. kept, rekeyed, allocated: the key schedule is kept, recomputed, or allocated and recomputed "
    "for every packet. gain: how much faster kept is than rekeyed, paired. predicted: the time to rekey, from the "
    "second table, divided by the packet's time. off by: measured against predicted time for kept / rekeyed / "
    "allocated; for HMAC, kept is predicted by counting compression calls. MAC: the MAC's share of the time when kept."
)
_KEYING = "Time to rekey per packet"
_KEYING_NOTE = (
    "rekeying ns: extra time over a kept key schedule, on the shortest packet without a cipher. by count: the two "
    "compression calls for HMAC's key. library: the rest, spent in the library. agrees: payloads at which the gain "
    "predicted from this time and the measured gain have overlapping intervals."
)
_HISTORY = "×: times as fast. To compare with June 2007: wirerate history openssh-2007. More: --explain"
_ENDS = (64, 32768)  # payloads in the first sentence, where they were measured


def text(run: MillRun, paper: Paper) -> str:
    """Return the gains by MAC and payload; `paper.explain` adds every time, the predictions and the host."""
    lines = [paper.ink(line, "strong") for line in wrap(_headline(run), paper.width)]
    lines += paper.table(_gain_table(run)).splitlines()
    if not paper.explain:
        return "\n".join([*lines, *(paper.ink(line, "dim") for line in wrap(_HISTORY, paper.width))]) + "\n"
    parts = ["\n".join(lines) + "\n", paper.table(table(run))]
    if keying := keying_table(run):
        parts += [paper.ink(_KEYING, "strong"), paper.table(keying)]
    return "\n".join(parts)


def table(run: MillRun) -> Table:
    """Return every figure: one group per MAC, one row per payload."""
    groups = []
    for subject in _subjects(run):
        rows = [m for m in run.rows if m.subject == subject]
        figures = subject, rows[0].cipher, rows[0].order
        groups.append(grouped(", ".join(figures), _COLUMNS, _sizes(run, rows), *figures))
    note = f"{_NOTE} Host: {labels.hardware(run)}."
    return Table("mill", _COLUMNS, tuple(groups), note, ("condition", "subject", "cipher", "order"))


def keying_table(run: MillRun) -> Table | None:
    """Return the time to rekey, one row per MAC; None if it was not measured."""
    rows = [row for subject in _subjects(run) if (row := _keying(run, subject)).rekeying]
    if not rows:
        return None
    return listed("keying", _KEYING_COLUMNS, rows, _KEYING_NOTE)


def page(run: MillRun) -> Page:
    title = head("SSH packets in one process", _headline(run))
    sections = [tabled("mill", "Every size", "Measured beside predicted", table(run))]
    if keying := keying_table(run):
        sections.append(tabled("keying", "Keying", _KEYING, keying))
    return Page(f"wirerate {run.command}", title, sections)


def _subjects(run: MillRun) -> list[str]:
    return list(dict.fromkeys(m.subject for m in run.rows if m.role == "subject"))


# ---- the default answer ----


def _gains(run: MillRun, subject: str) -> dict[int, Interval]:
    """Return what keeping the key schedule gains over rekeying, by payload."""
    rows = [m for m in run.rows if m.subject == subject]
    return {size.payload: size.over_rekeying.ratio for size in _sizes(run, rows) if size.over_rekeying}


def _headline(run: MillRun) -> str:
    """Return the first sentence: the MAC that gains most, at a small and at a large packet."""
    gains = {subject: gains for subject in _subjects(run) if (gains := _gains(run, subject))}
    if not gains:
        return "No round was finished, so there is no answer."
    size = _ENDS[0] if all(_ENDS[0] in by_size for by_size in gains.values()) else min(min(gains.values(), key=min))
    most = max(gains, key=lambda subject: gains[subject].get(size, Interval(0, 0, 0, None)).median)
    ends = dict.fromkeys((size, max(gains[most])))
    shown = " and ".join(f"{_percent(gains[most][end].median - 1)} at {numbers.size(end)}" for end in ends)
    return f"Keeping the MAC's key schedule instead of rekeying per packet gains most for {most}: {shown}."


def _gain_table(run: MillRun) -> Table:
    """Return the gain of a kept key schedule over rekeying: a row per MAC, a column per payload."""
    payloads = sorted({payload for subject in _subjects(run) for payload in _gains(run, subject)})
    last = payloads[-1] if payloads else 0

    def column(payload: int) -> Filled[str]:
        def cell(subject: str) -> Cell:
            return _gain_cell(_gains(run, subject).get(payload))

        fields = (f"gain_{payload}", f"gain_{payload}_low", f"gain_{payload}_high")
        return Filled(numbers.size(payload), fields, expendable=payload != last, cell=cell)

    name: Filled[str] = columns.words("gain by payload", "subject", lambda subject: subject, "strong")
    return listed("mill-gains", (name, *map(column, payloads)), _subjects(run))


# ---- the full table ----


@dataclass(frozen=True)
class _Size:
    """One MAC at one payload: a row per handling of its key schedule, and the gain of keeping it over rekeying."""

    payload: int
    modes: dict[Keyed, MilledPacket]
    over_rekeying: MillGain | None

    @property
    def kept(self) -> MilledPacket | None:
        return self.modes.get("reuse")


def _sizes(run: MillRun, rows: Sequence[MilledPacket]) -> list[_Size]:
    subject = rows[0].subject
    gains = {
        c.conditions.bytes: c
        for c in reversed(run.comparisons)
        if c.subject == c.reference == subject and c.against_keyed == "rekey"
    }
    sizes = sorted({int(m.bytes or 0) for m in rows})
    return [_Size(size, {m.keyed: m for m in rows if m.bytes == size}, gains.get(size)) for size in sizes]


def _time(title: str, mode: Keyed) -> Filled[_Size]:
    def cell(row: _Size) -> Cell:
        ns = row.modes[mode].ns if mode in row.modes else None
        hint = f"{numbers.bounds(ns)} ns" if ns else ""
        return Cell(numbers.time_ns(ns.median) if ns else numbers.NONE, "", columns.ends(ns), hint)

    return Filled(title, (f"{mode}_ns", f"{mode}_low", f"{mode}_high"), cell=cell)


def _gain(row: _Size) -> Cell:
    return _gain_cell(row.over_rekeying.ratio if row.over_rekeying else None)


def _predicted(row: _Size) -> Cell:
    return _gain_cell(row.over_rekeying.predicted if row.over_rekeying else None)


def _gain_cell(ratio: Interval | None) -> Cell:
    if ratio is None:
        return Cell(numbers.NONE, "", (None, None, None))
    median, low, high = (value - 1 for value in (ratio.median, ratio.low, ratio.high))
    tone: Tone = "good" if low > 0 else "dim"
    return Cell(_percent(median), tone, (median, low, high), f"{_percent(low)} to {_percent(high)}")


def _residuals(row: _Size) -> Cell:
    modes: tuple[Keyed, ...] = ("reuse", "rekey", "fresh")
    values = tuple(row.modes[mode].residual if mode in row.modes else None for mode in modes)
    if all(value is None for value in values):
        return Cell(numbers.NONE, "", values)
    shown = " / ".join(numbers.NONE if value is None else f"{value * 100:+.0f}" for value in values)
    return Cell(f"{shown} %", "dim", values)


_COLUMNS: tuple[Filled[_Size], ...] = (
    columns.figure("payload", "bytes", lambda row: row.payload, numbers.size, "strong"),
    _time("kept", "reuse"),
    _time("rekeyed", "rekey"),
    _time("allocated", "fresh"),
    Filled("gain", ("gain_rekey", "gain_rekey_low", "gain_rekey_high"), cell=_gain),
    Filled("predicted", ("gain_predicted", "gain_predicted_low", "gain_predicted_high"), cell=_predicted),
    Filled("off by", ("residual_kept", "residual_rekeyed", "residual_allocated"), cell=_residuals),
    columns.figure(
        "MAC", "mac_share", lambda row: row.kept.mac_share if row.kept else None, numbers.share, expendable=True
    ),
)


# ---- keying ----


@dataclass(frozen=True)
class _Keying:
    """One MAC's time to rekey, and whether its gains agree with that time."""

    subject: str
    rekeying: Interval | None
    allocating: Interval | None
    compressions_ns: float | None  # time of the compression calls for the key; None for a MAC without any
    sizes: int  # payloads with a predicted gain
    agree: int  # payloads at which prediction and measurement agree

    @property
    def library_ns(self) -> float | None:
        """The time to rekey less the time of the two compression calls: the library's own work."""
        return self.rekeying.median - self.compressions_ns if self.rekeying and self.compressions_ns else None


def _keying(run: MillRun, subject: str) -> _Keying:
    modes = {row.keyed: row for row in run.rows if row.subject == subject}  # `keying` is the same for every payload
    gains = [
        (c.ratio, c.predicted)
        for c in run.comparisons
        if c.subject == c.reference == subject and c.against_keyed == "rekey" and c.predicted
    ]
    kept, rekeyed = modes.get("reuse"), modes.get("rekey")
    calls = (rekeyed.compressions or 0) - (kept.compressions or 0) if kept and rekeyed else 0
    return _Keying(
        subject,
        rekeyed.keying if rekeyed else None,
        modes["fresh"].keying if "fresh" in modes else None,
        calls * kept.compression_ns if kept and kept.compression_ns else None,
        len(gains),
        sum(gain.low <= predicted.high and predicted.low <= gain.high for gain, predicted in gains),
    )


def _rekeying(row: _Keying) -> Cell:
    ns = row.rekeying
    shown = f"{ns.median:,.0f} ({ns.low:,.0f} – {ns.high:,.0f})" if ns else numbers.NONE
    return Cell(shown, "", columns.ends(ns))


def _allocating(row: _Keying) -> Cell:
    ns = row.allocating
    return Cell(f"{ns.median:,.0f}" if ns else numbers.NONE, "", columns.ends(ns))


def _library(row: _Keying) -> Cell:
    if row.library_ns is None or row.rekeying is None:
        return Cell(numbers.NONE, "", (None, None))
    share = row.library_ns / row.rekeying.median
    return Cell(f"{row.library_ns:,.0f} ({numbers.share(share)})", "strong", (row.library_ns, share))


def _agree(row: _Keying) -> Cell:
    return Cell(f"{row.agree} of {row.sizes}", "", (row.agree, row.sizes))


_KEYING_COLUMNS: tuple[Filled[_Keying], ...] = (
    columns.words("MAC", "subject", lambda row: row.subject, "strong"),
    Filled("rekeying ns", ("rekeying_ns", "rekeying_low", "rekeying_high"), cell=_rekeying),
    columns.figure("by count", "compressions_ns", lambda row: row.compressions_ns, "{:,.0f}".format),
    Filled("library", ("own_ns", "own_share"), cell=_library),
    Filled("agrees", ("agree", "sizes"), cell=_agree),
    Filled("allocating ns", ("allocating_ns", "allocating_low", "allocating_high"), expendable=True, cell=_allocating),
)


def _percent(share: float) -> str:
    if share >= 10:
        return numbers.times(share + 1)
    return numbers.share(share) if abs(share) >= 0.1 else numbers.share(share, 1)
