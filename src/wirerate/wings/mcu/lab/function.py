# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Measure a function of any program, called with arguments such as `16,0x20,key=buffer:64,hex:00ff,key`."""

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

_MAX_ARGUMENTS, _MAX_BUFFER = 16, 1 << 19
_NAME = r"[A-Za-z_]\w*"
_BUFFER = re.compile(rf"(?:({_NAME})=)?buffer:(\d+)")
_BYTES = re.compile(rf"(?:({_NAME})=)?hex:((?:[0-9a-fA-F]{{2}})*)")
_CALL = re.compile(r"\s*([^\s()]+)\s*(?:\((.*)\))?\s*")


@dataclass(frozen=True)
class Buffer:
    """Newly allocated memory with this content. Other arguments can refer to it by its name."""

    content: bytes
    name: str = ""


@dataclass(frozen=True)
class Named:
    """A buffer of that name or, if there is none, a variable of the program."""

    name: str


Argument = int | Buffer | Named


def parse_arguments(text: str) -> list[Argument]:
    """Parse comma-separated arguments: numbers, `buffer:BYTES`, `hex:CONTENT`, or the name of a buffer or variable."""
    words = [word.strip() for word in text.split(",")] if text.strip() else []
    if len(words) > _MAX_ARGUMENTS:
        raise UsageError(f"{len(words)} arguments are too many", fix=f"pass up to {_MAX_ARGUMENTS}")
    return [_argument(word) for word in words]


def parse_call(text: str) -> tuple[str, list[Argument]]:
    """Parse a call such as `keypair(pk=buffer:800,sk=buffer:1632)`, or a function name alone."""
    match = _CALL.fullmatch(text)
    if not match:
        raise UsageError(f"{text!r} is not a function call", fix="type FUNCTION or 'FUNCTION(ARGUMENTS)', in quotes")
    return match[1], parse_arguments(match[2] or "")


def _argument(word: str) -> Argument:
    if match := _BUFFER.fullmatch(word):
        if int(match[2]) > _MAX_BUFFER:
            raise UsageError(f"a buffer of {match[2]} bytes is too large", fix=f"pass up to {_MAX_BUFFER}")
        return Buffer(bytes(int(match[2])), match[1] or "")
    if match := _BYTES.fullmatch(word):
        return Buffer(bytes.fromhex(match[2]), match[1] or "")
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
    """A function to call and its arguments."""

    function: str
    arguments: Sequence[Argument] = ()


@dataclass(frozen=True)
class Measured:
    """The calls of a function, the flash size of program and function, and the buffers' content after the last call."""

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
    """Call a function `repeat` times, after the calls in `before`. Memory persists from one call to the next.

    Before every call the variable `seed` is filled with pseudorandom bytes derived from the call's number. Static data
    is initialised, but no start-up code runs and there are no peripherals.
    """
    image = Image(elf)
    machine = Machine(image, core, buffers)
    places = _Places(machine)
    for number, earlier in enumerate(before):
        _fill_seed(machine, seed, f"before {number}")
        machine.call(earlier.function, *places.words(earlier.arguments), counted=False)
    words = places.words(step.arguments)
    calls = []
    for number in range(repeat):
        _fill_seed(machine, seed, str(number))
        calls.append(machine.call(step.function, *words))
    untimed = {name for call in calls for name in without_timing(call.trace, machine.core.name)}
    if untimed:
        raise EmulationError(
            f"{step.function} runs instructions with no timing in the table of {machine.core.name}: "
            + ", ".join(sorted(untimed)),
            fix=f"compile it with {' '.join(machine.core.flags)}",
        )
    size = image.symbol(step.function).size
    return Measured(tuple(calls), image.stored_bytes, size, tuple(places.content(step.arguments)))


@dataclass
class _Places:
    """The addresses of arguments. Buffers are aligned to 8 bytes; named buffers keep their address for all calls."""

    machine: Machine
    known: dict[str | int, tuple[int, int]] = field(default_factory=dict)  # address and size, by name or argument

    def words(self, arguments: Sequence[Argument]) -> list[int]:
        return [self._word(argument) for argument in arguments]

    def content(self, arguments: Sequence[Argument]) -> list[bytes]:
        """Return the current content of the buffers among the arguments."""
        return [self.machine.read(*self.known[key]) for key in map(_key, arguments) if key in self.known]

    def _word(self, argument: Argument) -> int:
        if isinstance(argument, int):
            return argument
        key = _key(argument)
        if isinstance(argument, Named):
            return self.known[key][0] if key in self.known else self._variable(argument.name)
        if argument.name and key in self.known:
            raise UsageError(
                f"two buffers are named {argument.name}", fix="to pass the same buffer again, type only its name"
            )
        self.known[key] = self.machine.scratch(argument.content), len(argument.content)
        return self.known[key][0]

    def _variable(self, name: str) -> int:
        image = self.machine.image
        if name not in image.symbols:
            buffers = [key for key in self.known if isinstance(key, str)]
            near = nearest(name, [*buffers, *image.symbols])
            raise UsageError(
                f"{name} is neither a buffer nor a variable of {image.elf.name}",
                fix=f"did you mean {near}?" if near else f"name the buffer where it is first passed: {name}=buffer:64",
            )
        return image.symbol(name).address


def _key(argument: Argument) -> str | int:
    """Return the key that identifies an argument: its name, or the identity of the object."""
    return id(argument) if isinstance(argument, int) or not argument.name else argument.name


def _fill_seed(machine: Machine, variable: str, text: str) -> None:
    if variable:
        symbol = machine.image.symbol(variable)
        if symbol.function or not symbol.size:
            raise UsageError(
                f"{variable} is not a variable with a size", fix="name the state of the random number generator"
            )
        machine.write(symbol.address, hashlib.shake_128(text.encode()).digest(symbol.size))
