# SPDX-License-Identifier: Apache-2.0 OR MIT
"""What `model` is answered with; its rows are `graph`'s."""

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
    """`model`: RFC 1810's numbers, or a processor's bounds, and this machine's figures beside them."""


RUNS = (ModelRun,)
