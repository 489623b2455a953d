# SPDX-License-Identifier: Apache-2.0 OR MIT
"""One operation of a scheme in the emulator: run on keys and messages that the host made, its result held against the
host's, then counted.

SLH-DSA is counted by parts where a whole run takes the emulator many minutes: the small sets, whose trees are high, and
signatures by SHAKE of the larger fast ones. The same code runs with lower trees and fewer layers; the host makes the
same keys and verifies the signatures. A tree of height z costs A 2^z + B z + C: so many leaves, one node fewer, a loop.
Three heights tell what any other costs, two numbers of layers what a layer does. FIPS 205's signer walks each chain
once in all, in making the one-time signature and in checking it, so that what is signed does not matter.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from msgspec.structs import replace

from wirerate.catalogue.schemes import SLH_DSA, Scheme
from wirerate.errors import EmulationError
from wirerate.wings.mcu.counted_runs import Point
from wirerate.wings.mcu.cycles import Buffers, Fetched, Trace, weighted
from wirerate.wings.mcu.lab import host
from wirerate.wings.mcu.lab.emulated_calls import Call, Machine, made
from wirerate.wings.mcu.lab.image import Image
from wirerate.wings.mcu.lab.scheme_images import (
    DRAWN,
    FIX,
    SEED,
    Choice,
    Done,
    done,
    drawn,
    image,
    same,
    succeed,
    text,
    who,
)
from wirerate.wings.mcu.scheme_numbers import BY_R0, BY_Z, adds
from wirerate.wings.mcu.target import ALL_BUFFERS

if TYPE_CHECKING:
    from slhdsa.lowlevel.parameters import Parameter


def count(
    choice: Choice,
    operations: Sequence[str] = (),
    *,
    buffers: Sequence[Buffers] = ALL_BUFFERS,
    jobs: int | None = None,
    watch: Sequence[str] = (),
) -> Iterator[Done]:
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


def _keygen(machine: Machine, choice: Choice, built: Image) -> Done:
    scheme = choice.facts
    machine.write("scheme_random", SEED)
    call = succeed(machine, choice, "keygen")
    public, secret = host.keys(scheme, SEED)
    same(machine, choice, "keygen", scheme_public_key=public, scheme_secret_key=secret)
    return done("keygen", [call], built)


def _encapsulate(machine: Machine, choice: Choice, built: Image) -> Done:
    public, _ = host.keys(choice.facts, SEED)
    machine.write("scheme_public_key", public)
    machine.write("scheme_random", DRAWN)
    call = succeed(machine, choice, "encapsulate")
    ciphertext, shared = host.encapsulate(choice.facts, public, DRAWN)
    same(machine, choice, "encapsulate", scheme_message=ciphertext, scheme_shared=shared)
    return done("encapsulate", [call], built)


def _decapsulate(machine: Machine, choice: Choice, built: Image) -> Done:
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
    return done("decapsulate", [call], built)


def _agree(machine: Machine, choice: Choice, built: Image) -> Done:
    _, secret = host.keys(choice.facts, SEED)
    peer, _ = host.keys(choice.facts, DRAWN)
    machine.write("scheme_secret_key", secret)
    machine.write("scheme_message", peer)
    call = succeed(machine, choice, "agree")
    same(machine, choice, "agree", scheme_shared=host.agree(choice.facts, secret, peer))
    return done("agree", [call], built)


def _sign(machine: Machine, choice: Choice, built: Image) -> Done:
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
        return done("sign", calls, built)
    return done("sign", calls, built, adds(at_once, dict(zip((BY_Z, BY_R0), others, strict=True))))


def _verify(machine: Machine, choice: Choice, built: Image) -> Done:
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
    return done("verify", [call], built)


_COUNT = {
    "keygen": _keygen,
    "encapsulate": _encapsulate,
    "decapsulate": _decapsulate,
    "agree": _agree,
    "sign": _sign,
    "verify": _verify,
}


def points(
    choice: Choice,
    operations: Sequence[str] = (),
    *,
    command: str = "",
    buffers: Sequence[Buffers] = ALL_BUFFERS,
    jobs: int | None = None,
) -> Iterator[Point]:
    """Of these operations, of all where none is named."""
    host.package(choice.facts)  # what is missing is said before minutes of building
    whole = sum(image(choice, choice.facts.operations, jobs).blocks.values())
    for ran in count(choice, operations, buffers=buffers, jobs=jobs):
        yield Point(
            code=f"{choice.scheme}@{choice.implementation}",
            core=choice.core,
            level=choice.level,
            operation=ran.operation,
            counted=ran.counted,
            whole_bytes=whole,
            made=made(command=command),
        )


# ---- lower trees ----

LOWER = ("SLH_LOWER",)  # what the image is built with
_HEIGHTS = (1, 2, 3)
_BITS = 63  # of the index: with 2 and with 3 layers more than the 32 that are taken for granted
_FEW, _MORE = 2, 3  # layers


def is_composed(scheme: Scheme, operation: str) -> bool:
    if scheme.family != SLH_DSA or operation == "verify":
        return False
    return scheme.name.endswith("s") or (operation == "sign" and "-shake-" in scheme.name and scheme.category > 1)


def composed(machine: Machine, choice: Choice, operation: str, built: Image) -> Done:
    """An operation with the set's own trees, of runs with lower ones; stack and flash are the same with any."""
    of = host.parameters(choice.facts)
    calls, trace = (_lower_keygen if operation == "keygen" else _lower_sign)(machine, choice, of)
    return done(operation, calls, built, composed=replace(trace, fetched=_fetched(calls, trace.instructions)))


