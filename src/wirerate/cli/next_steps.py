"""After a check: the three commands that a reader would most likely type next, filled in for this host."""

from __future__ import annotations

from wirerate.records import Run, Verdict

Step = tuple[str, str]  # command, why


def after_check(run: Run) -> list[Step]:
    """Nothing after a run without verdicts."""
    if not run.verdicts:
        return []
    unsure = any(v.verdict == "CANNOT TELL" for v in run.verdicts)
    second = ("wirerate doctor", "what on this host makes it hard to tell") if unsure else _keyed_state(run)
    return [_worst_case(run), second, ("wirerate report", "this run as one page with charts: report.html")]


def _worst_case(run: Run) -> Step:
    """The best that may be used, on the fastest link that it keeps up with, when all packets are small."""
    sound = [v for v in run.verdicts if v.permitted and v.headroom] or run.verdicts
    keeping_up = [v for v in sound if v.verdict == "KEEPS UP"] or sound
    best = max(keeping_up, key=lambda v: (-v.needs_ns, v.headroom.low if v.headroom else 0.0))
    protocol = best.under.protocol
    carried = f" --protocol {protocol}" if protocol not in ("none", "") else ""
    command = f"wirerate check {_algorithm(best)} --link {best.link} --packet 64{carried}"
    return command, "the worst case: small packets only"


def _keyed_state(run: Run) -> Step:
    """The first that has keyed state; where none has, the model."""
    keyed = [v for v in run.verdicts if v.under.keyed]
    if not keyed:
        return "wirerate model", "why MD5 has the speed it has"
    name = _algorithm(keyed[0])
    return f"wirerate speed {name} --keyed reuse,rekey,fresh --cache cold", "what keeping the keyed state is worth here"


def _algorithm(verdict: Verdict) -> str:
    return verdict.subject.partition("@")[0]
