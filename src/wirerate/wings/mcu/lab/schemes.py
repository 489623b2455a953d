# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Run the operations of a scheme in the emulator, check their results against the reference, and count them.

Some operations of SLH-DSA would take the emulator many minutes: those of the small sets, whose trees are high, and
signing with the larger fast SHAKE sets. Their cost is composed from runs of the same code with lower trees and fewer
layers; the reference implementation checks the keys and signatures of these runs. A tree of height z costs
A 2^z + B z + C, so three heights give the cost of any height, and two numbers of layers give the cost of a layer. The
message does not matter: FIPS 205's signer makes and then checks each one-time signature, and walks each chain once
in total.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from msgspec.structs import replace

from wirerate.catalogue.schemes import SLH_DSA, Scheme
from wirerate.errors import EmulationError
from wirerate.wings.mcu.counted_runs import Point
from wirerate.wings.mcu.cycles import Buffers, Fetched, Trace, weighted
from wirerate.wings.mcu.lab import reference
from wirerate.wings.mcu.lab.emulated_calls import Call, Machine, provenance
from wirerate.wings.mcu.lab.image import Image
from wirerate.wings.mcu.lab.scheme_images import (
    FIX,
    RANDOMNESS,
    SEED,
    Choice,
    OperationCount,
    call_operation,
    check_results,
    count_calls,
    describe,
    image,
    signing_randomness,
    text,
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
) -> Iterator[OperationCount]:
    """Run operations (all of them by default), each in a separate image, and count their instructions.

    Traces are split by the functions in `watch`. Raise EmulationError if a result differs from the reference, if a
    forged signature is accepted, or if an invalid ciphertext yields the shared secret.
    """
    for operation in operations or choice.facts.operations:
        built = image(choice, (operation,), jobs)
        if is_composed(choice.facts, operation):
            lower = Machine(image(choice, (operation,), jobs, LOWER), choice.core, buffers, watch)
            yield composed(lower, choice, operation, built)
        else:
            yield _COUNT[operation](Machine(built, choice.core, buffers, watch), choice, built)


def _keygen(machine: Machine, choice: Choice, built: Image) -> OperationCount:
    scheme = choice.facts
    machine.write("scheme_random", SEED)
    call = call_operation(machine, choice, "keygen")
    public, secret = reference.keys(scheme, SEED)
    check_results(machine, choice, "keygen", scheme_public_key=public, scheme_secret_key=secret)
    return count_calls("keygen", [call], built)


def _encapsulate(machine: Machine, choice: Choice, built: Image) -> OperationCount:
    public, _ = reference.keys(choice.facts, SEED)
    machine.write("scheme_public_key", public)
    machine.write("scheme_random", RANDOMNESS)
    call = call_operation(machine, choice, "encapsulate")
    ciphertext, shared = reference.encapsulate(choice.facts, public, RANDOMNESS)
    check_results(machine, choice, "encapsulate", scheme_message=ciphertext, scheme_shared=shared)
    return count_calls("encapsulate", [call], built)


def _decapsulate(machine: Machine, choice: Choice, built: Image) -> OperationCount:
    public, secret = reference.keys(choice.facts, SEED)
    ciphertext, shared = reference.encapsulate(choice.facts, public, RANDOMNESS)
    machine.write("scheme_secret_key", secret)
    machine.write("scheme_message", ciphertext)
    call = call_operation(machine, choice, "decapsulate")
    check_results(machine, choice, "decapsulate", scheme_shared=shared)
    spoiled = bytes([ciphertext[0] ^ 1]) + ciphertext[1:]
    machine.write("scheme_message", spoiled)
    call_operation(machine, choice, "decapsulate", is_counted=False)
    check_results(machine, choice, "decapsulate", scheme_shared=reference.decapsulate(choice.facts, secret, spoiled))
    return count_calls("decapsulate", [call], built)


def _agree(machine: Machine, choice: Choice, built: Image) -> OperationCount:
    _, secret = reference.keys(choice.facts, SEED)
    peer, _ = reference.keys(choice.facts, RANDOMNESS)
    machine.write("scheme_secret_key", secret)
    machine.write("scheme_message", peer)
    call = call_operation(machine, choice, "agree")
    check_results(machine, choice, "agree", scheme_shared=reference.agree(choice.facts, secret, peer))
    return count_calls("agree", [call], built)


