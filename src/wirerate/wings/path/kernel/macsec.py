# SPDX-License-Identifier: Apache-2.0 OR MIT
"""MACsec: a device above another, and its keys by generic netlink. Numbers are those of <linux/if_macsec.h>."""

from __future__ import annotations

import struct

from wirerate.wings.path.kernel import devices
from wirerate.wings.path.kernel.namespace import Namespace
from wirerate.wings.path.kernel.netlink import Value, packed

_ENCRYPT, _VALIDATION, _STRICT = 7, 13, b"\2"
_ADD_RXSC, _ADD_TXSA, _ADD_RXSA = 1, 4, 7
_IFINDEX, _RXSC, _SA = 1, 2, 3
_SCI, _SC_ACTIVE = 1, 2
_AN, _ACTIVE, _PN, _KEY, _KEY_ID = 1, 2, 3, 4, 5
_PORT = struct.pack(">H", 1)


def device(space: Namespace, name: str, below: str, *, encrypt: bool) -> None:
    data = {_ENCRYPT: bytes([encrypt]), _VALIDATION: _STRICT}
    devices.add(space, name, "macsec", data, below=below, mtu=devices.MTU - 64)


def keys(space: Namespace, name: str, key: bytes, peer: str) -> None:
    """One key for both directions, numbered 0 in each; `peer` is the other side's link address."""
    family, number = space.generic.family("macsec"), devices.index(space, name)
    channel: dict[int, Value] = {_SCI: devices.mac(peer) + _PORT}
    association: dict[int, Value] = {_AN: b"\0", _ACTIVE: b"\1", _PN: 1, _KEY: key, _KEY_ID: bytes(16)}

    def ask(command: int, values: dict[int, Value]) -> None:
        body = struct.pack("=BBH", command, 1, 0) + packed({_IFINDEX: number, **values})
        space.generic.ask(family, body, doing="MACsec keys")

    ask(_ADD_TXSA, {_SA: association})
    ask(_ADD_RXSC, {_RXSC: {**channel, _SC_ACTIVE: b"\1"}})
    ask(_ADD_RXSA, {_RXSC: channel, _SA: association})
