# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Measure on this machine: choose the requests, run them in a session, and warn about unreliable results."""
