# SPDX-License-Identifier: Apache-2.0 OR MIT
"""`wirerate path`: how much of a packet's processing time in this kernel is forwarding, protocol and crypto."""

CALLS = {"path": "answer"}
VIEWS = {"path": "view"}
RUNS = "run"
