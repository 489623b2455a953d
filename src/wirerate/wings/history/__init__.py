# SPDX-License-Identifier: Apache-2.0 OR MIT
"""`history`: figures published in 1995, 2007 and 2015 beside what this machine and this version reach."""

CALLS = {"history": "history"}
VIEWS = {"history": "view"}
RUNS = "rows"
