#!/usr/bin/python3
"""The first process of a user-mode Linux kernel: makes the kernel sign and verify AH, and records the results.

Uses only the standard library. The kernel's command line names a folder of the host, from which job.json is read and to
which result.json is written. The kernel owns the interface wire0; raw frames are captured and injected at its other
end, wire1.
"""

from __future__ import annotations

import contextlib
import ctypes
import json
import os
import re
import socket
import subprocess
import time
from pathlib import Path
from typing import Any

LIBC = ctypes.CDLL(None, use_errno=True)
FINIT_MODULE = 313  # the system call number on x86-64, for which Debian builds the package
REBOOT_POWER_OFF = 0x4321FEDC
WANTED = ("ipv6", "veth", "ah6", "xfrm_user", "cmac", "xcbc", "hmac", "sha512_generic", "af_packet")
MAC_A, MAC_B = "02:00:00:00:00:0a", "02:00:00:00:00:0b"
QUIET_S = 0.2


def mount(source: str, target: str, kind: str, data: str = "") -> None:
    Path(target).mkdir(exist_ok=True)
    if LIBC.mount(source.encode(), target.encode(), kind.encode(), 0, data.encode()) != 0:
        raise OSError(ctypes.get_errno(), f"mount {kind} on {target}")


def load_modules(wanted: tuple[str, ...] = WANTED) -> None:
    """Load modules after those they depend on, according to modules.dep; modprobe is not needed."""
    root = Path("/usr/lib/uml/modules") / os.uname().release
    needs = {
        re.sub(r"\.ko$", "", Path(name).name): (root / name, [Path(n).stem for n in rest.split()])
        for name, _, rest in (line.partition(":") for line in (root / "modules.dep").read_text().splitlines())
    }
    loaded: set[str] = set()

    def load(name: str) -> None:
        if name in loaded or name not in needs:
            return  # not in the list: built in
        loaded.add(name)
        path, others = needs[name]
        for other in reversed(others):
            load(other)
        with path.open("rb") as module:
            LIBC.syscall(FINIT_MODULE, module.fileno(), b"", 0)

    for name in wanted:
        load(name)


def ip(*lines: str) -> None:
    done = subprocess.run(
        ["/bin/ip", "-batch", "-"], input="\n".join(lines), text=True, capture_output=True, check=False
    )
    if done.returncode != 0:
        raise RuntimeError(f"ip: {done.stderr}\n" + "\n".join(lines))


def statistics() -> dict[str, int]:
    lines = Path("/proc/net/xfrm_stat").read_text().splitlines()
    return {name: int(value) for name, value in (line.split() for line in lines)}


class Guest:
    """The kernel under test, observed through a raw socket on wire1 and its own UDP sockets."""

    def __init__(self, job: dict[str, Any]) -> None:
        self.here, self.there = job["here"], job["there"]
        ip(
            f"link add name wire0 address {MAC_A} type veth peer name wire1 address {MAC_B}",
            "link set lo up",
            "link set wire0 up",
            "link set wire1 up",
            f"address add {self.here}/64 dev wire0 nodad",
            f"neighbor add {self.there} lladdr {MAC_B} dev wire0 nud permanent",
            *job["set_up"],
        )
        Path("/proc/sys/net/ipv6/conf/wire1/disable_ipv6").write_text("1")
        self.wire = socket.socket(socket.AF_PACKET, socket.SOCK_RAW, socket.htons(0x86DD))
        self.wire.bind(("wire1", 0x86DD))

    def run(self, case: dict[str, Any]) -> dict[str, Any]:
        """Configure a case, make the kernel send, inject packets, and return what both sides received."""
        ip(*case["ip"])
        before = statistics()
        port = socket.socket(socket.AF_INET6, socket.SOCK_DGRAM)
        port.bind((case.get("here", self.here), case["port"]))
        self.captured()  # discard packets of earlier cases
        for option, value in case.get("options", {}).items():
            port.setsockopt(socket.IPPROTO_IPV6, getattr(socket, option), bytes.fromhex(value))
        for payload in case["send"]:
            port.sendto(bytes.fromhex(payload), (case.get("there", self.there), case["port"]))
        sent = self.captured()
        for packet in case["inject"]:
            frame = bytes.fromhex(MAC_A.replace(":", "") + MAC_B.replace(":", "")) + b"\x86\xdd" + bytes.fromhex(packet)
            self.wire.send(frame)
        delivered = drain(port)
        port.close()
        after = statistics()
        changed = {name: after[name] - before[name] for name in after if after[name] != before[name]}
        return {"sent": sent, "delivered": delivered, "statistics": changed}

    def captured(self) -> list[str]:
        """Return the kernel's IPv6 packets from wire1 that have the test's addresses."""
        packets = [bytes.fromhex(frame)[14:] for frame in drain(self.wire)]
        return [packet.hex() for packet in packets if packet[8] == 0xFD]


def drain(source: socket.socket) -> list[str]:
    found = []
    source.settimeout(QUIET_S)
    with contextlib.suppress(TimeoutError):
        while True:
            found.append(source.recv(65536).hex())
    return found


def main() -> None:
    mount("proc", "/proc", "proc")
    mount("sysfs", "/sys", "sysfs")
    mount("tmpfs", "/tmp", "tmpfs")
    folder = re.search(r"\bjob=(\S+)", Path("/proc/cmdline").read_text())
    assert folder
    mount("none", "/tmp/job", "hostfs", folder[1])
    began = time.monotonic()
    result: dict[str, Any] = {"kernel": os.uname().release, "cases": {}}
    try:
        load_modules()
        job = json.loads(Path("/tmp/job/job.json").read_text())
        guest = Guest(job)
        for name, case in job["cases"].items():
            result["cases"][name] = guest.run(case)
    except Exception as error:
        result["error"] = f"{type(error).__name__}: {error}"
    result["seconds"] = round(time.monotonic() - began, 1)
    Path("/tmp/job/result.json").write_text(json.dumps(result))


if __name__ == "__main__":
    try:
        main()
    finally:
        LIBC.sync()
        LIBC.reboot(REBOOT_POWER_OFF)
