# SPDX-License-Identifier: Apache-2.0 OR MIT
"""What a long call tells while it runs."""

from __future__ import annotations

from collections.abc import Callable

Progress = Callable[[float, str], None]  # share of the work done (0 to 1), what is running
