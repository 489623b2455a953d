# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Sentences about a hardware core: the source of its figures, area, critical path, lanes, latency and verdicts."""

from __future__ import annotations

import re
from collections.abc import Sequence

from wirerate.report import numbers
from wirerate.verdict import KEEPS_UP, TIGHT
from wirerate.wings.hw.placements import PARTS, Part
from wirerate.wings.hw.rows import (
    ALONE,
    AS_YOU_SAID,
    BUSY,
    Brought,
    CoreRate,
    CoreVerdict,
    HwRun,
    OperationTimes,
    Pace,
    Placed,
)

NAMES = {"md5": "plain MD5", "keyed-md5": "keyed MD5", "hmac-md5": "HMAC-MD5", "internet-checksum": "checksum"}
_BY_PINS_MBPS = 5000  # a 32-bit bus at 156 MHz


def is_one_core(run: HwRun) -> bool:
    """Return whether all rows are of one core."""
    return len({m.subject for m in run.rows}) == 1


def is_in_full(run: HwRun) -> bool:
    """Return whether the run has all figures of one core, wirerate's or the user's."""
    return has_user_core(run) or is_one_core(run)


def main_rate(run: HwRun) -> CoreRate:
    """Return the row that the answer is about: the user's core, which comes first, or else the most reliable rate,
    which comes last."""
    return run.rows[0 if has_user_core(run) else -1]


def has_user_core(run: HwRun) -> bool:
    """Return whether the run is about the user's own core."""
    return run.rows[0].brought is not None


def first_size(run: HwRun) -> list[CoreRate]:
    """Return the rows of the first message size; rows of other sizes have the same rates."""
    return [m for m in run.rows if m.packets == run.rows[0].packets]


def part_of(run: HwRun) -> Part:
    return PARTS[run.rows[0].part]


def mbps(value: float) -> str:
    return numbers.rate(value / 1000)


def title(rate: CoreRate) -> str:
    return f"{rate.core}: {rate.title}, {numbers.count(rate.lanes, 'lane')}"


def pace(record: Brought | CoreVerdict) -> str:
    """Return the bits per cycle of the user's core, with their source; "" for wirerate's cores."""
    if record.pace is None or record.bits_per_cycle is None:
        return ""
    return _pace(record.bits_per_cycle, record.pace)


def is_unchecked(v: CoreVerdict) -> bool:
    """Return whether the verdict relies on bits per cycle that the user typed."""
    return v.pace is not None and v.pace.source == AS_YOU_SAID


def _pace(bits_per_cycle: float, pace: Pace) -> str:
    bits = f"{bits_per_cycle:.4g} bit{'' if bits_per_cycle == 1 else 's'} per cycle"
    if pace.source == AS_YOU_SAID:
        return f"{bits} as you typed"
    return f"{bits} ({pace.source}: {pace.clocks:.4g} clocks for {pace.block_bits} bits)"


def source(m: CoreRate) -> str:
    """Return the source of a row's figures."""
    if m.source == "placed":
        return "placed here" if m.basis == "placed" else "placed, stored"
    return {"rfc1810": "RFC 1810's formula", "calibrated": "calibrated"}[m.source]


def basis(rate: CoreRate) -> str:
    """Return how a row's clock was obtained."""
    if rate.placed:
        return _placed_by(rate, rate.placed)
    if rate.times:
        return _chained(rate, rate.times)
    meaning = {
        "rfc1810": " per operation, RFC 1810's CMOS",
        "part": " per operation, this part's adder",
        "own": "",
    }
    digits = ".3g" if rate.silicon == "part" else "g"
    return f"N = {rate.operation_ns:{digits}} ns{meaning[rate.silicon]}"


def _placed_by(rate: CoreRate, placed: Placed) -> str:
    fmax = rate.fmax_mhz
    spread = f" ({fmax.low:.1f} to {fmax.high:.1f} MHz)" if placed.seeds > 1 else ""
    tools = f"Yosys {placed.yosys}, nextpnr {placed.nextpnr}, {placed.date[:10]}"
    return f"{numbers.count(placed.seeds, 'seed')}{spread}, {tools}"


