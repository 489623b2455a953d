# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Network namespaces, and netlink requests inside them. A refusal carries the kernel's own words (the extended ACK).

The numbers are from <linux/netlink.h> and <linux/genetlink.h>.
"""

from __future__ import annotations

import contextlib
import errno
import os
import socket
import struct
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property

from wirerate._native import lib
from wirerate.errors import Error

_ROUTE, _XFRM, _GENERIC = 0, 6, 16
REQUEST, ACK, REPLACE, EXCLUSIVE, DUMP, CREATE = 0x1, 0x4, 0x100, 0x200, 0x300, 0x400
_ERROR, _DONE, _SOL_NETLINK, _CAP_ACK, _EXT_ACK = 2, 3, 270, 10, 11
_CAPPED, _ACK_TLVS = 0x100, 0x200  # flags of an answer
_MESSAGE = 1  # NLMSGERR_ATTR_MSG
_NESTED = 0x8000
_CTRL, _GETFAMILY, _FAMILY_ID, _FAMILY_NAME = 0x10, 3, 1, 2

Value = bytes | str | int | Mapping[int, "Value"]
Attributes = Mapping[int, Value] | Iterable[tuple[int, Value]]


class KernelError(Error):
    """The kernel refused a request. `number` is the errno, `quote` the text of its extended ACK or ""."""

    def __init__(self, number: int, quote: str, doing: str) -> None:
        super().__init__(f"{doing}: {quote or os.strerror(number)}")
        self.number, self.quote = number, quote


class Netlink:
    """A netlink socket of one family; it belongs to the namespace it was opened in."""

    def __init__(self, descriptor: int) -> None:
        self._socket = socket.socket(fileno=descriptor)
        for option in (_CAP_ACK, _EXT_ACK):
            self._socket.setsockopt(_SOL_NETLINK, option, 1)
        self._number = 0

    def close(self) -> None:
        self._socket.close()

    def ask(self, kind: int, body: bytes, *, flags: int = 0, doing: str) -> list[bytes]:
        """Send one message and return the bodies of its answers. Raises KernelError, whose text starts with `doing`."""
        self._number += 1
        head = struct.pack("=IHHII", 16 + len(body), kind, REQUEST | ACK | flags, self._number, 0)
        self._socket.send(head + body)
        answers: list[bytes] = []
        while True:
            for answer_kind, answer_flags, number, answer in _messages(self._socket.recv(1 << 16)):
                if number != self._number:
                    continue
                if answer_kind == _DONE:
                    return answers
                if answer_kind != _ERROR:
                    answers.append(answer)
                    continue
                code = -struct.unpack_from("=i", answer)[0]
                if code:
                    raise KernelError(code, _quote(answer_flags, answer), doing)
                return answers

    def family(self, name: str) -> int:
        """Return the number of a generic netlink family, loading its module if needed. Raises KernelError."""
        body = struct.pack("=BBH", _GETFAMILY, 1, 0) + packed({_FAMILY_NAME: name})
        for answer in self.ask(_CTRL, body, doing=f"netlink family {name}"):
            return int(struct.unpack("=H", attributes(answer[4:])[_FAMILY_ID])[0])
        raise KernelError(2, "", f"netlink family {name}")


class Namespace:
    """An unnamed network namespace, which ends when its descriptor is closed or its process ends.

    Closing it also closes the sockets and files opened in it.
    """

    def __init__(self) -> None:
        self._closing = contextlib.ExitStack()
        self.indexes: dict[str, int] = {}  # cache of device indexes by name
        self.descriptor = self._close_later(lib.wrh_namespace_new(), "a new network namespace")

    def close(self) -> None:
        self._closing.close()

    @cached_property
    def route(self) -> Netlink:
        return self._netlink(_ROUTE)

    @cached_property
    def xfrm(self) -> Netlink:
        return self._netlink(_XFRM)

    @cached_property
    def generic(self) -> Netlink:
        return self._netlink(_GENERIC)

    def socket(self, domain: int, kind: int, protocol: int = 0) -> socket.socket:
        """Open a socket in the namespace."""
        descriptor = _checked(lib.wrh_socket_in(self.descriptor, domain, kind, protocol), "a socket in a namespace")
        return self._closing.enter_context(socket.socket(fileno=descriptor))

    def open(self, path: str) -> int:
        """Open a file of /proc as this namespace shows it (/proc/thread-self/net/dev); return its descriptor."""
        return self._close_later(lib.wrh_open_in(self.descriptor, path.encode(), os.O_RDONLY), path)

    def set(self, name: str, value: str) -> None:
        """Write a setting below /proc/sys/net."""
        path = f"/proc/sys/net/{name}"
        file = _checked(lib.wrh_open_in(self.descriptor, path.encode(), os.O_WRONLY), path)
        try:
            os.write(file, value.encode())
        except OSError as error:
            raise KernelError(error.errno or errno.EIO, "", path) from error
        finally:
            os.close(file)

    def _netlink(self, family: int) -> Netlink:
        descriptor = lib.wrh_socket_in(self.descriptor, socket.AF_NETLINK, socket.SOCK_RAW, family)
        netlink = Netlink(_checked(descriptor, f"netlink family {family}"))
        self._closing.callback(netlink.close)
        return netlink

    def _close_later(self, descriptor: int, name: str) -> int:
        self._closing.callback(os.close, _checked(descriptor, name))
        return descriptor


def _checked(descriptor: int, name: str) -> int:
    """Return the descriptor; raise KernelError if C returned -errno instead."""
    if descriptor < 0:
        raise KernelError(-descriptor, "", name)
    return descriptor


def packed(values: Attributes) -> bytes:
    """Encode netlink attributes: text ends with a 0 byte, integers have 32 bits, mappings become nested attributes."""
    parts = []
    for number, value in values.items() if isinstance(values, Mapping) else values:
        if isinstance(value, Mapping):
            number, data = number | _NESTED, packed(value)
        elif isinstance(value, int):
            data = struct.pack("=I", value)
        else:
            data = value.encode() + b"\0" if isinstance(value, str) else value
        parts.append(struct.pack("=HH", 4 + len(data), number) + data + b"\0" * (-len(data) % 4))
    return b"".join(parts)


def attributes(data: bytes) -> dict[int, bytes]:
    """Decode netlink attributes into a dict by number; the last one wins if a number repeats."""
    values, offset = {}, 0
    while offset + 4 <= len(data):
        length, number = struct.unpack_from("=HH", data, offset)
        if length < 4:
            break
        values[number & 0x3FFF] = data[offset + 4 : offset + length]
        offset += -(-length // 4) * 4
    return values


def _messages(data: bytes) -> Iterator[tuple[int, int, int, bytes]]:
    """Yield kind, flags, sequence number and body of every message in a datagram."""
    offset = 0
    while offset + 16 <= len(data):
        length, kind, flags, number, _ = struct.unpack_from("=IHHII", data, offset)
        if length < 16:
            return
        yield kind, flags, number, data[offset + 16 : offset + length]
        offset += -(-length // 4) * 4


def _quote(flags: int, error: bytes) -> str:
    """Return the text of an error's extended ACK."""
    if not flags & _ACK_TLVS:
        return ""
    request_bytes = 16 if flags & _CAPPED else struct.unpack_from("=I", error, 4)[0]
    return attributes(error[4 + request_bytes :]).get(_MESSAGE, b"").rstrip(b"\0").decode(errors="replace")
