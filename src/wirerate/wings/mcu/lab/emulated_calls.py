# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Call functions of an image on an emulated core; C hooks on the host count what they execute."""

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
from wirerate.wings.mcu.lab.decode import Decoded, count_executed, decode
from wirerate.wings.mcu.lab.emulator import Emulator, version
from wirerate.wings.mcu.lab.firmware import toolchain
from wirerate.wings.mcu.lab.image import Image
from wirerate.wings.mcu.target import ALL_BUFFERS, all_caches, core_named

_MOST_WATCHED = 32
_STOPPED = {
    lib.WRH_MCU_LIMIT: "more instructions than the limit",
    lib.WRH_MCU_DEPTH: "watched functions nest too deeply",
    lib.WRH_MCU_NO_MEMORY: "out of memory while recording the run",
}


class Recorder:
    """Counts blocks, branches and flash accesses during a run.

    Unicorn calls C functions at every block and every read of flash. No Python code runs while the emulator does.
    """

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
        self._handle = _new_recorder(emulator, code[0], last - code[0], self._buffers, self._caches)
        self._decoded: dict[tuple[int, int], Decoded] = {}
        self._names: list[str] = []
        self._hooks = [
            _add_hook(emulator, "UC_HOOK_BLOCK", "wrh_mcu_on_block", self._handle),
            _add_hook(emulator, "UC_HOOK_TLB_FILL", "wrh_mcu_on_page", self._handle),
        ]
        self._flash = range(code[0], last)
        _map_flash_device(emulator, self._handle)

    def start(self, watch: Sequence[str], limit: int, counted: bool = True) -> None:
        """Reset the counters and watch functions, including the compiler's clones of them (`name.isra.0`)."""
        for address, content in self._emulator.content(self._flash):
            lib.wrh_mcu_hold(self._handle, address, ffi.from_buffer(content), len(content))
        lib.wrh_mcu_count(self._handle, counted)
        watched = [
            (name, symbol.address)
            for name in watch
            for symbol in self._image.symbols.values()
            if symbol.function and _is_clone(symbol.name, name)
        ]
        if len(watched) > _MOST_WATCHED:
            raise EmulationError(
                f"{len(watched)} functions are too many to watch at once", fix=f"watch {_MOST_WATCHED}"
            )
        self._names = [name for name, _ in watched]
        lib.wrh_mcu_start(self._handle, [address for _, address in watched], len(watched), 2 * limit)

    def stopped(self) -> str:
        """Return why the hooks stopped the run, or an empty string."""
        return _STOPPED.get(lib.wrh_mcu_status(self._handle), "")

    def finish(self) -> dict[frozenset[str], Trace]:
        """Return a trace for every set of watched functions that were active together. Their sum is the whole run."""
        traces: dict[frozenset[str], list[Trace]] = {}
        for context in range(self._contexts):
            active = lib.wrh_mcu_context(self._handle, context)
            names = frozenset(name for bit, name in enumerate(self._names) if active >> bit & 1)
            traces.setdefault(names, []).append(self._context(context))
        return {names: total(alternatives) for names, alternatives in traces.items()}

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
        instructions, classes = count_executed(metered)
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
        for number, cache in enumerate(self._caches):
            lib.wrh_mcu_fetched(self._handle, context, number, out)
            yield cache.name, Fetched(out.empty, out.instead)

    def _block(self, address: int, size: int) -> Decoded:
        key = address, size
        if key not in self._decoded:
            self._decoded[key] = decode(self._emulator.read(address, size), address)
        return self._decoded[key]


def _is_clone(symbol: str, name: str) -> bool:
    return symbol == name or symbol.startswith(f"{name}.")


def _new_recorder(emulator: Emulator, base: int, size: int, buffers: Sequence[Buffers], caches: Sequence[Cache]) -> Any:
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
        raise MissingError("out of memory while recording a run", fix="close other programs")
    return ffi.gc(handle, lib.wrh_mcu_free)


