# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The scheduler of all measurements (shuffled interleaving, A/A control, looks and stopping), and the conversion of
rounds to rows.
"""
