# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The charts of `mcu`: curves and operations, what the options change, clocks, and what fits a budget."""

from wirerate.report.charts.mcu.operations import brainpool, by_curve, reduction, sign_verify
from wirerate.report.charts.mcu.pareto import pareto
from wirerate.report.charts.mcu.sweeps import clocks, comb, windows

__all__ = ["brainpool", "by_curve", "clocks", "comb", "pareto", "reduction", "sign_verify", "windows"]
