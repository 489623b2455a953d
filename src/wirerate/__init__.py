# SPDX-License-Identifier: Apache-2.0 OR MIT
"""wirerate: does your authentication keep up with your link, and what should you use when it does not?"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from wirerate._version import __version__ as __version__

if TYPE_CHECKING:
    from wirerate.api import (
        ah_speed,
        check,
        compare,
        compare_runs,
        doctor,
        hw,
        mcu,
        mcu_boards,
        mcu_budget,
        mcu_function,
        mcu_grid,
        mcu_handshake,
        mcu_library,
        mcu_published,
        mill,
        model,
        path,
        speed,
        ssh,
    )
    from wirerate.authenticators.ah import Mac, SecurityAssociation
    from wirerate.authenticators.checksum import internet_checksum
    from wirerate.authenticators.hmac_md5 import HmacMd5
    from wirerate.authenticators.kernels import kernels, use_kernel
    from wirerate.authenticators.md5 import Md5, md5, md5_batch
    from wirerate.authenticators.umac import Umac
    from wirerate.authenticators.ways import Md5Ways, md5_ways
    from wirerate.errors import (
        BytesError,
        ConfigurationError,
        CopyError,
        EmulationError,
        Error,
        InterpreterError,
        Interrupted,
        LengthError,
        MissingError,
        OutputError,
        UsageError,
    )
    from wirerate.files import hash_files, hash_ranges
    from wirerate.records import Comparison, Environment, Interval, Measurement, Problem, Run, Verdict

# Where each lives, loaded when first asked for: `wirerate --help` needs neither the extension nor numpy.
_HOMES = {
    "api": (
        "ah_speed", "check", "compare", "compare_runs", "doctor", "hw", "mcu", "mcu_boards", "mcu_budget",
        "mcu_function", "mcu_grid", "mcu_handshake", "mcu_library", "mcu_published", "mill", "model", "path", "speed",
        "ssh",
    ),
    "authenticators.ah": ("Mac", "SecurityAssociation"),
    "authenticators.checksum": ("internet_checksum",),
    "authenticators.hmac_md5": ("HmacMd5",),
    "authenticators.kernels": ("kernels", "use_kernel"),
    "authenticators.md5": ("Md5", "md5", "md5_batch"),
    "authenticators.umac": ("Umac",),
    "authenticators.ways": ("Md5Ways", "md5_ways"),
    "errors": (
        "BytesError", "ConfigurationError", "CopyError", "EmulationError", "Error", "InterpreterError", "Interrupted",
        "LengthError", "MissingError", "OutputError", "UsageError",
    ),
    "files": ("hash_files", "hash_ranges"),
    "records": ("Comparison", "Environment", "Interval", "Measurement", "Problem", "Run", "Verdict"),
}  # fmt: skip
_HOME = {name: home for home, names in _HOMES.items() for name in names}

__all__ = [
    "BytesError",
    "Comparison",
    "ConfigurationError",
    "CopyError",
    "EmulationError",
    "Environment",
    "Error",
    "HmacMd5",
    "InterpreterError",
    "Interrupted",
    "Interval",
    "LengthError",
    "Mac",
    "Md5",
    "Md5Ways",
    "Measurement",
    "MissingError",
    "OutputError",
    "Problem",
    "Run",
    "SecurityAssociation",
    "Umac",
    "UsageError",
    "Verdict",
    "ah_speed",
    "check",
    "compare",
    "compare_runs",
    "doctor",
    "hash_files",
    "hash_ranges",
    "hw",
    "internet_checksum",
    "kernels",
    "mcu",
    "mcu_boards",
    "mcu_budget",
    "mcu_function",
    "mcu_grid",
    "mcu_handshake",
    "mcu_library",
    "mcu_published",
    "md5",
    "md5_batch",
    "md5_ways",
    "mill",
    "model",
    "path",
    "speed",
    "ssh",
    "use_kernel",
]


def __getattr__(name: str) -> Any:
    if name not in _HOME:
        raise AttributeError(f"module 'wirerate' has no attribute {name!r}")
    value = getattr(_loaded(f"wirerate.{_HOME[name]}"), name)
    globals()[name] = value
    return value


def _loaded(module: str) -> Any:
    try:
        return importlib.import_module(module)
    except ImportError as error:
        if "subinterpreter" not in str(error):
            raise
        from wirerate.errors import InterpreterError

        raise InterpreterError(
            f"wirerate works in the main interpreter only: {error}",
            fix="use threads, which all compute at once, since the lock is released meanwhile; or processes",
        ) from error


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
