"""The answer to `ssh --mill`: 2007's figures first, then the table that they are read from."""

from __future__ import annotations

from wirerate.records import Run
from wirerate.report.paper import Paper, paper
from wirerate.report.table import to_text, wrap
from wirerate.report.views import mill

_PUBLISHED = (
    'OpenSSH, June 2007, arcfour on localhost: keeping HMAC-MD5\'s state gained 12 to 16 %, HMAC-SHA1 "even bigger"; '
    "UMAC-64 was 20 % faster than HMAC-MD5 and 28 % faster than HMAC-SHA1. At which packet size was not said. Here:"
)


def mill_text(run: Run, on: Paper | None = None) -> str:
    on = on or paper()
    found = mill.claims(run)
    lines = wrap(_PUBLISHED, on.width) if found else []
    for each in found:
        first, *rest = wrap(each, on.width - 2)
        lines += [f"  {first}", *(f"    {line}" for line in rest)]
    return on.fit("\n".join([*lines, "", to_text(mill.table(run), width=on.width, color=on.color)]))
