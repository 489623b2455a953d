# SPDX-License-Identifier: Apache-2.0 OR MIT
"""`wirerate ah`: sign and verify IPv6 packets with the Authentication Header (AH), and measure its speed."""

CALLS = {"ah_speed": "speed"}
VIEWS = {"ah": "view"}
RUNS = "rows"
