# SPDX-License-Identifier: Apache-2.0 OR MIT
"""What a function of a program is called with, as a user writes it: `16,0x20,key=buffer:64,hex:00ff,key`."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from wirerate.errors import EmulationError, UsageError, nearest
from wirerate.wings.mcu.cycles import Buffers, without_timing
from wirerate.wings.mcu.lab.emulated_calls import Call, Machine
from wirerate.wings.mcu.lab.image import Image
from wirerate.wings.mcu.target import ALL_BUFFERS

_MOST, _MOST_BUFFER = 16, 1 << 19
_NAME = r"[A-Za-z_]\w*"
_BUFFER = re.compile(rf"(?:({_NAME})=)?buffer:(\d+)")
_BYTES = re.compile(rf"(?:({_NAME})=)?hex:((?:[0-9a-fA-F]{{2}})*)")
_CALL = re.compile(r"\s*([^\s()]+)\s*(?:\((.*)\))?\s*")


@dataclass(frozen=True)
class Buffer:
    """Memory of its own with this content; what it is called, if other arguments are to be the same memory."""

    content: bytes
    name: str = ""


@dataclass(frozen=True)
class Named:
    """A buffer of that name or, where there is none, a variable of the program."""

    name: str


Argument = int | Buffer | Named


def parse_arguments(text: str) -> list[Argument]:
    """Words; buffers of so many zero bytes, or with content; a name, for the address of what is called so."""
    words = [word.strip() for word in text.split(",")] if text.strip() else []
    if len(words) > _MOST:
        raise UsageError(f"{len(words)} arguments", fix=f"pass up to {_MOST}")
    return [_argument(word) for word in words]


def parse_call(text: str) -> tuple[str, list[Argument]]:
    """`keypair(pk=buffer:800,sk=buffer:1632)`, or a function's name alone."""
    found = _CALL.fullmatch(text)
    if not found:
        raise UsageError(f"{text!r} is not a call", fix="type FUNCTION or 'FUNCTION(ARGUMENTS)', in quotes")
    return found[1], parse_arguments(found[2] or "")


def _argument(word: str) -> Argument:
    if found := _BUFFER.fullmatch(word):
        if int(found[2]) > _MOST_BUFFER:
            raise UsageError(f"a buffer of {found[2]} bytes", fix=f"pass up to {_MOST_BUFFER}")
        return Buffer(bytes(int(found[2])), found[1] or "")
    if found := _BYTES.fullmatch(word):
        return Buffer(bytes.fromhex(found[2]), found[1] or "")
    if re.fullmatch(_NAME, word):
        return Named(word)
    try:
        return _word(int(word, 0))
    except ValueError:
        fix = "pass numbers, buffer:BYTES, hex:CONTENT or a name, as in 'key=buffer:64,16,0x20'"
        raise UsageError(f"{word!r} is not an argument", fix=fix) from None


def _word(value: int) -> int:
    if not -(1 << 31) <= value < 1 << 32:
        raise UsageError(f"{value} does not fit into a register", fix="pass 32 bits; a longer number is two arguments")
    return value


@dataclass(frozen=True)
class Step:
    """A function to call, and with what."""

    function: str
    arguments: Sequence[Argument] = ()


@dataclass(frozen=True)
class Measured:
    """The calls of a function, what its program takes of a board's flash in all and by itself, and what the last call
    left in its buffers."""

    calls: tuple[Call, ...]
    flash_bytes: int
    function_bytes: int
    buffers: tuple[bytes, ...]


def measure_function(
    elf: Path,
    step: Step,
    core: str,
    buffers: Sequence[Buffers] = ALL_BUFFERS,
    *,
    before: Sequence[Step] = (),
    seed: str = "",
    repeat: int = 1,
) -> Measured:
    """Calls a function so often, each call with what the one before left in memory, after those `before` it in their
    order. Before each call the variable `seed` is filled anew: with bytes that follow from the number of the call.
    Static data is as the program's start-up code would leave it; none runs, and there are no peripherals."""
    image = Image(elf)
    machine = Machine(image, core, buffers)
    places = _Places(machine)
    for number, earlier in enumerate(before):
        _fill(machine, seed, f"before {number}")
        machine.call(earlier.function, *places.words(earlier.arguments), counted=False)
    words = places.words(step.arguments)
    calls = []
    for number in range(repeat):
        _fill(machine, seed, str(number))
        calls.append(machine.call(step.function, *words))
    foreign = {name for call in calls for name in without_timing(call.trace, machine.core.name)}
    if foreign:
        raise EmulationError(
            f"{step.function} runs instructions that the table of {machine.core.name} does not have: "
            + ", ".join(sorted(foreign)),
            fix=f"compile it with {' '.join(machine.core.flags)}",
        )
    size = image.symbol(step.function).size
    return Measured(tuple(calls), image.stored_bytes, size, tuple(places.content(step.arguments)))


@dataclass
class _Places:
    """Where arguments lie: bytes in memory of their own, aligned to eight, named ones for all calls."""

    machine: Machine
    known: dict[str | int, tuple[int, int]] = field(default_factory=dict)  # address and bytes, by name or argument

    def words(self, arguments: Sequence[Argument]) -> list[int]:
        return [self._word(argument) for argument in arguments]

    def content(self, arguments: Sequence[Argument]) -> list[bytes]:
        """Of the buffers among the arguments, as they are now."""
        return [self.machine.read(*self.known[key]) for key in map(_key, arguments) if key in self.known]

    def _word(self, argument: Argument) -> int:
        if isinstance(argument, int):
            return argument
        key = _key(argument)
        if isinstance(argument, Named):
            return self.known[key][0] if key in self.known else self._variable(argument.name)
        if argument.name and key in self.known:
            raise UsageError(f"two buffers are called {argument.name}", fix="pass the first again by its name alone")
        self.known[key] = self.machine.scratch(argument.content), len(argument.content)
        return self.known[key][0]

    def _variable(self, name: str) -> int:
        image = self.machine.image
        if name not in image.symbols:
            buffers = [key for key in self.known if isinstance(key, str)]
            near = nearest(name, [*buffers, *image.symbols])
            raise UsageError(
                f"no buffer is called {name}, and {image.elf.name} has no variable of that name",
                fix=f"did you mean {near}?" if near else f"name the buffer where it is first passed: {name}=buffer:64",
            )
        return image.symbol(name).address


def _key(argument: Argument) -> str | int:
    """What an argument is found again by: its name, or that it is this one."""
    return id(argument) if isinstance(argument, int) or not argument.name else argument.name


def _fill(machine: Machine, variable: str, text: str) -> None:
    if variable:
        found = machine.image.symbol(variable)
        if found.function or not found.size:
            raise UsageError(
                f"{variable} is not a variable with a size", fix="name the state that randomness comes from"
            )
        machine.write(found.address, hashlib.shake_128(text.encode()).digest(found.size))
