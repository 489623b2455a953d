# SPDX-License-Identifier: Apache-2.0 OR MIT
"""How subjects, conditions and verdicts are named in every table and chart, and the words that figures rest on, each
explained where it first stands: in an answer, a table's note, a page."""

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

MODES = {"reuse": "keyed state kept", "rekey": "keyed anew per packet", "fresh": "state allocated anew per packet"}
CACHES = {"warm": "warm", "llc": "in last-level cache", "cold": "cold"}
ROLES = {"ceiling": "ceiling: ", "floor": "floor: "}
_TOLD = ("seal", *RECEIVING)


def algorithm(subject: str) -> str:
    return subject.partition("@")[0]


def short(subject: str) -> str:
    """Without the kernel, which the environment names: hmac-md5@wirerate."""
    name, at, implementation = subject.partition("@")
    if implementation.startswith((".", "/", "~")):  # a library by path: its slashes name no kernel
        return subject
    return name + at + implementation.partition("/")[0]


def shortest(subjects: Iterable[str]) -> dict[str, str]:
    """The shortest label of each subject that still tells it from the others: algorithm, then @who, then /kernel."""
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
    """MD5 and its HMAC: RFC 1810's case, drawn behind the MACs in use today."""
    return "md5" in algorithm(subject)


def usable(run: AnyRun, subject: str) -> bool:
    """Whether it may be shown as good: by the run's verdicts on it, else by the catalogue."""
    name = algorithm(subject)
    judged_here = [v.permitted for v in run.verdicts if algorithm(v.subject) == name]
    if judged_here:
        return all(judged_here)
    try:
        return standing(name).sound
    except UsageError:
        return False


def aside(operation: str, keyed: str) -> str:
    """' (open, rekey)': what a row does to messages beside tagging them, and keyed state that is not kept."""
    told = [operation] if operation in _TOLD else []
    told += [keyed] if keyed in ("rekey", "fresh") else []
    return f" ({', '.join(told)})" if told else ""


def row_name(measurement: Measurement, subject: str) -> str:
    return ROLES.get(measurement.role, "") + subject + aside(measurement.operation, measurement.keyed)


def batch(count: int) -> str:
    return "per packet" if count == 1 else f"batches of {count}"


def threads(count: int) -> str:
    return numbers.count(count, "thread")


def cache(given: Measurement | Conditions) -> str:
    if given.cache == "sweep" and given.working_set:
        return f"working set {numbers.size(given.working_set)}"
    return CACHES.get(given.cache, given.cache)


def message(given: Measurement | Conditions) -> str:
    """What one message is: a size, or a mix with its mean."""
    if given.bytes is None:
        return given.packets
    octets = numbers.size(given.bytes)
    mixed = given.packets not in ("", f"{given.bytes:.0f}")
    return f"{given.packets} (mean {octets})" if mixed else octets


CONDITION_FIELDS = ("packets", "cache", "working_set", "batch", "threads")


def condition_figures(measurement: Measurement) -> tuple[str | int | None, ...]:
    """What `condition` says, part by part; the bytes are those of each row."""
    m = measurement
    return m.packets or None, m.cache, m.working_set, m.batch, m.threads


def condition(measurement: Measurement) -> str:
    parts = (message(measurement), cache(measurement), batch(measurement.batch), threads(measurement.threads))
    return " · ".join(part for part in parts if part)


@dataclass(frozen=True)
class Judged:
    """A verdict as it may be shown: never green where the policy forbids the subject."""

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
    """With what speaks against it: "KEEPS UP, MUST NOT BE USED (RFC 8221)"."""
    words = f"{verdict.verdict}, {verdict.objection}" if verdict.objection else verdict.verdict
    return Judged(words, *shown_as(verdict.verdict, permitted=verdict.permitted))


def shown_as(word: str, *, permitted: bool = True) -> tuple[str, Tone]:
    """Sign and tone of a verdict's word where there is no room for the sentence."""
    return _SHOWN.get(word, _SHOWN[CANNOT_TELL]) if permitted else ("⊘", "bad")


def hardware(run: AnyRun) -> str:
    """The line under every table and chart: CPU, cores, kernel in use, hypervisor; of a fleet, how many hosts."""
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
    """Why another run of the same question may say something else, in a sentence; empty where nothing moved."""
    found = run.findings
    if not isinstance(found, Drift):
        return ""
    said = [*(_beside_kept(found.kept, run.environment) if found.kept else ())]
    if clock := found.clock:
        one_way = abs(clock.last / clock.first - 1) > (clock.high / clock.low - 1) / 2
        between = f"moved between {_ghz(clock.low)} and {_ghz(clock.high)} GHz"
        how = _changed(clock.first, clock.last) if one_way else between
        said.append(f"the clock {how} during this run")
    if found.widened_by:
        said.append(f"intervals cover {numbers.count(found.widened_by, 'kept run')} too")
    if not said:
        return ""
    return f"{said[0][0].upper()}{said[0][1:]}{''.join(f'; {each}' for each in said[1:])}."


def _beside_kept(kept: KeptRun, here: Environment | None) -> Iterator[str]:
    day, _, time = kept.date.partition("T")
    when = f"at {time[:5]} UTC" if here and here.date.startswith(day) else f"of {day}, {time[:5]} UTC"
    apart = f"{numbers.percent(abs(kept.speed - 1))} {'slower' if kept.speed < 1 else 'faster'} than"
    some = f"{kept.apart} of {kept.compared} figures are {apart} in the run {when}"
    yield some if kept.apart < kept.compared else f"{apart} the run {when}"
    if kept.core_hz and kept.core_hz_then:
        yield f"the clock {_changed(kept.core_hz_then, kept.core_hz)}"


def _changed(before: float, now: float) -> str:
    if abs(now / before - 1) < _SAME_CLOCK:
        return f"was the same, {_ghz(now)} GHz"
    return f"{'fell' if now < before else 'rose'} from {_ghz(before)} to {_ghz(now)} GHz"


def _ghz(hertz: float) -> str:
    return f"{hertz / 1e9:.2f}"


_SAME_CLOCK = 0.01  # it is known within half a per cent


HEADROOM = f"Headroom: the time that there is, divided by the time that it takes; ×1 is line rate, ×{MARGIN} keeps up."
UNIT = "A unit of time is what one operation takes."
SCHEDULE = (
    "in each unit of time those operations start whose operands are there, the ones with the longest way to the end "
    "first"
)
_FROM = {
    "warm": "Warm: the bytes come from the core's nearest caches",
    "llc": "in last-level cache: from there, where network cards put packets",
    "cold": "cold: from memory",
}


def caches_explained(names: Iterable[str]) -> str:
    """Where the bytes come from, of the cache states that are shown; empty where there is none of them."""
    shown = set(names)
    told = "; ".join(text for name, text in _FROM.items() if name in shown)
    return f"{told[0].upper()}{told[1:]}." if told else ""
