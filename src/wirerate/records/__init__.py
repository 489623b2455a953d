# SPDX-License-Identifier: Apache-2.0 OR MIT
"""What a run is: Run (with its kind), Environment, Measurement with typed details, Comparison, Verdict; its file."""

from __future__ import annotations

from wirerate.records.file import check_writable, from_json, json_schema, read, write, write_file
from wirerate.records.measurement import Comparison, Conditions, Measurement
from wirerate.records.quantities import Interval
from wirerate.records.run import (
    KINDS,
    SCHEMA,
    Board,
    BoardList,
    BudgetAnswer,
    Cache,
    Course,
    Environment,
    Findings,
    Flow,
    Kind,
    Limits,
    Peer,
    Problem,
    Run,
    SshAdvice,
)
from wirerate.records.verdict import (
    Alternative,
    Bottleneck,
    ConnectionVerdict,
    CoreVerdict,
    Direction,
    LinkEnd,
    MessageVerdict,
    Scaled,
    Security,
    Verdict,
    Warmer,
)

__all__ = [
    "KINDS",
    "SCHEMA",
    "Alternative",
    "Board",
    "BoardList",
    "Bottleneck",
    "BudgetAnswer",
    "Cache",
    "Comparison",
    "Conditions",
    "ConnectionVerdict",
    "CoreVerdict",
    "Course",
    "Direction",
    "Environment",
    "Findings",
    "Flow",
    "Interval",
    "Kind",
    "Limits",
    "LinkEnd",
    "Measurement",
    "MessageVerdict",
    "Peer",
    "Problem",
    "Run",
    "Scaled",
    "Security",
    "SshAdvice",
    "Verdict",
    "Warmer",
    "check_writable",
    "from_json",
    "json_schema",
    "read",
    "write",
    "write_file",
]
