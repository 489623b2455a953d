# SPDX-License-Identifier: Apache-2.0 OR MIT
"""`mcu grid`: the slides' whole grid; operations as `mcu` shows them."""

from __future__ import annotations

from wirerate.wings.mcu.view.operations import page, table, text

__all__ = ["page", "table", "text"]
