# SPDX-License-Identifier: Apache-2.0 OR MIT
"""IPv6 AH over packets: captures signed and verified, and the ring that measures it."""

CALLS = {"ah_speed": "speed"}
VIEWS = {"ah": "view"}
RUNS = "rows"
