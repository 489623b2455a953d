# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Read what Linux reports about the machine: processor, caches, clock rates, network cards and cgroup limits.

Also detects emulation. Nothing is changed.
"""

from __future__ import annotations

import contextlib
import os
import platform
import re
import subprocess
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from threading import Thread

from msgspec.structs import replace

from wirerate._version import __version__
from wirerate.authenticators.kernels import kernel_in_use
from wirerate.errors import UsageError
from wirerate.graph.processors import identified_core
from wirerate.host import cpu_features, meter
from wirerate.links import Link, format_rate, parse_link
from wirerate.records import CpuCache, Environment
from wirerate.system import processors

_CPU = Path("/sys/devices/system/cpu")
_UNITS = {"": 1, "K": 1 << 10, "M": 1 << 20, "G": 1 << 30}


@dataclass(frozen=True)
class Cpu:
    """The first processor in /proc/cpuinfo."""

    name: str
    vendor: str
    family: int
    model: int
    features: frozenset[str]

    @property
    def flags(self) -> tuple[str, ...]:
        """Return the features that some authenticator can use."""
        return tuple(flag for flag in cpu_features.MATTER if flag in self.features)

    @property
    def hidden_flags(self) -> tuple[str, ...]:
        return cpu_features.hidden(self.vendor, self.family, self.model, self.features)


def environment() -> Environment:
    """Return this machine, its software, and its clock rates at this moment (takes about 30 ms)."""
    return complete_environment(quick_environment())


def environment_in_background() -> Callable[[], Environment]:
    """Collect the environment in a background thread, for commands that do not time anything.

    Call the returned function to wait for the result.
    """
    results: list[Environment] = []
    thread = Thread(target=lambda: results.append(environment()), daemon=True)
    thread.start()

    def wait() -> Environment:
        thread.join()
        return results[0] if results else environment()  # raises the error that occurred in the thread

    return wait


def quick_environment() -> Environment:
    """Return the environment without the parts that take time to measure."""
    processor = cpu()
    return Environment(
        wirerate=__version__,
        date=datetime.now(UTC).isoformat(timespec="seconds").replace("+00:00", "Z"),
        host=os.uname().nodename,
        cpu=processor.name,
        cores=cores(),
        memory_bytes=memory_bytes(),
        caches=caches(),
        flags=processor.flags,
        hidden_flags=processor.hidden_flags,
        virtual="",
        os=f"{_distribution()}, {os.uname().sysname} {os.uname().release}",
        compiler=meter.compiler(),
        kernel=kernel_in_use(),
        core_hz=0,
        tick_hz=0,
        core="",
        peers=meter.peers(),
    )


def complete_environment(glance: Environment) -> Environment:
    """Add the parts that take time: clock rates, the hypervisor, and the name of the core in cores.toml."""
    processor = cpu()
    known = identified_core(processor.vendor, processor.family, processor.model)
    return replace(
        glance,
        virtual=hypervisor(processor.features),
        core_hz=meter.core_hz(),
        tick_hz=meter.tick_hz(),
        core=known.name if known else "",
    )


def cpu(cpuinfo: str | None = None) -> Cpu:
    """Read the processor of this machine, or of the given text of /proc/cpuinfo."""
    if cpuinfo is None and (program := emulator()):  # under emulation, /proc/cpuinfo describes the host's processor
        return Cpu(f"{os.uname().machine} emulated by {program}", "", -1, -1, frozenset())
    text = _read(Path("/proc/cpuinfo")) if cpuinfo is None else cpuinfo
    fields = dict(re.findall(r"^([^\t:]+?)\s*:[ \t]*(.*)$", text.split("\n\n")[0], re.MULTILINE))
    name = fields.get("model name") or fields.get("CPU part") or os.uname().machine
    features = fields.get("flags") or fields.get("Features") or ""
    family, model = _number(fields.get("cpu family")), _number(fields.get("model"))
    # hypervisors shorten names, so two processors called "AMD EPYC" may differ
    if family >= 0 and not re.search(r"\d", name):
        name = f"{name.strip()} (family {family}, model {model})"
    return Cpu(name.strip(), fields.get("vendor_id", ""), family, model, frozenset(features.split()))


def caches(cpu_folder: Path = _CPU / "cpu0") -> tuple[CpuCache, ...]:
    """Return the data caches of a core, from the first level on."""
    data_caches = []
    for index in sorted((cpu_folder / "cache").glob("index*")):
        kind, level = _read(index / "type").strip(), _read(index / "level").strip()
        size = re.fullmatch(r"(\d+)([KMG]?)", _read(index / "size").strip())
        if size and kind in ("Data", "Unified"):
            name = f"L{level}{'d' if kind == 'Data' else ''}"
            data_caches.append(CpuCache(name=name, bytes=int(size[1]) * _UNITS[size[2]]))
    return tuple(data_caches)


def cores() -> int:
    """Return the number of logical processors that this process may use."""
    return len(processors())


def physical_first(cpus: Iterable[int]) -> tuple[tuple[int, ...], int]:
    """Return the CPUs in the order in which threads should use them, and the number of physical cores.

    The first CPU of each physical core comes before the siblings.
    """
    first: dict[str, int] = {}
    siblings = []
    for cpu in sorted(cpus):
        core = setting(f"/sys/devices/system/cpu/cpu{cpu}/topology/thread_siblings_list") or str(cpu)
        if core in first:
            siblings.append(cpu)
        first.setdefault(core, cpu)
    return (*first.values(), *siblings), len(first)


def memory_bytes() -> int:
    """Return the memory of the machine in bytes, or of the container if that is less."""
    total = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    limit = memory_limit()
    return total if limit is None else min(total, limit)


def hypervisor(features: frozenset[str]) -> str:
    """Return the hypervisor's name, "unnamed" if it is unknown, or "" on bare metal."""
    dmi = Path("/sys/class/dmi/id")
    product = f"{_read(dmi / 'sys_vendor')} {_read(dmi / 'product_name')}"
    for word in ("KVM", "QEMU", "VMware", "VirtualBox", "Xen", "Amazon EC2", "Google", "Microsoft"):
        if word.lower() in product.lower() and "hypervisor" in features:
            return word
    return _hypervisor_from_lscpu() if "hypervisor" in features else ""


