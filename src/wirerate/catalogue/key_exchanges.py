# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Reads key_exchanges.toml: what TLS 1.3 agrees on keys with and signs with, as the wire carries it."""

from __future__ import annotations

from importlib.resources import files
from typing import Literal

import msgspec

CLASSICAL, HYBRID, SAFE = "classical", "hybrid", "safe"
QUANTUM = (CLASSICAL, HYBRID, SAFE)


class Algorithm(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What both tables have."""

    title: str
    quantum: Literal["classical", "hybrid", "safe"]
    strength: int
    category: int
    source: str
    name: str = ""


class Exchange(Algorithm, frozen=True, kw_only=True):
    """One table of exchanges; the file says what the fields mean."""

    client: int
    server: int
    parts: tuple[str, ...]


class Signature(Algorithm, frozen=True, kw_only=True):
    """One table of signatures."""

    public_key: int
    signature: int
    key_identifier: int
    identifier: int
    signature_least: int = 0


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    exchanges: dict[str, Exchange]
    signatures: dict[str, Signature]


_READ = msgspec.toml.decode(files(__package__).joinpath("key_exchanges.toml").read_bytes(), type=_File)
EXCHANGES = {name: msgspec.structs.replace(row, name=name) for name, row in _READ.exchanges.items()}
SIGNATURES = {name: msgspec.structs.replace(row, name=name) for name, row in _READ.signatures.items()}
