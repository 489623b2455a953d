#!/usr/bin/python3
"""The first process of a user-mode Linux kernel: loads the modules that paths need, then runs a command of the test.

The kernel's command line names a folder of the host, from which command.json is read and to which said.txt is written.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "ah"))
import uml_guest

MODULES = (
    "ipv6", "af_packet", "veth", "dummy", "xfrm_user", "sha512_generic", "drbg", "seqiv", "echainiv", "gcm", "ctr",
    "cbc", "ghash-generic", "hmac", "authenc", "authencesn", "chacha20poly1305", "chacha_generic", "poly1305_generic",
    "esp4", "esp6", "ah4", "ah6", "ipip", "ip6_tunnel", "macsec",
)  # fmt: skip


def main() -> None:
    uml_guest.mount("proc", "/proc", "proc")
    uml_guest.mount("sysfs", "/sys", "sysfs")
    folder = re.search(r"\bjob=(\S+)", Path("/proc/cmdline").read_text())
    assert folder
    uml_guest.mount("none", "/mnt", "hostfs", folder[1])
    uml_guest.load_modules(MODULES)
    job = json.loads(Path("/mnt/command.json").read_text())
    with Path("/mnt/said.txt").open("w") as said:
        subprocess.run(job["command"], env=job["environment"], stdout=said, stderr=said, check=False)


if __name__ == "__main__":
    try:
        main()
    finally:
        uml_guest.LIBC.sync()
        uml_guest.LIBC.reboot(uml_guest.REBOOT_POWER_OFF)