def _chained(rate: CoreRate, times: OperationTimes) -> str:
    if rate.silicon == "own":
        logic = "" if times.logic_add_ns is None else f": F with an addition {times.logic_add_ns:.3g} ns"
        return f"operation times in the proportions of {rate.part}{logic}"
    text = f"addition {times.add_ns:.3g} ns"
    if times.logic_add_ns is not None:
        text += f", F with an addition {times.logic_add_ns:.3g}"
    if times.rotation_ns is not None:
        text += f", selected rotation {times.rotation_ns:.3g} ({times.rotation_amounts} amounts)"
    if times.shared_ns is not None:
        text += f"; minus {times.shared_ns:.2g} for every shared register"
    if times.wires_ns is not None:
        text += f"; plus {times.wires_ns:.2g} for the longest wire"
    return text


def facts(rate: CoreRate) -> list[tuple[str, str]]:
    """Return all labelled sentences about the core."""
    lanes = [("Lanes", _lanes(rate)), ("Latency", _latency(rate, rate.bytes or 0))]
    if rate.placed is None:
        return lanes
    area = [("Area", _area(rate, rate.placed)), ("Limit", _limit(rate.placed))]
    return [*area, *lanes, ("Input", _feeding(rate)), ("On a board", _board(rate, rate.placed))]


def short_facts(rate: CoreRate) -> list[tuple[str, str]]:
    """Return the labelled figures that an engineer checks first, a line each."""
    part, placed, fmax = PARTS[rate.part], rate.placed, rate.fmax_mhz
    in_flight = "" if rate.one_message else f", {numbers.count(rate.lanes, 'packet')} in flight"
    latency = f"{numbers.time_ns(rate.latency_ns)} for {numbers.size(rate.bytes or 0)}{in_flight}"
    clock = f"{numbers.significant(fmax.median)} MHz"
    if placed is None:
        return [("latency", f"{latency}; estimated {clock}, not placed")]
    board = placed.derating
    low, high = mbps(rate.mbps * board.low), mbps(rate.mbps * board.high)
    seeds = f" ({fmax.low:.0f} to {fmax.high:.0f})" if placed.seeds > 1 else ""
    entry = f"at most {mbps(part.input_mbps)} by its pins; {part.shortcoming}"
    return [
        ("area", f"{numbers.percent(placed.area)} of {rate.part}: {placed.luts:,} LUTs, {placed.ffs:,} registers"),
        ("latency", f"{latency}; {clock}{seeds}"),
        *([("input", entry)] if rate.mbps >= _BY_PINS_MBPS else []),
        ("board", f"expect {low} to {high}: boards run below the tools' clock"),
    ]


def _area(rate: CoreRate, placed: Placed) -> str:
    several = placed.fitting > 1
    room = f"{placed.fitting} fit by count, but were not placed together" if several else "a second does not fit"
    return (
        f"{numbers.percent(placed.area)} of {PARTS[rate.part].title}: {placed.luts:,} LUTs, "
        f"{placed.ffs:,} registers, {placed.ram_blocks:,} LUT RAMs; {room}"
    )


def _limit(placed: Placed) -> str:
    path = placed.path
    tables = f"{numbers.count(path.luts, 'lookup table')} and " if path.luts else ""
    through = tables + numbers.count(path.additions, "addition")
    total = path.routing_ns + path.logic_ns
    wires = f"{total:.2f} ns, {path.routing_ns / total * 100:.0f} % of it in wires"
    return f"critical path {_between(path.start, path.end)} through {through}: {wires}"


def _between(start: str, end: str) -> str:
    """Name a path's registers in MD5's terms: b24_1 is the result of step 24, one clock later."""
    registers = [re.fullmatch(r"b(\d+)_\d+", name) for name in (start, end)]
    if registers[0] and registers[1]:
        first, last = int(registers[0][1]), int(registers[1][1])
        word = {1: "B", 2: "C", 3: "D", 4: "A"}.get(last - first, "")
        return f"in step {last} from {word} (the result of step {first})" if word else f"from {start} to {end}"
    if inside := re.fullmatch(r"logic(\d+)\.(word|x|y|z)", start):  # an addition that includes its step's logic
        return f"in step {inside[1]} from its {'sum' if inside[2] == 'word' else 'logic'} to {end}"
    if start.startswith("n"):
        return f"from the step counter ({start}) to the step's result ({end})"
    return f"from {start} to {end}"


