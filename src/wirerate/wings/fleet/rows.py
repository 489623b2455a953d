# SPDX-License-Identifier: Apache-2.0 OR MIT
"""What many hosts answered, as one run."""

from __future__ import annotations

from wirerate.records import Comparison, Measurement, Run, Verdict


class FleetRun(Run[Measurement, None, Comparison, Verdict], kw_only=True, tag="fleet"):
    """`fleet`: the rows of all hosts, each with its host."""


RUNS = (FleetRun,)
