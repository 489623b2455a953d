# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Rows and runs of `mcu`: operations, handshakes and function calls on a microcontroller's core."""

from __future__ import annotations

import msgspec

from wirerate.records import Comparison, Row, Run, Verdict
from wirerate.records.quantities import (
    Bits,
    Bytes,
    Count,
    Cycles,
    Hertz,
    Interval,
    MeanBytes,
    Millijoules,
    Milliseconds,
    Nanoseconds,
    NanosecondsPerByte,
    Ratio,
    Share,
)


class CycleRange(msgspec.Struct, frozen=True, kw_only=True):
    """Cycles according to the core's manual, as a range over the details that the manual leaves open."""

    typical: Cycles
    low: Cycles
    high: Cycles


class Energy(msgspec.Struct, frozen=True, kw_only=True):
    """Energy, over the ranges of cycles and current."""

    low: Millijoules
    high: Millijoules


class Fit(msgspec.Struct, frozen=True, kw_only=True):
    """A configuration compared with a budget, at the slow end of its range."""

    word: str  # fits | may fit | misses
    share: Share  # the largest need / limit
    worst: str  # the resource with the largest need / limit
    total: Ratio  # the sum of need / limit over all limits
    front: bool  # whether it is Pareto-optimal: no configuration is better in one resource and no worse in the rest


class Options(msgspec.Struct, frozen=True, kw_only=True):
    """Mbed TLS's options for elliptic curves."""

    nist: bool  # reduction for the NIST primes
    fixed_point: bool  # comb for the base point
    window: Count


class LevelFactor(msgspec.Struct, frozen=True, kw_only=True):
    """Time at another compiler level, compared with the level in use."""

    level: str
    factor: Ratio  # time at this level / time at the level in use


class OnBoard(Row, kw_only=True):
    """A program counted on an emulated core and timed for a target."""

    ns: Interval  # time of one run
    board: str
    title: str
    core: str
    clock_hz: Hertz
    wait_states: Count
    instructions: Count
    cycles: CycleRange
    first_run: CycleRange | None = (
        None  # cycles with an empty cache; None without a cache, or if misses were not counted
    )
    stack_bytes: Bytes
    heap_bytes: Bytes
    ram_bytes: Bytes  # stack, heap and other RAM at their peaks
    flash_bytes: Bytes
    energy: Energy | None = None  # None if the board's current is unknown
    over: tuple[str, ...] = ()  # memories of the board that are too small: ram, flash


class BoardOperation(OnBoard, kw_only=True, tag="board-operation"):
    """An operation on an elliptic curve."""

    curve: str
    strength: Bits  # bits of security
    version: str
    release: str
    level: str
    options: Options
    heap_kept: Bytes  # heap still allocated after the operation
    compiler: str
    command: str  # the command that stored the result
    date: str
    configuration: str = ""  # the configuration file of a user's own source tree
    allocator: str = "libc"  # libc | buffer | buffer-verify
    image: str = ""  # one curve | all curves: the curves in the image that was run
    level_factors: tuple[LevelFactor, ...] = ()
    fit: Fit | None = None


class SigningEnd(msgspec.Struct, frozen=True, kw_only=True):
    """A quantile of the signing time."""

    share: Share  # share of signatures that take at most this time
    attempts: Count
    ns: Interval


class Signing(msgspec.Struct, frozen=True, kw_only=True):
    """Distribution of the signing time of a scheme that rejects attempts."""

    accepted: Share  # share of attempts that succeed, by the scheme's parameters
    attempts: Ratio  # mean number of attempts for a signature
    at_once: Interval  # time in ns if the first attempt succeeds
    ends: tuple[SigningEnd, ...]


class SchemeOperation(OnBoard, kw_only=True, tag="scheme-operation"):
    """An operation of a post-quantum scheme or a hybrid. RAM is stack, heap, static memory, keys and messages.

    The time of signing is the mean.
    """

    scheme: str
    implementation: str
    standard: str
    category: Count  # NIST's security category 1, 2, 3 or 5; 0: a quantum computer breaks it
    level: str
    packages: tuple[str, ...]  # source packages of the code
    licence: str  # licence of the code
    static_bytes: Bytes
    held_bytes: Bytes  # keys and messages in RAM during the operation
    public_key_bytes: Bytes
    secret_key_bytes: Bytes
    ciphertext_bytes: Bytes | None
    signature_bytes: Bytes | None
    whole_flash_bytes: Bytes  # flash of a program with all operations of the scheme
    signing: Signing | None = None
    composed: tuple[str, ...] = ()  # the rows whose sum gives a hybrid's figures
    by_parts: bool = False  # whether it is extrapolated from runs with smaller trees, as for some of SLH-DSA
    hash_calls: Count | None = None  # exact count for SLH-DSA keygen and sign
    compiler: str
    command: str  # the command that stored the result
    date: str

    @property
    def sent_bytes(self) -> int | None:
        """Return the bytes that the operation produces for the peer; None if it produces none."""
        sent = {
            "keygen": self.public_key_bytes,
            "encapsulate": self.ciphertext_bytes,
            "sign": self.signature_bytes,
        }
        return sent.get(self.operation)


