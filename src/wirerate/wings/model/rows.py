# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The run of `model`; its rows are defined in `graph.rows`."""

from __future__ import annotations

from wirerate.graph import rows
from wirerate.records import Comparison, Measurement, Run, Verdict

ModelRow = (
    rows.ModelBeside
    | rows.ModelBound
    | rows.ModelChain
    | rows.ModelChains
    | rows.ModelInstructions
    | rows.ModelIpRates
    | rows.ModelMachine
    | rows.ModelSilicon
    | rows.ModelSlots
    | rows.ModelStep
    | rows.ModelSums
    | Measurement
)


class ModelRun(Run[ModelRow, None, Comparison, Verdict], kw_only=True, tag="model"):
    """A run of `wirerate model`: RFC 1810's model or a processor's bounds, compared with measurements."""


RUNS = (ModelRun,)
