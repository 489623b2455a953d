# SPDX-License-Identifier: Apache-2.0 OR MIT
"""One chain: a sender's device, one gateway or two in namespaces of their own, and the device that takes all."""

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
    """A namespace that forwards, and whose devices never speak unasked. Raises KernelError."""
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
            space.set("ipv6/conf/default/mldv2_unsolicited_report_interval", str(10**9))  # reports come once, at once
        devices.up(space, "lo")
    except BaseException:
        space.close()
        raise
    return space


class Chain:
    """`sender` is the packet socket to send on, `last` the namespace with the device that takes all, `wire` the one
    that sends what travels between the gateways; None where there is one gateway or none."""

    def __init__(self, cell: Cell, source: Namespace, number: int) -> None:
        self.cell = cell
        self.hops = {"generate": 0, "hop": 1}.get(cell.stage, 2)
        self._here = ADDRESSES[cell.path.family]
        self._spaces: list[Namespace] = []
        self._device = f"out{number}"
        self.sender: socket.socket | None = None
        try:
            self._build(source)
            self.sender = self._opened(source)
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        if self.sender:
            self.sender.close()
        for space in self._spaces:  # the sender's device goes with its other end
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
        devices.address(first, "lan", f"{self._here.lan}/{self._here.net_bits}")
        if self.hops == 2:
            devices.veth(first, WIRE, WAN_MACS[0], self.last, WIRE, WAN_MACS[1])
            devices.up(first, WIRE)
            devices.up(self.last, WIRE)
        devices.drain(self.last, LAST, self._here.destination, self._here.beyond)
        devices.route(self.last, self._here.destinations, LAST)
        if self.hops == 2:
            self._between(first, self.last)

    def _between(self, first: Namespace, last: Namespace) -> None:
        path = self.cell.path
        if path.kind == "macsec":
            self._macsec(path, first, last)
            return
        self._addresses(first, last, WIRE)
        if path.kind == "plain" or path.mode == "tunnel":
            devices.route(first, self._here.destinations, WIRE, self._here.wan[1])
        if path.kind == "wireguard":
            self._wireguard(first, last)
        elif path.kind != "plain":
            self._ipsec(path, first, last)

    def _addresses(self, first: Namespace, last: Namespace, device: str) -> None:
        near, far = self._here.wan
        for space, own, other, address in ((first, near, far, WAN_MACS[1]), (last, far, near, WAN_MACS[0])):
            devices.address(space, device, f"{own}/{self._here.net_bits}")
            devices.neighbour(space, device, other, address)
        devices.route(first, self._here.beyonds, device, far)
        devices.route(last, self._here.sources, device, near)
        devices.route(last, self._here.beyonds, LAST)

    def _ipsec(self, path: Path, first: Namespace, last: Namespace) -> None:
        near, far = self._here.wan[0], self._here.wan[1] if self.cell.stage == "both" else self._here.beyond
        bits, tunnel = self._here.host_bits, path.mode == "tunnel"
        inner = (f"{self._here.source}/{bits}", f"{self._here.destination}/{bits}", 0)
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
            self._inner(first, near, far)
            devices.route(first, self._here.destinations, _TUNNEL)
        if self.cell.stage == "both":
            association.install(last, xfrm.FORWARD if tunnel else xfrm.IN)
            if path.udp_encapsulation:
                xfrm.receive_in_udp(last, far)
            if not tunnel:
                self._inner(last, far, near)

    def _inner(self, space: Namespace, own: str, other: str) -> None:
        """IP in IP: what transport mode then protects (RFC 3884), as a gateway's packets cannot be in it themselves."""
        data: dict[int, Value] = {
            _TUN_LOCAL: ip_address(own).packed,
            _TUN_REMOTE: ip_address(other).packed,
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
        devices.route(first, self._here.destinations, _ABOVE, self._here.wan[1])

    def _wireguard(self, first: Namespace, last: Namespace) -> None:
        near, far = (devices.wireguard(space, _ABOVE) for space in (first, last))
        devices.wireguard_peer(first, _ABOVE, far, self._here.wan[1], self._here.destinations)
        devices.wireguard_peer(last, _ABOVE, near, self._here.wan[0], self._here.sources)
        devices.route(first, self._here.destinations, _ABOVE)
        devices.route(last, self._here.sources, _ABOVE)

    def _opened(self, source: Namespace) -> socket.socket:
        sender = source.socket(socket.AF_PACKET, socket.SOCK_RAW)
        sender.setsockopt(_SOL_PACKET, _QDISC_BYPASS, 1)
        sender.bind((self._device, 0))
        return sender
