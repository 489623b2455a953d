# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Firmware on an emulated Cortex-M: fetched, built, run, and timed by the tables of its manuals.

What answers from the store stands here: `cycles` and `target` below, `on_board` above them. What builds and
runs is the laboratory, `lab`, which an answer loads only where nothing is stored.
"""

from wirerate.errors import install

INSTALL = install("mcu")  # what reads, runs and decodes firmware

CALLS = {
    "mcu": "operations",
    "mcu_boards": "boards",
    "mcu_budget": "budget",
    "mcu_function": "function",
    "mcu_grid": "operations",
    "mcu_handshake": "handshakes",
    "mcu_library": "library",
}
VIEWS = {
    "mcu": "view.operations",
    "grid": "view.operations",
    "budget": "view.budget",
    "handshake": "measured_handshakes",
    **{kind: kind for kind in ("boards", "function", "library")},
    "composed": "view.handshake_estimates",
    "whole": "view.handshake_estimates",
}
COMPLETES = {"mcu": "operations"}
RUNS = "rows"
