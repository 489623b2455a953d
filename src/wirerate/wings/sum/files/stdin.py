# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Standard input, which whoever started us may have closed."""

from __future__ import annotations

import contextlib
import errno
import os
import sys
from typing import BinaryIO


def standard_input() -> BinaryIO:
    """Where it is closed, the OSError that reading it would be."""
    if sys.stdin is None:
        raise OSError(errno.EBADF, os.strerror(errno.EBADF))
    return sys.stdin.buffer


def keep_closed() -> None:
    """Takes the number of a closed standard input, so that no file opened later is read as if it were that."""
    if sys.stdin is not None:
        return
    with contextlib.suppress(OSError):
        taken = os.open(os.devnull, os.O_WRONLY)  # reading it is "Bad file descriptor"
        if taken != 0:
            os.close(taken)
