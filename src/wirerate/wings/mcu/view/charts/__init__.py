# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The charts of `mcu`: curves and operations, what options change, clocks, schemes, records, and what fits a budget."""

from wirerate.wings.mcu.view.charts.handshakes import handshakes_beside, handshakes_bytes
from wirerate.wings.mcu.view.charts.operations import brainpool, by_curve, reduction, sign_verify
from wirerate.wings.mcu.view.charts.pareto import pareto
from wirerate.wings.mcu.view.charts.records import records
from wirerate.wings.mcu.view.charts.schemes import beside, bytes_sent, memories
from wirerate.wings.mcu.view.charts.sweeps import clocks, comb, windows

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
