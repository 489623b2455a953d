# SPDX-License-Identifier: Apache-2.0 OR MIT
"""What is said of a core: where its figures come from, its area, limit, lanes and latency."""

from __future__ import annotations

import re
from collections.abc import Sequence

from wirerate.report import labels, numbers
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
_BY_PINS_MBPS = 5000  # what a 32-bit bus of 156 MHz brings


def one_core(run: HwRun) -> bool:
    """Whether one was asked about, in full."""
    return len({m.subject for m in run.rows}) == 1


def in_full(run: HwRun) -> bool:
    """Whether one was asked about, ours or somebody's own."""
    return brought(run) or one_core(run)


def about(run: HwRun) -> CoreRate:
    """What the question is about: a core that was brought comes before ours, else what is known best comes last."""
    return run.rows[0 if brought(run) else -1]


def brought(run: HwRun) -> bool:
    """Whether the core is somebody's own."""
    return run.rows[0].brought is not None


def first_size(run: HwRun) -> list[CoreRate]:
    """What is the same for every message size, once."""
    return [m for m in run.rows if m.packets == run.rows[0].packets]


def part_of(run: HwRun) -> Part:
    return PARTS[run.rows[0].part]


def mbps(value: float) -> str:
    return numbers.rate(value / 1000)


def title(rate: CoreRate) -> str:
    return f"{rate.core}: {rate.title}, {numbers.count(rate.lanes, 'lane')}"


def pace(of: Brought | CoreVerdict) -> str:
    """A core's bits per cycle, and where the figure comes from; empty for a core of wirerate's."""
    if of.pace is None or of.bits_per_cycle is None:
        return ""
    return _pace(of.bits_per_cycle, of.pace)


def is_as_said(v: CoreVerdict) -> bool:
    """Whether a verdict believes the bits per cycle that its reader typed."""
    return v.pace is not None and v.pace.source == AS_YOU_SAID


def _pace(bits_per_cycle: float, pace: Pace) -> str:
    bits = f"{bits_per_cycle:.4g} bit{'' if bits_per_cycle == 1 else 's'} per cycle"
    if pace.source == AS_YOU_SAID:
        return f"{AS_YOU_SAID}: {bits}"
    return f"{bits} ({pace.source}: {pace.clocks:.4g} clocks for {pace.block_bits} bits)"


def source(m: CoreRate) -> str:
    """Where a row's figures come from."""
    if m.source == "placed":
        return "placed here" if m.basis == "placed" else "placed, stored"
    return {"rfc1810": "RFC 1810's formula", "calibrated": "calibrated"}[m.source]


def rests_on(rate: CoreRate) -> str:
    """What a row's clock is made of."""
    if rate.placed:
        return _placed_by(rate, rate.placed)
    if rate.times:
        return _chained(rate, rate.times)
    whose = {
        "rfc1810": ", its CMOS; by its other readings half or twice that (wirerate model md5)",
        "part": ", this part's adder",
        "own": "",
    }
    digits = ".3g" if rate.silicon == "part" else "g"
    return f"N = {rate.operation_ns:{digits}} ns{whose[rate.silicon]}"


def _placed_by(rate: CoreRate, placed: Placed) -> str:
    fmax = rate.fmax_mhz
    apart = f" ({fmax.low:.1f} to {fmax.high:.1f} MHz)" if placed.seeds > 1 else ""
    tools = f"Yosys {placed.yosys}, nextpnr {placed.nextpnr}, {placed.date[:10]}"
    return f"{numbers.count(placed.seeds, 'seed')}{apart}, {tools}"


def _chained(rate: CoreRate, times: OperationTimes) -> str:
    if rate.silicon == "own":
        logic = "" if times.logic_add_ns is None else f": F and an addition {times.logic_add_ns:.3g} ns"
        return f"operations in the proportion that {rate.part} has{logic}"
    told = f"an addition {times.add_ns:.3g} ns"
    if times.logic_add_ns is not None:
        told += f", F with one {times.logic_add_ns:.3g}"
    if times.rotation_ns is not None:
        told += f", a rotation by one of {times.rotation_amounts} {times.rotation_ns:.3g}"
    if times.shared_ns is not None:
        told += f"; {times.shared_ns:.2g} less for each that shares a register"
    if times.wires_ns is not None:
        told += f"; {times.wires_ns:.2g} more for the longest wire"
    return told


