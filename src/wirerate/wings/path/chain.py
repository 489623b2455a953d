# SPDX-License-Identifier: Apache-2.0 OR MIT
"""A chain of network namespaces: the sender's device, up to two gateways, and a device that drops every packet."""

from __future__ import annotations

import contextlib
import socket
from ipaddress import ip_address

from wirerate.wings.path import devices, xfrm
from wirerate.wings.path.algorithms import algorithm_of, key
from wirerate.wings.path.catalogue import Cell, Family, Path
from wirerate.wings.path.frames import ADDRESSES, LAN_MAC, SENDER_MAC, WAN_MACS
from wirerate.wings.path.netlink import KernelError, Namespace, Value

LAST = "sink"
WIRE = "wan"
_TUNNEL, _ABOVE = "inner", "sec0"
_SPI = 0x1810
_SOL_PACKET, _QDISC_BYPASS = 263, 20
_IPIP, _IP6IP6 = 4, 41
_TUN_LOCAL, _TUN_REMOTE, _TUN_TTL, _TUN_FLAGS, _TUN_PROTO = 2, 3, 4, 8, 9  # IFLA_IPTUN_* of <linux/if_tunnel.h>
_NO_ENCAP_LIMIT = 1  # IP6_TNL_F_IGN_ENCAP_LIMIT
_MACSEC_KEY = 16


def quiet(family: Family) -> Namespace:
    """Create a namespace that forwards and never sends packets of its own. Raises KernelError."""
    space = Namespace()
    try:
        space.set("ipv4/conf/all/rp_filter", "0")
        space.set("ipv4/conf/default/rp_filter", "0")
        if family == "ip4":
            space.set("ipv4/ip_forward", "1")
            with contextlib.suppress(KernelError):  # a kernel without IPv6 has no such file
                space.set("ipv6/conf/default/disable_ipv6", "1")
        else:
            space.set("ipv6/conf/all/forwarding", "1")
            space.set("ipv6/conf/default/addr_gen_mode", "1")
            space.set("ipv6/conf/default/mldv2_unsolicited_report_interval", str(10**9))  # one report at start
        devices.up(space, "lo")
    except BaseException:
        space.close()
        raise
    return space


