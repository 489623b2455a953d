# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Firmware from source: fetched, compiled for a core, linked, and kept."""
