# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Cores from the graph, placed and routed: with the tools at hand, or as the project placed them."""

CALLS = {"hw": "hardware"}
VIEWS = {"hw": "view"}
RUNS = "rows"
