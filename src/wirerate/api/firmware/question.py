"""What was asked of `mcu`, put into the lab's words: a target, curves, operations, and the library's options."""

from __future__ import annotations

from dataclasses import dataclass

from wirerate.catalogue.curves import CURVES, curve
from wirerate.errors import UsageError, unknown
from wirerate.lab.mcu.build import LEVELS
from wirerate.lab.mcu.ecc_config import OPERATIONS, P256M, Toggles
from wirerate.lab.mcu.points import LEVEL
from wirerate.lab.mcu.source import DEFAULT, VERSIONS
from wirerate.lab.mcu.target import Target, target

# ecp.h of each version: MBEDTLS_ECP_WINDOW_SIZE; the two other options are on in all of them.
_WINDOWS = {"2.4": 6, "2.16": 6, "2.28": 4, "3.6": 4}
_DEFAULT_CURVE = "secp256r1"


@dataclass(frozen=True)
class Question:
    """As the caller put it; None and empty where it was left open."""

    board: str | None = None
    core: str | None = None
    clock_hz: float | None = None
    flash: str | None = None
    curves: tuple[str, ...] = ()
    operations: tuple[str, ...] = ()
    level: str | None = None
    windows: tuple[int, ...] = ()
    nist: bool | None = None
    fixed_point: bool | None = None
    version: str | None = None
    mbedtls: str | None = None
    config: str | None = None
    measure: bool = False


@dataclass(frozen=True)
class Asked:
    """The same with every word known to be good."""

    question: Question
    target: Target
    version: str
    level: str
    curves: tuple[str, ...]
    operations: tuple[str, ...]
    toggles: tuple[Toggles, ...]  # one for each window

    def cases(self) -> list[tuple[str, str, Toggles]]:
        """Curve, operation, options: those that exist. There is no signature on curve25519."""
        found = [
            (name, operation, toggles)
            for toggles in self.toggles
            for name in self.curves
            for operation in self.operations
            if CURVES[name].signs or operation.startswith("ecdh")
        ]
        if not found:
            raise UsageError(
                f"{', '.join(self.curves)} has no {' or '.join(self.operations)}: it is for key agreement only",
                fix="type --op ecdh,ecdhe, or another --curve",
            )
        return found


def ask(question: Question) -> Asked:
    """Raises UsageError at the first word that cannot be."""
    if question.config and not question.mbedtls:
        raise UsageError("--config is for a tree of your own", fix="add --mbedtls DIR")
    if question.mbedtls and question.version:
        raise UsageError("--mbedtls is a version of its own", fix="leave out --version")
    version = known_version(question.version)
    names = tuple(curve(name).name for name in question.curves) or (_DEFAULT_CURVE,)
    if version == P256M and names != (_DEFAULT_CURVE,):
        raise UsageError("p256-m has secp256r1 and no other curve", fix="type --curve secp256r1, or another --version")
    for operation in question.operations:
        if operation not in OPERATIONS:
            raise unknown("operation", operation, OPERATIONS)
    where = target(question.board, core=question.core, clock_hz=question.clock_hz, flash=question.flash)
    operations = question.operations or OPERATIONS
    return Asked(question, where, version, level(question.level), names, operations, options(question, version))


def known_version(word: str | None) -> str:
    """A version's name; the default one's without a word."""
    if word is not None and word not in (*VERSIONS, P256M):
        raise unknown("version of Mbed TLS", word, (*VERSIONS, P256M))
    return word or DEFAULT


def level(word: str | None) -> str:
    """-O2 for O2, 2 and -O2."""
    if word is None:
        return LEVEL
    wanted = f"-{word.removeprefix('-')}" if word.lstrip("-")[:1] in ("O", "o") else f"-O{word}"
    if wanted not in LEVELS:
        raise unknown("compiler level", word, [each.removeprefix("-") for each in LEVELS])
    return wanted


def options(question: Question, version: str) -> tuple[Toggles, ...]:
    """The library's own defaults, where nothing else was asked for."""
    windows = question.windows or (default_toggles(version).window,)
    nist = True if question.nist is None else question.nist
    comb = True if question.fixed_point is None else question.fixed_point
    return tuple(dict.fromkeys(Toggles(nist, comb, window) for window in windows))


def default_toggles(version: str) -> Toggles:
    return Toggles(window=_WINDOWS.get(version, 4))
