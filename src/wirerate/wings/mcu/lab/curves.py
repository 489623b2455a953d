# SPDX-License-Identifier: Apache-2.0 OR MIT
"""One elliptic-curve operation in the emulator: run, its result checked on the host, then a point.

The library gets memory from the C library's malloc, or from a buffer of its own (MBEDTLS_MEMORY_BUFFER_ALLOC_C), which
is what firmware without malloc uses. The buffer's blocks have headers of their own, and holes between them: what is
told of it is how long it must be.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import NamedTuple

from wirerate.catalogue.curves import CURVES, OPERATIONS
from wirerate.catalogue.libraries import DEFAULT, P256M
from wirerate.errors import EmulationError, UsageError
from wirerate.wings.mcu.counted_runs import Counted, Made, Point
from wirerate.wings.mcu.curve_options import GROUPS, LIBC, VERIFYING, Case, Toggles, config
from wirerate.wings.mcu.cycles import Buffers
from wirerate.wings.mcu.lab import host
from wirerate.wings.mcu.lab.emulated_calls import Call, Machine
from wirerate.wings.mcu.lab.firmware import INSTRUMENT, Firmware, build
from wirerate.wings.mcu.lab.image import Image
from wirerate.wings.mcu.lab.source import fetch
from wirerate.wings.mcu.target import ALL_BUFFERS, LEVEL

_LINES = (
    "#define MBEDTLS_PLATFORM_C",
    "#define MBEDTLS_PLATFORM_MEMORY",
    "#define MBEDTLS_MEMORY_BUFFER_ALLOC_C",
    "#define MBEDTLS_PLATFORM_EXIT_MACRO(status) __builtin_trap()",  # what a broken heap ends in
)
_HEAP_BYTES = 1 << 16  # of the buffer: several times what any curve takes
_HEADER, _SIZE, _ALLOCATED, _NEXT = 32, 4, 8, 16  # memory_buffer_alloc.c: struct _memory_header
_PAINT = b"\xa5"


def config_lines(allocator: str) -> list[str]:
    """In the words of config.h."""
    return [] if allocator == LIBC else list(_LINES)


def defines(allocator: str) -> tuple[str, ...]:
    """For the harness, which makes the buffer."""
    if allocator == LIBC:
        return ()
    return (f"ECC_HEAP={_HEAP_BYTES}", *(("ECC_HEAP_VERIFIES",) if allocator == VERIFYING else ()))


def begin(machine: Machine, allocator: str) -> int:
    """From now on the most counts; the bytes that are kept already."""
    if allocator == LIBC:
        machine.call("heap_reset", counted=False)
        return machine.word("heap_live")
    kept = 0
    for address, size, allocated in _blocks(machine):
        if allocated:
            kept = address + _HEADER + size - machine.image.symbol("ecc_heap").address
        else:
            machine.write(address + _HEADER, _PAINT * size)
    return kept


def most(machine: Machine, allocator: str) -> int:
    """The most bytes that were requested at once or, of the buffer, those up to the last that was written."""
    if allocator == LIBC:
        return machine.word("heap_peak")
    return len(machine.read("ecc_heap", _HEAP_BYTES).rstrip(_PAINT))


def _blocks(machine: Machine) -> Iterator[tuple[int, int, bool]]:
    """Address, bytes, and whether it is in use."""
    at = machine.image.symbol("ecc_heap").address
    while at:
        yield at, machine.word(at + _SIZE), bool(machine.word(at + _ALLOCATED))
        at = machine.word(at + _NEXT)


NOBODY = Made()  # of a point that whoever asked for it signs
DIGEST = hashlib.sha256(b"wirerate").digest()
_BYTES = 66  # ECC_MAX_BYTES
_FIELDS = ("private", "public_x", "public_y", "peer_x", "peer_y", "r", "s", "secret")
# Of a whole library: what no operation on a curve calls, and some of which only a host can compile.
_OUT_OF_REACH = (
    *("ssl_*", "x509*", "pkcs*", "mps_*", "debug", "net_sockets", "timing", "entropy_poll", "psa_*", "lms", "lmots"),
    *("error", "certs", "version_features"),
)


@dataclass(frozen=True)
class Choice:
    """What an image is built for. One of a single curve is what a product has: arrays are as long as the largest curve
    wants them, so that in an image of several each would seem to take the stack of all."""

    version: str = DEFAULT
    core: str = "cortex-m4"
    level: str = LEVEL
    curves: tuple[str, ...] = tuple(GROUPS)
    operations: tuple[str, ...] = OPERATIONS
    toggles: Toggles = field(default_factory=Toggles)
    tree: Path | None = None  # the reader's own Mbed TLS,
    config_h: str | None = None  # its configuration; without one, the harness's
    config_key: str = ""  # and what the cache knows it by
    allocator: str = LIBC
    draws_nonces: bool = False  # it signs with a number at random, and not by RFC 6979

    def __post_init__(self) -> None:
        if len(self.curves) == 1:
            for operation in self.operations:
                possible(self.version, self.curves[0], operation)

    def case(self, curve: str, operation: str) -> Case:
        return Case(self.version, self.level, curve, operation, self.toggles)


class Numbers(NamedTuple):
    """What the firmware published."""

    private: int
    public_x: int
    public_y: int
    peer_x: int
    peer_y: int
    r: int
    s: int
    secret: int


def possible(version: str, curve: str, operation: str) -> None:
    """An error for what is not defined, in words."""
    if version == P256M and curve != "secp256r1":
        raise UsageError(f"p256-m has secp256r1 only, not {curve}", fix="type ‹curves=[secp256r1]›")
    if not CURVES[curve].has(operation):
        raise UsageError(f"{curve} is for key agreement: there is no ECDSA on it", fix="type ‹operations=[ecdh,ecdhe]›")


def timed_in(choice: Choice, curve: str) -> Choice:
    """What the image is built for that a curve is timed in: all operations on it, which differ in what is linked and
    not in what the library is compiled to. A tree of the reader's may lack the others."""
    has = tuple(name for name in OPERATIONS if CURVES[curve].has(name))
    return replace(choice, curves=(curve,), operations=choice.operations if choice.tree else has)


