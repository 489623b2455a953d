# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Hardware from the graph: readable Verilog whose names are the nodes', with its benches and vectors."""
