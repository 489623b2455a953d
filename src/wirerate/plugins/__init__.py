# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Plugins that use the library in other programs: one module per program. wirerate itself imports none of them."""
