# SPDX-License-Identifier: Apache-2.0 OR MIT
"""`wirerate.mill()`: measure what keeping a MAC's key schedule gains on SSH packets, without a network.

All MACs run in interleaved rounds. There is one row per MAC, payload and handling of the key schedule, and the gains
are paired by round. All MACs with the same cipher, order and payload run in one group, together with packets without a
MAC, so the MAC's cost is a difference within the same rounds. The cost of a round is its CPU time per packet, since
nothing here waits.
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
_LIMITING_VARIABLES = ("OPENSSL_ia32cap", "OPENSSL_armcap")  # environment variables that hide CPU features from OpenSSL
_FIXES = {"shared-cpu": "stop other programs"}  # `ssh mill` has no --affinity


@dataclass(frozen=True)
class Milling(Question):
    """The settings of `wirerate ssh mill`. The defaults are OpenSSH's of 2007: arcfour, encrypt-and-MAC."""

    macs: Sequence[str] = ()
    _: KW_ONLY
    cipher: str = "arcfour"
    etm: bool = False
    payloads: Sequence[int] = ()
    time: float | None = None  # seconds to measure for

    def __post_init__(self) -> None:
        if self.cipher not in CIPHERS:
            raise unknown("cipher of the mill", self.cipher, CIPHERS)
        for name in self.macs:
            parse_mac(name)
        if any(not 1 <= size <= LARGEST for size in self.payloads):
            raise UsageError(
                f"a packet's payload has 1 to {LARGEST} bytes", fix="leave out ‹payloads›, or type sizes in that range"
            )

    @property
    def order(self) -> str:
        return "encrypt-then-MAC" if self.etm else "encrypt-and-MAC"


@asks(Milling)
def mill(question: Milling) -> MillRun:
    """Measure CPU time per packet by MAC and payload, with the key schedule kept, rekeyed, or allocated and rekeyed.

    The defaults are OpenSSH's of 2007: arcfour, encrypt-and-MAC.
    """
    run = MillRun(command="ssh mill", environment=environment())
    run.rows, run.comparisons, run.partial = measure(question)
    run.findings = openssh_2007.answer(run.rows, run.comparisons, _instructions(run.environment))
    return finished(run, EXIT_INTERRUPTED if run.partial else EXIT_OK, _FIXES)


def _instructions(environment: Environment | None) -> Sequence[str] | None:
    """Return the CPU's flags; None if they are unknown, or if an environment variable makes OpenSSL ignore some of
    them."""
    limited = any(name in os.environ for name in _LIMITING_VARIABLES)
    return environment.flags if environment and not limited else None


# ---- the mill: a sender and its receiver ----

CIPHERS = ("arcfour", "aes128-ctr", "aes128-cbc", "aes256-cbc", "none")
LARGEST = 32768  # the largest payload that every implementation must accept (RFC 4253 section 6.1)
PAYLOADS = (1, 64, 256, 512, 1024, 2048, 4096, 8192, 32768)  # 2048: scp's buffer in 2007; 32768: a full packet today

_KEYED: dict[Keyed, int] = {"reuse": host.WRH_REUSE, "rekey": host.WRH_REKEY, "fresh": host.WRH_FRESH}
KEYED = tuple(_KEYED)
_REASON_BYTES = 256

_ALGORITHMS = {  # SSH names: RFC 4253 section 6.4, RFC 6668, OpenSSH PROTOCOL section 1.1
    "hmac-md5": ("hmac-md5", ("openssl", "wirerate", "nettle")),
    "hmac-sha1": ("hmac-sha1", ("openssl", "nettle")),
    "hmac-sha2-256": ("hmac-sha256", ("openssl", "nettle")),
    "umac-64": ("umac-64", ("wirerate", "nettle")),
    "umac-128": ("umac-128", ("wirerate", "nettle")),
}


@dataclass(frozen=True)
class Mac:
    """A MAC by its SSH name, and the library that computes it."""

    name: str
    implementation: str

    def __str__(self) -> str:
        return f"{self.name}@{self.implementation}"

    @property
    def algorithm(self) -> str:
        return _ALGORITHMS[self.name][0]


def parse_mac(text: str) -> Mac:
    """Parse a MAC such as hmac-md5 or umac-64@nettle, without OpenSSH's suffixes (@openssh.com, -etm)."""
    name, _, implementation = text.partition("@")
    if name not in _ALGORITHMS:
        raise unknown("MAC", text, _ALGORITHMS)
    offered = _ALGORITHMS[name][1]
    if implementation and implementation not in offered:
        raise UsageError(
            f"{text}: ssh mill does not use {implementation} for {name}",
            fix=f"type one of: {', '.join(f'{name}@{library}' for library in offered)}",
        )
    return Mac(name, implementation or offered[0])


