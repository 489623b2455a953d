# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Which instruction set the C library uses, for the whole process."""

from __future__ import annotations

import os
from itertools import count, takewhile

from wirerate._native import ffi, lib
from wirerate.authenticators.subjects import KERNELS
from wirerate.errors import MissingError, unknown

# What was asked for, of use_kernel or by WIRERATE_KERNEL, which the library reads at first use; "auto" is no wish.
_asked = os.environ.get("WIRERATE_KERNEL", "auto")


def kernels() -> tuple[str, ...]:
    """The kernels this CPU can run, from portable upwards."""
    names = (lib.wr_kernel_name(i) for i in count())
    return tuple(ffi.string(name).decode() for name in takewhile(lambda name: name != ffi.NULL, names))


def kernel_in_use() -> str:
    return str(ffi.string(lib.wr_kernel_in_use()).decode())


def use_kernel(name: str) -> str:
    """Forces a kernel, or restores the best with "auto"; returns the one now in use."""
    if lib.wr_use_kernel(name.encode()) != 0:
        known = ("auto", *KERNELS["wirerate"])
        if name not in known:
            raise unknown("kernel", name, known)
        raise MissingError(f"this CPU has no {name}", fix="use one of: " + ", ".join(kernels()))
    global _asked  # the library's choice is one for the process, and so is its record here
    _asked = name
    return kernel_in_use()


def forced_kernel() -> str | None:
    """The kernel that was asked for, or None: then a lab may take the fastest for each subject."""
    return kernel_in_use() if _asked not in ("", "auto") else None
