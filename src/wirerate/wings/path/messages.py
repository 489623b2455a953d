# SPDX-License-Identifier: Apache-2.0 OR MIT
"""What the two processes of a measurement say to each other, one JSON object a line: questions in, answers out.

What carries records needs no other process, and answers in the same words.
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
    """The kernel that answers, as it tells of itself."""

    release: str  # as `uname -r`
    mitigations: tuple[str, ...]  # those that it applies, by the names of /sys/devices/system/cpu/vulnerabilities
    cpu: int  # the one that the sender is pinned to
    as_root: bool  # False: in a user namespace of its own


def this_host(cpu: int) -> Host:
    first = File("/proc/self/uid_map").read_text().split()[1:2] == ["0"]
    return Host(os.uname().release, _mitigations(), cpu, as_root=first)


def _mitigations() -> tuple[str, ...]:
    found = []
    for file in sorted(File("/sys/devices/system/cpu/vulnerabilities").glob("*")):
        try:
            told = file.read_text()
        except OSError:
            continue
        if told.startswith("Mitigation"):
            found.append(file.name)
    return tuple(found)


@dataclass
class Proof:
    """That a packet of each size arrives once and as it was. `wire` are the frames between the gateways, one for each
    size, as the first sent them."""

    added: dict[int, int] = field(default_factory=dict)  # IP bytes -> bytes more between the gateways
    wire: dict[int, bytes] = field(default_factory=dict)
    inline: bool = True  # a packet is there when the call that sent it returns: its cost is the sender's own time


@dataclass
class Built:
    """What became of one cell: a chain or a connection that carries, by its number, or why there is none."""

    number: int = -1
    proof: Proof | None = None
    refusal: Refusal | None = None
    driver: Driver | None = None


@dataclass
class Told:
    """One round, as C saw it (`wrh_path_round` and `wrh_stream_round` of wirerate_path.h)."""

    wall_ns: float
    cpu_ns: float
    sent: int  # packets or records
    arrived: int
    involuntary: int
    elsewhere_ns: float = 0.0
    excess_bytes: int = 0  # of packets, over what should have arrived
    late: bool = False
    wrong: int = 0  # records that came back otherwise
    octets: int = 0  # that the far end's TCP received


class Build(msgspec.Struct, tag=True):
    """Answered by Built. Chains are numbered in the order in which they were built, refused ones left out."""

    cell: Cell
    sizes: list[int]


class Run(msgspec.Struct, tag=True):
    """Rounds; answered by Rounds."""

    family: Family
    lap: list[int]
    laps: int
    order: list[int]


class Rounds(msgspec.Struct):
    told: list[Told]
    stolen_ns: int


class Ready(msgspec.Struct):
    """The first answer, to no question: where all of it will run, or why nothing can."""

    host: Host | None = None
    refusal: Refusal | None = None


QUESTION = msgspec.json.Decoder(Build | Run)
BUILT = msgspec.json.Decoder(Built)
ROUNDS = msgspec.json.Decoder(Rounds)
READY = msgspec.json.Decoder(Ready)
ENCODER = msgspec.json.Encoder()
