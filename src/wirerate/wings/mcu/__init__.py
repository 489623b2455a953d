# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Firmware on an emulated Cortex-M, timed by the tables of the core's manual.

The modules here answer from stored results. The package `lab` fetches, builds and runs firmware; it is loaded only if a
result is not stored.
"""

from wirerate.errors import install

INSTALL = install("mcu")  # installs the packages that read, run and decode firmware

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
