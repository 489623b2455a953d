# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The charts of `mcu`: curves and operations, what options change, clocks, schemes, records, and what fits a budget."""

from wirerate.report.charts.mcu.handshakes import handshakes_beside, handshakes_bytes
from wirerate.report.charts.mcu.operations import brainpool, by_curve, reduction, sign_verify
from wirerate.report.charts.mcu.pareto import pareto
from wirerate.report.charts.mcu.records import records
from wirerate.report.charts.mcu.schemes import beside, bytes_sent, memories
from wirerate.report.charts.mcu.sweeps import clocks, comb, windows

__all__ = [
    "beside",
    "brainpool",
    "by_curve",
    "bytes_sent",
    "clocks",
    "comb",
    "handshakes_beside",
    "handshakes_bytes",
    "memories",
    "pareto",
    "records",
    "reduction",
    "sign_verify",
    "windows",
]
