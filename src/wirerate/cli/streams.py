# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Standard output after a failed write."""

from __future__ import annotations

import os
import sys


def abandon_stdout() -> None:
    """Redirect standard output to /dev/null, so that Python's flush at exit does not fail a second time."""
    sink = os.open(os.devnull, os.O_WRONLY)
    os.dup2(sink, sys.stdout.fileno())
    os.close(sink)
