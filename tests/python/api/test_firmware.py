"""The calls on microcontrollers: each takes what applies to it, and nothing that was asked for is dropped."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from wirerate import api
from wirerate.errors import UsageError


@pytest.mark.parametrize(
    ("call", "says"),
    [
        (lambda: api.mcu("f401re", version="p256-m", windows=[5]), "p256-m has no options"),
        (lambda: api.mcu("f401re", version="p256-m", nist=False), "p256-m has no options"),
        (lambda: api.mcu("f401re", mbedtls="tree", version="3.6"), "a version of its own"),
        (lambda: api.mcu_handshake("f401re", mbedtls="tree", version="3.6"), "a version of its own"),
        (lambda: api.mcu_handshake("f401re", version="p256-m"), "no TLS"),
        (lambda: api.mcu_handshake("f401re", level="O9"), "unknown compiler level"),
        (lambda: api.mcu_budget({"time": 1e9}, "f401re", purpose="handshake", curves=["secp256r1"]), "RFC 7925"),
        (lambda: api.mcu_budget({"time": 1e9}, "f401re", purpose="handshake", fixed_point=True), "RFC 7925"),
        (lambda: api.mcu_budget({"time": 1e9}, "f401re", version="p256-m", purpose="handshake"), "no TLS"),
        (lambda: api.mcu_budget({"time": 1e9}, "f401re", version="p256-m", windows=[5]), "p256-m has no options"),
    ],
)
def test_what_does_not_apply_is_refused(call: Callable[[], object], says: str) -> None:
    with pytest.raises(UsageError, match=says):
        call()
