"""Words and settings that every command shares."""

from __future__ import annotations

CONTEXT = {"help_option_names": ["-h", "--help"], "max_content_width": 80}

INTERNAL_FIX = "a defect of wirerate: please report what the same command prints with WIRERATE_DEBUG=1 before it"
