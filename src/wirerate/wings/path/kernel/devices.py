# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Devices, addresses, neighbours and routes (rtnetlink). Numbers: <linux/if_link.h>, <linux/rtnetlink.h>."""

from __future__ import annotations

import errno
import socket
import struct
from collections.abc import Mapping
from ipaddress import ip_address, ip_network

from wirerate.wings.path.kernel.namespace import Namespace
from wirerate.wings.path.kernel.netlink import CREATE, EXCLUSIVE, REPLACE, KernelError, Value, packed

_NEAR, _FAR, _NOBODY = "02:00:00:00:00:e0", "02:00:00:00:00:e1", "02:00:00:00:00:e2"
MTU = 65535  # no packet is cut: the mix is asked for, not what a link would leave of it

_NEWLINK, _GETLINK, _SETLINK, _NEWADDR, _NEWROUTE, _NEWNEIGH = 16, 18, 19, 20, 24, 28
_IFLA_ADDRESS, _IFLA_IFNAME, _IFLA_MTU, _IFLA_LINK, _IFLA_LINKINFO = 1, 3, 4, 5, 18
_IFLA_NET_NS_FD, _KIND, _DATA, _PEER = 28, 1, 2, 1
_IFF_UP = 1
_IFA_ADDRESS, _IFA_LOCAL, _IFA_F_NODAD = 1, 2, 2
_NDA_DST, _NDA_LLADDR, _NUD_PERMANENT = 1, 2, 0x80
_RTA_DST, _RTA_OIF, _RTA_GATEWAY = 1, 4, 5
_TABLE_MAIN, _PROTO_STATIC, _SCOPE_UNIVERSE, _SCOPE_LINK, _UNICAST = 254, 4, 0, 253, 1


def version(address: str) -> int:
    """AF_INET or AF_INET6."""
    return socket.AF_INET6 if ":" in address else socket.AF_INET


def mac(text: str) -> bytes:
    return bytes.fromhex(text.replace(":", ""))


def veth(space: Namespace, name: str, address: str, there: Namespace, peer: str, peer_address: str) -> None:
    """A wire from one namespace to another."""
    ends = {_IFLA_NET_NS_FD: there.descriptor, **_plain(peer, peer_address)}
    add(space, name, "veth", {_PEER: _link() + packed(ends)}, address=address)


def drain(space: Namespace, name: str, *towards: str) -> None:
    """A device, up, that counts and drops what it is to send to those addresses: a dummy. A kernel without has a
    wire whose other end takes nothing, since no frame on it is addressed to that."""
    try:
        add(space, name, "dummy", {})
    except KernelError as error:
        if error.number != errno.EOPNOTSUPP:
            raise
        veth(space, name, _NEAR, space, f"{name}-end", _FAR)
        up(space, f"{name}-end")
        for text in towards:
            neighbour(space, name, text, _NOBODY)
    up(space, name)


def add(
    space: Namespace,
    name: str,
    kind: str,
    data: Mapping[int, Value],
    *,
    address: str = "",
    below: str = "",
    mtu: int = 0,
) -> None:
    """A device of any kind, above another one if `below` is given."""
    values: dict[int, Value] = {**_plain(name, address, mtu or MTU), _IFLA_LINKINFO: {_KIND: kind, _DATA: data}}
    if below:
        values[_IFLA_LINK] = index(space, below)
    space.route.ask(_NEWLINK, _link() + packed(values), flags=CREATE | EXCLUSIVE, doing=f"device of type {kind}")


def up(space: Namespace, *names: str) -> None:
    for name in names:
        body = struct.pack("=BxHiII", 0, 0, index(space, name), _IFF_UP, _IFF_UP)
        space.route.ask(_SETLINK, body, doing=f"{name} up")


def address(space: Namespace, device: str, with_prefix: str) -> None:
    """203.0.113.1/24, without asking whether another has it."""
    text, _, bits = with_prefix.partition("/")
    body = struct.pack("=BBBBI", version(text), int(bits), _IFA_F_NODAD, 0, index(space, device))
    raw = ip_address(text).packed
    body += packed({_IFA_ADDRESS: raw, _IFA_LOCAL: raw})
    space.route.ask(_NEWADDR, body, flags=CREATE | REPLACE, doing=f"address {with_prefix}")


def neighbour(space: Namespace, device: str, text: str, link_address: str) -> None:
    body = struct.pack("=BxxxiHBB", version(text), index(space, device), _NUD_PERMANENT, 0, 0)
    body += packed({_NDA_DST: ip_address(text).packed, _NDA_LLADDR: mac(link_address)})
    space.route.ask(_NEWNEIGH, body, flags=CREATE | REPLACE, doing=f"neighbour {text}")


def route(space: Namespace, network: str, device: str, gateway: str = "") -> None:
    net = ip_network(network)
    scope = _SCOPE_UNIVERSE if gateway or net.version == 6 else _SCOPE_LINK
    body = struct.pack(
        "=BBBBBBBBI", version(network), net.prefixlen, 0, 0, _TABLE_MAIN, _PROTO_STATIC, scope, _UNICAST, 0
    )
    values: dict[int, Value] = {_RTA_DST: net.network_address.packed, _RTA_OIF: index(space, device)}
    if gateway:
        values[_RTA_GATEWAY] = ip_address(gateway).packed
    space.route.ask(_NEWROUTE, body + packed(values), flags=CREATE | REPLACE, doing=f"route {network}")


def index(space: Namespace, device: str) -> int:
    """A device's number in its namespace."""
    if device not in space.indexes:
        told = space.route.ask(_GETLINK, _link() + packed({_IFLA_IFNAME: device}), doing=f"device {device}")
        space.indexes[device] = int(struct.unpack_from("=i", told[0], 4)[0])
    return space.indexes[device]


def _link() -> bytes:
    return struct.pack("=BxHiII", 0, 0, 0, 0, 0)


def _plain(name: str, address: str, mtu: int = MTU) -> dict[int, Value]:
    values: dict[int, Value] = {_IFLA_IFNAME: name, _IFLA_MTU: mtu}
    if address:
        values[_IFLA_ADDRESS] = mac(address)
    return values
