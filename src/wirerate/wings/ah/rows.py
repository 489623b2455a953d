# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The records of `ah speed`."""

from __future__ import annotations

from wirerate.records import Comparison, Measurement, Run, Verdict
from wirerate.records.quantities import MeanBytes, Nanoseconds


class AhPackets(Measurement, kw_only=True, tag="ah-packets"):
    """The cost of signing or verifying IPv6 packets of a ring buffer."""

    ip_bytes: MeanBytes
    p99_ns: Nanoseconds | None = None  # 99th percentile over single calls
    model_ns: Nanoseconds | None = None  # MD5's lower bound on this core


class AhRun(Run[AhPackets | Measurement, None, Comparison, Verdict], kw_only=True, tag="ah"):
    """A run of `wirerate ah speed`."""


RUNS = (AhRun,)
