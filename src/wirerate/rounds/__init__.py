# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The one scheduler of measurements: shuffled interleaving, an A/A control, when to look, when to stop; and the one way
from its rounds to a row."""
