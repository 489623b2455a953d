# SPDX-License-Identifier: Apache-2.0 OR MIT
"""What the questions of `mcu` are answered with."""

from __future__ import annotations

import msgspec

from wirerate.records import Comparison, Row, Run, Verdict
from wirerate.records.quantities import (
    Bits,
    Bytes,
    Count,
    Hertz,
    Millijoules,
    Nanoseconds,
    Ratio,
)
from wirerate.wings.mcu.rows import (
    BoardOperation,
    ComposedHandshake,
    Configuration,
    FunctionCall,
    Handshake,
    LibraryCall,
    Operation,
    WholeHandshake,
)


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


RUNS = (
    McuRun,
    GridRun,
    BudgetRun,
    HandshakeRun,
    ComposedRun,
    WholeRun,
    LibraryRun,
    FunctionRun,
    BoardsRun,
)