class HandshakeMessage(msgspec.Struct, frozen=True, kw_only=True):
    """A handshake message on the wire."""

    side: str
    name: str
    bytes: Bytes  # bytes with record and handshake headers


class HandshakePart(msgspec.Struct, frozen=True, kw_only=True):
    """An operation's part of a handshake's cycles."""

    operation: str
    cycles: Cycles


class AbsentExtension(msgspec.Struct, frozen=True, kw_only=True):
    """An extension in RFC 7925's profile that was not measured."""

    extension: str
    reason: str


class Handshake(OnBoard, kw_only=True, tag="handshake"):
    """One end of a DTLS 1.2 handshake."""

    setup: str
    side: str
    suite: str
    version: str
    release: str
    level: str
    options: Options
    context_bytes: Bytes
    content_length: Bytes  # largest content of a record
    datagrams: Count
    bytes_on_ipv4: Bytes  # bytes with UDP and IPv4 headers
    messages: tuple[HandshakeMessage, ...]  # in the order they are sent
    parts: tuple[HandshakePart, ...]  # this end's typical cycles by operation
    absent: tuple[AbsentExtension, ...]
    command: str  # the command that stored the result
    # Whether recorded traffic stays confidential if a key is revealed later; None in runs of older versions.
    forward_secrecy: bool | None = None
    fit: Fit | None = None


class LibraryCall(OnBoard, kw_only=True, tag="library"):
    """A message processed by an authenticator of this project, or by a hash, MAC or cipher of Mbed TLS."""

    bytes: MeanBytes
    level: str
    per_byte: CycleRange  # cost of one more byte of a long message
    fixed_cycles: Cycles  # cost of a message that does not depend on its length
    per_byte_ns: NanosecondsPerByte  # typical time
    fixed_ns: Nanoseconds  # typical time
    context_bytes: Bytes | None = None  # RAM for the key; None in runs of older versions
    release: str = ""  # release of Mbed TLS
    licence: str = ""  # of the code
    compiler: str = ""
    command: str = ""  # the command that stored the result
    date: str = ""


class CallSpread(msgspec.Struct, frozen=True, kw_only=True):
    """Typical cycles over several calls of one function."""

    calls: Count
    least: Cycles
    median: Cycles
    mean: Cycles
    of_ten_nine: Cycles  # 90th percentile
    of_hundred_ninety_nine: Cycles  # 99th percentile
    most: Cycles


class FunctionCall(OnBoard, kw_only=True, tag="function"):
    """A call of a function in the user's program."""

    function: str
    function_bytes: Bytes
    result: Count  # R0, signed
    buffers: tuple[str, ...]  # buffer arguments after the call, in hexadecimal
    before: tuple[str, ...] = ()  # calls made first
    seed: str = ""  # the variable that was refilled before each call
    spread: CallSpread | None = None  # over several calls; all other figures are those of the median call


class ComposedPart(msgspec.Struct, frozen=True, kw_only=True):
    """An operation of one end of an estimated handshake."""

    scheme: str
    operation: str
    subject: str  # the measured operation; "" for a part of a handshake that was run
    cycles: Cycles  # typical
    working_bytes: Bytes = 0  # stack, heap and static memory
    held_bytes: Bytes = 0  # keys and messages in RAM during the operation


class Composed(OnBoard, kw_only=True):
    """Fields that schemes and TLS 1.3 handshakes share."""

    setup: str  # in words
    quantum: str  # classical | hybrid | safe
    strength: Bits  # against an attacker without a quantum computer
    category: Count  # NIST's lowest security category of its parts; 0 if one has none
    wire_bytes: Bytes
    parts: tuple[ComposedPart, ...]  # in the order they run
    level: str
    packages: tuple[str, ...]  # source packages of the code
    code: str  # names of the implementations; empty means the default ones
    commands: tuple[str, ...]  # the commands that stored the measured parts
    fit: Fit | None = None


class ComposedScheme(Composed, kw_only=True, tag="composed-scheme"):
    """A key exchange or a signature. For each resource, it has the larger need of the two ends."""

    name: str  # its name in the catalogue
    purpose: str  # kem | signature


class Handshake13(Composed, kw_only=True):
    """One end of a TLS 1.3 or DTLS 1.3 handshake, estimated or run."""

    side: str
    protocol: str  # DTLS 1.3 | TLS 1.3
    exchange: str
    signature: str
    mutual: bool  # whether the client has a certificate too
    cookie: bool  # whether the server first checks the client's address with a cookie
    messages: tuple[HandshakeMessage, ...]  # in the order they are sent, with the headers of all their records
    flights: Count
    records: Count
    datagrams: Count  # number of datagrams of at most 1,280 bytes with IPv6 and UDP, or of TCP segments
    bytes_on_ipv6: Bytes  # bytes with IPv6 and UDP or TCP headers
    frames: Count | None  # number of 127-byte frames on an 802.15.4 radio; None for TLS
    frame_bytes: Bytes | None
    air: Milliseconds | None  # time to send the frames at 250 kbit/s, without acknowledgements