def _sign(machine: Machine, choice: Choice, built: Image) -> OperationCount:
    """Sign. With ML-DSA, sign three messages: one without rejection, one that the check of z rejects once, and one that
    the check of r0 rejects once."""
    scheme, calls = choice.facts, []
    _, secret = reference.keys(scheme, SEED)
    for number in scheme.accepts or (0,):
        machine.write("scheme_secret_key", secret)
        machine.write("scheme_text", text(number))
        machine.write("scheme_random", signing_randomness(scheme, secret))
        calls.append(call_operation(machine, choice, "sign", len(text(number))))
        check_results(machine, choice, "sign", scheme_message=reference.sign(scheme, secret, text(number)))
    at_once, *with_rejection = (call.trace for call in calls)
    if not with_rejection:
        return count_calls("sign", calls, built)
    return count_calls("sign", calls, built, adds(at_once, dict(zip((BY_Z, BY_R0), with_rejection, strict=True))))


def _verify(machine: Machine, choice: Choice, built: Image) -> OperationCount:
    """Verify a signature made by the reference, to test verification independently of signing."""
    scheme, message = choice.facts, text((*choice.facts.accepts, 0)[0])
    public, secret = reference.keys(scheme, SEED)
    machine.write("scheme_public_key", public)
    machine.write("scheme_text", message)
    machine.write("scheme_message", reference.sign(scheme, secret, message))
    call = call_operation(machine, choice, "verify", len(message))
    machine.write("scheme_text", message[::-1])
    if machine.call("scheme_verify", len(message), counted=False).result == 0:
        raise EmulationError(f"{describe(choice)}: verify accepted the signature of another message", fix=FIX)
    return count_calls("verify", [call], built)


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
    """Yield a point for each operation (all of them by default)."""
    reference.package(choice.facts)  # reports a missing package now, not after minutes of building
    whole = sum(image(choice, choice.facts.operations, jobs).blocks.values())
    for result in count(choice, operations, buffers=buffers, jobs=jobs):
        yield Point(
            code=f"{choice.scheme}@{choice.implementation}",
            core=choice.core,
            level=choice.level,
            operation=result.operation,
            counted=result.counted,
            whole_bytes=whole,
            made=provenance(command=command),
        )


# ---- lower trees ----

LOWER = ("SLH_LOWER",)  # definitions of an image with lower trees
_HEIGHTS = (1, 2, 3)
_BITS = 63  # index bits of the lowered sets: above 32 with 2 and with 3 layers, as in the real sets
_FEW, _MORE = 2, 3  # layers


def is_composed(scheme: Scheme, operation: str) -> bool:
    """Return whether an operation takes so long that its cost is composed from runs with lower trees."""
    if scheme.family != SLH_DSA or operation == "verify":
        return False
    return scheme.name.endswith("s") or (operation == "sign" and "-shake-" in scheme.name and scheme.category > 1)


def composed(machine: Machine, choice: Choice, operation: str, built: Image) -> OperationCount:
    """Compose an operation's cost from runs with lower trees. Tree height changes neither stack nor flash."""
    slh = reference.parameters(choice.facts)
    calls, trace = (_lower_keygen if operation == "keygen" else _lower_sign)(machine, choice, slh)
    return count_calls(operation, calls, built, composed=replace(trace, fetched=_fetched(calls, trace.instructions)))


def _fetched(calls: Sequence[Call], instructions: int) -> dict[str, Fetched]:
    """Estimate the cache lines that a run with the real trees fetches. They do not follow the formula for the cost of
    trees.

    Lines fetched into an empty place of the cache: the most that any run had. Lines that replace others: those of the
    longest run, times the ratio of the instructions.
    """
    longest = max((call.trace for call in calls), key=lambda trace: trace.instructions)
    share = instructions / longest.instructions
    return {
        cache: Fetched(max(call.trace.fetched[cache].empty for call in calls), round(share * fetched.instead))
        for cache, fetched in longest.fetched.items()
    }


def _lower_keygen(machine: Machine, choice: Choice, slh: Parameter) -> tuple[list[Call], Trace]:
    runs = {height: _make_keys(machine, choice, _resized(slh, slh.d, height, slh.a, slh.h)) for height in _HEIGHTS}
    return list(runs.values()), weighted(_extrapolate(runs, slh.h_m))


