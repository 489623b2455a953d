"""What the whole run needs before its first test.

Ctrl-C must reach the tests that send it, also when the run was started in the background with it ignored. And where
OpenSSL runs in FIPS mode, hashlib's MD5, an oracle here, must be told that nothing rests on it; test_fips.py sees to it
that the program itself tells it.
"""

from __future__ import annotations

import functools
import hashlib
import signal

signal.signal(signal.SIGINT, signal.default_int_handler)

try:
    hashlib.md5()
except ValueError:
    hashlib.md5 = functools.partial(hashlib.md5, usedforsecurity=False)  # type: ignore[assignment]
