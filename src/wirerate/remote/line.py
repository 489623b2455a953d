# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The command line of an ssh whose other end is a program of ours."""

from __future__ import annotations

# What the user's configuration is not to add to a command of ours: its other end is a program, for its output only.
PLAIN = (
    "BatchMode=yes",
    "ConnectTimeout=10",
    "ServerAliveInterval=15",
    "ControlMaster=no",
    "ClearAllForwardings=yes",
    "ForwardAgent=no",
    "ForwardX11=no",
    "PermitLocalCommand=no",
    "RemoteCommand=none",
    "RequestTTY=no",
)
QUIET = ("-o", "LogLevel=ERROR")


def plain(host: str, line: str) -> list[str]:
    """The command for ssh to run a line there, once, with the user's own configuration: its standing connection too."""
    return ["ssh", *words(*PLAIN), *QUIET, "--", host, line]


def words(*settings: str) -> list[str]:
    return [word for setting in settings for word in ("-o", setting)]
