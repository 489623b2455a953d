# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Measuring on this machine: the requests, the session that measures them, and cautions about the results."""
