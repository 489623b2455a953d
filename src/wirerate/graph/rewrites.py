# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Rewrites that turn a graph into another one with the same outputs. `bounds` chooses those that a processor
supports."""

from __future__ import annotations

import heapq
from collections.abc import Callable, Mapping
from itertools import product

from wirerate.graph.algorithm import FREE, LOGIC, Builder, Graph, Node, compute
from wirerate.graph.timing import NEVER_LATE, Latency, arrivals

Emit = Callable[[Builder, Node, tuple[int, ...]], int | None]


def _rebuild(graph: Graph, emit: Emit) -> Graph:
    """Copy the graph, with every node replaced by what `emit` returns, or kept if `emit` returns None."""
    builder = Builder()
    where: list[int] = []
    for node in graph.nodes:
        args = tuple(where[i] for i in node.args)
        new = emit(builder, node, args)
        where.append(builder.add(node._replace(args=args)) if new is None else new)
    return builder.graph({name: where[i] for name, i in graph.outputs.items()})


def absorb_complements(graph: Graph, kinds: frozenset[str] = frozenset({"andn", "orn", "xnor"})) -> Graph:
    """Merge a complement into the operation that uses it, x & ~y, x | ~y or x ^ ~y, if `kinds` has that operation."""
    fused = {"and": "andn", "or": "orn", "xor": "xnor"}

    def emit(builder: Builder, node: Node, args: tuple[int, ...]) -> int | None:
        if fused.get(node.kind) not in kinds:
            return None
        for first, other in (args, args[::-1]):
            if builder.nodes[other].kind == "not":
                plain = builder.nodes[other].args[0]
                return builder.add(node._replace(kind=fused[node.kind], args=(first, plain)))
        return None

    return _rebuild(graph, emit)


def select_by_addition(graph: Graph, latency: Latency, entries: Mapping[str, float]) -> Graph:
    """Replace the OR in (x & s) | (y & ~s) by an addition, which is equivalent because the terms have no common bit.

    In MD5's G the latest word enters only one term, so reordering the sum then shortens that word's path by one
    operation. If the selector s is the latest word, as in F, nothing would be gained and the node stays."""
    times = arrivals(graph, latency, entries)
    chosen: set[int] = set()
    for i, node in enumerate(graph.nodes):
        if node.kind != "or":
            continue
        for first, second in (node.args, node.args[::-1]):
            one, other = graph.nodes[first], graph.nodes[second]
            if one.kind == "and" and other.kind == "andn" and other.args[1] in one.args:
                selector = other.args[1]
                data = [a for a in (*one.args, other.args[0]) if a != selector]
                if times[selector] < max(times[a] for a in data):
                    chosen.add(i)
    nodes = tuple(node._replace(kind="add") if i in chosen else node for i, node in enumerate(graph.nodes))
    return Graph(nodes, graph.outputs)


def order_sums(graph: Graph, latency: Latency, entries: Mapping[str, float], *, recompute: bool = False) -> Graph:
    """Reorder every sum and every exclusive-or of several words by the arrival of its terms, the latest last.

    With `recompute`, partial sums that several sums share are computed again in each of them, which shortens their
    paths but adds operations.
    """
    uses = [len(users) for users in graph.users()]
    for i in graph.outputs.values():
        uses[i] += 2
    associative = {"add", "xor"}

    def inner(i: int, root: Node) -> bool:
        node = graph.nodes[i]
        same = node.kind == root.kind and node.bits == root.bits and node.step == root.step
        return same and (uses[i] == 1 or (recompute and node.kind == "add"))

    swallowed = {
        arg
        for node in graph.nodes
        if node.kind in associative
        for arg in node.args
        if inner(arg, node) and uses[arg] == 1
    }
    builder = Builder()
    where: dict[int, int] = {}
    times: list[float] = []

    def put(node: Node) -> int:
        index = builder.add(node)
        if index == len(times):
            start = max([times[i] for i in node.args], default=entries.get(node.name, NEVER_LATE))
            times.append(start if node.kind in FREE else start + latency(node))
        return index

    for i, node in enumerate(graph.nodes):
        if i in swallowed:
            continue
        if node.kind not in associative:
            where[i] = put(node._replace(args=tuple(where[a] for a in node.args)))
            continue
        terms: list[int] = []
        pending = list(node.args[::-1])
        while pending:
            term = pending.pop()
            if inner(term, node) and (uses[term] == 1 or len(terms) + len(pending) < 8):
                pending += graph.nodes[term].args[::-1]
            else:
                terms.append(where[term])
        queue = [(times[term], order, term) for order, term in enumerate(terms)]
        heapq.heapify(queue)
        while len(queue) > 1:
            first, second = heapq.heappop(queue), heapq.heappop(queue)
            last = not queue
            sum_node = put(node._replace(args=(first[2], second[2]), name=node.name if last else ""))
            heapq.heappush(queue, (times[sum_node], len(times), sum_node))
        where[i] = queue[0][2]
    return builder.graph({name: where[i] for name, i in graph.outputs.items()})


def three_input_logic(graph: Graph, allowed: Callable[[int], bool] = lambda table: True) -> Graph:
    """Merge logic operations on at most three words into one, specified by its truth table. `allowed` tells whether the
    processor supports a table (VPTERNLOG: all; Arm's BSL: select)."""
    graph = absorb_complements(graph)
    uses = [len(users) for users in graph.users()]
    for i in graph.outputs.values():
        uses[i] += 2
    cones: dict[int, tuple[int, ...]] = {}
    for i, node in enumerate(graph.nodes):
        if node.kind not in LOGIC:
            continue
        leaves = list(dict.fromkeys(node.args))
        while True:
            for leaf in leaves:
                grown = [other for other in leaves if other != leaf]
                grown += [a for a in dict.fromkeys(graph.nodes[leaf].args) if a not in grown]
                if graph.nodes[leaf].kind in LOGIC and uses[leaf] == 1 and len(grown) <= 3:
                    leaves = grown
                    break
            else:
                break
        if len(leaves) == 3 and any(leaf not in node.args for leaf in leaves) and allowed(_table(graph, i, leaves)):
            cones[i] = tuple(leaves)
    builder = Builder()
    where: list[int] = []
    for i, node in enumerate(graph.nodes):
        merged = node
        if i in cones:
            merged = node._replace(kind="logic3", args=cones[i], amount=_table(graph, i, cones[i]))
        where.append(builder.add(merged._replace(args=tuple(where[a] for a in merged.args))))
    return builder.graph({name: where[i] for name, i in graph.outputs.items()})


def _table(graph: Graph, root: int, leaves: tuple[int, ...] | list[int]) -> int:
    """Return the truth table of the logic between a root and its three leaves."""
    table = 0
    for row, bits in enumerate(product((0, 1), repeat=3)):
        known = dict(zip(leaves, bits, strict=True))

        def value(i: int, known: dict[int, int] = known) -> int:
            if i in known:
                return known[i]
            node = graph.nodes[i]
            return compute(node._replace(bits=1), [value(a) for a in node.args])

        table |= value(root) << row
    return table


def is_select(table: int) -> bool:
    """Return whether a truth table is 's ? x : y' in any order of operands, which a bit-select instruction computes."""
    selects = {0b11001010, 0b10101100, 0b11100010, 0b10111000, 0b11011000, 0b11100100}
    return table in selects


def split_rotations(graph: Graph, latency: Latency, entries: Mapping[str, float]) -> Graph:
    """Replace the rotation of a sum by two shifts and distribute the left one: (early + late) << s is (early << s) +
    (late << s). Then only the right shift waits for the whole sum, a gain where rotations are slower than shifts."""
    times = arrivals(graph, latency, entries)
    uses = [len(users) for users in graph.users()]

    def terms(i: int) -> list[int]:
        node = graph.nodes[i]
        if node.kind != "add":
            return [i]
        return [t for a in node.args for t in (terms(a) if uses[a] == 1 else [a])]

    builder = Builder()
    where: list[int] = []
    for node in graph.nodes:
        if node.kind != "rotl" or graph.nodes[node.args[0]].kind != "add":
            where.append(builder.add(node._replace(args=tuple(where[i] for i in node.args))))
            continue
        summed = sorted(terms(node.args[0]), key=lambda i: times[i])
        early = where[summed[0]]
        for term in summed[1:-1]:
            early = builder.add(Node("add", (early, where[term]), node.bits, step=node.step))
        late = where[summed[-1]]
        both = builder.add(Node("add", (early, late), node.bits, step=node.step))
        left = [builder.add(Node("shl", (part,), node.bits, node.amount, step=node.step)) for part in (early, late)]
        right = builder.add(Node("shr", (both,), node.bits, node.bits - node.amount, step=node.step))
        high = builder.add(Node("add", (left[0], left[1]), node.bits, step=node.step))
        where.append(builder.add(Node("add", (high, right), node.bits, 0, node.name, node.step)))
    return builder.graph({name: where[i] for name, i in graph.outputs.items()})


def add_with_constant(graph: Graph) -> Graph:
    """Merge x + y + constant into one operation, which x86's LEA computes."""
    uses = [len(users) for users in graph.users()]
    for i in graph.outputs.values():
        uses[i] += 2

    def is_const(i: int) -> bool:
        return graph.nodes[i].kind == "const"

    fused: dict[int, tuple[int, int, int]] = {}
    for i, node in enumerate(graph.nodes):
        if node.kind != "add":
            continue
        for inner, other in (node.args, node.args[::-1]):
            below = graph.nodes[inner]
            if below.kind == "add" and uses[inner] == 1 and inner not in fused:
                x, y = below.args
                if sum(map(is_const, (x, y, other))) == 1:
                    fused[i] = (x, y, other)
                    break
    nodes = tuple(n._replace(kind="add3", args=fused[i]) if i in fused else n for i, n in enumerate(graph.nodes))
    return _rebuild(Graph(nodes, graph.outputs), lambda builder, node, args: None)


def carry_in_the_adder(graph: Graph) -> Graph:
    """Merge a sum and the addition of its carry into one operation: hardware's end-around carry, x86's ADC."""

    def emit(builder: Builder, node: Node, args: tuple[int, ...]) -> int | None:
        if node.kind == "add" and builder.nodes[args[1]].kind == "less":
            summed, word = builder.nodes[args[1]].args
            if summed == args[0] and builder.nodes[summed].kind == "add" and word in builder.nodes[summed].args:
                return builder.add(node._replace(kind="addc", args=builder.nodes[summed].args))
        return None

    return _rebuild(graph, emit)


def lower(graph: Graph, kinds: frozenset[str]) -> Graph:
    """Replace operations that the processor lacks by equivalents from `kinds`."""

    def emit(builder: Builder, node: Node, args: tuple[int, ...]) -> int | None:
        if node.kind in kinds or not args:
            return None
        if node.kind == "not":
            return builder.add(node._replace(kind="xor", args=(args[0], builder.const(-1, node.bits))))
        if node.kind == "rotl":
            back = node.bits - node.amount
            left = builder.add(node._replace(kind="shl", args=args, name=""))
            if "insert" in kinds:
                return builder.add(node._replace(kind="insert", args=(left, args[0]), amount=back))
            right = builder.add(node._replace(kind="shr", args=args, amount=back, name=""))
            return builder.add(node._replace(kind="or", args=(left, right), amount=0))
        return None

    return _rebuild(graph, emit)
