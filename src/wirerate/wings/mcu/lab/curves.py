# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Run elliptic-curve operations in the emulator, check their results, and return them as points.

The library takes memory from malloc, or from a static buffer (MBEDTLS_MEMORY_BUFFER_ALLOC_C) as firmware without malloc
does. The buffer also holds the headers of blocks and gaps between blocks, so its reported heap use is the length that
has to be reserved.
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
from wirerate.wings.mcu.lab import reference
from wirerate.wings.mcu.lab.emulated_calls import Call, Machine
from wirerate.wings.mcu.lab.firmware import INSTRUMENT, Firmware, build
from wirerate.wings.mcu.lab.image import Image
from wirerate.wings.mcu.lab.source import fetch
from wirerate.wings.mcu.target import ALL_BUFFERS, LEVEL

_BUFFER_OPTIONS = (
    "#define MBEDTLS_PLATFORM_C",
    "#define MBEDTLS_PLATFORM_MEMORY",
    "#define MBEDTLS_MEMORY_BUFFER_ALLOC_C",
    "#define MBEDTLS_PLATFORM_EXIT_MACRO(status) __builtin_trap()",  # Mbed TLS exits when the heap is corrupt
)
_HEAP_BYTES = 1 << 16  # length of the buffer, several times the need of any curve
_HEADER, _SIZE, _ALLOCATED, _NEXT = 32, 4, 8, 16  # memory_buffer_alloc.c: struct _memory_header
_PAINT = b"\xa5"


def config_lines(allocator: str) -> list[str]:
    """Return the config.h lines that select an allocator."""
    return [] if allocator == LIBC else list(_BUFFER_OPTIONS)


def defines(allocator: str) -> tuple[str, ...]:
    """Return the macro definitions that make the harness allocate the static buffer; none for malloc."""
    if allocator == LIBC:
        return ()
    return (f"ECC_HEAP={_HEAP_BYTES}", *(("ECC_HEAP_VERIFIES",) if allocator == VERIFYING else ()))


def start_heap_measurement(machine: Machine, allocator: str) -> int:
    """Start measuring peak heap use. Return the bytes that are already allocated."""
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


def peak_heap_bytes(machine: Machine, allocator: str) -> int:
    """Return the most bytes allocated at once. For the static buffer, count the bytes up to the last one written."""
    if allocator == LIBC:
        return machine.word("heap_peak")
    return len(machine.read("ecc_heap", _HEAP_BYTES).rstrip(_PAINT))


def _blocks(machine: Machine) -> Iterator[tuple[int, int, bool]]:
    """Yield the address and size of each block in the buffer, and whether it is in use."""
    address = machine.image.symbol("ecc_heap").address
    while address:
        yield address, machine.word(address + _SIZE), bool(machine.word(address + _ALLOCATED))
        address = machine.word(address + _NEXT)


UNKNOWN_ORIGIN = Made()  # the caller replaces it
DIGEST = hashlib.sha256(b"wirerate").digest()
_BYTES = 66  # ECC_MAX_BYTES
_FIELDS = ("private", "public_x", "public_y", "peer_x", "peer_y", "r", "s", "secret")
# Library sources that no curve operation calls. Some of them compile only for an operating system.
_UNUSED_SOURCES = (
    *("ssl_*", "x509*", "pkcs*", "mps_*", "debug", "net_sockets", "timing", "entropy_poll", "psa_*", "lms", "lmots"),
    *("error", "certs", "version_features"),
)


@dataclass(frozen=True)
class Choice:
    """Everything that decides how an image is built. Measure images with a single curve, as in a product. In an image
    with several curves, the largest one sets the length of all arrays, so that smaller curves seem to need more stack.
    """

    version: str = DEFAULT
    core: str = "cortex-m4"
    level: str = LEVEL
    curves: tuple[str, ...] = tuple(GROUPS)
    operations: tuple[str, ...] = OPERATIONS
    toggles: Toggles = field(default_factory=Toggles)
    tree: Path | None = None  # the user's own Mbed TLS
    config_h: str | None = None  # its configuration; None means the harness's
    config_key: str = ""  # identifies the configuration in the cache
    allocator: str = LIBC
    draws_nonces: bool = False  # whether ECDSA takes random nonces, not those of RFC 6979

    def __post_init__(self) -> None:
        if len(self.curves) == 1:
            for operation in self.operations:
                require_defined(self.version, self.curves[0], operation)

    def case(self, curve: str, operation: str) -> Case:
        return Case(self.version, self.level, curve, operation, self.toggles)


class Numbers(NamedTuple):
    """The integers that the firmware reports: keys, signature and shared secret."""

    private: int
    public_x: int
    public_y: int
    peer_x: int
    peer_y: int
    r: int
    s: int
    secret: int


def require_defined(version: str, curve: str, operation: str) -> None:
    """Raise UsageError if the library or the curve lacks the operation."""
    if version == P256M and curve != "secp256r1":
        raise UsageError(f"p256-m has secp256r1 only, not {curve}", fix="type ‹curves=[secp256r1]›")
    if not CURVES[curve].has(operation):
        raise UsageError(f"{curve} is for key agreement only: it has no ECDSA", fix="type ‹operations=[ecdh,ecdhe]›")


def timing_choice(choice: Choice, curve: str) -> Choice:
    """Return the options to build the image in which operations on a curve are timed.

    The image links every operation, because this does not change the library's code. With the user's tree it links only
    the requested operations, since the tree may lack the rest.
    """
    defined = tuple(name for name in OPERATIONS if CURVES[curve].has(name))
    return replace(choice, curves=(curve,), operations=choice.operations if choice.tree else defined)


