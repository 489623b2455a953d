# SPDX-License-Identifier: Apache-2.0 OR MIT
"""`ssh mill`: what keeping the keyed state and UMAC are worth on packets, without a network.

MACs run in interleaved rounds of the packet mill of libwirerate-host: one row per MAC, keyed mode and payload, and the
paired gains. A group is everything under one cipher, order and payload, the packet without a MAC included, so that the
MAC's own cost is a difference within the same rounds. The cost of a round is its CPU time per packet: nothing here
waits.
"""

from __future__ import annotations

import math
import os
import random
from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, field

from msgspec.structs import asdict, replace

from wirerate._native import ffi
from wirerate.errors import EXIT_INTERRUPTED, EXIT_OK, MissingError, UsageError, unknown
from wirerate.host.machine import environment
from wirerate.question import Question, asks
from wirerate.records import Environment, Interval
from wirerate.rounds.round import Round, block
from wirerate.rounds.row import Rows, are_precise
from wirerate.rounds.scheduler import run
from wirerate.rounds.series import Group, Series
from wirerate.running.cautions import finished
from wirerate.statistics import median_at_look
from wirerate.system import host
from wirerate.vocabulary import Keyed
from wirerate.wings.ssh import openssh_2007
from wirerate.wings.ssh.rows import MilledPacket, MillGain, MillRun

SECONDS = 20.0
_LEAVES_OUT = ("OPENSSL_ia32cap", "OPENSSL_armcap")  # set, OpenSSL does not use all that the CPU has
_FIXES = {"shared-cpu": "stop other programs"}  # there is no --affinity


@dataclass(frozen=True)
class Milling(Question):
    """The defaults are the question of 2007: arcfour, encrypt-and-MAC."""

    macs: Sequence[str] = ()
    _: KW_ONLY
    cipher: str = "arcfour"
    etm: bool = False
    payloads: Sequence[int] = ()
    time: float | None = None  # seconds to measure for

    def __post_init__(self) -> None:
        if self.cipher not in CIPHERS:
            raise unknown("cipher of the mill", self.cipher, CIPHERS)
        for each in self.macs:
            parse_mac(each)
        if any(not 1 <= size <= LARGEST for size in self.payloads):
            raise UsageError(
                f"a packet's payload has 1 to {LARGEST} bytes", fix="leave out ‹payloads›, or type sizes between these"
            )

    @property
    def order(self) -> str:
        return "encrypt-then-MAC" if self.etm else "encrypt-and-MAC"


@asks(Milling)
def mill(asked: Milling) -> MillRun:
    """CPU time per packet for each MAC with its keyed state kept, rekeyed and allocated anew, by payload.

    The defaults are the question of 2007: arcfour, encrypt-and-MAC.
    """
    made = MillRun(command="ssh mill", environment=environment())
    made.rows, made.comparisons, made.partial = measure(asked)
    made.findings = openssh_2007.answer(made.rows, made.comparisons, _instructions(made.environment))
    return finished(made, EXIT_INTERRUPTED if made.partial else EXIT_OK, _FIXES)


def _instructions(here: Environment | None) -> Sequence[str] | None:
    return here.flags if here and not any(name in os.environ for name in _LEAVES_OUT) else None


# ---- the mill itself: a sender with its receiver ----

CIPHERS = ("arcfour", "aes128-ctr", "aes128-cbc", "aes256-cbc", "none")
LARGEST = 32768  # the largest payload that every implementation must take (RFC 4253 section 6.1)
PAYLOADS = (1, 64, 256, 512, 1024, 2048, 4096, 8192, 32768)  # 2048: scp's buffer in 2007; 32768: a full packet today

_KEYED: dict[Keyed, int] = {"reuse": host.WRH_REUSE, "rekey": host.WRH_REKEY, "fresh": host.WRH_FRESH}
KEYED = tuple(_KEYED)
_WHY_BYTES = 256

_ALGORITHMS = {  # SSH's names, RFC 4253 section 6.4, RFC 6668, OpenSSH PROTOCOL section 1.1
    "hmac-md5": ("hmac-md5", ("openssl", "wirerate", "nettle")),
    "hmac-sha1": ("hmac-sha1", ("openssl", "nettle")),
    "hmac-sha2-256": ("hmac-sha256", ("openssl", "nettle")),
    "umac-64": ("umac-64", ("wirerate", "nettle")),
    "umac-128": ("umac-128", ("wirerate", "nettle")),
}


@dataclass(frozen=True)
class Mac:
    """A MAC as SSH names it, and whose code computes it."""

    name: str
    implementation: str

    def __str__(self) -> str:
        return f"{self.name}@{self.implementation}"

    @property
    def algorithm(self) -> str:
        return _ALGORITHMS[self.name][0]


