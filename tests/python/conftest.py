"""Ctrl-C must reach the tests that send it, also when the whole run was started in the background with it ignored."""

from __future__ import annotations

import signal

signal.signal(signal.SIGINT, signal.default_int_handler)
