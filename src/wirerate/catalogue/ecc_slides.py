# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Reads ecc_slides.toml: what Tschofenig and Pégourié-Gonnard published in 2015."""

from __future__ import annotations

from importlib.resources import files

import msgspec


class Figure(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One published figure; the file says what the fields mean."""

    slide: int
    curve: str
    operation: str
    ms: float
    boards: tuple[str, ...]
    stated: bool = False
    window: int = 0
    nist: str = ""
    fixed_point: str = ""
    repeats: int = 0
    own_code: tuple[float, float] | None = None
    hypothesis: str = ""


class Observation(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One published observation, and the name of the computation that decides it."""

    slide: int
    claim: str
    test: str


class _Slides(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    source: str
    code: str
    known: str
    figure: tuple[Figure, ...]
    observation: tuple[Observation, ...]


_FILE = msgspec.toml.decode(files(__package__).joinpath("ecc_slides.toml").read_bytes(), type=_Slides)
SOURCE, CODE, KNOWN = _FILE.source, _FILE.code, _FILE.known
FIGURES, OBSERVATIONS = _FILE.figure, _FILE.observation
