# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Ctrl-C and SIGTERM while Unicorn runs. Python answers signals between its own instructions, and runs none until the
emulated function returns, which may be never: another thread is told of the signal, and stops the emulator."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

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