def image(choice: Choice, jobs: int | None = None) -> Image:
    """The harness with the library under this configuration, built or found. The library is configured for every
    operation, so that images of the same curves share its objects: the linker leaves out what is not called."""
    small = choice.version == P256M
    harness = INSTRUMENT / ("p256m.c" if small else "ecc.c")
    return build(
        Firmware(
            name="p256m" if small else "ecc",
            sources=(harness, INSTRUMENT / "test_random.c"),
            include=(INSTRUMENT,),
            defines=(*(f"ECC_{operation.upper()}" for operation in choice.operations), *defines(choice.allocator)),
            library=choice.tree or fetch(choice.version),
            config_h=_configuration(choice),
            config_key=choice.config_key,
            leave_out=_OUT_OF_REACH if choice.tree else (),
            core=choice.core,
            level=choice.level,
        ),
        jobs,
    )


def _configuration(choice: Choice) -> str:
    if choice.config_h is not None:
        return choice.config_h
    return "\n".join([config(choice.version, choice.curves, choice.toggles), *config_lines(choice.allocator)])


def footprint(choice: Choice, jobs: int | None = None, *, made: Made = NOBODY) -> Point:
    """The flash of an image of one curve."""
    case = choice.case(choice.curves[0], "+".join(choice.operations))
    counted = Counted(blocks=image(choice, jobs).blocks)
    return Point(
        code=case.image, core=choice.core, level=choice.level, operation=case.operation, counted=counted, made=made
    )


