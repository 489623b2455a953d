# SPDX-License-Identifier: Apache-2.0 OR MIT
"""`ssh mill`: what keeping a MAC's keyed state is worth by packet size, what counting predicts."""

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
    "CPU time per packet; gain: how much faster kept state is than rekeying, paired; predicted: the time of keying, "
    "from the table below, over the packet's time; off by: measured over predicted time, kept / rekeyed / allocated, "
    "HMAC's kept state by counting compression calls. MAC: its share of the packet's time with kept state."
)
_KEYING = "What keying takes for each packet"
_KEYING_NOTE = (
    "ns more than with kept state, of the shortest packet without a cipher. By count: the two compressions that HMAC's "
    "key takes; library: the rest, which is the library's own work. Agrees: at how many payloads the gain that this "
    "time predicts and the gain that was measured have overlapping intervals."
)
_HISTORY = "The gains that OpenSSH announced in June 2007, beside these: wirerate history openssh-2007."


def text(run: MillRun, on: Paper) -> str:
    """Return the gains by payload, then the time of keying."""
    parts = [on.table(table(run))]
    if keying := keying_table(run):
        parts += [on.ink(_KEYING, "strong"), on.table(keying)]
    return "\n".join([*parts, *wrap(_HISTORY, on.width)]) + "\n"


def table(run: MillRun) -> Table:
    """One group per MAC, one row per payload."""
    groups = []
    for subject in dict.fromkeys(m.subject for m in run.rows if m.role == "subject"):
        own = [m for m in run.rows if m.subject == subject]
        figures = subject, own[0].cipher, own[0].order
        groups.append(grouped(", ".join(figures), _COLUMNS, _sizes(run, own), *figures))
    note = f"{_NOTE} Host: {labels.hardware(run)}."
    return Table("mill", _COLUMNS, tuple(groups), note, ("condition", "subject", "cipher", "order"))


def keying_table(run: MillRun) -> Table | None:
    """One row per MAC; None where keying was not measured."""
    subjects = dict.fromkeys(m.subject for m in run.rows if m.role == "subject")
    rows = [row for subject in subjects if (row := _keying(run, subject)).rekeying]
    if not rows:
        return None
    return listed("keying", _KEYING_COLUMNS, rows, _KEYING_NOTE)


def page(run: MillRun) -> Page:
    title = head("SSH packets in one process", "What keeping the MAC's keyed state is worth, by packet size")
    sections = [tabled("mill", "Every size", "Measured beside predicted", table(run))]
    if keying := keying_table(run):
        sections.append(tabled("keying", "Keying", _KEYING, keying))
    return Page(f"wirerate {run.command}", title, sections)


# ---- the table ----


@dataclass(frozen=True)
class _Size:
    """A MAC's packets of one payload, by how its state was handled, and what keeping it gains over rekeying."""

    payload: int
    modes: dict[Keyed, MilledPacket]
    over_rekeying: MillGain | None

    @property
    def kept(self) -> MilledPacket | None:
        return self.modes.get("reuse")


def _sizes(run: MillRun, own: Sequence[MilledPacket]) -> list[_Size]:
    subject = own[0].subject
    gains = {
        c.conditions.bytes: c
        for c in reversed(run.comparisons)
        if c.subject == c.reference == subject and c.against_keyed == "rekey"
    }
    sizes = sorted({int(m.bytes or 0) for m in own})
    return [_Size(size, {m.keyed: m for m in own if m.bytes == size}, gains.get(size)) for size in sizes]


def _time(title: str, mode: Keyed) -> Filled[_Size]:
    def cell(row: _Size) -> Cell:
        ns = row.modes[mode].ns if mode in row.modes else None
        hint = f"{numbers.bounds(ns)} ns" if ns else ""
        return Cell(numbers.time_ns(ns.median) if ns else numbers.NONE, "", columns.ends(ns), hint)

    return Filled(title, (f"{mode}_ns", f"{mode}_low", f"{mode}_high"), cell=cell)


def _gain(row: _Size) -> Cell:
    return _of_gain(row.over_rekeying.ratio if row.over_rekeying else None)


def _predicted(row: _Size) -> Cell:
    return _of_gain(row.over_rekeying.predicted if row.over_rekeying else None)


def _of_gain(ratio: Interval | None) -> Cell:
    if ratio is None:
        return Cell(numbers.NONE, "", (None, None, None))
    median, low, high = (each - 1 for each in (ratio.median, ratio.low, ratio.high))
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
    """What one MAC's keying takes, and whether its gains agree with that."""

    subject: str
    rekeying: Interval | None
    allocating: Interval | None
    compressions_ns: float | None  # of the key, by count; None for a MAC that has none
    sizes: int  # at which a gain was predicted
    agree: int

    @property
    def own_ns(self) -> float | None:
        """The library's own work."""
        return self.rekeying.median - self.compressions_ns if self.rekeying and self.compressions_ns else None


def _keying(run: MillRun, subject: str) -> _Keying:
    own = {row.keyed: row for row in run.rows if row.subject == subject}  # of one payload, whichever
    gains = [
        (c.ratio, c.predicted)
        for c in run.comparisons
        if c.subject == c.reference == subject and c.against_keyed == "rekey" and c.predicted
    ]
    kept, rekeyed = own.get("reuse"), own.get("rekey")
    calls = (rekeyed.compressions or 0) - (kept.compressions or 0) if kept and rekeyed else 0
    return _Keying(
        subject,
        rekeyed.keying if rekeyed else None,
        own["fresh"].keying if "fresh" in own else None,
        calls * kept.compression_ns if kept and kept.compression_ns else None,
        len(gains),
        sum(gain.low <= told.high and told.low <= gain.high for gain, told in gains),
    )


def _rekeying(row: _Keying) -> Cell:
    ns = row.rekeying
    shown = f"{ns.median:,.0f} ({ns.low:,.0f} – {ns.high:,.0f})" if ns else numbers.NONE
    return Cell(shown, "", columns.ends(ns))


def _allocating(row: _Keying) -> Cell:
    ns = row.allocating
    return Cell(f"{ns.median:,.0f}" if ns else numbers.NONE, "", columns.ends(ns))


def _own(row: _Keying) -> Cell:
    if row.own_ns is None or row.rekeying is None:
        return Cell(numbers.NONE, "", (None, None))
    share = row.own_ns / row.rekeying.median
    return Cell(f"{row.own_ns:,.0f} ({numbers.share(share)})", "strong", (row.own_ns, share))


def _agree(row: _Keying) -> Cell:
    return Cell(f"{row.agree} of {row.sizes}", "", (row.agree, row.sizes))


_KEYING_COLUMNS: tuple[Filled[_Keying], ...] = (
    columns.words("MAC", "subject", lambda row: row.subject, "strong"),
    Filled("rekeying ns", ("rekeying_ns", "rekeying_low", "rekeying_high"), cell=_rekeying),
    columns.figure("by count", "compressions_ns", lambda row: row.compressions_ns, "{:,.0f}".format),
    Filled("library", ("own_ns", "own_share"), cell=_own),
    Filled("agrees", ("agree", "sizes"), cell=_agree),
    Filled("allocating ns", ("allocating_ns", "allocating_low", "allocating_high"), expendable=True, cell=_allocating),
)


def _percent(share: float) -> str:
    if share >= 10:
        return numbers.times(share + 1)
    return numbers.share(share) if abs(share) >= 0.1 else numbers.share(share, 1)
