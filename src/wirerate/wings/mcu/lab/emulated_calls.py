# SPDX-License-Identifier: Apache-2.0 OR MIT
"""An image on an emulated core: its functions called, and what they ran counted by the host's C hooks."""

from __future__ import annotations

import ctypes
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from wirerate._native import ffi, lib
from wirerate._version import __version__
from wirerate.errors import EmulationError, MissingError, UsageError
from wirerate.wings.mcu.counted_runs import Counted, Made
from wirerate.wings.mcu.cycles import Buffers, Cache, Fetched, Misses, Trace, total
from wirerate.wings.mcu.lab.decode import Decoded, decode, weigh
from wirerate.wings.mcu.lab.emulator import Emulator, version
from wirerate.wings.mcu.lab.firmware import toolchain
from wirerate.wings.mcu.lab.image import Image
from wirerate.wings.mcu.target import ALL_BUFFERS, all_caches, core_named

_MOST_WATCHED = 32
_STOPPED = {
    lib.WRH_MCU_LIMIT: "more instructions than the limit",
    lib.WRH_MCU_DEPTH: "watched functions nest too deeply",
    lib.WRH_MCU_NO_MEMORY: "no memory on this machine to record the run",
}


class Recorder:
    """What a run does, seen by functions that Unicorn calls at each block and each read of flash. Python hands
    Unicorn their addresses: no Python runs while the emulator does."""

    def __init__(
        self,
        image: Image,
        emulator: Emulator,
        code: tuple[int, int],
        buffers: Sequence[Buffers],
        caches: Sequence[Cache],
    ) -> None:
        self._image, self._emulator, self._buffers, self._caches = image, emulator, tuple(buffers), tuple(caches)
        end = image.symbols.get("unmetered_end")
        self._unmetered = range(image.symbols["unmetered_start"].address, end.address) if end else range(0)
        last = self._unmetered.start if end else code[1]
        self._handle = _new(emulator, code[0], last - code[0], self._buffers, self._caches)
        self._decoded: dict[tuple[int, int], Decoded] = {}
        self._names: list[str] = []
        self._hooks = [
            _hook(emulator, "UC_HOOK_BLOCK", "wrh_mcu_on_block", self._handle),
            _hook(emulator, "UC_HOOK_TLB_FILL", "wrh_mcu_on_page", self._handle),
        ]
        self._flash = range(code[0], last)
        _stand_in(emulator, self._handle)

    def start(self, watch: Sequence[str], limit: int, counted: bool = True) -> None:
        """Forgets what was counted; watches functions, and what the compiler made of them (`name.isra.0`)."""
        for address, content in self._emulator.content(self._flash):
            lib.wrh_mcu_hold(self._handle, address, ffi.from_buffer(content), len(content))
        lib.wrh_mcu_count(self._handle, counted)
        found = [(n, s.address) for n in watch for s in self._image.symbols.values() if s.function and _is(s.name, n)]
        if len(found) > _MOST_WATCHED:
            raise EmulationError(f"{len(found)} functions are too many to watch at once", fix=f"watch {_MOST_WATCHED}")
        self._names = [name for name, _ in found]
        lib.wrh_mcu_start(self._handle, [address for _, address in found], len(found), 2 * limit)

    def stopped(self) -> str:
        """Why the hooks stopped the run, if they did."""
        return _STOPPED.get(lib.wrh_mcu_status(self._handle), "")

    def finish(self) -> dict[frozenset[str], Trace]:
        """What ran while just these watched functions were active; the whole run is the sum of all."""
        apart: dict[frozenset[str], list[Trace]] = {}
        for context in range(self._contexts):
            active = lib.wrh_mcu_context(self._handle, context)
            names = frozenset(name for bit, name in enumerate(self._names) if active >> bit & 1)
            apart.setdefault(names, []).append(self._context(context))
        return {names: total(parts) for names, parts in apart.items()}

    @property
    def _contexts(self) -> int:
        return int(lib.wrh_mcu_contexts(self._handle))

    def _context(self, context: int) -> Trace:
        metered: list[tuple[Decoded, int, int]] = []
        unmetered = 0
        for address, size, executed, taken in self._counts(context):
            block = self._block(address, size)
            if address in self._unmetered:
                unmetered += executed * block.instructions
            else:
                metered.append((block, executed, taken))
        instructions, classes = weigh(metered)
        return Trace(instructions, classes, dict(self._missed(context)), unmetered, dict(self._fetched(context)))

    def _counts(self, context: int) -> Iterator[tuple[int, int, int, int]]:
        count = lib.wrh_mcu_blocks(self._handle)
        out = ffi.new("wrh_mcu_block[]", count)
        lib.wrh_mcu_counts(self._handle, context, out)
        for i in range(count):
            if out[i].executed:
                yield out[i].address, out[i].bytes, out[i].executed, out[i].taken

    def _missed(self, context: int) -> Iterator[tuple[str, Misses]]:
        out = ffi.new("wrh_mcu_misses *")
        for number, buffers in enumerate(self._buffers):
            lib.wrh_mcu_missed(self._handle, context, number, out)
            yield buffers.name, Misses(out.jumps, out.next, out.data)

    def _fetched(self, context: int) -> Iterator[tuple[str, Fetched]]:
        out = ffi.new("wrh_mcu_fetches *")
        for number, each in enumerate(self._caches):
            lib.wrh_mcu_fetched(self._handle, context, number, out)
            yield each.name, Fetched(out.empty, out.instead)

    def _block(self, address: int, size: int) -> Decoded:
        key = address, size
        if key not in self._decoded:
            self._decoded[key] = decode(self._emulator.read(address, size), address)
        return self._decoded[key]


