"""Make hashlib behave as under OpenSSL's FIPS mode, for every Python process with PYTHONPATH=tests/fips.

`hashlib.md5()` then raises unless it is called with `usedforsecurity=False`. CPython's built-in MD5 stays available
through `hashlib.new` and `hmac.digest`. Debian packages no FIPS provider, so this replaces one.
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
