# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The one place in Python that knows the version."""

__version__ = "0.3.0"
SAID = f"wirerate, version {__version__}"  # what --version prints
