# SPDX-License-Identifier: Apache-2.0 OR MIT
"""What one kind of comparison has beside what all have."""

from __future__ import annotations

import msgspec

from wirerate.records.details.kind import Detail
from wirerate.records.quantities import Count, Hertz, Milliseconds, Ratio


class AcrossRuns(Detail, frozen=True, kw_only=True, tag="across-runs"):
    """Two run files: each subject held against a reference within its own run."""

    relative_to: str
    before: str = ""  # the version of the subject's library in the first run; "" where the run does not tell
    after: str = ""  # and in the second


class MillGain(Detail, frozen=True, kw_only=True, tag="mill-gain"):
    """Kept state of a MAC against another mode or MAC, in the mill."""

    cipher: str
    order: str
    against_keyed: str  # reuse | rekey | fresh


class TransferGain(Detail, frozen=True, kw_only=True, tag="transfer-gain"):
    """Two candidates' CPU time per byte of the busier end, in transfers to one peer."""

    peer: str


class PublishedFigure(Detail, frozen=True, kw_only=True, tag="published-figure"):
    """A time that a document prints, beside the model's."""

    slide: Count
    curve: str
    operation: str
    board: str
    board_stated: bool
    version: str
    published_ms: Milliseconds
    model_ms: Milliseconds
    model_low_ms: Milliseconds
    model_high_ms: Milliseconds
    nist: str  # on | off | "" where the document does not say
    fits_hz: Hertz | None = None  # the clock of the board at which the model would take as long
    own_code: tuple[Ratio, Ratio] | None = None  # published / model with the document's own version of the code, once
    hypothesis: str = ""  # what might explain a miss; nobody has written it down
    outcome: str  # hit | near | miss


class PublishedRatio(Detail, frozen=True, kw_only=True, tag="published-ratio"):
    """A quotient of two printed figures, beside the model's."""

    slide: Count
    pair: str
    board: str
    other_board: str
    version: str
    published: Ratio
    model: Ratio
    outcome: str  # hit | near | miss


class Case(msgspec.Struct, frozen=True, kw_only=True):
    """One of the ratios that decide a claim."""

    name: str  # a curve, or what else the claim is about
    value: Ratio


class Observation(Detail, frozen=True, kw_only=True, tag="observation"):
    """A claim of a document, decided from the grid; the comparison's subject names what is computed."""

    slide: Count
    claim: str  # in the document's words
    above: Ratio | None = None  # what the claim is taken to mean: each case lies there
    at_least: Ratio | None = None
    at_most: Ratio | None = None
    cases: Count
    against: tuple[Case, ...]  # that refute it
    version: str
    board: str
    outcome: str  # holds | refuted | cannot tell


ComparisonDetails = AcrossRuns | MillGain | TransferGain | PublishedFigure | PublishedRatio | Observation
