# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Facts with their sources: about every authenticator, protocol, board, library and published figure."""

from wirerate.catalogue.configuration import config_lines
from wirerate.catalogue.protocols import PROTOCOLS, Layout, Permission, Protocol, protocol
from wirerate.catalogue.security import SECURITY, Standing, security, standing

__all__ = [
    "PROTOCOLS",
    "SECURITY",
    "Layout",
    "Permission",
    "Protocol",
    "Standing",
    "config_lines",
    "protocol",
    "security",
    "standing",
]