def _add_hook(emulator: Emulator, kind: str, function: str, handle: Any) -> ctypes.c_size_t:
    """Call uc_hook_add with the address of a C function, which Unicorn's Python interface does not accept."""
    unicorn = emulator.unicorn
    number = ctypes.c_size_t()
    status = unicorn.unicorn_py3.unicorn.uclib.uc_hook_add(
        emulator.handle._uch,
        ctypes.byref(number),
        getattr(unicorn, kind),
        _address(function),
        ctypes.c_void_p(int(ffi.cast("uintptr_t", handle))),
        ctypes.c_uint64(1),  # begin > end: the hook covers all addresses
        ctypes.c_uint64(0),
    )
    _check_status(emulator, status)
    return number


def _map_flash_device(emulator: Emulator, handle: Any) -> None:
    """Map flash as a Unicorn I/O device, so that data reads from it call our C function."""
    size = ffi.new("uint32_t *")
    address = lib.wrh_mcu_stand_in(handle, size)
    interface = emulator.unicorn.unicorn_py3.unicorn
    status = interface.uclib.uc_mmio_map(
        emulator.handle._uch,
        ctypes.c_uint64(address),
        ctypes.c_uint64(size[0]),
        ctypes.cast(_address("wrh_mcu_on_data"), interface.MMIO_READ_CFUNC),
        ctypes.c_void_p(int(ffi.cast("uintptr_t", handle))),
        interface.MMIO_WRITE_CFUNC(),  # a null pointer: writes to flash never reach the device
        None,
    )
    _check_status(emulator, status)


def _address(function: str) -> ctypes.c_void_p:
    return ctypes.c_void_p(int(ffi.cast("uintptr_t", ffi.addressof(lib, function))))


def _check_status(emulator: Emulator, status: int) -> None:
    unicorn = emulator.unicorn
    if status != unicorn.UC_ERR_OK:
        raise MissingError(f"Unicorn {unicorn.__version__} refused a hook: {unicorn.UcError(status)}")


def provenance(release: str = "", command: str = "") -> Made:
    """Return the origin of a new result: compiler, emulator, wirerate's version, and the current time."""
    return Made(
        release=release,
        compiler=toolchain().version,
        emulator=version(),
        command=command,
        date=datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ"),
        wirerate=__version__,
    )


LIMIT = 20_000_000_000  # instructions: 100 times the slowest operation of the 2015 ECC slides
_PAINT = b"\xa5"
_PAINTED = 256 * 1024  # bytes painted below the stack pointer: more than any microcontroller's stack
_GUARD = 4096  # bytes that must stay painted at the bottom, so that an overflow is detected
_SCRATCH, _SCRATCH_BYTES = 0x3000_0000, 1 << 20
_STACKS = ("stack_top", "_estack", "__StackTop", "__stack")


@dataclass(frozen=True)
class Call:
    """The result and the cost of a call.

    `result` is R0 as a signed number. `stack_bytes` extends to the deepest byte written. `contexts` splits the trace by
    which watched functions were active; a function's callees count as part of it.
    """

    result: int
    trace: Trace
    stack_bytes: int
    contexts: dict[frozenset[str], Trace]


