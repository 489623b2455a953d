# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Recompute the intervals of a run: wirerate speed md5 -J | python docs/examples/interval.py"""

import json
import math
import sys
from statistics import median


def interval(groups: list[list[float]], error: float) -> tuple[float, float, float]:
    """Low, median and high of the groups' medians, by signs."""
    medians = sorted(median(group) for group in groups)
    rank, left_out = 0, 2 / 2 ** len(medians)  # the chance that the true median lies outside of the whole range
    while (more := left_out + 2 * math.comb(len(medians), rank + 1) / 2 ** len(medians)) <= error:
        rank, left_out = rank + 1, more
    return medians[rank], median(medians), medians[-1 - rank]


for row in json.load(sys.stdin)["rows"]:
    logs = [math.log(ns) for ns in row["samples_ns"]]
    processes: dict[int, list[float]] = {}
    for process, log in zip(row["samples_by"], logs, strict=True):
        processes.setdefault(process, []).append(log)
    count, parts = len(logs), min(16, len(logs))
    spans = [logs[i * count // parts : (i + 1) * count // parts] for i in range(parts)]
    doublings = max(0, math.ceil(math.log2(row["rounds"] / 256)))  # looks after the fifth have half as much each
    error = 0.05 / 6 / 2**doublings
    (low, middle, high), (early, _, late) = (interval(each, error) for each in (list(processes.values()), spans))
    low, middle, high = (math.exp(each) for each in (min(low, early), middle, max(high, late)))
    print(f"{row['subject']:30}{row['bytes']:8g} B {middle:10.2f} ns ({low:.2f} - {high:.2f})")
