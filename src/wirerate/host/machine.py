# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The machine as Linux and its clocks tell it: what a measurement depended on, and the control groups or emulator
that a process cannot see by its CPUs. Reading only; nothing is changed."""

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
from wirerate.graph.processors import like
from wirerate.host import cpu_features, meter
from wirerate.links import Link, format_rate, parse_link
from wirerate.records import CpuCache, Environment
from wirerate.system import processors

_CPU = Path("/sys/devices/system/cpu")
_UNITS = {"": 1, "K": 1 << 10, "M": 1 << 20, "G": 1 << 30}


@dataclass(frozen=True)
class Cpu:
    """The first processor of /proc/cpuinfo."""

    name: str
    vendor: str
    family: int
    model: int
    features: frozenset[str]

    @property
    def flags(self) -> tuple[str, ...]:
        """Those of the features that matter to an authenticator."""
        return tuple(flag for flag in cpu_features.MATTER if flag in self.features)

    @property
    def hidden_flags(self) -> tuple[str, ...]:
        return cpu_features.hidden(self.vendor, self.family, self.model, self.features)


def environment() -> Environment:
    """This machine, its software, and its clocks as of now (about 30 ms of calibration)."""
    return in_full(at_a_glance())


def environment_meanwhile() -> Callable[[], Environment]:
    """The same from a thread of its own, for what times nothing here: what is asked for last waits for it."""
    found: list[Environment] = []
    thread = Thread(target=lambda: found.append(environment()), daemon=True)
    thread.start()

    def wait() -> Environment:
        thread.join()
        return found[0] if found else environment()  # which says what went wrong

    return wait


def at_a_glance() -> Environment:
    """What a measurement needs to know of it, and what is to be as it was before."""
    here = cpu()
    return Environment(
        wirerate=__version__,
        date=datetime.now(UTC).isoformat(timespec="seconds").replace("+00:00", "Z"),
        host=os.uname().nodename,
        cpu=here.name,
        cores=cores(),
        memory_bytes=memory_bytes(),
        caches=caches(),
        flags=here.flags,
        hidden_flags=here.hidden_flags,
        virtual="",
        os=f"{_distribution()}, {os.uname().sysname} {os.uname().release}",
        compiler=meter.compiler(),
        kernel=kernel_in_use(),
        core_hz=0,
        tick_hz=0,
        core="",
        peers=meter.peers(),
    )


def in_full(glance: Environment) -> Environment:
    """With what takes time to learn: the clocks, whose virtual machine it is, and which known core."""
    here = cpu()
    known = like(here.vendor, here.family, here.model)
    return replace(
        glance,
        virtual=hypervisor(here.features),
        core_hz=meter.core_hz(),
        tick_hz=meter.tick_hz(),
        core=known.name if known else "",
    )


def cpu(cpuinfo: str | None = None) -> Cpu:
    """Of this machine, or of another's /proc/cpuinfo."""
    if cpuinfo is None and (program := emulator()):  # whose /proc/cpuinfo is that of the machine below it
        return Cpu(f"{os.uname().machine} emulated by {program}", "", -1, -1, frozenset())
    text = _read(Path("/proc/cpuinfo")) if cpuinfo is None else cpuinfo
    fields = dict(re.findall(r"^([^\t:]+?)\s*:[ \t]*(.*)$", text.split("\n\n")[0], re.MULTILINE))
    name = fields.get("model name") or fields.get("CPU part") or os.uname().machine
    features = fields.get("flags") or fields.get("Features") or ""
    family, model = _number(fields.get("cpu family")), _number(fields.get("model"))
    if family >= 0 and not re.search(r"\d", name):  # hypervisors shorten names: two "AMD EPYC" need not be alike
        name = f"{name.strip()} (family {family}, model {model})"
    return Cpu(name.strip(), fields.get("vendor_id", ""), family, model, frozenset(features.split()))


def caches(cpu_folder: Path = _CPU / "cpu0") -> tuple[CpuCache, ...]:
    """Those of data that a core sees, from the first level on."""
    found = []
    for index in sorted((cpu_folder / "cache").glob("index*")):
        kind, level = _read(index / "type").strip(), _read(index / "level").strip()
        size = re.fullmatch(r"(\d+)([KMG]?)", _read(index / "size").strip())
        if size and kind in ("Data", "Unified"):
            name = f"L{level}{'d' if kind == 'Data' else ''}"
            found.append(CpuCache(name=name, bytes=int(size[1]) * _UNITS[size[2]]))
    return tuple(found)


def cores() -> int:
    """Logical processors that this process may use."""
    return len(processors())


def physical_first(cpus: Iterable[int]) -> tuple[tuple[int, ...], int]:
    """The CPUs in the order in which threads should take them: one of each physical core, then the siblings; and the
    number of the first."""
    first: dict[str, int] = {}
    siblings = []
    for cpu in sorted(cpus):
        core = setting(f"/sys/devices/system/cpu/cpu{cpu}/topology/thread_siblings_list") or str(cpu)
        if core in first:
            siblings.append(cpu)
        first.setdefault(core, cpu)
    return (*first.values(), *siblings), len(first)


