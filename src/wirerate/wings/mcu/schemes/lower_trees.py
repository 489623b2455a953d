# SPDX-License-Identifier: Apache-2.0 OR MIT
"""SLH-DSA by parts, where a whole run takes the emulator many minutes: the small sets, whose trees are high, and
signatures by SHAKE of the larger fast ones.

The same code runs with lower trees and fewer layers, its keys and signatures held against the host's, which takes any.
A tree of height z costs A 2^z + B z + C: so many leaves, one node fewer, a loop. Three heights tell what any other
costs, two numbers of layers what a layer does. FIPS 205's signer walks each chain once in all, in making the one-time
signature and in checking it, so that what is signed does not matter.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from wirerate.catalogue.schemes import SLH_DSA, Scheme
from wirerate.wings.mcu.build.image import Image
from wirerate.wings.mcu.emulate.machine import Call, Machine
from wirerate.wings.mcu.schemes import host_slh
from wirerate.wings.mcu.schemes.calls import SEED, Counted, counted, drawn, same, succeed, text
from wirerate.wings.mcu.schemes.host_slh import Trees, trees
from wirerate.wings.mcu.schemes.images import Choice
from wirerate.wings.mcu.timing.trace import Cache, Fetched, Trace, weighted

LOWER = ("SLH_LOWER",)  # what the image is built with
_HEIGHTS = (1, 2, 3)
_BITS = 63  # of the index: with 2 and with 3 layers more than the 32 that are taken for granted
_FEW, _MORE = 2, 3  # layers


def is_composed(scheme: Scheme, operation: str) -> bool:
    if scheme.family != SLH_DSA or operation == "verify":
        return False
    return scheme.name.endswith("s") or (operation == "sign" and "-shake-" in scheme.name and scheme.category > 1)


def composed(machine: Machine, choice: Choice, operation: str, built: Image) -> Counted:
    """An operation with the set's own trees, of runs with lower ones; stack and flash are the same with any."""
    of = trees(choice.facts)
    calls, trace = (_keygen if operation == "keygen" else _sign)(machine, choice, of)
    return counted(operation, calls, built, composed=replace(trace, fetched=_fetched(calls, trace.instructions)))


def _fetched(calls: Sequence[Call], instructions: int) -> dict[Cache, Fetched]:
    """Lines through a cache do not grow as trees do: first ones are the most of any run, and others come back as often
    as in the longest."""
    longest = max((call.trace for call in calls), key=lambda trace: trace.instructions)
    share = instructions / longest.instructions
    return {
        cache: Fetched(max(call.trace.fetched[cache].empty for call in calls), round(share * fetched.instead))
        for cache, fetched in longest.fetched.items()
    }


def _keygen(machine: Machine, choice: Choice, of: Trees) -> tuple[list[Call], Trace]:
    runs = {height: _made(machine, choice, _shaped(of, of.d, height, of.a, of.h)) for height in _HEIGHTS}
    return list(runs.values()), weighted(_grown(runs, of.height))


def _sign(machine: Machine, choice: Choice, of: Trees) -> tuple[list[Call], Trace]:
    """Two layers, the others, and what FORS has more of."""
    few = {height: _signed(machine, choice, _shaped(of, _FEW, height, 1)) for height in _HEIGHTS}
    more = {height: _signed(machine, choice, _shaped(of, _MORE, height, 1)) for height in _HEIGHTS}
    fors = {a: _signed(machine, choice, _shaped(of, _FEW, 1, a)) if a > 1 else few[1] for a in _HEIGHTS}
    layers = of.d - _FEW
    parts = [(weight * (1 - layers), trace) for weight, trace in _grown(few, of.height)]
    parts += [(weight * layers, trace) for weight, trace in _grown(more, of.height)]
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


def _shaped(of: Trees, layers: int, height: int, a: int, bits: int = _BITS) -> Trees:
    return replace(of, h=bits, d=layers, height=height, a=a)


def _made(machine: Machine, choice: Choice, of: Trees) -> Call:
    public, secret = host_slh.keygen(choice.facts, SEED, of)
    _shape(machine, of)
    machine.write("scheme_random", SEED)
    call = succeed(machine, choice, "keygen")
    same(machine, choice, "keygen", scheme_public_key=public, scheme_secret_key=secret)
    return call


def _signed(machine: Machine, choice: Choice, of: Trees) -> Call:
    _, secret = host_slh.keygen(choice.facts, SEED, of)
    _shape(machine, of)
    machine.write("scheme_secret_key", secret)
    machine.write("scheme_text", text(0))
    machine.write("scheme_random", drawn(choice.facts, secret))
    call = succeed(machine, choice, "sign", len(text(0)))
    signature = host_slh.sign(choice.facts, secret, host_slh.framed(text(0)), of=of)
    same(machine, choice, "sign", scheme_message=signature)
    return call


def _shape(machine: Machine, of: Trees) -> None:
    machine.write("wolfcrypt_shape", bytes([of.h, of.d, of.height, of.a]))
