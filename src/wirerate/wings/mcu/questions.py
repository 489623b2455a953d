# SPDX-License-Identifier: Apache-2.0 OR MIT
"""What can be asked of `mcu`, a struct for each call, with the rules that hold its fields to each other."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, field
from typing import NamedTuple

from wirerate.catalogue.boards import own_board
from wirerate.catalogue.curves import OPERATIONS, STRENGTH
from wirerate.catalogue.libraries import DEFAULT, P256M
from wirerate.catalogue.schemes import (
    HYBRID,
    HYBRIDS,
    QUANTUM,
    SCHEMES,
    SYMMETRIC,
    Hybrid,
    Implementation,
    Scheme,
    scheme_named,
)
from wirerate.errors import UsageError, unknown
from wirerate.question import Question
from wirerate.wings.mcu.curve_options import ALLOCATORS, LIBC
from wirerate.wings.mcu.target import CORES, Target, level_named, target

KEM, SIGNATURE, HANDSHAKE = "kem", "signature", "handshake"
PURPOSES = (*OPERATIONS, KEM, SIGNATURE, HANDSHAKE)  # of a budget
PROTOCOLS = ("dtls-1.3", "tls-1.3")  # that a handshake is composed for
WHOLE = ("wolfssl",)  # libraries whose handshake of DTLS 1.3 is run
OWNERS = ("wirerate", "mbedtls")  # of the authenticators and ciphers that `mcu library` builds
MOST_CALLS = 100_000
_OPTIONS = ("windows", "nist", "fixed_point")  # of Mbed TLS's elliptic curves


# ---- operations in words ----

Asked = tuple[Scheme | Hybrid, Implementation]


class Wanted(NamedTuple):
    """Operations on curves, schemes or hybrids, and hashes, MACs and ciphers, each once."""

    curves: tuple[str, ...]
    schemes: tuple[Asked, ...]
    symmetric: tuple[str, ...]


def parse_operations(words: Sequence[str]) -> Wanted:
    """Of `sign`, `ml-kem-768`, `ml-kem-768@pqclean`, `x25519mlkem768`, `aes-128-ccm`."""
    curves = tuple(dict.fromkeys(word for word in words if word in OPERATIONS))
    symmetric = tuple(dict.fromkeys(word.lower() for word in words if word.lower() in SYMMETRIC))
    others = [word for word in words if word not in OPERATIONS and word.lower() not in SYMMETRIC]
    for word in others:
        if word.lower().partition("@")[0] not in {**SCHEMES, **HYBRIDS}:
            curve, _, operation = word.partition(":")
            if operation in OPERATIONS:
                raise UsageError(
                    f"unknown operation {word!r}", fix=f"type ‹curves=[{curve}]› ‹operations=[{operation}]›"
                )
            raise unknown("operation", word, (*OPERATIONS, *SCHEMES, *HYBRIDS, *SYMMETRIC))
    found = {(asked.name, code.name): (asked, code) for asked, code in map(_named, others)}
    return Wanted(curves, tuple(found.values()), symmetric)


def _named(word: str) -> Asked:
    name, at, who = word.lower().partition("@")
    if name not in HYBRIDS:
        return scheme_named(word)
    return HYBRIDS[name], scheme_named(HYBRIDS[name].scheme + at + who)[1]


# ---- where ----


@dataclass(frozen=True)
class Place(Question):
    """Where firmware is timed for: a board, or a core with a clock and a flash."""

    board: str | None = None
    _: KW_ONLY
    core: str | None = None
    clock: float | None = None  # Hz
    flash: str | None = None  # WAIT_STATES[:LINE_BYTES[:LINES]][+prefetch]
    own_board: str | None = None  # a file with a board of one's own, known by its name from then on
    where: Target = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        board, file = self.board, self.own_board
        if file and board:
            raise UsageError(f"‹own_board={file}› has no meaning with {board}", fix=f"leave out ‹own_board› or {board}")
        if file:
            board = own_board(file, tuple(CORES)).name
        there = target(board, core=self.core, clock_hz=self.clock, flash=self.flash)
        object.__setattr__(self, "where", there)


@dataclass(frozen=True)
class Built(Place):
    """Where, and the compiler's level that the code is built at."""

    _: KW_ONLY
    level: str | None = None
    built_at: str = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        super().__post_init__()
        object.__setattr__(self, "built_at", level_named(self.level))


# ---- the calls ----


@dataclass(frozen=True)
class Mcu(Built):
    _: KW_ONLY
    curves: Sequence[str] | None = None
    operations: Sequence[str] | None = None
    windows: Sequence[int] | None = None
    nist: bool | None = None
    fixed_point: bool | None = None
    version: str | None = None
    mbedtls: str | None = None
    config: str | None = None
    allocator: str = LIBC
    measure: bool = False
    whole: bool = False
    wanted: Wanted = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        super().__post_init__()
        wanted = parse_operations(self.operations or ())
        object.__setattr__(self, "wanted", wanted)
        self.needs("config", "mbedtls=DIR")
        self.excludes("mbedtls", "version")
        self.excludes("allocator", "mbedtls")
        if self.allocator not in ALLOCATORS:
            raise unknown("allocator", self.allocator, ALLOCATORS)
        if self.on_curves:
            _p256m_has_no_options(self, self.version)
            if self.version == P256M:
                self.refuses("allocator", because="p256-m allocates nothing")
        else:
            self._refuse_what_curves_have(next(iter([*(asked.name for asked, _ in wanted.schemes), *wanted.symmetric])))

    @property
    def on_curves(self) -> bool:
        """Whether operations on curves are asked for: where none is named, these are."""
        return bool(self.wanted.curves) or not (self.wanted.schemes or self.wanted.symmetric)

    def _refuse_what_curves_have(self, name: str) -> None:
        for field_name in self.changed_fields("curves", *_OPTIONS, "version", "mbedtls", "allocator"):
            said = f"{field_name}=False" if getattr(self, field_name) is False else field_name
            raise UsageError(
                f"‹{said}› has no meaning with {name}: it is for ECDSA and ECDH",
                fix=f"leave out ‹{said}›, or add sign, verify, ecdh or ecdhe to ‹operations›",
            )


