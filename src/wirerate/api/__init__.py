# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The commands as calls. Each returns a `Run`: orchestration only; labs measure, `verdict` judges, `report` shows."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from wirerate.api.ah import ah_speed
    from wirerate.api.beside import kernel_path, record_of, with_path_shares
    from wirerate.api.checking import check
    from wirerate.api.comparing import compare, compare_runs
    from wirerate.api.diagnosis import doctor
    from wirerate.api.firmware.boards import mcu_boards
    from wirerate.api.firmware.budget import mcu_budget
    from wirerate.api.firmware.handshakes import mcu_handshake
    from wirerate.api.firmware.operations import mcu
    from wirerate.api.firmware.programs import mcu_function, mcu_library
    from wirerate.api.firmware.published import mcu_published
    from wirerate.api.firmware.running import mcu_grid
    from wirerate.api.hardware import emit, hw
    from wirerate.api.milling import mill
    from wirerate.api.modelling import draw, model
    from wirerate.api.paths import path
    from wirerate.api.reporting import complete
    from wirerate.api.speeds import speed
    from wirerate.api.transfers import ssh

# Loaded when first asked for: no command needs another's lab.
_HOME = {
    "ah_speed": "ah",
    "check": "checking",
    "compare": "comparing",
    "compare_runs": "comparing",
    "complete": "reporting",
    "doctor": "diagnosis",
    "draw": "modelling",
    "emit": "hardware",
    "hw": "hardware",
    "kernel_path": "beside",
    "mcu": "firmware.operations",
    "mcu_boards": "firmware.boards",
    "mcu_budget": "firmware.budget",
    "mcu_function": "firmware.programs",
    "mcu_grid": "firmware.running",
    "mcu_handshake": "firmware.handshakes",
    "mcu_library": "firmware.programs",
    "mcu_published": "firmware.published",
    "mill": "milling",
    "model": "modelling",
    "path": "paths",
    "record_of": "beside",
    "speed": "speeds",
    "ssh": "transfers",
    "with_path_shares": "beside",
}

__all__ = [
    "ah_speed",
    "check",
    "compare",
    "compare_runs",
    "complete",
    "doctor",
    "draw",
    "emit",
    "hw",
    "kernel_path",
    "mcu",
    "mcu_boards",
    "mcu_budget",
    "mcu_function",
    "mcu_grid",
    "mcu_handshake",
    "mcu_library",
    "mcu_published",
    "mill",
    "model",
    "path",
    "record_of",
    "speed",
    "ssh",
    "with_path_shares",
]


def __getattr__(name: str) -> Any:
    if name not in _HOME:
        raise AttributeError(f"module 'wirerate.api' has no attribute {name!r}")
    value = getattr(importlib.import_module(f"wirerate.api.{_HOME[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
