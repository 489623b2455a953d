# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Find what disturbs measurements or slows authenticators on this host, with the reason and a fix."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from wirerate.errors import install
from wirerate.host import machine, meter
from wirerate.system import MEASURES, elsewhere

_WATCH_S = 0.5  # how long stolen time is counted, in seconds
_STOLEN = 0.01  # share of stolen time above which differences of 1 % cannot be measured
_BUSY = 0.25  # share of a core that other programs may use before a warning


@dataclass(frozen=True)
class Finding:
    """A finding. Its `severity` is "warning" if it makes results worse, and "note" if it only makes some results
    unavailable.
    """

    code: str
    severity: str
    problem: str
    reason: str
    fix: str

    @property
    def message(self) -> str:
        return f"{self.problem}: {self.reason}"


def emulated(program: str) -> tuple[str, str, str]:
    """Return problem, reason and fix if an emulator runs this program."""
    return (
        f"this processor is emulated by {program}",
        "all times are the emulator's, so they mean nothing",
        "measure on the real processor; an emulator can only check that results are right",
    )


def throttled(quota: float) -> tuple[str, str, str]:
    """Return problem, reason and fix if a container's CPU quota is less than its number of CPUs."""
    return (
        f"this container may use {quota:.3g} CPUs' worth of time, but sees {machine.cores()} CPUs",
        "once it is used up, the container is paused until the next tenth of a second, even within a round",
        "give the container whole CPUs: docker run --cpus, limits.cpu in Kubernetes, CPUQuota= in systemd",
    )


def examine() -> list[Finding]:
    """Return the findings on this host, warnings first, after half a second in which stolen time is counted."""
    if not MEASURES:
        return [Finding("elsewhere", "warning", *elsewhere())]
    probes: tuple[Callable[[], Iterator[Finding]], ...] = (
        _emulated,
        _stolen,
        _quota,
        _load,
        _hidden_features,
        _governor,
        _boost,
        _siblings,
        _few_cores,
        _counters,
        _huge_pages,
        _peers,
    )
    findings = [finding for probe in probes for finding in probe()]
    return sorted(findings, key=lambda finding: finding.severity != "warning")


def _emulated() -> Iterator[Finding]:
    if program := machine.emulator():
        yield Finding("emulated", "warning", *emulated(program))


def _quota() -> Iterator[Finding]:
    quota = machine.cpu_quota()
    if quota is not None and quota < machine.cores():
        yield Finding("quota", "warning", *throttled(quota))


def _stolen() -> Iterator[Finding]:
    before = _steal_ticks()
    time.sleep(_WATCH_S)
    after = _steal_ticks()
    if before is None or after is None:
        return
    share = (after - before) / os.sysconf("SC_CLK_TCK") / (_WATCH_S * (os.cpu_count() or 1))
    if share > _STOLEN:
        yield Finding(
            "stolen-time",
            "warning",
            f"the hypervisor took {share * 100:.0f} % of this machine's CPU time",
            "other machines use the same cores, which makes intervals wide",
            "measure at a quieter time, or on a dedicated instance; -t 60 measures more rounds",
        )


def _load() -> Iterator[Finding]:
    running = os.getloadavg()[0]
    free = machine.cores() - running
    if free < 1 - _BUSY:
        yield Finding(
            "load",
            "warning",
            f"{running:.1f} tasks are running on {machine.cores()} cores",
            "they interrupt rounds and share caches and clock rate",
            "find them with: top -o %CPU",
        )


def _hidden_features() -> Iterator[Finding]:
    cpu = machine.cpu()
    if cpu.hidden_flags:
        yield Finding(
            "hidden-features",
            "warning",
            f"{cpu.name} has {' '.join(cpu.hidden_flags)}, but this virtual machine hides that",
            "authenticators use slower code, and a different one may be the fastest",
            "pass the host's CPU model through: qemu -cpu host, libvirt <cpu mode='host-passthrough'/>",
        )


def _governor() -> Iterator[Finding]:
    governor = machine.setting("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor")
    if governor and governor != "performance":
        yield Finding(
            "governor",
            "warning",
            f"the frequency governor is {governor}",
            "short rounds end before the clock reaches its full rate",
            "sudo cpupower frequency-set -g performance",
        )


def _boost() -> Iterator[Finding]:
    if machine.setting("/sys/devices/system/cpu/cpufreq/boost") == "1" or (
        machine.setting("/sys/devices/system/cpu/intel_pstate/no_turbo") == "0"
    ):
        yield Finding(
            "boost",
            "note",
            "the clock boosts above its nominal frequency",
            "a hot machine is slower than a cool one; paired comparisons are not affected",
            "for steady absolute figures: echo 0 | sudo tee /sys/devices/system/cpu/cpufreq/boost",
        )


def _siblings() -> Iterator[Finding]:
    if machine.setting("/sys/devices/system/cpu/smt/active") == "1":
        yield Finding(
            "smt",
            "note",
            "every core runs two threads",
            "a program on the sibling CPU uses part of the core, and no counter shows that",
            "keep the sibling idle, or: echo off | sudo tee /sys/devices/system/cpu/smt/control",
        )
    elif machine.cores() > 1 and machine.hypervisor(machine.cpu().features):
        yield Finding(
            "hidden-siblings",
            "note",
            "this virtual machine does not report which CPUs share a core",
            "two threads may share one core and do less than twice the work",
            "measure what a second thread adds: wirerate check --threads 2",
        )


def _few_cores() -> Iterator[Finding]:
    if machine.cores() < 2:
        yield Finding(
            "one-core",
            "warning",
            "this process may use only one core",
            "every other program on it interrupts the rounds",
            "allow it two: taskset -c 0,1 wirerate …",
        )


def _counters() -> Iterator[Finding]:
    level = machine.setting("/proc/sys/kernel/perf_event_paranoid")
    if not Path("/sys/bus/event_source/devices/cpu").is_dir() or (level.lstrip("-").isdigit() and int(level) > 2):
        yield Finding(
            "no-counters",
            "note",
            "the CPU's cycle counter cannot be read",
            "core cycles are estimated from a clock rate measured with a chain of dependent additions",
            "on bare metal, type: sudo sysctl kernel.perf_event_paranoid=1; a virtual machine may have no counters",
        )


def _huge_pages() -> Iterator[Finding]:
    if "[never]" in machine.setting("/sys/kernel/mm/transparent_hugepage/enabled"):
        yield Finding(
            "huge-pages",
            "warning",
            "transparent huge pages are off",
            "cold measurements include page walks, which a network stack's buffers may avoid",
            "echo madvise | sudo tee /sys/kernel/mm/transparent_hugepage/enabled",
        )


def _peers() -> Iterator[Finding]:
    for peer in meter.peers():
        if peer.absent:
            yield Finding(
                f"missing-{peer.name}",
                "note",
                f"{peer.name} is absent: {peer.absent}",
                "its authenticators cannot be measured or recommended",
                INSTALL_COMMANDS[peer.name],
            )


INSTALL_COMMANDS = {
    "openssl": "sudo apt install libssl3",
    "nettle": "sudo apt install libnettle8",
    "ipsec-mb": "sudo apt install libipsec-mb1",
    "wirerate": install("", "--force-reinstall"),
}


def _steal_ticks() -> int | None:
    fields = machine.setting("/proc/stat").partition("\n")[0].split()
    return int(fields[8]) if len(fields) > 8 else None
