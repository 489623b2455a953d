# SPDX-License-Identifier: Apache-2.0 OR MIT
"""What one kind of measurement has beside what all have: a frozen struct per kind, told apart in JSON by its `kind`.

A new kind is a struct in one of these files and a name in the union.
"""

from __future__ import annotations

from wirerate.records.details.comparison import (
    AcrossRuns,
    Case,
    ComparisonDetails,
    MillGain,
    Observation,
    PublishedFigure,
    PublishedRatio,
    TransferGain,
)
from wirerate.records.details.composed import (
    Composed,
    ComposedHandshake,
    ComposedPart,
    ComposedScheme,
    Handshake13,
    WholeHandshake,
)
from wirerate.records.details.firmware import (
    AbsentExtension,
    BoardOperation,
    CallSpread,
    CycleRange,
    Energy,
    Fit,
    FunctionCall,
    Handshake,
    HandshakeMessage,
    HandshakePart,
    LevelFactor,
    LibraryCall,
    OnBoard,
    Options,
    SchemeOperation,
    Signing,
    SigningEnd,
)
from wirerate.records.details.hardware import (
    Brought,
    CoreRate,
    CriticalPath,
    Derating,
    OnArea,
    OneMessage,
    OperationTimes,
    Placed,
)
from wirerate.records.details.kind import Detail
from wirerate.records.details.model import (
    ModelBeside,
    ModelBound,
    ModelChain,
    ModelChains,
    ModelInstructions,
    ModelIpRates,
    ModelMachine,
    ModelSilicon,
    ModelSlots,
    ModelStep,
    ModelSums,
)
from wirerate.records.details.path import (
    AddedBytes,
    MeasuredPath,
    PathAccount,
    PathPart,
    PathStage,
)
from wirerate.records.details.traffic import (
    AhPackets,
    BreakEven,
    EndCost,
    MilledPacket,
    Transfer,
)

Details = (
    BreakEven
    | AhPackets
    | MilledPacket
    | Transfer
    | CoreRate
    | ModelStep
    | ModelMachine
    | ModelIpRates
    | ModelSilicon
    | ModelChains
    | ModelSums
    | ModelSlots
    | ModelBound
    | ModelBeside
    | ModelInstructions
    | ModelChain
    | BoardOperation
    | SchemeOperation
    | Handshake
    | LibraryCall
    | FunctionCall
    | ComposedScheme
    | ComposedHandshake
    | WholeHandshake
    | PathStage
    | PathAccount
)

__all__ = [
    "AbsentExtension",
    "AcrossRuns",
    "AddedBytes",
    "AhPackets",
    "BoardOperation",
    "BreakEven",
    "Brought",
    "CallSpread",
    "Case",
    "ComparisonDetails",
    "Composed",
    "ComposedHandshake",
    "ComposedPart",
    "ComposedScheme",
    "CoreRate",
    "CriticalPath",
    "CycleRange",
    "Derating",
    "Detail",
    "Details",
    "EndCost",
    "Energy",
    "Fit",
    "FunctionCall",
    "Handshake",
    "Handshake13",
    "HandshakeMessage",
    "HandshakePart",
    "LevelFactor",
    "LibraryCall",
    "MeasuredPath",
    "MillGain",
    "MilledPacket",
    "ModelBeside",
    "ModelBound",
    "ModelChain",
    "ModelChains",
    "ModelInstructions",
    "ModelIpRates",
    "ModelMachine",
    "ModelSilicon",
    "ModelSlots",
    "ModelStep",
    "ModelSums",
    "Observation",
    "OnArea",
    "OnBoard",
    "OneMessage",
    "OperationTimes",
    "Options",
    "PathAccount",
    "PathPart",
    "PathStage",
    "Placed",
    "PublishedFigure",
    "PublishedRatio",
    "SchemeOperation",
    "Signing",
    "SigningEnd",
    "Transfer",
    "TransferGain",
    "WholeHandshake",
]
