"""The answer to `mcu`: operations with their ranges; a budget's front and proposal; or the slides of 2015."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Sequence
from dataclasses import replace

from wirerate.catalogue.boards import BOARDS
from wirerate.records import Measurement, Run
from wirerate.report.paper import Paper
from wirerate.report.table import Table, to_text, wrap
from wirerate.report.views import firmware, mcu, published
from wirerate.report.views.model import figure
from wirerate.verdict.published import reason


def answer(run: Run, on: Paper) -> str:
    if published.is_published(run):
        return _published(run, on)
    for operation, tables in _OTHERS.items():
        others = firmware.of(run, operation)
        if others:
            return _budget(run, others, on) if "front" in others[0].extra else _other(run, others, tables, on)
    rows = mcu.rows_of(run)
    if not rows:
        return "Nothing was found for that question.\n"
    if any("front" in m.extra for m in rows):
        return _budget(run, rows, on)
    return _operations(run, rows, on)


_OTHERS: dict[str, tuple[Callable[[Run], Table], ...]] = {
    firmware.HANDSHAKE: (firmware.handshakes, firmware.parts, firmware.messages),
    firmware.TAG: (firmware.library,),
    firmware.CALL: (firmware.calls,),
}


def _other(run: Run, rows: list[Measurement], tables: Sequence[Callable[[Run], Table]], on: Paper) -> str:
    first = rows[0]
    made = f", {mcu.library(first)}" if "release" in first.extra else ""
    lines = [on.ink(f"{mcu.where(first)}{made}", "strong")]
    for view in tables:
        table = view(run)
        if table.name == "messages":  # the other setups' differ little; -J and the page have them
            table = replace(table, groups=tuple(g for g in table.groups if g.heading in firmware.FULL))
        lines += ["", *to_text(table, width=on.width, color=on.color).splitlines()]
    return "\n".join([*lines, "", *_about(rows, on)]) + "\n"


def _operations(run: Run, rows: list[Measurement], on: Paper) -> str:
    lines = to_text(mcu.table(run), width=on.width, color=on.color).splitlines()
    return "\n".join([*lines, "", *_about(rows, on)]) + "\n"


def _about(rows: list[Measurement], on: Paper) -> list[str]:
    """What the reader must know of the figures: unknowns, provenance, the board, and what emulation cannot tell."""
    unknowns = mcu.unknowns(rows)
    lines = wrap(f"Range over: {'; '.join(unknowns)}.", on.width) if unknowns else []
    stored = {str(m.extra["command"]) for m in rows if m.basis == "stored" and m.extra.get("command")}
    lines += [line for command in sorted(stored) for line in wrap(f"Stored by: {command}.", on.width)]
    lines += [line for name in dict.fromkeys(str(m.extra["board"]) for m in rows) for line in _board(name, on)]
    return [*lines, mcu.NO_EVIDENCE]


def _board(name: str, on: Paper) -> list[str]:
    board = BOARDS.get(name)
    if board is None:
        return []
    words = [f"{board.part}: {board.ram_bytes / 1024:g} KiB of RAM, {board.flash_bytes / 1024:g} KiB of flash."]
    if board.note:
        words.append(f"{board.note[0].upper()}{board.note[1:]}.")
    if board.accelerator:
        words.append(f"It has hardware that these figures do not use: {board.accelerator}.")
    if board.missing:
        words.append(f"No energy: {board.missing}.")
    if board.unverified():
        words.append(f"Written down from memory, to be checked: {', '.join(board.unverified())}.")
    return wrap(" ".join(words), on.width)


def _budget(run: Run, rows: list[Measurement], on: Paper) -> str:
    first = rows[0]
    chosen = next((m for m in rows if m.extra.get("config")), None)
    asked = f"{first.extra['purpose']} on {mcu.where(first)}: {first.extra['budget']}"
    lines = [on.ink(asked[0].upper() + asked[1:], "strong"), ""]
    if chosen is not None:
        certain = chosen.extra["fits"] == "fits"
        lead = "Cheapest that fits" if certain else "Cannot tell: the range of this one crosses a limit"
        lines += wrap(f"{lead}: {mcu.library(chosen)}, {mcu.name(chosen)}: {_takes(chosen)}.", on.width)
    lines += ["", *to_text(mcu.budget_table(rows), width=on.width, color=on.color).splitlines()]
    lines += [*wrap(_FRONT, on.width)]
    if chosen is not None:
        lines += ["", *str(chosen.extra["config"]).rstrip().splitlines()]
    weak = figure(first, "security") < 128
    lines += ["", *(wrap(_WEAK.format(int(figure(first, "security"))), on.width) if weak else [])]
    return "\n".join([*lines, *_about(rows, on)]) + "\n"


_FRONT = (
    "The front: no other configuration beats these in everything. Percentages: the largest share of any limit, at the "
    "slow end of the range; the cheapest is the one whose shares of all limits add up to least."
)
_WEAK = "Security of {} bits was asked for: less than the 128 that new systems should have (RFC 9325)."


def _takes(m: Measurement) -> str:
    energy = f", at most {figure(m, 'millijoules_high'):.2g} mJ" if "millijoules_high" in m.extra else ""
    ram, flash = (mcu.octets(figure(m, name)) for name in ("ram_bytes", "flash_bytes"))
    return f"{mcu.span(m)} ms, {ram} of RAM, {flash} of flash{energy}"


def _published(run: Run, on: Paper) -> str:
    parts = [on.ink("Performance Investigations, 25 March 2015, beside the model", "strong"), ""]
    parts += [*wrap(_VERSIONS, on.width), ""]
    parts += to_text(published.figures(run), width=on.width, color=on.color).splitlines()
    parts += ["", on.ink("Why", "strong")]
    for head, found in published.by_figure(run).items():
        parts += textwrap.wrap(f"{head}: {reason(found)}.", on.width, subsequent_indent="  ")
    parts += ["", on.ink("Ratios: what the version of the code changes least", "strong")]
    parts += to_text(published.ratios(run), width=on.width, color=on.color).splitlines()
    parts += ["", on.ink("Observations of slides 12 and 13", "strong")]
    parts += _observations(run, on)
    parts += ["", on.ink("Slide 11: comparable key lengths, and what is recommended today", "strong")]
    for row in published.key_lengths().groups[0].rows:
        bits = "/".join(cell.text for cell in row[:3])
        parts += textwrap.wrap(f"{bits}: {row[3].text} ({row[4].text}).", on.width, subsequent_indent="  ")
    return "\n".join([*parts, "", mcu.NO_EVIDENCE]) + "\n"


_VERSIONS = (
    "The code that the slides ran (PolarSSL 1.3) is in no registry. Each figure stands beside the oldest version that "
    "can be had and beside the default one: what changes from version to version is the library's, what misses in all "
    "of them is the model's. No parameter was fitted to these figures."
)


def _observations(run: Run, on: Paper) -> list[str]:
    lines: list[str] = []
    for row in published.observations(run).groups[0].rows:
        claim, word, version, bound, found, against = row
        lines += [on.ink(word.text, word.tone) + f" ({version.text}): {claim.text}"] if version.text else [
            on.ink(word.text, word.tone) + f": {claim.text}"]  # fmt: skip
        detail = f"{bound.text}: {found.text}" + (f"; against it: {against.text}" if against.text else "")
        lines += wrap(detail, on.width, "  ")
    return [part for line in lines for part in (textwrap.wrap(line, on.width, subsequent_indent="  ") or [""])]
