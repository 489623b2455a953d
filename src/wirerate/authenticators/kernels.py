"""Which instruction set the C library uses, for the whole process."""

from __future__ import annotations

from itertools import count, takewhile

from wirerate._native import ffi, lib
from wirerate.authenticators.subjects import KERNELS
from wirerate.errors import MissingError, unknown


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
    return kernel_in_use()
