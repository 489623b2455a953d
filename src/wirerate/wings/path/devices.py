# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Network devices, addresses, neighbours and routes (rtnetlink), MACsec and WireGuard keys (generic netlink).

The numbers are from <linux/if_link.h>, <linux/rtnetlink.h>, <linux/if_macsec.h> and <linux/wireguard.h>.
"""

from __future__ import annotations

import errno
import os
import socket
import struct
from collections.abc import Mapping
from ipaddress import ip_address, ip_network

from wirerate.wings.path.netlink import (
    CREATE,
    DUMP,
    EXCLUSIVE,
    REPLACE,
    KernelError,
    Namespace,
    Value,
    attributes,
    packed,
)

_NEAR, _FAR, _UNUSED = "02:00:00:00:00:e0", "02:00:00:00:00:e1", "02:00:00:00:00:e2"
MTU = 65535  # large enough that no packet of the mix is fragmented

_NEWLINK, _GETLINK, _SETLINK, _NEWADDR, _NEWROUTE, _NEWNEIGH = 16, 18, 19, 20, 24, 28
_IFLA_ADDRESS, _IFLA_IFNAME, _IFLA_MTU, _IFLA_LINK, _IFLA_LINKINFO = 1, 3, 4, 5, 18
_IFLA_NET_NS_FD, _KIND, _DATA, _PEER = 28, 1, 2, 1
_IFF_UP = 1
_IFA_ADDRESS, _IFA_LOCAL, _IFA_F_NODAD = 1, 2, 2
_NDA_DST, _NDA_LLADDR, _NUD_PERMANENT = 1, 2, 0x80
_RTA_DST, _RTA_OIF, _RTA_GATEWAY = 1, 4, 5
_TABLE_MAIN, _PROTO_STATIC, _SCOPE_UNIVERSE, _SCOPE_LINK, _UNICAST = 254, 4, 0, 253, 1


def version(address: str) -> int:
    """Return the address family, AF_INET or AF_INET6."""
    return socket.AF_INET6 if ":" in address else socket.AF_INET


def mac(text: str) -> bytes:
    return bytes.fromhex(text.replace(":", ""))


def veth(space: Namespace, name: str, address: str, peer_space: Namespace, peer: str, peer_address: str) -> None:
    """Connect two namespaces by a veth pair."""
    ends = {_IFLA_NET_NS_FD: peer_space.descriptor, **_plain(peer, peer_address)}
    add(space, name, "veth", {_PEER: _link() + packed(ends)}, address=address)


def drain(space: Namespace, name: str, *destinations: str) -> None:
    """Add a device that counts and drops the packets sent to these addresses, and bring it up.

    It is a dummy device or, if the kernel has none, a veth pair. The pair's far end ignores every frame, because no
    frame carries its address.
    """
    try:
        add(space, name, "dummy", {})
    except KernelError as error:
        if error.number != errno.EOPNOTSUPP:
            raise
        veth(space, name, _NEAR, space, f"{name}-end", _FAR)
        up(space, f"{name}-end")
        for destination in destinations:
            neighbour(space, name, destination, _UNUSED)
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
    """Add a device of any kind, on top of the device `below` if one is named."""
    values: dict[int, Value] = {**_plain(name, address, mtu or MTU), _IFLA_LINKINFO: {_KIND: kind, _DATA: data}}
    if below:
        values[_IFLA_LINK] = index(space, below)
    space.route.ask(_NEWLINK, _link() + packed(values), flags=CREATE | EXCLUSIVE, doing=f"device of type {kind}")


def up(space: Namespace, *names: str) -> None:
    for name in names:
        body = struct.pack("=BxHiII", 0, 0, index(space, name), _IFF_UP, _IFF_UP)
        space.route.ask(_SETLINK, body, doing=f"{name} up")


def address(space: Namespace, device: str, with_prefix: str) -> None:
    """Add an address such as 203.0.113.1/24, without duplicate address detection."""
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
    """Return a device's index in its namespace."""
    if device not in space.indexes:
        answers = space.route.ask(_GETLINK, _link() + packed({_IFLA_IFNAME: device}), doing=f"device {device}")
        space.indexes[device] = int(struct.unpack_from("=i", answers[0], 4)[0])
    return space.indexes[device]


def _link() -> bytes:
    return struct.pack("=BxHiII", 0, 0, 0, 0, 0)


