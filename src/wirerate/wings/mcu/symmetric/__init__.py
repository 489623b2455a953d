# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Hashes, MACs and ciphers of Mbed TLS by the record: run, kept, and timed for a board."""
