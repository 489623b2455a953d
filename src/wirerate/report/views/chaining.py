"""K-way MD5's break-even in words: short messages lose, and from which length that ends."""

from __future__ import annotations

import re
from collections.abc import Iterable

from wirerate.records import Measurement
from wirerate.report import naming


def break_even_notes(measurements: Iterable[Measurement]) -> list[str]:
    """A sentence for each K-way subject under each condition, once."""
    return list(dict.fromkeys(_sentence(m) for m in measurements if _is_ways(m) and m.ns))


def _is_ways(m: Measurement) -> bool:
    return re.fullmatch(r"md5-x\d+", naming.algorithm(m.subject)) is not None


def _sentence(m: Measurement) -> str:
    name, over = naming.algorithm(m.subject), naming.short(str(m.extra.get("break_even_over", "")))
    if not over:
        return f"From which length {name} wins over md5 takes three lengths to tell: -l 64,576,1500."
    where = ", ".join(part for part in (naming.cache(m), naming.batch(m.batch)) if part)
    if "break_even_bytes" not in m.extra:
        return f"{name} never wins over {over} ({where})."
    return (
        f"{name} wins over {over} from {float(m.extra['break_even_bytes']):.0f} bytes ({where}); shorter messages lose."
    )
