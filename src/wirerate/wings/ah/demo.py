# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Demonstrate AH with real traffic between the TUN devices of two network namespaces.

Every packet is signed and verified in Python, so the rates do not show how fast AH is. The demonstration adds forged
and replayed packets and swaps others; RFC 4302 requires that forgeries and replays are refused and swaps accepted.
"""

from __future__ import annotations

import contextlib
import fcntl
import json
import os
import select
import shutil
import struct
import subprocess
import threading
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from wirerate.authenticators.ah import Mac, SecurityAssociation
from wirerate.authenticators.ah_algorithms import AH_ALGORITHMS
from wirerate.cleanup import die_with_parent, is_abandoned, name_with_process
from wirerate.errors import MissingError
from wirerate.system import check_measures

_TUNSETIFF, _IFF_TUN, _IFF_NO_PI = 0x400454CA, 0x0001, 0x1000  # linux/if_tun.h
_TUN = Path("/dev/net/tun")
_MTU = 1500
_EVERY = 64  # of every 64 packets, one is forged, one replayed and one swapped with its neighbour
_BURST = 64
_SPI = (0x1810, 0x1811)
_NEEDS = {"ip": "iproute2", "iperf3": "iperf3"}


@dataclass
class Outcome:
    """Counts of packets sent, forged, replayed and swapped, and of the receivers' results."""

    sent: int = 0
    forged: int = 0
    replayed: int = 0
    swapped: int = 0
    reasons: Counter[str] = field(default_factory=Counter)
    mbps: dict[str, float] = field(default_factory=dict)  # by protocol, from iperf3

    @property
    def right(self) -> bool:
        """Return whether every packet was accepted once and every forgery and replay refused for the right reason."""
        expected = Counter({"ok": self.sent, "bad-icv": self.forged, "replayed": self.replayed})
        return self.sent > 0 and +expected == +self.reasons


def demonstrate(algorithm: str, seconds: float) -> Outcome:
    """Run TCP, then UDP, for `seconds` each. Raise MissingError if root, TUN or a program is missing."""
    _check()
    _remove_leftovers()
    name = name_with_process("ah")
    with contextlib.ExitStack() as undo:
        devices = [undo.enter_context(_namespace(f"{name}{side}", side)) for side in "ab"]
        wires = _Wires(devices, algorithm)
        forwarding = threading.Thread(target=wires.forward)
        forwarding.start()
        undo.callback(forwarding.join)
        undo.callback(wires.stop)
        server = undo.enter_context(_server(f"{name}b"))
        for protocol, options in (("TCP", []), ("UDP", ["-u", "-b", "130M", "-l", "1200"])):
            wires.outcome.mbps[protocol] = _traffic(f"{name}a", seconds, options)
        server.terminate()
    return wires.outcome


def _check() -> None:
    check_measures()
    if os.geteuid() != 0:
        raise MissingError("network namespaces and TUN devices need root", fix="type: sudo wirerate ah demo")
    if not _TUN.exists():
        raise MissingError(f"there is no {_TUN} on this machine", fix="type: modprobe tun")
    for program, package in _NEEDS.items():
        if not shutil.which(program):
            raise MissingError(f"{program} is not installed", fix=f"type: apt-get install {package}")


def _ip(*words: str) -> str:
    done = subprocess.run(["ip", *words], capture_output=True, text=True, check=False)
    if done.returncode:
        raise MissingError(
            f"ip {' '.join(words)}: {done.stderr.strip()}", fix="run this on a machine that permits network namespaces"
        )
    return done.stdout


def _remove_leftovers() -> None:
    """Delete the namespaces of demonstrations that were killed; their TUN devices are already gone."""
    for line in _ip("netns", "list").splitlines():
        name = line.partition(" ")[0]
        if is_abandoned(name):
            with contextlib.suppress(MissingError):  # another run deleted it first
                _ip("netns", "del", name)


