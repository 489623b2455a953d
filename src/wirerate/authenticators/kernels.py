# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The kernel (the code for an instruction set) that the C library uses in this process."""

from __future__ import annotations

import os
from itertools import count, takewhile

from wirerate._native import ffi, lib
from wirerate.authenticators.subjects import KERNELS
from wirerate.errors import MissingError, unknown

# The kernel chosen by use_kernel or by WIRERATE_KERNEL, which the library reads at first use; "auto" means no choice.
_chosen = os.environ.get("WIRERATE_KERNEL", "auto")


def kernels() -> tuple[str, ...]:
    """Return the kernels that this CPU can run, from portable to the fastest."""
    names = (lib.wr_kernel_name(i) for i in count())
    return tuple(ffi.string(name).decode() for name in takewhile(lambda name: name != ffi.NULL, names))


def kernel_in_use() -> str:
    return str(ffi.string(lib.wr_kernel_in_use()).decode())


def use_kernel(name: str) -> str:
    """Force a kernel, or restore the best one with "auto". Return the kernel now in use."""
    if lib.wr_use_kernel(name.encode()) != 0:
        known = ("auto", *KERNELS["wirerate"])
        if name not in known:
            raise unknown("kernel", name, known)
        raise MissingError(f"this CPU cannot run the kernel {name}", fix="use one of: " + ", ".join(kernels()))
    global _chosen  # the C library's choice, too, applies to the whole process
    _chosen = name
    return kernel_in_use()


def forced_kernel() -> str | None:
    """Return the kernel set by use_kernel or WIRERATE_KERNEL, or None if every subject may use its fastest kernel."""
    return kernel_in_use() if _chosen not in ("", "auto") else None
