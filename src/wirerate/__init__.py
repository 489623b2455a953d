"""wirerate: does your authentication keep up with your link, and what should you use when it does not?"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from wirerate._version import __version__ as __version__

if TYPE_CHECKING:
    from wirerate.api import check, compare, hw, mcu, model, speed
    from wirerate.authenticators.checksum import internet_checksum
    from wirerate.authenticators.hmac_md5 import HmacMd5
    from wirerate.authenticators.kernels import kernels, use_kernel
    from wirerate.authenticators.md5 import Md5, md5, md5_batch
    from wirerate.authenticators.umac import Umac
    from wirerate.authenticators.ways import Md5Ways, md5_ways
    from wirerate.errors import Error
    from wirerate.records import Run

# Loaded when first asked for: `wirerate --help` needs neither the extension nor the records.
_HOME = {
    "Error": "errors",
    "HmacMd5": "authenticators.hmac_md5",
    "Md5": "authenticators.md5",
    "Md5Ways": "authenticators.ways",
    "Run": "records",
    "Umac": "authenticators.umac",
    "check": "api",
    "compare": "api",
    "hw": "api",
    "internet_checksum": "authenticators.checksum",
    "kernels": "authenticators.kernels",
    "mcu": "api",
    "md5": "authenticators.md5",
    "md5_batch": "authenticators.md5",
    "md5_ways": "authenticators.ways",
    "model": "api",
    "speed": "api",
    "use_kernel": "authenticators.kernels",
}

__all__ = [
    "Error",
    "HmacMd5",
    "Md5",
    "Md5Ways",
    "Run",
    "Umac",
    "check",
    "compare",
    "hw",
    "internet_checksum",
    "kernels",
    "mcu",
    "md5",
    "md5_batch",
    "md5_ways",
    "model",
    "speed",
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
