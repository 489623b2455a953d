# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Recompute the confidence intervals of a run: wirerate speed md5 -J | python docs/examples/interval.py"""

import json
import math
import sys
from statistics import median


def interval(groups: list[list[float]], error: float) -> tuple[float, float, float]:
    """Return the sign interval of the median of the groups' medians: low, median and high."""
    medians = sorted(median(group) for group in groups)
    rank, missed = 0, 2 / 2 ** len(medians)  # the probability that the true median is outside the whole range
    while (more := missed + 2 * math.comb(len(medians), rank + 1) / 2 ** len(medians)) <= error:
        rank, missed = rank + 1, more
    return medians[rank], median(medians), medians[-1 - rank]


for row in json.load(sys.stdin)["rows"]:
    logs = [math.log(ns) for ns in row["samples_ns"]]
    processes: dict[int, list[float]] = {}
    for process, log in zip(row["samples_by"], logs, strict=True):
        processes.setdefault(process, []).append(log)
    count, parts = len(logs), min(16, len(logs))
    spans = [logs[i * count // parts : (i + 1) * count // parts] for i in range(parts)]
    # From the sixth examination on, after 512 rounds, each has half the permitted error of the previous one.
    doublings = max(0, math.ceil(math.log2(row["rounds"] / 256)))
    error = 0.05 / 6 / 2**doublings
    (low, middle, high), (early, _, late) = (interval(groups, error) for groups in (list(processes.values()), spans))
    low, middle, high = (math.exp(log) for log in (min(low, early), middle, max(high, late)))
    print(f"{row['subject']:30}{row['bytes']:8g} B {middle:10.2f} ns ({low:.2f} - {high:.2f})")
