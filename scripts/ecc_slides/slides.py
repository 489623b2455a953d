"""Reads slides.toml: what Tschofenig and Pégourié-Gonnard published in 2015."""

from __future__ import annotations

from pathlib import Path

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

    @property
    def printed(self) -> str:
        """What the slide says."""
        nist = f", NIST reduction {self.nist}" if self.nist else ""
        stated = "" if self.stated else ", no board named"
        return f"Slide {self.slide}: {self.curve} {self.operation}{nist}: {self.ms:g} ms{stated}"


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


_FILE = msgspec.toml.decode(Path(__file__).with_name("slides.toml").read_bytes(), type=_Slides)
SOURCE, CODE, KNOWN = _FILE.source, _FILE.code, _FILE.known
FIGURES, OBSERVATIONS = _FILE.figure, _FILE.observation
DISTINCT = [figure for figure in FIGURES if not figure.repeats]  # without those that a later slide prints again