def facts(rate: CoreRate) -> list[tuple[str, str]]:
    """Each with its label."""
    always = [("Lanes", _lanes(rate)), ("Latency", _latency(rate, rate.bytes or 0))]
    if rate.placed is None:
        return always
    before = [("Area", _area(rate, rate.placed)), ("Limit", _limit(rate.placed))]
    return [*before, *always, ("Feeding it", _feeding(rate)), ("On silicon", _silicon(rate, rate.placed))]


def _area(rate: CoreRate, placed: Placed) -> str:
    many = placed.fitting > 1
    room = f"room for {placed.fitting}, of which no two were placed together" if many else "no room for a second"
    return (
        f"{numbers.percent(placed.area)} of {PARTS[rate.part].title}: {placed.luts:,} LUTs, "
        f"{placed.ffs:,} registers, {placed.ram_blocks:,} LUT RAMs; {room}"
    )


def _limit(placed: Placed) -> str:
    path = placed.path
    look_ups = f"{numbers.count(path.luts, 'look-up')} (F, choices) and " if path.luts else ""
    through = look_ups + numbers.count(path.additions, "addition")
    total = path.routing_ns + path.logic_ns
    wires = f"{total:.2f} ns, {path.routing_ns / total * 100:.0f} % of it wires"
    return f"{_between(path.start, path.end)} through {through}: {wires}"


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


def _lanes(rate: CoreRate) -> str:
    one, chain = rate.one_message, mbps(rate.chain_mbps)
    if one:
        return (
            f"{one.ways} of {rate.lanes} carry one message's {one.ways} chains (md5-x{one.ways}, RFC 1810's K-way MD5: "
            f"no other program computes it): {mbps(one.mbps)} of a long message; others have the rest"
        )
    if rate.lanes == 1:
        return f"one message at a time: {chain}"
    return (
        f"{rate.lanes} packets at once, each with plain MD5 as every program computes it; one message alone has {chain}"
    )


def _latency(rate: CoreRate, octets: float) -> str:
    size, one = numbers.size(octets), rate.one_message
    if one:
        return (
            f"{numbers.time_ns(one.ns)} for a message of {size} alone: {one.turns:.3g} turns of {clocks(rate)}, "
            "its chains' prefixes, ends and the digest of digests included"
        )
    blocks, each = numbers.significant(rate.blocks, 2), clocks(rate)
    took, flight = numbers.time_ns(rate.latency_ns), numbers.count(rate.lanes, "packet")
    return f"{took} for a packet of {size}: {blocks} blocks, {each} each; full rate takes {flight} in flight"


def clocks(rate: CoreRate) -> str:
    """A mean for a core that was brought."""
    return f"{rate.clocks:.4g} clock{'' if rate.clocks == 1 else 's'}"


def _feeding(rate: CoreRate) -> str:
    part = PARTS[rate.part]
    if rate.mbps < _BY_PINS_MBPS:
        return f"{mbps(rate.mbps)} must come in, which {part.pins} pins carry with ease"
    return (
        f"{mbps(rate.mbps)} must come in. {part.feeding} Whatever the core can do, this part takes in "
        f"{mbps(part.input_mbps)} at the very most"
    )


def _silicon(rate: CoreRate, placed: Placed) -> str:
    left = placed.derating
    return (
        f"the tools' clock is a model. At {left.low:g} to {left.high:g} of it {mbps(rate.mbps * left.low)} to "
        f"{mbps(rate.mbps * left.high)}: {left.source}; no board has been measured here"
    )


def on_its_area(run: HwRun) -> list[str]:
    """What ours would do on the area of the core that was brought."""
    theirs, ours = run.rows[0], list(run.rows[1:])
    assert theirs.placed is not None
    luts, ffs = theirs.placed.luts, theirs.placed.ffs
    area = f"the area of {theirs.core} ({max(luts, ffs):,} {'LUTs' if luts >= ffs else 'registers'})"
    fitting = [(each, each.on_area) for each in ours if each.on_area and each.on_area.copies]
    if fitting:
        best, room = max(fitting, key=lambda pair: pair[1].mbps)
        return [f"On {area}: room for {room.copies} {best.core}, {mbps(room.mbps)} where it does {mbps(theirs.mbps)}."]
    least = min(((each, each.on_area) for each in ours if each.on_area), key=lambda pair: pair[1].size, default=None)
    if least is None:
        return []
    small, needs = least
    return [
        f"On {area}: none of these; {small.core} takes {needs.size:.3g} times that, and does {mbps(small.mbps)} where "
        f"{theirs.core} does {mbps(theirs.mbps)}."
    ]


