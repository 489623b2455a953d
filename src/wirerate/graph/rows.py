"""The model's answers as records: `basis` modelled, a range without a confidence, what is unknown named."""

from __future__ import annotations

from wirerate.graph.against import Against, inner_algorithm
from wirerate.graph.bounds import Bound
from wirerate.graph.costs import Core
from wirerate.records import Interval, Measurement


def bound_row(subject: str, about: Core, low: Bound, high: Bound, clock: float) -> Measurement:
    """A bound; its time is known where the clock is."""
    size = low.cycles / low.cycles_per_byte
    unknowns = _unknowns(about, low, high)
    ns = None
    if clock:
        at_least, at_most = low.cycles / clock * 1e9, high.cycles / clock * 1e9
        ns = Interval(at_least, at_least, max(at_least, at_most), None, unknowns)
    return Measurement(
        subject=subject,
        basis="modelled",
        operation="hash",
        bytes=size,
        ns=ns,
        core_cycles=low.cycles_per_byte,
        extra={
            "what": "bound",
            "cpu": about.name,
            "ways": low.ways,
            "unit": low.unit,
            "cycles_per_byte_low": low.cycles_per_byte,
            "cycles_per_byte_high": max(low.cycles_per_byte, high.cycles_per_byte),
            "latency": low.latency,
            "issue": low.issue,
            "lanes": low.lanes,
            "limit": low.limit,
            "rewrites": ", ".join(low.rewrites),
            "unknowns": ", ".join(unknowns),
            **left_out(subject),
        },
    )


def left_out(subject: str) -> dict[str, float | int | str]:
    """What a subject does that its graph has not."""
    found = inner_algorithm(subject)
    return {"left_out": found[0].left_out} if found and found[0].left_out else {}


def beside_row(found: Against, about: Core, clock: float) -> Measurement:
    """A measured figure with its bound."""
    row = bound_row(found.subject, about, found.low, found.high, clock)
    row.batch = found.batch
    row.extra |= {
        "what": "beside",
        "measured_cycles_per_byte": found.measured,
        "ratio": found.ratio,
        "sentence": found.sentence,
    }
    return row


def _unknowns(about: Core, low: Bound, high: Bound) -> tuple[str, ...]:
    """What makes a bound's two ends differ."""
    if high.cycles_per_byte <= low.cycles_per_byte:
        return ()
    costs = about.units[low.unit].costs.values()
    unverified = any(not cost.verified for cost in costs)
    return (
        f"latencies of the {low.unit} unit"
        + (", some unverified" if unverified else " depend on the scheduler's load"),
    )
