# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The words that fields of a run may contain. They are enums in the JSON Schema."""

from __future__ import annotations

from typing import Literal

Basis = Literal["measured", "modelled", "placed", "stored", "composed", "formula", "published"]
Role = Literal["subject", "reference", "ceiling", "floor"]
Status = Literal["ok", "wrong", "absent"]
Cache = Literal["warm", "llc", "cold", "sweep"]  # where in the memory hierarchy the messages are
# The key schedule per message: reuse it, recompute it, or allocate and recompute it; "" without a key.
Keyed = Literal["reuse", "rekey", "fresh", ""]
Change = Literal["IMPROVED", "REGRESSED", "NO CHANGE", "CANNOT TELL", ""]  # "" without a threshold
Outcome = Literal["KEEPS UP", "TIGHT", "FALLS SHORT", "CANNOT TELL"]
