# SPDX-License-Identifier: Apache-2.0 OR MIT
"""`mcu budget`: the configurations that nothing beats in everything, and the cheapest of them as a config.h."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from wirerate.catalogue.curves import STRENGTH
from wirerate.report import columns, html, numbers
from wirerate.report.html import Page, drawn, head
from wirerate.report.table import Cell, Figure, Filled, Table, Tone, wrap
from wirerate.report.terminal import Paper
from wirerate.wings.mcu import view as firmware
from wirerate.wings.mcu.budget import FITS, MAY_FIT, MISSES, amount, taken
from wirerate.wings.mcu.rows import (
    BudgetAnswer,
    BudgetRun,
    Composed,
    ComposedHandshake,
    Configuration,
    Fit,
    Handshake,
    Limits,
)

_TONES: dict[str, Tone] = {FITS: "good", MAY_FIT: "unsure", MISSES: "bad"}


def chosen(run: BudgetRun) -> Configuration | None:
    number = run.findings.chosen
    return None if number is None else run.rows[number]


def text(run: BudgetRun, on: Paper) -> str:
    told, proposed = run.findings, chosen(run)
    asked = f"{_PURPOSES.get(told.purpose, told.purpose)} on {firmware.where(run.rows[0])}: {_asked(told)}"
    lines = [on.ink(asked[0].upper() + asked[1:], "strong"), ""]
    if proposed is not None:
        certain = firmware.fit(proposed).word == FITS
        lead = "Cheapest that fits" if certain else "Cannot tell: the range of this one crosses a limit"
        what = f"{firmware.library(proposed)}, {firmware.name(proposed)}"
        if isinstance(proposed, Composed):
            what = f"{firmware.name(proposed)}, {firmware.library(proposed)}"
        lines += wrap(f"{lead}: {what}: {_takes(proposed)}.", on.width)
        lines += wrap(_secrecy(run), on.width)
        lines += wrap(_given_up(run), on.width)
    lines += ["", *on.table(table(run)).splitlines()]
    lines += [*wrap(_FRONT, on.width)]
    if proposed is not None:
        lines += ["", *told.config.rstrip().splitlines()]
    lines += ["", *(wrap(_WEAK.format(told.security), on.width) if told.security < STRENGTH else [])]
    return "\n".join([*lines, *firmware.about(run.rows, on)]) + "\n"


_PURPOSES = {"kem": "key exchange"}
_FRONT = (
    "The front: no other configuration beats these in everything. Percentages: the largest share of any limit, at the "
    "slow end of the range; the cheapest is the one whose shares of all limits add up to least."
)
_WEAK = f"Security of {{}} bits was asked for: less than the {STRENGTH} that new systems should have (RFC 9325)."


def _secrecy(run: BudgetRun) -> str:
    """What a proposal without forward secrecy costs, and what would have it; nothing where it has it."""
    proposed = chosen(run)
    if proposed is None or not _open_later(proposed):
        return ""
    closed = [m for m in run.rows if not _open_later(m) and _side(m) == _side(proposed)]
    best = min(closed, key=lambda m: (_ORDER[firmware.fit(m).word], firmware.fit(m).total), default=None)
    held = best and firmware.fit(best)
    instead = f" With it: {firmware.name(best)}, {_takes(best)}: {held.word}{_share(held)}." if best and held else ""
    return _OPEN + instead


def _open_later(m: Configuration) -> bool:
    return isinstance(m, Handshake) and m.forward_secrecy is False


def _side(m: Configuration) -> str:
    return m.side if isinstance(m, Handshake) else ""


_ORDER = {FITS: 0, MAY_FIT: 1, MISSES: 2}
_OPEN = (
    "A plain pre-shared key has no forward secrecy: whoever gets the key, from a device or its maker, reads all that "
    "was recorded before, and can be either end from then on."
)


def _given_up(run: BudgetRun) -> str:
    """What a composed proposal has less of than others of the front; nothing where it is best at all."""
    own = chosen(run)
    if not isinstance(own, Composed):
        return ""
    front = [m for m in run.rows if isinstance(m, Composed) and firmware.fit(m).front]
    worse = [words for axis, title in _AXES.items() if (words := _behind(axis, title, own, front))]
    strongest = max(front, key=lambda m: m.category)
    if strongest.category > own.category:
        worse.append(
            f"security, {firmware.security(own)} against {firmware.security(strongest)} of {firmware.name(strongest)}"
        )
    worse += _unproven(run, own)
    gives = f" It gives up: {'; '.join(worse)}." if worse else " Nothing on the front is better in anything."
    return f"{own.setup}: {firmware.security(own)}. {firmware.withstands(own)}{gives}"


def _unproven(run: BudgetRun, own: Composed) -> list[str]:
    """What a handshake lacks whose client shows no certificate."""
    if not isinstance(own, ComposedHandshake) or own.mutual:
        return []
    with_one = next(m for m in run.rows if _same_but_mutual(m, own))
    return [
        f"a certificate of the client's; with one: {firmware.name(with_one)}, {_takes(with_one)}: "
        f"{firmware.fit(with_one).word}"
    ]


def _same_but_mutual(m: Configuration, own: ComposedHandshake) -> bool:
    if not isinstance(m, ComposedHandshake) or not m.mutual:
        return False
    return (m.setup, m.side, m.code) == (own.setup, own.side, own.code)


_AXES = {"time": "time", "ram": "RAM", "flash": "flash", "wire": "bytes on the wire"}
_NEAR = 1.05  # times the best: as good


def _behind(axis: str, title: str, proposed: Configuration, front: Sequence[Configuration]) -> str:
    best = min(front, key=lambda m: taken(m).high[axis])
    ratio = taken(proposed).high[axis] / taken(best).high[axis]
    return f"{title}, {numbers.significant(ratio, 2)} times that of {firmware.name(best)}" if ratio > _NEAR else ""


def _asked(told: BudgetAnswer) -> str:
    kind = [firmware.KINDS[told.quantum]] if told.quantum else []
    return ", ".join([*kind, *_amounts(told.asked), f"at least {told.security} bits of security"])


def _amounts(limits: Limits) -> Iterator[str]:
    for name in ("time", "ram", "flash", "wire", "energy"):
        value = getattr(limits, name)
        if value is not None:
            yield f"{name} {amount(name, value)}"


def _takes(own: Configuration) -> str:
    energy = f", at most {own.energy.high:.2g} mJ" if own.energy else ""
    if isinstance(own, Composed):
        energy += f", {own.wire_bytes:,} bytes on the wire"
    ram, flash = firmware.octets(own.ram_bytes), firmware.octets(own.flash_bytes)
    return f"{firmware.span(own)} ms, {ram} of RAM, {flash} of flash{energy}"


def table(run: BudgetRun) -> Table:
    """The front, cheapest first."""
    front = sorted((m for m in run.rows if firmware.fit(m).front), key=lambda m: firmware.fit(m).total)
    purpose = run.findings.purpose
    return firmware.by_condition(
        "budget", _columns(run), front, lambda _: "", "",
        (*firmware.BOARD_FIELDS, "purpose"), lambda m: (*firmware.board_figures(m), purpose),
    )  # fmt: skip


def _columns(run: BudgetRun) -> tuple[Filled[Configuration], ...]:
    sends, proposed = _sends(run), chosen(run)
    on_wire: Filled[Configuration] = columns.figure("bytes", "wire_bytes", lambda m: m.bytes, lambda n: f"{n:,.0f}")
    return (
        Filled("configuration", _names(run), numeric=False,
               cell=lambda m: Cell(firmware.name(m), "strong" if m is proposed else "", _figures(m))),
        firmware.ms(""),
        replace(firmware.RANGE, expendable=sends),
        firmware.sized("RAM", "ram_bytes", lambda m: m.ram_bytes),
        firmware.sized("flash", "flash_bytes", lambda m: m.flash_bytes),
        *([on_wire] if sends else []),
        Filled("mJ", ("millijoules_high",), expendable=sends, cell=_most_energy),
        Filled("", ("fits", "worst", "share"), numeric=False, cell=_held),
    )  # fmt: skip


def _most_energy(m: Configuration) -> Cell:
    high = m.energy.high if m.energy else None
    return Cell(numbers.NONE if high is None else numbers.significant(high, 2), "", (high,))


def _held(m: Configuration) -> Cell:
    found = firmware.fit(m)
    return Cell(f"{found.word}{_share(found)}", _TONES[found.word], (found.word, found.worst, found.share))


def _sends(run: BudgetRun) -> bool:
    return all(m.bytes is not None for m in run.rows)


def _names(run: BudgetRun) -> tuple[str, ...]:
    if isinstance(run.rows[0], ComposedHandshake):
        return "setup", "code", "side", "mutual"
    if isinstance(run.rows[0], Composed):
        return "setup", "code", "level"
    if run.findings.purpose == "handshake":
        return "setup", "side"
    return "curve", "version", "level", "window", "nist", "fixed_point"


def _figures(own: Configuration) -> tuple[Figure, ...]:
    if isinstance(own, Handshake):
        return own.setup, own.side
    if isinstance(own, ComposedHandshake):
        return own.setup, own.code, own.side, int(own.mutual)
    if isinstance(own, Composed):
        return own.setup, own.code, own.level
    return own.curve, own.version, own.level, *firmware.option_figures(own)


def _share(held: Fit) -> str:
    return f", {held.worst} {numbers.share(held.share)}" if held.worst else ""


# ---- the page ----


def page(run: BudgetRun) -> Page:
    from wirerate.report.method import emulated
    from wirerate.wings.mcu.view import charts, operations

    chart = charts.pareto(run.rows, run.findings, table(run))
    sections = [drawn("What fits", chart, firmware.conditions(run.rows)), _config(run), operations.every(run.rows)]
    return Page(f"wirerate {run.command}", _head(run), sections, emulated())


def _head(run: BudgetRun) -> str:
    first = run.rows[0]
    purpose = run.findings.purpose
    made = "composed" if isinstance(first, Composed) else firmware.library(first)
    eyebrow = f"{_PURPOSES.get(purpose, purpose)} on {firmware.where(first)}; {made}"
    return head(eyebrow, _answer(run), f"Asked for: {_asked(run.findings)}.", partial=run.partial)


def _answer(run: BudgetRun) -> str:
    proposed = chosen(run)
    if proposed is None:
        return _nothing(run)
    ram = firmware.octets(proposed.ram_bytes)
    return f"{firmware.name(proposed)} {firmware.fit(proposed).word}: {firmware.span(proposed)} ms, {ram} of RAM"


def _nothing(run: BudgetRun) -> str:
    number = run.findings.nearest
    assert number is not None
    nearest = run.rows[number]
    held = firmware.fit(nearest)
    over = numbers.share(held.share - 1)
    return f"Nothing fits; {firmware.name(nearest)} misses by least: {held.worst}, {over} over the limit"


def _config(run: BudgetRun) -> str:
    told, proposed = run.findings, chosen(run)
    if proposed is None:
        return ""
    body = html.paragraphs(filter(None, (_secrecy(run), _given_up(run))))
    body += f"<pre><code>{html.text(told.config)}</code></pre>"
    if told.psa_config and told.psa_config not in told.config:
        body += f"<h3>The same for crypto_config.h</h3><pre><code>{html.text(told.psa_config)}</code></pre>"
    return html.section("config", "To paste", f"{firmware.name(proposed)} is proposed", body)
