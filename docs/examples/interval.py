# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Recompute the intervals of a run: wirerate speed md5 -J | python docs/examples/interval.py"""

import json
import math
import sys
from statistics import fmean, median, stdev

from scipy.stats import t

for row in json.load(sys.stdin)["rows"]:
    by_process: dict[int, list[float]] = {}
    for process, ns in zip(row["samples_by"], row["samples_ns"], strict=True):
        by_process.setdefault(process, []).append(math.log(ns))
    medians = [median(rounds) for rounds in by_process.values()]
    doublings = max(0, math.ceil(math.log2(row["rounds"] / 256)))  # looks after the fifth have half as much each
    error = 0.05 / 6 / 2**doublings
    half = t.ppf(1 - error / 2, len(medians) - 1) * stdev(medians) / math.sqrt(len(medians))
    low, middle, high = (math.exp(fmean(medians) + each) for each in (-half, 0.0, half))
    print(f"{row['subject']:30}{row['bytes']:8g} B {middle:10.2f} ns ({low:.2f} - {high:.2f})")
