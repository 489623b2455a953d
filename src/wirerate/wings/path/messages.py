# SPDX-License-Identifier: Apache-2.0 OR MIT
"""What the two processes of a measurement say to each other, one JSON object a line: questions in, answers out."""

from __future__ import annotations

import msgspec

from wirerate.wings.path.bench import Built, Told
from wirerate.wings.path.catalogue import Family
from wirerate.wings.path.found import Host
from wirerate.wings.path.refusal import Refusal
from wirerate.wings.path.stages import Cell


class Build(msgspec.Struct, tag=True):
    """A chain; answered by Built. Chains are numbered in the order in which they were built, refused ones left out."""

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
