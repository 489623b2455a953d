# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Standard output, once nothing more can be written to it."""

from __future__ import annotations

import os
import sys


def abandon_stdout() -> None:
    """Nothing more can be written to it, and what Python still holds must not fail once more when it closes it."""
    sink = os.open(os.devnull, os.O_WRONLY)
    os.dup2(sink, sys.stdout.fileno())
    os.close(sink)
