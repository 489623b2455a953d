# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The questions of `mcu`: a dataclass for each function, which checks that its fields can be combined."""

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
PURPOSES = (*OPERATIONS, KEM, SIGNATURE, HANDSHAKE)  # purposes of a budget
PROTOCOLS = ("dtls-1.3", "tls-1.3")  # protocols of estimated handshakes
WHOLE = ("wolfssl",)  # libraries whose DTLS 1.3 handshake can be run
OWNERS = ("wirerate", "mbedtls")  # projects whose algorithms `mcu library` can build
MOST_CALLS = 100_000
_OPTIONS = ("windows", "nist", "fixed_point")  # fields with Mbed TLS's options for elliptic curves


# ---- lists of operations ----

SchemeChoice = tuple[Scheme | Hybrid, Implementation]


class Operations(NamedTuple):
    """Curve operations, schemes or hybrids, and hashes, MACs and ciphers, without duplicates."""

    curves: tuple[str, ...]
    schemes: tuple[SchemeChoice, ...]
    symmetric: tuple[str, ...]


def parse_operations(words: Sequence[str]) -> Operations:
    """Parse words like `sign`, `ml-kem-768`, `ml-kem-768@pqclean`, `x25519mlkem768` and `aes-128-ccm`.

    Raise UsageError for an unknown one.
    """
    curves = tuple(dict.fromkeys(word for word in words if word in OPERATIONS))
    symmetric = tuple(dict.fromkeys(word.lower() for word in words if word.lower() in SYMMETRIC))
    rest = [word for word in words if word not in OPERATIONS and word.lower() not in SYMMETRIC]
    for word in rest:
        if word.lower().partition("@")[0] not in {**SCHEMES, **HYBRIDS}:
            curve, _, operation = word.partition(":")
            if operation in OPERATIONS:
                raise UsageError(
                    f"unknown operation {word!r}", fix=f"type ‹curves=[{curve}]› ‹operations=[{operation}]›"
                )
            raise unknown("operation", word, (*OPERATIONS, *SCHEMES, *HYBRIDS, *SYMMETRIC))
    choices = {(scheme.name, code.name): (scheme, code) for scheme, code in map(_scheme_choice, rest)}
    return Operations(curves, tuple(choices.values()), symmetric)


def _scheme_choice(word: str) -> SchemeChoice:
    name, at, implementation = word.lower().partition("@")
    if name not in HYBRIDS:
        return scheme_named(word)
    return HYBRIDS[name], scheme_named(HYBRIDS[name].scheme + at + implementation)[1]


# ---- the target ----


@dataclass(frozen=True)
class Place(Question):
    """The target of a question: a board, or a core with a clock and a flash."""

    board: str | None = None
    _: KW_ONLY
    core: str | None = None
    clock: float | None = None  # Hz
    flash: str | None = None  # WAIT_STATES[:LINE_BYTES[:LINES]][+prefetch]
    own_board: str | None = None  # a TOML file that describes a board; later questions can use the board's name
    where: Target = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        board, file = self.board, self.own_board
        if file and board:
            raise UsageError(
                f"‹own_board={file}› cannot be combined with {board}", fix=f"leave out ‹own_board› or {board}"
            )
        if file:
            board = own_board(file, tuple(CORES)).name
        where = target(board, core=self.core, clock_hz=self.clock, flash=self.flash)
        object.__setattr__(self, "where", where)


