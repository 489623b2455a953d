# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The version of wirerate. No other Python module states it."""

__version__ = "0.3.0"
VERSION_LINE = f"wirerate, version {__version__}"  # printed by --version
