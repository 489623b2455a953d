# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The whole packet path of the kernel that runs here: what each part of a gateway takes of a packet's time."""

CALLS = {"path": "answer"}
VIEWS = {"path": "view"}
RUNS = "run"