class ComposedHandshake(Handshake13, kw_only=True, tag="composed-handshake"):
    """A handshake estimated from measured operations."""

    kept_bytes: Bytes  # RAM for record buffers and for the state that the emulated DTLS 1.2 handshake keeps


class WholeHandshake(Handshake13, kw_only=True, tag="whole-handshake"):
    """A handshake that was run end to end, with an estimate from the same library's operations.

    The run and the estimate both count the mean time of ML-DSA signing.
    """

    library: str
    release: str
    licence: str  # licence of the library
    compiler: str
    composed_cycles: Cycles  # typical cycles of the estimate
    composed_bytes: Bytes  # bytes on the wire according to the lengths in the standards
    composed_datagrams: Count


Operation = BoardOperation | SchemeOperation | LibraryCall  # rows of `mcu`
Configuration = BoardOperation | Handshake | ComposedScheme | ComposedHandshake  # rows of a budget


# ---- runs ----


class Limits(msgspec.Struct, frozen=True, kw_only=True):
    """Limits of a budget; None means no limit."""

    time: Nanoseconds | None = None
    ram: Bytes | None = None
    flash: Bytes | None = None
    energy: Millijoules | None = None
    wire: Bytes | None = None


class BudgetAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """A budget, and the cheapest configuration that fits it."""

    purpose: str  # sign | verify | ecdh | ecdhe | kem | signature | handshake
    security: Bits  # bits of security that are required
    quantum: str = ""  # classical | hybrid | safe: the required kind
    asked: Limits  # limits of the question
    limits: Limits  # the stricter of the question's limits and the board's
    chosen: Count | None = None  # index into the rows; None if nothing fits
    nearest: Count | None = None  # index of the row that comes closest, if nothing fits
    config: str = ""  # lines for mbedtls_config.h
    psa_config: str = ""  # lines for psa/crypto_config.h


class HandshakeAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """A TLS 1.3 client compared with today's, and the accuracy of the estimate."""

    quantum: str  # classical | hybrid | safe
    today: Count  # index into the rows
    chosen: Count  # index of the compared row; today's for a classical handshake
    alternative: Count | None = None  # index of the same handshake with other implementations
    time: Ratio  # time of the compared row / today's
    ram: Ratio
    wire: Ratio
    # Estimate / emulation of a client: of the compared handshake if it was run end to end, otherwise of DTLS 1.2.
    emulated_time: Ratio
    emulated_wire: Ratio


class Board(msgspec.Struct, frozen=True, kw_only=True):
    """A board that firmware can be timed for."""

    name: str
    title: str
    part: str
    core: str
    clock_hz: Hertz  # the default clock
    fastest_hz: Hertz
    ram_bytes: Bytes
    flash_bytes: Bytes
    energy: bool  # whether the board's current is known


class BoardList(msgspec.Struct, frozen=True, kw_only=True):
    """The known boards."""

    boards: tuple[Board, ...]


class McuRun(Run[Operation, None, Comparison, Verdict], kw_only=True, tag="mcu"):
    """`mcu`: operations on a board."""


class GridRun(Run[BoardOperation, None, Comparison, Verdict], kw_only=True, tag="grid"):
    """`mcu grid`: results of all curves, options and levels."""


class BudgetRun(Run[Configuration, BudgetAnswer, Comparison, Verdict], kw_only=True, tag="budget"):
    """`mcu budget`: configurations compared with limits."""

    findings: BudgetAnswer


class HandshakeRun(Run[Handshake, None, Comparison, Verdict], kw_only=True, tag="handshake"):
    """`mcu handshake`: emulated DTLS 1.2 handshakes."""


class ComposedRun(Run[ComposedHandshake, HandshakeAnswer, Comparison, Verdict], kw_only=True, tag="composed"):
    """`mcu handshake --quantum`: estimated handshakes."""


class WholeRun(Run[WholeHandshake, HandshakeAnswer, Comparison, Verdict], kw_only=True, tag="whole"):
    """`mcu handshake --quantum --of`: handshakes run end to end."""


class LibraryRun(Run[LibraryCall, None, Comparison, Verdict], kw_only=True, tag="library"):
    """`mcu library`: hashes, MACs and ciphers."""


class FunctionRun(Run[FunctionCall, None, Comparison, Verdict], kw_only=True, tag="function"):
    """`mcu function`: a function of the user's program."""


class BoardsRun(Run[Row, BoardList, Comparison, Verdict], kw_only=True, tag="boards"):
    """`mcu boards`: the list of known boards."""

    findings: BoardList


RUNS = (McuRun, GridRun, BudgetRun, HandshakeRun, ComposedRun, WholeRun, LibraryRun, FunctionRun, BoardsRun)
