# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The rows and the run of `history`."""

from __future__ import annotations

from typing import Literal

import msgspec

from wirerate.catalogue.history import PostedSeries
from wirerate.graph import rows
from wirerate.records import Comparison, Measurement, Row, Run, Verdict
from wirerate.records.quantities import (
    Bytes,
    Count,
    Hertz,
    Interval,
    MeanBytes,
    Milliseconds,
    Nanoseconds,
    Number,
    Ratio,
    Share,
)
from wirerate.vocabulary import Basis, Keyed


class PayloadGain(msgspec.Struct, frozen=True, kw_only=True):
    """How much faster one SSH packet is sealed on this machine."""

    bytes: Bytes  # payload of the packet
    gain: Interval  # time of the reference / time of the subject, minus 1


class AnnouncedGain(Row, kw_only=True, tag="announced-gain"):
    """A gain announced by OpenSSH in June 2007 for whole transfers, and the gain per packet on this machine."""

    operation: str = "seal"
    reference: str  # the MAC that the subject is compared with
    reference_keyed: Keyed  # how the reference handles its key schedule
    announced: tuple[Share, ...]  # empty if the announcement gave no number
    gains: tuple[PayloadGain, ...]  # measured on this machine
    payloads: tuple[MeanBytes | None, ...]  # bytes at which each announced gain is reached here; None: at no size


class TransferGain2007(msgspec.Struct, frozen=True, kw_only=True):
    """UMAC-64 compared with HMAC-MD5 in whole transfers, from the newest stored run of `wirerate ssh`."""

    subject: str
    reference: str
    direction: str  # up | down
    rounds: Count
    cpu: Interval  # CPU time per byte with HMAC-MD5 / with UMAC-64
    time: Interval  # transfer time with HMAC-MD5 / with UMAC-64
    date: str  # date of that run, ISO 8601, UTC


class OpenSsh2007(msgspec.Struct, frozen=True, kw_only=True):
    """Runs posted in June 2007, and this machine's measurements of whole transfers and hash functions."""

    posted: tuple[PostedSeries, ...]
    transfers: tuple[TransferGain2007, ...] = ()
    md5_ns: Nanoseconds | None = None  # time of one call of the compression function
    sha1_ns: Nanoseconds | None = None
    sha_instructions: bool | None = None  # whether the CPU has instructions for SHA; None where this is unknown


Outcome = Literal["hit", "near", "miss"]


class SlideTime(Row, kw_only=True, tag="slide-time"):
    """A time published in 2015 and the stored estimate of `wirerate mcu` for one board and version of Mbed TLS."""

    basis: Basis = "stored"
    ns: Interval  # the estimate
    slide: Count
    printed: str  # the slide's statement
    name: str  # the operation
    published_ms: Milliseconds
    board: str
    version: str
    ratio: Interval  # published / estimate: below 1 the board was faster than the estimate
    outcome: Outcome  # hit: estimate within 15 %; near: published time within the estimate's range
    fits_hz: Hertz | None  # the clock at which the estimate equals the slide's time; None if the part cannot run at it


class SlideRatio(Row, kw_only=True, tag="slide-ratio"):
    """The ratio of two published times, and the same ratio of the estimates."""

    basis: Basis = "stored"
    board: str
    version: str
    published: Ratio
    estimated: Ratio
    ratio: Interval  # published / estimated
    outcome: Outcome  # hit: estimate within 10 %; near: published ratio within the estimate's range


class SlideObservation(Row, kw_only=True, tag="slide-observation"):
    """An observation of slides 12 and 13, decided from the stored estimates of one version of Mbed TLS."""

    basis: Basis = "stored"
    slide: Count
    version: str
    outcome: Literal["holds", "refuted", "cannot tell"]
    taken_as: str  # the ratio that decides the observation, and its bound
    low: Number | None  # lowest ratio over the curves; None if no stored estimate decides the observation
    high: Number | None
    against: tuple[str, ...] = ()  # curves that refute the observation, each with its ratio


HistoryRow = (
    AnnouncedGain
    | SlideTime
    | SlideRatio
    | SlideObservation
    | rows.ModelStep
    | rows.ModelMachine
    | rows.ModelIpRates
    | rows.ModelSilicon
    | rows.ModelChains
    | rows.ModelSums
    | rows.ModelSlots
    | Measurement
)


class HistoryRun(Run[HistoryRow, OpenSsh2007, Comparison, Verdict], kw_only=True, tag="history"):
    """A run of `wirerate history`: published figures of a source, beside this machine's."""

    source: str  # rfc1810 | openssh-2007 | ecc-2015


RUNS = (HistoryRun,)
