# SPDX-License-Identifier: Apache-2.0 OR MIT
"""`model`: explain an algorithm's speed by a model and by lower bounds."""

CALLS = {"model": "model"}
VIEWS = {"model": "view"}
RUNS = "rows"
