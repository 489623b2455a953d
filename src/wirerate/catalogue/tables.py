# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Reads the catalogue's TOML files into frozen structs: a field that a struct lacks is an error."""

from __future__ import annotations

from pathlib import Path
from typing import TypeVar

import msgspec

T = TypeVar("T")
S = TypeVar("S", bound=msgspec.Struct)


def read(file: str, shape: type[T]) -> T:
    return msgspec.toml.decode(Path(__file__).with_name(file).read_bytes(), type=shape)


def named(rows: dict[str, S]) -> dict[str, S]:
    """Each row with the name that its table has."""
    return {name: msgspec.structs.replace(row, name=name) for name, row in rows.items()}
