# SPDX-License-Identifier: Apache-2.0 OR MIT
"""SSH: which cipher and MAC between two hosts, and what keeping the MAC's keyed state is worth."""

from __future__ import annotations

CALLS = {"mill": "mill", "ssh": "transfers"}
VIEWS = {"ssh": "view", "mill": "mill_view"}
RUNS = "rows"
