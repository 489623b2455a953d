"""Measures authenticators on this machine: libraries in memory, one thread or several."""

from __future__ import annotations

from wirerate.lab.host.doctor import Finding, examine
from wirerate.lab.host.environment import environment
from wirerate.lab.host.measure import Stopped, measure
from wirerate.lab.host.request import CACHES, Request

__all__ = ["CACHES", "Finding", "Request", "Stopped", "environment", "examine", "measure"]