def _is(symbol: str, name: str) -> bool:
    return symbol == name or symbol.startswith(f"{name}.")


def _new(emulator: Emulator, base: int, size: int, buffers: Sequence[Buffers], caches: Sequence[Cache]) -> Any:
    library = emulator.unicorn.unicorn_py3.unicorn.uclib
    functions = ffi.new("wrh_mcu_emulator *")
    functions.stop = ffi.cast("wrh_mcu_stop", ctypes.cast(library.uc_emu_stop, ctypes.c_void_p).value)
    functions.read = ffi.cast("wrh_mcu_read", ctypes.cast(library.uc_reg_read, ctypes.c_void_p).value)
    functions.write = ffi.cast("wrh_mcu_write", ctypes.cast(library.uc_reg_write, ctypes.c_void_p).value)
    functions.link, functions.stack = emulator.number("LR"), emulator.number("SP")
    functions.status = emulator.number("XPSR")
    flashes = ffi.new("wrh_mcu_flash[]", [(b.line_bytes, b.code_lines, b.data_lines) for b in buffers])
    of_sets = ffi.new("wrh_mcu_cache[]", [(c.line_bytes, c.bytes // c.line_bytes, c.ways) for c in caches])
    memories = ffi.new("wrh_mcu_memories *", (flashes, len(buffers), of_sets, len(caches)))
    handle = lib.wrh_mcu_new(functions, base, size, memories)
    if handle == ffi.NULL:
        raise MissingError("no memory to record a run", fix="close programs")
    return ffi.gc(handle, lib.wrh_mcu_free)


def _hook(emulator: Emulator, kind: str, function: str, handle: Any) -> ctypes.c_size_t:
    """uc_hook_add with the address of one of our C functions, which the Python interface has no way to take."""
    unicorn = emulator.unicorn
    number = ctypes.c_size_t()
    status = unicorn.unicorn_py3.unicorn.uclib.uc_hook_add(
        emulator.handle._uch,
        ctypes.byref(number),
        getattr(unicorn, kind),
        _address(function),
        ctypes.c_void_p(int(ffi.cast("uintptr_t", handle))),
        ctypes.c_uint64(1),  # from beyond the end: everywhere
        ctypes.c_uint64(0),
    )
    _took(emulator, status)
    return number


def _stand_in(emulator: Emulator, handle: Any) -> None:
    """Flash as data: a device in Unicorn's words, whose reads are our C function's."""
    size = ffi.new("uint32_t *")
    address = lib.wrh_mcu_stand_in(handle, size)
    interface = emulator.unicorn.unicorn_py3.unicorn
    status = interface.uclib.uc_mmio_map(
        emulator.handle._uch,
        ctypes.c_uint64(address),
        ctypes.c_uint64(size[0]),
        ctypes.cast(_address("wrh_mcu_on_data"), interface.MMIO_READ_CFUNC),
        ctypes.c_void_p(int(ffi.cast("uintptr_t", handle))),
        interface.MMIO_WRITE_CFUNC(),  # none: what is written to flash does not come here
        None,
    )
    _took(emulator, status)


def _address(function: str) -> ctypes.c_void_p:
    return ctypes.c_void_p(int(ffi.cast("uintptr_t", ffi.addressof(lib, function))))


def _took(emulator: Emulator, status: int) -> None:
    unicorn = emulator.unicorn
    if status != unicorn.UC_ERR_OK:
        raise MissingError(f"Unicorn {unicorn.__version__} does not take a hook: {unicorn.UcError(status)}")


def made(release: str = "", command: str = "") -> Made:
    """Here and now."""
    return Made(
        release=release,
        compiler=toolchain().version,
        emulator=version(),
        command=command,
        date=datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ"),
        wirerate=__version__,
    )


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

    def must(self, function: str, *args: int, who: str, fix: str, counted: bool = True) -> Call:
        """A call that returns 0, or an EmulationError that names `who` it was."""
        call = self.call(function, *args, counted=counted)
        if call.result:
            code = f"-{-call.result:#06x}" if call.result < 0 else f"{call.result}"
            raise EmulationError(f"{who}: {function} returned {code}", fix=fix)
        return call

    def counted(self, runs: dict[str, Trace], stack_bytes: int, *, heap_bytes: int = 0, context_bytes: int) -> Counted:
        """These runs, with the flash of the image."""
        return Counted(
            runs=runs,
            stack_bytes=stack_bytes,
            heap_bytes=heap_bytes,
            context_bytes=context_bytes,
            blocks=self.image.blocks,
        )

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
