# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Recompute the intervals of a run: wirerate speed md5 -J | python docs/examples/interval.py"""

import json
import math
import sys
from statistics import median

for row in json.load(sys.stdin)["rows"]:
    by_process: dict[int, list[float]] = {}
    for process, ns in zip(row["samples_by"], row["samples_ns"], strict=True):
        by_process.setdefault(process, []).append(math.log(ns))
    medians = sorted(median(rounds) for rounds in by_process.values())
    doublings = max(0, math.ceil(math.log2(row["rounds"] / 256)))  # looks after the fifth have half as much each
    error = 0.05 / 6 / 2**doublings
    rank, left_out = 0, 2 / 2 ** len(medians)  # the chance that the true median lies outside of the whole range
    while (more := left_out + 2 * math.comb(len(medians), rank + 1) / 2 ** len(medians)) <= error:
        rank, left_out = rank + 1, more
    low, middle, high = (math.exp(each) for each in (medians[rank], median(medians), medians[-1 - rank]))
    print(f"{row['subject']:30}{row['bytes']:8g} B {middle:10.2f} ns ({low:.2f} - {high:.2f})")
