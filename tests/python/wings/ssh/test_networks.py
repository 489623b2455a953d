"""Real transfers over networks that limit them: a shaped link in a network namespace, and a long delay."""

from __future__ import annotations

import ctypes
import os
import socket
import subprocess
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import replace
from typing import TypeVar

import pytest

from wirerate.wings.ssh.algorithms import Candidate
from wirerate.wings.ssh.connection import Sent
from wirerate.wings.ssh.contest import Seen
from wirerate.wings.ssh.peer import Peer, zeros
from wirerate.wings.ssh.results import Results
from wirerate.wings.ssh.server import PrivateServer

from .conftest import needs_openssh

T = TypeVar("T")
pytestmark = needs_openssh


CANDIDATE = Candidate("aes128-gcm@openssh.com")
NEW_NETWORK = 0x40000000  # CLONE_NEWNET in <linux/sched.h>


def in_a_network(shape: str, work: Callable[[], T]) -> T:
    """Run `work` in a thread with a new network namespace and a shaped loopback, and remove both afterwards."""

    def alone() -> T:
        try:
            if ctypes.CDLL(None, use_errno=True).unshare(NEW_NETWORK) != 0:
                pytest.skip(f"no network namespaces here: {os.strerror(ctypes.get_errno())}")
            for command in ("ip link set lo mtu 1500 up", f"tc qdisc add dev lo root {shape}"):
                subprocess.run(command.split(), check=True, capture_output=True, text=True)
        except (AttributeError, OSError) as error:
            pytest.skip(f"no shaped link here (Linux, iproute2): {error}")
        except subprocess.CalledProcessError as error:
            pytest.skip(f"no shaped link here: {error.stderr.strip()}")
        return work()

    with ThreadPoolExecutor(1) as pool:
        return pool.submit(alone).result()


def seen(peer: Peer, size: int, rounds: int, *, one_machine: bool) -> Seen:
    """Return a run's observations of one candidate in a few transfers."""
    with zeros(size) as whole, zeros(size // 8) as less:
        made = Seen("peer", one_machine=one_machine, source_rate=5e9, kept=[CANDIDATE])
        made.offer, _ = peer.meet(less, size // 8)
        made.round_trip = peer.way.round_trip()
        made.rounds[CANDIDATE] = []
        for _ in range(rounds):
            made.short.append(alone(peer.way.upload(CANDIDATE, less, size // 8)))
            made.rounds[CANDIDATE].append(alone(peer.way.upload(CANDIDATE, whole, size)))
    return made


def alone(made: Sent) -> Sent:
    """Pretend that no other program was running on this machine; the effect of a busy machine is not tested here."""
    return replace(made, here=replace(made.here, waiting=0.0), there=made.there and replace(made.there, waiting=0.0))


@pytest.mark.machine
def test_a_slow_link_is_the_bottleneck() -> None:
    def work() -> Seen:
        with PrivateServer() as server:
            return seen(Peer(None, server), 2 << 20, 2, one_machine=True)

    made = in_a_network("tbf rate 20mbit burst 16k latency 200ms", work)
    assert all(each.wall > 0.9 * each.size / 2.5e6 for each in made.rounds[CANDIDATE])
    found = Results(made).course()
    assert found
    assert found.bottleneck == "network", found


class Way:
    """A TCP relay to a port that delays data in both directions by a number of seconds."""

    def __init__(self, port: int, seconds: float) -> None:
        self._to, self._seconds = port, seconds
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port = int(self._listener.getsockname()[1])
        threading.Thread(target=self._serve, daemon=True).start()

    def close(self) -> None:
        self._listener.close()

    def _serve(self) -> None:
        while True:
            try:
                client, _ = self._listener.accept()
            except OSError:
                return
            server = socket.create_connection(("127.0.0.1", self._to))
            for each in (client, server):
                each.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            self._carry(client, server)
            self._carry(server, client)

    def _carry(self, source: socket.socket, sink: socket.socket) -> None:
        under_way: deque[tuple[float, bytes]] = deque()
        came = threading.Semaphore(0)

        def take() -> None:
            data = b"-"
            while data:
                try:
                    data = source.recv(1 << 18)
                except OSError:
                    data = b""
                under_way.append((time.monotonic() + self._seconds, data))
                came.release()

        def give() -> None:
            while True:
                came.acquire()
                due, data = under_way.popleft()
                time.sleep(max(0.0, due - time.monotonic()))
                try:
                    if not data:
                        sink.shutdown(socket.SHUT_WR)
                        return
                    sink.sendall(data)
                except OSError:
                    return

        for work in (take, give):
            threading.Thread(target=work, daemon=True).start()


@contextmanager
def far_away(round_trip: float) -> Iterator[Peer]:
    """Return the private sshd behind this round-trip time."""
    with Distant() as server:
        way = Way(server.port, round_trip / 2)
        try:
            server.go(way.port)
            yield Peer(None, server)
        finally:
            way.close()


class Distant(PrivateServer):
    """A host reached through the relay's port."""

    def go(self, port: int) -> None:
        self.known_hosts.write_text(self.known_hosts.read_text().replace(f":{self.port} ", f":{port} "))
        self._there = port

    @property
    def options(self) -> list[str]:
        return [f"Port={self._there}" if word.startswith("Port=") else word for word in super().options]


@pytest.mark.machine
def test_a_long_round_trip_is_limited_by_the_channel_window() -> None:
    with far_away(0.12) as peer:
        made = seen(peer, 16 << 20, 1, one_machine=False)
    assert 0.12 <= made.round_trip < 0.2
    found = Results(made).course()
    assert found
    assert found.flow.window_mbps == pytest.approx((2 << 20) / made.round_trip / 1e6)
    assert found.bottleneck == "window", found