def _lanes(rate: CoreRate) -> str:
    one, chain = rate.one_message, mbps(rate.chain_mbps)
    if one:
        return (
            f"one message takes {one.ways} of {rate.lanes} (md5-x{one.ways}, RFC 1810's K-way MD5, which only wirerate "
            f"computes): {mbps(one.mbps)} for a long message"
        )
    if rate.lanes == 1:
        return f"one message at a time: {chain}"
    return f"{rate.lanes} packets at once, with standard MD5; one message alone gets {chain}"


def _latency(rate: CoreRate, octets: float) -> str:
    size, one = numbers.size(octets), rate.one_message
    if one:
        return (
            f"{numbers.time_ns(one.ns)} for one message of {size}: {one.turns:.3g} passes of {clocks(rate)}, "
            "with prefixes, padding and the final digest"
        )
    blocks, in_flight = numbers.significant(rate.blocks, 2), numbers.count(rate.lanes, "packet")
    return (
        f"{numbers.time_ns(rate.latency_ns)} for a packet of {size}: {blocks} blocks of {clocks(rate)}; "
        f"full rate needs {in_flight} in flight"
    )


def clocks(rate: CoreRate) -> str:
    """Return the clocks per block, which may be a fraction for the user's core."""
    return f"{rate.clocks:.4g} clock{'' if rate.clocks == 1 else 's'}"


def _feeding(rate: CoreRate) -> str:
    part = PARTS[rate.part]
    if rate.mbps < _BY_PINS_MBPS:
        return f"{mbps(rate.mbps)}; the {part.pins} pins are enough"
    return f"{mbps(rate.mbps)} needed; this part takes in at most {mbps(part.input_mbps)}. {part.feeding.rstrip('.')}"


def _board(rate: CoreRate, placed: Placed) -> str:
    board = placed.derating
    return (
        f"expect {mbps(rate.mbps * board.low)} to {mbps(rate.mbps * board.high)}, {board.low:g} to {board.high:g} of "
        f"the tools' clock: {board.source}. wirerate has not measured a board"
    )


def same_area(run: HwRun) -> list[str]:
    """Say what wirerate's cores reach on the area of the user's core."""
    user, library = run.rows[0], list(run.rows[1:])
    assert user.placed is not None
    luts, ffs = user.placed.luts, user.placed.ffs
    area = f"the area of {user.core} ({max(luts, ffs):,} {'LUTs' if luts >= ffs else 'registers'})"
    fitting = [(rate, rate.on_area) for rate in library if rate.on_area and rate.on_area.copies]
    if fitting:
        best, room = max(fitting, key=lambda pair: pair[1].mbps)
        copies = f"{room.copies} {best.core} {'fits' if room.copies == 1 else 'fit'}"
        return [f"On {area}, {copies}: {mbps(room.mbps)} instead of {mbps(user.mbps)}."]
    smallest = min(((r, r.on_area) for r in library if r.on_area), key=lambda pair: pair[1].size, default=None)
    if smallest is None:
        return []
    small, needs = smallest
    return [
        f"No core of wirerate's fits on {area}: {small.core} takes {needs.size:.3g} times that area and does "
        f"{mbps(small.mbps)} instead of {mbps(user.mbps)}."
    ]


# ---- verdicts against a link ----

_BASIS = {"formula": "estimated", "stored": "placed and routed (stored)", "placed": "placed and routed here"}


def by_size(run: HwRun) -> bool:
    """Return whether the verdicts are on K-way MD5, a row per message size."""
    return any(v.role in (ALONE, BUSY) for v in run.verdicts)


