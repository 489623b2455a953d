"""The page on microcontrollers: operations, what options and clocks change, the budget, the slides of 2015."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from wirerate.lab.mcu.handshake_operations import SYMMETRIC
from wirerate.records import Comparison, Measurement, Run
from wirerate.report import charts
from wirerate.report.charts import mcu as drawn
from wirerate.report.page import html
from wirerate.report.table import Table
from wirerate.report.views import firmware, mcu, published
from wirerate.report.views.model import figure
from wirerate.verdict.published import reason

is_mcu = mcu.is_mcu
_SHOWN = ("secp256r1", "secp384r1", "secp521r1", "brainpoolP256r1")  # of the windows' lines


def strip(run: Run) -> str:
    """The page's head: what was asked, and the answer in one sentence."""
    rows = mcu.rows_of(run, "subject") or firmware.of(run, firmware.HANDSHAKE)
    partial = '<p class="note">Partial: stopped before its end.</p>' if run.partial else ""
    if published.is_published(run):
        return _head("The ECC slides of 25 March 2015", "Their figures beside the model", _VERSIONS, partial)
    if not rows:
        return _head("wirerate mcu", "What a microcontroller takes", "", partial)
    eyebrow = f"{mcu.where(rows[0])}; {mcu.library(rows[0])}"
    if any("front" in m.extra for m in rows):
        return _head(
            f"{rows[0].extra['purpose']} on {eyebrow}", _budget_answer(run, rows), _budget_facts(rows), partial
        )
    first = rows[0]
    if "setup" in first.extra:
        return _head(eyebrow, "What a DTLS handshake takes", mcu.NO_EVIDENCE, partial)
    title = f"{first.extra['curve']} {first.operation}: {mcu.milliseconds(first)} ms, between {mcu.span(first)}"
    return _head(eyebrow, title, f"With {mcu.setting(first)}. {mcu.NO_EVIDENCE}", partial)


def _head(eyebrow: str, title: str, lead: str, partial: str) -> str:
    text = f"<p>{html.text(lead)}</p>" if lead else ""
    return f'<header><p class="eyebrow">{html.text(eyebrow)}</p><h1>{html.text(title)}</h1>{text}{partial}</header>'


def _budget_answer(run: Run, rows: Sequence[Measurement]) -> str:
    chosen = next((m for m in rows if m.extra.get("config")), None)
    if chosen is None:
        return next((p.message for p in run.problems if p.code == "nothing-fits"), "Nothing fits")
    word = "fits" if chosen.extra["fits"] == "fits" else "may fit"
    return f"{mcu.name(chosen)} {word}: {mcu.span(chosen)} ms, {mcu.octets(figure(chosen, 'ram_bytes'))} of RAM"


def _budget_facts(rows: Sequence[Measurement]) -> str:
    return f"Asked for: {rows[0].extra['budget']}."


_VERSIONS = (
    "The code that the slides ran is in no registry: each figure stands beside versions that can be had. What changes "
    "from version to version is the library's; what misses in all of them is the model's. Nothing was fitted."
)


def sections(run: Run) -> list[str]:
    if published.is_published(run):
        return _published(run)
    handshakes = firmware.of(run, firmware.HANDSHAKE)
    rows = mcu.rows_of(run) or handshakes
    if any("front" in m.extra for m in rows):
        return [_budget(rows), _config(rows), _all(run)]
    if handshakes:
        return _handshakes(run)
    others = ((firmware.TAG, firmware.library, "The library itself"), (firmware.CALL, firmware.calls, "A function"))
    for operation, view, title in others:
        if firmware.of(run, operation):
            return [_tabled("figures", mcu.where(firmware.of(run, operation)[0]), title, view(run))]
    return [*_charts(rows), _all(run), _key_lengths()]


