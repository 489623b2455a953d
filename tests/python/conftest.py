"""What the whole run needs before its first test.

Ctrl-C must reach the tests that send it, also when the run was started in the background with it ignored. Where
OpenSSL runs in FIPS mode, hashlib's MD5, an oracle here, must be told that nothing rests on it; test_fips.py sees to it
that the program itself tells it. Runs are kept in a folder of each worker's own; what is downloaded or takes minutes to
make stays in the user's cache, whose users wait for each other.
"""

from __future__ import annotations

import functools
import hashlib
import signal
from collections.abc import Iterator

import pytest

signal.signal(signal.SIGINT, signal.default_int_handler)

try:
    hashlib.md5()
except ValueError:
    hashlib.md5 = functools.partial(hashlib.md5, usedforsecurity=False)  # type: ignore[assignment]


@pytest.fixture(scope="session", autouse=True)
def _own_state(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_STATE_HOME", str(tmp_path_factory.mktemp("state")))
        yield
