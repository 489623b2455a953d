"""What the single runs of 2007 show and do not show: python bench/openssh-2007/compare.py

They go through the statistics of `wirerate compare`: exact intervals of medians, nothing trimmed, no pairing where
there was none. The runs are in vectors/openssh-mac-2007.txt.
"""

from __future__ import annotations

from pathlib import Path

from wirerate.errors import UsageError
from wirerate.lab.ssh.mill.prediction import compressions
from wirerate.records import Interval, Measurement, Run
from wirerate.statistics import CONFIDENCE, median_interval, outliers, quotient
from wirerate.verdict import change

RUNS = Path(__file__).parents[2] / "vectors" / "openssh-mac-2007.txt"
FILE_BYTES = 2048 << 20
SCP_PACKET = 2064  # scp wrote 2 KiB at a time in 2007; with RFC 4253's header and padding
THRESHOLD = 0.05


def series() -> dict[str, list[float]]:
    """Seconds of every run, by series, in the order posted."""
    found: dict[str, list[float]] = {}
    for line in RUNS.read_text().splitlines():
        if line.startswith("scp "):
            fields = dict(word.split("=") for word in line.split()[1:])
            found.setdefault(fields["series"], []).append(float(fields["seconds"]))
    return found


def speedup(old: list[float], new: list[float]) -> Interval:
    """old / new of the medians; both intervals hold together with 95 %, because the runs are not paired."""
    each = 1 - (1 - CONFIDENCE) / 2
    return quotient(median_interval(old, each), median_interval(new, each))


def as_run(seconds: list[float]) -> Run:
    """A series as a run file would hold it."""
    samples = tuple(each * 1e9 for each in seconds)
    timed = Measurement(
        subject="aes256-cbc+hmac-md5",
        operation="transfer",
        bytes=FILE_BYTES,
        rounds=len(samples),
        ns=median_interval(samples),
        samples_ns=samples,
    )
    return Run(command="ssh", kind="ssh", environment=None, measurements=[timed])


def report() -> list[str]:
    runs = series()
    lines = []
    for name, seconds in runs.items():
        ns, far = median_interval(seconds), sum(outliers(seconds))
        lines.append(
            f"{name}: {ns.median:g} s ({ns.low:g} to {ns.high:g}), {len(seconds)} runs, {far} far from the rest"
        )
    for old, new in (("STD", "MAC"), ("STD", "HPN"), ("MAC", "HPN")):
        ratio = speedup(runs[old], runs[new])
        word = change.change(ratio, THRESHOLD)
        bounds = f"{ratio.median:.3f} ({ratio.low:.3f} to {ratio.high:.3f})"
        lines.append(f"{new} against {old}: {bounds} times as fast: {word} at a threshold of {THRESHOLD:.0%}")
    try:
        change.runs(as_run(runs["STD"]), as_run(runs["MAC"]), THRESHOLD)
    except UsageError as refusal:
        lines.append(f"compare, of two run files: {refusal}")
    saved = compressions("hmac-md5", SCP_PACKET, "rekey") / compressions("hmac-md5", SCP_PACKET, "reuse") - 1
    lines += [
        "They show: the MAC series was faster than the STD series, by more than chance within a series explains.",
        "They do not show that the kept context did it: the series ran one after the other, so whatever changed in "
        "between is in the ratio; no reference was measured in each that could be divided out; and the HPN series, "
        "which leaves the MAC alone, gained at least as much.",
        f"Nor could it have done much: of scp's packets it saves {saved:.1%} of the hashing alone, and AES-256-CBC, "
        "copies and a network of 1.12 ms come on top.",
    ]
    return lines


if __name__ == "__main__":
    print("\n".join(report()))
