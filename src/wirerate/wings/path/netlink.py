# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Network namespaces, and what is asked of the kernel in them: netlink's messages out, what it answers back, its own
words where it refuses (the extended ACK).

Numbers are those of <linux/netlink.h> and <linux/genetlink.h>.
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
_SAID = 1  # NLMSGERR_ATTR_MSG
_NESTED = 0x8000
_CTRL, _GETFAMILY, _FAMILY_ID, _FAMILY_NAME = 0x10, 3, 1, 2

Value = bytes | str | int | Mapping[int, "Value"]
Attributes = Mapping[int, Value] | Iterable[tuple[int, Value]]


class KernelError(Error):
    """The kernel refused. `number` is the errno; `said` is its extended ACK, "" where it gave none."""

    def __init__(self, number: int, said: str, doing: str) -> None:
        super().__init__(f"{doing}: {said or os.strerror(number)}")
        self.number, self.said = number, said


class Netlink:
    """A socket of one family, in whichever namespace it was opened."""

    def __init__(self, descriptor: int) -> None:
        self._socket = socket.socket(fileno=descriptor)
        for option in (_CAP_ACK, _EXT_ACK):
            self._socket.setsockopt(_SOL_NETLINK, option, 1)
        self._number = 0

    def close(self) -> None:
        self._socket.close()

    def ask(self, kind: int, body: bytes, *, flags: int = 0, doing: str) -> list[bytes]:
        """Sends one message and returns the bodies of the answers before its acknowledgement. Raises KernelError."""
        self._number += 1
        head = struct.pack("=IHHII", 16 + len(body), kind, REQUEST | ACK | flags, self._number, 0)
        self._socket.send(head + body)
        answers: list[bytes] = []
        while True:
            for answered, answer_flags, number, told in _messages(self._socket.recv(1 << 16)):
                if number != self._number:
                    continue
                if answered == _DONE:
                    return answers
                if answered != _ERROR:
                    answers.append(told)
                    continue
                code = -struct.unpack_from("=i", told)[0]
                if code:
                    raise KernelError(code, _said(answer_flags, told), doing)
                return answers

    def family(self, name: str) -> int:
        """The number of a generic netlink family, whose module is loaded for it. Raises KernelError."""
        body = struct.pack("=BBH", _GETFAMILY, 1, 0) + packed({_FAMILY_NAME: name})
        for told in self.ask(_CTRL, body, doing=f"netlink family {name}"):
            return int(struct.unpack("=H", attributes(told[4:])[_FAMILY_ID])[0])
        raise KernelError(2, "", f"netlink family {name}")


class Namespace:
    """A network namespace without a name, held by a descriptor: when that is closed, or its process killed, it is gone.
    What was opened in it is closed with it."""

    def __init__(self) -> None:
        self._closing = contextlib.ExitStack()
        self.indexes: dict[str, int] = {}  # of the devices in it, as they become known
        self.descriptor = self._kept(lib.wrh_namespace_new(), "a network namespace of its own")

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
        """Closed with the namespace, if it is not before."""
        made = _got(lib.wrh_socket_in(self.descriptor, domain, kind, protocol), "a socket in a namespace")
        return self._closing.enter_context(socket.socket(fileno=made))

    def open(self, path: str) -> int:
        """A file below /proc that tells of this namespace: /proc/thread-self/net/dev."""
        return self._kept(lib.wrh_open_in(self.descriptor, path.encode(), os.O_RDONLY), path)

    def set(self, name: str, value: str) -> None:
        """One of the files of /proc/sys/net."""
        path = f"/proc/sys/net/{name}"
        file = _got(lib.wrh_open_in(self.descriptor, path.encode(), os.O_WRONLY), path)
        try:
            os.write(file, value.encode())
        except OSError as error:
            raise KernelError(error.errno or errno.EIO, "", path) from error
        finally:
            os.close(file)

    def _netlink(self, family: int) -> Netlink:
        made = lib.wrh_socket_in(self.descriptor, socket.AF_NETLINK, socket.SOCK_RAW, family)
        opened = Netlink(_got(made, f"netlink family {family}"))
        self._closing.callback(opened.close)
        return opened

    def _kept(self, descriptor: int, what: str) -> int:
        self._closing.callback(os.close, _got(descriptor, what))
        return descriptor


def _got(descriptor: int, what: str) -> int:
    """What C returned, where it is no -errno."""
    if descriptor < 0:
        raise KernelError(-descriptor, "", what)
    return descriptor


def packed(values: Attributes) -> bytes:
    """Attributes one after another: bytes as they are, text with a 0 behind it, whole numbers as 32 bits, attributes
    within attributes."""
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
    """The other way; of several with one number the last."""
    found, at = {}, 0
    while at + 4 <= len(data):
        length, number = struct.unpack_from("=HH", data, at)
        if length < 4:
            break
        found[number & 0x3FFF] = data[at + 4 : at + length]
        at += -(-length // 4) * 4
    return found


def _messages(data: bytes) -> Iterator[tuple[int, int, int, bytes]]:
    at = 0
    while at + 16 <= len(data):
        length, kind, flags, number, _ = struct.unpack_from("=IHHII", data, at)
        if length < 16:
            return
        yield kind, flags, number, data[at + 16 : at + length]
        at += -(-length // 4) * 4


def _said(flags: int, told: bytes) -> str:
    if not flags & _ACK_TLVS:
        return ""
    original = 16 if flags & _CAPPED else struct.unpack_from("=I", told, 4)[0]
    return attributes(told[4 + original :]).get(_SAID, b"").rstrip(b"\0").decode(errors="replace")