def parse_mac(text: str) -> Mac:
    """Reads hmac-md5, umac-64@nettle and the like; what OpenSSH appends (@openssh.com, -etm) is for --etm."""
    name, _, implementation = text.partition("@")
    if name not in _ALGORITHMS:
        raise unknown("MAC", text, _ALGORITHMS)
    offered = _ALGORITHMS[name][1]
    if implementation and implementation not in offered:
        raise UsageError(
            f"{text}: the mill has no such code", fix=f"type one of: {', '.join(f'{name}@{o}' for o in offered)}"
        )
    return Mac(name, implementation or offered[0])


# What 2007's implementations came from, or what stands for them today.
MACS = tuple(
    parse_mac(text) for text in ("hmac-md5", "hmac-sha1", "hmac-sha2-256", "umac-64", "umac-64@nettle", "umac-128")
)


class Mill:
    """A sender and a receiver with one cipher, one MAC and one way of handling its keyed state."""

    def __init__(self, cipher: str, mac: Mac | None, keyed: Keyed, etm: bool) -> None:
        name, implementation = (mac.algorithm, mac.implementation) if mac else ("none", "")
        status, why = ffi.new("int *"), ffi.new("char[]", _WHY_BYTES)
        handle = host.wrh_mill_open(
            cipher.encode(), name.encode(), implementation.encode(), _KEYED[keyed], etm, status, why, _WHY_BYTES
        )
        if handle == ffi.NULL:
            reason = ffi.string(why).decode(errors="replace") or "could not be opened"
            raise MissingError(f"{cipher} with {name}: {reason}", fix="type: wirerate doctor")
        self.handle = ffi.gc(handle, host.wrh_mill_close)

    def packet_bytes(self, payload: int) -> int:
        """What the MAC covers, without the sequence number."""
        return int(host.wrh_mill_packet_bytes(self.handle, payload))


def seal(
    mills: Sequence[Mill], payload: int, packets: Sequence[int], order: Sequence[int], moved_every: int = 0
) -> list[Round]:
    """One round for each entry of `order`: packets[i] packets of that payload through mills[i], each opened again.

    All mills work in the same memory; after each `moved_every` entries (0: never) it begins elsewhere in its page.
    """
    out, stolen = ffi.new("wrh_round[]", len(order)), ffi.new("int64_t *")
    handles, payloads = [mill.handle for mill in mills], [payload] * len(mills)
    seed = random.getrandbits(64)
    host.wrh_mill_run(handles, payloads, list(packets), list(order), len(order), moved_every, seed, out, stolen)
    return block(out, stolen[0])


# ---- what a packet should cost: calls of the compression function by count, and the time of keying ----
#
# HMAC over the 4-byte sequence number and n bytes of packet, with blocks of 64 bytes and a digest of H (RFC 2104,
# RFC 1321 section 3): the padded key of each half takes one call, message and inner digest as many blocks as they fill.
# A kept state saves the two calls of the keys, whatever the packet's length, and what the library does around them:
# OpenSSL 3's HMAC_Init_ex starts two digests anew, which takes as long as one call of MD5 or two of SHA-1 with the
# CPU's own instructions. So the time of keying is measured, once, where nothing else is in the way: on the shortest
# packet without a cipher. The gain of 2007 at n bytes is that time over T(n).


_BLOCK, _LENGTH_FIELD, _SEQUENCE = 64, 8, 4
DIGEST_BYTES = {"hmac-md5": 16, "hmac-sha1": 20, "hmac-sha256": 32}
KEY_CALLS = 2


def compressions(algorithm: str, packet_bytes: int, keyed: Keyed) -> int:
    """Calls of the compression function for one packet."""
    message = _blocks(_SEQUENCE + packet_bytes)
    digest = _blocks(DIGEST_BYTES[algorithm])
    return message + digest + (0 if keyed == "reuse" else KEY_CALLS)


@dataclass(frozen=True)
class Model:
    """A kept state's cost over that of the packet without a MAC: fixed + calls x per_call."""

    algorithm: str
    fixed: float
    per_call: float

    def cost(self, packet_bytes: int) -> float:
        return self.fixed + self.per_call * compressions(self.algorithm, packet_bytes, "reuse")


def fit(algorithm: str, costs: Mapping[int, float]) -> Model | None:
    """The model through the shortest and the longest packet with kept state; all else it has to predict.

    `costs` maps packet bytes to the MAC's measured cost. None for a MAC without compression calls (UMAC).
    """
    if algorithm not in DIGEST_BYTES or len(costs) < 2:
        return None
    short, long = min(costs), max(costs)
    calls = compressions(algorithm, long, "reuse") - compressions(algorithm, short, "reuse")
    if calls == 0:
        return None
    per_call = (costs[long] - costs[short]) / calls
    return Model(algorithm, costs[short] - per_call * compressions(algorithm, short, "reuse"), per_call)


