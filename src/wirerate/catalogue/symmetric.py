# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Reads symmetric.toml: what hashes, authenticates and seals a record."""

from __future__ import annotations

from importlib.resources import files

import msgspec

RECORDS = (64, 1024, 16384)  # bytes: a sensor's message, a datagram, the longest record of TLS


class Symmetric(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One table of the file, which says what the fields mean."""

    title: str
    standard: str
    seals: bool
    name: str = ""


_READ = msgspec.toml.decode(files(__package__).joinpath("symmetric.toml").read_bytes(), type=dict[str, Symmetric])
SYMMETRIC = {name: msgspec.structs.replace(row, name=name) for name, row in _READ.items()}
