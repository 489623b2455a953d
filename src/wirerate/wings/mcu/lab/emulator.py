# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Unicorn as a Cortex-M: memory, registers, and running a function until it returns or a signal ends the program."""

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
_AGAIN_S = 0.05  # a stop that comes just before the emulator starts is forgotten by it


@contextmanager
def stopped_by_signals(stop: Callable[[], object]) -> Iterator[threading.Event]:
    """`stop` is called from another thread when a signal that ends programs arrives during the block, until its end.
    The event tells whether one did. Where a handler of the program's own raises, it does so as soon as Python runs."""
    asked = threading.Event()
    if threading.current_thread() is not threading.main_thread():
        yield asked  # signals are the main thread's
        return
    reader, writer = os.pipe()
    os.set_blocking(writer, False)
    over = threading.Event()
    watcher = threading.Thread(target=_watch, args=(reader, asked, over, stop), daemon=True)
    watcher.start()
    before = signal.set_wakeup_fd(writer, warn_on_full_buffer=False)
    try:
        yield asked
    finally:
        signal.set_wakeup_fd(before)
        over.set()
        os.write(writer, b"\0")
        watcher.join()
        os.close(reader)
        os.close(writer)


def _watch(reader: int, asked: threading.Event, over: threading.Event, stop: Callable[[], object]) -> None:
    while not over.is_set():
        if os.read(reader, 1)[0] in _ENDING:
            asked.set()
            while not over.wait(_AGAIN_S):
                stop()


_LEAST = (2, 1)
_PAGE = 4096
_RAM, _RAM_BYTES = 0x2000_0000, 4 << 20  # where every Cortex-M has its RAM (Armv7-M ARM, B3.1), and plenty of it
_RETURN = 0x1E00_0000  # a page of its own to return to, in the region of code


def version() -> str:
    """Unicorn 2.1.4, of what is stored."""
    import unicorn

    return f"Unicorn {unicorn.__version__}"  # type: ignore[attr-defined]


class Emulator:
    """One core and its memory."""

    def __init__(self, core: Core) -> None:
        try:
            import unicorn
            from unicorn import arm_const
        except ImportError as error:
            raise MissingError("Unicorn is not here, and without it no firmware runs", fix=INSTALL) from error
        self.unicorn: Any = unicorn
        found = self.unicorn.uc_version()[:2]
        if found < _LEAST:
            raise MissingError(f"Unicorn {found[0]}.{found[1]} is older than 2.1", fix=install("mcu", "--upgrade"))
        self._registers: Any = arm_const
        model = getattr(arm_const, core.emulated)
        mode = unicorn.UC_MODE_THUMB | unicorn.UC_MODE_MCLASS
        self.handle: Any = self.unicorn.Uc(unicorn.UC_ARCH_ARM, mode, model)
        self._pages: dict[int, int] = {}
        self.map(_RETURN, _PAGE, executable=True)
        self._fault: tuple[str, int] | None = None
        self.handle.ctl_set_tlb_mode(unicorn.UC_TLB_VIRTUAL)  # which page leads where is the recorder's to say
        # A hook of this kind that reaches RAM would make each write to it slow, and there is nothing to tell there.
        for first, last in ((0, _RAM - 1), (self.end_of_ram, 0xFFFF_FFFF)):
            self.handle.hook_add(unicorn.UC_HOOK_MEM_INVALID, self._on_fault, begin=first, end=last)

    def map(self, address: int, count: int, *, executable: bool = False, writable: bool = True) -> None:
        """Makes memory of the pages that these bytes lie in; what is there already gets the further rights too."""
        rights = 1 | writable << 1 | executable << 2
        pages = range(address // _PAGE, (address + max(count, 1) - 1) // _PAGE + 1)
        for mapped, run in groupby(pages, key=self._pages.get):
            found = list(run)
            first, size = found[0] * _PAGE, len(found) * _PAGE
            if mapped is None:
                self.handle.mem_map(first, size, rights)
            elif mapped | rights != mapped:
                self.handle.mem_protect(first, size, mapped | rights)
            self._pages.update(dict.fromkeys(found, (mapped or 0) | rights))

    def map_ram(self) -> None:
        """The rest of the RAM, beside what an image has put there."""
        self.map(_RAM, _RAM_BYTES, executable=True)

    def content(self, addresses: range) -> Iterator[tuple[int, bytes]]:
        """What the pages hold that these addresses lie in, where there is memory."""
        pages = range(addresses.start // _PAGE, (addresses.stop - 1) // _PAGE + 1)
        for there, run in groupby(pages, key=self._pages.__contains__):
            found = list(run)
            if there:
                yield found[0] * _PAGE, self.read(found[0] * _PAGE, len(found) * _PAGE)

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
        """Unicorn's number of a register."""
        return int(getattr(self._registers, f"UC_ARM_REG_{name}"))

    def run(self, entry: int, stack: int, stopped: Callable[[], str], where: Callable[[int], str]) -> None:
        """Runs a function to its return. `stopped` tells why a hook ended the run, if one did; `where` puts an address
        into words."""
        self.set_register("SP", stack)
        self.set_register("LR", _RETURN | 1)
        self._fault = None
        failure = ""
        with stopped_by_signals(self.handle.emu_stop) as asked:
            try:
                self.handle.emu_start(entry | 1, _RETURN)
            except self.unicorn.UcError as error:
                failure = str(error)
        at = self.register("PC")
        if asked.is_set() and at != _RETURN:
            raise KeyboardInterrupt  # the program's own handler did not, and the function is not done
        if reason := stopped():
            fix = "look for an endless loop there, or allow more instructions"
            raise EmulationError(f"{reason}, at {where(at)}", fix=fix)
        if self._fault is not None:
            kind, address = self._fault
            raise EmulationError(f"{kind} {address:#010x}, where there is nothing, at {where(at)}", fix=_NO_PERIPHERALS)
        if failure or at != _RETURN:
            said = _SAID.get(failure, failure) or "the core stopped"
            raise EmulationError(f"{said} at {where(at)}", fix=_NO_PERIPHERALS)

    def _on_fault(self, handle: Any, access: int, address: int, size: int, value: int, data: Any) -> bool:
        names = {
            self.unicorn.UC_MEM_WRITE_UNMAPPED: "wrote to",
            self.unicorn.UC_MEM_WRITE_PROT: "wrote to read-only memory at",
            self.unicorn.UC_MEM_FETCH_UNMAPPED: "jumped to",
            self.unicorn.UC_MEM_FETCH_PROT: "jumped into data at",
        }
        self._fault = names.get(access, "read from"), address
        return False


def _no_memory(address: int, count: int) -> EmulationError:
    return EmulationError(f"there is no memory at {address:#010x}, {count} bytes", fix="check the address")


_SAID = {
    "Unhandled CPU exception (UC_ERR_EXCEPTION)": "an instruction that this core does not have, or a system call,",
    "Invalid instruction (UC_ERR_INSN_INVALID)": "an instruction that this core does not have",
}
_NO_PERIPHERALS = (
    "only flash and RAM are emulated: call a function that touches no peripheral, with all of its arguments"
)
