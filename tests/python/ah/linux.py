"""Test cases for a Linux kernel's AH in a user-mode machine (Debian's user-mode-linux), and its results.

Each case has one security association per direction. The kernel signs what its socket sends, and receives packets
signed by wirerate. This needs no root and does not use the host's network.
"""

from __future__ import annotations

import json
import os
import shutil
import struct
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from ipaddress import IPv6Address
from pathlib import Path
from typing import Any

from wirerate.authenticators.ah import Mac, SecurityAssociation

from . import oracle, packets

HERE, THERE = "fd00::1", "fd00::2"  # the kernel, and its peer
INNER_HERE, INNER_THERE = "fd01::1", "fd01::2"
NAMES = {
    "hmac-md5-96": ("hmac(md5)", 96),
    "hmac-sha1-96": ("hmac(sha1)", 96),
    "hmac-sha2-256-128": ("hmac(sha256)", 128),
    "hmac-sha2-384-192": ("hmac(sha384)", 192),
    "hmac-sha2-512-256": ("hmac(sha512)", 256),
    "aes-xcbc-96": ("xcbc(aes)", 96),
    "aes-cmac-96": ("cmac(aes)", 96),
}
SIZES = (1, 7, 64, 500, 1300)
ESN_HIGH, ESN_LOW = 2, 0xFFFFFFFD
BOOT_S = 120
WANTED = {"linux.uml": "user-mode-linux", "/bin/ip": "iproute2", "/usr/bin/python3": "python3"}


def absent() -> str:
    """Return the missing Debian packages as a reason to skip; empty if none is missing."""
    missing = [package for program, package in WANTED.items() if not shutil.which(program)]
    return f"no user-mode Linux (Debian: {' '.join(missing)})" if missing else ""


@dataclass
class Case:
    """One security association. `inject` holds packets, each with its payload's number and whether Linux accepts it."""

    name: str
    algorithm: str
    number: int
    tunnel: bool = False
    esn: bool = False
    options: dict[str, str] = field(default_factory=dict)
    inject: list[tuple[bytes, int, bool]] = field(default_factory=list)
    plain_auth: bool = False  # "auth" instead of "auth-trunc": Linux chooses the ICV's length
    sent: list[bytes] = field(default_factory=list)
    delivered: list[int] = field(default_factory=list)
    statistics: dict[str, int] = field(default_factory=dict)

    @property
    def key(self) -> bytes:
        return oracle.key_for(self.algorithm)

    @property
    def spi(self) -> int:
        return 0x1000 + self.number

    @property
    def port(self) -> int:
        return 5000 + self.number

    @property
    def ends(self) -> tuple[str, str]:
        """Return the addresses of the packets on the wire: (kernel, peer)."""
        return (INNER_HERE, INNER_THERE) if self.tunnel else (HERE, THERE)

    def association(self, *, sequence: int | None = None) -> SecurityAssociation:
        """Return the sender of injected packets, and the receiver of the kernel's packets."""
        start = ESN_HIGH << 32 | ESN_LOW if self.esn else 0
        made = SecurityAssociation(
            self.spi,
            Mac(self.algorithm, self.key),
            esn=self.esn,
            tunnel=(THERE, HERE) if self.tunnel else None,
            sequence=start if sequence is None else sequence,
        )
        made.highest = start
        return made

    def datagram(self, number: int, headers: list[tuple[int, bytes]] | None = None) -> bytes:
        """Return an unsigned UDP packet to the kernel with `number` in its payload."""
        here, there = self.ends
        payload = bytes([number]) + b" to the kernel"
        source, destination = IPv6Address(there).packed, IPv6Address(here).packed
        udp = struct.pack(">HHHH", self.port, self.port, 8 + len(payload), 0) + payload
        udp = (
            udp[:6]
            + struct.pack(">H", _checksum(source + destination + struct.pack(">II", len(udp), 17) + udp))
            + udp[8:]
        )
        packet = bytearray(packets.chain(headers or [], 17, udp))
        packet[8:40] = source + destination
        return bytes(packet)

    def commands(self) -> list[str]:
        """Return lines for `ip -batch`."""
        kernel_name, bits = NAMES[self.algorithm]
        how = f"auth {kernel_name}" if self.plain_auth else f"auth-trunc {kernel_name}"
        auth = f"{how} 0x{self.key.hex()}" + ("" if self.plain_auth else f" {bits}")
        mode = f"proto ah reqid {self.number} mode {'tunnel' if self.tunnel else 'transport'}"
        window = f"replay-window 64{' flag esn' if self.esn else ''}"
        counted = f" replay-oseq {ESN_LOW} replay-oseq-hi {ESN_HIGH}" if self.esn else ""
        watched = f" replay-seq {ESN_LOW} replay-seq-hi {ESN_HIGH}" if self.esn else ""
        out, back = f"src {HERE} dst {THERE}", f"src {THERE} dst {HERE}"
        here, there = self.ends
        state = f"proto ah spi {self.spi} reqid {self.number} mode {'tunnel' if self.tunnel else 'transport'}"
        lines = [
            f"xfrm state add {out} {state} {window}{counted} {auth}",
            f"xfrm state add {back} {state} {window}{watched} {auth}",
            f"xfrm policy add src {here} dst {there} proto udp dport {self.port} dir out tmpl {out} {mode}",
        ]
        if self.tunnel:
            lines.append(
                f"xfrm policy add src {there} dst {here} proto udp dport {self.port} dir in tmpl {back} {mode}"
            )
        return lines

    def job(self) -> dict[str, Any]:
        here, there = self.ends
        return {
            "ip": self.commands(),
            "here": here,
            "there": there,
            "port": self.port,
            "options": self.options,
            "send": [bytes(i % 256 for i in range(size)).hex() for size in SIZES],
            "inject": [packet.hex() for packet, _, _ in self.inject],
        }