def _handshakes(run: Run) -> list[str]:
    rows = firmware.of(run, firmware.HANDSHAKE)
    full = next(m for m in rows if m.extra["setup"] == "ECDHE-ECDSA")
    psk = next(m for m in rows if m.extra["suite"] == "psk")
    assert full.ns is not None
    assert psk.ns is not None
    times = f"{mcu.milliseconds(full)} ms with certificates, {mcu.milliseconds(psk)} ms with a shared key"
    listed = firmware.messages(run)
    inner = html.scrolled(listed, listed.note) + html.csv_link(listed)
    body = f"<details><summary>Every message of every setup</summary>{inner}</details>"
    title = f"{full.bytes:,.0f} bytes with certificates, {psk.bytes:,.0f} with a shared key"
    return [
        _tabled("handshakes", "DTLS 1.2 handshakes (RFC 7925)", f"A client takes {times}", firmware.handshakes(run)),
        _tabled("operations", "Where the time goes", _dearest(full), firmware.parts(run)),
        html.section("messages", "On the wire", title, body),
    ]


def _dearest(m: Measurement) -> str:
    """The operation with the largest share of a full handshake, and what symmetric cryptography has of it."""
    parts = {key: figure(m, key) / figure(m, "cycles") for key in m.extra if key.startswith("cycles of ")}
    most = max(parts, key=lambda key: parts[key])
    own = sum(parts.get(f"cycles of {name}", 0.0) for name in SYMMETRIC)
    return f"{most.removeprefix('cycles of ')} takes {parts[most]:.0%}, symmetric cryptography {own:.1%}"


def _tabled(name: str, eyebrow: str, title: str, table: Table) -> str:
    return html.section(name, eyebrow, title, html.scrolled(table, table.note or title) + html.csv_link(table))


def _charts(rows: Sequence[Measurement]) -> list[str]:
    if not rows:
        return []
    about = rows[0]
    here = [m for m in rows if m.extra["clock_hz"] == about.extra["clock_hz"]]
    own = _same(here, about, ("nist", "fixed_point", "window"))
    off = [m for m in _same(here, about, ("fixed_point", "window")) if m.extra["nist"] != about.extra["nist"]]
    bare = [m for m in _same(here, about, ("nist", "window")) if m.extra["fixed_point"] != about.extra["fixed_point"]]
    swept = _same(here, about, ("nist", "fixed_point"))
    clocked = [m for m in _same(rows, about, ("nist", "fixed_point", "window"))
               if m.operation == "sign" and m.extra["curve"] == "secp256r1"]  # fmt: skip
    reduced = (own, off) if about.extra["nist"] else (off, own)
    combed = (own, bare) if about.extra["fixed_point"] else (bare, own)
    return [
        _drawn("Operations by curve", drawn.by_curve(own), own),
        _drawn("Sign against verify", drawn.sign_verify(own), own),
        _drawn("Brainpool against NIST", drawn.brainpool(own), own),
        _drawn("The NIST reduction", drawn.reduction(*map(_signing, reduced)), [*own, *off]),
        _drawn("The comb for the base point", drawn.comb(*map(_signing, combed)), [*own, *bare]),
        _drawn("The window", drawn.windows(_windows(swept)), swept),
        _drawn("The clock", drawn.clocks(clocked), clocked),
    ]


def _same(rows: Sequence[Measurement], about: Measurement, names: tuple[str, ...]) -> list[Measurement]:
    names = (*names, "version", "level", "board")
    return [m for m in rows if all(m.extra[name] == about.extra[name] for name in names)]


def _signing(rows: Sequence[Measurement]) -> list[Measurement]:
    return [m for m in rows if m.operation == "sign"]


def _windows(rows: Sequence[Measurement]) -> list[Measurement]:
    """Verification: the window bounds what multiplies a point that is not the base, in every version."""
    return [m for m in rows if m.operation == "verify" and m.extra["curve"] in _SHOWN]


def _drawn(eyebrow: str, chart: charts.Chart | None, rows: Sequence[Measurement]) -> str:
    """A chart with its conditions; nothing where the run has no rows for it."""
    if chart is None:
        return ""
    return html.section(chart.name, eyebrow, chart.title, html.drawing(chart, mcu.conditions(rows)))


