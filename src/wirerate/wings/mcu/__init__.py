# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Firmware on an emulated Cortex-M: fetched, built, run, and timed by the tables of its manuals.

From the ground up: `timing`, `target`, `build`, `emulate` and `on_board`; on these stand, apart from each other, `ecc`,
`schemes`, `handshake`, `library` and `function`: what is measured. `symmetric` keeps what `library` measures.
"""

from wirerate.errors import install

INSTALL = install("mcu")  # what reads, runs and decodes firmware

CALLS = {
    "mcu": "answers.operations",
    "mcu_boards": "answers.boards",
    "mcu_budget": "answers.budget",
    "mcu_function": "answers.programs",
    "mcu_grid": "answers.running",
    "mcu_handshake": "answers.handshakes",
    "mcu_library": "answers.programs",
    "mcu_published": "answers.published",
}
VIEWS = {
    "mcu": "view.operations",
    **{kind: f"view.{kind}" for kind in ("boards", "budget", "composed", "function", "grid", "handshake", "library")},
    **{kind: f"view.{kind}" for kind in ("published", "whole")},
}
COMPLETES = {"mcu": "answers.operations"}
RUNS = "runs"
