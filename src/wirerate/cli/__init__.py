# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The `wirerate` program, and the options and output that its commands share. Each command is defined in a module named
`command`.
"""

from __future__ import annotations

import gc
import io
import os
import signal
import sys
from typing import NoReturn


def main() -> NoReturn:
    """Run the `wirerate` program. Other modules are imported inside it, so that Ctrl-C prints no traceback while they
    load.
    """
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # a cancelled job, too, keeps its finished rounds
    gc.set_threshold(50_000)  # loaded modules are never garbage, and collecting would take 5 % of the start-up time
    _replace_closed_streams()
    _escape_unencodable_text()
    try:
        if sys.argv[1:] == ["--version"] and _print_version():
            status = 0
        else:
            from wirerate.cli.main import run

            status = run(sys.argv[1:])
    except KeyboardInterrupt:
        status = 130
    # After an interrupt inside exec(), as in an import, CPython dies by the signal instead of exiting with our status,
    # even if the exception was caught. Another exec() clears that state.
    exec("")
    gc.freeze()  # the collection at exit would take longer than many commands
    sys.exit(status)


def _print_version() -> bool:
    """Print the version without loading click; return False if that fails, so that click reports the error."""
    from wirerate._version import VERSION_LINE

    try:
        print(VERSION_LINE, flush=True)
    except OSError:
        return False
    return True


def _replace_closed_streams() -> None:
    """Replace streams that the caller closed (>&-), which are None in Python, by ones to which writing fails."""
    if sys.stdout is None:
        sys.stdout = os.fdopen(os.open(os.devnull, os.O_RDONLY), "w")
    if sys.stderr is None:
        sys.stderr = os.fdopen(os.open(os.devnull, os.O_WRONLY), "w")


def _escape_unencodable_text() -> None:
    """Write characters that the terminal's encoding lacks as escapes, instead of failing."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper) and not stream.encoding.lower().startswith("utf"):
            stream.reconfigure(errors="backslashreplace")
