# SPDX-License-Identifier: Apache-2.0 OR MIT
"""What a run is: a Run of its kind, its Environment, rows, comparisons and verdicts; and its file."""

from __future__ import annotations

from wirerate.records.file import check_writable, from_json, json_schema, read, write, write_file
from wirerate.records.measurement import AcrossRuns, BreakEven, Comparison, Conditions, Measurement, Row
from wirerate.records.quantities import Interval
from wirerate.records.run import (
    ERRORS,
    RUNS,
    SCHEMA,
    AnyRun,
    CheckRun,
    CompareRun,
    CpuCache,
    DoctorRun,
    Environment,
    FailedRun,
    Peer,
    Problem,
    Run,
    SpeedRun,
)
from wirerate.records.verdict import (
    Alternative,
    ConfigLine,
    LinkEnd,
    MeasuredPath,
    MessageVerdict,
    Scaled,
    Security,
    Verdict,
    Warmer,
)

__all__ = [
    "ERRORS",
    "RUNS",
    "SCHEMA",
    "AcrossRuns",
    "Alternative",
    "AnyRun",
    "BreakEven",
    "CheckRun",
    "CompareRun",
    "Comparison",
    "Conditions",
    "ConfigLine",
    "CpuCache",
    "DoctorRun",
    "Environment",
    "FailedRun",
    "Interval",
    "LinkEnd",
    "MeasuredPath",
    "Measurement",
    "MessageVerdict",
    "Peer",
    "Problem",
    "Row",
    "Run",
    "Scaled",
    "Security",
    "SpeedRun",
    "Verdict",
    "Warmer",
    "check_writable",
    "from_json",
    "json_schema",
    "read",
    "write",
    "write_file",
]
