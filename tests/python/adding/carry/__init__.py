# SPDX-License-Identifier: Apache-2.0 OR MIT
"""`carry`: the time that a link takes for a number of bytes."""

CALLS = {"carry": "carrying"}
VIEWS = {"carry": "view"}
RUNS = "carrying"
