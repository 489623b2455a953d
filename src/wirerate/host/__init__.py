# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Measures authenticators on this machine: libraries in memory, one thread or several."""
