"""Run in the emulated machine: measure its paths like an ordinary run, and record the results.

Modules are loaded in advance, and the kernel no longer calls modprobe. The machine's clock jumps while it waits for the
disk, so the kernel would time out, sooner if the host is busy. The module that makes AES fast is loaded only for the
second part.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

from tests.python.wings.path.permitted import ask

from wirerate.links import parse_packets
from wirerate.statistics import Looks
from wirerate.wings.path.catalogue import PATHS, RECORD_PATHS, parse_path
from wirerate.wings.path.catalogue import Path as PacketPath
from wirerate.wings.path.measure import measure
from wirerate.wings.path.question import records_of

FIRST = "sha512_generic drbg seqiv echainiv gcm ctr cbc ghash-generic aes_generic md5 sha1_generic sha256_generic "
FIRST += "authenc authencesn "
FIRST += "sha1_ssse3 sha256_ssse3 sha512_ssse3 chacha_generic poly1305_generic chacha_x86_64 poly1305_x86_64 "
FIRST += "crypto_null chacha20poly1305 tls esp4 esp6 ah4 ah6 ipip ip6_tunnel veth dummy macsec wireguard xfrm_user"
VARIANTS = ("esp-gcm/transport", "esp-gcm/ip6/esn/udp", "ah-hmac-sha256/ip6", "wireguard/ip6")
REPEATED = ("esp-gcm", "esp-null-hmac-md5")
PACKETS, LOOKS = 32, Looks((5,))
AGAIN = Looks((3,))
SIZE = 1400
RECORDS, RECORD_SIZES = 32, (100, 16384)
RECORD_LOOKS = Looks((15,))  # large records take several paths through the allocator, so the median needs more rounds
NOBODY = 65534
ASKED = ("plain", "esp-gcm", "ah-hmac-md5/ip6", "macsec-gcm", "wireguard")


def measured(paths: list[PacketPath], looks: Looks = LOOKS) -> dict[str, Any]:
    answer = measure(paths, [parse_packets(str(SIZE))], a_round=PACKETS, looks=looks)
    told = dict.fromkeys([*paths, *(each.mac_twin for each in paths)])
    stages = {
        path.name: found.stages(path) | {"plain-again": [sample.cost for sample in found.series.control]}
        for found in answer.mixes
        for path in told
        if path and path.floor == found.floor
    }
    return {
        "stages": stages,
        "added": {path.name: sizes for found in answer.mixes for path, sizes in found.added.items()},
        "faults": {str(cell): why for found in answer.mixes for cell, why in found.faults.items()},
        "refusals": {each.path: f"{each.cause}: {each.message}" for each in answer.refusals},
        "drivers": {
            path.name: [each.driver, each.unused_feature, each.remedy] for path, each in answer.drivers.items()
        },
        "asynchronous": sorted({cell.path.name for found in answer.mixes for cell in found.elsewhere}),
    }


def carried() -> dict[str, Any]:
    """Measure TLS records of the kernel and of OpenSSL, by size."""
    subprocess.run(["busybox", "ip", "link", "set", "lo", "up"], check=True)
    answer = measure(RECORD_PATHS, [records_of(size) for size in RECORD_SIZES], a_round=RECORDS, looks=RECORD_LOOKS)
    sized = dict(zip(RECORD_SIZES, answer.mixes, strict=True))
    return {
        "stages": {size: {path.name: c.stages(path) for path in RECORD_PATHS} for size, c in sized.items()},
        "added": {
            size: {path.name: c.added.get(path, {}).get(size) for path in RECORD_PATHS} for size, c in sized.items()
        },
        "faults": [why for c in answer.mixes for why in c.faults.values()],
        "refusals": {each.path: each.message for each in answer.refusals},
        "drivers": {path.name: each.driver for path, each in answer.drivers.items()},
        "control": {size: [sample.cost for sample in c.series.control] for size, c in sized.items()},
    }


def as_nobody() -> dict[str, str]:
    """Return what an ordinary user is refused. That user must first be able to read this interpreter and its files."""
    read = [sys.executable, os.path.realpath(sys.executable), __file__, *filter(None, sys.path)]
    for folder in {parent for file in read for parent in (Path(file), *Path(file).parents) if parent.is_dir()}:
        folder.chmod(folder.stat().st_mode | 0o055)
    read_end, write_end = os.pipe()
    child = os.fork()  # a new Python process would load everything again, which takes seconds here
    if not child:
        os.setgroups([])
        os.setgid(NOBODY)
        os.setuid(NOBODY)
        has, refusals = ask([parse_path(word) for word in ASKED])
        told = {path.name: "" for path in has} | {each.path: each.cause for each in refusals}
        os.write(write_end, json.dumps(told).encode())
        os._exit(0)
    os.close(write_end)
    with os.fdopen(read_end) as answer:
        said: dict[str, str] = json.load(answer)
    os.waitpid(child, 0)
    return said


def main() -> None:
    began = time.monotonic()
    subprocess.run(["modprobe", "-a", *FIRST.split()], check=True)
    Path("/proc/sys/kernel/modprobe").write_text("\n")
    told: dict[str, Any] = {"generic": measured([parse_path(word) for word in REPEATED], AGAIN)}
    subprocess.run(["modprobe", "-a", "aesni_intel"], check=True)
    told["all"] = measured([*PATHS, *(parse_path(word) for word in VARIANTS)])
    told["again"] = measured([parse_path(word) for word in REPEATED], AGAIN)
    told["records"] = carried()
    told["nobody"] = as_nobody()
    told["seconds"] = time.monotonic() - began
    Path(sys.argv[1]).write_text(json.dumps(told))


if __name__ == "__main__":
    main()
