"""Evaluate the runs posted to the OpenSSH list in 2007: python bench/openssh-2007/compare.py

They are evaluated with the statistics of `wirerate compare`: exact intervals of medians, no trimming, and no pairing,
because the runs were not paired. The runs are in src/wirerate/catalogue/openssh_2007.toml;
`wirerate history openssh-2007` shows them.
"""

from __future__ import annotations

from wirerate.catalogue.history import openssh_2007_runs
from wirerate.errors import UsageError
from wirerate.records import Measurement, SpeedRun
from wirerate.statistics import median_interval, outliers
from wirerate.verdict import change
from wirerate.verdict.posted_runs import speedup
from wirerate.wings.ssh.mill import compressions

SCP_PACKET = 2064  # the 2 KiB that scp wrote at a time in 2007, with RFC 4253's header and padding
THRESHOLD = 0.05


def series() -> dict[str, list[float]]:
    """Return the seconds of every run by series, in the order posted."""
    return {entry.name: list(entry.seconds) for entry in openssh_2007_runs().series}


def as_run(seconds: list[float]) -> SpeedRun:
    """Return a series as a run, as a run file would contain it."""
    samples = tuple(second * 1e9 for second in seconds)
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
        lines.append(f"{name}: {ns.median:g} s ({ns.low:g} to {ns.high:g}), {len(seconds)} runs, outliers: {far}")
    for old, new in (("STD", "MAC"), ("STD", "HPN"), ("MAC", "HPN")):
        ratio = speedup(runs[old], runs[new])
        word = change.change(ratio, THRESHOLD)
        bounds = f"{ratio.median:.3f} ({ratio.low:.3f} to {ratio.high:.3f})"
        lines.append(f"{new} is {bounds} times as fast as {old}: {word} at a threshold of {THRESHOLD:.0%}")
    try:
        change.runs(as_run(runs["STD"]), as_run(runs["MAC"]), THRESHOLD)
    except UsageError as refusal:
        lines.append(f"compare rejects the two run files: {refusal}")
    saved = compressions("hmac-md5", SCP_PACKET, "rekey") / compressions("hmac-md5", SCP_PACKET, "reuse") - 1
    lines += [
        "The MAC series was faster than the STD series by more than the variation within a series explains.",
        "That does not prove that reusing the MAC context is the cause. The series ran one after the other, so the "
        "ratio includes anything that changed in between. No series contains a reference measurement to correct for "
        "it. And the HPN series, which does not change the MAC, gained at least as much.",
        f"Reusing the context can only have a small effect: for scp's packets it saves {saved:.1%} of the hashing, and "
        "hashing is only a part of the time beside AES-256-CBC, copying and a network of 1.12 ms.",
    ]
    return lines


if __name__ == "__main__":
    print("\n".join(report()))
