# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Names of subjects, conditions and verdicts in every table and chart, and definitions of the terms used there."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from wirerate.authenticators.subjects import RECEIVING
from wirerate.catalogue import standing
from wirerate.errors import UsageError
from wirerate.records import AnyRun, Conditions, Drift, Environment, KeptRun, Measurement, Verdict
from wirerate.report import numbers
from wirerate.report.table import Tone
from wirerate.verdict import CANNOT_TELL, FALLS_SHORT, KEEPS_UP, TIGHT
from wirerate.verdict.rules import MARGIN

MODES = {
    "reuse": "key schedule reused",
    "rekey": "key schedule recomputed",
    "fresh": "key schedule allocated and recomputed",
}
CACHES = {"warm": "warm", "llc": "LLC", "cold": "cold"}
ROLES = {"ceiling": "ceiling: ", "floor": "floor: "}
_NAMED_OPERATIONS = ("seal", *RECEIVING)


def algorithm(subject: str) -> str:
    return subject.partition("@")[0]


def short(subject: str) -> str:
    """Return the subject without its kernel: hmac-md5@wirerate."""
    name, at, implementation = subject.partition("@")
    if implementation.startswith((".", "/", "~")):  # a library by path: its slashes name no kernel
        return subject
    return name + at + implementation.partition("/")[0]


def shortest(subjects: Iterable[str]) -> dict[str, str]:
    """Return the shortest unambiguous label of each subject: the algorithm, then with @implementation, then /kernel."""
    wanted = sorted(set(subjects))
    labels = {}
    for subject in wanted:
        for form in (algorithm(subject), short(subject), subject):
            same = [s for s in wanted if form in (algorithm(s), short(s), s)]
            if len(same) == 1:
                break
        labels[subject] = form
    return labels


def historical(subject: str) -> bool:
    """Return whether the subject is MD5 or HMAC-MD5. RFC 1810 is about these two; charts draw them behind the MACs in
    use today."""
    return "md5" in algorithm(subject)


def usable(run: AnyRun, subject: str) -> bool:
    """Return whether the subject may be recommended: by the run's verdicts on it or, without any, by the catalogue."""
    name = algorithm(subject)
    judged_here = [v.permitted for v in run.verdicts if algorithm(v.subject) == name]
    if judged_here:
        return all(judged_here)
    try:
        return standing(name).sound
    except UsageError:
        return False


def aside(operation: str, keyed: str) -> str:
    """Return ' (open, rekey)': the operation unless it is the usual one, and the key schedule unless it is reused."""
    parts = [operation] if operation in _NAMED_OPERATIONS else []
    parts += [keyed] if keyed in ("rekey", "fresh") else []
    return f" ({', '.join(parts)})" if parts else ""


def row_name(measurement: Measurement, subject: str) -> str:
    return ROLES.get(measurement.role, "") + subject + aside(measurement.operation, measurement.keyed)


def batch(count: int) -> str:
    return "per packet" if count == 1 else f"batches of {count}"


def threads(count: int) -> str:
    return numbers.count(count, "thread")


def cache(row: Measurement | Conditions) -> str:
    if row.cache == "sweep" and row.working_set:
        return f"working set {numbers.size(row.working_set)}"
    return CACHES.get(row.cache, row.cache)


def message(row: Measurement | Conditions) -> str:
    """Return the message size, or the mix with its mean size."""
    if row.bytes is None:
        return row.packets
    octets = numbers.size(row.bytes)
    mixed = row.packets not in ("", f"{row.bytes:.0f}")
    return f"{row.packets} (mean {octets})" if mixed else octets


CONDITION_FIELDS = ("packets", "cache", "working_set", "batch", "threads")


def condition_figures(measurement: Measurement) -> tuple[str | int | None, ...]:
    """Return the parts of `condition` as export fields."""
    m = measurement
    return m.packets or None, m.cache, m.working_set, m.batch, m.threads


def condition(measurement: Measurement) -> str:
    parts = (message(measurement), cache(measurement), batch(measurement.batch), threads(measurement.threads))
    return " · ".join(part for part in parts if part)


@dataclass(frozen=True)
class Judged:
    """A verdict's words, sign and tone: never green for a subject that must not be used."""

    words: str
    glyph: str
    tone: Tone


_SHOWN: dict[str, tuple[str, Tone]] = {
    KEEPS_UP: ("✓", "good"),
    TIGHT: ("≈", "warn"),
    FALLS_SHORT: ("✗", "bad"),
    CANNOT_TELL: ("?", "unsure"),
}


