# SPDX-License-Identifier: Apache-2.0 OR MIT
"""`carry`: how long a link takes for so many bytes."""

CALLS = {"carry": "carrying"}
VIEWS = {"carry": "view"}
RUNS = "carrying"
