# SPDX-License-Identifier: Apache-2.0 OR MIT
"""One operation of a scheme in the emulator: run on keys and messages that the host made, its result held against the
host's, then counted."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from wirerate.catalogue.schemes import AGREEMENT, Scheme
from wirerate.errors import EmulationError
from wirerate.lab.mcu.build.image import Image
from wirerate.lab.mcu.emulate.machine import Call, Machine
from wirerate.lab.mcu.schemes import host_curve25519, host_kem, host_signature
from wirerate.lab.mcu.schemes.images import Choice, image
from wirerate.lab.mcu.schemes.rejection import BY_R0, BY_Z
from wirerate.lab.mcu.target import ALL_BUFFERS
from wirerate.lab.mcu.timing.trace import Buffers, Trace, weighted

SEED = hashlib.shake_256(b"wirerate").digest(64)  # of the keys
DRAWN = hashlib.sha256(b"wirerate").digest()  # what encapsulation draws; signing draws zeros: the deterministic variant
_APART = ("harness", "instrument")
_NOT_ACCEPTED = ((), (BY_Z,), (BY_R0,))  # attempts that ended, of Scheme.accepts' messages


def text(number: int) -> bytes:
    """What is signed: 32 bytes, as a digest has."""
    return hashlib.sha256(f"wirerate {number}".encode()).digest()


@dataclass(frozen=True)
class Counted:
    """What one operation ran on a core; its result was the host's. `rejected`: what an attempt at a signature adds that
    ends without one, by the condition that it broke."""

    operation: str
    trace: Trace
    stack_bytes: int
    static_bytes: int
    flash: dict[str, int]  # by building block; the harness left out
    rejected: dict[str, Trace] = field(default_factory=dict)
    calls: tuple[Call, ...] = ()  # of the emulator; signing: one that ends at once, and one of each of `rejected`


def count(
    choice: Choice,
    operations: Sequence[str] = (),
    *,
    buffers: Sequence[Buffers] = ALL_BUFFERS,
    jobs: int | None = None,
    watch: Sequence[str] = (),
) -> Iterator[Counted]:
    """Operations, all where none is named, each in an image of its own, its calls parted by the functions that they
    `watch`. A result that the host does not get, a forged signature that is taken and a spoiled ciphertext that gives
    away the secret are EmulationErrors."""
    for operation in operations or choice.facts.operations:
        built = image(choice, (operation,), jobs)
        machine = Machine(built, choice.core, buffers, watch)
        yield _COUNT[operation](machine, choice, built)


def _keygen(machine: Machine, choice: Choice, built: Image) -> Counted:
    scheme = choice.facts
    machine.write("scheme_random", SEED)
    call = _succeed(machine, choice, "keygen")
    public, secret = _keys(scheme)
    _same(machine, choice, "keygen", scheme_public_key=public, scheme_secret_key=secret)
    return _counted("keygen", [call], built)


def _encapsulate(machine: Machine, choice: Choice, built: Image) -> Counted:
    public, _ = _keys(choice.facts)
    machine.write("scheme_public_key", public)
    machine.write("scheme_random", DRAWN)
    call = _succeed(machine, choice, "encapsulate")
    ciphertext, shared = host_kem.encapsulate(choice.facts, public, DRAWN)
    _same(machine, choice, "encapsulate", scheme_message=ciphertext, scheme_shared=shared)
    return _counted("encapsulate", [call], built)


def _decapsulate(machine: Machine, choice: Choice, built: Image) -> Counted:
    public, secret = _keys(choice.facts)
    ciphertext, shared = host_kem.encapsulate(choice.facts, public, DRAWN)
    machine.write("scheme_secret_key", secret)
    machine.write("scheme_message", ciphertext)
    call = _succeed(machine, choice, "decapsulate")
    _same(machine, choice, "decapsulate", scheme_shared=shared)
    spoiled = bytes([ciphertext[0] ^ 1]) + ciphertext[1:]
    machine.write("scheme_message", spoiled)
    _succeed(machine, choice, "decapsulate", counted=False)
    _same(machine, choice, "decapsulate", scheme_shared=host_kem.decapsulate(choice.facts, secret, spoiled))
    return _counted("decapsulate", [call], built)


def _agree(machine: Machine, choice: Choice, built: Image) -> Counted:
    _, secret = _keys(choice.facts)
    peer, _ = host_curve25519.x25519_keys(DRAWN)
    machine.write("scheme_secret_key", secret)
    machine.write("scheme_message", peer)
    call = _succeed(machine, choice, "agree")
    _same(machine, choice, "agree", scheme_shared=host_curve25519.x25519(secret, peer))
    return _counted("agree", [call], built)


def _sign(machine: Machine, choice: Choice, built: Image) -> Counted:
    """Of ML-DSA at once, after an attempt that z ended, and after one that r0 ended."""
    scheme, calls = choice.facts, []
    _, secret = _keys(scheme)
    if not scheme.accepts:
        machine.write("scheme_secret_key", secret)
        machine.write("scheme_text", text(0))
        call = _succeed(machine, choice, "sign", len(text(0)))
        _same(machine, choice, "sign", scheme_message=host_curve25519.ed25519(secret, text(0)))
        return _counted("sign", [call], built)
    for number, ended in zip(scheme.accepts, _NOT_ACCEPTED, strict=True):
        signed = host_signature.sign(scheme, secret, text(number))
        assert signed.rejected == ended, f"message {number} of {scheme.name} is not what the catalogue says"
        machine.write("scheme_secret_key", secret)
        machine.write("scheme_text", text(number))
        calls.append(_succeed(machine, choice, "sign", len(text(number))))
        _same(machine, choice, "sign", scheme_message=signed.signature)
    at_once, *others = calls
    rejected = {
        ended[0]: weighted(((1, call.trace), (-1, at_once.trace)))
        for ended, call in zip(_NOT_ACCEPTED[1:], others, strict=True)
    }
    return _counted("sign", calls, built, rejected)


def _verify(machine: Machine, choice: Choice, built: Image) -> Counted:
    """A signature of the host's, so that signing and verifying are checked apart."""
    scheme, message = choice.facts, text((*choice.facts.accepts, 0)[0])
    public, secret = _keys(scheme)
    machine.write("scheme_public_key", public)
    machine.write("scheme_text", message)
    machine.write("scheme_message", _signature(scheme, secret, message))
    call = _succeed(machine, choice, "verify", len(message))
    machine.write("scheme_text", message[::-1])
    if machine.call("scheme_verify", len(message), counted=False).result == 0:
        raise EmulationError(f"{_who(choice)}: verify took the signature of another message", fix=_FIX)
    return _counted("verify", [call], built)


