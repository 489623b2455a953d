# SPDX-License-Identifier: Apache-2.0 OR MIT
"""A network namespace without a name, held by a descriptor: when that is closed, or its process killed, it is gone."""

from __future__ import annotations

import contextlib
import errno
import os
import socket
from functools import cached_property

from wirerate._native import lib
from wirerate.wings.path.kernel.netlink import GENERIC, ROUTE, XFRM, KernelError, Netlink


class Namespace:
    """Also what was opened in it, which is closed with it."""

    def __init__(self) -> None:
        self._closing = contextlib.ExitStack()
        self.indexes: dict[str, int] = {}  # of the devices in it, as they become known
        self.descriptor = self._kept(lib.wrh_namespace_new(), "a network namespace of its own")

    def close(self) -> None:
        self._closing.close()

    @cached_property
    def route(self) -> Netlink:
        return self._netlink(ROUTE)

    @cached_property
    def xfrm(self) -> Netlink:
        return self._netlink(XFRM)

    @cached_property
    def generic(self) -> Netlink:
        return self._netlink(GENERIC)

    def socket(self, domain: int, kind: int, protocol: int = 0) -> socket.socket:
        """Closed with the namespace, if it is not before."""
        made = lib.wrh_socket_in(self.descriptor, domain, kind, protocol)
        if made < 0:
            raise KernelError(-made, "", "a socket in a namespace")
        return self._closing.enter_context(socket.socket(fileno=made))

    def open(self, path: str) -> int:
        """A file below /proc that tells of this namespace: /proc/thread-self/net/dev."""
        return self._kept(lib.wrh_open_in(self.descriptor, path.encode(), os.O_RDONLY), path)

    def set(self, name: str, value: str) -> None:
        """One of the files of /proc/sys/net."""
        path = f"/proc/sys/net/{name}"
        file = lib.wrh_open_in(self.descriptor, path.encode(), os.O_WRONLY)
        if file < 0:
            raise KernelError(-file, "", path)
        try:
            os.write(file, value.encode())
        except OSError as error:
            raise KernelError(error.errno or errno.EIO, "", path) from error
        finally:
            os.close(file)

    def _netlink(self, family: int) -> Netlink:
        made = lib.wrh_socket_in(self.descriptor, socket.AF_NETLINK, socket.SOCK_RAW, family)
        if made < 0:
            raise KernelError(-made, "", f"netlink family {family}")
        opened = Netlink(made)
        self._closing.callback(opened.close)
        return opened

    def _kept(self, descriptor: int, what: str) -> int:
        if descriptor < 0:
            raise KernelError(-descriptor, "", what)
        self._closing.callback(os.close, descriptor)
        return descriptor