def judged(verdict: Verdict) -> Judged:
    """Return a verdict's words with the objection: "KEEPS UP, MUST NOT BE USED (RFC 8221)"."""
    words = f"{verdict.verdict}, {verdict.objection}" if verdict.objection else verdict.verdict
    return Judged(words, *shown_as(verdict.verdict, permitted=verdict.permitted))


def shown_as(word: str, *, permitted: bool = True) -> tuple[str, Tone]:
    """Return the sign and the tone of a verdict."""
    return _SHOWN.get(word, _SHOWN[CANNOT_TELL]) if permitted else ("⊘", "bad")


PEER_NAMES = {"openssl": "OpenSSL", "nettle": "Nettle"}


def with_version(run: AnyRun, subject: str) -> str:
    """Return 'aes-128-gcm (OpenSSL 3.0.19)'."""
    name, _, implementation = short(subject).partition("@")
    peers = run.environment.peers if run.environment else ()
    version = next((peer.version for peer in peers if peer.name == implementation), "")
    number = next((word for word in version.split() if word[:1].isdigit()), "")
    title = PEER_NAMES.get(implementation, implementation)
    return f"{name} ({title} {number})" if number else f"{name} ({title})" if title else name


def hardware(run: AnyRun) -> str:
    """Return the CPU, its clock, the cores, the hypervisor and the kernel in use; of a fleet, the number of hosts."""
    env = run.environment
    if env is None and run.hosts:
        return numbers.count(len(run.hosts), "host")
    if env is None:
        return "hardware not recorded in this run"
    clock = f" at {run.core_hz / 1e9:.2f} GHz" if run.core_hz else ""
    cores = numbers.count(env.cores, "core")
    virtual = f", virtual machine ({env.virtual})" if env.virtual else ""
    return f"{env.cpu}{clock}, {cores}{virtual}, wirerate {env.wirerate} with kernel {env.kernel}"


def drift(run: AnyRun) -> str:
    """Return how this run differs from an earlier one of the same question, and how the clock moved."""
    findings = run.findings
    if not isinstance(findings, Drift):
        return ""
    clauses = [*(_compared_with_kept(findings.kept, run.environment) if findings.kept else ())]
    if clock := findings.clock:
        one_way = abs(clock.last / clock.first - 1) > (clock.high / clock.low - 1) / 2
        between = f"moved between {_ghz(clock.low)} and {_ghz(clock.high)} GHz"
        change = _changed(clock.first, clock.last) if one_way else between
        clauses.append(f"the clock {change} during this run")
    if findings.widened_by:
        clauses.append(f"intervals also cover {numbers.count(findings.widened_by, 'earlier run')}")
    sentence = "; ".join(clauses)
    return f"{sentence[0].upper()}{sentence[1:]}." if sentence else ""


def _compared_with_kept(kept: KeptRun, environment: Environment | None) -> Iterator[str]:
    day, _, time = kept.date.partition("T")
    today = environment and environment.date.startswith(day)
    when = f"at {time[:5]} UTC" if today else f"of {day}, {time[:5]} UTC"
    difference = f"{numbers.percent(abs(kept.speed - 1))} {'slower' if kept.speed < 1 else 'faster'} than"
    some = f"{kept.apart} of {kept.compared} figures are {difference} in the run {when}"
    yield some if kept.apart < kept.compared else f"{difference} the run {when}"
    if kept.core_hz and kept.core_hz_then:
        yield f"the clock {_changed(kept.core_hz_then, kept.core_hz)}"


def _changed(before: float, now: float) -> str:
    if abs(now / before - 1) < _SAME_CLOCK:
        return f"was the same, {_ghz(now)} GHz"
    return f"{'fell' if now < before else 'rose'} from {_ghz(before)} to {_ghz(now)} GHz"


def _ghz(hertz: float) -> str:
    return f"{hertz / 1e9:.2f}"


_SAME_CLOCK = 0.01  # the clock is measured to within half a per cent


HEADROOM = (
    f"Headroom: time available per packet ÷ time needed. ×1 is line rate; ×{MARGIN} or more KEEPS UP, "
    "×1 or more is TIGHT."
)
UNIT = "A unit of time is the time of one operation."
SCHEDULE = (
    "in each unit of time, every operation whose operands are ready may start, those with the longest dependency chain "
    "to the end first"
)
_CACHE_STATES = {
    "cold": "Cold: packets are read from memory.",
    "llc": "LLC: from the last-level cache, where a NIC with DDIO writes them.",
    "warm": "Warm: from the core's own caches.",
}


def caches_explained(names: Iterable[str]) -> str:
    """Return the definitions of the cache states shown."""
    shown = set(names)
    return " ".join(text for name, text in _CACHE_STATES.items() if name in shown)
