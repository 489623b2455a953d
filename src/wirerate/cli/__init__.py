# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The command line: what commands share. Each has a file `command` in its room, which parses, calls and
prints."""

from __future__ import annotations

import gc
import io
import os
import signal
import sys
from typing import NoReturn


def main() -> NoReturn:
    """The `wirerate` program. What follows is imported inside, so that Ctrl-C while loading is quiet too."""
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # a cancelled job keeps its finished rounds too
    gc.set_threshold(50_000)  # what is loaded stays: looking for garbage in it would be a twentieth of the start
    _replace_closed_streams()
    _write_what_is_there()
    try:
        if sys.argv[1:] == ["--version"] and _version_said():
            status = 0
        else:
            from wirerate.cli.main import run

            status = run(sys.argv[1:])
    except KeyboardInterrupt:
        status = 130
    # An interrupt that passed through exec(), as in an import, is remembered by CPython, which then ends by the signal
    # instead of with our status, caught or not. Another exec() makes it forget.
    exec("")
    gc.freeze()  # nor is it looked for in what ends with the process: that takes longer than many a command
    sys.exit(status)


def _version_said() -> bool:
    """With nothing loaded for it. False where it cannot be written, which the usual way then says, and why."""
    from wirerate._version import SAID

    try:
        print(SAID, flush=True)
    except OSError:
        return False
    return True


def _replace_closed_streams() -> None:
    """A stream closed by the caller (>&-) is None in Python. Writing the answer to it is to fail as any other write."""
    if sys.stdout is None:
        sys.stdout = os.fdopen(os.open(os.devnull, os.O_RDONLY), "w")
    if sys.stderr is None:
        sys.stderr = os.fdopen(os.open(os.devnull, os.O_WRONLY), "w")


def _write_what_is_there() -> None:
    """A name that the terminal's encoding lacks is written in ASCII, not a failure of the answer that it stands in."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper) and not stream.encoding.lower().startswith("utf"):
            stream.reconfigure(errors="backslashreplace")