def _plain(name: str, address: str, mtu: int = MTU) -> dict[int, Value]:
    values: dict[int, Value] = {_IFLA_IFNAME: name, _IFLA_MTU: mtu}
    if address:
        values[_IFLA_ADDRESS] = mac(address)
    return values


# ---- MACsec ----

_ENCRYPT, _VALIDATION, _STRICT = 7, 13, b"\2"
_ADD_RXSC, _ADD_TXSA, _ADD_RXSA = 1, 4, 7
_IFINDEX, _RXSC, _SA = 1, 2, 3
_SCI, _SC_ACTIVE = 1, 2
_AN, _ACTIVE, _PN, _KEY, _KEY_ID = 1, 2, 3, 4, 5
_SECURE_PORT = struct.pack(">H", 1)


def macsec(space: Namespace, name: str, below: str, *, encrypt: bool) -> None:
    """Add a MACsec device on top of the device `below`."""
    data = {_ENCRYPT: bytes([encrypt]), _VALIDATION: _STRICT}
    add(space, name, "macsec", data, below=below, mtu=MTU - 64)
    up(space, name)


def macsec_keys(space: Namespace, name: str, key: bytes, peer: str) -> None:
    """Install one key for both directions, as association number 0; `peer` is the other side's MAC address."""
    family, number = space.generic.family("macsec"), index(space, name)
    channel: dict[int, Value] = {_SCI: mac(peer) + _SECURE_PORT}
    association: dict[int, Value] = {_AN: b"\0", _ACTIVE: b"\1", _PN: 1, _KEY: key, _KEY_ID: bytes(16)}

    def ask(command: int, values: dict[int, Value]) -> None:
        body = struct.pack("=BBH", command, 1, 0) + packed({_IFINDEX: number, **values})
        space.generic.ask(family, body, doing="MACsec keys")

    ask(_ADD_TXSA, {_SA: association})
    ask(_ADD_RXSC, {_RXSC: {**channel, _SC_ACTIVE: b"\1"}})
    ask(_ADD_RXSA, {_RXSC: channel, _SA: association})


# ---- WireGuard ----

_WIREGUARD_PORT = 51820
_GET, _SET, _VERSION = 0, 1, 1
_IFNAME, _PRIVATE, _PUBLIC, _LISTEN, _PEERS = 2, 3, 4, 6, 8
_PEER_PUBLIC, _ENDPOINT, _ALLOWED = 1, 4, 9
_FAMILY, _ADDRESS, _BITS = 1, 2, 3


def wireguard(space: Namespace, name: str) -> bytes:
    """Add a WireGuard device with a new private key; return its public key, which the kernel computes."""
    add(space, name, "wireguard", {}, mtu=MTU - 128)
    port = struct.pack("=H", _WIREGUARD_PORT)
    _wireguard_keys(space, _SET, {_IFNAME: name, _PRIVATE: os.urandom(32), _LISTEN: port})
    answers = _wireguard_keys(space, _GET, {_IFNAME: name}, flags=DUMP)
    return attributes(answers[0][4:])[_PUBLIC]


def wireguard_peer(space: Namespace, name: str, public: bytes, endpoint: str, behind: str) -> None:
    """Add the peer with its endpoint and the network behind it, and bring the device up."""
    net = ip_network(behind)
    allowed: dict[int, Value] = {
        _FAMILY: struct.pack("=H", version(behind)),
        _ADDRESS: net.network_address.packed,
        _BITS: bytes([net.prefixlen]),
    }
    values: dict[int, Value] = {_PEER_PUBLIC: public, _ENDPOINT: _socket_address(endpoint), _ALLOWED: {1: allowed}}
    _wireguard_keys(space, _SET, {_IFNAME: name, _PEERS: {1: values}})
    up(space, name)


def _wireguard_keys(space: Namespace, command: int, values: dict[int, Value], flags: int = 0) -> list[bytes]:
    family, body = space.generic.family("wireguard"), struct.pack("=BBH", command, _VERSION, 0) + packed(values)
    return space.generic.ask(family, body, flags=flags, doing="WireGuard keys")


def _socket_address(text: str) -> bytes:
    """Return a struct sockaddr_in or sockaddr_in6."""
    raw, head = ip_address(text).packed, struct.pack("=H", version(text)) + struct.pack(">H", _WIREGUARD_PORT)
    return head + raw + bytes(8) if len(raw) == 4 else head + bytes(4) + raw + bytes(4)