# The libraries that OpenSSH used in 2007, or their successors.
MACS = tuple(
    parse_mac(text) for text in ("hmac-md5", "hmac-sha1", "hmac-sha2-256", "umac-64", "umac-64@nettle", "umac-128")
)


class Mill:
    """A sender and a receiver with one cipher, one MAC and one way of handling its key schedule."""

    def __init__(self, cipher: str, mac: Mac | None, keyed: Keyed, etm: bool) -> None:
        name, implementation = (mac.algorithm, mac.implementation) if mac else ("none", "")
        status, reason = ffi.new("int *"), ffi.new("char[]", _REASON_BYTES)
        handle = host.wrh_mill_open(
            cipher.encode(), name.encode(), implementation.encode(), _KEYED[keyed], etm, status, reason, _REASON_BYTES
        )
        if handle == ffi.NULL:
            message = ffi.string(reason).decode(errors="replace") or "could not be opened"
            raise MissingError(f"{cipher} with {name}: {message}", fix="type: wirerate doctor")
        self.handle = ffi.gc(handle, host.wrh_mill_close)

    def packet_bytes(self, payload: int) -> int:
        """Return the bytes that the MAC covers, without the sequence number."""
        return int(host.wrh_mill_packet_bytes(self.handle, payload))


def seal(
    mills: Sequence[Mill], payload: int, packets: Sequence[int], order: Sequence[int], moved_every: int = 0
) -> list[Round]:
    """Run one round for each entry i of `order`: packets[i] packets of `payload` bytes, sealed and opened by mills[i].

    All mills use one buffer. After every `moved_every` entries (0: never) it moves to another offset within the memory
    page.
    """
    out, stolen = ffi.new("wrh_round[]", len(order)), ffi.new("int64_t *")
    handles, payloads = [mill.handle for mill in mills], [payload] * len(mills)
    seed = random.getrandbits(64)
    host.wrh_mill_run(handles, payloads, list(packets), list(order), len(order), moved_every, seed, out, stolen)
    return block(out, stolen[0])


# ---- the predicted cost of a packet: compression calls by count, and the time to rekey ----
#
# HMAC covers the 4-byte sequence number and n bytes of packet, in blocks of 64 bytes (RFC 2104, RFC 1321 section 3).
# Each of the two padded keys takes one call of the compression function; message and inner digest take one per block.
# A kept key schedule saves the two calls for the keys at any packet length, and the library's work around them.
# OpenSSL 3's HMAC_Init_ex restarts two digests, which takes as long as one call of MD5, or two of SHA-1 with the CPU's
# own instructions. So the time to rekey is measured once, on the shortest packet without a cipher. The gain at n bytes
# is that time divided by T(n).


_BLOCK, _LENGTH_FIELD, _SEQUENCE = 64, 8, 4
DIGEST_BYTES = {"hmac-md5": 16, "hmac-sha1": 20, "hmac-sha256": 32}
KEY_CALLS = 2


def compressions(algorithm: str, packet_bytes: int, keyed: Keyed) -> int:
    """Return the calls of the compression function for one packet."""
    message = _blocks(_SEQUENCE + packet_bytes)
    digest = _blocks(DIGEST_BYTES[algorithm])
    return message + digest + (0 if keyed == "reuse" else KEY_CALLS)


@dataclass(frozen=True)
class Model:
    """The cost of a MAC with a kept key schedule: fixed + calls x per_call, in nanoseconds."""

    algorithm: str
    fixed: float
    per_call: float

    def cost(self, packet_bytes: int) -> float:
        return self.fixed + self.per_call * compressions(self.algorithm, packet_bytes, "reuse")


