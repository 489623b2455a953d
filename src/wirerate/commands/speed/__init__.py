# SPDX-License-Identifier: Apache-2.0 OR MIT
"""`speed`: how fast authenticators are on this machine."""

CALLS = {"speed": "speed"}
VIEWS = {"speed": "speed"}