def _p256m_has_no_options(asked: Question, version: str | None) -> None:
    if version == P256M and asked.changed_fields(*_OPTIONS):
        raise UsageError(
            "p256-m has no options",
            fix="leave out ‹windows›, ‹nist› and ‹fixed_point›, or take another ‹version›",
        )


def _p256m_is_no_tls(version: str | None) -> None:
    if version == P256M:
        raise UsageError("p256-m is a curve and no TLS", fix="take another ‹version›")


@dataclass(frozen=True)
class _Limited(Question):
    """Behind Place among the bases of McuBudget: what is named first comes before the board."""

    limits: Mapping[str, float]


@dataclass(frozen=True)
class McuBudget(Built, _Limited):
    _: KW_ONLY
    purpose: str = "sign"
    security: int = STRENGTH
    quantum: str | None = None
    curves: Sequence[str] | None = None
    windows: Sequence[int] | None = None
    nist: bool | None = None
    fixed_point: bool | None = None
    version: str | None = None

    def __post_init__(self) -> None:
        if self.purpose not in PURPOSES:
            raise unknown("purpose", self.purpose, PURPOSES)
        if self.purpose in OPERATIONS:
            self.refuses("quantum", because="it is for a key exchange, a signature or a handshake",
                         fix="add ‹purpose=kem›, signature or handshake")  # fmt: skip
        if self.quantum is not None and self.quantum not in QUANTUM:
            raise unknown("kind", self.quantum, QUANTUM)
        if self.purpose == SIGNATURE and self.quantum == HYBRID:
            raise UsageError("no hybrid of two signatures is known here", fix="type ‹quantum=safe›, or ‹purpose=kem›")
        if self.composed:
            self.refuses("curves", *_OPTIONS, "version",
                         because="it is composed of what each scheme takes in one setting")  # fmt: skip
        elif self.purpose == HANDSHAKE:
            self.refuses("curves", *_OPTIONS,
                         because="a handshake's curve and options are those of RFC 7925's profile")  # fmt: skip
            _p256m_is_no_tls(self.version)
        super().__post_init__()
        _p256m_has_no_options(self, self.version)
        self._check_limits()

    @property
    def composed(self) -> bool:
        """Whether nobody ran as a whole what it chooses among."""
        return self.purpose in (KEM, SIGNATURE) or (self.purpose == HANDSHAKE and self.quantum is not None)

    def _check_limits(self) -> None:
        if "energy" in self.limits and self.where.current is None:
            why = self.where.board.missing if self.where.board else "a core without a board has none"
            raise UsageError(f"energy cannot be judged, for want of a current with a source: {why}",
                             fix="leave out energy=")  # fmt: skip
        if "wire" in self.limits and self.purpose in OPERATIONS:
            raise UsageError("wire cannot be judged: an operation by itself sends nothing",
                             fix="leave out wire=, or add ‹purpose=kem›, signature or handshake")  # fmt: skip


@dataclass(frozen=True)
class McuHandshake(Built):
    _: KW_ONLY
    version: str | None = None
    mbedtls: str | None = None
    quantum: str | None = None
    protocol: str | None = None
    whose: str | None = None
    measure: bool = False

    def __post_init__(self) -> None:
        self.needs("protocol", "quantum=safe")
        self.needs("whose", "quantum=safe")
        self.excludes("mbedtls", "version")
        for name, valid, what in (
            ("quantum", QUANTUM, "kind of handshake"),
            ("whose", WHOLE, "library whose handshake is run whole"),
            ("protocol", PROTOCOLS, "protocol of handshakes"),
        ):
            word = getattr(self, name)
            if word is not None and word not in valid:
                raise unknown(what, word, valid)
        if self.whose:
            self.refuses("protocol", because="with ‹whose› it is DTLS 1.3 that is run")
        if self.quantum:
            self.refuses("version", "mbedtls", because=f"with ‹quantum› it is composed of what Mbed TLS {DEFAULT} and "
                         "the schemes' own code take")  # fmt: skip
        super().__post_init__()
        _p256m_is_no_tls(self.version)


@dataclass(frozen=True)
class McuLibrary(Built):
    _: KW_ONLY
    whose: str = "wirerate"

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.whose not in OWNERS:
            raise unknown("library", self.whose, OWNERS)


@dataclass(frozen=True)
class _Program(Question):
    """Behind Place among the bases of McuFunction, as _Limited is of McuBudget."""

    elf: str
    function: str


@dataclass(frozen=True)
class McuFunction(Place, _Program):
    _: KW_ONLY
    arguments: str = ""
    before: Sequence[str] = ()
    seed: str = ""
    repeat: int = 1

    def __post_init__(self) -> None:
        super().__post_init__()
        if not 1 <= self.repeat <= MOST_CALLS:
            raise UsageError(f"{self.repeat} calls", fix=f"‹repeat› takes 1 to {MOST_CALLS}")


@dataclass(frozen=True)
class McuGrid(Question):
    version: str | None = None
