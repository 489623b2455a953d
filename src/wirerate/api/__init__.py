"""The commands as calls. Each returns a `Run`: orchestration only; labs measure, `verdict` judges, `report` shows."""

from __future__ import annotations

from wirerate.api.authenticating import ah_speed
from wirerate.api.checking import check
from wirerate.api.comparing import are_run_files, compare, compare_runs
from wirerate.api.diagnosis import doctor
from wirerate.api.firmware import mcu
from wirerate.api.hardware import emit, hw
from wirerate.api.milling import mill
from wirerate.api.modelling import draw, model
from wirerate.api.reporting import complete
from wirerate.api.speeds import speed
from wirerate.api.ssh import ssh

__all__ = [
    "ah_speed",
    "are_run_files",
    "check",
    "compare",
    "compare_runs",
    "complete",
    "doctor",
    "draw",
    "emit",
    "hw",
    "mcu",
    "mill",
    "model",
    "speed",
    "ssh",
]
