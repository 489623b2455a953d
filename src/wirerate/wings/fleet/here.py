# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The end of a process whose asker, at another machine, is gone.

What ssh starts without a terminal learns of the asker's end by one thing only: its standard input ends, whether the
asker stopped it, was killed, or lost its connection. So the asker sends a byte, which shows that somebody holds the
other end, and holds it until the answer is there.
"""

from __future__ import annotations

import os
import threading

from wirerate.errors import EXIT_INTERRUPTED

HELD = b"\n"
_STDIN = 0


def end_with_input() -> None:
    """From here on this process ends at once, in the middle of a round too, when standard input does."""
    threading.Thread(target=_watch, daemon=True).start()


def _watch() -> None:
    try:
        if not os.read(_STDIN, len(HELD)):
            return  # it never was anybody's: sudo, a container or a scheduler of jobs left it behind
        while os.read(_STDIN, 4096):
            pass
    except OSError:
        return
    os._exit(EXIT_INTERRUPTED)  # nobody is left to be told anything
