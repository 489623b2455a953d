# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Programs on a microcontroller's core: what is said of each operation, handshake and call, and what the questions of
`mcu` are answered with."""

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
    """Cycles by the core's manuals: a range over what these leave open."""

    typical: Cycles
    low: Cycles
    high: Cycles


class Energy(msgspec.Struct, frozen=True, kw_only=True):
    """Over the ranges of cycles and current."""

    low: Millijoules
    high: Millijoules


class Fit(msgspec.Struct, frozen=True, kw_only=True):
    """A configuration held against a budget, at the slow end of its range."""

    word: str  # fits | may fit | misses
    share: Share  # the largest of any limit
    worst: str  # the resource of that share
    total: Ratio  # its shares of all limits, added up
    front: bool  # no other configuration beats it in everything


class Options(msgspec.Struct, frozen=True, kw_only=True):
    """Of the library's elliptic curves."""

    nist: bool  # reduction for the NIST primes
    fixed_point: bool  # comb for the base point
    window: Count


class LevelFactor(msgspec.Struct, frozen=True, kw_only=True):
    level: str
    factor: Ratio  # its time / that of the level in use


class OnBoard(Row, kw_only=True):
    """A program counted on an emulated core and timed for a target."""

    ns: Interval  # one run of it
    board: str
    title: str
    core: str
    clock_hz: Hertz
    wait_states: Count
    instructions: Count
    cycles: CycleRange
    first_run: CycleRange | None = None  # with an empty cache; None without a cache, or where none was followed
    stack_bytes: Bytes
    heap_bytes: Bytes
    ram_bytes: Bytes  # what the operation takes at its peaks, together
    flash_bytes: Bytes
    energy: Energy | None = None  # None where the board has no current with a source
    over: tuple[str, ...] = ()  # resources of the board that are exceeded


class BoardOperation(OnBoard, kw_only=True, tag="board-operation"):
    """An operation on an elliptic curve."""

    curve: str
    strength: Bits  # of security
    version: str
    release: str
    level: str
    options: Options
    heap_kept: Bytes
    compiler: str
    command: str  # that made a stored result
    date: str
    configuration: str = ""  # the file of it, where the library is a tree of the reader's
    allocator: str = "libc"  # libc | buffer | buffer-verify: where the library gets memory
    image: str = ""  # one curve | all curves: what the library had while it was counted
    level_factors: tuple[LevelFactor, ...] = ()
    fit: Fit | None = None


class SigningEnd(msgspec.Struct, frozen=True, kw_only=True):
    """What no more than a share of all signatures exceeds."""

    share: Share  # of signatures that take no more
    attempts: Count
    ns: Interval


class Signing(msgspec.Struct, frozen=True, kw_only=True):
    """How long signatures take that are attempted until one tells nothing of the key."""

    accepted: Share  # of attempts, by the scheme's parameters
    attempts: Ratio  # for a signature, the mean
    at_once: Interval  # ns where the first attempt succeeds
    ends: tuple[SigningEnd, ...]


class SchemeOperation(OnBoard, kw_only=True, tag="scheme-operation"):
    """An operation of a post-quantum scheme or a hybrid; of signing the time is the mean. RAM is stack, heap, static
    memory, keys and messages."""

    scheme: str
    implementation: str
    standard: str
    category: Count  # of security, as NIST counts: 1, 2, 3, 5; 0: a quantum computer breaks it
    level: str
    packages: tuple[str, ...]  # that the code comes from
    licence: str  # of that code
    static_bytes: Bytes
    held_bytes: Bytes  # keys and messages in RAM while it runs
    public_key_bytes: Bytes
    secret_key_bytes: Bytes
    ciphertext_bytes: Bytes | None
    signature_bytes: Bytes | None
    whole_flash_bytes: Bytes  # of an image with all of the scheme's operations
    signing: Signing | None = None
    composed: tuple[str, ...] = ()  # of a hybrid: what its figures are sums of
    by_parts: bool = False  # whether it is put together of runs with lower trees: some of SLH-DSA's
    hash_calls: Count | None = None  # of SLH-DSA, exactly; None of verifying, where the signature decides
    compiler: str
    command: str  # that made a stored result
    date: str

    @property
    def sent_bytes(self) -> int | None:
        """What goes to the other side once it is done."""
        sent = {
            "keygen": self.public_key_bytes,
            "encapsulate": self.ciphertext_bytes,
            "sign": self.signature_bytes,
        }
        return sent.get(self.operation)


class HandshakeMessage(msgspec.Struct, frozen=True, kw_only=True):
    side: str
    name: str
    bytes: Bytes  # with record and handshake headers


