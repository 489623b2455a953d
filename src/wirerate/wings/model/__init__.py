# SPDX-License-Identifier: Apache-2.0 OR MIT
"""`model`: why an algorithm has the speed it has."""

CALLS = {"model": "model"}
VIEWS = {"model": "view"}
RUNS = "rows"
