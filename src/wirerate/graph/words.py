"""Words for an algorithm's text to compute with: integers of a fixed width, or symbols that record what is done to
them."""

from __future__ import annotations

from abc import ABC, abstractmethod

from wirerate.graph.ir import Builder, Node, compute


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
