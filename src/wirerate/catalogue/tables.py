# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Read the catalogue's TOML files into frozen structs; an unknown field is an error."""

from __future__ import annotations

from pathlib import Path
from typing import TypeVar

import msgspec

T = TypeVar("T")
S = TypeVar("S", bound=msgspec.Struct)


def read(file: str, shape: type[T]) -> T:
    """Return the contents of a TOML file in this folder, converted to the type `shape`."""
    return msgspec.toml.decode(Path(__file__).with_name(file).read_bytes(), type=shape)


def named(rows: dict[str, S]) -> dict[str, S]:
    """Return the rows with their field `name` set to the name of their TOML table."""
    return {name: msgspec.structs.replace(row, name=name) for name, row in rows.items()}