def fit(algorithm: str, costs: Mapping[int, float]) -> Model | None:
    """Fit the model to the shortest and the longest packet, so that it predicts the sizes in between.

    `costs` maps packet bytes to the MAC's measured cost with a kept key schedule. Returns None for a MAC without
    compression calls (UMAC).
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

PRECISION = 0.01  # a group needs no more rounds once its intervals have this relative half-width
_ROUND_NS = 400_000
_BLOCK_NS = 100_000_000  # ten times the 10 ms ticks in which the kernel counts stolen time
_FIRST_LOOK = 16
_UMAC = ("umac-64",)


@dataclass(frozen=True)
class KeyedMac:
    """A MAC and how its key schedule is handled; None for packets without a MAC."""

    mac: Mac | None
    keyed: Keyed
    mill: Mill

    @property
    def name(self) -> tuple[Mac | None, Keyed]:
        return self.mac, self.keyed


@dataclass
class Payload:
    """A group of rounds: every MAC with one payload."""

    size: int
    macs: Sequence[KeyedMac]
    label: str = ""
    packets: list[int] = field(default_factory=list)  # packets per round, by MAC

    def run_block(self, order: Sequence[int]) -> list[tuple[float, Round]]:
        mills = [keyed.mill for keyed in self.macs]
        if not self.packets:
            self.packets = [self._round_length(i) for i in range(len(mills))]
        rounds = seal(mills, self.size, self.packets, order, moved_every=len(mills) + 1)  # + 1 for the control
        for done, i in zip(rounds, order, strict=True):
            if done.wrong:
                raise MissingError(f"{self.macs[i].mac}: {done.wrong} packets of {self.size} bytes failed to open")
        return [((done.cpu_ns or 0) / done.messages, done) for done in rounds]

    def settled(self, series: Series[Round]) -> bool:
        return are_precise((median_at_look(series.costs(i)) for i in range(len(self.macs))), PRECISION)

    def group(self) -> Group[Round]:
        width = len(self.macs) + 1  # the control runs twice
        rounds = max(1, min(_FIRST_LOOK, _BLOCK_NS // (width * _ROUND_NS)))
        label, control = self.label or f"{self.size} bytes", 1 % len(self.macs)
        return Group(len(self.macs), self.run_block, rounds, self.settled, label, control=control)

    def _round_length(self, index: int) -> int:
        """Return the number of packets that fill a round, from the fastest of three trials, since other programs may
        interrupt a trial."""
        mills = [keyed.mill for keyed in self.macs]
        fastest = min(trial.cpu_ns or 0 for trial in seal(mills, self.size, [8] * len(mills), [index] * 3))
        return max(1, math.ceil(8 * _ROUND_NS / max(1, fastest)))


def measure(question: Milling) -> tuple[list[MilledPacket], list[MillGain], bool]:
    """Return rows and comparisons, and whether Ctrl-C cut them short.

    There are three kinds of comparisons. Each MAC with a kept key schedule is compared with itself in the other modes,
    and with the first two MACs, whose key schedules are kept too. UMAC-64 is also compared with the first two MACs
    rekeyed, if they are HMACs.
    """
    macs = [parse_mac(name) for name in question.macs] or MACS
    keyed, bare = _open_mills(macs, question.cipher, question.etm), _open_mills(macs, "none", question.etm)
    sizes = [Payload(size, keyed) for size in sorted(question.payloads or PAYLOADS)]
    groups = [Payload(PAYLOADS[0], bare, "keying").group(), *(size.group() for size in sizes)]
    (bare_series, *all_series), interrupted = run(groups, progress=question.progress, budget_s=question.time or SECONDS)
    for series in (bare_series, *all_series):
        if series.error:
            raise series.error
    keying = {bare[i].name: _keying(bare_series, i) for i in range(1, len(bare))} if bare_series.rounds else {}
    pairs, milled, comparisons = _pairs(keyed), list[_Milled](), list[MillGain]()
    for size, series in zip(sizes, all_series, strict=True):
        if series.rounds:
            blanks = [_blank(size, mac, question, keying.get(mac.name)) for mac in keyed]
            group = Rows(series, blanks, total_comparisons=len(pairs) * len(sizes), of_wall=False)
            milled += _milled(size, group.rows())
            for gain, (reference, _) in zip(group.comparisons(pairs), pairs, strict=True):
                extra = {"cipher": question.cipher, "order": question.order, "against_keyed": keyed[reference].keyed}
                comparisons.append(MillGain(**asdict(gain) | extra))
    rows = list(_predicted(milled))
    return rows, [_with_prediction(gain, rows) for gain in comparisons], interrupted


def _open_mills(macs: Sequence[Mac], cipher: str, etm: bool) -> list[KeyedMac]:
    """Open a mill without a MAC, then one per MAC and mode, with the kept key schedule first."""
    keyed = [KeyedMac(None, "", Mill(cipher, None, "reuse", etm))]
    return keyed + [KeyedMac(mac, mode, Mill(cipher, mac, mode, etm)) for mac in macs for mode in KEYED]


def _keying(series: Series[Round], index: int) -> Interval:
    """Return the extra nanoseconds of a keyed mode, by round, compared with the same MAC's kept key schedule."""
    kept = index - (index - 1) % len(KEYED)
    extra = [mode - reuse for mode, reuse in zip(series.costs(index), series.costs(kept), strict=True)]
    return median_at_look(extra, looks=series.looks)


