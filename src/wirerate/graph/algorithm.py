# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Algorithms as Python code, and the dependency graphs recorded by running that code on symbols.

A graph is a flat tuple of operations on words in topological order; a node refers to its operands by their positions.
`MEANING` defines every operation once, for integers and for graphs, so the two always agree.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

# ---- the graph ----


class Node(NamedTuple):
    """One operation, `kind`, on the results of earlier nodes.

    `amount` is a constant's value, the count of a shift or rotation, or the truth table of a three-input logic
    function (bit 4x+2y+z is its value at x, y, z, as in Intel's VPTERNLOG). `step` is the number of the algorithm's
    step that contains the operation.
    """

    kind: str
    args: tuple[int, ...] = ()
    bits: int = 32
    amount: int = 0
    name: str = ""
    step: int = -1


FREE = frozenset({"input", "const", "widen"})  # these cost nothing
LOGIC = frozenset({"and", "or", "xor", "andn", "orn", "xnor", "not", "logic3"})


def _logic3(values: Sequence[int], node: Node) -> int:
    x, y, z = values
    result = 0
    for row in range(8):
        if node.amount >> row & 1:
            result |= (x if row & 4 else ~x) & (y if row & 2 else ~y) & (z if row & 1 else ~z)
    return result


def _rotl(values: Sequence[int], node: Node) -> int:
    return values[0] << node.amount | values[0] >> node.bits - node.amount


def _insert(values: Sequence[int], node: Node) -> int:
    """Replace the low bits of the first operand by the second, shifted right (Arm's SRI)."""
    kept = (1 << node.bits) - (1 << node.bits - node.amount)
    return values[0] & kept | values[1] >> node.amount


def _addc(values: Sequence[int], node: Node) -> int:
    total = values[0] + values[1]
    return total + (total >> node.bits)


MEANING: dict[str, Callable[[Sequence[int], Node], int]] = {
    "add": lambda v, n: v[0] + v[1],
    "sub": lambda v, n: v[0] - v[1],
    "add3": lambda v, n: v[0] + v[1] + v[2],
    "addc": _addc,  # ones' complement: the carry out is added back
    "less": lambda v, n: int(v[0] < v[1]),  # unsigned; a sum that is less than an operand has a carry
    "mul": lambda v, n: v[0] * v[1],
    "and": lambda v, n: v[0] & v[1],
    "or": lambda v, n: v[0] | v[1],
    "xor": lambda v, n: v[0] ^ v[1],
    "not": lambda v, n: ~v[0],
    "andn": lambda v, n: v[0] & ~v[1],
    "orn": lambda v, n: v[0] | ~v[1],
    "xnor": lambda v, n: ~(v[0] ^ v[1]),
    "logic3": _logic3,
    "rotl": _rotl,
    "shl": lambda v, n: v[0] << n.amount,
    "shr": lambda v, n: v[0] >> n.amount,
    "insert": _insert,
    "widen": lambda v, n: v[0],
}


def compute(node: Node, values: Sequence[int]) -> int:
    """Return the node's value, reduced to its width."""
    return MEANING[node.kind](values, node) & (1 << node.bits) - 1


@dataclass(frozen=True)
class Graph:
    """Nodes in topological order, and the named outputs. An output with the name of an input is that input's value in
    the next block."""

    nodes: tuple[Node, ...]
    outputs: Mapping[str, int]

    @property
    def inputs(self) -> dict[str, int]:
        return {node.name: i for i, node in enumerate(self.nodes) if node.kind == "input"}

    @property
    def state(self) -> tuple[str, ...]:
        """The inputs that the previous block computes."""
        return tuple(name for name in self.inputs if name in self.outputs)

    def operations(self) -> Iterator[tuple[int, Node]]:
        return ((i, node) for i, node in enumerate(self.nodes) if node.kind not in FREE)

    def counts(self) -> Counter[str]:
        """Count the operations by kind, without inputs, constants and changes of width."""
        return Counter(node.kind for _, node in self.operations())

    def run(self, values: Mapping[str, int]) -> dict[str, int]:
        """Return the outputs for the given input values."""
        results: list[int] = []
        for node in self.nodes:
            if node.kind == "input":
                results.append(values[node.name])
            elif node.kind == "const":
                results.append(node.amount)
            else:
                results.append(compute(node, [results[i] for i in node.args]))
        return {name: results[i] for name, i in self.outputs.items()}

    def users(self) -> list[list[int]]:
        """Return, for every node, the nodes that read it."""
        readers: list[list[int]] = [[] for _ in self.nodes]
        for i, node in enumerate(self.nodes):
            for arg in node.args:
                readers[arg].append(i)
        return readers

    def between(self, first: int, last: int) -> Graph:
        """Return the graph of the steps from `first` up to but not including `last`. Values from other steps become
        inputs, and values that other steps need become outputs."""
        wanted = {i for i, node in self.operations() if first <= node.step < last}
        builder = Builder()
        where: dict[int, int] = {}
        for i in sorted(wanted):
            for arg in self.nodes[i].args:
                if arg not in where:
                    outer = self.nodes[arg]
                    entry = Node("input", (), outer.bits, 0, outer.name or f"n{arg}")
                    where[arg] = builder.add(outer if outer.kind == "const" else entry)
            where[i] = builder.add(self.nodes[i]._replace(args=tuple(where[arg] for arg in self.nodes[i].args)))
        outside = {arg for i, node in enumerate(self.nodes) if i not in wanted for arg in node.args}
        results = sorted(wanted & (outside | set(self.outputs.values())))
        return builder.graph({self.nodes[i].name or f"n{i}": where[i] for i in results})

    def step(self, number: int) -> Graph:
        """Return the graph of one step."""
        return self.between(number, number + 1)

    def steps(self) -> list[int]:
        return sorted({node.step for _, node in self.operations()})