class HandshakePart(msgspec.Struct, frozen=True, kw_only=True):
    operation: str
    cycles: Cycles


class AbsentExtension(msgspec.Struct, frozen=True, kw_only=True):
    extension: str
    reason: str


class Handshake(OnBoard, kw_only=True, tag="handshake"):
    """One end of a DTLS handshake."""

    setup: str
    side: str
    suite: str
    version: str
    release: str
    level: str
    options: Options
    context_bytes: Bytes
    content_length: Bytes  # of a record
    datagrams: Count
    bytes_on_ipv4: Bytes  # with UDP and IPv4
    messages: tuple[HandshakeMessage, ...]  # in the order of the wire
    parts: tuple[HandshakePart, ...]  # this end's cycles by operation, typical
    absent: tuple[AbsentExtension, ...]
    command: str
    forward_secrecy: bool | None = (
        None  # whether recorded data stays closed when a key is lost later; None in older runs
    )
    fit: Fit | None = None


class LibraryCall(OnBoard, kw_only=True, tag="library"):
    """A message through an authenticator of this project, or through a hash, a MAC or a cipher of Mbed TLS."""

    bytes: MeanBytes
    level: str
    per_byte: CycleRange  # of each further byte of a long message
    fixed_cycles: Cycles  # what a message costs beside its bytes
    per_byte_ns: NanosecondsPerByte  # the two in time, typical
    fixed_ns: Nanoseconds
    context_bytes: Bytes | None = None  # of the key, kept between messages; None in older runs
    release: str = ""  # of Mbed TLS
    licence: str = ""  # of that code
    compiler: str = ""
    command: str = ""  # that made a stored result
    date: str = ""


class CallSpread(msgspec.Struct, frozen=True, kw_only=True):
    """Typical cycles over several calls of one function."""

    calls: Count
    least: Cycles
    median: Cycles
    mean: Cycles
    of_ten_nine: Cycles  # nine of ten calls take no more
    of_hundred_ninety_nine: Cycles  # 99 of a hundred take no more
    most: Cycles


class FunctionCall(OnBoard, kw_only=True, tag="function"):
    """A function of the reader's own program."""

    function: str
    function_bytes: Bytes
    result: Count  # R0, signed
    buffers: tuple[str, ...]  # of the arguments, afterwards, in hexadecimal
    before: tuple[str, ...] = ()  # calls that made the memory it found
    seed: str = ""  # a variable of the program that was filled anew before each call
    spread: CallSpread | None = None  # of several calls; the other figures are the median call's


class ComposedPart(msgspec.Struct, frozen=True, kw_only=True):
    """One operation of an end."""

    scheme: str
    operation: str
    subject: str  # of the row that it is taken from; "" where it is a share of one
    cycles: Cycles  # typical
    working_bytes: Bytes = 0  # stack, heap and static memory
    held_bytes: Bytes = 0  # keys and messages meanwhile


class Composed(OnBoard, kw_only=True):
    """What both kinds have."""

    setup: str  # in words
    quantum: str  # classical | hybrid | safe
    strength: Bits  # of security against anyone without a quantum computer
    category: Count  # of NIST, the least of its parts; 0 where one has none
    wire_bytes: Bytes
    parts: tuple[ComposedPart, ...]  # in their order
    level: str
    packages: tuple[str, ...]  # that the code comes from
    code: str  # whose it is, where it is not whose is meant without a word
    commands: tuple[str, ...]  # that made the stored results it rests on
    fit: Fit | None = None


class ComposedScheme(Composed, kw_only=True, tag="composed-scheme"):
    """A key exchange or a signature, whichever end takes more of each resource."""

    name: str  # of the catalogue
    purpose: str  # kem | signature


class Handshake13(Composed, kw_only=True):
    """One end of a handshake of TLS 1.3 or DTLS 1.3, composed or run."""

    side: str
    protocol: str  # DTLS 1.3 | TLS 1.3
    exchange: str
    signature: str
    mutual: bool  # the client shows a certificate too
    cookie: bool  # the server asks for the hello again first
    messages: tuple[HandshakeMessage, ...]  # in the order of the wire; with the headers of all their records
    flights: Count
    records: Count
    datagrams: Count  # of at most 1,280 bytes with IPv6 and UDP; over TCP segments
    bytes_on_ipv6: Bytes  # with IPv6 and UDP or TCP
    frames: Count | None  # of 127 bytes on an 802.15.4 radio; None for TLS
    frame_bytes: Bytes | None
    air: Milliseconds | None  # of these frames at 250 kbit/s, without acknowledgements