# ---- against a link ----

_BASIS = {"formula": "by formula", "stored": "as the project placed it", "placed": "as placed here"}


def by_size(run: HwRun) -> bool:
    """Whether the run's verdicts are on K-way MD5, by message size."""
    return any(v.role in (ALONE, BUSY) for v in run.verdicts)


def question(run: HwRun) -> str:
    first = run.verdicts[0]
    said = _BASIS[first.basis]
    if by_size(run):
        return f"{first.subject} on {first.core} against {first.link}, by message size; {said}"
    needs = numbers.time_ns(first.needs_ns)
    told = ", ".join(filter(None, (said, pace(first), "every lane busy")))
    return f"{first.link}, packets of {first.packets}: {needs} each; {told}"


def fast(v: CoreVerdict) -> bool:
    return v.verdict in (KEEPS_UP, TIGHT)


def size(v: CoreVerdict) -> str:
    return numbers.size(float(v.packets)) if v.packets.isdecimal() else v.packets


def answer_by_size(verdicts: Sequence[CoreVerdict]) -> str:
    """Which sizes one message at a time carries, and whether several at once carry the rest."""
    first = verdicts[0]
    alone, busy = ([v for v in verdicts if v.role == role] for role in (ALONE, BUSY))
    carried, slow = [v for v in alone if fast(v)], [v for v in alone if not fast(v)]
    what = f"{first.subject} on {first.core}, one message at a time,"
    if not slow:
        return f"{what} is fast enough for {first.link}: {_sizes(carried)}"
    said = (
        f"fast enough for {first.link} with {_sizes(carried)}, not with"
        if carried
        else f"too slow for {first.link} with"
    )
    kept = [v for v in busy if fast(v) and v.packets in {each.packets for each in slow}]
    if len(kept) == len(slow):
        return f"{what} is {said} {_sizes(slow)}, which takes several at once"
    return f"{what} is {said} {_sizes(slow)}"


def _sizes(verdicts: Sequence[CoreVerdict]) -> str:
    return numbers.one_of([size(v) for v in verdicts])


def explained_by_size(run: HwRun) -> list[str]:
    """What the columns mean here, what they come to, and what is to be known about it."""
    first, one = run.verdicts[0], run.rows[0].one_message
    assert one is not None
    packets = ",".join(dict.fromkeys(v.packets for v in run.verdicts))
    return [
        "Takes: alone, until the digest of digests is there; else for each of several. Lanes: that carry "
        f"{first.link}; alone, a message keeps {one.ways} from first to last. Gain: over plain MD5 on the same core, "
        "alone on one lane, else on all.",
        f"A message alone gains from {numbers.size(one.gains_from)} on, and {one.ways}-fold at most. Where several are "
        f"at hand, plain MD5 fills the lanes as well and takes fewer blocks: {one.ways} ways only cost.",
        f"⊘ {first.objection}. {first.security.standing}" if first.objection else first.security.standing,
        f"In software: wirerate check md5 {first.subject} --link {first.link} --packet {packets}.",
    ]


def consequences(run: HwRun, where: str = "above") -> list[str]:
    """What a slower board would change, whose figures stand `where`, and what has a better standing."""
    told = []
    for v in run.verdicts:
        derated, room = v.derated_headroom_low, v.headroom
        if derated is not None and room and derated < 1 <= room.low:
            told.append(f"{_use(v)} would fall short on silicon that derates as {where}.")
    told = list(dict.fromkeys(told))
    if is_as_said(first := run.verdicts[0]):
        told.append(
            f"The verdict rests on {first.bits_per_cycle:.4g} bits per cycle, as you said; --start and --done count "
            "them by simulation."
        )
    instead = dict.fromkeys(a.subject for v in run.verdicts for a in v.alternatives)
    if instead:
        told.append(f"Instead, by standing (no core of theirs was placed): {', '.join(instead)}.")
    return [*told, labels.HEADROOM]


def _use(v: CoreVerdict) -> str:
    """What of the core a verdict is on."""
    return NAMES.get(v.subject) or f"{v.subject}, {v.role}, {v.packets},"