@dataclass(frozen=True)
class Built(Place):
    """The target, and the optimisation level of the code."""

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
    requested: Operations = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        super().__post_init__()
        requested = parse_operations(self.operations or ())
        object.__setattr__(self, "requested", requested)
        self.needs("config", "mbedtls=DIR")
        self.excludes("mbedtls", "version")
        self.excludes("allocator", "mbedtls")
        if self.allocator not in ALLOCATORS:
            raise unknown("allocator", self.allocator, ALLOCATORS)
        if self.on_curves:
            _refuse_p256m_options(self, self.version)
            if self.version == P256M:
                self.refuses("allocator", because="p256-m allocates nothing")
        else:
            names = [*(scheme.name for scheme, _ in requested.schemes), *requested.symmetric]
            self._refuse_curve_options(names[0])

    @property
    def on_curves(self) -> bool:
        """Return whether curve operations are requested, which is the default."""
        return bool(self.requested.curves) or not (self.requested.schemes or self.requested.symmetric)

    def _refuse_curve_options(self, name: str) -> None:
        for field_name in self.changed_fields("curves", *_OPTIONS, "version", "mbedtls", "allocator"):
            option = f"{field_name}=False" if getattr(self, field_name) is False else field_name
            raise UsageError(
                f"‹{option}› does not apply to {name}, only to ECDSA and ECDH",
                fix=f"leave out ‹{option}›, or add sign, verify, ecdh or ecdhe to ‹operations›",
            )


def _refuse_p256m_options(question: Question, version: str | None) -> None:
    if version == P256M and question.changed_fields(*_OPTIONS):
        raise UsageError(
            "p256-m has no options",
            fix="leave out ‹windows›, ‹nist› and ‹fixed_point›, or choose another ‹version›",
        )


def _refuse_p256m_for_tls(version: str | None) -> None:
    if version == P256M:
        raise UsageError("p256-m implements one curve, not TLS", fix="choose another ‹version›")


@dataclass(frozen=True)
class _Limited(Question):
    """The field that comes first in McuBudget: a dataclass starts with the fields of its last base class."""

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
            raise UsageError("there is no hybrid signature scheme", fix="type ‹quantum=safe›, or ‹purpose=kem›")
        if self.composed:
            self.refuses("curves", *_OPTIONS, "version",
                         because="the estimate uses results of the schemes in one setting")  # fmt: skip
        elif self.purpose == HANDSHAKE:
            self.refuses("curves", *_OPTIONS,
                         because="a handshake uses the curve and options of RFC 7925's profile")  # fmt: skip
            _refuse_p256m_for_tls(self.version)
        super().__post_init__()
        _refuse_p256m_options(self, self.version)
        self._check_limits()

    @property
    def composed(self) -> bool:
        """Return whether the configurations are estimated from measured parts."""
        return self.purpose in (KEM, SIGNATURE) or (self.purpose == HANDSHAKE and self.quantum is not None)

    def _check_limits(self) -> None:
        if "energy" in self.limits and self.where.current is None:
            why = self.where.board.missing if self.where.board else "no board is named"
            raise UsageError(f"energy needs a current from a datasheet, and there is none: {why}",
                             fix="leave out energy=")  # fmt: skip
        if "wire" in self.limits and self.purpose in OPERATIONS:
            raise UsageError("wire= does not apply: an operation by itself sends nothing",
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
        for name, valid, kind in (
            ("quantum", QUANTUM, "kind of handshake"),
            ("whose", WHOLE, "library with a DTLS 1.3 handshake"),
            ("protocol", PROTOCOLS, "protocol of handshakes"),
        ):
            word = getattr(self, name)
            if word is not None and word not in valid:
                raise unknown(kind, word, valid)
        if self.whose:
            self.refuses("protocol", because="with ‹whose› the handshake is always DTLS 1.3")
        if self.quantum:
            self.refuses("version", "mbedtls", because=f"with ‹quantum› the handshake is estimated from Mbed TLS "
                         f"{DEFAULT} and the schemes' own code")  # fmt: skip
        super().__post_init__()
        _refuse_p256m_for_tls(self.version)


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
    """The fields that come first in McuFunction, before the board: see _Limited."""

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
            raise UsageError(f"{self.repeat} calls are not possible", fix=f"type 1 to {MOST_CALLS} for ‹repeat›")


@dataclass(frozen=True)
class McuGrid(Question):
    version: str | None = None
