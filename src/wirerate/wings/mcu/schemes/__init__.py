# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Post-quantum schemes: built from the packages that have them, run, checked on the host, and stored."""
