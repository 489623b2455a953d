# SPDX-License-Identifier: Apache-2.0 OR MIT
"""One operation of a scheme in the emulator: run on keys and messages that the host made, its result held against the
host's, then counted."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from wirerate.errors import EmulationError
from wirerate.wings.mcu.build.image import Image
from wirerate.wings.mcu.emulate.machine import Machine
from wirerate.wings.mcu.schemes import host
from wirerate.wings.mcu.schemes.calls import DRAWN, FIX, SEED, Counted, counted, drawn, same, succeed, text, who
from wirerate.wings.mcu.schemes.images import Choice, image
from wirerate.wings.mcu.schemes.lower_trees import LOWER, composed, is_composed
from wirerate.wings.mcu.schemes.rejection import BY_R0, BY_Z, adds
from wirerate.wings.mcu.target import ALL_BUFFERS
from wirerate.wings.mcu.timing.trace import Buffers


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
        if is_composed(choice.facts, operation):
            lower = Machine(image(choice, (operation,), jobs, LOWER), choice.core, buffers, watch)
            yield composed(lower, choice, operation, built)
        else:
            yield _COUNT[operation](Machine(built, choice.core, buffers, watch), choice, built)


def _keygen(machine: Machine, choice: Choice, built: Image) -> Counted:
    scheme = choice.facts
    machine.write("scheme_random", SEED)
    call = succeed(machine, choice, "keygen")
    public, secret = host.keys(scheme, SEED)
    same(machine, choice, "keygen", scheme_public_key=public, scheme_secret_key=secret)
    return counted("keygen", [call], built)


def _encapsulate(machine: Machine, choice: Choice, built: Image) -> Counted:
    public, _ = host.keys(choice.facts, SEED)
    machine.write("scheme_public_key", public)
    machine.write("scheme_random", DRAWN)
    call = succeed(machine, choice, "encapsulate")
    ciphertext, shared = host.encapsulate(choice.facts, public, DRAWN)
    same(machine, choice, "encapsulate", scheme_message=ciphertext, scheme_shared=shared)
    return counted("encapsulate", [call], built)


def _decapsulate(machine: Machine, choice: Choice, built: Image) -> Counted:
    public, secret = host.keys(choice.facts, SEED)
    ciphertext, shared = host.encapsulate(choice.facts, public, DRAWN)
    machine.write("scheme_secret_key", secret)
    machine.write("scheme_message", ciphertext)
    call = succeed(machine, choice, "decapsulate")
    same(machine, choice, "decapsulate", scheme_shared=shared)
    spoiled = bytes([ciphertext[0] ^ 1]) + ciphertext[1:]
    machine.write("scheme_message", spoiled)
    succeed(machine, choice, "decapsulate", is_counted=False)
    same(machine, choice, "decapsulate", scheme_shared=host.decapsulate(choice.facts, secret, spoiled))
    return counted("decapsulate", [call], built)


def _agree(machine: Machine, choice: Choice, built: Image) -> Counted:
    _, secret = host.keys(choice.facts, SEED)
    peer, _ = host.keys(choice.facts, DRAWN)
    machine.write("scheme_secret_key", secret)
    machine.write("scheme_message", peer)
    call = succeed(machine, choice, "agree")
    same(machine, choice, "agree", scheme_shared=host.agree(choice.facts, secret, peer))
    return counted("agree", [call], built)


def _sign(machine: Machine, choice: Choice, built: Image) -> Counted:
    """ML-DSA signs three messages: one accepted at once, one after an attempt that z ended, one after r0 ended one."""
    scheme, calls = choice.facts, []
    _, secret = host.keys(scheme, SEED)
    for number in scheme.accepts or (0,):
        machine.write("scheme_secret_key", secret)
        machine.write("scheme_text", text(number))
        machine.write("scheme_random", drawn(scheme, secret))
        calls.append(succeed(machine, choice, "sign", len(text(number))))
        same(machine, choice, "sign", scheme_message=host.sign(scheme, secret, text(number)))
    at_once, *others = (call.trace for call in calls)
    if not others:
        return counted("sign", calls, built)
    return counted("sign", calls, built, adds(at_once, dict(zip((BY_Z, BY_R0), others, strict=True))))


def _verify(machine: Machine, choice: Choice, built: Image) -> Counted:
    """A signature of the host's, so that signing and verifying are checked apart."""
    scheme, message = choice.facts, text((*choice.facts.accepts, 0)[0])
    public, secret = host.keys(scheme, SEED)
    machine.write("scheme_public_key", public)
    machine.write("scheme_text", message)
    machine.write("scheme_message", host.sign(scheme, secret, message))
    call = succeed(machine, choice, "verify", len(message))
    machine.write("scheme_text", message[::-1])
    if machine.call("scheme_verify", len(message), counted=False).result == 0:
        raise EmulationError(f"{who(choice)}: verify took the signature of another message", fix=FIX)
    return counted("verify", [call], built)


_COUNT = {
    "keygen": _keygen,
    "encapsulate": _encapsulate,
    "decapsulate": _decapsulate,
    "agree": _agree,
    "sign": _sign,
    "verify": _verify,
}
