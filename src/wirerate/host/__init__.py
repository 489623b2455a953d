# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Measure authenticators on this machine, from libraries in memory, with one thread or several."""
