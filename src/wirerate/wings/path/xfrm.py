# SPDX-License-Identifier: Apache-2.0 OR MIT
"""IPsec security associations and policies, set up over netlink. Layouts and numbers are from <linux/xfrm.h>."""

from __future__ import annotations

import socket
import struct
from dataclasses import dataclass
from ipaddress import ip_address, ip_network

from wirerate.wings.path.devices import version
from wirerate.wings.path.netlink import CREATE, EXCLUSIVE, Namespace, packed

ESP, AH = socket.IPPROTO_ESP, socket.IPPROTO_AH
IN, OUT, FORWARD = 0, 1, 2
UDP_PORT = 4500

_NEWSA, _NEWPOLICY = 0x10, 0x13
_CRYPT, _ENCAP, _TMPL, _AEAD, _AUTH_TRUNC, _REPLAY_ESN = 2, 4, 5, 18, 20, 23
_TRANSPORT, _TUNNEL, _ESN = 0, 1, 128
_ENCAP_ESP_IN_UDP = 2
_WINDOW = 64
_FOREVER = struct.pack("=4Q4Q", *[2**64 - 1] * 4, 0, 0, 0, 0)  # xfrm_lifetime_cfg
_UNUSED = bytes(32)  # xfrm_lifetime_cur


@dataclass(frozen=True)
class Algorithm:
    """The algorithms of an association, by the kernel's names: an AEAD, or a cipher, a MAC or both.

    `bits` is the length of the tag.
    """

    crypt: str = ""
    crypt_key: bytes = b""
    auth: str = ""
    auth_key: bytes = b""
    aead: str = ""
    aead_key: bytes = b""
    bits: int = 0


@dataclass(frozen=True)
class Association:
    """One direction of IPsec between two addresses, and the packets it applies to."""

    protocol: int
    source: str
    destination: str
    spi: int
    algorithm: Algorithm
    tunnel: bool
    esn: bool = False
    udp: bool = False
    selects: tuple[str, str, int] = ("", "", 0)  # source network, destination network, protocol (0: all)

    def install(self, space: Namespace, *directions: int) -> None:
        """Install the association, and a policy for each direction. Raises KernelError."""
        self._state(space)
        for direction in directions:
            self._policy(space, direction)

    def _state(self, space: Namespace) -> None:
        family, mode = version(self.source), _TUNNEL if self.tunnel else _TRANSPORT
        plain_window = 0 if self.esn else 32
        body = _selector() if self.tunnel else _selector(*self.selects, family=family)
        body += self._id() + _address(self.source) + _FOREVER + _UNUSED + bytes(12)
        body += struct.pack("=IIHBBB7x", 0, 1, family, mode, plain_window, _ESN if self.esn else 0)
        values = self._algorithms()
        if self.udp:
            ports = struct.pack("=H", _ENCAP_ESP_IN_UDP) + struct.pack(">HHxx", UDP_PORT, UDP_PORT)
            values.append((_ENCAP, ports + bytes(16)))
        if self.esn:
            values.append((_REPLAY_ESN, struct.pack("=6I", _WINDOW // 32, 0, 0, 0, 0, _WINDOW) + bytes(_WINDOW // 8)))
        space.xfrm.ask(_NEWSA, body + packed(values), flags=CREATE | EXCLUSIVE, doing="security association")

    def _algorithms(self) -> list[tuple[int, bytes]]:
        names, attributes = self.algorithm, []
        if names.aead:
            attributes.append((_AEAD, _header(names.aead, len(names.aead_key) * 8, names.bits) + names.aead_key))
        if names.auth:
            attributes.append((_AUTH_TRUNC, _header(names.auth, len(names.auth_key) * 8, names.bits) + names.auth_key))
        if names.crypt:
            attributes.append((_CRYPT, _header(names.crypt, len(names.crypt_key) * 8) + names.crypt_key))
        return attributes

    def _policy(self, space: Namespace, direction: int) -> None:
        family, mode = version(self.source), _TUNNEL if self.tunnel else _TRANSPORT
        body = _selector(*self.selects, family=family) + _FOREVER + _UNUSED
        body += struct.pack("=IIBBBB4x", 0, 0, direction, 0, 0, 0)
        template = self._id(spi=0) + struct.pack("=Hxx", family) + _address(self.source)
        template += struct.pack("=IBBBx3I", 1, mode, 0, 0, *[2**32 - 1] * 3)
        values = packed({_TMPL: template})
        space.xfrm.ask(_NEWPOLICY, body + values, flags=CREATE | EXCLUSIVE, doing="IPsec policy")

    def _id(self, spi: int | None = None) -> bytes:
        number = self.spi if spi is None else spi
        return _address(self.destination) + struct.pack(">I", number) + struct.pack("=Bxxx", self.protocol)


def receive_in_udp(space: Namespace, address: str) -> None:
    """Open the socket that unwraps ESP from UDP, as an IKE daemon does (RFC 3948)."""
    port = space.socket(version(address), socket.SOCK_DGRAM)
    port.setsockopt(socket.IPPROTO_UDP, 100, _ENCAP_ESP_IN_UDP)  # UDP_ENCAP of <linux/udp.h>
    port.bind((address, UDP_PORT))


def _header(name: str, *numbers: int) -> bytes:
    return struct.pack("=64s", name.encode()) + struct.pack(f"={len(numbers)}I", *numbers)


def _address(text: str) -> bytes:
    return ip_address(text).packed.ljust(16, b"\0")


def _selector(source: str = "", destination: str = "", protocol: int = 0, family: int = 0) -> bytes:
    if not source:
        return bytes(56)
    near, far = ip_network(source), ip_network(destination)
    networks = _address(str(far.network_address)) + _address(str(near.network_address))
    return networks + struct.pack("=4HHBBBxxxiI", 0, 0, 0, 0, family, far.prefixlen, near.prefixlen, protocol, 0, 0)