@dataclass
class Builder:
    """Collects nodes. Equal constants share a node; equal operations do not, because operations are counted."""

    nodes: list[Node] = field(default_factory=list)
    step: int = -1
    _constants: dict[tuple[int, int], int] = field(default_factory=dict)

    def add(self, node: Node) -> int:
        if node.kind == "const":
            key = (node.amount, node.bits)
            if key not in self._constants:
                self._constants[key] = len(self.nodes)
                self.nodes.append(node)
            return self._constants[key]
        self.nodes.append(node if node.step >= 0 else node._replace(step=self.step))
        return len(self.nodes) - 1

    def input(self, name: str, bits: int) -> int:
        return self.add(Node("input", (), bits, 0, name))

    def const(self, value: int, bits: int) -> int:
        return self.add(Node("const", (), bits, value & (1 << bits) - 1))

    def splice(self, graph: Graph, bound: Mapping[str, int], prefix: str = "") -> dict[str, int]:
        """Copy a graph into this one with its inputs bound to existing nodes; return the positions of its outputs."""
        where: list[int] = []
        for node in graph.nodes:
            if node.kind == "input":
                where.append(bound[node.name])
            else:
                name = prefix + node.name if node.name else ""
                where.append(self.add(node._replace(args=tuple(where[i] for i in node.args), name=name)))
        return {name: where[i] for name, i in graph.outputs.items()}

    def graph(self, outputs: Mapping[str, int]) -> Graph:
        """Return the collected graph without the nodes that no output needs."""
        needed = set(outputs.values())
        for i in range(len(self.nodes) - 1, -1, -1):
            if i in needed:
                needed.update(self.nodes[i].args)
        kept = [i for i, node in enumerate(self.nodes) if i in needed or node.kind == "input"]
        position = {old: new for new, old in enumerate(kept)}
        nodes = tuple(self.nodes[i]._replace(args=tuple(position[a] for a in self.nodes[i].args)) for i in kept)
        return Graph(nodes, {name: position[i] for name, i in outputs.items()})


# ---- words ----


class Word(ABC):
    """The operators that algorithms use, on integers and symbols. Results are reduced to the width."""

    bits: int

    @abstractmethod
    def _apply(self, kind: str, operands: tuple[Word, ...], amount: int = 0, bits: int = 0) -> Word: ...

    @abstractmethod
    def constant(self, value: int) -> Word:
        """Return a constant of this word's type and width."""

    def _with(self, kind: str, other: Word | int) -> Word:
        return self._apply(kind, (self, self.constant(other) if isinstance(other, int) else other))

    def __add__(self, other: Word | int) -> Word:
        return self._with("add", other)

    def __sub__(self, other: Word | int) -> Word:
        return self._with("sub", other)

    def __mul__(self, other: Word | int) -> Word:
        return self._with("mul", other)

    def __and__(self, other: Word | int) -> Word:
        return self._with("and", other)

    def __or__(self, other: Word | int) -> Word:
        return self._with("or", other)

    def __xor__(self, other: Word | int) -> Word:
        return self._with("xor", other)

    def __invert__(self) -> Word:
        return self._apply("not", (self,))

    def __lshift__(self, count: int) -> Word:
        return self._apply("shl", (self,), count)

    def __rshift__(self, count: int) -> Word:
        return self._apply("shr", (self,), count)

    def rotl(self, count: int) -> Word:
        """Rotate left by `count` bits."""
        return self._apply("rotl", (self,), count)

    def rotr(self, count: int) -> Word:
        """Rotate right, recorded as the equivalent rotation left."""
        return self.rotl(self.bits - count)

    def less(self, other: Word) -> Word:
        """Return 1 if this word is less than the other (unsigned), otherwise 0. Applied to a sum and one of its
        operands, it returns the carry."""
        return self._apply("less", (self, other))

    def widen(self, bits: int) -> Word:
        """Return the same value in a wider word."""
        return self._apply("widen", (self,), bits=bits)


