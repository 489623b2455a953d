# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Measure authenticators on this machine, with one thread or several; and inspect the machine."""
