"""A stock Debian kernel in QEMU that counts instructions: one instruction is one virtual nanosecond, so results repeat.

scripts/test-kernel unpacks the kernel in the user's cache. The machine's root is the host's, read through 9p under a
layer in memory: nothing is written to it, and there is no network.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

from wirerate.folders import cache_folder

KERNELS = cache_folder("test-kernel")
BOOT_S = 600  # a minute on an idle machine
ROOT_MODULES = ("virtio_pci", "9pnet_virtio", "9p", "overlay")
PROGRAMS = {"qemu-system-x86_64": "qemu-system-x86", "busybox": "busybox-static", "modprobe": "kmod"}
_PATH = os.pathsep.join((os.environ.get("PATH", ""), "/usr/sbin", "/sbin"))

INIT = """#!/bin/busybox sh
export PATH=/bin
/bin/busybox --install -s /bin
mount -t proc proc /proc
mount -t sysfs sysfs /sys
for module in $(cat /modules); do insmod /modules.d/$module; done
mount -t 9p -o ro,trans=virtio,version=9p2000.L,msize=512000,cache=loose root /host
mount -t tmpfs tmpfs /layer
mkdir /layer/upper /layer/work
mount -t overlay -o lowerdir=/host,upperdir=/layer/upper,workdir=/layer/work overlay /new
mkdir -p /new/lib/modules
ln -sfn {modules} /new/lib/modules/$(uname -r)
mount -t proc proc /new/proc
mount -t sysfs sysfs /new/sys
mount -t devtmpfs dev /new/dev
mount -t 9p -o trans=virtio,version=9p2000.L,msize=512000 out /new/mnt
printf '#!/bin/sh\\n%s\\necho $? >/mnt/status\\nsync\\necho o >/proc/sysrq-trigger\\nsleep 9\\n' '{command}' >/new/first
chmod 755 /new/first
exec switch_root /new /first >/new/mnt/said 2>&1
"""


def kernel() -> Path | None:
    """Return the folder of the unpacked kernel, or None."""
    return next(iter(sorted(KERNELS.glob("*/boot/vmlinuz-*"), reverse=True)), None)


def absent() -> str:
    """Return what is missing, as a reason to skip; empty if nothing is."""
    missing = [package for program, package in PROGRAMS.items() if not shutil.which(program, path=_PATH)]
    missing += [] if kernel() else ["a kernel: scripts/test-kernel"]
    return f"no emulated kernel ({', '.join(missing)})" if missing else ""


def run(folder: Path, *command: str) -> str:
    """Run a command as root in the machine, with `folder` at /mnt and this Python's packages. Return its output."""
    image = kernel()
    assert image
    release = image.name.removeprefix("vmlinuz-")
    modules = image.parent.parent / "lib/modules" / release
    out = folder / "out"
    out.mkdir()
    words = " ".join([f"PYTHONPATH={os.pathsep.join(sys.path)}", "PATH=/usr/sbin:/usr/bin:/sbin:/bin", *command])
    archive = folder / "initramfs"
    archive.write_bytes(_archive(modules, INIT.format(modules=modules, command=words)))
    machine = [
        "qemu-system-x86_64", "-accel", "tcg", "-icount", "shift=0,sleep=off", "-cpu", "max", "-smp", "1", "-m", "768M",
        "-nodefaults", "-display", "none", "-no-reboot", "-kernel", str(image), "-initrd", str(archive),
        "-append", "console=ttyS0 quiet loglevel=3 panic=-1 nokaslr", "-serial", f"file:{folder / 'console'}",
        *_share("root", Path("/"), ",readonly=on"), *_share("out", out, ""),
    ]  # fmt: skip
    done = subprocess.run(
        machine, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=BOOT_S, check=False
    )
    said = (out / "said").read_text(errors="replace") if (out / "said").exists() else ""
    if not (out / "status").exists():
        console = (folder / "console").read_text(errors="replace")
        raise RuntimeError(f"the machine left no answer: {done.stderr[-1000:]} {console[-3000:]} {said[-3000:]}")
    if (out / "status").read_text().strip() != "0":
        raise RuntimeError(f"in the machine: {said[-3000:]}")
    return said


def _share(name: str, path: Path, more: str) -> list[str]:
    share = f"local,id={name},path={path},security_model=none,multidevs=remap{more}"
    return ["-fsdev", share, "-device", f"virtio-9p-pci,fsdev={name},mount_tag={name}"]


def _archive(modules: Path, init: str) -> bytes:
    """Return the first file system: a shell, and a script that mounts the real one."""
    wanted = _modules(modules)
    found = dict.fromkeys(("bin", "proc", "sys", "host", "layer", "new", "modules.d", "dev"), (0o40755, b""))
    busybox = shutil.which("busybox", path=_PATH)
    assert busybox
    found["bin/busybox"] = (0o100755, Path(busybox).read_bytes())
    found["init"] = (0o100755, init.encode())
    found["modules"] = (0o100644, " ".join(path.name for path in wanted).encode())
    found |= {f"modules.d/{path.name}": (0o100644, path.read_bytes()) for path in wanted}
    return b"".join(_entry(name, *what) for name, what in found.items()) + _entry("TRAILER!!!", 0, b"")


def _modules(folder: Path) -> list[Path]:
    """Return the modules that the root needs, each after those it depends on."""
    needs = dict(line.split(":", 1) for line in (folder / "modules.dep").read_text().splitlines())
    by_name = {re.sub(r"\.ko.*", "", Path(name).name): name for name in needs}
    found: dict[str, None] = {}
    for name in ROOT_MODULES:
        for each in (*reversed(needs[by_name[name]].split()), by_name[name]):
            found[each] = None
    return [folder / name for name in found]


def _entry(name: str, mode: int, data: bytes) -> bytes:
    """Return one file of a cpio archive ("newc", cpio(5))."""
    fields = (0, mode, 0, 0, 1, 0, len(data), 0, 0, 0, 0, len(name) + 1, 0)
    head = b"070701" + b"".join(b"%08X" % field for field in fields) + name.encode() + b"\0"
    return head + b"\0" * (-len(head) % 4) + data + b"\0" * (-len(data) % 4)
