# SPDX-License-Identifier: Apache-2.0 OR MIT
"""WireGuard: devices, keys and peers by generic netlink. Numbers are those of <linux/wireguard.h>."""

from __future__ import annotations

import os
import struct
from ipaddress import ip_address, ip_network

from wirerate.wings.path.kernel import devices
from wirerate.wings.path.kernel.namespace import Namespace
from wirerate.wings.path.kernel.netlink import DUMP, Netlink, Value, attributes, packed

PORT = 51820
_GET, _SET, _VERSION = 0, 1, 1
_IFNAME, _PRIVATE, _PUBLIC, _LISTEN, _PEERS = 2, 3, 4, 6, 8
_PEER_PUBLIC, _ENDPOINT, _ALLOWED = 1, 4, 9
_FAMILY, _ADDRESS, _BITS = 1, 2, 3


def device(space: Namespace, name: str) -> bytes:
    """With a new key. Returns its public half, which the kernel computes."""
    devices.add(space, name, "wireguard", {}, mtu=devices.MTU - 128)
    family = space.generic.family("wireguard")
    values: dict[int, Value] = {_IFNAME: name, _PRIVATE: os.urandom(32), _LISTEN: struct.pack("=H", PORT)}
    _ask(space.generic, family, _SET, packed(values))
    told = _ask(space.generic, family, _GET, packed({_IFNAME: name}), flags=DUMP)
    return attributes(told[0][4:])[_PUBLIC]


def peer(space: Namespace, name: str, public: bytes, endpoint: str, allowed: tuple[str, ...]) -> None:
    """The other end, and the networks that are behind it."""
    networks: dict[int, Value] = {}
    for number, text in enumerate(allowed, start=1):
        net = ip_network(text)
        networks[number] = {
            _FAMILY: struct.pack("=H", devices.version(text)),
            _ADDRESS: net.network_address.packed,
            _BITS: bytes([net.prefixlen]),
        }
    values: dict[int, Value] = {_PEER_PUBLIC: public, _ENDPOINT: _socket_address(endpoint), _ALLOWED: networks}
    whole: dict[int, Value] = {_IFNAME: name, _PEERS: {1: values}}
    _ask(space.generic, space.generic.family("wireguard"), _SET, packed(whole))


def _ask(generic: Netlink, family: int, command: int, body: bytes, flags: int = 0) -> list[bytes]:
    return generic.ask(family, struct.pack("=BBH", command, _VERSION, 0) + body, flags=flags, doing="WireGuard keys")


def _socket_address(text: str) -> bytes:
    """struct sockaddr_in or sockaddr_in6."""
    raw, head = ip_address(text).packed, struct.pack("=H", devices.version(text)) + struct.pack(">H", PORT)
    return head + raw + bytes(8) if len(raw) == 4 else head + bytes(4) + raw + bytes(4)