def _lower_sign(machine: Machine, choice: Choice, slh: Parameter) -> tuple[list[Call], Trace]:
    """Add up the costs of signing with two layers, of the other layers, and of the real height of FORS's trees."""
    few = {height: _make_signature(machine, choice, _resized(slh, _FEW, height, 1)) for height in _HEIGHTS}
    more = {height: _make_signature(machine, choice, _resized(slh, _MORE, height, 1)) for height in _HEIGHTS}
    fors = {a: _make_signature(machine, choice, _resized(slh, _FEW, 1, a)) if a > 1 else few[1] for a in _HEIGHTS}
    layers = slh.d - _FEW
    parts = [(weight * (1 - layers), trace) for weight, trace in _extrapolate(few, slh.h_m)]
    parts += [(weight * layers, trace) for weight, trace in _extrapolate(more, slh.h_m)]
    parts += [*_extrapolate(fors, slh.a), (-1, few[1].trace)]
    return [*few.values(), *more.values(), *fors.values()], weighted(parts)


def _extrapolate(runs: Mapping[int, Call], height: int) -> list[tuple[float, Trace]]:
    """Return the three runs' traces with their weights: the weighted sum is the cost at a height."""
    leaves, one, two, three = 1 << height, *(runs[tree_height].trace for tree_height in _HEIGHTS)
    return [
        (leaves / 2 - 2 * height + 2, one),
        (3 * height - leaves - 1, two),
        (leaves / 2 - height, three),
    ]


def _resized(slh: Parameter, layers: int, height: int, a: int, bits: int = _BITS) -> Parameter:
    return type(slh)(slh.oid_no, slh.n, bits, layers, height, a, slh.k, slh.lgw, slh.m)


def _make_keys(machine: Machine, choice: Choice, slh: Parameter) -> Call:
    public, secret = reference.slh_keys(slh, SEED)
    _write_parameters(machine, slh)
    machine.write("scheme_random", SEED)
    call = call_operation(machine, choice, "keygen")
    check_results(machine, choice, "keygen", scheme_public_key=public, scheme_secret_key=secret)
    return call


def _make_signature(machine: Machine, choice: Choice, slh: Parameter) -> Call:
    _, secret = reference.slh_keys(slh, SEED)
    _write_parameters(machine, slh)
    machine.write("scheme_secret_key", secret)
    machine.write("scheme_text", text(0))
    machine.write("scheme_random", signing_randomness(choice.facts, secret))
    call = call_operation(machine, choice, "sign", len(text(0)))
    if not is_signature(choice.facts, slh, secret, text(0), lambda size: machine.read("scheme_message", size)):
        raise EmulationError(f"{describe(choice)}: the reference implementation rejects a signature", fix=FIX)
    return call


def is_signature(scheme: Scheme, slh: Parameter, secret: bytes, message: bytes, read: Callable[[int], bytes]) -> bool:
    """Return whether the bytes from `read` are the deterministic signature with these trees (FIPS 205, algorithms 19
    and 20).

    The package's `verify` cannot be used: it splits the digest by the lowered set, not by the standard's, and rejects
    an index with more bits than the trees can have.
    """
    from slhdsa.lowlevel.addresses import Address, FORSTreeAddress
    from slhdsa.lowlevel.fors import FORS
    from slhdsa.lowlevel.hypertree import HyperTree
    from slhdsa.lowlevel.wots import WOTSParameter
    from slhdsa.lowlevel.xmss import XMSS

    standard, framed = reference.parameters(scheme), bytes(2) + message  # algorithm 22: no prehash, no context
    seed, prf, public, root = (secret[at : at + slh.n] for at in range(0, 4 * slh.n, slh.n))
    fors, proof = slh.k * (1 + slh.a) * slh.n, slh.d * (WOTSParameter(slh).len + slh.h_m) * slh.n
    signature = memoryview(read(slh.n + fors + proof))
    randomizer = slh.PRFmsg(prf, public, framed)
    digest = slh.Hmsg(randomizer, public, root, framed)
    leaf_bits = slh.h // slh.d
    first, size = -(-standard.k * standard.a // 8), -(-(standard.h - standard.h_m) // 8)
    number = int.from_bytes(digest[first : first + size]) & (1 << slh.h - leaf_bits) - 1
    leaf = int.from_bytes(digest) & (1 << leaf_bits) - 1
    address = FORSTreeAddress(0, number)
    address.keypair = leaf
    signed = FORS(slh).publickey_from_sign(signature[slh.n : slh.n + fors], digest, public, address)
    top = XMSS(slh).node(seed, 0, slh.h_m, public, Address(slh.d - 1, number >> slh.h_m * (slh.d - 1)))
    reaches_root = HyperTree(slh).verify(signed, signature[slh.n + fors :], public, number, leaf, top)
    return bool(reaches_root) and signature[: slh.n] == randomizer


def _write_parameters(machine: Machine, slh: Parameter) -> None:
    machine.write("wolfcrypt_shape", bytes([slh.h, slh.d, slh.h_m, slh.a]))
