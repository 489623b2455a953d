# SPDX-License-Identifier: Apache-2.0 OR MIT
"""An image on an emulated core: functions called one at a time, memory kept between calls."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from wirerate.errors import EmulationError, UsageError
from wirerate.wings.mcu.build.image import Image
from wirerate.wings.mcu.emulate.emulator import Emulator
from wirerate.wings.mcu.emulate.recorder import Recorder
from wirerate.wings.mcu.target import ALL_BUFFERS, all_caches, core_named
from wirerate.wings.mcu.timing.trace import Buffers, Trace, total

LIMIT = 20_000_000_000  # instructions: 100 times the slowest operation of the slides
_PAINT = b"\xa5"
_PAINTED = 256 * 1024  # bytes below the stack pointer; no microcontroller has a stack as deep
_GUARD = 4096  # a frame that reaches below them leaves some of its own untouched
_SCRATCH, _SCRATCH_BYTES = 0x3000_0000, 1 << 20
_STACKS = ("stack_top", "_estack", "__StackTop", "__stack")


@dataclass(frozen=True)
class Call:
    """What a call did. `result` is R0 as a signed number; `stack_bytes` reaches to the deepest byte that was written;
    `contexts` parts the run by which of the watched functions were active, their callees included."""

    result: int
    trace: Trace
    stack_bytes: int
    contexts: dict[frozenset[str], Trace]


class Machine:
    """A core with an image in its memory, where its sections belong; no start-up code has run or is needed."""

    def __init__(
        self, image: Image, core: str, buffers: Sequence[Buffers] = ALL_BUFFERS, watch: Sequence[str] = ()
    ) -> None:
        """`watch`: functions that each call watches, where it does not name its own."""
        self.image, self.core, self._watch = image, core_named(core), watch
        self._emulator = Emulator(self.core)
        self._code = _load(self._emulator, image)
        self._emulator.map(_SCRATCH, _SCRATCH_BYTES, executable=False)
        self._scratch = _SCRATCH
        self._stack = self._top_of_stack()
        self._recorder = Recorder(image, self._emulator, self._code, buffers, all_caches())

    def call(
        self, function: str, *args: int, watch: Sequence[str] = (), limit: int = LIMIT, counted: bool = True
    ) -> Call:
        """Calls a function by the procedure call standard (AAPCS32: four words in registers, others on the stack).
        Watched functions that the image does not have are not in what comes back. A fault, or more instructions than
        `limit`, is an EmulationError. One that is not counted runs faster, and its trace is empty."""
        entry = self.image.symbol(function)
        if not entry.function:
            raise UsageError(f"{function} is a variable, not a function", fix="name a function of the image")
        stack = self._pass(args)
        bottom = stack - _PAINTED
        self._emulator.write(bottom, _PAINT * _PAINTED)
        self._recorder.start(watch or self._watch, limit, counted)
        self._emulator.run(entry.address, stack, self._recorder.stopped, self._where)
        result = self._emulator.register("R0")
        untouched = len(painted := self._emulator.read(bottom, _PAINTED)) - len(painted.lstrip(_PAINT))
        if untouched < _GUARD:
            used = f"{function} used {_PAINTED >> 10} KiB of stack or more"
            raise EmulationError(used, fix="no microcontroller has so much: look for endless recursion")
        contexts = self._recorder.finish()
        deep = _PAINTED - untouched + (self._stack - stack)
        return Call(result - (result >> 31 << 32), total(contexts.values()), deep, contexts)

    def read(self, where: str | int, count: int) -> bytes:
        """Bytes at an address or a variable."""
        return self._emulator.read(self._address(where), count)

    def write(self, where: str | int, data: bytes) -> None:
        """Puts bytes at an address or a variable."""
        self._emulator.write(self._address(where), data)

    def scratch(self, data: bytes) -> int:
        """The address of memory that holds these bytes and is no one else's: to pass buffers to a function."""
        address = self._scratch
        self._scratch += -(-len(data) // 8) * 8
        if self._scratch > _SCRATCH + _SCRATCH_BYTES:
            raise UsageError(f"buffers of more than {_SCRATCH_BYTES >> 20} MiB in all", fix="pass shorter ones")
        self._emulator.write(address, data)
        return address

    def word(self, where: str | int) -> int:
        """A 32-bit variable."""
        return int.from_bytes(self.read(where, 4), "little")

    def state(self) -> bytes:
        """All that is in RAM: what restore() goes back to."""
        return self._emulator.ram()

    def restore(self, state: bytes) -> None:
        """Leaves nothing of what ran since that state: the next call finds memory as another did before it."""
        self._emulator.set_ram(state)

    def _address(self, where: str | int) -> int:
        return where if isinstance(where, int) else self.image.symbol(where).address

    def _pass(self, args: Sequence[int]) -> int:
        """Lays arguments out; the stack pointer that the function starts with."""
        words = [arg & 0xFFFF_FFFF for arg in args]
        for number, word in enumerate(words[:4]):
            self._emulator.set_register(f"R{number}", word)
        rest = b"".join(word.to_bytes(4, "little") for word in words[4:])
        stack = (self._stack - len(rest)) & ~7
        self._emulator.write(stack, rest)
        return stack

    def _top_of_stack(self) -> int:
        named = next((self.image.symbols[name].address for name in _STACKS if name in self.image.symbols), 0)
        return (named or self._emulator.end_of_ram) & ~7

    def _where(self, address: int) -> str:
        return f"{self.image.function_at(address)} ({address:#010x})"


def _load(emulator: Emulator, image: Image) -> tuple[int, int]:
    """Maps and fills memory; where the code lies: its first address and the one after its last."""
    code: list[tuple[int, int]] = []
    for segment in image.segments:
        emulator.map(segment.address, len(segment.data), executable=segment.executable, writable=segment.writable)
        emulator.write(segment.address, segment.data)
        if segment.executable and not segment.writable:
            code.append((segment.address, segment.address + len(segment.data)))
    emulator.map_ram()
    if not code:
        raise UsageError(f"{image.elf.name} has no code that is apart from its data", fix="name a linked ELF file")
    return min(start for start, _ in code), max(end for _, end in code)