class Int(Word):
    """An integer of `bits` bits."""

    __slots__ = ("bits", "value")

    def __init__(self, value: int, bits: int) -> None:
        self.bits = bits
        self.value = value & (1 << bits) - 1

    def _apply(self, kind: str, operands: tuple[Word, ...], amount: int = 0, bits: int = 0) -> Word:
        width = bits or self.bits
        values = [operand.value for operand in operands if isinstance(operand, Int)]
        return Int(compute(Node(kind, (), width, amount), values), width)

    def constant(self, value: int) -> Word:
        return Int(value, self.bits)


class Symbol(Word):
    """A node of the graph being recorded."""

    __slots__ = ("bits", "builder", "index")

    def __init__(self, builder: Builder, index: int) -> None:
        self.builder = builder
        self.index = index
        self.bits = builder.nodes[index].bits

    def _apply(self, kind: str, operands: tuple[Word, ...], amount: int = 0, bits: int = 0) -> Word:
        args = tuple(operand.index for operand in operands if isinstance(operand, Symbol))
        return Symbol(self.builder, self.builder.add(Node(kind, args, bits or self.bits, amount)))

    def constant(self, value: int) -> Word:
        return Symbol(self.builder, self.builder.const(value, self.bits))


# ---- algorithms ----

State = tuple[Word, ...]
ByteOrder = Literal["little", "big"]
Steps = Callable[[State, Sequence[Word], Sequence[Word]], Iterator[State]]


@dataclass(frozen=True)
class Algorithm:
    """An authenticator's inner loop, which computes the next state from a state, a block and possibly a key.

    `steps` yields the state after every step; the last state is where the next block begins. `digest` hashes a whole
    message, with padding, byte order and finalization.
    """

    name: str
    title: str
    source: str
    bits: int  # width of a message word
    block_words: int
    state: tuple[str, ...]
    state_bits: int
    initial: tuple[int, ...]
    steps: Steps
    digest: Callable[[bytes, bytes], bytes]  # takes a message and a key
    key_words: int = 0
    key_bits: int = 32
    exact_ways: bool = False  # whether splitting into ways keeps the result (sums and polynomials, not chained hashes)
    equivalents: tuple[Algorithm, ...] = ()  # other algorithms with the same result, which suit other processors
    message_bytes: int = 0  # message bytes per block, if that differs from the words' size
    left_out: str = ""  # parts of the full algorithm that are not in this loop

    @property
    def block_bytes(self) -> int:
        return self.message_bytes or self.block_words * self.bits // 8

    def compress(self, state: Sequence[int], block: Sequence[int], key: Sequence[int] = ()) -> tuple[int, ...]:
        """Return the next state, computed on integers."""
        words = [Int(value, self.bits) for value in block]
        keys = [Int(value, self.key_bits) for value in key]
        *_, last = self.steps(tuple(Int(value, self.state_bits) for value in state), words, keys)
        return tuple(word.value for word in last if isinstance(word, Int))

    def over(self, blocks: bytes, order: ByteOrder) -> tuple[int, ...]:
        """Return the state after whole blocks, without a key."""
        state = self.initial
        for start in range(0, len(blocks), self.block_bytes):
            block = blocks[start : start + self.block_bytes]
            state = self.compress(state, words(block, order, self.bits // 8))
        return state

    def trace(self, *, seeded: bool = True) -> Graph:
        """Return the graph of one block. Its inputs are the state's names, x0, x1, … (message) and k0, k1, … (key);
        its outputs are the state's names.

        Without `seeded`, the final addition of a chained hash's initial state is left out, as in RFC 1810 ("ignoring
        inter-block processing").
        """
        builder = Builder()
        state = tuple(Symbol(builder, builder.input(name, self.state_bits)) for name in self.state)
        block = [Symbol(builder, builder.input(f"x{i}", self.bits)) for i in range(self.block_words)]
        key = [Symbol(builder, builder.input(f"k{i}", self.key_bits)) for i in range(self.key_words)]
        builder.step = 0
        last: State = state
        earlier = last
        for after in self.steps(state, block, key):
            earlier = last
            for name, word in zip(self.state, after, strict=True):
                _name(word, f"{name}{builder.step}")
            last = after
            builder.step += 1
        final = last if seeded or self.exact_ways else earlier
        outputs = {name: word.index for name, word in zip(self.state, final, strict=True) if isinstance(word, Symbol)}
        return builder.graph(outputs)


def _name(word: Word, name: str) -> None:
    """Name a step's result. A word that a step only moves keeps its name."""
    if isinstance(word, Symbol) and not word.builder.nodes[word.index].name:
        word.builder.nodes[word.index] = word.builder.nodes[word.index]._replace(name=name)


def words(data: bytes, order: ByteOrder, size: int = 4) -> list[int]:
    return [int.from_bytes(data[i : i + size], order) for i in range(0, len(data), size)]