_COUNT = {
    "keygen": _keygen,
    "encapsulate": _encapsulate,
    "decapsulate": _decapsulate,
    "agree": _agree,
    "sign": _sign,
    "verify": _verify,
}


def _keys(scheme: Scheme) -> tuple[bytes, bytes]:
    if scheme.family == "ml-kem":
        return host_kem.keygen(scheme, SEED)
    if scheme.family == "ml-dsa":
        return host_signature.keygen(scheme, SEED[:32])
    make = host_curve25519.x25519_keys if scheme.kind == AGREEMENT else host_curve25519.ed25519_keys
    return make(SEED[:32])


def _signature(scheme: Scheme, secret: bytes, message: bytes) -> bytes:
    if scheme.accepts:
        return host_signature.sign(scheme, secret, message).signature
    return host_curve25519.ed25519(secret, message)


def _counted(operation: str, calls: Sequence[Call], built: Image, rejected: dict[str, Trace] | None = None) -> Counted:
    static = sum(size for block, size in built.static_bytes.items() if block not in _APART)
    flash = {block: size for block, size in built.flash_bytes.items() if block not in _APART}
    stack = max(call.stack_bytes for call in calls)
    return Counted(operation, calls[0].trace, stack, static, flash, rejected or {}, tuple(calls))


def _succeed(machine: Machine, choice: Choice, operation: str, *args: int, counted: bool = True) -> Call:
    call = machine.call(f"scheme_{operation}", *args, counted=counted)
    if call.result:
        raise EmulationError(f"{_who(choice)}: {operation} returned {call.result}", fix=_FIX)
    return call


def _same(machine: Machine, choice: Choice, operation: str, **expected: bytes) -> None:
    for name, value in expected.items():
        if machine.read(name, len(value)) != value:
            what = f"{_who(choice)}: {operation} gave another {name.removeprefix('scheme_')} than the host"
            raise EmulationError(f"{what}: there is no time for it", fix=_FIX)


def _who(choice: Choice) -> str:
    return f"{choice.scheme}@{choice.implementation} on {choice.core}"


_FIX = "the implementation, the compiler or the emulator errs: try another --level"
