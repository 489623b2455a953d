# SPDX-License-Identifier: Apache-2.0 OR MIT
"""What an algorithm's text is: the words that it computes with, and the two ways to run it, on integers and on symbols
that record what is done to them."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from wirerate.graph.ir import Builder, Graph, Node, compute


class Word(ABC):
    """The operators of the texts, for integers and symbols alike. The results of `+ - * <<` are reduced to the
    width."""

    bits: int

    @abstractmethod
    def _apply(self, kind: str, operands: tuple[Word, ...], amount: int = 0, bits: int = 0) -> Word: ...

    @abstractmethod
    def constant(self, value: int) -> Word:
        """A constant of this word's kind and width."""

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
        """Rotated left by `count` bits."""
        return self._apply("rotl", (self,), count)

    def rotr(self, count: int) -> Word:
        """Rotated right: recorded as the rotation left that it is."""
        return self.rotl(self.bits - count)

    def less(self, other: Word) -> Word:
        """One where this word is below the other, unsigned; else zero. After a sum: its carry."""
        return self._apply("less", (self, other))

    def widen(self, bits: int) -> Word:
        """The same value in a wider word."""
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


State = tuple[Word, ...]
ByteOrder = Literal["little", "big"]
Text = Callable[[State, Sequence[Word], Sequence[Word]], Iterator[State]]


@dataclass(frozen=True)
class Algorithm:
    """An authenticator's inner loop: from a state and a block (and a key) to the next state.

    `steps` yields the state after every step of the text; the last one is the next block's state. `digest` frames a
    message (padding, byte order, ending) around it.
    """

    name: str
    title: str
    source: str
    bits: int  # of a message word
    block_words: int
    state: tuple[str, ...]
    state_bits: int
    initial: tuple[int, ...]
    steps: Text
    digest: Callable[[bytes, bytes], bytes]  # message, key
    key_words: int = 0
    key_bits: int = 32
    exact_ways: bool = False  # ways leave the answer unchanged (sums and polynomials, not chained hashes)
    equivalents: tuple[Algorithm, ...] = ()  # other texts with the same answer, which suit other processors
    message_bytes: int = 0  # of the message per block, where that is not the words' size
    left_out: str = ""  # what the algorithm of that name does beside this loop

    @property
    def block_bytes(self) -> int:
        return self.message_bytes or self.block_words * self.bits // 8

    def compress(self, state: Sequence[int], block: Sequence[int], key: Sequence[int] = ()) -> tuple[int, ...]:
        """The next state, on integers."""
        words = [Int(value, self.bits) for value in block]
        keys = [Int(value, self.key_bits) for value in key]
        *_, last = self.steps(tuple(Int(value, self.state_bits) for value in state), words, keys)
        return tuple(word.value for word in last if isinstance(word, Int))

    def over(self, blocks: bytes, order: ByteOrder) -> tuple[int, ...]:
        """The state after whole blocks, without a key."""
        state = self.initial
        for start in range(0, len(blocks), self.block_bytes):
            block = blocks[start : start + self.block_bytes]
            state = self.compress(state, words(block, order, self.bits // 8))
        return state

    def trace(self, *, seeded: bool = True) -> Graph:
        """The graph of one block: inputs are the state's names, x0, x1, … and k0, k1, …; outputs the state's names.

        Without `seeded`, what the last step adds to a chained hash's result (the block's seed) is left out, as RFC
        1810 leaves it out: "ignoring inter-block processing".
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
    """Names a step's result; a word that a step only moves keeps the name it has."""
    if isinstance(word, Symbol) and not word.builder.nodes[word.index].name:
        word.builder.nodes[word.index] = word.builder.nodes[word.index]._replace(name=name)


def words(data: bytes, order: ByteOrder, size: int = 4) -> list[int]:
    return [int.from_bytes(data[i : i + size], order) for i in range(0, len(data), size)]
