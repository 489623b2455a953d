"""What the model lacks where a measurement stays above its bound: one unit, and why that one."""

from __future__ import annotations

from wirerate.graph.algorithm import Algorithm
from wirerate.graph.bounds import Bound, bound
from wirerate.graph.costs import Core
from wirerate.graph.explain import limit_in_words

NEAR, NEAR_16 = 1.20, 1.25


def near(ways: int) -> float:
    """How far above its bound a measurement may be and still be explained by it. Sixteen ways fill one register of a
    512-bit unit, and what the chain leaves idle has no second group of lanes to go to."""
    return NEAR_16 if ways == 16 else NEAR


def lacking(
    algorithm: Algorithm, core: Core, ways: int, inside: int, cycles: float, high: Bound, whole: float | None
) -> str:
    """The sentence. `cycles` are per byte, above `near` times the bound `high`; `inside` ways are one message's own;
    `whole` is that message's length where its fixed cost could not be told apart."""
    if found := _its_own(algorithm, core, inside, cycles, high, whole):
        return found
    has = f"not limited by what the model has ({limit_in_words(algorithm, core, high)})"
    for unit in (_registers(algorithm, core, ways, cycles, high), _shuffles(algorithm, core, high)):
        if unit:
            return f"{has}: it lacks {unit}"
    if ways == 1 and not algorithm.exact_ways:
        return f"{has}: no unit that it lacks would be busy with one chain, so it is the code: its order, its moves"
    return f"{has}: it lacks {_loads(algorithm, core, ways, high)}"


def _its_own(
    algorithm: Algorithm, core: Core, inside: int, cycles: float, high: Bound, whole: float | None
) -> str | None:
    """A K-way message's prefixes, ends and the digest of its digests, where they explain the rest."""
    if inside == 1 or whole is None:
        return None
    turns, tail = superblocks(inside)
    one = bound(algorithm, core, "scalar", 1, worst=True)
    own = (turns * high.cycles + tail * (one.cycles if one else high.cycles)) / whole
    if cycles > near(inside) * (high.cycles_per_byte + own):
        return None
    return (
        f"limited by {limit_in_words(algorithm, core, high)}; {100 * own / cycles:.0f} % of the time is the message's "
        f"own: {inside} prefixes and ends, and the digest of digests in one chain (three lengths tell it apart)"
    )


def _registers(algorithm: Algorithm, core: Core, ways: int, cycles: float, high: Bound) -> str | None:
    """The register file, where the best unit's is too small for so many chains: their state, and a sum each."""
    needs = {
        name: unit.registers(ways, algorithm.state_bits) * (len(algorithm.state) + 1)
        for name, unit in core.units.items()
    }
    if needs[high.unit] <= core.registers(high.unit):
        return None
    said = (
        f"the register file: {ways} ways keep {needs[high.unit]} words at work, and the {high.unit} unit has "
        f"{core.registers(high.unit)} registers"
    )
    roomy = [name for name in core.units if needs[name] <= core.registers(name)]
    held = [b for name in roomy if (b := bound(algorithm, core, name, ways, worst=True))]
    best = min(held, key=lambda b: b.cycles, default=None)
    if best is None or cycles > near(ways) * best.cycles_per_byte:
        return said
    return (
        f"{said}; in the {best.unit} unit, which holds them, the bound is {best.cycles_per_byte:.3f} and the "
        f"measurement {cycles / best.cycles_per_byte:.2f} times that: {limit_in_words(algorithm, core, best)}"
    )


def _shuffles(algorithm: Algorithm, core: Core, high: Bound) -> str | None:
    """The shuffles that a change of type needs in a vector unit: to the graph it is free."""
    widened = sum(node.kind == "widen" for node in algorithm.trace().nodes)
    if not widened or not core.units[high.unit].vector:
        return None
    return (
        f"the shuffle unit: a vector multiplication takes every other word, and {widened} words of a block of "
        f"{algorithm.block_bytes} bytes must be moved there first"
    )


def _loads(algorithm: Algorithm, core: Core, ways: int, high: Bound) -> str:
    """The load and store unit, with what it has to do."""
    graph = algorithm.trace()
    words = {i for name, i in graph.inputs.items() if name not in algorithm.state}
    uses = sum(arg in words for node in graph.nodes for arg in node.args)
    unit = core.units[high.unit]
    many = unit.registers(ways, algorithm.bits)
    if not unit.vector or algorithm.exact_ways:
        return f"the load unit: {uses * many} operands come from memory for {ways} blocks"
    raw = algorithm.block_words * many
    return (
        f"the load and store unit: for {ways} blocks {raw} registers of words are loaded, turned into lanes and "
        f"stored, and {uses * many} times one is loaded again by the step that adds it"
    )


def superblocks(ways: int) -> tuple[int, int]:
    """What a K-way digest costs beside its message: blocks of each chain (its prefix and its end), and blocks in one
    chain at last (a prefix, the digests, their padding)."""
    return 2, 1 + (16 * ways + 8) // 64 + 1