def _blank(size: Payload, keyed: KeyedMac, question: Milling, keying: Interval | None) -> MilledPacket:
    packet = keyed.mill.packet_bytes(size.size)
    counted = keyed.mac is not None and keyed.mac.algorithm in DIGEST_BYTES
    return MilledPacket(
        subject=str(keyed.mac) if keyed.mac else "none",
        role="subject" if keyed.mac else "floor",
        operation="seal",
        bytes=size.size,
        keyed=keyed.keyed,
        cipher=question.cipher,
        order=question.order,
        packet_bytes=packet,
        mac_share=0.0,  # _milled sets it
        compressions=compressions(keyed.mac.algorithm, packet, keyed.keyed) if keyed.mac and counted else None,
        keying=None if keyed.keyed == "reuse" else keying,
    )


def _pairs(macs: Sequence[KeyedMac]) -> list[tuple[int, int]]:
    """Return (reference, subject) index pairs for the comparisons that `measure` lists.

    HMACs are rekeyed there because OpenSSH's release of 2007 rekeyed them for every packet. More pairs would widen
    every interval.
    """
    kept = [i for i, keyed in enumerate(macs) if keyed.keyed == "reuse"]
    of_first_two = [(j, i) for position, j in enumerate(kept[:2]) for i in kept[position + 1 :]]
    released = [
        (j + KEYED.index("rekey"), i)
        for j, i in of_first_two
        if _is_one_of(macs[j], DIGEST_BYTES) and _is_one_of(macs[i], _UMAC)
    ]
    return [(j, i) for i in kept for j in range(i + 1, i + len(KEYED))] + of_first_two + released


def _is_one_of(keyed: KeyedMac, algorithms: Container[str]) -> bool:
    return keyed.mac is not None and keyed.mac.algorithm in algorithms


@dataclass(frozen=True)
class _Milled:
    """A row, and the times that its prediction is based on."""

    row: MilledPacket
    mac: Mac | None
    ns: float
    bare_ns: float  # time of the packet without a MAC

    @property
    def packet(self) -> int:
        return self.row.packet_bytes


def _milled(size: Payload, rows: Sequence[MilledPacket]) -> Iterator[_Milled]:
    times = [row.ns.median for row in rows if row.ns is not None]
    for keyed, row, ns in zip(size.macs, rows, times, strict=True):
        yield _Milled(replace(row, mac_share=1 - times[0] / ns), keyed.mac, ns, times[0])


def _predicted(milled: Sequence[_Milled]) -> Iterator[MilledPacket]:
    """Yield the rows with their predicted times.

    HMAC with a kept key schedule is predicted by counting calls; the other modes add the time to rekey. UMAC with a
    kept key schedule has no prediction, so the predictions for its other modes start from its measured time.
    """
    for mac in {packet.mac: None for packet in milled}:
        packets = [packet for packet in milled if packet.mac == mac]
        kept = {packet.packet: packet.ns - packet.bare_ns for packet in packets if packet.row.keyed == "reuse"}
        model = fit(mac.algorithm, kept) if mac else None
        for packet in packets:
            mac_ns = model.cost(packet.packet) if model else kept.get(packet.packet)
            ns = _prediction(packet, mac_ns, counted=bool(model))
            yield replace(
                packet.row,
                compression_ns=model.per_call if model else None,
                predicted_ns=ns,
                residual=packet.ns / ns - 1 if ns else None,
            )


def _prediction(packet: _Milled, mac_ns: float | None, *, counted: bool) -> float | None:
    """Return the predicted time of a packet whose MAC costs `mac_ns` with a kept key schedule."""
    if mac_ns is None:
        return None
    if packet.row.keyed == "reuse":
        return packet.bare_ns + mac_ns if counted else None
    return packet.bare_ns + mac_ns + packet.row.keying.median if packet.row.keying else None


def _with_prediction(gain: MillGain, rows: Sequence[MilledPacket]) -> MillGain:
    """Add the predicted gain of a kept key schedule: 1 + time to rekey / the packet's time."""
    if gain.subject != gain.reference:
        return gain
    modes = [row for row in rows if (row.subject, row.bytes) == (gain.subject, gain.conditions.bytes)]
    kept = next(row for row in modes if row.keyed == "reuse")
    keying = next(row.keying for row in modes if row.keyed == gain.against_keyed)
    ns = kept.predicted_ns or (kept.ns.median if kept.ns else None)
    if keying is None or ns is None:
        return gain
    predicted = Interval(1 + keying.median / ns, 1 + keying.low / ns, 1 + keying.high / ns, keying.confidence)
    return replace(gain, predicted=predicted)
