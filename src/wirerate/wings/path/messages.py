# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The protocol between a measurement and its helper process: one JSON object per line, questions in, answers out.

TLS needs no helper process, but its carrier returns the same types.
"""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from pathlib import Path as File

import msgspec

from wirerate.wings.path.algorithms import Driver
from wirerate.wings.path.catalogue import Cell, Family
from wirerate.wings.path.refusals import Refusal


@dataclass
class Host:
    """The kernel that runs the measurement."""

    release: str  # as in `uname -r`
    mitigations: tuple[str, ...]  # applied, by their names in /sys/devices/system/cpu/vulnerabilities
    cpu: int  # the CPU that the sender is pinned to
    as_root: bool  # False: in a user namespace


def this_host(cpu: int) -> Host:
    """Describe this kernel; the sender is pinned to `cpu`."""
    as_root = File("/proc/self/uid_map").read_text().split()[1:2] == ["0"]
    return Host(os.uname().release, _mitigations(), cpu, as_root=as_root)


def _mitigations() -> tuple[str, ...]:
    names = []
    for file in sorted(File("/sys/devices/system/cpu/vulnerabilities").glob("*")):
        try:
            status = file.read_text()
        except OSError:
            continue
        if status.startswith("Mitigation"):
            names.append(file.name)
    return tuple(names)


@dataclass
class Proof:
    """The result of checking a chain with one packet of each size, which arrived once and unchanged."""

    added: dict[int, int] = field(default_factory=dict)  # IP bytes sent -> bytes added between the gateways
    wire: dict[int, bytes] = field(default_factory=dict)  # IP bytes sent -> the frame between the gateways
    inline: bool = True  # a packet has arrived when the sending call returns, so its cost is the sender's own time


@dataclass
class Built:
    """A chain or connection that was set up, by its number, or the reason why it could not be."""

    number: int = -1
    proof: Proof | None = None
    refusal: Refusal | None = None
    driver: Driver | None = None


@dataclass
class RoundCounts:
    """The time and packet counts of one round (`wrh_path_round` and `wrh_stream_round` in wirerate_path.h)."""

    wall_ns: float
    cpu_ns: float
    sent: int  # packets or records
    arrived: int
    involuntary: int
    elsewhere_ns: float = 0.0
    excess_bytes: int = 0  # bytes of packets received beyond those expected
    late: bool = False  # packets were still under way when the round ended
    wrong: int = 0  # records that came back changed
    octets: int = 0  # bytes that the far end's TCP received


class Build(msgspec.Struct, tag=True):
    """A request for a chain, answered by Built. Chains are numbered in the order built, without those refused."""

    cell: Cell
    sizes: list[int]


class Run(msgspec.Struct, tag=True):
    """A request for rounds, answered by Rounds. `lap` holds packet sizes, `order` the numbers of chains."""

    family: Family
    lap: list[int]
    laps: int
    order: list[int]


class Rounds(msgspec.Struct):
    """The answer to Run, with the time that the hypervisor stole meanwhile."""

    counts: list[RoundCounts]
    stolen_ns: int


class Ready(msgspec.Struct):
    """The first message: the host, or the reason why nothing can be measured."""

    host: Host | None = None
    refusal: Refusal | None = None


QUESTION = msgspec.json.Decoder(Build | Run)
BUILT = msgspec.json.Decoder(Built)
ROUNDS = msgspec.json.Decoder(Rounds)
READY = msgspec.json.Decoder(Ready)
ENCODER = msgspec.json.Encoder()