def _blocks(message_bytes: int) -> int:
    return -(-(message_bytes + 1 + _LENGTH_FIELD) // _BLOCK)


# ---- the rounds ----

PRECISION = 0.01  # half an interval, relative: then more rounds of the group would change nothing
_ROUND_NS = 400_000
_BLOCK_NS = 100_000_000  # ten of the ticks that stolen time is told in
_FIRST_LOOK = 16
_UMAC = ("umac-64",)


@dataclass(frozen=True)
class KeyedMac:
    """A MAC and how its keyed state is handled; without a MAC the packet alone."""

    mac: Mac | None
    keyed: Keyed
    mill: Mill

    @property
    def name(self) -> tuple[Mac | None, Keyed]:
        return self.mac, self.keyed


@dataclass
class Payload:
    """One group: every MAC under one size."""

    size: int
    macs: Sequence[KeyedMac]
    label: str = ""
    packets: list[int] = field(default_factory=list)  # of a round, by MAC

    def run_block(self, order: Sequence[int]) -> list[tuple[float, Round]]:
        mills = [each.mill for each in self.macs]
        if not self.packets:
            self.packets = [self._round_length(i) for i in range(len(mills))]
        rounds = seal(mills, self.size, self.packets, order, moved_every=len(mills) + 1)  # the control among them
        for each, i in zip(rounds, order, strict=True):
            if each.wrong:
                raise MissingError(f"{self.macs[i].mac}: {each.wrong} packets of {self.size} bytes were refused")
        return [((each.cpu_ns or 0) / each.messages, each) for each in rounds]

    def settled(self, series: Series[Round]) -> bool:
        return are_precise((median_at_look(series.costs(i)) for i in range(len(self.macs))), PRECISION)

    def group(self) -> Group[Round]:
        width = len(self.macs) + 1  # the control runs twice
        rounds = max(1, min(_FIRST_LOOK, _BLOCK_NS // (width * _ROUND_NS)))
        label, control = self.label or f"{self.size} bytes", 1 % len(self.macs)
        return Group(len(self.macs), self.run_block, rounds, self.settled, label, control=control)

    def _round_length(self, at: int) -> int:
        """Packets that take a round's time; the fastest of three trials, because a trial may be interrupted."""
        mills = [each.mill for each in self.macs]
        fastest = min(each.cpu_ns or 0 for each in seal(mills, self.size, [8] * len(mills), [at] * 3))
        return max(1, math.ceil(8 * _ROUND_NS / max(1, fastest)))


def measure(asked: Milling) -> tuple[list[MilledPacket], list[MillGain], bool]:
    """Rows and comparisons, and whether Ctrl-C cut them short.

    Comparisons are of three kinds: kept state against the same MAC rekeyed and allocated anew, every MAC with kept
    state against the first two, and UMAC-64 against those of them that are HMACs, rekeyed.
    """
    macs = [parse_mac(each) for each in asked.macs] or MACS
    keyed, bare = _opened(macs, asked.cipher, asked.etm), _opened(macs, "none", asked.etm)
    sizes = [Payload(size, keyed) for size in sorted(asked.payloads or PAYLOADS)]
    groups = [Payload(PAYLOADS[0], bare, "keying").group(), *(size.group() for size in sizes)]
    (apart, *series), interrupted = run(groups, progress=asked.progress, budget_s=asked.time or SECONDS)
    for each in (apart, *series):
        if each.error:
            raise each.error
    keying = {bare[i].name: _keying(apart, i) for i in range(1, len(bare))} if apart.rounds else {}
    pairs, milled, comparisons = _pairs(keyed), list[_Milled](), list[MillGain]()
    for size, each in zip(sizes, series, strict=True):
        if each.rounds:
            blanks = [_blank(size, mac, asked, keying.get(mac.name)) for mac in keyed]
            group = Rows(each, blanks, total_comparisons=len(pairs) * len(sizes), of_wall=False)
            milled += _milled(size, group.rows())
            for gain, (reference, _) in zip(group.comparisons(pairs), pairs, strict=True):
                against = {"cipher": asked.cipher, "order": asked.order, "against_keyed": keyed[reference].keyed}
                comparisons.append(MillGain(**asdict(gain) | against))
    rows = list(_predicted(milled))
    return rows, [_with_prediction(each, rows) for each in comparisons], interrupted


def _opened(macs: Sequence[Mac], cipher: str, etm: bool) -> list[KeyedMac]:
    """The packet without a MAC, then every MAC in each mode, the kept state first."""
    keyed = [KeyedMac(None, "", Mill(cipher, None, "reuse", etm))]
    return keyed + [KeyedMac(mac, mode, Mill(cipher, mac, mode, etm)) for mac in macs for mode in KEYED]


def _keying(series: Series[Round], at: int) -> Interval:
    """Nanoseconds that this mode takes more than the kept state of the same MAC, paired round by round."""
    kept = at - (at - 1) % len(KEYED)
    more = [mode - reuse for mode, reuse in zip(series.costs(at), series.costs(kept), strict=True)]
    return median_at_look(more, looks=series.looks)


def _blank(size: Payload, each: KeyedMac, asked: Milling, keying: Interval | None) -> MilledPacket:
    packet = each.mill.packet_bytes(size.size)
    counted = each.mac is not None and each.mac.algorithm in DIGEST_BYTES
    return MilledPacket(
        subject=str(each.mac) if each.mac else "none",
        role="subject" if each.mac else "floor",
        operation="seal",
        bytes=size.size,
        keyed=each.keyed,
        cipher=asked.cipher,
        order=asked.order,
        packet_bytes=packet,
        mac_share=0.0,  # known with the packet without a MAC
        compressions=compressions(each.mac.algorithm, packet, each.keyed) if each.mac and counted else None,
        keying=None if each.keyed == "reuse" else keying,
    )


def _pairs(macs: Sequence[KeyedMac]) -> list[tuple[int, int]]:
    """(reference, subject): a MAC's other modes beside its kept state, kept states beside those of the first two, and
    UMAC-64 beside HMACs of them that are keyed for every packet, as 2007's release had them.

    Not all pairs: each one more makes every interval wider.
    """
    kept = [i for i, each in enumerate(macs) if each.keyed == "reuse"]
    others = [(j, i) for at, j in enumerate(kept[:2]) for i in kept[at + 1 :]]
    released = [(j + KEYED.index("rekey"), i) for j, i in others if _of(macs[j], DIGEST_BYTES) and _of(macs[i], _UMAC)]
    return [(j, i) for i in kept for j in range(i + 1, i + len(KEYED))] + others + released


def _of(each: KeyedMac, algorithms: Container[str]) -> bool:
    return each.mac is not None and each.mac.algorithm in algorithms


@dataclass(frozen=True)
class _Milled:
    """A row, and what it is predicted from."""

    row: MilledPacket
    mac: Mac | None
    ns: float
    bare_ns: float  # of the packet without a MAC

    @property
    def packet(self) -> int:
        return self.row.packet_bytes


def _milled(size: Payload, rows: Sequence[MilledPacket]) -> Iterator[_Milled]:
    times = [row.ns.median for row in rows if row.ns is not None]
    for each, row, ns in zip(size.macs, rows, times, strict=True):
        yield _Milled(replace(row, mac_share=1 - times[0] / ns), each.mac, ns, times[0])


def _predicted(milled: Sequence[_Milled]) -> Iterator[MilledPacket]:
    """With the time that is predicted for each MAC's packet, where there is one: HMAC's kept state by counting calls,
    other modes by the time of keying over that. UMAC's kept state is not predicted, and stands as it was measured.
    """
    for mac in {each.mac: None for each in milled}:
        own = [each for each in milled if each.mac == mac]
        kept = {each.packet: each.ns - each.bare_ns for each in own if each.row.keyed == "reuse"}
        model = fit(mac.algorithm, kept) if mac else None
        for each in own:
            ns = _prediction(each, model.cost(each.packet) if model else kept.get(each.packet), counted=bool(model))
            yield replace(
                each.row,
                compression_ns=model.per_call if model else None,
                predicted_ns=ns,
                residual=each.ns / ns - 1 if ns else None,
            )


def _prediction(each: _Milled, kept: float | None, *, counted: bool) -> float | None:
    """Of a packet whose MAC costs `kept` with kept state."""
    if kept is None:
        return None
    if each.row.keyed == "reuse":
        return each.bare_ns + kept if counted else None
    return each.bare_ns + kept + each.row.keying.median if each.row.keying else None


def _with_prediction(gain: MillGain, rows: Sequence[MilledPacket]) -> MillGain:
    """The gain of a MAC's kept state over another mode of it: 1 + the time of keying over the packet's."""
    if gain.subject != gain.reference:
        return gain
    own = [row for row in rows if (row.subject, row.bytes) == (gain.subject, gain.conditions.bytes)]
    kept = next(row for row in own if row.keyed == "reuse")
    keying = next(row.keying for row in own if row.keyed == gain.against_keyed)
    ns = kept.predicted_ns or (kept.ns.median if kept.ns else None)
    if keying is None or ns is None:
        return gain
    predicted = Interval(1 + keying.median / ns, 1 + keying.low / ns, 1 + keying.high / ns, keying.confidence)
    return replace(gain, predicted=predicted)
