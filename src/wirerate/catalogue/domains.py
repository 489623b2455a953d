# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Reads domains.toml: the arithmetic that a curve's name stands for."""

from __future__ import annotations

from importlib.resources import files
from typing import NamedTuple

import msgspec


class Domain(NamedTuple):
    """y^2 = x^3 + a*x + b modulo p, and the point (x, y) of prime order n."""

    p: int
    a: int
    b: int
    x: int
    y: int
    n: int


DOMAINS: dict[str, Domain] = {
    name: Domain(**{parameter: int(digits, 16) for parameter, digits in row.items()})
    for name, row in msgspec.toml.decode(
        files(__package__).joinpath("domains.toml").read_bytes(), type=dict[str, dict[str, str]]
    ).items()
}