def points(
    choice: Choice,
    built: Image,
    curve: str,
    operations: Sequence[str],
    *,
    made: Made = NOBODY,
    doubt: bool = True,
    buffers: Sequence[Buffers] = ALL_BUFFERS,
) -> Iterator[Point]:
    """A point per operation, each from the state in which the keys are made: what another leaves in memory is in no
    figure of it. With `doubt`, verification must also refuse the signature of another digest: it is run twice. A result
    that the host does not get is an EmulationError."""
    machine = Machine(built, choice.core, buffers)
    _succeed(machine, curve, "ecc_prepare", GROUPS[curve][0], counted=False)
    machine.write("ecc_digest", DIGEST)
    prepared = machine.state()
    for operation in operations:
        machine.restore(prepared)
        if operation == "verify":
            _offer_signature(machine, curve)
        kept = begin(machine, choice.allocator)
        call = _succeed(machine, curve, f"ecc_{operation}")
        peak = most(machine, choice.allocator)
        if operation == "verify":
            if doubt:
                _refuse(machine, curve)
        else:
            _check(machine, curve, operation, drawn=choice.draws_nonces or choice.version == P256M)
        counted = Counted(runs={"": call.trace}, stack_bytes=call.stack_bytes, heap_bytes=peak, heap_kept=kept)
        code = choice.case(curve, operation).code
        yield Point(code=code, core=choice.core, level=choice.level, operation=operation, counted=counted, made=made)


def _succeed(machine: Machine, curve: str, function: str, *args: int, counted: bool = True) -> Call:
    fix = "look the number up in the library's headers: your configuration may lack something"
    return machine.must(function, *args, who=f"{curve} on {machine.core.name}", fix=fix, counted=counted)


def _published(machine: Machine, curve: str) -> Numbers:
    _succeed(machine, curve, "ecc_publish", counted=False)
    data = machine.read("ecc_results", len(_FIELDS) * _BYTES)
    return Numbers(*(int.from_bytes(data[at : at + _BYTES], "big") for at in range(0, len(data), _BYTES)))


def _offer_signature(machine: Machine, curve: str) -> None:
    """The signature to verify is the host's, so that signing and verifying are checked apart."""
    r, s = host.ecdsa(curve, _published(machine, curve).private, DIGEST)
    at = machine.image.symbol("ecc_results").address + _FIELDS.index("r") * _BYTES
    machine.write(at, r.to_bytes(_BYTES, "big") + s.to_bytes(_BYTES, "big"))
    _succeed(machine, curve, "ecc_receive", counted=False)


def _check(machine: Machine, curve: str, operation: str, *, drawn: bool) -> None:
    """Against the host's own arithmetic. A signature whose nonce was not drawn at random is the one of RFC 6979."""
    got = _published(machine, curve)
    public, peer = (got.public_x, got.public_y), (got.peer_x, got.peer_y)
    right = host.public_key(curve, got.private)
    good = right == public if CURVES[curve].signs else right[0] == public[0]
    if operation == "sign":
        if drawn:
            good &= host.verifies(curve, public, DIGEST, (got.r, got.s))
        else:
            good &= (got.r, got.s) == host.ecdsa(curve, got.private, DIGEST)
    else:
        good &= got.secret == host.shared_secret(curve, got.private, peer)
    if not good:
        raise EmulationError(
            f"ecc_{operation} on {curve} ({machine.core.name}) gave another result than the host: there is "
            "no time for it",
            fix="the library, the compiler or the emulator errs: try another ‹level› or ‹version›",
        )


def _refuse(machine: Machine, curve: str) -> None:
    machine.write("ecc_digest", DIGEST[::-1])
    accepted = machine.call("ecc_verify", counted=False).result == 0
    machine.write("ecc_digest", DIGEST)
    if accepted:
        raise EmulationError(
            f"ecc_verify on {curve} ({machine.core.name}) took the signature of another message",
            fix="the library, the compiler or the emulator errs: try another ‹level› or ‹version›",
        )