def setting(path: str) -> str:
    """Return the content of a file under /sys or /proc without its line end; "" if there is no such file."""
    return _read(Path(path)).strip()


def _distribution() -> str:
    try:
        return platform.freedesktop_os_release().get("PRETTY_NAME", "Linux")
    except OSError:
        return os.uname().sysname


def _hypervisor_from_lscpu() -> str:
    """Ask lscpu, because Python cannot execute CPUID (leaf 0x40000000)."""
    try:
        result = subprocess.run(["lscpu"], capture_output=True, text=True, check=False, timeout=10, env={"LC_ALL": "C"})
    except (OSError, subprocess.TimeoutExpired):
        return "unnamed"
    vendor = re.search(r"^Hypervisor vendor:\s*(.+)$", result.stdout, re.MULTILINE)
    return vendor[1].strip() if vendor else "unnamed"


def _number(text: str | None) -> int:
    return int(text) if text and text.strip().isdigit() else -1


def _read(path: Path) -> str:
    with contextlib.suppress(OSError):
        return path.read_text(errors="replace")
    return ""


_GROUPS = Path("/sys/fs/cgroup")


def cpu_quota(groups: Path = _GROUPS, group_file: str | None = None) -> float | None:
    """Return the CPU time that the control groups allow, as a number of CPUs (0.5: half a CPU); None without a limit.

    The lowest limit of the group and its parents counts. `group_file` is the text of /proc/self/cgroup. In a container,
    that file may contain paths of the host; then the root of the mounted hierarchy counts.
    """
    limits = []
    for folder in _group_folders(groups, "cpu", group_file):
        quota, _, period = _text(folder / "cpu.max").partition(" ")
        if not quota:
            quota, period = _text(folder / "cpu.cfs_quota_us"), _text(folder / "cpu.cfs_period_us")
        if quota.isdigit() and period.isdigit() and int(period):
            limits.append(int(quota) / int(period))
    return min(limits, default=None)


def memory_limit(groups: Path = _GROUPS, group_file: str | None = None) -> int | None:
    """Return the memory in bytes that the control groups allow; None without a limit."""
    folders = list(_group_folders(groups, "memory", group_file))
    limits = [_text(folder / name) for folder in folders for name in ("memory.max", "memory.limit_in_bytes")]
    return min((int(limit) for limit in limits if limit.isdigit()), default=None)


def emulator() -> str:
    """Return the program that emulates this process's instructions ("qemu-aarch64"), or "" on a real processor.

    QEMU's user mode hides itself in /proc/self but not in /proc/thread-self. A machine that QEMU emulates has "QEMU TCG
    CPU" as its processor's name.
    """
    with contextlib.suppress(OSError):
        name = Path("/proc/thread-self/exe").readlink().name
        if name.startswith("qemu-"):
            return name
    return "QEMU" if "QEMU TCG CPU" in _text(Path("/proc/cpuinfo")) else ""


def _group_folders(groups: Path, controller: str, group_file: str | None) -> Iterator[Path]:
    """Yield folders that may hold a controller's limits, for both cgroup versions, from the process's group upwards."""
    text = _text(Path("/proc/self/cgroup")) if group_file is None else group_file
    groups_of_process = re.findall(r"^\d+:([^:\n]*):(/.*)$", text, re.MULTILINE)
    for names, path in [*groups_of_process, ("", "/"), (controller, "/")]:
        if names and controller not in names.split(","):
            continue
        mounts = [groups / names, groups / controller] if names else [groups, groups / "unified"]
        inner = Path(path.lstrip("/"))
        for mount in mounts:
            yield from (mount / level for level in (inner, *inner.parents))


def _text(path: Path) -> str:
    with contextlib.suppress(OSError):
        return path.read_text(errors="replace").strip()
    return ""


# Links assumed if the machine reports no speed, as most virtual machines do.
USUAL = ("1G", "10G", "100G")


def links_of_this_machine(root: Path = Path("/sys/class/net")) -> list[Link]:
    """Return one link per speed of the network cards, slowest first; a default list if no card reports a speed."""
    speeds = {speed for card in sorted(root.glob("*")) if (card / "device").exists() and (speed := _megabits(card)) > 0}
    return [_link_of(speed) for speed in sorted(speeds)] or [parse_link(word) for word in USUAL]


def _megabits(card: Path) -> int:
    """Return a network card's speed in Mbit/s; -1 if it is unknown or the card is down."""
    with contextlib.suppress(OSError, ValueError):
        return int((card / "speed").read_text())
    return -1


def _link_of(megabits: int) -> Link:
    rate = format_rate(megabits * 1e6)
    try:
        return parse_link(rate)
    except UsageError:  # a bond can have an unusual speed
        return parse_link(f"rate:{rate}")
