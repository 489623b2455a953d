# SPDX-License-Identifier: Apache-2.0 OR MIT
"""wirerate: does your authentication keep up with your link, and what should you use when it does not?"""

from __future__ import annotations

import importlib
import importlib.util
from typing import TYPE_CHECKING, Any

from wirerate._version import __version__ as __version__

if TYPE_CHECKING:
    from wirerate.authenticators.ah import Mac as Mac
    from wirerate.authenticators.ah import SecurityAssociation as SecurityAssociation
    from wirerate.authenticators.hmac_md5 import HmacMd5 as HmacMd5
    from wirerate.authenticators.kernels import kernels as kernels
    from wirerate.authenticators.kernels import use_kernel as use_kernel
    from wirerate.authenticators.md5 import Md5 as Md5
    from wirerate.authenticators.md5 import Md5Ways as Md5Ways
    from wirerate.authenticators.md5 import md5 as md5
    from wirerate.authenticators.md5 import md5_batch as md5_batch
    from wirerate.authenticators.md5 import md5_ways as md5_ways
    from wirerate.authenticators.message import internet_checksum as internet_checksum
    from wirerate.authenticators.umac import Umac as Umac
    from wirerate.commands.check.check import check as check
    from wirerate.commands.compare.compare import compare as compare
    from wirerate.commands.compare.compare import compare_runs as compare_runs
    from wirerate.commands.doctor.diagnosis import doctor as doctor
    from wirerate.commands.speed.speed import speed as speed
    from wirerate.errors import BytesError as BytesError
    from wirerate.errors import ConfigurationError as ConfigurationError
    from wirerate.errors import CopyError as CopyError
    from wirerate.errors import EmulationError as EmulationError
    from wirerate.errors import Error as Error
    from wirerate.errors import InterpreterError as InterpreterError
    from wirerate.errors import Interrupted as Interrupted
    from wirerate.errors import LengthError as LengthError
    from wirerate.errors import MissingError as MissingError
    from wirerate.errors import OutputError as OutputError
    from wirerate.errors import UsageError as UsageError
    from wirerate.records import Comparison as Comparison
    from wirerate.records import Environment as Environment
    from wirerate.records import Interval as Interval
    from wirerate.records import Measurement as Measurement
    from wirerate.records import Problem as Problem
    from wirerate.records import Run as Run
    from wirerate.records import Verdict as Verdict
    from wirerate.wings.ah.speed import ah_speed as ah_speed
    from wirerate.wings.history.history import history as history
    from wirerate.wings.hw.hardware import hw as hw
    from wirerate.wings.mcu.boards import mcu_boards as mcu_boards
    from wirerate.wings.mcu.budget import mcu_budget as mcu_budget
    from wirerate.wings.mcu.function import mcu_function as mcu_function
    from wirerate.wings.mcu.handshakes import mcu_handshake as mcu_handshake
    from wirerate.wings.mcu.library import mcu_library as mcu_library
    from wirerate.wings.mcu.operations import mcu as mcu
    from wirerate.wings.mcu.operations import mcu_grid as mcu_grid
    from wirerate.wings.model.model import model as model
    from wirerate.wings.path.answer import path as path
    from wirerate.wings.ssh.mill import mill as mill
    from wirerate.wings.ssh.transfers import ssh as ssh
    from wirerate.wings.sum.engine import hash_files as hash_files
    from wirerate.wings.sum.engine import hash_ranges as hash_ranges

# Names by the module that defines them. A module is imported at first use: `wirerate --help` needs neither the
# extension nor numpy.
_MODULES = {
    "authenticators.ah": ("Mac", "SecurityAssociation"),
    "authenticators.hmac_md5": ("HmacMd5",),
    "authenticators.kernels": ("kernels", "use_kernel"),
    "authenticators.md5": ("Md5", "Md5Ways", "md5", "md5_batch", "md5_ways"),
    "authenticators.message": ("internet_checksum",),
    "authenticators.umac": ("Umac",),
    "errors": (
        "BytesError", "ConfigurationError", "CopyError", "EmulationError", "Error", "InterpreterError", "Interrupted",
        "LengthError", "MissingError", "OutputError", "UsageError",
    ),
    "records": ("Comparison", "Environment", "Interval", "Measurement", "Problem", "Run", "Verdict"),
}  # fmt: skip
_HOME = {name: module for module, names in _MODULES.items() for name in names}


def __getattr__(name: str) -> Any:
    value = _exported() if name == "__all__" else _resolve(name)
    if value is None:
        raise AttributeError(f"module 'wirerate' has no attribute {name!r}")
    globals()[name] = value
    return value


def _exported() -> list[str]:
    """Return the names above, and the functions that the packages in the registry declare."""
    return sorted({*_HOME, *importlib.import_module("wirerate.registry").calls()})


def _resolve(name: str) -> Any:
    """Return the object of this name; None for a submodule, which `import` asks for before it loads it."""
    try:
        if name in _HOME:
            return getattr(importlib.import_module(f"wirerate.{_HOME[name]}"), name)
        if name.startswith("_") or importlib.util.find_spec(f"wirerate.{name}"):
            return None
        return importlib.import_module("wirerate.registry").call(name)
    except ImportError as error:
        if "subinterpreter" not in str(error):
            raise
        from wirerate.errors import InterpreterError

        raise InterpreterError(
            f"wirerate works only in the main interpreter: {error}",
            fix="use threads, which compute in parallel because the GIL is released; or processes",
        ) from error


def __dir__() -> list[str]:
    return sorted({*globals(), *_exported()})
