# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Reads key_lengths.toml: slide 11's comparable key lengths, and what is recommended today."""

from __future__ import annotations

from importlib.resources import files

import msgspec


class KeyLength(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One row of slide 11; the file says what the fields mean."""

    symmetric: int
    ecc: int
    rsa: int
    today: str
    standing: str  # forbidden | legacy | recommended
    source: str
    verified: bool


class _KeyLengths(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    slide: int
    then: str
    row: tuple[KeyLength, ...]


_FILE = msgspec.toml.decode(files(__package__).joinpath("key_lengths.toml").read_bytes(), type=_KeyLengths)
KEY_LENGTHS = _FILE.row
THEN = _FILE.then
