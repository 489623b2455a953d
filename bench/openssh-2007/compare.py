"""What the single runs of 2007 show and do not show: python bench/openssh-2007/compare.py

They go through the statistics of `wirerate compare`: exact intervals of medians, nothing trimmed, no pairing where
there was none. The runs are in src/wirerate/catalogue/openssh_2007.toml; `wirerate history openssh-2007` shows them.
"""

from __future__ import annotations

from wirerate.catalogue.history import openssh_2007_runs
from wirerate.errors import UsageError
from wirerate.records import Measurement, SpeedRun
from wirerate.statistics import median_interval, outliers
from wirerate.verdict import change
from wirerate.verdict.posted_runs import speedup
from wirerate.wings.ssh.mill import compressions

SCP_PACKET = 2064  # scp wrote 2 KiB at a time in 2007; with RFC 4253's header and padding
THRESHOLD = 0.05


def series() -> dict[str, list[float]]:
    """Seconds of every run, by series, in the order posted."""
    return {each.name: list(each.seconds) for each in openssh_2007_runs().series}


def as_run(seconds: list[float]) -> SpeedRun:
    """A series as a run file would hold it."""
    samples = tuple(each * 1e9 for each in seconds)
    timed = Measurement(
        subject="aes256-cbc+hmac-md5",
        operation="transfer",
        bytes=openssh_2007_runs().bytes,
        rounds=len(samples),
        ns=median_interval(samples),
        samples_ns=samples,
    )
    return SpeedRun(command="speed", environment=None, rows=[timed])


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
