# SPDX-License-Identifier: Apache-2.0 OR MIT
"""wirerate: does your authentication keep up with your link, and what should you use when it does not?"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from wirerate._version import __version__ as __version__

if TYPE_CHECKING:
    from wirerate.authenticators.ah import Mac, SecurityAssociation
    from wirerate.authenticators.checksum import internet_checksum
    from wirerate.authenticators.hmac_md5 import HmacMd5
    from wirerate.authenticators.kernels import kernels, use_kernel
    from wirerate.authenticators.md5 import Md5, md5, md5_batch
    from wirerate.authenticators.umac import Umac
    from wirerate.authenticators.ways import Md5Ways, md5_ways
    from wirerate.commands.check.checking import check
    from wirerate.commands.compare.comparing import compare, compare_runs
    from wirerate.commands.doctor.diagnosis import doctor
    from wirerate.commands.speed.speeds import speed
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
    from wirerate.records import Comparison, Environment, Interval, Measurement, Problem, Run, Verdict
    from wirerate.wings.ah.speed import ah_speed
    from wirerate.wings.hw.hardware import hw
    from wirerate.wings.mcu.answers.boards import mcu_boards
    from wirerate.wings.mcu.answers.budget import mcu_budget
    from wirerate.wings.mcu.answers.handshakes import mcu_handshake
    from wirerate.wings.mcu.answers.operations import mcu
    from wirerate.wings.mcu.answers.programs import mcu_function, mcu_library
    from wirerate.wings.mcu.answers.published import mcu_published
    from wirerate.wings.mcu.answers.running import mcu_grid
    from wirerate.wings.model.modelling import model
    from wirerate.wings.path.packets import path
    from wirerate.wings.ssh.milling import mill
    from wirerate.wings.ssh.transfers import ssh
    from wirerate.wings.sum.files import hash_files, hash_ranges

# Where each lives, loaded when first asked for: `wirerate --help` needs neither the extension nor numpy.
_HOMES = {
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
    if name not in __all__:
        raise AttributeError(f"module 'wirerate' has no attribute {name!r}")
    value = _loaded(name)
    globals()[name] = value
    return value


def _loaded(name: str) -> Any:
    try:
        if name in _HOME:
            return getattr(importlib.import_module(f"wirerate.{_HOME[name]}"), name)
        from wirerate import registry

        return registry.call(name)
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
