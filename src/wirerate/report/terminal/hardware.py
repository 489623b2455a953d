"""The answer to `hw`: all cores side by side, or one with its rates, area, limit, latency and verdicts."""

from __future__ import annotations

import re

from wirerate.lab.fpga.parts import PARTS
from wirerate.lab.fpga.rows import FORMULA
from wirerate.records import Measurement, Run
from wirerate.report import numbers
from wirerate.report import table as dress
from wirerate.report.paper import Paper
from wirerate.report.table import wrap
from wirerate.report.views import hardware as views
from wirerate.report.views.model import figure

LABEL = 11
_BY_PINS_MBPS = 5000  # what a 32-bit bus of 156 MHz brings


def hardware(run: Run, on: Paper) -> str:
    """One core in full, or all of them."""
    names = {str(m.extra["core"]) for m in run.measurements}
    return _one(run, on) if len(names) == 1 else _all(run, on)


def _all(run: Run, on: Paper) -> str:
    part = next(iter(PARTS.values()))
    lines = [on.ink(f"In hardware: {part.title}", "strong"), ""]
    lines += dress.to_text(views.cores(run), width=on.width, color=on.color).splitlines()
    lines += ["", *wrap(_COLUMNS, on.width), "", *wrap(_NEXT, on.width)]
    return "\n".join(lines) + "\n"


_COLUMNS = (
    "RFC 1810: its formula with this part's adder. Calibrated: F with an addition, an addition, and a rotation as "
    "placed alone, chained, less the register that they share. Placed: full place and route, median over seeds. All "
    "lanes together; one chain is one message."
)
_NEXT = "One core in full: wirerate hw md5 --lanes 67 --link 40G --packet 1500; its Verilog: --emit FOLDER."


def _one(run: Run, on: Paper) -> str:
    best = run.measurements[-1]
    lanes = int(figure(best, "lanes"))
    head = f"{best.extra['core']}: {best.extra['title']}, {lanes} lane{'s' if lanes > 1 else ''}"
    lines = [on.ink(head, "strong"), ""]
    lines += dress.to_text(views.rates(run), width=on.width, color=on.color).splitlines()
    if on.width < 100:
        lines += [*(line for m in run.measurements for line in wrap(f"{views.title(m)}: {m.note}.", on.width, "  "))]
    lines.append("")
    for label, text in _facts(best):
        first, *rest = wrap(text, on.width - LABEL) or [""]
        lines += [on.ink(label.ljust(LABEL), "dim") + first, *(" " * LABEL + line for line in rest)]
    if run.verdicts:
        lines += _verdicts(run, on)
    return "\n".join(lines) + "\n"


def _facts(m: Measurement) -> list[tuple[str, str]]:
    facts = []
    if m.basis != FORMULA:
        facts += [("Area", _area(m)), ("Limit", _limit(m))]
    facts += [("Lanes", _lanes(m)), ("Latency", _latency(m))]
    if m.basis != FORMULA:
        facts += [("Feeding it", _feeding(m)), ("On silicon", _silicon(m))]
    return facts


def _area(m: Measurement) -> str:
    part = PARTS[str(m.extra["part"])]
    fitting = int(figure(m, "fitting"))
    room = f"room for {fitting}, of which no two were placed together" if fitting > 1 else "no room for a second"
    return (
        f"{numbers.percent(figure(m, 'area'))} of {part.title}: {figure(m, 'luts'):,.0f} LUTs, "
        f"{figure(m, 'ffs'):,.0f} registers, {figure(m, 'ram_blocks'):,.0f} LUT RAMs; {room}"
    )


def _limit(m: Measurement) -> str:
    additions, luts = int(figure(m, "path_additions")), int(figure(m, "path_luts"))
    between = _between(str(m.extra["path_start"]), str(m.extra["path_end"]))
    look_ups = f"{numbers.count(luts, 'look-up')} (F, choices) and " if luts else ""
    through = look_ups + numbers.count(additions, "addition")
    wires = figure(m, "path_routing_ns")
    total = wires + figure(m, "path_logic_ns")
    return f"{between} through {through}: {total:.2f} ns, {wires / total * 100:.0f} % of it wires"