class Chain:
    """The devices, routes and security associations of one cell.

    `sender` is the packet socket to send on, `last` the namespace whose device drops the packets, and `wire` the
    namespace that sends on the link between the gateways (None with fewer than two gateways).
    """

    def __init__(self, cell: Cell, source: Namespace, number: int) -> None:
        self.cell = cell
        self.hops = {"generate": 0, "hop": 1}.get(cell.stage, 2)
        self._net = ADDRESSES[cell.path.family]
        self._spaces: list[Namespace] = []
        self._device = f"out{number}"
        self.sender: socket.socket | None = None
        try:
            self._build(source)
            self.sender = self._open_sender(source)
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        if self.sender:
            self.sender.close()
        for space in self._spaces:  # this removes the sender's device too: its veth peer is in the first namespace
            space.close()

    @property
    def wire(self) -> Namespace | None:
        return self._spaces[0] if self.hops == 2 else None

    def _build(self, source: Namespace) -> None:
        self.last, self.last_device = source, self._device
        if not self.hops:
            devices.drain(source, self._device)
            return
        for _ in range(self.hops):
            self._spaces.append(quiet(self.cell.path.family))
        first, self.last = self._spaces[0], self._spaces[-1]
        self.last_device = LAST
        devices.veth(source, self._device, SENDER_MAC, first, "lan", LAN_MAC)
        devices.up(source, self._device)
        devices.up(first, "lan")
        devices.address(first, "lan", f"{self._net.lan}/{self._net.net_bits}")
        if self.hops == 2:
            devices.veth(first, WIRE, WAN_MACS[0], self.last, WIRE, WAN_MACS[1])
            devices.up(first, WIRE)
            devices.up(self.last, WIRE)
        devices.drain(self.last, LAST, self._net.destination, self._net.beyond)
        devices.route(self.last, self._net.destinations, LAST)
        if self.hops == 2:
            self._connect_gateways(first, self.last)

    def _connect_gateways(self, first: Namespace, last: Namespace) -> None:
        path = self.cell.path
        if path.kind == "macsec":
            self._macsec(path, first, last)
            return
        self._addresses(first, last, WIRE)
        if path.kind == "plain" or path.mode == "tunnel":
            devices.route(first, self._net.destinations, WIRE, self._net.wan[1])
        if path.kind == "wireguard":
            self._wireguard(first, last)
        elif path.kind != "plain":
            self._ipsec(path, first, last)

    def _addresses(self, first: Namespace, last: Namespace, device: str) -> None:
        near, far = self._net.wan
        for space, local, remote, address in ((first, near, far, WAN_MACS[1]), (last, far, near, WAN_MACS[0])):
            devices.address(space, device, f"{local}/{self._net.net_bits}")
            devices.neighbour(space, device, remote, address)
        devices.route(first, self._net.beyonds, device, far)
        devices.route(last, self._net.sources, device, near)
        devices.route(last, self._net.beyonds, LAST)

    def _ipsec(self, path: Path, first: Namespace, last: Namespace) -> None:
        near, far = self._net.wan[0], self._net.wan[1] if self.cell.stage == "both" else self._net.beyond
        bits, tunnel = self._net.host_bits, path.mode == "tunnel"
        inner = (f"{self._net.source}/{bits}", f"{self._net.destination}/{bits}", 0)
        outer = (f"{near}/{bits}", f"{far}/{bits}", _IP6IP6 if path.family == "ip6" else _IPIP)
        association = xfrm.Association(
            protocol=xfrm.ESP if path.kind == "esp" else xfrm.AH,
            source=near,
            destination=far,
            spi=_SPI,
            algorithm=algorithm_of(path),
            tunnel=tunnel,
            esn=path.esn,
            udp=path.udp_encapsulation,
            selects=inner if tunnel else outer,
        )
        association.install(first, xfrm.OUT)
        if not tunnel:
            self._ip_in_ip(first, near, far)
            devices.route(first, self._net.destinations, _TUNNEL)
        if self.cell.stage == "both":
            association.install(last, xfrm.FORWARD if tunnel else xfrm.IN)
            if path.udp_encapsulation:
                xfrm.receive_in_udp(last, far)
            if not tunnel:
                self._ip_in_ip(last, far, near)

    def _ip_in_ip(self, space: Namespace, local: str, remote: str) -> None:
        """Add an IP-in-IP tunnel, since transport mode cannot protect forwarded packets themselves (RFC 3884)."""
        data: dict[int, Value] = {
            _TUN_LOCAL: ip_address(local).packed,
            _TUN_REMOTE: ip_address(remote).packed,
            _TUN_TTL: b"\x40",
        }
        if self.cell.path.family == "ip6":
            data |= {_TUN_FLAGS: _NO_ENCAP_LIMIT, _TUN_PROTO: bytes([_IP6IP6])}
        kind = "ip6tnl" if self.cell.path.family == "ip6" else "ipip"
        devices.add(space, _TUNNEL, kind, data, mtu=devices.MTU - 300)
        devices.up(space, _TUNNEL)

    def _macsec(self, path: Path, first: Namespace, last: Namespace) -> None:
        for space in (first, last):
            devices.macsec(space, _ABOVE, WIRE, encrypt=path.cipher.endswith("gcm"))
        devices.macsec_keys(first, _ABOVE, key(_MACSEC_KEY), WAN_MACS[1])
        devices.macsec_keys(last, _ABOVE, key(_MACSEC_KEY), WAN_MACS[0])
        self._addresses(first, last, _ABOVE)
        devices.route(first, self._net.destinations, _ABOVE, self._net.wan[1])

    def _wireguard(self, first: Namespace, last: Namespace) -> None:
        near, far = (devices.wireguard(space, _ABOVE) for space in (first, last))
        devices.wireguard_peer(first, _ABOVE, far, self._net.wan[1], self._net.destinations)
        devices.wireguard_peer(last, _ABOVE, near, self._net.wan[0], self._net.sources)
        devices.route(first, self._net.destinations, _ABOVE)
        devices.route(last, self._net.sources, _ABOVE)

    def _open_sender(self, source: Namespace) -> socket.socket:
        sender = source.socket(socket.AF_PACKET, socket.SOCK_RAW)
        sender.setsockopt(_SOL_PACKET, _QDISC_BYPASS, 1)
        sender.bind((self._device, 0))
        return sender
