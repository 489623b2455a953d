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
        EmulationError,
        Error,
        Interrupted,
        LengthError,
        MissingError,
        OutputError,
        UsageError,
    )
    from wirerate.files import hash_files, hash_ranges
    from wirerate.records import Comparison, Environment, Interval, Measurement, Problem, Run, Verdict

# Loaded when first asked for: `wirerate --help` needs neither the extension nor numpy.
_HOME = {
    "BytesError": "errors",
    "Comparison": "records",
    "ConfigurationError": "errors",
    "EmulationError": "errors",
    "Environment": "records",
    "Error": "errors",
    "HmacMd5": "authenticators.hmac_md5",
    "Interrupted": "errors",
    "Interval": "records",
    "LengthError": "errors",
    "Mac": "authenticators.ah",
    "Md5": "authenticators.md5",
    "Md5Ways": "authenticators.ways",
    "Measurement": "records",
    "MissingError": "errors",
    "OutputError": "errors",
    "Problem": "records",
    "Run": "records",
    "SecurityAssociation": "authenticators.ah",
    "Umac": "authenticators.umac",
    "UsageError": "errors",
    "Verdict": "records",
    "ah_speed": "api",
    "check": "api",
    "compare": "api",
    "compare_runs": "api",
    "doctor": "api",
    "hash_files": "files",
    "hash_ranges": "files",
    "hw": "api",
    "internet_checksum": "authenticators.checksum",
    "kernels": "authenticators.kernels",
    "mcu": "api",
    "mcu_boards": "api",
    "mcu_budget": "api",
    "mcu_function": "api",
    "mcu_grid": "api",
    "mcu_handshake": "api",
    "mcu_library": "api",
    "mcu_published": "api",
    "md5": "authenticators.md5",
    "md5_batch": "authenticators.md5",
    "md5_ways": "authenticators.ways",
    "mill": "api",
    "model": "api",
    "speed": "api",
    "ssh": "api",
    "use_kernel": "authenticators.kernels",
}

__all__ = [
    "BytesError",
    "Comparison",
    "ConfigurationError",
    "EmulationError",
    "Environment",
    "Error",
    "HmacMd5",
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
    "speed",
    "ssh",
    "use_kernel",
]


def __getattr__(name: str) -> Any:
    if name not in _HOME:
        raise AttributeError(f"module 'wirerate' has no attribute {name!r}")
    value = getattr(importlib.import_module(f"wirerate.{_HOME[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
