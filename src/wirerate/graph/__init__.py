# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Algorithms as dependency graphs: evaluate them, bound their speed, draw them, generate Verilog from them."""
