# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Closed vocabularies: in a run they are enums of the JSON Schema."""

from __future__ import annotations

from typing import Literal

Basis = Literal["measured", "modelled", "placed", "stored", "composed", "formula", "published"]
Role = Literal["subject", "reference", "ceiling", "floor"]
Status = Literal["ok", "wrong", "absent"]
Cache = Literal["warm", "llc", "cold", "sweep"]  # where in the memory hierarchy messages lie
Keyed = Literal["reuse", "rekey", "fresh", ""]  # what of the keyed state is kept; "" for unkeyed
Change = Literal["IMPROVED", "REGRESSED", "NO CHANGE", "CANNOT TELL", ""]  # "" where no threshold was asked
Outcome = Literal["KEEPS UP", "TIGHT", "FALLS SHORT", "CANNOT TELL"]