@contextlib.contextmanager
def _namespace(name: str, side: str) -> Iterator[int]:
    """Create a namespace connected only by a TUN device, and yield the device's file descriptor."""
    _ip("netns", "add", name)
    try:
        device = os.open(_TUN, os.O_RDWR | os.O_NONBLOCK)
        try:
            tun = f"wr{os.getpid()}{side}"  # at most 15 characters
            fcntl.ioctl(device, _TUNSETIFF, struct.pack("16sH22x", tun.encode(), _IFF_TUN | _IFF_NO_PI))
            _ip("link", "set", tun, "netns", name)
            inside = ("-n", name)
            _ip(*inside, "address", "add", f"fd00::{side}/64", "dev", tun, "nodad")
            _ip(*inside, "link", "set", tun, "mtu", str(_MTU - 48), "up")
            _ip(*inside, "link", "set", "lo", "up")
            yield device
        finally:
            os.close(device)
    finally:
        _ip("netns", "del", name)


@contextlib.contextmanager
def _server(namespace: str) -> Iterator[subprocess.Popen[bytes]]:
    command = ["ip", "netns", "exec", namespace, "iperf3", "--server"]
    server = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, preexec_fn=die_with_parent)
    try:
        yield server
    finally:
        server.kill()
        server.wait()


def _traffic(namespace: str, seconds: float, options: list[str]) -> float:
    """Run iperf3 and return the Mbit/s at the receiver."""
    client = ["ip", "netns", "exec", namespace, "iperf3", "-J", "-c", "fd00::b", "-t", str(max(1, round(seconds)))]
    for _ in range(20):  # retry until the server listens
        done = subprocess.run(
            [*client, *options], capture_output=True, text=True, check=False, preexec_fn=die_with_parent
        )
        answer = json.loads(done.stdout or "{}")
        end = answer.get("end", {})
        received = end.get("sum_received") or end.get("sum")
        if done.returncode == 0 and received:  # iperf3 also exits with 0 if the server stopped
            return float(received["bits_per_second"]) / 1e6
        threading.Event().wait(0.1)
    raise MissingError(
        f"iperf3 failed: {answer.get('error') or done.stderr.strip()}", fix="run iperf3 directly to find the cause"
    )


class _Wires:
    """Forwards packets between two devices, with a security association per direction."""

    def __init__(self, devices: list[int], algorithm: str) -> None:
        key = os.urandom(AH_ALGORITHMS[algorithm].key_bytes or 16)
        generation = AH_ALGORITHMS[algorithm].generation

        def association(spi: int) -> SecurityAssociation:
            window = None if generation == "1826" else 1024
            return SecurityAssociation(spi, Mac(algorithm, key), generation=generation, window=window)

        self.outcome = Outcome()
        self._numbered = generation == "4302"
        self._devices = devices
        self._senders = [association(spi) for spi in _SPI]
        self._receivers = [association(spi) for spi in _SPI]
        self._stopped = threading.Event()

    def stop(self) -> None:
        self._stopped.set()

    def forward(self) -> None:
        """Forward packets until stopped."""
        while not self._stopped.is_set():
            ready, _, _ = select.select(self._devices, [], [], 0.1)
            for device in ready:
                self._carry(self._devices.index(device))

    def _carry(self, side: int) -> None:
        packets = list(self._read(self._devices[side]))
        signed = [result.packet for result in self._senders[side].sign(packets) if result.packet is not None]
        self.outcome.sent += len(signed)
        for result in self._receivers[side].verify(self._disturbed(signed)):
            self.outcome.reasons[result.reason] += 1
            if result.packet is not None:
                with contextlib.suppress(BlockingIOError):
                    os.write(self._devices[1 - side], result.packet)

    @staticmethod
    def _read(device: int) -> Iterator[bytes]:
        with contextlib.suppress(BlockingIOError):
            for _ in range(_BURST):
                packet = os.read(device, 65536)
                if packet[0] >> 4 == 6:
                    yield packet

    def _disturbed(self, signed: list[bytes]) -> list[bytes]:
        """Return the packets with occasional forged copies, replays and swaps."""
        sent: list[bytes] = []
        first = self.outcome.sent - len(signed)
        for number, packet in enumerate(signed, start=first):
            if number % _EVERY == 1:
                self.outcome.forged += 1
                sent.append(packet[:-1] + bytes([packet[-1] ^ 1]))
            sent.append(packet)
            if number % _EVERY == 2 and self._numbered:
                self.outcome.replayed += 1
                sent.append(packet)
            if number % _EVERY == 5 and len(sent) > 1 and number > first:
                self.outcome.swapped += 1
                sent[-1], sent[-2] = sent[-2], sent[-1]
        return sent
