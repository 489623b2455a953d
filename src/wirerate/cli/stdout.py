"""Standard output when nothing more can be written to it."""

from __future__ import annotations

import os
import sys


def abandon_stdout() -> None:
    """What Python still holds must not fail once more when it closes the stream."""
    sink = os.open(os.devnull, os.O_WRONLY)
    os.dup2(sink, sys.stdout.fileno())
    os.close(sink)
