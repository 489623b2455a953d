# SPDX-License-Identifier: Apache-2.0 OR MIT
"""`mcu budget`: the Pareto-optimal configurations, and the cheapest of them as a config.h."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from wirerate.catalogue.curves import STRENGTH
from wirerate.report import columns, html, numbers
from wirerate.report.html import Page, drawn, head
from wirerate.report.table import Cell, Figure, Filled, Table, Tone
from wirerate.report.terminal import Paper
from wirerate.wings.mcu import view as firmware
from wirerate.wings.mcu.budget import FITS, MAY_FIT, MISSES, amount, needs_of
from wirerate.wings.mcu.rows import (
    BudgetRun,
    Composed,
    ComposedHandshake,
    Configuration,
    Fit,
    Handshake,
    Limits,
)

_TONES: dict[str, Tone] = {FITS: "good", MAY_FIT: "unsure", MISSES: "bad"}
_PURPOSES = {"kem": "key exchange"}


def chosen(run: BudgetRun) -> Configuration | None:
    """Return the proposed configuration; None where nothing fits."""
    number = run.findings.chosen
    return None if number is None else run.rows[number]


def text(run: BudgetRun, paper: Paper) -> str:
    optimal = table(run)
    (group,) = optimal.groups
    first = replace(optimal, groups=(replace(group, rows=group.rows[: _shown(run)]),))
    caveats = [*_warnings(run), _security(run)]
    caveats += [_trade_offs(run), f"Question: {_question(run)}."] if paper.explain else [_more(run, len(group.rows))]
    return firmware.answer(paper, sentence(run), run.rows, [first], [optimal, run.findings.config], caveats)


def _shown(run: BudgetRun) -> int:
    """Return how many configurations the terminal shows. Handshakes have long names, so it shows fewer of them."""
    return 2 if isinstance(run.rows[0], ComposedHandshake) else 3


def sentence(run: BudgetRun) -> str:
    """Return the answer, and a sentence with the limits."""
    proposed = chosen(run)
    limits = f"Limits on {firmware.board_and_clock(run.rows[0])}: {', '.join(_amounts(run.findings.asked))}."
    if proposed is None:
        return f"{_nothing(run)}. {limits}"
    word = firmware.fit(proposed).word
    verdict = "It fits" if word == FITS else "Undecided, its range crosses a limit"
    return f"{verdict}: {firmware.configuration_name(proposed)} takes {_needs(proposed)}. {limits}"


def _question(run: BudgetRun) -> str:
    findings = run.findings
    purpose = _PURPOSES.get(findings.purpose, findings.purpose)
    kind = [firmware.KINDS[findings.quantum]] if findings.quantum else []
    proposed = chosen(run)
    build = f"; the answer is for {firmware.build_name(proposed)}" if proposed else ""
    limits = [*kind, *_amounts(findings.asked), f"at least {findings.security} bits of security"]
    return f"{purpose}, {', '.join(limits)}{build}"


def _warnings(run: BudgetRun) -> list[str]:
    """Return a sentence for each weakness of the proposal."""
    security = run.findings.security
    return [_secrecy(run), _WEAK.format(security) if security < STRENGTH else ""]


def _more(run: BudgetRun, optimal: int) -> str:
    """Return the sentence on what --explain adds."""
    parts = [] if chosen(run) is None else ["the configuration to paste"]
    parts += [f"all {optimal} Pareto-optimal choices"] if optimal > _shown(run) else []
    return f"--explain adds {numbers.joined(parts)}." if parts else ""


_OPTIMAL = (
    "Pareto-optimal: no other configuration is at least as good in everything. Percentages: the largest share of any "
    "limit, at the slow end of the range. The cheapest has the smallest sum of such shares."
)
_WEAK = f"{{}} bits of security are less than the {STRENGTH} recommended for new systems (RFC 9325)."


def _secrecy(run: BudgetRun) -> str:
    """Return a sentence if the proposal lacks forward secrecy, with the best configuration that has it; otherwise
    ""."""
    proposed = chosen(run)
    if proposed is None or not _lacks_secrecy(proposed):
        return ""
    alternatives = [m for m in run.rows if not _lacks_secrecy(m) and _side(m) == _side(proposed)]
    best = min(alternatives, key=lambda m: (_ORDER[firmware.fit(m).word], firmware.fit(m).total), default=None)
    if best is None:
        return _NO_SECRECY
    verdict = firmware.fit(best)
    return (
        f"{_NO_SECRECY} With it: {firmware.configuration_name(best)}, {_needs(best)}: {verdict.word}{_share(verdict)}."
    )


def _lacks_secrecy(m: Configuration) -> bool:
    return isinstance(m, Handshake) and m.forward_secrecy is False


def _side(m: Configuration) -> str:
    return m.side if isinstance(m, Handshake) else ""


_ORDER = {FITS: 0, MAY_FIT: 1, MISSES: 2}
_NO_SECRECY = "A pre-shared key has no forward secrecy: whoever obtains it can decrypt recorded traffic."


def _security(run: BudgetRun) -> str:
    """Return the security of a proposed scheme or handshake; "" for an operation on a curve."""
    proposed = chosen(run)
    if not isinstance(proposed, Composed):
        return ""
    return f"{firmware.security_level(proposed)}. {firmware.quantum_resistance(proposed)}"


def _trade_offs(run: BudgetRun) -> str:
    """Return a sentence that says in what respects other Pareto-optimal configurations beat an estimated proposal."""
    proposed = chosen(run)
    if not isinstance(proposed, Composed):
        return ""
    optimal = [m for m in run.rows if isinstance(m, Composed) and firmware.fit(m).front]
    better = [words for axis, title in _AXES.items() if (words := _better(axis, title, proposed, optimal))]
    strongest = max(optimal, key=lambda m: m.category)
    if strongest.category > proposed.category:
        better.append(f"security: {firmware.configuration_name(strongest)} ({firmware.security_level(strongest)})")
    better += _with_certificate(run, proposed)
    return f"Others are better in {'; '.join(better)}." if better else ""


def _with_certificate(run: BudgetRun, proposed: Composed) -> list[str]:
    """Return the same handshake with a client certificate, where the proposal has none."""
    if not isinstance(proposed, ComposedHandshake) or proposed.mutual:
        return []
    mutual = next(m for m in run.rows if _same_but_mutual(m, proposed))
    return [
        f"having a client certificate: {firmware.configuration_name(mutual)}, {_needs(mutual)}, "
        f"{firmware.fit(mutual).word}"
    ]


def _same_but_mutual(m: Configuration, proposed: ComposedHandshake) -> bool:
    if not isinstance(m, ComposedHandshake) or not m.mutual:
        return False
    return (m.setup, m.side, m.code) == (proposed.setup, proposed.side, proposed.code)


_AXES = {"time": "time", "ram": "RAM", "flash": "flash", "wire": "bytes on the wire"}
_NEAR = 1.05  # a ratio below this counts as equal


def _better(axis: str, title: str, proposed: Configuration, optimal: Sequence[Configuration]) -> str:
    best = min(optimal, key=lambda m: needs_of(m).high[axis])
    ratio = needs_of(best).high[axis] / needs_of(proposed).high[axis]
    return (
        f"{title}: {firmware.configuration_name(best)} (×{numbers.significant(ratio, 2)})" if ratio < 1 / _NEAR else ""
    )


def _amounts(limits: Limits) -> Iterator[str]:
    for name in ("time", "ram", "flash", "wire", "energy"):
        value = getattr(limits, name)
        if value is not None:
            yield f"{name} {amount(name, value)}"


def _needs(m: Configuration) -> str:
    energy = f", at most {m.energy.high:.2g} mJ" if m.energy else ""
    if isinstance(m, Composed):
        energy += f", {m.wire_bytes:,} bytes on the wire"
    ram, flash = firmware.octets(m.ram_bytes), firmware.octets(m.flash_bytes)
    return f"{firmware.time_span(m)}, {ram} of RAM, {flash} of flash{energy}"


def table(run: BudgetRun) -> Table:
    """Return the Pareto-optimal configurations, the cheapest first."""
    optimal = sorted((m for m in run.rows if firmware.fit(m).front), key=lambda m: firmware.fit(m).total)
    purpose = run.findings.purpose
    return firmware.by_condition(
        "budget", _columns(run), optimal, lambda _: "", _OPTIMAL,
        (*firmware.BOARD_FIELDS, "purpose"), lambda m: (*firmware.board_figures(m), purpose),
    )  # fmt: skip


def _columns(run: BudgetRun) -> tuple[Filled[Configuration], ...]:
    sends, proposed = _sends(run), chosen(run)
    on_wire: Filled[Configuration] = columns.figure("bytes", "wire_bytes", lambda m: m.bytes, lambda n: f"{n:,.0f}")
    return (
        Filled("configuration", _name_fields(run), numeric=False,
               cell=lambda m: _name_cell(m, "strong" if m is proposed else "")),
        firmware.time_column(""),
        replace(firmware.RANGE, expendable=sends),
        firmware.memory_column("RAM", "ram_bytes", lambda m: m.ram_bytes),
        firmware.memory_column("flash", "flash_bytes", lambda m: m.flash_bytes),
        *([on_wire] if sends else []),
        Filled("mJ", ("millijoules_high",), expendable=sends, cell=_highest_energy),
        Filled("", ("fits", "worst", "share"), numeric=False, cell=_verdict),
    )  # fmt: skip


def _name_cell(m: Configuration, tone: Tone) -> Cell:
    return Cell(firmware.configuration_name(m), tone, _name_figures(m))


def _highest_energy(m: Configuration) -> Cell:
    high = m.energy.high if m.energy else None
    return Cell(numbers.NONE if high is None else numbers.significant(high, 2), "", (high,))


def _verdict(m: Configuration) -> Cell:
    fit = firmware.fit(m)
    return Cell(f"{fit.word}{_share(fit)}", _TONES[fit.word], (fit.word, fit.worst, fit.share))


def _sends(run: BudgetRun) -> bool:
    return all(m.bytes is not None for m in run.rows)


def _name_fields(run: BudgetRun) -> tuple[str, ...]:
    if isinstance(run.rows[0], ComposedHandshake):
        return "setup", "code", "side", "mutual"
    if isinstance(run.rows[0], Composed):
        return "setup", "code", "level"
    if run.findings.purpose == "handshake":
        return "setup", "side"
    return "curve", "version", "level", "window", "nist", "fixed_point"


def _name_figures(m: Configuration) -> tuple[Figure, ...]:
    if isinstance(m, Handshake):
        return m.setup, m.side
    if isinstance(m, ComposedHandshake):
        return m.setup, m.code, m.side, int(m.mutual)
    if isinstance(m, Composed):
        return m.setup, m.code, m.level
    return m.curve, m.version, m.level, *firmware.option_figures(m)


def _share(fit: Fit) -> str:
    return f", {fit.worst} {numbers.share(fit.share)}" if fit.worst else ""


# ---- the HTML page ----


def page(run: BudgetRun) -> Page:
    from wirerate.report.method import emulated
    from wirerate.wings.mcu.view import charts, operations

    chart = charts.pareto(run.rows, run.findings, table(run))
    sections = [
        drawn("Time and memory", chart, firmware.conditions(run.rows)),
        _config(run),
        operations.every_figure(run.rows),
        firmware.notes_section(run.rows, [_OPTIMAL]),
    ]
    return Page(f"wirerate {run.command}", _head(run), sections, emulated())


def _head(run: BudgetRun) -> str:
    first = run.rows[0]
    purpose = run.findings.purpose
    made = "estimated" if isinstance(first, Composed) else firmware.build_name(first)
    eyebrow = f"{_PURPOSES.get(purpose, purpose)} on {firmware.board_and_clock(first)}; {made}"
    return head(eyebrow, _title(run), f"Question: {_question(run)}.", partial=run.partial)


def _title(run: BudgetRun) -> str:
    proposed = chosen(run)
    if proposed is None:
        return _nothing(run)
    ram = firmware.octets(proposed.ram_bytes)
    word = firmware.fit(proposed).word
    return f"{firmware.configuration_name(proposed)} {word}: {firmware.time_span(proposed)}, {ram} of RAM"


def _nothing(run: BudgetRun) -> str:
    number = run.findings.nearest
    assert number is not None
    nearest = run.rows[number]
    fit = firmware.fit(nearest)
    over = numbers.share(fit.share - 1)
    return f"Nothing fits. {firmware.configuration_name(nearest)} comes closest: {fit.worst} is {over} over the limit"


def _config(run: BudgetRun) -> str:
    findings, proposed = run.findings, chosen(run)
    if proposed is None:
        return ""
    body = html.paragraphs(filter(None, [*_warnings(run), _security(run), _trade_offs(run)]))
    body += f"<pre><code>{html.text(findings.config)}</code></pre>"
    if findings.psa_config and findings.psa_config not in findings.config:
        body += f"<h3>The same for crypto_config.h</h3><pre><code>{html.text(findings.psa_config)}</code></pre>"
    return html.section("config", "To paste", f"Configuration of {firmware.configuration_name(proposed)}", body)