def _budget(rows: Sequence[Measurement]) -> str:
    limits = {name.removeprefix("limit_"): float(value) for name, value in rows[0].extra.items()
              if name.startswith("limit_")}  # fmt: skip
    chart = drawn.pareto(rows, limits)
    return _drawn("What fits", chart, rows)


def _config(rows: Sequence[Measurement]) -> str:
    chosen = next((m for m in rows if m.extra.get("config")), None)
    if chosen is None:
        return ""
    body = f"<pre><code>{html.text(chosen.extra['config'])}</code></pre>"
    if chosen.extra.get("psa_config") and str(chosen.extra["psa_config"]) not in str(chosen.extra["config"]):
        body += f"<h3>The same for crypto_config.h</h3><pre><code>{html.text(chosen.extra['psa_config'])}</code></pre>"
    return html.section("config", "To paste", f"{mcu.name(chosen)} is proposed", body)


def _all(run: Run) -> str:
    table = mcu.table(run)
    if not table:
        return ""
    count = sum(len(group.rows) for group in table.groups)
    inner = html.scrolled(table, table.note) + html.csv_link(table)
    body = f"<details><summary>All of them as a table</summary>{inner}</details>" if count > 16 else inner
    return html.section("mcu-table", "Every figure", f"{count} operations, each with its range", body)


def _key_lengths() -> str:
    table = published.key_lengths()
    body = html.scrolled(table, table.note, "prose")
    return html.section("key-lengths", "Slide 11", "Which strength is recommended today", body)


def _published(run: Run) -> list[str]:
    parts: Sequence[tuple[str, str, str, Callable[[Run], Table]]] = (
        ("figures", "Every figure of the slides", _hits(run, "figure"), published.figures),
        ("ratios", "Ratios of the slides' figures", _hits(run, "ratio"), published.ratios),
        ("observations", "Slides 12 and 13", _hits(run, "observation"), published.observations),
    )
    found = []
    for name, eyebrow, title, view in parts:
        table = view(run)
        why = _reasons(run) if name == "figures" else ""
        found.append(html.section(name, eyebrow, title, html.scrolled(table, table.note, "prose") + why
                                  + html.csv_link(table)))  # fmt: skip
    return [*found, _key_lengths()]


def _reasons(run: Run) -> str:
    items = "".join(f"<li>{html.text(head)}: {html.text(reason(found))}.</li>"
                    for head, found in published.by_figure(run).items())  # fmt: skip
    return f"<h3>Why</h3><ul>{items}</ul>"


def _hits(run: Run, kind: str) -> str:
    rows = published.of_kind(run, kind)
    words: dict[str, list[Comparison]] = {}
    for c in rows:
        words.setdefault(str(c.conditions["outcome"]), []).append(c)
    return ", ".join(f"{len(found)} {word}" for word, found in words.items()) + f" of {len(rows)}"


_RULES = (
    ("Real code.", "Mbed TLS as released, built by the compiler that is named, run instruction by instruction. Every "
     "result is computed again on the host by other code; what is wrong has no time."),
    ("A model of time.", "Cycles come from the tables in the cores' manuals, flash from the parts' manuals. What these "
     "leave open makes the range: branch refill, operands, flash. No figure comes from a board."),
    ("Memory.", "Stack by painting, heap as requested at its peak, flash from the link map, by building block."),
    ("Energy.", "Cycles × the datasheet's current for code run from flash × voltage. Without a source, no figure."),
    ("What it does not say.", "Emulated time is no evidence of constant time. Interrupts, radio and other masters on "
     "the bus are not there. The accelerator of a part is not used."),
)  # fmt: skip


def method() -> str:
    return '<div class="method">' + "".join(f"<p><b>{h}</b> {html.text(t)}</p>" for h, t in _RULES) + "</div>"
