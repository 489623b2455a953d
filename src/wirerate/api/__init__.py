"""The commands as calls. Each returns a `Run`: orchestration only; labs measure, `verdict` judges, `report` shows."""

from __future__ import annotations

from wirerate.api.authenticating import ah_speed
from wirerate.api.checking import check
from wirerate.api.comparing import are_run_files, compare, compare_runs
from wirerate.api.diagnosis import doctor
from wirerate.api.firmware.budget import mcu_budget
from wirerate.api.firmware.handshakes import mcu_handshake
from wirerate.api.firmware.operations import mcu
from wirerate.api.firmware.programs import mcu_function, mcu_library
from wirerate.api.firmware.published import mcu_published
from wirerate.api.firmware.running import mcu_grid
from wirerate.api.hw import emit, hw
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
    "mcu_budget",
    "mcu_function",
    "mcu_grid",
    "mcu_handshake",
    "mcu_library",
    "mcu_published",
    "mill",
    "model",
    "speed",
    "ssh",
]
