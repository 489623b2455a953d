# SPDX-License-Identifier: Apache-2.0 OR MIT
"""`speed`: how fast authenticators are."""

CALLS = {"speed": "speed"}
VIEWS = {"speed": "speed"}