def memory_bytes() -> int:
    """Memory of the machine, or of the container when that is less."""
    total = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    limit = memory_limit()
    return total if limit is None else min(total, limit)


def hypervisor(features: frozenset[str]) -> str:
    """Its name as far as the system tells; "" on bare metal."""
    dmi = Path("/sys/class/dmi/id")
    product = f"{_read(dmi / 'sys_vendor')} {_read(dmi / 'product_name')}"
    for word in ("KVM", "QEMU", "VMware", "VirtualBox", "Xen", "Amazon EC2", "Google", "Microsoft"):
        if word.lower() in product.lower() and "hypervisor" in features:
            return word
    return _told_by_lscpu() if "hypervisor" in features else ""


def setting(path: str) -> str:
    """A file under /sys or /proc, without its line end; "" where this system has none."""
    return _read(Path(path)).strip()


def _distribution() -> str:
    try:
        return platform.freedesktop_os_release().get("PRETTY_NAME", "Linux")
    except OSError:
        return os.uname().sysname


def _told_by_lscpu() -> str:
    """lscpu asks the processor itself (CPUID 0x40000000), which Python cannot."""
    try:
        told = subprocess.run(["lscpu"], capture_output=True, text=True, check=False, timeout=10, env={"LC_ALL": "C"})
    except (OSError, subprocess.TimeoutExpired):
        return "unnamed"
    vendor = re.search(r"^Hypervisor vendor:\s*(.+)$", told.stdout, re.MULTILINE)
    return vendor[1].strip() if vendor else "unnamed"


def _number(text: str | None) -> int:
    return int(text) if text and text.strip().isdigit() else -1


def _read(path: Path) -> str:
    with contextlib.suppress(OSError):
        return path.read_text(errors="replace")
    return ""


_GROUPS = Path("/sys/fs/cgroup")


def cpu_quota(groups: Path = _GROUPS, own: str | None = None) -> float | None:
    """How many CPUs' time the control groups allow (0.5: a half of one), whatever their number; None without a limit.

    The least of the group's own and those above it counts. `own` is /proc/self/cgroup's text; in a container its paths
    may be those of the machine, and the group is then the root of what is mounted.
    """
    limits = []
    for folder in _group_folders(groups, "cpu", own):
        quota, _, period = _text(folder / "cpu.max").partition(" ")
        if not quota:
            quota, period = _text(folder / "cpu.cfs_quota_us"), _text(folder / "cpu.cfs_period_us")
        if quota.isdigit() and period.isdigit() and int(period):
            limits.append(int(quota) / int(period))
    return min(limits, default=None)


def memory_limit(groups: Path = _GROUPS, own: str | None = None) -> int | None:
    """Bytes that the control groups allow; None without a limit."""
    folders = list(_group_folders(groups, "memory", own))
    limits = [_text(folder / name) for folder in folders for name in ("memory.max", "memory.limit_in_bytes")]
    return min((int(limit) for limit in limits if limit.isdigit()), default=None)


def emulator() -> str:
    """The program that interprets this process's instructions, "qemu-aarch64"; "" where a processor executes them.

    It answers for itself under /proc/self, but not for the thread, which is the same process under another name. An
    emulated machine, by contrast, tells by the name of its processor.
    """
    with contextlib.suppress(OSError):
        name = Path("/proc/thread-self/exe").readlink().name
        if name.startswith("qemu-"):
            return name
    return "QEMU" if "QEMU TCG CPU" in _text(Path("/proc/cpuinfo")) else ""


def _group_folders(groups: Path, controller: str, own: str | None) -> Iterator[Path]:
    """Folders that may hold a controller's limits: of both versions of the interface, from the own group up."""
    text = _text(Path("/proc/self/cgroup")) if own is None else own
    found = re.findall(r"^\d+:([^:\n]*):(/.*)$", text, re.MULTILINE)
    for names, path in [*found, ("", "/"), (controller, "/")]:
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


# Where a machine tells no speed (most virtual ones): the three that a plan is most often made for.
USUAL = ("1G", "10G", "100G")


def links_of_this_machine(root: Path = Path("/sys/class/net")) -> list[Link]:
    """One link per speed of a card with hardware behind it, slowest first; the usual ones where none tells."""
    speeds = {speed for card in sorted(root.glob("*")) if (card / "device").exists() and (speed := _megabits(card)) > 0}
    return [_link_of(speed) for speed in sorted(speeds)] or [parse_link(word) for word in USUAL]


def _megabits(card: Path) -> int:
    """-1 where the driver does not know; reading it fails while the card is down."""
    with contextlib.suppress(OSError, ValueError):
        return int((card / "speed").read_text())
    return -1


def _link_of(megabits: int) -> Link:
    rate = format_rate(megabits * 1e6)
    try:
        return parse_link(rate)
    except UsageError:  # a bond of odd speed
        return parse_link(f"rate:{rate}")
