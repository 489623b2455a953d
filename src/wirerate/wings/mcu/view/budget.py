# SPDX-License-Identifier: Apache-2.0 OR MIT
"""`mcu budget`: the configurations that nothing beats in everything, and the cheapest of them as a config.h."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from wirerate.catalogue.curves import STRENGTH
from wirerate.records import BudgetAnswer, Limits, Measurement, Run
from wirerate.records.details import Composed, ComposedHandshake, Fit, Handshake
from wirerate.report import numbers
from wirerate.report.page import html
from wirerate.report.page.method import emulated
from wirerate.report.page.parts import Page, drawn, head
from wirerate.report.paper import Paper
from wirerate.report.table import Cell, Column, Figure, Group, Table, Tone, to_text, wrap
from wirerate.wings.mcu.verdict.budget import FITS, MAY_FIT, MISSES, taken
from wirerate.wings.mcu.view import charts
from wirerate.wings.mcu.view import common as firmware
from wirerate.wings.mcu.view import operations as mcu
from wirerate.wings.mcu.view.common import configured
from wirerate.wings.mcu.view.composed_words import KINDS, composed, security, withstands

_TONES: dict[str, Tone] = {FITS: "good", MAY_FIT: "unsure", MISSES: "bad"}


def answered(run: Run) -> BudgetAnswer:
    assert isinstance(run.findings, BudgetAnswer)
    return run.findings


def chosen(run: Run) -> Measurement | None:
    number = answered(run).chosen
    return None if number is None else run.measurements[number]


def fit(m: Measurement) -> Fit:
    found = configured(m).fit
    assert found is not None
    return found


def text(run: Run, on: Paper) -> str:
    told, proposed = answered(run), chosen(run)
    asked = f"{_PURPOSES.get(told.purpose, told.purpose)} on {firmware.where(run.measurements[0])}: {_asked(told)}"
    lines = [on.ink(asked[0].upper() + asked[1:], "strong"), ""]
    if proposed is not None:
        certain = fit(proposed).word == FITS
        lead = "Cheapest that fits" if certain else "Cannot tell: the range of this one crosses a limit"
        what = f"{firmware.library(proposed)}, {firmware.name(proposed)}"
        if isinstance(proposed.details, Composed):
            what = f"{firmware.name(proposed)}, {firmware.library(proposed)}"
        lines += wrap(f"{lead}: {what}: {_takes(proposed)}.", on.width)
        lines += wrap(_secrecy(run), on.width)
        lines += wrap(_given_up(run), on.width)
    lines += ["", *to_text(table(run), width=on.width, color=on.color).splitlines()]
    lines += [*wrap(_FRONT, on.width)]
    if proposed is not None:
        lines += ["", *told.config.rstrip().splitlines()]
    lines += ["", *(wrap(_WEAK.format(told.security), on.width) if told.security < STRENGTH else [])]
    return "\n".join([*lines, *firmware.about(run.measurements, on)]) + "\n"


_PURPOSES = {"kem": "key exchange"}
_FRONT = (
    "The front: no other configuration beats these in everything. Percentages: the largest share of any limit, at the "
    "slow end of the range; the cheapest is the one whose shares of all limits add up to least."
)
_WEAK = f"Security of {{}} bits was asked for: less than the {STRENGTH} that new systems should have (RFC 9325)."


def _secrecy(run: Run) -> str:
    """What a proposal without forward secrecy costs, and what would have it; nothing where it has it."""
    proposed = chosen(run)
    if proposed is None or not _open_later(proposed):
        return ""
    closed = [m for m in run.measurements if not _open_later(m) and _side(m) == _side(proposed)]
    best = min(closed, key=lambda m: (_ORDER[fit(m).word], fit(m).total), default=None)
    held = best and fit(best)
    instead = f" With it: {firmware.name(best)}, {_takes(best)}: {held.word}{_share(held)}." if best and held else ""
    return _OPEN + instead


def _open_later(m: Measurement) -> bool:
    return isinstance(m.details, Handshake) and m.details.forward_secrecy is False


def _side(m: Measurement) -> str:
    return m.details.side if isinstance(m.details, Handshake) else ""


_ORDER = {FITS: 0, MAY_FIT: 1, MISSES: 2}
_OPEN = (
    "A plain pre-shared key has no forward secrecy: whoever gets the key, from a device or its maker, reads all that "
    "was recorded before, and can be either end from then on."
)


def _given_up(run: Run) -> str:
    """What a composed proposal has less of than others of the front; nothing where it is best at all."""
    proposed = chosen(run)
    if proposed is None or not isinstance(proposed.details, Composed):
        return ""
    own = proposed.details
    front = [m for m in run.measurements if fit(m).front]
    worse = [words for axis, title in _AXES.items() if (words := _behind(axis, title, proposed, front))]
    strongest = max(front, key=lambda m: composed(m).category)
    if composed(strongest).category > own.category:
        worse.append(f"security, {security(own)} against {security(composed(strongest))} of {firmware.name(strongest)}")
    worse += _unproven(run, own)
    gives = f" It gives up: {'; '.join(worse)}." if worse else " Nothing on the front is better in anything."
    return f"{own.setup}: {security(own)}. {withstands(own)}{gives}"


def _unproven(run: Run, own: Composed) -> list[str]:
    """What a handshake lacks whose client shows no certificate."""
    if not isinstance(own, ComposedHandshake) or own.mutual:
        return []
    with_one = next(m for m in run.measurements if _same_but_mutual(m, own))
    return [
        f"a certificate of the client's; with one: {firmware.name(with_one)}, {_takes(with_one)}: {fit(with_one).word}"
    ]


def _same_but_mutual(m: Measurement, own: ComposedHandshake) -> bool:
    other = m.details
    if not isinstance(other, ComposedHandshake) or not other.mutual:
        return False
    return (other.setup, other.side, other.code) == (own.setup, own.side, own.code)


_AXES = {"time": "time", "ram": "RAM", "flash": "flash", "wire": "bytes on the wire"}
_NEAR = 1.05  # times the best: as good


def _behind(axis: str, title: str, proposed: Measurement, front: Sequence[Measurement]) -> str:
    best = min(front, key=lambda m: taken(m).high[axis])
    ratio = taken(proposed).high[axis] / taken(best).high[axis]
    return f"{title}, {numbers.significant(ratio, 2)} times that of {firmware.name(best)}" if ratio > _NEAR else ""


def _asked(told: BudgetAnswer) -> str:
    kind = [KINDS[told.quantum]] if told.quantum else []
    return ", ".join([*kind, *_amounts(told.asked), f"at least {told.security} bits of security"])


def _amounts(limits: Limits) -> Iterator[str]:
    if limits.time is not None:
        yield f"time {numbers.time_ns(limits.time)}"
    if limits.ram is not None:
        yield f"ram {limits.ram:,} bytes"
    if limits.flash is not None:
        yield f"flash {limits.flash:,} bytes"
    if limits.wire is not None:
        yield f"wire {limits.wire:,} bytes"
    if limits.energy is not None:
        yield f"energy {numbers.significant(limits.energy, 2)} mJ"


def _takes(m: Measurement) -> str:
    own = configured(m)
    energy = f", at most {own.energy.high:.2g} mJ" if own.energy else ""
    if isinstance(own, Composed):
        energy += f", {own.wire_bytes:,} bytes on the wire"
    ram, flash = firmware.octets(own.ram_bytes), firmware.octets(own.flash_bytes)
    return f"{firmware.span(m)} ms, {ram} of RAM, {flash} of flash{energy}"


def table(run: Run) -> Table:
    """The front, cheapest first."""
    columns = (
        Column("configuration", _names(run), numeric=False),
        Column("ms", ("ns", "ns_low", "ns_high")),
        Column("range", ("unknowns",), expendable=_sends(run)),
        Column("RAM", ("ram_bytes",)),
        Column("flash", ("flash_bytes",)),
        *([Column("bytes", ("wire_bytes",))] if _sends(run) else []),
        Column("mJ", ("millijoules_high",), expendable=_sends(run)),
        Column("", ("fits", "worst", "share"), numeric=False),
    )
    front = sorted((m for m in run.measurements if fit(m).front), key=lambda m: fit(m).total)
    proposed = chosen(run)
    where = firmware.board_figures(run.measurements[0])
    rows = Group("", tuple(_row(m, m is proposed) for m in front), (*where, answered(run).purpose))
    return Table("budget", columns, (rows,), group_fields=("condition", *firmware.BOARD_FIELDS, "purpose"))


def _sends(run: Run) -> bool:
    return all(m.bytes is not None for m in run.measurements)


def _names(run: Run) -> tuple[str, ...]:
    if isinstance(run.measurements[0].details, ComposedHandshake):
        return "setup", "code", "side", "mutual"
    if isinstance(run.measurements[0].details, Composed):
        return "setup", "code", "level"
    if answered(run).purpose == "handshake":
        return "setup", "side"
    return "curve", "version", "level", "window", "nist", "fixed_point"


def _figures(m: Measurement) -> tuple[Figure, ...]:
    own = configured(m)
    if isinstance(own, Handshake):
        return own.setup, own.side
    if isinstance(own, ComposedHandshake):
        return own.setup, own.code, own.side, int(own.mutual)
    if isinstance(own, Composed):
        return own.setup, own.code, own.level
    return own.curve, own.version, own.level, *firmware.option_figures(own)


def _row(m: Measurement, proposed: bool) -> tuple[Cell, ...]:
    own, held = configured(m), fit(m)
    high = own.energy.high if own.energy else None
    return (
        Cell(firmware.name(m), "strong" if proposed else "", _figures(m)),
        *firmware.time_cells(m, ""),
        firmware.size_cell(own.ram_bytes),
        firmware.size_cell(own.flash_bytes),
        *([Cell(f"{m.bytes:,.0f}", "", (m.bytes,))] if m.bytes is not None else []),
        Cell(numbers.NONE if high is None else numbers.significant(high, 2), "", (high,)),
        Cell(f"{held.word}{_share(held)}", _TONES[held.word], (held.word, held.worst, held.share)),
    )


def _share(held: Fit) -> str:
    return f", {held.worst} {numbers.share(held.share)}" if held.worst else ""


# ---- the page ----


def page(run: Run) -> Page:
    chart = charts.pareto(run.measurements, answered(run), table(run))
    sections = [drawn("What fits", chart, firmware.conditions(run.measurements)), _config(run), mcu.every(run)]
    return Page(f"wirerate {run.command}", _head(run), sections, emulated())


def _head(run: Run) -> str:
    first = run.measurements[0]
    purpose = answered(run).purpose
    made = "composed" if isinstance(first.details, Composed) else firmware.library(first)
    eyebrow = f"{_PURPOSES.get(purpose, purpose)} on {firmware.where(first)}; {made}"
    return head(eyebrow, _answer(run), f"Asked for: {_asked(answered(run))}.", partial=run.partial)


def _answer(run: Run) -> str:
    proposed = chosen(run)
    if proposed is None:
        return _nothing(run)
    ram = firmware.octets(configured(proposed).ram_bytes)
    return f"{firmware.name(proposed)} {fit(proposed).word}: {firmware.span(proposed)} ms, {ram} of RAM"


def _nothing(run: Run) -> str:
    number = answered(run).nearest
    assert number is not None
    nearest = run.measurements[number]
    held = fit(nearest)
    over = numbers.share(held.share - 1)
    return f"Nothing fits; {firmware.name(nearest)} misses by least: {held.worst}, {over} over the limit"


def _config(run: Run) -> str:
    told, proposed = answered(run), chosen(run)
    if proposed is None:
        return ""
    body = "".join(f"<p>{html.text(told)}</p>" for told in (_secrecy(run), _given_up(run)) if told)
    body += f"<pre><code>{html.text(told.config)}</code></pre>"
    if told.psa_config and told.psa_config not in told.config:
        body += f"<h3>The same for crypto_config.h</h3><pre><code>{html.text(told.psa_config)}</code></pre>"
    return html.section("config", "To paste", f"{firmware.name(proposed)} is proposed", body)
