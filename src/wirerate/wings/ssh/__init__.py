# SPDX-License-Identifier: Apache-2.0 OR MIT
"""`wirerate ssh` and `wirerate ssh mill`: the best cipher and MAC between two hosts; the cost of MACs per packet."""

from __future__ import annotations

CALLS = {"mill": "mill", "ssh": "transfers"}
VIEWS = {"ssh": "view", "mill": "mill_view"}
RUNS = "rows"
