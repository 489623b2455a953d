# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Firmware on an emulated Cortex-M: fetched, built, run, and timed by the tables of its manuals.

From the ground up: `timing`, `target`, `build`, `emulate` and `on_board`; on these stand, apart from each other, `ecc`,
`schemes`, `handshake`, `library` and `function`: what is measured. `symmetric` keeps what `library` measures.
"""

from wirerate.errors import install

INSTALL = install("mcu")  # what reads, runs and decodes firmware
