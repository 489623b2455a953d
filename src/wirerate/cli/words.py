"""Words and settings that every command shares."""

from __future__ import annotations

CONTEXT = {"help_option_names": ["-h", "--help"], "max_content_width": 80}

INTERNAL_FIX = (
    "this is a defect of wirerate: run it again with WIRERATE_DEBUG=1 and report what it prints, with "
    "`wirerate doctor -J`, to the project's issue tracker"
)