def _between(start: str, end: str) -> str:
    """A path's two registers in MD5's terms: b24_1 is the result of step 24, a clock later."""
    registers = [re.fullmatch(r"b(\d+)_\d+", name) for name in (start, end)]
    if registers[0] and registers[1]:
        first, last = int(registers[0][1]), int(registers[1][1])
        word = {1: "B", 2: "C", 3: "D", 4: "A"}.get(last - first, "")
        return f"step {last}, from its {word} (the result of step {first})" if word else f"from {start} to {end}"
    if inside := re.fullmatch(r"logic(\d+)\.(word|x|y|z)", start):  # of an addition that took its step's logic in
        return f"step {inside[1]}, from a word of its {'sum' if inside[2] == 'word' else 'logic'} to {end}"
    if start.startswith("n"):
        return f"a step, from its counter ({start}) to its result ({end})"
    return f"from {start} to {end}"


def _lanes(m: Measurement) -> str:
    lanes, chain = int(figure(m, "lanes")), numbers.rate(figure(m, "chain_mbps") / 1000)
    if "ways" in m.extra:
        ways = int(figure(m, "ways"))
        return (
            f"{ways} of {lanes} carry one message's {ways} chains (md5-x{ways}, RFC 1810's K-way MD5: no other program "
            f"computes it): {numbers.rate(figure(m, 'message_mbps') / 1000)} of a long message; others have the rest"
        )
    if lanes == 1:
        return f"one message at a time: {chain}"
    return f"{lanes} packets at once, each with plain MD5 as every program computes it; one message alone has {chain}"


def _latency(m: Measurement) -> str:
    size = numbers.size(m.bytes or 0)
    if "ways" in m.extra:
        return (
            f"{numbers.time_ns(figure(m, 'message_ns'))} for a message of {size} alone: {figure(m, 'turns'):.0f} turns "
            f"of {figure(m, 'clocks'):.0f} clocks, its chains' prefixes, ends and the digest of digests included"
        )
    blocks = numbers.significant(figure(m, "blocks"), 2)
    clocks = numbers.count(int(figure(m, "clocks")), "clock")
    flight = numbers.count(int(figure(m, "lanes")), "packet")
    took = numbers.time_ns(figure(m, "latency_ns"))
    return f"{took} for a packet of {size}: {blocks} blocks, {clocks} each; full rate takes {flight} in flight"


def _feeding(m: Measurement) -> str:
    part = PARTS[str(m.extra["part"])]
    if figure(m, "mbps") < _BY_PINS_MBPS:
        return f"{numbers.rate(figure(m, 'mbps') / 1000)} must come in, which {part.pins} pins carry with ease"
    return (
        f"{numbers.rate(figure(m, 'mbps') / 1000)} must come in. {part.feeding} Whatever the core can do, this part "
        f"takes in {numbers.rate(part.input_mbps / 1000)} at the very most"
    )


def _silicon(m: Measurement) -> str:
    low, high = figure(m, "derating_low"), figure(m, "derating_high")
    mbps = figure(m, "mbps")
    return (
        f"the tools' clock is a model. At {low:g} to {high:g} of it {numbers.rate(mbps * low / 1000)} to "
        f"{numbers.rate(mbps * high / 1000)}: {m.extra['derating_source']}; no board has been measured here"
    )


def _verdicts(run: Run, on: Paper) -> list[str]:
    first = run.verdicts[0]
    needs = numbers.time_ns(first.needs_ns)
    basis = {"formula": "by formula", "stored": "as the project placed it", "placed": "as placed here"}
    said = basis[str(first.conditions["basis"])]
    lines = ["", on.ink(f"{first.link}, packets of {first.packets}: {needs} each; {said}, every lane busy", "strong")]
    lines += dress.to_text(views.verdicts(run), width=on.width, color=on.color).splitlines()
    derated = [v for v in run.verdicts if float(v.conditions.get("derated_headroom_low", 1)) < 1 <= (
        v.headroom.low if v.headroom else 0)]  # fmt: skip
    for v in derated:
        name = views.NAMES.get(v.subject, v.subject)
        lines += wrap(f"{name} would fall short on silicon that derates as above.", on.width)
    instead = list(dict.fromkeys(a.subject for v in run.verdicts for a in v.alternatives))
    if instead:
        lines += wrap(f"Instead, by standing (no core of theirs was placed): {', '.join(instead)}.", on.width)
    return lines
