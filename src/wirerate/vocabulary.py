# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The words that fields of a run may have; the JSON Schema has them as enums."""

from __future__ import annotations

from typing import Literal

Basis = Literal["measured", "modelled", "placed", "stored", "composed", "formula", "published"]
Role = Literal["subject", "reference", "ceiling", "floor"]
Status = Literal["ok", "wrong", "absent"]
Cache = Literal["warm", "llc", "cold", "sweep"]  # where messages lie in the memory hierarchy
Keyed = Literal["reuse", "rekey", "fresh", ""]  # what is done with the key schedule for every message; "" without a key
Change = Literal["IMPROVED", "REGRESSED", "NO CHANGE", "CANNOT TELL", ""]  # "" without a threshold
Outcome = Literal["KEEPS UP", "TIGHT", "FALLS SHORT", "CANNOT TELL"]