class ComposedHandshake(Handshake13, kw_only=True, tag="composed-handshake"):
    """One that nobody ran."""

    kept_bytes: Bytes  # of RAM: record buffers, and what the emulated DTLS 1.2 keeps beside its operations


class WholeHandshake(Handshake13, kw_only=True, tag="whole-handshake"):
    """One that was run whole, and the same composed of its library's own operations. A signature of ML-DSA takes the
    mean time of its attempts in both."""

    library: str
    release: str
    licence: str  # of the library
    compiler: str
    composed_cycles: Cycles  # typical, of the composition
    composed_bytes: Bytes  # on the wire, by the standards' layouts
    composed_datagrams: Count


Operation = BoardOperation | SchemeOperation | LibraryCall  # what `mcu` answers with
Configuration = BoardOperation | Handshake | ComposedScheme | ComposedHandshake  # what a budget chooses among


# ---- runs ----


class Limits(msgspec.Struct, frozen=True, kw_only=True):
    """Of a budget; None where there is none."""

    time: Nanoseconds | None = None
    ram: Bytes | None = None
    flash: Bytes | None = None
    energy: Millijoules | None = None
    wire: Bytes | None = None


class BudgetAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """What a budget was asked for, and the cheapest configuration that fits it."""

    purpose: str  # sign | verify | ecdh | ecdhe | kem | signature | handshake
    security: Bits  # at least
    quantum: str = ""  # classical | hybrid | safe: what was asked for
    asked: Limits
    limits: Limits  # the stricter of what is asked and what the board has
    chosen: Count | None = None  # index into the rows; None where nothing fits
    nearest: Count | None = None  # what then misses by least
    config: str = ""  # mbedtls_config.h
    psa_config: str = ""  # psa/crypto_config.h


class HandshakeAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """A handshake of TLS 1.3 beside today's, client by client; and a composition beside what was emulated."""

    quantum: str  # classical | hybrid | safe
    today: Count  # index into the rows
    chosen: Count  # likewise; today's where that is what was asked for
    alternative: Count | None = None  # likewise; the same by other code
    time: Ratio  # the chosen one's / today's
    ram: Ratio
    wire: Ratio
    # The client's, composed / emulated: of composed ones DTLS 1.2's, of one that was run whole its own.
    emulated_time: Ratio
    emulated_wire: Ratio


class Board(msgspec.Struct, frozen=True, kw_only=True):
    """One that firmware can be timed for."""

    name: str
    title: str
    part: str
    core: str
    clock_hz: Hertz  # without another word
    fastest_hz: Hertz
    ram_bytes: Bytes
    flash_bytes: Bytes
    energy: bool  # whether a current with a source is known


class BoardList(msgspec.Struct, frozen=True, kw_only=True):
    """What `mcu` can be asked about."""

    boards: tuple[Board, ...]


class McuRun(Run[Operation, None, Comparison, Verdict], kw_only=True, tag="mcu"):
    """`mcu`: operations on a board."""


class GridRun(Run[BoardOperation, None, Comparison, Verdict], kw_only=True, tag="grid"):
    """`mcu grid`: the slides' whole grid."""


class BudgetRun(Run[Configuration, BudgetAnswer, Comparison, Verdict], kw_only=True, tag="budget"):
    """`mcu budget`: configurations held against limits."""

    findings: BudgetAnswer


class HandshakeRun(Run[Handshake, None, Comparison, Verdict], kw_only=True, tag="handshake"):
    """`mcu handshake`: DTLS 1.2 as it was run."""


class ComposedRun(Run[ComposedHandshake, HandshakeAnswer, Comparison, Verdict], kw_only=True, tag="composed"):
    """`mcu handshake --quantum`: composed handshakes."""


class WholeRun(Run[WholeHandshake, HandshakeAnswer, Comparison, Verdict], kw_only=True, tag="whole"):
    """`mcu handshake --quantum --of`: handshakes that were run whole."""


class LibraryRun(Run[LibraryCall, None, Comparison, Verdict], kw_only=True, tag="library"):
    """`mcu library`: hashes, MACs and ciphers."""


class FunctionRun(Run[FunctionCall, None, Comparison, Verdict], kw_only=True, tag="function"):
    """`mcu function`: a function of the reader's own."""


class BoardsRun(Run[Row, BoardList, Comparison, Verdict], kw_only=True, tag="boards"):
    """`mcu boards`: what can be asked about."""

    findings: BoardList


RUNS = (McuRun, GridRun, BudgetRun, HandshakeRun, ComposedRun, WholeRun, LibraryRun, FunctionRun, BoardsRun)