def question(run: HwRun) -> str:
    """Return the conditions of the verdicts: link, packets, time available, and the source of the rate."""
    first = run.verdicts[0]
    source = _BASIS[first.basis]
    if by_size(run):
        return f"{first.subject} on {first.core} at {first.link}, by message size; {source}"
    needs = numbers.time_ns(first.needs_ns)
    details = ", ".join(filter(None, (source, pace(first), "every lane busy")))
    return f"{first.link}, {packets(first)}: {needs} available per packet; {details}"


def packets(v: CoreVerdict) -> str:
    """Return the packets of a verdict in words: "1,500 B packets" or "imix packets"."""
    return f"{size(v)} packets"


def fast(v: CoreVerdict) -> bool:
    return v.verdict in (KEEPS_UP, TIGHT)


def size(v: CoreVerdict) -> str:
    return numbers.size(float(v.packets)) if v.packets.isdecimal() else v.packets


def answer_by_size(verdicts: Sequence[CoreVerdict]) -> str:
    """Say at which sizes one message at a time keeps up, and whether several at once keep up at the other sizes."""
    first = verdicts[0]
    alone, busy = ([v for v in verdicts if v.role == role] for role in (ALONE, BUSY))
    carried, slow = [v for v in alone if fast(v)], [v for v in alone if not fast(v)]
    start = f"{first.subject} on {first.core}, one message at a time,"
    if not slow:
        return f"{start} is fast enough for {first.link}: {_sizes(carried)}"
    answer = f"fast enough for {first.link} with {_sizes(carried)}, not with" if carried else None
    answer = answer or f"too slow for {first.link} with"
    kept = [v for v in busy if fast(v) and v.packets in {alone.packets for alone in slow}]
    if len(kept) == len(slow):
        return f"{start} is {answer} {_sizes(slow)}, which needs several at once"
    return f"{start} is {answer} {_sizes(slow)}"


def _sizes(verdicts: Sequence[CoreVerdict]) -> str:
    return numbers.one_of([size(v) for v in verdicts])


def explained_by_size(run: HwRun) -> list[str]:
    """Explain the columns of the K-way table, when K ways help, and what K-way MD5 is."""
    first, one = run.verdicts[0], run.rows[0].one_message
    assert one is not None
    packets = ",".join(dict.fromkeys(v.packets for v in run.verdicts))
    return [
        "Takes: time until the final digest of one message; with every lane busy, time per message. Lanes: needed to "
        f"carry {first.link}; one message occupies {one.ways}. Gain: plain MD5's time on the same core ÷ this time.",
        gains(run),
        f"⊘ {first.objection}. {first.security.standing}" if first.objection else first.security.standing,
        f"In software: wirerate check md5 {first.subject} --link {first.link} --packet {packets}.",
    ]


def gains(run: HwRun) -> str:
    """Say when K chains are faster than one."""
    one = run.rows[0].one_message
    assert one is not None
    return (
        f"One message at a time is faster over {one.ways} chains from {numbers.size(one.gains_from)}, up to "
        f"×{one.ways}; with several messages, plain MD5 is faster."
    )


def consequences(run: HwRun) -> list[str]:
    """Return the caveats of the verdicts and the alternatives."""
    lines = []
    for v in run.verdicts:
        derated, room = v.derated_headroom_low, v.headroom
        if derated is not None and room and derated < 1 <= room.low:
            lines.append(f"{_use(v)} may fall short on a board, which reaches less than the tools' clock.")
    lines = list(dict.fromkeys(lines))
    if is_unchecked(first := run.verdicts[0]):
        lines.append(
            f"The verdict relies on your {first.bits_per_cycle:.4g} bits per cycle; --start and --done measure them "
            "by simulation."
        )
    instead = dict.fromkeys(a.subject for v in run.verdicts for a in v.alternatives)
    if instead:
        lines.append(f"Instead, on security grounds (wirerate has no cores for them): {', '.join(instead)}.")
    return lines


def _use(v: CoreVerdict) -> str:
    """Return the algorithm that a verdict is about; for K-way MD5 also how it is used, and the packets."""
    return NAMES.get(v.subject) or f"{v.subject}, {v.role}, {v.packets},"