def _checksum(data: bytes) -> int:
    total = sum(struct.unpack(f">{len(data) // 2}H", data[: len(data) // 2 * 2]))
    total += data[-1] << 8 if len(data) % 2 else 0
    while total >> 16:
        total = (total & 0xFFFF) + (total >> 16)
    return ~total & 0xFFFF or 0xFFFF


def _flipped(packet: bytes, at: int, bits: int = 1) -> bytes:
    changed = bytearray(packet)
    changed[at] ^= bits
    return bytes(changed)


def _anti_replay(case: Case) -> list[tuple[bytes, int, bool]]:
    """Add packets that are valid, replayed, forged, out of order, too old, or changed on the way."""
    start = ESN_HIGH << 32 | ESN_LOW if case.esn else 0

    def signed(number: int, sequence: int) -> bytes:
        made = case.association(sequence=start + sequence - 1).sign([case.datagram(number)])[0].packet
        assert made is not None
        return made

    rewritten = bytearray(signed(8, 101))
    rewritten[0:4], rewritten[7] = b"\x6f\xff\xff\xff", 9
    return [
        (signed(0, 1), 0, True),
        (signed(1, 2), 1, True),
        (signed(0, 1), 0, False),
        (_flipped(signed(2, 3), -1), 2, False),
        (_flipped(signed(2, 3), 55), 2, False),
        (signed(3, 3), 3, True),
        (signed(4, 100), 4, True),
        (signed(5, 36), 5, False),
        (signed(6, 37), 6, True),
        (signed(7, 50), 7, True),
        (bytes(rewritten), 8, True),
    ]


def _headers(case: Case) -> list[tuple[bytes, int, bool]]:
    """Add packets with each header that may precede AH; the oracle computes their ICVs."""
    mutable, fixed = packets.option(0x3E, b"abc"), packets.option(0x1E, b"abc")
    hop, destination = packets.options(mutable), packets.options(fixed)
    found: list[tuple[bytes, int, bool]] = []

    def add(headers: list[tuple[int, bytes]], *, taken: bool = True, generation: str = "4302", **how: Any) -> None:
        number = len(found) + 1
        plain = case.datagram(number, headers)
        lengths = [2 + len(content) for _, content in headers]
        at = 40 + sum(lengths)
        next_at = at - lengths[-1] if lengths else 6
        packet = oracle.sign(plain, case.algorithm, case.key, spi=case.spi, sequence=number, at=at, next_at=next_at)
        icv = oracle.tag(case.algorithm, case.key, _covered(packet, case.algorithm, at, generation=generation, **how))
        found.append((packet[: at + 12] + icv + packet[at + 12 + len(icv) :], number, taken))

    add([(0, hop)])
    add([(0, hop)], generation="1826 options", taken=False)
    add([(0, destination)])
    add([(60, hop)])
    add([(0, hop), (60, destination)])
    add([(43, packets.ROUTING_DONE)])
    add([(44, packets.ATOMIC_FRAGMENT)], taken=False)  # as RFC 4302 appendix A2 requires
    add([(44, packets.ATOMIC_FRAGMENT)], skip_fragment=False)  # as in Linux
    return found


def _covered(packet: bytes, algorithm: str, at: int, *, generation: str, skip_fragment: bool = True) -> bytes:
    if generation == "4302":
        return oracle.covered(packet, algorithm, "4302", skip_fragment=skip_fragment)
    zeroed = bytearray(oracle.covered(packet, algorithm, "4302"))
    zeroed[42:47] = bytes(5)  # with the option's type and length (RFC 1826)
    return bytes(zeroed)


def _own_fields(case: Case) -> list[tuple[bytes, int, bool]]:
    """Add packets with a non-zero reserved field or padding, both covered by the ICV."""
    plain = case.datagram(1)
    packet = bytearray(oracle.sign(plain, case.algorithm, case.key, spi=case.spi, sequence=1, at=40, next_at=6))
    packet[42:44] = b"\xbe\xef"
    icv = oracle.ICV_BYTES[case.algorithm]
    length = 8 + 4 * packet[41]
    packet[52 + icv : 40 + length] = b"\xff" * (length - 12 - icv)
    packet[52 : 52 + icv] = oracle.tag(case.algorithm, case.key, oracle.covered(bytes(packet), case.algorithm, "4302"))
    return [(bytes(packet), 1, True)]


def cases() -> list[Case]:
    """Return every algorithm in transport mode, tunnel mode and with extended sequence numbers, then special cases."""
    numbers: Iterator[int] = iter(range(1, 1000))
    found = []
    for algorithm in NAMES:
        for kind in ("transport", "tunnel", "esn"):
            case = Case(f"{algorithm} {kind}", algorithm, next(numbers), tunnel=kind == "tunnel", esn=kind == "esn")
            case.inject = _anti_replay(case)
            found.append(case)
    for algorithm in ("hmac-md5-96", "hmac-sha2-256-128"):
        case = Case(f"{algorithm} headers", algorithm, next(numbers))
        case.options = {
            "IPV6_HOPOPTS": (b"\0\0" + packets.options(packets.option(0x3E, b"mutable"))).hex(),
            "IPV6_DSTOPTS": (b"\0\0" + packets.options(packets.option(0x3E, b"m"), packets.option(0x1E, b"fix"))).hex(),
        }
        case.inject = _headers(case)
        found.append(case)
        fields = Case(f"{algorithm} fields", algorithm, next(numbers))
        fields.inject = _own_fields(fields)
        found.append(fields)
    found.append(Case("sha256 cut to 96", "hmac-sha2-256-128", next(numbers), plain_auth=True))
    for case in found:
        for option, value in case.options.items():  # set the length byte, which the helper leaves at its default
            raw = bytearray.fromhex(value)
            raw[1] = len(raw) // 8 - 1
            case.options[option] = raw.hex()
    return found


def run(folder: Path, found: list[Case]) -> str:
    """Boot the kernel for these cases and record what it sent and accepted. Return its version."""
    job = {
        "here": HERE,
        "there": THERE,
        "set_up": [
            f"address add {INNER_HERE}/64 dev lo nodad",
            f"route add {INNER_THERE}/128 dev wire0 src {INNER_HERE}",
        ],
        "cases": {case.name: case.job() for case in found},
    }
    (folder / "job.json").write_text(json.dumps(job))
    guest = Path(__file__).with_name("uml_guest.py").resolve()
    command = [
        "linux.uml", "mem=256M", "root=/dev/root", "rootfstype=hostfs", "rootflags=/", "ro", f"init={guest}",
        "con=null", "con0=null,fd:2", "con1=null", "ssl=null", "quiet", f"job={folder.resolve()}",
    ]  # fmt: skip
    done = subprocess.run(
        command, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=BOOT_S, check=False,
        env=os.environ | {"HOME": str(folder)},
    )  # fmt: skip
    answer = folder / "result.json"
    if not answer.exists():
        raise RuntimeError(f"the kernel left no answer: {done.stdout[-2000:]} {done.stderr[-2000:]}")
    result = json.loads(answer.read_text())
    if "error" in result:
        raise RuntimeError(f"in the kernel: {result['error']}")
    for case in found:
        seen = result["cases"][case.name]
        case.sent = [bytes.fromhex(packet) for packet in seen["sent"]]
        case.delivered = [bytes.fromhex(payload)[0] for payload in seen["delivered"]]
        case.statistics = seen["statistics"]
    return str(result["kernel"])


def _store(folder: Path) -> None:
    """Write the packets that the kernel signed, one capture per case, for vectors/linux-ah."""
    from wirerate.wings.ah.captures import write

    found = cases()
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as scratch:
        version = run(Path(scratch), found)
    rows = []
    for case in found:
        if case.plain_auth:
            continue
        name = case.name.replace(" ", "-") + ".pcap"
        write(folder / name, [(float(n), packet) for n, packet in enumerate(case.sent, start=1)])
        how = [f"--spi {case.spi:#x}", f"--algorithm {case.algorithm}"]
        how += [f"--tunnel {THERE},{HERE}"] if case.tunnel else []
        how += [f"--esn --sequence {ESN_HIGH << 32 | ESN_LOW:#x}"] if case.esn else []
        rows.append(f"| `{name}` | `{' '.join(how)}` | `{case.key.hex()}` |")
    print(f"Linux {version}\n\n| capture | options of `wirerate ah verify` | key |\n|---|---|---|\n" + "\n".join(rows))


if __name__ == "__main__":
    _store(Path(sys.argv[1]))