def _fetched(calls: Sequence[Call], instructions: int) -> dict[str, Fetched]:
    """Lines through a cache do not grow as trees do: first ones are the most of any run, and others come back as often
    as in the longest."""
    longest = max((call.trace for call in calls), key=lambda trace: trace.instructions)
    share = instructions / longest.instructions
    return {
        cache: Fetched(max(call.trace.fetched[cache].empty for call in calls), round(share * fetched.instead))
        for cache, fetched in longest.fetched.items()
    }


def _lower_keygen(machine: Machine, choice: Choice, of: Parameter) -> tuple[list[Call], Trace]:
    runs = {height: _made(machine, choice, _shaped(of, of.d, height, of.a, of.h)) for height in _HEIGHTS}
    return list(runs.values()), weighted(_grown(runs, of.h_m))


def _lower_sign(machine: Machine, choice: Choice, of: Parameter) -> tuple[list[Call], Trace]:
    """Two layers, the others, and what FORS has more of."""
    few = {height: _signed(machine, choice, _shaped(of, _FEW, height, 1)) for height in _HEIGHTS}
    more = {height: _signed(machine, choice, _shaped(of, _MORE, height, 1)) for height in _HEIGHTS}
    fors = {a: _signed(machine, choice, _shaped(of, _FEW, 1, a)) if a > 1 else few[1] for a in _HEIGHTS}
    layers = of.d - _FEW
    parts = [(weight * (1 - layers), trace) for weight, trace in _grown(few, of.h_m)]
    parts += [(weight * layers, trace) for weight, trace in _grown(more, of.h_m)]
    parts += [*_grown(fors, of.a), (-1, few[1].trace)]
    return [*few.values(), *more.values(), *fors.values()], weighted(parts)


def _grown(runs: Mapping[int, Call], height: int) -> list[tuple[float, Trace]]:
    """Weights of the three runs that make what the height costs."""
    leaves, one, two, three = 1 << height, *(runs[each].trace for each in _HEIGHTS)
    return [
        (leaves / 2 - 2 * height + 2, one),
        (3 * height - leaves - 1, two),
        (leaves / 2 - height, three),
    ]


def _shaped(of: Parameter, layers: int, height: int, a: int, bits: int = _BITS) -> Parameter:
    return type(of)(of.oid_no, of.n, bits, layers, height, a, of.k, of.lgw, of.m)


def _made(machine: Machine, choice: Choice, of: Parameter) -> Call:
    public, secret = host.slh_keys(of, SEED)
    _shape(machine, of)
    machine.write("scheme_random", SEED)
    call = succeed(machine, choice, "keygen")
    same(machine, choice, "keygen", scheme_public_key=public, scheme_secret_key=secret)
    return call


def _signed(machine: Machine, choice: Choice, of: Parameter) -> Call:
    _, secret = host.slh_keys(of, SEED)
    _shape(machine, of)
    machine.write("scheme_secret_key", secret)
    machine.write("scheme_text", text(0))
    machine.write("scheme_random", drawn(choice.facts, secret))
    call = succeed(machine, choice, "sign", len(text(0)))
    if not is_signature(choice.facts, of, secret, text(0), lambda size: machine.read("scheme_message", size)):
        raise EmulationError(f"{who(choice)}: the host refuses a signature: there is no time for it", fix=FIX)
    return call


def is_signature(scheme: Scheme, of: Parameter, secret: bytes, message: bytes, read: Callable[[int], bytes]) -> bool:
    """Whether what is read is the deterministic signature with these trees (FIPS 205, algorithms 19 and 20).

    Put together of the package's parts: its `verify` cannot take a digest that is split by the standard's set, nor an
    index of more bits than the trees have room for.
    """
    from slhdsa.lowlevel.addresses import Address, FORSTreeAddress
    from slhdsa.lowlevel.fors import FORS
    from slhdsa.lowlevel.hypertree import HyperTree
    from slhdsa.lowlevel.wots import WOTSParameter
    from slhdsa.lowlevel.xmss import XMSS

    standard, framed = host.parameters(scheme), bytes(2) + message  # algorithm 22: no prehash, no context
    seed, prf, public, root = (secret[at : at + of.n] for at in range(0, 4 * of.n, of.n))
    fors, proof = of.k * (1 + of.a) * of.n, of.d * (WOTSParameter(of).len + of.h_m) * of.n
    signature = memoryview(read(of.n + fors + proof))
    randomizer = of.PRFmsg(prf, public, framed)
    digest = of.Hmsg(randomizer, public, root, framed)
    leaf_bits = of.h // of.d
    first, size = -(-standard.k * standard.a // 8), -(-(standard.h - standard.h_m) // 8)
    number = int.from_bytes(digest[first : first + size]) & (1 << of.h - leaf_bits) - 1
    leaf = int.from_bytes(digest) & (1 << leaf_bits) - 1
    where = FORSTreeAddress(0, number)
    where.keypair = leaf
    signed = FORS(of).publickey_from_sign(signature[of.n : of.n + fors], digest, public, where)
    top = XMSS(of).node(seed, 0, of.h_m, public, Address(of.d - 1, number >> of.h_m * (of.d - 1)))
    climbs = HyperTree(of).verify(signed, signature[of.n + fors :], public, number, leaf, top)
    return bool(climbs) and signature[: of.n] == randomizer


def _shape(machine: Machine, of: Parameter) -> None:
    machine.write("wolfcrypt_shape", bytes([of.h, of.d, of.h_m, of.a]))
