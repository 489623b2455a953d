# SPDX-License-Identifier: Apache-2.0 OR MIT
"""What on this host spoils measurements or makes authenticators slow: each finding says what, why, and what to type."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from wirerate.errors import install
from wirerate.host import machine, meter
from wirerate.system import MEASURES, elsewhere

_WATCH_S = 0.5  # how long stolen time is watched
_STOLEN = 0.01  # share above which a comparison at 1 % is hopeless
_BUSY = 0.25  # of a core, taken by others


@dataclass(frozen=True)
class Finding:
    """One thing found. `severity` is "warning" where results suffer, "note" where they are only less rich."""

    code: str
    severity: str
    what: str
    why: str
    fix: str

    @property
    def message(self) -> str:
        return f"{self.what}: {self.why}"


def emulated(program: str) -> tuple[str, str, str]:
    """What, why, and what to type, where an emulator stands for the processor."""
    return (
        f"this processor is emulated by {program}",
        "its times are the emulator's, and every figure is meaningless",
        "measure on the processor itself; here, only whether answers are right can be seen",
    )


def throttled(quota: float) -> tuple[str, str, str]:
    """Likewise, where a container has less time than it sees CPUs."""
    return (
        f"this container may use {quota:.3g} CPUs' time, of the {machine.cores()} that it sees",
        "when that is spent, everything in it stops until the next tenth of a second, in the middle of rounds too",
        "give it whole CPUs: docker run --cpus, limits.cpu in Kubernetes, CPUQuota= in systemd; or measure outside",
    )


def examine() -> list[Finding]:
    """Everything found on this host, warnings first. Takes about half a second, to see whether time is stolen."""
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
    found = [finding for probe in probes for finding in probe()]
    return sorted(found, key=lambda finding: finding.severity != "warning")


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
            "others run on the same cores, and intervals get wide",
            "measure at a quieter hour, or on a dedicated instance; -t 60 gives more rounds",
        )


def _load() -> Iterator[Finding]:
    running = os.getloadavg()[0]
    free = machine.cores() - running
    if free < 1 - _BUSY:
        yield Finding(
            "load",
            "warning",
            f"{running:.1f} tasks want {machine.cores()} cores",
            "rounds are interrupted, and caches and clock are shared",
            "see who it is with: top -o %CPU",
        )


def _hidden_features() -> Iterator[Finding]:
    cpu = machine.cpu()
    if cpu.hidden_flags:
        yield Finding(
            "hidden-features",
            "warning",
            f"{cpu.name} has {' '.join(cpu.hidden_flags)}, but this machine does not show it",
            "authenticators fall back to slower code, and the order of the fastest may turn round",
            "ask for the host's CPU model: qemu -cpu host, libvirt <cpu mode='host-passthrough'/>",
        )


def _governor() -> Iterator[Finding]:
    governor = machine.setting("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor")
    if governor and governor != "performance":
        yield Finding(
            "governor",
            "warning",
            f"the frequency governor is {governor}",
            "short rounds run before the clock has risen",
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
            "a warm machine is slower than a cool one; paired comparisons are not affected",
            "for steady absolute numbers: echo 0 | sudo tee /sys/devices/system/cpu/cpufreq/boost",
        )


def _siblings() -> Iterator[Finding]:
    if machine.setting("/sys/devices/system/cpu/smt/active") == "1":
        yield Finding(
            "smt",
            "note",
            "cores run two threads each",
            "whatever runs on the sibling takes part of the core, and no counter shows it",
            "keep the sibling idle, or: echo off | sudo tee /sys/devices/system/cpu/smt/control",
        )
    elif machine.cores() > 1 and machine.hypervisor(machine.cpu().features):
        yield Finding(
            "hidden-siblings",
            "note",
            "this virtual machine does not tell which of its CPUs share a core",
            "two threads may have one core between them, and then do not do twice as much",
            "see what a second thread adds: wirerate check --threads 2",
        )


def _few_cores() -> Iterator[Finding]:
    if machine.cores() < 2:
        yield Finding(
            "one-core",
            "warning",
            "this process may use one core only",
            "everything else on the machine interrupts the rounds",
            "allow it two: taskset -c 0,1 wirerate …",
        )


def _counters() -> Iterator[Finding]:
    level = machine.setting("/proc/sys/kernel/perf_event_paranoid")
    if not Path("/sys/bus/event_source/devices/cpu").is_dir() or (level.lstrip("-").isdigit() and int(level) > 2):
        yield Finding(
            "no-counters",
            "note",
            "the CPU's cycle counter cannot be read",
            "core cycles come from a clock calibrated by a chain of dependent adds",
            "on bare metal: sudo sysctl kernel.perf_event_paranoid=1",
        )


def _huge_pages() -> Iterator[Finding]:
    if "[never]" in machine.setting("/sys/kernel/mm/transparent_hugepage/enabled"):
        yield Finding(
            "huge-pages",
            "warning",
            "transparent huge pages are off",
            "cold measurements then pay for page walks, which a network stack's buffers may not",
            "echo madvise | sudo tee /sys/kernel/mm/transparent_hugepage/enabled",
        )


def _peers() -> Iterator[Finding]:
    for peer in meter.peers():
        if peer.absent:
            yield Finding(
                f"missing-{peer.name}",
                "note",
                f"{peer.name} is absent: {peer.absent}",
                "its authenticators cannot be compared or proposed",
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
