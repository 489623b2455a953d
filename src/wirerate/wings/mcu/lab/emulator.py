# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Emulate a Cortex-M with Unicorn: memory, registers, and running a function until it returns or a signal stops it."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import groupby
from typing import Any

from wirerate.errors import EmulationError, MissingError, install
from wirerate.wings.mcu import INSTALL
from wirerate.wings.mcu.target import Core

_ENDING = (signal.SIGINT, signal.SIGTERM)
_RETRY_S = 0.05  # Unicorn ignores a stop request that arrives just before it starts


@contextmanager
def stopped_by_signals(stop: Callable[[], object]) -> Iterator[threading.Event]:
    """Call `stop` from another thread, repeatedly, once SIGINT or SIGTERM arrives during the block.

    The yielded event is set when a signal has arrived. Python's signal handlers run only after the emulator returns.
    """
    stop_requested = threading.Event()
    if threading.current_thread() is not threading.main_thread():
        yield stop_requested  # only the main thread receives signals
        return
    reader, writer = os.pipe()
    os.set_blocking(writer, False)
    finished = threading.Event()
    watcher = threading.Thread(target=_watch, args=(reader, stop_requested, finished, stop), daemon=True)
    watcher.start()
    before = signal.set_wakeup_fd(writer, warn_on_full_buffer=False)
    try:
        yield stop_requested
    finally:
        signal.set_wakeup_fd(before)
        finished.set()
        os.write(writer, b"\0")
        watcher.join()
        os.close(reader)
        os.close(writer)


def _watch(reader: int, stop_requested: threading.Event, finished: threading.Event, stop: Callable[[], object]) -> None:
    while not finished.is_set():
        if os.read(reader, 1)[0] in _ENDING:
            stop_requested.set()
            while not finished.wait(_RETRY_S):
                stop()


_OLDEST = (2, 1)
_PAGE = 4096
_RAM, _RAM_BYTES = 0x2000_0000, 4 << 20  # the RAM address of every Cortex-M (Armv7-M ARM, B3.1), and ample space
_RETURN = 0x1E00_0000  # the return address: a separate page in the code region


def version() -> str:
    """Return the emulator's name and version, as stored rows have it: "Unicorn 2.1.4"."""
    import unicorn

    return f"Unicorn {unicorn.__version__}"  # type: ignore[attr-defined]


