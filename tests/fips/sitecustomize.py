"""hashlib as it is where OpenSSL runs in FIPS mode, for every Python process under PYTHONPATH=tests/fips.

There `hashlib.md5()` raises unless it is told that nothing rests on it; the rest of hashlib, with its built-in MD5
behind `hashlib.new` and `hmac.digest`, stays (CPython, `hashlib` module: *usedforsecurity*). Debian packages no FIPS
provider.
"""

from __future__ import annotations

import hashlib
from typing import Any

_plain = hashlib.md5


def _refusing(data: Any = b"", *, usedforsecurity: bool = True) -> Any:
    if usedforsecurity:
        raise ValueError("[digital envelope routines] unsupported")
    return _plain(data, usedforsecurity=False)


hashlib.md5 = _refusing