class Machine:
    """A core with an image loaded at its addresses. No start-up code runs, and none is needed."""

    def __init__(
        self, image: Image, core: str, buffers: Sequence[Buffers] = ALL_BUFFERS, watch: Sequence[str] = ()
    ) -> None:
        """Load an image. `watch` names the functions to watch in calls without a `watch` argument."""
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
        """Call a function by AAPCS32: four argument words in registers, the rest on the stack.

        Watched functions that the image lacks are ignored. Raise EmulationError on a fault or after `limit`
        instructions. A call with `counted=False` is faster and returns an empty trace.
        """
        entry = self.image.symbol(function)
        if not entry.function:
            raise UsageError(f"{function} is a variable, not a function", fix="name a function of the image")
        stack = self._place_arguments(args)
        bottom = stack - _PAINTED
        self._emulator.write(bottom, _PAINT * _PAINTED)
        self._recorder.start(watch or self._watch, limit, counted)
        self._emulator.run(entry.address, stack, self._recorder.stopped, self._describe_address)
        result = self._emulator.register("R0")
        untouched = len(painted := self._emulator.read(bottom, _PAINTED)) - len(painted.lstrip(_PAINT))
        if untouched < _GUARD:
            used = f"{function} used {_PAINTED >> 10} KiB of stack or more"
            raise EmulationError(used, fix="no microcontroller has that much stack: look for endless recursion")
        contexts = self._recorder.finish()
        deep = _PAINTED - untouched + (self._stack - stack)
        return Call(result - (result >> 31 << 32), total(contexts.values()), deep, contexts)

    def must(self, function: str, *args: int, who: str, fix: str, counted: bool = True) -> Call:
        """Call a function that must return 0. Otherwise raise an EmulationError that starts with `who`."""
        call = self.call(function, *args, counted=counted)
        if call.result:
            code = f"-{-call.result:#06x}" if call.result < 0 else f"{call.result}"
            raise EmulationError(f"{who}: {function} returned {code}", fix=fix)
        return call

    def counted(self, runs: dict[str, Trace], stack_bytes: int, *, heap_bytes: int = 0, context_bytes: int) -> Counted:
        """Return the traces with their stack, heap and context sizes and the image's flash use."""
        return Counted(
            runs=runs,
            stack_bytes=stack_bytes,
            heap_bytes=heap_bytes,
            context_bytes=context_bytes,
            blocks=self.image.blocks,
        )

    def read(self, place: str | int, count: int) -> bytes:
        """Read bytes from an address or a variable."""
        return self._emulator.read(self._address(place), count)

    def write(self, place: str | int, data: bytes) -> None:
        """Write bytes to an address or a variable."""
        self._emulator.write(self._address(place), data)

    def scratch(self, data: bytes) -> int:
        """Store bytes in newly allocated memory and return its address, to pass a buffer to a function."""
        address = self._scratch
        self._scratch += -(-len(data) // 8) * 8
        if self._scratch > _SCRATCH + _SCRATCH_BYTES:
            raise UsageError(f"the buffers exceed {_SCRATCH_BYTES >> 20} MiB in total", fix="pass shorter buffers")
        self._emulator.write(address, data)
        return address

    def word(self, place: str | int) -> int:
        """Read a 32-bit variable."""
        return int.from_bytes(self.read(place, 4), "little")

    def state(self) -> bytes:
        """Return the content of RAM, for restore()."""
        return self._emulator.ram()

    def restore(self, state: bytes) -> None:
        """Restore RAM to an earlier state(), so that the next call starts from it."""
        self._emulator.set_ram(state)

    def _address(self, place: str | int) -> int:
        return place if isinstance(place, int) else self.image.symbol(place).address

    def _place_arguments(self, args: Sequence[int]) -> int:
        """Place arguments in registers and on the stack. Return the function's initial stack pointer."""
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

    def _describe_address(self, address: int) -> str:
        return f"{self.image.function_at(address)} ({address:#010x})"


def _load(emulator: Emulator, image: Image) -> tuple[int, int]:
    """Map memory and load the segments. Return the first address of the code and the one after its last."""
    code: list[tuple[int, int]] = []
    for segment in image.segments:
        emulator.map(segment.address, len(segment.data), executable=segment.executable, writable=segment.writable)
        emulator.write(segment.address, segment.data)
        if segment.executable and not segment.writable:
            code.append((segment.address, segment.address + len(segment.data)))
    emulator.map_ram()
    if not code:
        raise UsageError(f"{image.elf.name} has no read-only code segment", fix="name a linked ELF file")
    return min(start for start, _ in code), max(end for _, end in code)
