# SPDX-License-Identifier: Apache-2.0 OR MIT
"""`compare`: what changed between two runs, or who is faster of two subjects or two commands."""

CALLS = {"compare": "compare", "compare_commands": "command_lines", "compare_runs": "compare"}
VIEWS = {"compare": "compare"}