class Emulator:
    """One core and its memory."""

    def __init__(self, core: Core) -> None:
        try:
            import unicorn
            from unicorn import arm_const
        except ImportError as error:
            raise MissingError("Unicorn is not installed; it is needed to run firmware", fix=INSTALL) from error
        self.unicorn: Any = unicorn
        installed = self.unicorn.uc_version()[:2]
        if installed < _OLDEST:
            raise MissingError(
                f"Unicorn {installed[0]}.{installed[1]} is older than 2.1", fix=install("mcu", "--upgrade")
            )
        self._registers: Any = arm_const
        model = getattr(arm_const, core.emulated)
        mode = unicorn.UC_MODE_THUMB | unicorn.UC_MODE_MCLASS
        self.handle: Any = self.unicorn.Uc(unicorn.UC_ARCH_ARM, mode, model)
        self._pages: dict[int, int] = {}
        self.map(_RETURN, _PAGE, executable=True)
        self._fault: tuple[str, int] | None = None
        self.handle.ctl_set_tlb_mode(unicorn.UC_TLB_VIRTUAL)  # the recorder's hook translates addresses
        # A hook that covers RAM would slow down every write to it, and accesses to RAM are always valid.
        for first, last in ((0, _RAM - 1), (self.end_of_ram, 0xFFFF_FFFF)):
            self.handle.hook_add(unicorn.UC_HOOK_MEM_INVALID, self._on_fault, begin=first, end=last)

    def map(self, address: int, count: int, *, executable: bool = False, writable: bool = True) -> None:
        """Map the pages of an address range. Pages that are already mapped gain the new access rights."""
        rights = 1 | writable << 1 | executable << 2
        pages = range(address // _PAGE, (address + max(count, 1) - 1) // _PAGE + 1)
        for mapped, run in groupby(pages, key=self._pages.get):
            run_pages = list(run)
            first, size = run_pages[0] * _PAGE, len(run_pages) * _PAGE
            if mapped is None:
                self.handle.mem_map(first, size, rights)
            elif mapped | rights != mapped:
                self.handle.mem_protect(first, size, mapped | rights)
            self._pages.update(dict.fromkeys(run_pages, (mapped or 0) | rights))

    def map_ram(self) -> None:
        """Map all of RAM, including the pages that the image does not use."""
        self.map(_RAM, _RAM_BYTES, executable=True)

    def content(self, addresses: range) -> Iterator[tuple[int, bytes]]:
        """Yield the address and content of every mapped run of pages in a range."""
        pages = range(addresses.start // _PAGE, (addresses.stop - 1) // _PAGE + 1)
        for is_mapped, run in groupby(pages, key=self._pages.__contains__):
            run_pages = list(run)
            if is_mapped:
                yield run_pages[0] * _PAGE, self.read(run_pages[0] * _PAGE, len(run_pages) * _PAGE)

    def ram(self) -> bytes:
        return self.read(_RAM, _RAM_BYTES)

    def set_ram(self, content: bytes) -> None:
        self.write(_RAM, content)

    @property
    def end_of_ram(self) -> int:
        return _RAM + _RAM_BYTES

    def read(self, address: int, count: int) -> bytes:
        try:
            return bytes(self.handle.mem_read(address, count))
        except self.unicorn.UcError as error:
            raise _no_memory(address, count) from error

    def write(self, address: int, data: bytes) -> None:
        try:
            self.handle.mem_write(address, data)
        except self.unicorn.UcError as error:
            raise _no_memory(address, len(data)) from error

    def register(self, name: str) -> int:
        return int(self.handle.reg_read(self.number(name)))

    def set_register(self, name: str, value: int) -> None:
        self.handle.reg_write(self.number(name), value)

    def number(self, name: str) -> int:
        """Return Unicorn's number for a register."""
        return int(getattr(self._registers, f"UC_ARM_REG_{name}"))

    def run(self, entry: int, stack: int, stopped: Callable[[], str], describe: Callable[[int], str]) -> None:
        """Run a function until it returns. Raise EmulationError on a fault, KeyboardInterrupt on a signal.

        `stopped` returns why a hook ended the run, or an empty string. `describe` returns the name for an address.
        """
        self.set_register("SP", stack)
        self.set_register("LR", _RETURN | 1)
        self._fault = None
        failure = ""
        with stopped_by_signals(self.handle.emu_stop) as stop_requested:
            try:
                self.handle.emu_start(entry | 1, _RETURN)
            except self.unicorn.UcError as error:
                failure = str(error)
        address = self.register("PC")
        if stop_requested.is_set() and address != _RETURN:
            raise KeyboardInterrupt  # no Python signal handler has raised, and the function has not returned
        if reason := stopped():
            fix = "look for an endless loop there, or allow more instructions"
            raise EmulationError(f"{reason}, at {describe(address)}", fix=fix)
        if self._fault is not None:
            access, target = self._fault
            raise EmulationError(f"{access} {target:#010x}, at {describe(address)}", fix=_NO_PERIPHERALS)
        if failure or address != _RETURN:
            reason = _FAILURES.get(failure, failure) or "the core stopped"
            raise EmulationError(f"{reason} at {describe(address)}", fix=_NO_PERIPHERALS)

    def _on_fault(self, handle: Any, access: int, address: int, size: int, value: int, data: Any) -> bool:
        names = {
            self.unicorn.UC_MEM_WRITE_UNMAPPED: "wrote to unmapped memory at",
            self.unicorn.UC_MEM_WRITE_PROT: "wrote to read-only memory at",
            self.unicorn.UC_MEM_FETCH_UNMAPPED: "jumped to unmapped memory at",
            self.unicorn.UC_MEM_FETCH_PROT: "jumped into data at",
        }
        self._fault = names.get(access, "read unmapped memory at"), address
        return False


def _no_memory(address: int, count: int) -> EmulationError:
    return EmulationError(f"no memory is mapped at {address:#010x} ({count} bytes)", fix="check the address")


_FAILURES = {
    "Unhandled CPU exception (UC_ERR_EXCEPTION)": "unsupported instruction or system call",
    "Invalid instruction (UC_ERR_INSN_INVALID)": "instruction not supported by this core",
}
_NO_PERIPHERALS = "only flash and RAM are emulated: call a function that uses no peripheral, and pass all its arguments"
