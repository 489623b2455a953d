# SPDX-License-Identifier: Apache-2.0 OR MIT
"""IPv6 packets signed or verified."""

from __future__ import annotations

from wirerate.records import Comparison, Measurement, Run, Verdict
from wirerate.records.quantities import MeanBytes, Nanoseconds


class AhPackets(Measurement, kw_only=True, tag="ah-packets"):
    """IPv6 packets signed or verified in a ring."""

    ip_bytes: MeanBytes
    p99_ns: Nanoseconds | None = None  # of a call, over single calls
    model_ns: Nanoseconds | None = None  # what MD5's dependencies and the core's units allow at least


class AhRun(Run[AhPackets | Measurement, None, Comparison, Verdict], kw_only=True, tag="ah"):
    """`ah speed`."""


RUNS = (AhRun,)
