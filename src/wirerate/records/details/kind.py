# SPDX-License-Identifier: Apache-2.0 OR MIT
"""What every kind of detail is."""

from __future__ import annotations

import msgspec


class Detail(msgspec.Struct, frozen=True, kw_only=True, tag_field="kind"):
    """Every kind's base: it fixes the name of the field that tells them apart."""
