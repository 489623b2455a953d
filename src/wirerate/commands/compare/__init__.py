# SPDX-License-Identifier: Apache-2.0 OR MIT
"""`compare`: which of two subjects or command lines is faster, and what changed between two runs."""

CALLS = {"compare": "compare", "compare_commands": "command_lines", "compare_runs": "compare"}
VIEWS = {"compare": "compare"}
