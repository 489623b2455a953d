# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Generate Verilog from graphs, with signals named after nodes, test benches and vectors."""