def image(choice: Choice, jobs: int | None = None) -> Image:
    """Build the harness and the library, or return the image from the cache.

    The library is configured for every operation, so that images of the same curves share its objects. The linker
    leaves out unused functions.
    """
    p256m = choice.version == P256M
    harness = INSTRUMENT / ("p256m.c" if p256m else "ecc.c")
    return build(
        Firmware(
            name="p256m" if p256m else "ecc",
            sources=(harness, INSTRUMENT / "test_random.c"),
            include=(INSTRUMENT,),
            defines=(*(f"ECC_{operation.upper()}" for operation in choice.operations), *defines(choice.allocator)),
            library=choice.tree or fetch(choice.version),
            config_h=_configuration(choice),
            config_key=choice.config_key,
            leave_out=_UNUSED_SOURCES if choice.tree else (),
            core=choice.core,
            level=choice.level,
        ),
        jobs,
    )


def _configuration(choice: Choice) -> str:
    if choice.config_h is not None:
        return choice.config_h
    return "\n".join([config(choice.version, choice.curves, choice.toggles), *config_lines(choice.allocator)])


def footprint(choice: Choice, jobs: int | None = None, *, made: Made = UNKNOWN_ORIGIN) -> Point:
    """Return the flash use of an image with one curve."""
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
    made: Made = UNKNOWN_ORIGIN,
    doubt: bool = True,
    buffers: Sequence[Buffers] = ALL_BUFFERS,
) -> Iterator[Point]:
    """Yield a point per operation. Raise EmulationError if a result differs from the reference implementation's.

    Every operation starts from the memory state right after key generation, so that its figures do not depend on other
    operations. With `doubt`, check also that verification rejects the signature of another digest.
    """
    machine = Machine(built, choice.core, buffers)
    _call(machine, curve, "ecc_prepare", GROUPS[curve][0], counted=False)
    machine.write("ecc_digest", DIGEST)
    prepared = machine.state()
    for operation in operations:
        machine.restore(prepared)
        if operation == "verify":
            _store_signature(machine, curve)
        kept = start_heap_measurement(machine, choice.allocator)
        call = _call(machine, curve, f"ecc_{operation}")
        peak = peak_heap_bytes(machine, choice.allocator)
        if operation == "verify":
            if doubt:
                _check_rejection(machine, curve)
        else:
            _check_result(machine, curve, operation, drawn=choice.draws_nonces or choice.version == P256M)
        counted = Counted(runs={"": call.trace}, stack_bytes=call.stack_bytes, heap_bytes=peak, heap_kept=kept)
        code = choice.case(curve, operation).code
        yield Point(code=code, core=choice.core, level=choice.level, operation=operation, counted=counted, made=made)


def _call(machine: Machine, curve: str, function: str, *args: int, counted: bool = True) -> Call:
    fix = "look up the number in the library's headers: your configuration may lack an option"
    return machine.must(function, *args, who=f"{curve} on {machine.core.name}", fix=fix, counted=counted)


def _read_numbers(machine: Machine, curve: str) -> Numbers:
    _call(machine, curve, "ecc_publish", counted=False)
    data = machine.read("ecc_results", len(_FIELDS) * _BYTES)
    return Numbers(*(int.from_bytes(data[offset : offset + _BYTES], "big") for offset in range(0, len(data), _BYTES)))


def _store_signature(machine: Machine, curve: str) -> None:
    """Store a signature by the reference implementation, to test verification independently of signing."""
    r, s = reference.ecdsa(curve, _read_numbers(machine, curve).private, DIGEST)
    address = machine.image.symbol("ecc_results").address + _FIELDS.index("r") * _BYTES
    machine.write(address, r.to_bytes(_BYTES, "big") + s.to_bytes(_BYTES, "big"))
    _call(machine, curve, "ecc_receive", counted=False)


def _check_result(machine: Machine, curve: str, operation: str, *, drawn: bool) -> None:
    """Compare a result with the reference implementation's. Signatures follow RFC 6979 unless nonces are random."""
    numbers = _read_numbers(machine, curve)
    public, peer = (numbers.public_x, numbers.public_y), (numbers.peer_x, numbers.peer_y)
    reference_key = reference.public_key(curve, numbers.private)
    correct = reference_key == public if CURVES[curve].signs else reference_key[0] == public[0]
    if operation == "sign":
        if drawn:
            correct &= reference.verifies(curve, public, DIGEST, (numbers.r, numbers.s))
        else:
            correct &= (numbers.r, numbers.s) == reference.ecdsa(curve, numbers.private, DIGEST)
    else:
        correct &= numbers.secret == reference.shared_secret(curve, numbers.private, peer)
    if not correct:
        raise EmulationError(
            f"ecc_{operation} on {curve} ({machine.core.name}): the result differs from the reference implementation's",
            fix="the library, the compiler or the emulator is at fault: try another ‹level› or ‹version›",
        )


def _check_rejection(machine: Machine, curve: str) -> None:
    machine.write("ecc_digest", DIGEST[::-1])
    accepted = machine.call("ecc_verify", counted=False).result == 0
    machine.write("ecc_digest", DIGEST)
    if accepted:
        raise EmulationError(
            f"ecc_verify on {curve} ({machine.core.name}) accepted the signature of another message",
            fix="the library, the compiler or the emulator is at fault: try another ‹level› or ‹version›",
        )
